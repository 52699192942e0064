"""Provide the words that english.py puts together: a template for each relation, and names for pieces.

`{0}`, `{1}` … in a template are the pieces of a literal. A piece is described once ("an undefended enemy rook") and
then called "that rook". If "an enemy piece" attacks "one of your pieces", they are then called "the attacker" and "the
attacked piece"; the piece that moves is called "the moved piece" afterwards. Only two pieces that nothing else
distinguishes are called "the first piece" and "the second piece".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from motif.board.wording import counted, listed, ordinal, with_article, worth


class StateWords(NamedTuple):
    """How a sentence says in which state a piece is."""

    adjective: str
    """Before the move, with the name of the piece."""
    after: str = ""
    """After the move, as a clause."""
    before: str = ""
    """Before the move, if the sentence mentions the piece only after it."""


STATES = {
    "attacked": StateWords("attacked", "is attacked", "was attacked before"),
    "unattacked": StateWords("unattacked", "is not attacked", "was not attacked before"),
    "defended": StateWords("defended", "is defended"),
    "undefended": StateWords("undefended", "has no defender"),
    "hanging": StateWords("hanging", "hangs", "hung before"),
    "secure": StateWords("safe", "does not hang", "was safe before"),
    "pinned": StateWords("pinned", "is pinned to the king"),
    "trapped": StateWords("trapped", "has no safe square"),
    "overloaded": StateWords("overworked", "has too much to defend"),
    "undeveloped": StateWords("undeveloped"),
    "passed": StateWords("passed"),
}

WHEREABOUTS = {
    "near_enemy_king": "next to the enemy king",
    "near_own_king": "next to your king",
    "last_rank": "on the opponent's back rank",
    "first_rank": "on your back rank",
    "center": "in the centre",
    "open_file": "on an open file",
    "half_open_file": "on an open or half-open file",
    "enemy_half": "in the opponent's half",
    "edge": "at the edge of the board",
}
"""Where a piece or a square is."""

GOALS = {
    "in the centre": "to the centre",
    "in the opponent's half": "into the opponent's half",
    "next to the enemy king": "next to the enemy king",
    "next to your king": "next to your king",
    "on the opponent's back rank": "to the opponent's back rank",
    "on your back rank": "to your back rank",
    "on an open file": "to an open file",
    "on an open or half-open file": "to an open or half-open file",
}
"""Where a piece goes, if the rule says nothing else about its new square."""

SIDE_CONDITIONS = {"in_check": "you are in check", "ahead": "you are ahead"}
"""Conditions on the side to move, which the sentence mentions first."""


class FactWords(NamedTuple):
    """How a sentence says what pieces have to do with each other."""

    clause: str
    """About the board before or after the move."""
    deed: str = ""
    """About the moved piece, if that is the first piece after the move."""
    roles: tuple[str, ...] = ()
    """What the pieces are called once the sentence has mentioned them."""
    may_have_many: bool = False
    """Whether a deed can have several objects: "attacking the king and a rook"."""


FACTS = {
    "attacks": FactWords("{0} attacks {1}", "attacking {1}", ("attacker", "attacked piece"), True),
    "defends": FactWords("{0} defends {1}", "defending {1}", ("defender", "defended piece"), True),
    "threatens": FactWords(
        "{0} threatens to win {1}", "threatening to win {1}", ("attacker", "threatened piece"), True
    ),
    "pins": FactWords("{0} pins {1} to the king", "pinning {1} to the king", ("pinning piece", "pinned piece")),
    "only_defender": FactWords(
        "{0} is the only defender of {1}", "being the only defender of {1}", ("defender", "defended piece")
    ),
    "worth_more": FactWords("{0} is worth more than {1}", roles=("more valuable piece", "less valuable piece")),
    "new_attack": FactWords("{0} now attacks {1}", "now attacking {1}", may_have_many=True),
    "discovers": FactWords("{0} now attacks {1} along the line that has opened"),
    "behind": FactWords(
        "{0} looks through {1} at {2}", "looking through {1} at {2}", ("", "piece in front", "piece behind")
    ),
    "pins_to": FactWords(
        "{0} pins {1} to {2}", "pinning {1} to {2}", ("pinning piece", "pinned piece", "piece behind")
    ),
    "skewers": FactWords(
        "{0} attacks {1} with {2} behind it",
        "skewering {1} against {2}",
        ("attacker", "piece in front", "piece behind"),
    ),
}

CHECKS = "checks {1}"
"""An attack on your king before the move."""

DISCOVERY = "uncovering an attack by {0} on {1}"

OUTCOMES = {
    "gives_double_check": "giving double check",
    "gives_mate": "giving checkmate",
    "gives_check": "giving check",
    "leaves_nothing_hanging": "leaving nothing hanging",
    "nets_alone": "leaving you better off in material than any other move would",
    "nets_most": "leaving you as well off in material as any move can",
    "settles_alone": "winning more than any other move",
    "settles_most": "winning no less than any other move",
    "gains_scope": "reaching more squares than before",
    "threatens_mate": "threatening mate",
    "allows_no_mate": "allowing no mate in one",
    "allows_no_fork": "allowing no fork in reply",
    "only_legal": "having no other legal move",
}
"""What a move achieves, in the order of the sentence."""

IN_THE_END = "by captures"
IN_ALL = "in all"
"""Replaces IN_THE_END if the move is a capture, so that "capture" is not repeated."""

WHATEVER_COMES = "after the best capture in reply"
TAILS = {
    "settles_alone": IN_THE_END,
    "settles_most": IN_THE_END,
    "settles_at_least": IN_THE_END,
    "nets_at_least": WHATEVER_COMES,
}
"""The ending of some outcomes, written once after all that share it, and not at all if the action contains it."""

BARE_ACTIONS = {
    "gives_mate": "give checkmate",
    "gives_double_check": "give double check",
    "gives_check": "give check",
    "only_legal": "play the only legal move",
    "nets_alone": "play the one move that leaves you best off in material after the opponent's best capture",
    "nets_most": "play a move that leaves you as well off in material as any can after the opponent's best capture",
    "settles_alone": "play the one move after which you come out best once all captures are over",
    "settles_most": "count the captures to the end and play what comes out best",
    "gains_scope": "move a piece to where it reaches more squares",
    "threatens_mate": "threaten mate",
}
"""What to do if the rule says nothing about the moving piece."""

SAME_SIDE = ("defends", "only_defender")
OPPOSITE_SIDES = ("attacks", "threatens", "pins", "new_attack", "discovers", "pins_to", "skewers")
"""How the sides of the first two pieces are related; in a pin or skewer the last two of three are on the same side."""

IN_LINE = ("pins_to", "skewers")

WAYS = {"advances": "forward", "retreats": "back"}
"""The direction of the move."""

WORTH_MORE = "is worth more than "


IMPERATIVES = {
    "gaining": "gain",
    "leaving": "leave",
    "losing": "lose",
    "winning": "win",
    "threatening": "threaten",
    "attacking": "attack",
    "defending": "defend",
    "pinning": "pin",
    "skewering": "skewer",
    "uncovering": "uncover",
    "allowing": "allow",
    "giving": "give",
}
"""The imperative of each verb that may begin a reason."""


def as_action(reason: str) -> str | None:
    """Return a reason as an imperative; None if that is impossible.

    >>> as_action("leaving nothing hanging")
    'leave nothing hanging'
    """
    verb, _, rest = reason.partition(" ")
    if reason.startswith("now attacking "):
        return f"bring a new attacker against {reason.removeprefix('now attacking ')}"
    return f"{IMPERATIVES[verb]} {rest}" if verb in IMPERATIVES else None


THRESHOLDS = {
    "exchange_at_least": ("losing nothing in the exchange", "winning at least {} in the exchange"),
    "nets_at_least": ("losing nothing", "winning at least {}"),
    "settles_at_least": ("losing nothing", "winning at least {}"),
    "threatens_at_least": ("whatever it threatens", "threatening to win at least {} next"),
}
"""The words for a threshold of 0 pawns, and for a higher one; TAILS has the endings of some."""


def outcome(relation: str, pawns: str) -> str:
    """Return the words for a relation with a number of pawns.

    >>> outcome("nets_at_least", "3"), outcome("nets_at_least", "0")
    ('winning at least a knight or bishop', 'losing nothing')
    """
    nothing, something = THRESHOLDS[relation]
    return nothing if pawns == "0" else something.format(worth(int(pawns)))


def pairs_joined(parts: list[str]) -> list[str]:
    """Join two things of one kind: "an enemy piece" and "another enemy piece" become "two enemy pieces"."""
    joined: list[str] = []
    for part in parts:
        thing = part.removeprefix("another").removeprefix(",").lstrip()
        if joined and part != thing and joined[-1] == with_article(thing):
            joined[-1] = counted(2, thing, spelled=True)
        else:
            joined.append(part)
    return joined


@dataclass(slots=True, eq=False)
class PieceName:
    """A piece in a sentence. `namesakes` are the pieces of its side and kind, `rank` counts those mentioned before."""

    side: str = ""
    kind: str = ""
    role: str = ""
    """The name once a condition has introduced the piece; empty if another piece would have the same name."""
    title: str = ""
    """The name after the move."""
    adjectives: list[str] = field(default_factory=list)
    whereabouts: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    relatives: list[Callable[[], str]] = field(default_factory=list)
    namesakes: list[PieceName] = field(default_factory=list)
    mentioned: bool = False
    rank: int = 0

    @property
    def noun(self) -> str:
        return self.kind or "piece"

    @property
    def is_plain(self) -> bool:
        """Whether nothing follows the noun when the piece is introduced."""
        return not (self.states or self.relatives or self.whereabouts)

    @property
    def is_undescribed(self) -> bool:
        """Whether only the side of the piece is known."""
        return self.is_plain and not (self.kind or self.adjectives)

    def mention(self) -> str:
        """Return the full description the first time, and a short name from then on."""
        if self.mentioned:
            return self._short_name()
        words = self.introduced()
        return words + (f" that {self.clause()}" if self.states or self.relatives else "")

    def clause(self) -> str:
        """Return the clause that may follow the introduction: "is attacked and is worth more than …"."""
        compared = [relative() for relative in self.relatives]
        more = [words.removeprefix(WORTH_MORE) for words in compared if words.startswith(WORTH_MORE)]
        others = [words for words in compared if not words.startswith(WORTH_MORE)]
        return listed([*self.states, *([WORTH_MORE + listed(more)] if more else []), *others])

    def introduced(self) -> str:
        """Return the first mention, without the clause that may follow."""
        self.meet()
        adjectives = " ".join(dict.fromkeys(self.adjectives))
        if self.kind == "king" and self.side:
            phrase = "your king" if self.side == "own" else "the enemy king"
        elif self.side == "own":
            phrase = self._own(adjectives)
        else:
            words = " ".join(f"{adjectives} {'enemy' if self.side else ''} {self.noun}".split())
            # "some" if the rule leaves open whose piece it is.
            first = with_article(words) if self.side else f"some {words}"
            phrase = f"{self._another(adjectives)} {words}" if self.rank else first
        return phrase + "".join(f" {place}" for place in self.whereabouts)

    def meet(self) -> None:
        self.rank = sum(piece.mentioned for piece in self.namesakes)
        self.mentioned = True

    def _own(self, adjectives: str) -> str:
        if self.rank:
            return " ".join(f"{self._another(adjectives)} {adjectives} {self.noun} of yours".split())
        if adjectives and not self.kind:
            return f"{with_article(adjectives)} piece of yours"
        if self.kind:
            return " ".join(f"your {adjectives} {self.noun}".split())
        return "one of your pieces"

    def _another(self, adjectives: str) -> str:
        if self.rank > 1:
            return f"a {ordinal(self.rank + 1)}"
        # Without the comma, "another less valuable piece" would mean that the first one is less valuable too.
        return "another," if "valuable" in adjectives else "another"

    def _short_name(self) -> str:
        enemy = "enemy " if self.side == "enemy" else ""
        is_alone = sum(piece.mentioned for piece in self.namesakes) < 2
        if self.kind and is_alone:
            one = "your" if self.side == "own" else "the" if self.kind == "king" else "that"
            return f"{one} {enemy}{self.kind}"
        if self.title or self.role:
            return (self.title or f"the {self.role}").replace("piece", self.noun)
        return f"that {enemy}{self.noun}" if is_alone else f"the {ordinal(self.rank + 1)} {enemy}{self.noun}"
