"""The page of a class, `group.html`, and the folder around the pupils' own folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup

from motif import __version__
from motif.errors import BadFile
from motif.store import write_atomically
from motif.study.group.group import Course, Group
from motif.study.report.folder import PAGE, check_folder, folder_name, refuse_what_is_no_folder
from motif.study.report.page import environment, hash_of, text_of

GROUP = "group.html"


def pupils_folders(folder: Path, players: Sequence[str]) -> list[Path]:
    """A folder for each pupil; two whose names leave the same letters have two. Refused where one cannot be used.

    A folder that holds anything but studies and the page of a class is refused, too.
    """
    refuse_what_is_no_folder(folder)
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
            f"{folder} holds what no study wrote: {', '.join(foreign[:3])}", hint="give the class a folder of its own"
        )
    for name, player in zip(unique, players, strict=True):
        check_folder(folder / name, player)
    return [folder / name for name in unique]


def write_group(group: Group, folder: Path, folders: Sequence[Path], title: str) -> None:
    """Write the page of the class beside the folders of its pupils."""
    write_atomically(folder / GROUP, group_page(group, [f"{path.name}/{PAGE}" for path in folders], title))


def group_page(group: Group, pages: Sequence[str], title: str) -> str:
    """The whole page as text; `pages` leads to each pupil's own."""
    style = text_of("bundle/report.css")
    return (
        environment()
        .get_template("group.html.jinja")
        .render(
            version=__version__,
            style=Markup(style),
            style_hash=hash_of(style),
            title=title,
            group=group,
            pages=dict(zip((pupil.profile.player for pupil in group.pupils), pages, strict=True)),
            moved=[pupil for pupil in group.pupils if pupil.course is not Course.UNKNOWN],
        )
    )
