"""The licence of everything that Motif brings along or asks for, written to docs/licences.md.

    python docs/licences.py

Python's packages are those that Motif and its extras `cluster`, `lab`, `pdf` and `plots` need, as installed here;
Rust's are those in the core's lock file, npm's those whose code is in the page.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
OURS = "motif-chess"
EXTRAS = ("cluster", "lab", "pdf", "plots")
_NAME = re.compile(r"[A-Za-z0-9._-]+")

Row = tuple[str, str]
"""Name and licence; the versions are in the lock files."""


def main() -> None:
    """Write the page."""
    parts = [
        "# Licences",
        "",
        "Motif is GPL-3.0-or-later. What it is built of and runs with, written by `docs/licences.py`:",
    ]
    for title, rows in (
        ("Python packages", python_packages()),
        ("Rust crates in the core", crates()),
        ("npm packages in the page", page_packages()),
    ):
        packages = defaultdict(list)
        for name, licence in sorted(set(rows)):
            packages[licence].append(name)
        parts += ["", f"## {title}", ""]
        parts += [_listed(licence, names) for licence, names in sorted(packages.items())]
    PAGE.write_text("\n".join(parts) + "\n")


def _listed(licence: str, names: list[str]) -> str:
    return fill(f"- {licence}: {', '.join(names)}", 118, subsequent_indent="  ", break_on_hyphens=False)


def python_packages() -> Iterator[Row]:
    """Everything that is installed because Motif needs it, one package after another."""
    waiting, seen = [OURS], {OURS}
    while waiting:
        try:
            package = distribution(waiting.pop())
        except PackageNotFoundError:
            continue  # for another system, or an extra that is not installed
        if package.name != OURS:
            yield package.name, _licence(package.metadata.json)
        for requirement in package.requires or ():
            wanted, _, condition = requirement.partition(";")
            found = _NAME.match(wanted)
            is_ours = "extra" not in condition or any(f"'{extra}'" in condition.replace('"', "'") for extra in EXTRAS)
            if found and is_ours and (name := found[0].lower()) not in seen:
                seen.add(name)
                waiting.append(name)


def _licence(metadata: dict[str, str | list[str]]) -> str:
    for field in ("license_expression", "license"):
        stated = metadata.get(field)
        if isinstance(stated, str) and "\n" not in stated.strip():
            return stated.strip()
    sentences = metadata.get("classifier", [])
    classified_as = [line.rpartition(" :: ")[2] for line in sentences if line.startswith("License ::")]
    return ", ".join(classified_as) or "not stated"


def crates() -> Iterator[Row]:
    """The crates of the lock file."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--features", "python"]
    done = subprocess.run(
        [*command, "--manifest-path", str(ROOT / "core" / "Cargo.toml")], capture_output=True, text=True, check=True
    )
    for package in json.loads(done.stdout)["packages"]:
        if package["source"]:
            yield package["name"], package["license"] or "not stated"


def page_packages() -> Iterator[Row]:
    """The packages whose code is in the page; those that only build or test it are not listed."""
    for place, package in json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"].items():
        if place and not package.get("dev"):
            name = place.rpartition("node_modules/")[2]
            yield name, package.get("license", "not stated")


if __name__ == "__main__":
    main()
