"""Room 7, one voice: a judge ranks the moves, reasons say why, and beside them stands who else says so."""

from motif.coach.coach import Coach, Counsel
from motif.coach.hire import find_coach
