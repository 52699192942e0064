"""Word the findings as a coach would: what you do, how often and at what cost, and what to do about it.

All costs are in points per game: a point is a win.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.board.wording import counted, percent, plural, with_article
from motif.openings.book import usual_move
from motif.study.causes import Cause
from motif.study.findings.clocks import HASTE, IN_TROUBLE, LONG_THINKS
from motif.study.findings.counting import FLAG, LATE_MOVE_NUMBER, Pair
from motif.study.findings.results import scored
from motif.study.games import Rate, StudiedGame
from motif.study.profile import Kind

PLAIN = frozenset({"hanging piece", "winning capture", "threat", "winning move"})
"""Motifs that say less than the finding of their cause."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The texts of a kind of finding: as a weakness, as a strength, and the advice."""

    weakness: str
    strength: str
    advice: str
    case: str = ""
    """What all cases have in common, to follow "92 of your 209 mistakes: "."""


CAUSES = {
    Cause.CAPTURE: Phrases(
        "You miss captures that win something",
        "You rarely miss a free piece or a capture",
        "Before every move, look at each capture and each check that you have, and count what it wins.",
    ),
    Cause.TACTIC: Phrases(
        "You miss your own tactics and threats",
        "You see your own tactics and threats",
        "Before every move, look at your checks, your captures and your threats, in this order, two moves deep.",
    ),
    Cause.THREAT: Phrases(
        "You overlook your opponent's threats",
        "You meet your opponent's threats",
        "After every move of your opponent, ask what it threatens before you look for your own move.",
    ),
    Cause.HUNG: Phrases(
        "You put pieces where they can be captured",
        "You rarely put a piece where it can be captured",
        "Before you let go of a piece, look at which pieces and pawns attack the square it goes to.",
    ),
    Cause.REPLY: Phrases(
        "You overlook your opponent's best reply",
        "You see what your opponent can reply",
        "Before you play a move, look at every check and capture your opponent has after it.",
    ),
    Cause.GUARD: Phrases(
        "You leave pieces undefended",
        "You keep your pieces defended",
        "Before you move a piece, ask what it defends where it is.",
    ),
    Cause.PLAN: Phrases(
        "You choose the weaker plan",
        "You choose good plans in quiet positions",
        "Where nothing is attacked, find your worst piece and improve it, and ask what your opponent wants to do.",
    ),
    Cause.OPENING: Phrases(
        "You play openings inexactly",
        "You play openings exactly",
        "After each game look its opening up in a book, and learn one better move.",
    ),
    Cause.ENDING: Phrases(
        "You play endings inexactly",
        "You play endings exactly",
        "Play the endings of your own games out against the engine, from where they turned.",
    ),
    Cause.OTHER: Phrases(
        "You lose ground in unclear positions",
        "You hold your own in unclear positions",
        "Play through these moments slowly, and write down which moves you compared.",
    ),
}

_CLOCK = {
    HASTE: Phrases(
        "You move too fast",
        "You rarely move too fast",
        "When something has just been captured or attacked, count to ten before you answer.",
        "they were played in a tenth of your usual time, with enough time left",
    ),
    IN_TROUBLE: Phrases(
        "You get into time trouble",
        "You keep time for the end",
        "At move 20 have half of your time left; decide small questions within a quarter of a minute.",
        "they came with less than a tenth of your time left",
    ),
    LONG_THINKS: Phrases(
        "Your long thinks do not pay",
        "Your long thinks pay",
        "When you have thought four times as long as usual, play the move that you would have played at first.",
        "they came after a think of four times your usual length",
    ),
    FLAG: Phrases(
        "You lose games on time",
        "You rarely lose on time",
        "Play with an increment, or keep a fifth of your time for the last moves.",
        "you lost on time",
    ),
}

