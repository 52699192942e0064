"""Draw docstrings, messages and files of the program at random, to be read once by someone who has never seen it.

    python experiments/reading/draw.py --seed 1

prints 60 docstrings, 60 messages and the names of 20 files. The reader says in their own words what each means, or what
is odd about it; a writer then mends every one that was misunderstood, and draws again with another seed.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

SOURCE = Path(__file__).parents[2] / "src" / "motif"
FEWEST_WORDS = 5
SHORTEST_FILE_LINES = 100


def main() -> None:
    """Print the draw of a seed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("packages", nargs="*", help="packages to draw from; all when none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--docstrings", type=int, default=60)
    parser.add_argument("--messages", type=int, default=60)
    parser.add_argument("--files", type=int, default=20)
    given = parser.parse_args()
    files = [path for path in sorted(SOURCE.rglob("*.py")) if not given.packages or package_of(path) in given.packages]
    rng = Random(given.seed)
    for title, count, found in (
        ("Docstrings", given.docstrings, [each for path in files for each in docstrings(path)]),
        ("Messages", given.messages, [each for path in files for each in messages(path)]),
        ("Files", given.files, [name_of(path) for path in files if len(lines_of(path)) >= SHORTEST_FILE_LINES]),
    ):
        print(f"# {title}: {min(count, len(found))} of {len(found)}")
        for number, text in enumerate(rng.sample(found, min(count, len(found))), 1):
            print(f"{number}. {text}")


def docstrings(path: Path) -> Iterator[str]:
    """Yield the signature and docstring of each function and class."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        text = ast.get_docstring(node) or ""
        if len(text.split()) >= FEWEST_WORDS:
            arguments = (
                f"({', '.join(each.arg for each in node.args.args)})" if isinstance(node, ast.FunctionDef) else ""
            )
            yield f"{name_of(path)}: {node.name}{arguments}: {text.partition('>>>')[0].strip()}"


def messages(path: Path) -> Iterator[str]:
    """Yield the texts of errors, hints and help."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        texts = [each.value for each in node.keywords if each.arg in ("hint", "help")]
        if isinstance(node.func, ast.Name) and node.func.id[:1].isupper() and node.args:
            texts += node.args[:1]
        for text in texts:
            if (
                isinstance(text, ast.Constant | ast.JoinedStr)
                and len((words := ast.unparse(text)).split()) >= FEWEST_WORDS
            ):
                yield f"{name_of(path)}: {words}"


def lines_of(path: Path) -> list[str]:
    """Return the lines of a file."""
    return path.read_text(encoding="utf-8").splitlines()


def name_of(path: Path) -> str:
    """Return the name of a file within the package."""
    return str(path.relative_to(SOURCE))


def package_of(path: Path) -> str:
    """Return the package that holds a file; the file itself at the top."""
    return path.relative_to(SOURCE).parts[0]


if __name__ == "__main__":
    main()
