"""Word the findings as a coach would: what you do, how often and at what cost, and what to do about it.

The words for the causes of mistakes are in `motif.study.causes`. All costs are in points per game: a point is a win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif.board.wording import counted, percent, plural, with_article
from motif.openings.book import usual_move
from motif.study.causes import WORDS, Cause
from motif.study.findings.clocks import HASTE, IN_TROUBLE, LONG_THINKS
from motif.study.findings.counting import FLAG, LATE_MOVE_NUMBER, PLACES, Pair
from motif.study.findings.results import Scored
from motif.study.games import Rate, StudiedGame
from motif.study.profile import Certainty, Kind

PLAIN = frozenset({"hanging piece", "winning capture", "threat", "winning move"})
"""Motifs that say less than the finding of their cause."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The texts of a kind of finding: as a weakness, as a strength, and the advice."""

    weakness: str
    strength: str
    advice: str


_CLOCK = {
    HASTE: Phrases(
        "You move too fast",
        "You rarely move too fast",
        "When something has just been captured or attacked, count to ten before you answer.",
    ),
    IN_TROUBLE: Phrases(
        "You get into time trouble",
        "You keep time for the end",
        "At move 20 have half of your time left; decide small questions within a quarter of a minute.",
    ),
    LONG_THINKS: Phrases(
        "Your long thinks do not pay off",
        "Your long thinks pay",
        "When you have thought four times as long as usual, play the move that you would have played at first.",
    ),
    FLAG: Phrases(
        "You lose games on time",
        "You rarely lose on time",
        "Play with an increment, or keep a fifth of your time for the last moves.",
    ),
}

_CLOCK_CASES = {
    HASTE: "were played in a tenth of your usual time, with enough time left",
    IN_TROUBLE: "came with less than a tenth of your time left",
    LONG_THINKS: "came after a think of four times your usual length",
}
"""What the cases of a finding about the clock have in common; follows "20 of your 90 mistakes"."""

_PHASE_ADVICE = {
    "opening": "Look up the first moves of your last ten games in a book, and learn one better move for each.",
    "middlegame": "Solve ten tactics a day, and look at checks and captures of both sides before every move.",
    "endgame": "Play the endgames of your own games out against the engine, from where they turned.",
}

_MISSED = {
    "fork": "Before every move, look for a square from which a piece of yours attacks two of your opponent's.",
    "pin": "Look along your open lines: is one of their pieces in front of the king or of a bigger piece?",
    "skewer": "Look along your open lines: does a big piece stand in front of another?",
    "discovered attack": "Which of your pieces can move out of the way of your own rook, bishop or queen?",
    "hanging piece": "Before every move, count the attackers and the defenders of each of their pieces.",
    "winning capture": "Before every move, count the attackers and the defenders of each of their pieces.",
}
_ALLOWED = {
    "fork": "Before you play a move, look for squares from which a knight or the queen would attack two pieces.",
    "pin": "Before you play a move, look at your king's lines: which piece would be pinned?",
    "hanging piece": "Before you play a move, count the attackers and the defenders of each of your pieces.",
    "back rank mate": "Give your king a flight square before the rooks leave the back rank.",
}


def phrases(kind: Kind, subject: str) -> Phrases:
    """The phrases for a finding of this kind and subject.

    >>> phrases(Kind.MISSED, "fork").weakness, phrases(Kind.PHASE, "opening").strength
    ('You miss forks', 'You play the opening better than your opponents')
    """
    match kind:
        case Kind.CAUSE:
            words = WORDS[Cause(subject)]
            return Phrases(words.weakness, words.strength, words.advice)
        case Kind.CLOCK:
            return _CLOCK[subject]
        case Kind.PHASE:
            return Phrases(
                f"You go wrong in the {subject}",
                f"You play the {subject} better than your opponents",
                _PHASE_ADVICE[subject],
            )
        case Kind.MISSED:
            many = plural(subject)
            advice = f"Solve {many} until you see them at once, then look for them in every position."
            return Phrases(f"You miss {many}", f"You find {many}", _MISSED.get(subject, advice))
        case Kind.ALLOWED:
            many = plural(subject)
            advice = f"Before you play a move, look at every check and capture after it: {many} begin so."
            return Phrases(
                f"You allow {many}", f"You allow fewer {many} than your opponents", _ALLOWED.get(subject, advice)
            )
        case Kind.STAGE:
            return Phrases(
                f"Your play drops after move {LATE_MOVE_NUMBER}",
                f"You stay strong after move {LATE_MOVE_NUMBER}",
                f"Keep a third of your time for the moves after {LATE_MOVE_NUMBER}, and practise endgames.",
            )
        case Kind.ENDGAME:
            return Phrases(
                f"You lose points in {subject}",
                f"You play {subject} better than your opponents",
                f"Play your {subject} out against the engine, from the move where they turned.",
            )
        case Kind.CONVERSION:
            return Phrases(
                "You let won games go",
                "You turn winning positions into wins",
                "When you are winning, trade pieces, keep your king safe and look at every check of your opponent.",
            )
        case Kind.OPENING:
            return Phrases(
                f"Your {subject} goes wrong early",
                f"Your {subject} goes well",
                "Look the line up in a book, and learn one better move by heart.",
            )
        case _:
            return Phrases(subject, subject, "")


MUCH_MORE_FACTOR = 1.5
"""A reader takes a cost this many times the opponents' for a weakness, so it is said if it may be chance."""

