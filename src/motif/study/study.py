"""A whole study and its file: `study.json` is this value with a format number and a schema.

{"format": "motif study 4", "profile": {…}, "games": […]}
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from motif.errors import BadFile
from motif.runtime.files import read_text, write_atomically
from motif.study.games import StudiedGame, check_games
from motif.study.profile import Profile

FORMAT: Literal["motif study 4"] = "motif study 4"
EARLIER = re.compile(r'"format":\s*"motif study [123]"')
HOW_TO_MAKE_ONE = "name the folder that motif study wrote, or the study.json in it"


@dataclass(frozen=True)
class Study:
    """The evaluated and explained games of one player, and the profile made from them."""

    __pydantic_config__ = ConfigDict(allow_inf_nan=False)

    profile: Profile
    games: tuple[StudiedGame, ...]
    format: Literal["motif study 4"] = FORMAT

    def to_json(self) -> str:
        return _adapter().dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str, source: str = "this text") -> Study:
        """Read a study; raises BadFile with the place of the first error."""
        if EARLIER.search(text):
            raise BadFile(
                f"{source} was written by an earlier version of Motif", hint="make the study again: motif study GAMES"
            )
        try:
            study = _adapter().validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = " > ".join(map(str, first["loc"])) or "the top"
            raise BadFile(f"{source} is not a motif study: {first['msg']} at {place}", hint=HOW_TO_MAKE_ONE) from None
        try:
            check_games(study.games)
        except ValueError as problem:
            raise BadFile(f"{source} is not a motif study: {problem}", hint=HOW_TO_MAKE_ONE) from None
        return study

    def save(self, path: Path) -> None:
        write_atomically(path, self.to_json())

    @classmethod
    def load(cls, path: Path) -> Study:
        return cls.from_json(read_text(path), str(path))

    @staticmethod
    def schema() -> dict[str, Any]:
        return _adapter().json_schema()


@cache
def _adapter() -> TypeAdapter[Study]:
    return TypeAdapter(Study)
