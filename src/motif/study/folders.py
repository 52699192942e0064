"""The name of a study's folder, safe on every disk."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 60


def folder_name(player: str) -> str:
    """The folder for a player: letters and digits of any script, and a dash for everything else.

    >>> folder_name("Bobby Tables'; --"), folder_name("../../etc"), folder_name("\\u202eevil"), folder_name("???")
    ('study-Bobby-Tables', 'study-etc', 'study-evil', 'study-player')
    """
    plain = unicodedata.normalize("NFC", player)
    safe = re.sub(r"[^\w]+", "-", plain, flags=re.UNICODE).strip("-_")[:LONGEST].strip("-_")
    return f"study-{safe or 'player'}"