MORE = {Certainty.CLEAR: "clearly", Certainty.LIKELY: "likely"}


def words_of_weakness(
    pair: Pair, games: Sequence[StudiedGame], mistakes: int, certainty: Certainty, *, is_compared: bool
) -> str:
    """Say how often something happened, and its cost; `mistakes` is the number of the player's mistakes in all."""
    cost, theirs = pair.own.cost, pair.theirs.cost
    than = ""
    if is_compared and cost > theirs and certainty in MORE:
        than = f", {MORE[certainty]} more than your opponents ({theirs:.2f})"
    elif is_compared:
        doubt = "; the difference may be chance" if cost > MUCH_MORE_FACTOR * theirs else ""
        than = f" (your opponents {theirs:.2f}{doubt})"
    points = f"cost you {cost:.2f} points a game{than}."
    if pair.kind is Kind.CAUSE:
        return f"{pair.own.total} of your {mistakes} mistakes{_mostly(pair, games)} {points}"
    return f"{_how_often(pair, games, mistakes, is_compared=is_compared)} That {points.replace('cost', 'costs', 1)}"


def words_of_strength(pair: Pair, peers: Rate | None) -> str:
    """Say how often something went well, or how rarely wrong, for the player and for others; follows a colon."""
    own, theirs = pair.own.rate, pair.theirs.rate
    if pair.kind in PLACES:
        return f"{percent(own.value, small_digits=1)} mistakes; they {percent(theirs.value, small_digits=1)}."
    if pair.kind not in (Kind.MISSED, Kind.CONVERSION):
        return f"{counted(pair.own.total, 'time')}; they {counted(pair.theirs.total, 'time')}."
    others = (("your opponents", theirs), ("players of your rating", peers))
    known = [f"{who} {percent(1 - rate.value)}" for who, rate in others if rate is not None and rate.count]
    where = "that were there" if pair.kind is Kind.MISSED else "games with a winning position"
    return f"{own.count - own.hits} of {own.count} {where} ({percent(1 - own.value)}); {', '.join(known)}."


def _how_often(pair: Pair, games: Sequence[StudiedGame], mistakes: int, *, is_compared: bool) -> str:
    kind, subject, own = pair.kind, pair.subject, pair.own
    cases, rate, theirs = own.total, own.rate, pair.theirs.rate
    match kind:
        case Kind.MISSED:
            missed = f"You missed {cases} of {rate.count} that were there ({percent(rate.value)})"
            return f"{missed}; your opponents missed {percent(theirs.value)}." if theirs.count else f"{missed}."
        case Kind.ALLOWED:
            in_games = f"in {counted(own.games, 'game')}"
            return f"You allowed {counted(cases, subject)} {in_games}; your opponents {pair.theirs.total}."
        case Kind.CONVERSION:
            won = (
                f"You had a winning position in {counted(rate.count, 'game')} and won {percent(1 - rate.value)} of them"
            )
            return f"{won}; your opponents won {percent(1 - theirs.value)}." if is_compared else f"{won}."
        case Kind.CLOCK if subject == FLAG:
            return f"You lost {counted(cases, 'game')} of {rate.count} on time; your opponents {pair.theirs.total}."
        case Kind.CLOCK:
            return f"{cases} of your {mistakes} mistakes {_CLOCK_CASES[subject]} (your opponents {pair.theirs.total})."
        case Kind.OPENING:
            return _line(pair, games)
        case Kind.STAGE:
            where = f"After move {LATE_MOVE_NUMBER}, with neither side two pawns ahead,"
        case Kind.PHASE:
            where = f"In the {subject}"
        case _:
            where = f"In {subject}"
    return (
        f"{where} {cases} of your {rate.count:,} moves were mistakes ({percent(rate.value, small_digits=1)}); "
        f"your opponents' {percent(theirs.value, small_digits=1)}."
    )


def _mostly(pair: Pair, games: Sequence[StudiedGame]) -> str:
    """Say which motif most cases have, if there is one."""
    numbered = {game.number: game for game in games}
    faults = (numbered[example.game].fault_at(example.ply) for _, example in pair.own.all_cases)
    shown = Counter(fault.point.motif for fault in faults if fault and fault.point and fault.point.wins)
    named = [(motif, times) for motif, times in shown.most_common() if motif and motif not in PLAIN]
    motif, times = named[0] if named else ("", 0)
    return f", most often {with_article(motif)} ({times})," if times >= 5 and 5 * times >= pair.own.total else ""


def _line(pair: Pair, games: Sequence[StudiedGame]) -> str:
    """Say how an opening line went: its score compared with what was expected, and its costliest move."""
    line = pair.line
    assert line is not None
    played = [game for game in games if game.number in line.games]
    words = f"{counted(len(played), 'game')} went {line.moves}"
    if (rated := Scored.of(played)).games:
        words += f" and scored {percent(rated.made / len(rated.games))}"
    numbered = {game.number: game for game in played}
    by_move = Counter(numbered[example.game].move_name(example.ply) for _, example in pair.own.all_cases)
    name, times = next(iter(by_move.most_common(1)), ("", 0))
    words += f"; {name}, played {times} times, loses ground." if times > 1 else "."
    board = chess.Board(played[0].start)
    for each in played[0].moves[: line.plies - 1]:
        board.push(each.move)
    rating = played[0].rating
    if usual := usual_move(board, rating) if rating else None:
        when = f"After {played[0].move_name(line.plies - 2)}" if line.plies > 1 else "At the start"
        words += f" {when}, {usual}."
    return words
