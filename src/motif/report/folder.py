"""Write the folder of a study completely or not at all, replacing only folders that Motif wrote."""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from motif.errors import BadFile
from motif.puzzles.files import write_puzzles
from motif.puzzles.puzzle import Puzzle
from motif.report.moments import card_of
from motif.report.page import page, render
from motif.report.pgn import annotated_games, repertoire_pgn
from motif.runtime.files import cannot_write, whole_folder, write_atomically
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.runtime.systems import is_installed
from motif.study.group import Course, Group
from motif.study.study import Study
from motif.training.week import Week

PAGE, GAMES, STUDY = "report.html", "annotated.pgn", "study.json"
OWN_PUZZLES = "puzzles.txt"
"""The puzzles with all their details, for `motif train plan`."""
PUZZLES = ("puzzles.pdf", "puzzles.csv", "puzzles.pgn", OWN_PUZZLES)
"""The files left out if there are no puzzles."""
REPERTOIRE = "repertoire.pgn"
CARDS = ("card.svg", "card.png")
"""The files left out if no mistake on the first screen has a board to show."""
PRINTED = ("puzzles.pdf", *CARDS)
"""The files left out if Typst is not installed."""
FILES = (PAGE, GAMES, *PUZZLES, REPERTOIRE, *CARDS, STUDY)

LONGEST_NAME = 60


def write_report(
    study: Study,
    folder: Path,
    puzzles: Sequence[Puzzle] = (),
    watch: Watch = unwatched,
    week: Week | None = None,
) -> None:
    """Write all files of a study; if that fails, the old folder stays as it was."""
    check_folder(folder, study.profile.player)
    card = card_of(study)
    opening = repertoire_pgn(study.games, study.profile.player)
    absent = {
        *(() if puzzles else PUZZLES),
        *(() if card else CARDS),
        *(() if opening.strip() else (REPERTOIRE,)),
        *(() if is_installed("pdf") else PRINTED),
    }
    names = [name for name in FILES if name not in absent]
    with whole_folder(folder.absolute()) as new:
        for number, name in enumerate(names):
            watch(Progress(number, len(names), name))
            if name == STUDY:
                study.save(new / name)
            elif name == PAGE:
                write_atomically(new / name, page(study, puzzles, week, names))
            elif name == GAMES:
                write_atomically(new / name, annotated_games(study.games))
            elif name == REPERTOIRE:
                write_atomically(new / name, opening)
            elif name in CARDS and card is not None:
                write_atomically(new / name, card.picture("svg" if name.endswith("svg") else "png"))
            else:
                write_puzzles(puzzles, new / name, f"Puzzles for {study.profile.player}")
    watch(Progress(len(names), len(names), str(folder)))


def refuse_unless_folder(path: Path) -> None:
    """Raise an error for a path that is a file or a broken link, before any work is done."""
    if path.is_dir():
        return
    if path.exists():
        raise BadFile(f"{path} is a file, not a folder", hint="choose another with --out")
    if path.is_symlink():
        raise BadFile(f"{path} is a link that leads nowhere", hint="choose another with --out")


def check_folder(folder: Path, player: str) -> Study | None:
    """Return this player's study in a folder, if any; raise an error if the folder is not writable or has other
    files."""
    earlier = None
    refuse_unless_folder(folder)
    try:
        names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
        _check_ours(folder, names)
        if names:
            earlier = Study.load(folder / STUDY)
            if (other := earlier.profile.player) != player:
                raise BadFile(f"{folder} holds the study of {other}", hint=f"give that of {player} a separate folder")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder.parent):
            pass
        if folder.exists():
            with tempfile.TemporaryFile(dir=folder):
                pass
    except OSError as error:
        raise cannot_write(folder, error) from error
    return earlier


def _check_ours(folder: Path, names: Sequence[str]) -> None:
    foreign = [name for name in names if name not in FILES]
    if names and not foreign and not ((folder / STUDY).is_file() and b'"motif study ' in (folder / STUDY).read_bytes()):
        foreign = list(names)
    if foreign:
        named = ", ".join(foreign[:3]) + (" …" if len(foreign) > 3 else "")
        raise BadFile(
            f"{folder} holds files that Motif did not write and will not overwrite: {named}",
            hint="give the study a separate folder",
        )


def folder_name(player: str, what: str = "study") -> str:
    """The folder's name for a player: letters and digits of any script, and dashes for everything else.

    A name that is shortened, or has no such letters, gets a hash at its end, so that two players have two folders.

    >>> folder_name("Bobby Tables'; --"), folder_name("../../etc"), folder_name("\\u202eevil"), folder_name("???")
    ('study-Bobby-Tables', 'study-etc', 'study-evil', 'study-player-a03b221c')
    """
    plain = unicodedata.normalize("NFC", player)
    safe = re.sub(r"[^\w]+", "-", plain, flags=re.UNICODE).strip("-_")
    if 0 < len(safe) <= LONGEST_NAME:
        return f"{what}-{safe}"
    figures = sha256(player.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{what}-{safe[:LONGEST_NAME].strip('-_') or 'player'}-{figures}"


# The page of a class, `group.html`, and the folder around the pupils' own folders.

GROUP = "group.html"


def pupils_folders(folder: Path, players: Sequence[str]) -> list[Path]:
    """A different folder for each pupil, even if their names differ only in punctuation.

    Raises an error for a folder that cannot be used, or that has anything but studies and the page of a class.
    """
    refuse_unless_folder(folder)
    names = list(map(folder_name, players))
    taken = Counter(map(str.casefold, names))
    unique = [
        name
        if taken[name.casefold()] == 1
        else f"{name}-{sha256(player.encode(errors='surrogatepass')).hexdigest()[:8]}"
        for name, player in zip(names, players, strict=True)
    ]
    held = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    foreign = [name for name in held if name != GROUP and not name.startswith(("study-", ".study-"))]
    if foreign:
        raise BadFile(
            f"{folder} holds files that Motif did not write: {', '.join(foreign[:3])}",
            hint="give the class a separate folder",
        )
    for name, player in zip(unique, players, strict=True):
        check_folder(folder / name, player)
    return [folder / name for name in unique]


def write_group(group: Group, folder: Path, folders: Sequence[Path], title: str) -> None:
    """Write the page of the class next to the folders of its pupils."""
    write_atomically(folder / GROUP, group_page(group, [f"{path.name}/{PAGE}" for path in folders], title))


def group_page(group: Group, pages: Sequence[str], title: str) -> str:
    """Return the page of a class; `pages` are the links to the pupils' own pages."""
    return render(
        "group.html.jinja",
        title=title,
        group=group,
        pages=dict(zip((pupil.profile.player for pupil in group.pupils), pages, strict=True)),
        moved=[pupil for pupil in group.pupils if pupil.course is not Course.UNKNOWN],
    )
