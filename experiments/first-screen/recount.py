"""Recount the first screen of a study from study.json and the PGN: cases, points lost, and the opponents' points.

python experiments/first-screen/recount.py out/study/study.json [GAMES.pgn]

No code of the package is used. With the PGN, the results, ratings and endings of games are read from there and must
equal those in study.json.
"""

from __future__ import annotations

import json
import re
import sys
from math import exp
from pathlib import Path
from statistics import median
from typing import Any

import chess

Json = dict[str, Any]
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def chance(centipawns: float) -> float:
    """Return the winning chance of an advantage."""
    return 1 / (1 + exp(-0.00368208 * max(-4000, min(4000, centipawns))))


def sides(game: Json) -> dict[bool, list[int]]:
    """Return the plies of the player and of the opponent."""
    first = game["start"].split()[1] == "w"
    own = [(ply % 2 == 0) == (first == game["is_white"]) for ply in range(len(game["moves"]))]
    return {who: [ply for ply, mine in enumerate(own) if mine == who] for who in (True, False)}


def score(game: Json, players: bool) -> float | None:
    """Return the points of the player, or of the opponent."""
    points = POINTS.get(game["result"])
    return points if points is None or game["is_white"] == players else 1 - points


def number(game: Json, ply: int) -> int:
    """Return the number of the move in the game."""
    _, turn, *_, first = game["start"].split()
    return int(first) + int(ply + (turn == "b")) // 2


def is_open(game: Json, ply: int, players: bool) -> bool:
    """Return whether neither side was two pawns ahead before the move."""
    sign = 1 if game["is_white"] == players else -1
    move = game["moves"][ply]
    before: float = chance(sign * move["advantage"]) + move["lost"]
    return chance(-200) <= before <= chance(200)


def material(fen: str) -> str:
    """Return the kind of an ending by its pieces."""
    there = set(fen.split()[0].lower()) & set("qrbn")
    named = {
        "": "pawn endings", "q": "queen endings", "r": "rook endings", "b": "bishop endings", "n": "knight endings",
        "bn": "endings of bishops and knights",
    }  # fmt: skip
    kind = "".join(sorted(there))
    if kind in named:
        return named[kind]
    return "endings of queens with other pieces" if "q" in there else "endings of rooks with minor pieces"


def in_endings(game: Json, kind: str) -> set[int]:
    """Return the plies in stretches of six or more with the same pieces, all in the endgame."""
    board = chess.Board(game["start"])
    names = []
    for move in game["moves"]:
        # With at most four pieces, each set of pieces is a separate ending.
        few = len(board.piece_map()) <= 4
        exactly = "".join(sorted(piece.symbol() for piece in board.piece_map().values())) if few else ""
        names.append((material(board.fen()), exactly) if move["phase"] == "endgame" else None)
        board.push_uci(move["move"])
    plies, start = set(), 0
    for ply in range(1, len(names) + 1):
        if ply == len(names) or names[ply] != names[start]:
            here = names[start]
            if here and here[0] == kind and ply - start >= 6:
                plies |= set(range(start, ply))
            start = ply
    return plies


def by_clock(game: Json, plies: list[int], subject: str) -> list[int]:
    """Return the moves in haste, in time trouble, or after a long think."""
    moves = game["moves"]
    late = [ply for ply in plies if ply >= 16]
    base = re.match(r"(\d+)(\+|$)", game["time_control"])
    little = float(base[1]) / 10 if base else 30.0
    begun = {ply: moves[ply]["left"] + (moves[ply]["spent"] or 0.0) for ply in late if moves[ply]["left"] is not None}
    calm = [ply for ply in late if begun.get(ply, little) >= little]
    spent = [moves[ply]["spent"] for ply in calm if moves[ply]["spent"] is not None]
    usual = median(spent) if len(spent) >= 5 else None
    chosen = []
    for ply in late:
        took = moves[ply]["spent"]
        trouble = ply not in calm
        hasty = took is not None and usual is not None and not trouble and took <= max(1, usual / 10) and took < usual
        long = took is not None and usual is not None and took >= 4 * max(1, usual)
        if {"time trouble": trouble, "haste": hasty, "long thinks": long}[subject]:
            chosen.append(ply)
    return chosen


