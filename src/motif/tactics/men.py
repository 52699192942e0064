"""The men that a rule speaks of, and what each is called the first time and from then on.

"An enemy piece" that attacks "one of your pieces" is "the attacker" afterwards, and the other "the attacked piece";
once the move is made, the man that made it is "the moved piece". Only two who have nothing to tell them apart are
"the first piece" and "the second piece".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from motif.tactics.phrases import ORDINALS, listed, with_article

WORTH_MORE = "is worth more than "


@dataclass(slots=True, eq=False)
class Man:
    """Somebody in the story, and those who could be mistaken for him; `rank` is his place among them."""

    side: str = ""
    kind: str = ""
    role: str = ""
    """What he is called after the condition that introduced him; empty where that would name another as well."""
    title: str = ""
    """What he is called once the move is made."""
    adjectives: list[str] = field(default_factory=list)
    whereabouts: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    relatives: list[Callable[[], str]] = field(default_factory=list)
    namesakes: list[Man] = field(default_factory=list)
    mentioned: bool = False
    rank: int = 0

    @property
    def noun(self) -> str:
        """Knight, or piece where the kind does not matter."""
        return self.kind or "piece"

    @property
    def is_plain(self) -> bool:
        """Whether nothing follows his name when he is introduced."""
        return not (self.states or self.relatives or self.whereabouts)

    @property
    def is_nobody(self) -> bool:
        """Whether nothing at all is known of him but his side."""
        return self.is_plain and not (self.kind or self.adjectives)

    def told(self) -> str:
        """In full the first time, briefly from then on."""
        if self.mentioned:
            return self._again()
        found = self.introduced()
        return found + (f" that {self.clause()}" if self.states or self.relatives else "")

    def clause(self) -> str:
        """What is said of him beyond his name."""
        compared = [relative() for relative in self.relatives]
        more = [told.removeprefix(WORTH_MORE) for told in compared if told.startswith(WORTH_MORE)]
        others = [told for told in compared if not told.startswith(WORTH_MORE)]
        return listed([*self.states, *([WORTH_MORE + listed(more)] if more else []), *others])

    def introduced(self) -> str:
        """The first mention, without the clause that may follow."""
        self.meet()
        adjectives = " ".join(dict.fromkeys(self.adjectives))
        if self.kind == "king" and self.side:
            found = "your king" if self.side == "own" else "the enemy king"
        elif self.side == "own":
            found = self._own(adjectives)
        else:
            words = " ".join(f"{adjectives} {'enemy' if self.side else ''} {self.noun}".split())
            # Whose man it is does not matter to the rule, and "some" says so.
            first = with_article(words) if self.side else f"some {words}"
            found = f"{self._another(adjectives)} {words}" if self.rank else first
        return found + "".join(f" {place}" for place in self.whereabouts)

    def meet(self) -> None:
        """Be mentioned for the first time."""
        self.rank = sum(man.mentioned for man in self.namesakes)
        self.mentioned = True

    def _own(self, adjectives: str) -> str:
        if self.rank:
            return " ".join(f"{self._another(adjectives)} {adjectives} {self.noun} of yours".split())
        if self.kind or adjectives:
            return " ".join(f"your {adjectives} {self.noun}".split())
        return "one of your pieces"

    def _another(self, adjectives: str) -> str:
        if self.rank > 1:
            return f"a {ORDINALS[self.rank]}"
        # Without the comma the one before would seem to be less valuable too.
        return "another," if "valuable" in adjectives else "another"

    def _again(self) -> str:
        enemy = "enemy " if self.side == "enemy" else ""
        is_alone = sum(man.mentioned for man in self.namesakes) < 2
        if self.kind and is_alone:
            one = "your" if self.side == "own" else "the" if self.kind == "king" else "that"
            return f"{one} {enemy}{self.kind}"
        if self.title or self.role:
            return (self.title or f"the {self.role}").replace("piece", self.noun)
        return f"that {enemy}{self.noun}" if is_alone else f"the {ORDINALS[self.rank]} {enemy}{self.noun}"
