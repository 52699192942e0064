"""The manual page of `motif`: every command with its options, from the program's own help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sessions import ROOT, all_commands

from motif.cli.main import app

PAGE = ROOT / "packaging/wheel/data/share/man/man1/motif.1"


def manual_page() -> str:
    """The page as roff, which a terminal reads."""
    return "\n".join([*_top(), *_commands()]) + "\n"


def _top() -> Iterator[str]:
    yield '.TH MOTIF 1 "" "Motif" "Motif Manual"'
    yield ".SH NAME"
    yield "motif \\- learn what your chess games teach, and train it"
    yield ".SH SYNOPSIS"
    yield ".B motif\n.I COMMAND\n[\\fIOPTIONS\\fR]"
    yield ".SH DESCRIPTION"
    yield "Motif explains moves, finds out what a player keeps missing, and trains it."
    yield ".B motif --help\nlists the commands, and\n.B motif\n.I COMMAND\n.B --help\nsays the same as this page."


def _commands() -> Iterator[str]:
    heading = ""
    for panel, name, command in all_commands(app):
        if panel != heading:
            heading = panel
            yield f".SH {_escaped(panel.upper())}"
        shown = [each for each in command.params if not each.hidden]
        places = " ".join(_place(each) for each in shown if each.param_type_name == "argument")
        yield f".SS motif {_escaped(f'{name} {places}'.strip())}"
        paragraphs = (command.help or "").split("\n\n")
        yield "\n.PP\n".join(_text(paragraph) for paragraph in paragraphs)
        for option in shown:
            yield f".TP\n{_names(option)}\n{_text(option.help or '')}"


def _place(argument: Any) -> str:  # noqa: ANN401 - Typer's types are private to it
    return str(argument.metavar or argument.name.upper())


def _names(option: Any) -> str:  # noqa: ANN401 - Typer's types are private to it
    if option.param_type_name == "argument":
        return f"\\fI{_escaped(_place(option))}\\fR"
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in (*option.opts, *option.secondary_opts))
    return names if option.is_flag else f"{names} \\fI{_escaped(option.metavar or 'VALUE')}\\fR"


def _text(paragraph: str) -> str:
    """A paragraph of Typer's Markdown, its code in bold; no line may begin with a control character."""
    words = _escaped(" ".join(paragraph.split()))
    bold = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", words)
    return f"\\&{bold}" if bold[:1] in {".", "'"} else bold


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")