def losses(game: Json, leak: Json, players: bool, line: set[int]) -> list[float]:
    """Return what a side lost in a game by a leak."""
    kind, subject = leak["kind"], leak["subject"]
    lost = [move["lost"] for move in game["moves"]]
    plies = sides(game)[players]
    wrong = [ply for ply in plies if lost[ply] >= 0.1]
    if kind == "oversight":
        mistakes = game["faults"] if players else game["their_oversights"]
        every = subject == "what the opponent can do"
        kinds = {"threat", "capture", "guard", "line", "reply", "quiet"} if every else {subject}
        return [lost[each["ply"]] for each in mistakes if each["oversight"] in kinds]
    if kind in ("missed", "allowed"):
        there = game["occasions"] if players else game["theirs"]
        return [each["lost"] for each in there if each["motif"] == leak["theme"] and each["outcome"] == kind]
    if kind == "phase":
        return [lost[ply] for ply in wrong if game["moves"][ply]["phase"] == subject]
    if kind == "stage":
        return [lost[ply] for ply in wrong if number(game, ply) > 30 and is_open(game, ply, players)]
    if kind == "endgame":
        inside = in_endings(game, subject)
        return [lost[ply] for ply in wrong if ply in inside]
    if kind == "clock" and subject == "lost on time":
        flagged = game["termination"].lower() in ("time forfeit", "outoftime", "timeout")
        if not flagged or not plies or score(game, players) != 0.0:
            return []
        white = chance(game["moves"][-1]["advantage"])
        return [white if game["is_white"] == players else 1 - white]
    if kind == "clock":
        return [lost[ply] for ply in by_clock(game, plies, subject) if ply in wrong]
    if kind == "opening":
        # As many plies as the brackets have moves.
        end = len(re.sub(r"\d+\.+", " ", subject.rpartition("(")[2].rstrip(")")).split())
        return [lost[ply] for ply in plies if ply < end and lost[ply] >= 0.05] if game["number"] in line else []
    if kind == "conversion":
        sign = 1 if game["is_white"] == players else -1
        was_won = any(sign * game["moves"][ply]["advantage"] >= 300 for ply in plies)
        made = score(game, players)
        return [1 - made] if was_won and made is not None and made < 1 else []
    raise ValueError(f"no rule recounts {kind}")


def games_of_line(study: Json, subject: str) -> set[int]:
    """Return the games in which a player's move reached the position after the line, within sixteen plies."""
    colour, moves = re.fullmatch(r".* with (White|Black) \((.*)\)", subject).groups()  # type: ignore[union-attr]
    board = chess.Board()
    for word in re.sub(r"\d+\.+", " ", moves).split():
        board.push_san(word)
    found = set()
    for game in study["games"]:
        walk = chess.Board(game["start"])
        for ply, move in enumerate(game["moves"][:16]):
            walk.push_uci(move["move"])
            is_here = walk.epd() == board.epd() and ply in sides(game)[True]
            if is_here and game["is_white"] == (colour == "White"):
                found.add(game["number"])
    return found


def recounted(study: Json, leak: Json) -> tuple[int, float, float]:
    """Return the cases of a leak, and the points of the player and of the opponents in a hundred games."""
    line = games_of_line(study, leak["subject"]) if leak["kind"] == "opening" else set()
    own, theirs = ([lost for game in study["games"] for lost in losses(game, leak, who, line)] for who in (True, False))
    games = len(study["games"])
    return len(own), 100 * sum(own) / games, 100 * sum(theirs) / games


def below_expectation(study: Json, leak: Json) -> tuple[int, float]:
    """Return the points scored in a kind of game, rounded half up, and by how much the ratings predict more."""
    made = short = 0.0
    for game in study["games"]:
        points = score(game, True)
        if points is None or not _is_of_kind(study, game, leak["subject"]):
            continue
        expected = 0.5
        if game["rating"] is not None and game["opponent_rating"] is not None:
            ahead = game["rating"] - game["opponent_rating"] + (35 if game["is_white"] else -35)
            expected = 1 / (1 + 10 ** (-ahead / 400))
        made, short = made + points, short + expected - points
    return int(made + 0.5), 100 * short / len(study["games"])


def _is_of_kind(study: Json, game: Json, subject: str) -> bool:
    gap = (game["opponent_rating"] or 0) - (game["rating"] or 0)
    if subject in ("against stronger players", "against weaker players"):
        return gap >= 50 if "stronger" in subject else gap <= -50
    if subject in ("with White", "with Black"):
        return bool(game["is_white"] == subject.endswith("White"))
    if subject == "late in a row":
        raise ValueError("rows of games are not recounted")
    family, _, colour = subject.rpartition(" with ")
    name: str = game["opening"].split(":")[0].split(",")[0].strip()
    return name == family and bool(game["is_white"]) == (colour == "White")


def check_pgn(study: Json, text: str) -> int:
    """Return how many games of the study have no game in the PGN with these players, result and first moves."""
    there = {
        tuple(re.search(rf'\[{tag} "(.*?)"\]', game)[1] for tag in ("White", "Black", "Result"))  # type: ignore[index]
        for game in re.split(r"\n(?=\[Event )", text)
        if "[White " in game
    }
    return sum((game["white"], game["black"], game["result"]) not in there for game in study["games"])


def main() -> None:
    """Print each leak as in the study and as recounted; fail if they differ."""
    study = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    wrong = check_pgn(study, Path(sys.argv[2]).read_text(encoding="utf-8")) if len(sys.argv) > 2 else 0
    for leak in study["profile"]["leaks"]:
        said: tuple[float, ...] = (leak["cases"], leak["points"])
        again: tuple[float, ...]
        if leak["opponents"] is not None:
            said, again = (*said, leak["opponents"]), recounted(study, leak)
        elif leak["kind"] in ("results", "opening"):
            again = below_expectation(study, leak)
        else:
            print(f"{leak['standing']}: {leak['title']}: learned by a program, not recounted")
            continue
        same = all(abs(one - other) < 0.01 for one, other in zip(said, again, strict=True))
        wrong += not same
        stated, counted = (", ".join(f"{each:.1f}" for each in some) for some in (said, again))
        print(f"{leak['standing']}: {leak['title']}: {stated}; recounted {counted}: {'same' if same else 'OTHER'}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
