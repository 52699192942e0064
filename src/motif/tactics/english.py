"""A rule as a coach would say it: when this is so, make that move, because of what it does.

"When an enemy knight attacks your queen, move your queen to a safe square, attacking the enemy king." One template for
each literal (`motif.tactics.phrases`); literals about one man become adjectives of it, literals about the position
before the move the condition, those about the one after it the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from motif.tactics.phrases import (
    ADJECTIVES,
    BARE_ACTIONS,
    DEEDS,
    DISCOVERY,
    FACTS,
    IN_LINE,
    OPPOSITE_SIDES,
    ORDINALS,
    OUTCOMES,
    SAME_SIDE,
    SHARED_DEEDS,
    STATES,
    THRESHOLDS,
    WHEREABOUTS,
    listed,
    pairs_joined,
    with_article,
)
from motif.tactics.rule import Literal, Rule

_MOVER, _CAPTURED = "the man that moves", "the man that is captured"
_OTHER = {"own": "enemy", "enemy": "own", "": ""}


def sentence(rule: Rule) -> str:
    """The whole rule in one English sentence.

    >>> print(sentence(Rule.parse(
    ...     "fork(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), kind(F, knight, P), safe(F, T, P),"
    ...     "attacks(T, A, N), kind(A, king, P), attacks(T, B, N), undefended(B, N).")))
    Move a knight to a safe square, attacking the enemy king and an enemy piece that has no defender.
    """
    return _Telling(rule).sentence()


@dataclass(slots=True, eq=False)
class _Man:
    """Somebody in the story, and those who could be mistaken for him; `rank` is his place among them."""

    side: str = ""
    kind: str = ""
    adjectives: list[str] = field(default_factory=list)
    whereabouts: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    relatives: list[Callable[[], str]] = field(default_factory=list)
    namesakes: list[_Man] = field(default_factory=list)
    mentioned: bool = False
    rank: int = 0

    @property
    def noun(self) -> str:
        return self.kind or "piece"

    def told(self) -> str:
        """In full the first time, briefly from then on."""
        if self.mentioned:
            return self._again()
        self.meet()
        adjectives = " ".join(self.adjectives)
        if self.kind == "king" and self.side:
            found = "your king" if self.side == "own" else "the enemy king"
        elif self.side == "own":
            found = self._own(adjectives)
        else:
            words = " ".join(f"{adjectives} {'enemy' if self.side else ''} {self.noun}".split())
            found = f"another {words}" if self.rank else with_article(words)
        where = "".join(f" {place}" for place in self.whereabouts)
        that = [*self.states, *(relative() for relative in self.relatives)]
        return found + where + (f" that {listed(that)}" if that else "")

    def meet(self) -> None:
        """Be mentioned for the first time."""
        self.rank = sum(man.mentioned for man in self.namesakes)
        self.mentioned = True

    def _own(self, adjectives: str) -> str:
        if self.rank:
            return " ".join(f"another {adjectives} {self.noun} of yours".split())
        if self.kind or adjectives:
            return " ".join(f"your {adjectives} {self.noun}".split())
        return "one of your pieces"

    def _again(self) -> str:
        side = "enemy " if self.side == "enemy" else ""
        if sum(man.mentioned for man in self.namesakes) > 1:
            return f"the {ORDINALS[self.rank]} {side}{self.noun}" + (" of yours" if self.side == "own" else "")
        if self.side == "own":
            return f"your {self.noun}" if self.kind else "that piece"
        return f"the {side}{self.noun}" if self.kind == "king" else f"that {side}{self.noun}"


class _Telling:
    def __init__(self, rule: Rule) -> None:
        self._position, self._origin, self._target = rule.head
        self._literals = list(dict.fromkeys(rule.body))
        moved = (self._origin, self._target, self._position)
        self._after = {
            literal.arguments[3]
            for literal in self._literals
            if literal.relation == "make_move" and literal.arguments[:3] == moved
        }
        self._flags = {literal.relation for literal in self._literals}
        self._facts = [literal for literal in self._literals if literal.relation in FACTS]
        self._men: dict[str, _Man] = {_MOVER: _Man("own"), _CAPTURED: _Man("enemy")}
        self._square: list[str] = []
        self._landing: list[str] = []
        self._later: list[tuple[_Man, str]] = []
        self._name_kinds_and_sides()
        self._describe()
        self._tell_apart()

    def sentence(self) -> str:
        conditions = ["you are in check"] if "in_check" in self._flags else []
        before = [
            literal for literal in self._facts if literal.relation != "worth_more" and not self._is_after(literal)
        ]
        conditions += [self._fact(literal) for literal in before]
        bystanders = self._bystanders()
        conditions += [f"{man.told()} {listed(states)}" for man, states, _ in bystanders if states]
        action, reasons = self._action(), self._reasons()
        consequences = [self._fact(literal) for literal in self._facts if self._is_consequence(literal)]
        consequences += [f"{man.told()} {state}" for man, state in self._later]
        consequences += [f"{man.told()} {listed(states)}" for man, _, states in bystanders if states]
        others = [man for name, man in self._men.items() if name not in (_MOVER, _CAPTURED)]
        conditions += [f"there is {man.told()}" for man in others if not man.mentioned]
        text = f"when {listed(conditions)}, {action}" if conditions else action
        if reasons:
            text += f", {listed(reasons)}"
        if consequences:
            text += f", so that {listed(consequences)}".replace("so that that", "so that this")
        return f"{text[0].upper()}{text[1:]}."

    def _name_kinds_and_sides(self) -> None:
        for literal in self._literals:
            if literal.relation in ("own", "enemy"):
                self._man(literal.arguments[0], after=False).side = literal.relation
            elif literal.relation == "kind":
                self._man(literal.arguments[0], after=False).kind = literal.arguments[1]
            elif literal.relation == "discovers":
                self._man(literal.arguments[0], after=True).side = "own"
        pairs = []
        for literal in self._facts:
            men = [self._man(variable, self._is_after(literal)) for variable in self._men_of(literal)]
            if literal.relation in SAME_SIDE + OPPOSITE_SIDES:
                pairs.append((men[0], men[1], literal.relation in SAME_SIDE))
            if literal.relation in IN_LINE:
                pairs.append((men[1], men[2], True))
        for _ in pairs:
            for one, two, same in pairs:
                one.side = one.side or (two.side if same else _OTHER[two.side])
                two.side = two.side or (one.side if same else _OTHER[one.side])

    def _describe(self) -> None:
        for literal in self._literals:
            if literal.relation == "worth_more":
                self._compare(*literal.arguments[:2])
            if len(literal.arguments) != 2 or literal.relation not in ADJECTIVES | WHEREABOUTS:
                continue
            variable, after = literal.arguments[0], self._is_after(literal)
            man = self._man(variable, after)
            if literal.relation in WHEREABOUTS:
                whereabouts = self._square if variable == self._target else man.whereabouts
                whereabouts.append(WHEREABOUTS[literal.relation])
            elif variable == self._target and after:
                self._landing.append(STATES[literal.relation])
            elif self._is_bystander(variable):
                continue
            elif after and self._is_known_before(variable):
                self._later.append((man, STATES[literal.relation]))
            elif after:
                man.states.append(STATES[literal.relation])
            else:
                man.adjectives.append(ADJECTIVES[literal.relation])

    def _compare(self, better: str, worse: str) -> None:
        met = {self._men_of(literal)[:2] for literal in self._facts if literal.relation in OPPOSITE_SIDES}
        high, low = self._man(better, after=False), self._man(worse, after=False)
        mover = self._men[_MOVER]
        if (better, worse) in met or (high is mover and self._is_busy(worse)):
            low.adjectives.append("less valuable")
        elif (worse, better) in met or (low is mover and self._is_busy(better)):
            high.adjectives.append("more valuable")
        elif high is mover:
            low.relatives.append(lambda: "is worth less than the piece you move")
        elif low is mover:
            high.relatives.append(lambda: "is worth more than the piece you move")
        else:
            high.relatives.append(lambda: f"is worth more than {low.told()}")

    def _tell_apart(self) -> None:
        namesakes: dict[tuple[str, str], list[_Man]] = {}
        for name, man in self._men.items():
            if name != _CAPTURED or self._captures():
                namesakes.setdefault((man.side, man.kind), []).append(man)
        for men in namesakes.values():
            for man in men:
                man.namesakes = men

    def _bystanders(self) -> list[tuple[_Man, list[str], list[str]]]:
        """Men that no other one has to do with, and what they are before and after the move."""
        found = []
        for variable, man in self._men.items():
            if self._is_bystander(variable):
                states: dict[bool, list[str]] = {False: [], True: []}
                for literal in self._literals:
                    if literal.relation in STATES and literal.arguments[0] == variable:
                        states[self._is_after(literal)].append(STATES[literal.relation])
                found.append((man, states[False], states[True]))
        return found

    def _is_bystander(self, variable: str) -> bool:
        compared = {
            name for literal in self._facts for name in self._men_of(literal) if literal.relation == "worth_more"
        }
        others = {_MOVER, _CAPTURED, self._origin, self._target}
        return not self._is_busy(variable) and variable not in compared | others

    def _is_busy(self, variable: str) -> bool:
        if variable == self._target:
            return True
        acting = [literal for literal in self._facts if literal.relation != "worth_more"]
        return any(variable in self._men_of(literal) for literal in acting)

    def _is_known_before(self, variable: str) -> bool:
        return any(variable in self._men_of(literal) for literal in self._facts if not self._is_after(literal))

    def _man(self, variable: str, after: bool) -> _Man:
        if variable == self._origin or (variable == self._target and after):
            return self._men[_MOVER]
        if variable == self._target:
            return self._men[_CAPTURED]
        return self._men.setdefault(variable, _Man())

    def _men_of(self, literal: Literal) -> tuple[str, ...]:
        return literal.arguments[: FACTS[literal.relation].count("{")]

    def _is_after(self, literal: Literal) -> bool:
        return bool(literal.arguments) and literal.arguments[-1] in self._after

    def _is_consequence(self, literal: Literal) -> bool:
        after = self._is_after(literal) and literal.arguments[0] != self._target
        return after and literal.relation != "discovers"

    def _fact(self, literal: Literal) -> str:
        after = self._is_after(literal)
        return FACTS[literal.relation].format(*(self._man(name, after).told() for name in self._men_of(literal)))

    def _action(self) -> str:
        mover = self._men[_MOVER]
        if "castles" in self._flags:
            return "castle"
        safely = " safely" if "safe" in self._flags else ""
        if "promotes" in self._flags:
            by = f" by capturing {self._men[_CAPTURED].told()}" if self._captures() else ""
            return f"promote a pawn to a queen{by}{safely}{self._after_landing()}"
        known = bool(mover.kind or mover.adjectives or mover.whereabouts or mover.mentioned)
        if self._captures():
            verb = "recapture" if "recaptures" in self._flags else "capture"
            whom = self._men[_CAPTURED].told() + "".join(f" {place}" for place in self._square)
            return f"{verb} {whom}{f' with {self._mover()}' if known else ''}{safely}{self._after_landing()}"
        way = " forward" if "advances" in self._flags else " back" if "retreats" in self._flags else ""
        if not (known or way or safely or self._square or self._landing or self._deeds()):
            for flag, told in BARE_ACTIONS.items():
                if flag in self._flags:
                    self._flags.discard(flag)
                    return told
        return f"move {self._mover()}{way}{self._destination()}"

    def _captures(self) -> bool:
        captured = self._men[_CAPTURED]
        spoken_of = any(
            self._target in self._men_of(literal) for literal in self._facts if not self._is_after(literal)
        ) or any(literal.relation == "enemy" and literal.arguments[0] == self._target for literal in self._literals)
        return bool(self._flags & {"captures", "recaptures"} or captured.kind or captured.adjectives or spoken_of)

    def _mover(self) -> str:
        mover = self._men[_MOVER]
        if mover.mentioned or mover.kind == "king":
            return mover.told()
        mover.meet()
        words = " ".join([*mover.adjectives, mover.noun])
        words = f"another {words}" if mover.rank else with_article(words)
        return words + "".join(f" {place}" for place in mover.whereabouts)

    def _destination(self) -> str:
        where = "".join(f" {place}" for place in self._square)
        where += f" where it {listed(self._landing)}" if self._landing else ""
        if "safe" in self._flags or where:
            return f" to {'a safe' if 'safe' in self._flags else 'a'} square{where}"
        return ""

    def _after_landing(self) -> str:
        return f", after which your {self._men[_MOVER].noun} {listed(self._landing)}" if self._landing else ""

    def _reasons(self) -> list[str]:
        reasons = [told for flag, told in OUTCOMES.items() if flag in self._flags]
        mine = self._deeds()
        for relation in dict.fromkeys(literal.relation for literal in mine):
            same = [literal for literal in mine if literal.relation == relation]
            if relation in SHARED_DEEDS:
                victims = [self._man(literal.arguments[1], after=True).told() for literal in same]
                reasons.append(SHARED_DEEDS[relation].format(listed(pairs_joined(victims))))
            else:
                reasons += [self._deed(literal, DEEDS[relation]) for literal in same]
        for literal in self._literals:
            if literal.relation == "discovers":
                reasons.append(self._deed(literal, DISCOVERY))
            elif literal.relation in THRESHOLDS:
                reasons.append(THRESHOLDS[literal.relation](literal.arguments[2]))
        return reasons

    def _deeds(self) -> list[Literal]:
        after = [literal for literal in self._facts if self._is_after(literal) and literal.relation in DEEDS]
        return [literal for literal in after if literal.arguments[0] == self._target]

    def _deed(self, literal: Literal, template: str) -> str:
        for place, variable in enumerate(self._men_of(literal)):
            if f"{{{place}}}" in template:
                template = template.replace(f"{{{place}}}", self._man(variable, after=True).told())
        return template