_PHASES = {
    "opening": Phrases(
        "You go wrong in the opening",
        "You play the opening well",
        "Look up the first moves of your last ten games in a book, and learn one better move for each.",
    ),
    "middlegame": Phrases(
        "You go wrong in the middlegame",
        "You play the middlegame well",
        "Solve ten tactics a day, and look at checks and captures of both sides before every move.",
    ),
    "endgame": Phrases(
        "You go wrong in the endgame",
        "You play endgames well",
        "Play the endgames of your own games out against the engine, from where they turned.",
    ),
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

    >>> phrases(Kind.MISSED, "fork").weakness, phrases(Kind.ENDGAME, "rook endings").strength
    ('You miss forks', 'You play rook endings well')
    """
    match kind:
        case Kind.CAUSE:
            return CAUSES[Cause(subject)]
        case Kind.CLOCK:
            return _CLOCK[subject]
        case Kind.PHASE:
            return _PHASES[subject]
        case Kind.MISSED:
            advice = f"Solve {plural(subject)} until you see them at once, then look for them in every position."
            return Phrases(f"You miss {plural(subject)}", f"You find {plural(subject)}", _MISSED.get(subject, advice))
        case Kind.ALLOWED:
            advice = f"Before you play a move, look at every check and capture after it: {plural(subject)} begin so."
            return Phrases(
                f"You allow {plural(subject)}", f"You rarely allow {plural(subject)}", _ALLOWED.get(subject, advice)
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
                f"You play {subject} well",
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


def points(cost: float) -> str:
    """A cost as text.

    >>> points(0.154), points(1.0)
    ('0.15 points a game', '1.00 points a game')
    """
    return f"{cost:.2f} points a game"


def costs(cost: float, others: float | None, *, more: str = "") -> str:
    """Say what a finding costs the player and the opponents; `more` is the certainty that the player's cost is higher.

    >>> costs(0.15, 0.10, more="likely"), costs(0.15, 0.16), costs(0.15, 0.30)
    ('That costs you 0.15 points a game, likely more than your opponents (0.10).', \
'That costs you 0.15 points a game, about as much as your opponents (0.16).', \
'That costs you 0.15 points a game, less than your opponents (0.30).')
    """
    if others is None:
        return f"That costs you {points(cost)}."
    if more:
        than = f"{more} more than"
    elif abs(cost - others) <= 0.25 * max(cost, others):
        than = "about as much as"
    else:
        than = "less than" if cost < others else "perhaps more than"
    return f"That costs you {points(cost)}, {than} your opponents ({others:.2f})."


def how_often(pair: Pair, games: list[StudiedGame], mistakes: int, *, is_compared: bool = True) -> str:
    """Say how often something happened; `mistakes` is the number of the player's mistakes in all."""
    kind, subject, own = pair.kind, pair.subject, pair.own
    cases, rate, theirs = own.total, own.rate, pair.theirs.rate
    in_games = f"in {counted(own.games, 'game')}"
    match kind:
        case Kind.CAUSE:
            return f"{cases} of your {mistakes} mistakes{_mostly(pair, games)}."
        case Kind.MISSED:
            missed = f"You missed {cases} of {rate.count} that were there ({percent(rate.value)})"
            return f"{missed}; your opponents missed {percent(theirs.value)}." if theirs.count else f"{missed}."
        case Kind.ALLOWED:
            return f"You allowed {counted(cases, subject)} {in_games}; your opponents {pair.theirs.total}."
        case Kind.CONVERSION:
            won = (
                f"You were three pawns ahead in {counted(rate.count, 'game')} and won {percent(1 - rate.value)} of them"
            )
            return f"{won}; your opponents won {percent(1 - theirs.value)}." if is_compared else f"{won}."
        case Kind.CLOCK if subject == FLAG:
            return f"You lost {counted(cases, 'game')} of {rate.count} on time; your opponents {pair.theirs.total}."
        case Kind.CLOCK:
            return f"{cases} of your {mistakes} mistakes: {_CLOCK[subject].case} (your opponents {pair.theirs.total})."
        case Kind.STAGE:
            where = f"After move {LATE_MOVE_NUMBER}, with neither side two pawns ahead,"
        case Kind.PHASE:
            where = f"In the {subject}"
        case Kind.OPENING:
            return _line(pair, games)
        case _:
            where = f"In {subject}"
    return (
        f"{where} {cases} of your {rate.count:,} moves were mistakes ({percent(rate.value, small_digits=1)}); "
        f"your opponents' {percent(theirs.value, small_digits=1)}."
    )


def how_well(pair: Pair, peers: Rate | None, often: str) -> str:
    """Say how often a strength shows, also for others; `often` counts what went wrong."""
    if pair.kind is Kind.CAUSE:
        return f"That cost you something {pair.own.total} times, and your opponents {pair.theirs.total} times."
    if pair.kind not in _DONE:
        return often
    own = pair.own.rate
    others = (("your opponents", pair.theirs.rate), ("players of your rating", peers))
    known = [f"{who} {percent(1 - rate.value)}" for who, rate in others if rate is not None and rate.count]
    done = _DONE[pair.kind].format(own.count - own.hits, own.count)
    return f"{done} ({percent(1 - own.value)}); {', '.join(known)}."


_DONE = {
    Kind.MISSED: "You found {} of {} that were there",
    Kind.CONVERSION: "You won {} of {} games in which you were three pawns ahead",
}
"""The sentence for a strength of each kind, with the number done and the number of chances."""


def _mostly(pair: Pair, games: list[StudiedGame]) -> str:
    """Say which motif most cases have, if there is one."""
    numbered = {game.number: game for game in games}
    shown: dict[str, int] = {}
    for _, example in pair.own.all_cases:
        fault = numbered[example.game].fault_at(example.ply)
        motif = fault.point.motif if fault and fault.point and fault.point.wins else None
        if motif and motif not in PLAIN:
            shown[motif] = shown.get(motif, 0) + 1
    motif, times = max(shown.items(), key=lambda each: each[1], default=("", 0))
    return f", most often {with_article(motif)} ({times})" if times >= 5 and 5 * times >= pair.own.total else ""


def _line(pair: Pair, games: list[StudiedGame]) -> str:
    """Say how an opening line went: its score compared with what was expected, and its costliest move."""
    line = pair.line
    assert line is not None
    played = [game for game in games if game.number in line.games]
    words = f"{counted(len(played), 'game')} went {line.moves}"
    if (rated := scored(played)).games:
        words += f" and scored {percent(rated.made / len(rated.games))}"
    by_move: dict[str, int] = {}
    numbered = {game.number: game for game in played}
    for _, example in pair.own.all_cases:
        name = numbered[example.game].move_name(example.ply)
        by_move[name] = by_move.get(name, 0) + 1
    name, times = max(by_move.items(), key=lambda each: each[1], default=("", 0))
    words += f"; {name}, played {times} times, loses ground." if times > 1 else "."
    return words + _usual(played[0], line.plies - 1)


def _usual(game: StudiedGame, ply: int) -> str:
    """Say what players of the same rating play where the line's last move was chosen, if many of them came there."""
    board = chess.Board(game.start)
    for each in game.moves[:ply]:
        board.push(each.move)
    said = usual_move(board, game.rating) if game.rating else None
    return f" {f'After {game.move_name(ply - 1)}' if ply else 'At the start'}, {said}." if said else ""
