"""What the judged games of a player say together, tested and put in words; a file for each subject."""

from motif.study.subjects.learned import Learned, learn
from motif.study.subjects.whole import make_profile

__all__ = ["Learned", "learn", "make_profile"]
