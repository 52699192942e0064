"""Write a rule as an English sentence: when it applies, which move to make, and what the move does.

"When an enemy knight attacks your queen, move your queen to a safe square, attacking the enemy king." Each literal has
a template (wording.py). Literals about one piece become its adjectives, literals about the position before the move
become the condition, and literals about the position after it become the reason. The end has the provisos
(provisos.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from motif.board.wording import capitalised, listed, with_article
from motif.tactics.clauses import Head, Literal
from motif.tactics.provisos import Provisos
from motif.tactics.wording import (
    BARE_ACTIONS,
    CHECKS,
    DISCOVERY,
    FACTS,
    GOALS,
    IN_ALL,
    IN_LINE,
    IN_THE_END,
    OPPOSITE_SIDES,
    OUTCOMES,
    SAME_SIDE,
    SIDE_CONDITIONS,
    STATES,
    TAILS,
    THRESHOLDS,
    WAYS,
    WHATEVER_COMES,
    WHEREABOUTS,
    WORTH_MORE,
    PieceName,
    as_action,
    outcome,
    pairs_joined,
)

A_MOVE = "move a piece"
_MOVER, _CAPTURED = "the piece that moves", "the piece that is captured"
_WITHOUT = ("leaving", "losing", "allowing")
_OTHER = {"own": "enemy", "enemy": "own", "": ""}


def sentence(head: Head, body: Iterable[Literal]) -> str:
    """Return a whole rule as one English sentence.

    >>> knight, safe = Literal("kind", ("F", "knight", "P")), Literal("safe", ("F", "T", "P"))
    >>> sentence(("P", "F", "T"), (knight, safe))
    'Move a knight to a safe square.'
    """
    return _SentenceWriter(head, body).sentence()


class _SentenceWriter:
    """Writes a rule as a sentence.

    Its order: when (conditions), (action), (reasons), so that (consequences), while (others), provided that (provisos).

    A variable of the rule names each piece, but the moved and the captured piece have separate keys in `_pieces`, since
    both are on the target square. `_places` says where that square is, `_landing` the state of the moved piece there.
    """

    def __init__(self, head: Head, body: Iterable[Literal]) -> None:
        self._head = head
        self._position, self._origin, self._target = head
        self._literals = list(dict.fromkeys(body))
        moved = (self._origin, self._target, self._position)
        self._after = {
            literal.arguments[3]
            for literal in self._literals
            if literal.relation == "make_move" and literal.arguments[:3] == moved
        }
        self._flags = {literal.relation for literal in self._literals}
        self._facts = [literal for literal in self._literals if literal.relation in FACTS]
        self._mover, self._captured = PieceName("own"), PieceName("enemy")
        self._pieces: dict[str, PieceName] = {_MOVER: self._mover, _CAPTURED: self._captured}
        self._places: list[str] = []
        self._landing: list[str] = []
        self._later_states: list[tuple[PieceName, str]] = []
        self._tails: set[str] = set()
        self._name_kinds_and_sides()
        self._describe()
        self._find_namesakes()
        self._give_roles()

    def sentence(self) -> str:
        conditions = [words for flag, words in SIDE_CONDITIONS.items() if flag in self._flags]
        before = [literal for literal in self._facts if not self._is_after(literal)]
        conditions += self._clauses(
            literal for literal in before if literal.relation != "worth_more" and not self._is_the_capture(literal)
        )
        bystanders = self._bystanders()
        conditions += [f"{piece.mention()} {listed(states)}" for piece, states, _ in bystanders if states]
        action = self._action()
        self._rename_moved_pieces()
        reasons = self._reasons()
        if action == A_MOVE and reasons:
            # What the move achieves explains more than what it avoids.
            first = next((reason for reason in reasons if not reason.startswith(_WITHOUT)), reasons[0])
            if deed := as_action(first):
                action, reasons = deed, [reason for reason in reasons if reason != first]
        guard = self._guard_of_the_king()
        consequences = self._clauses(
            literal for literal in self._facts if self._is_consequence(literal) and literal is not guard
        )
        consequences += [f"{piece.mention()} {state}" for piece, state in self._later_states]
        consequences += [f"{piece.mention()} {listed(states)}" for piece, _, states in bystanders if states]
        meanwhile = [self._existence(piece) for piece in self._pieces.values() if not piece.mentioned]
        text = f"when {listed(conditions)}, {action}" if conditions else action
        text += f", {listed(reasons)}" if reasons else ""
        text += f", so that {listed(consequences)}".replace("so that that", "so that this") if consequences else ""
        text += f", while {listed(meanwhile)}" if meanwhile else ""
        provisos = Provisos(self._head, self._literals, self._name, self._are_namesakes).clauses()
        text += f", provided that {listed(provisos)}" if provisos else ""
        return f"{capitalised(text)}."

    def _name_kinds_and_sides(self) -> None:
        for literal in self._literals:
            if literal.relation in ("own", "enemy"):
                self._piece(literal.arguments[0], after=False).side = literal.relation
            elif literal.relation == "kind":
                self._piece(literal.arguments[0], after=False).kind = literal.arguments[1]
            elif literal.relation == "passed":
                self._piece(literal.arguments[0], after=False).kind = "pawn"
            elif literal.relation == "discovers":
                self._piece(literal.arguments[0], after=True).side = "own"
        pairs = []
        for literal in self._facts:
            pieces = self._pieces_in(literal)
            if literal.relation in SAME_SIDE + OPPOSITE_SIDES:
                pairs.append((pieces[0], pieces[1], literal.relation in SAME_SIDE))
            if literal.relation in IN_LINE:
                pairs.append((pieces[1], pieces[2], True))
        for _ in pairs:
            for one, two, same in pairs:
                one.side = one.side or (two.side if same else _OTHER[two.side])
                two.side = two.side or (one.side if same else _OTHER[one.side])

    def _describe(self) -> None:
        for literal in self._literals:
            if literal.relation == "worth_more":
                self._compare(*literal.arguments[:2])
            if len(literal.arguments) != 2 or literal.relation not in {**STATES, **WHEREABOUTS}:
                continue
            variable, after = literal.arguments[0], self._is_after(literal)
            piece = self._piece(variable, after)
            is_known = self._is_known_before(variable)
            # The earlier state of another piece that acts only after the move needs the past tense.
            is_met_later = self._is_busy(variable) and variable not in (self._origin, self._target) and not is_known
            if literal.relation in WHEREABOUTS:
                whereabouts = self._places if variable == self._target else piece.whereabouts
                whereabouts.append(WHEREABOUTS[literal.relation])
            elif variable == self._target and after:
                self._landing.append(STATES[literal.relation].after)
            elif self._is_bystander(variable):
                continue
            elif after and is_known:
                self._later_states.append((piece, STATES[literal.relation].after))
            elif after:
                piece.states.append(STATES[literal.relation].after)
            elif STATES[literal.relation].before and is_met_later:
                piece.states.append(STATES[literal.relation].before)
            else:
                piece.adjectives.append(STATES[literal.relation].adjective)

    def _compare(self, better: str, worse: str) -> None:
        acting = [self._variables_of(literal) for literal in self._facts if literal.relation != "worth_more"]
        met = {(pieces[0], other) for pieces in acting for other in pieces[1:]}
        high, low = self._piece(better, after=False), self._piece(worse, after=False)
        if (better, worse) in met or (high is self._mover and self._is_busy(worse)):
            low.adjectives.append("less valuable")
        elif (worse, better) in met or (low is self._mover and self._is_busy(better)):
            high.adjectives.append("more valuable")
        elif high is self._mover:
            low.relatives.append(lambda: "is worth less than the piece you move")
        elif low is self._mover:
            high.relatives.append(lambda: f"{WORTH_MORE}the piece you move")
        else:
            high.relatives.append(lambda: f"{WORTH_MORE}{low.mention()}")

    def _find_namesakes(self) -> None:
        if not self._captures():
            del self._pieces[_CAPTURED]
        namesakes: dict[tuple[str, str], list[PieceName]] = {}
        for piece in self._pieces.values():
            namesakes.setdefault((piece.side, piece.kind), []).append(piece)
        for pieces in namesakes.values():
            for piece in pieces:
                piece.namesakes = pieces

    def _give_roles(self) -> None:
        role_facts = [literal for literal in self._facts if not self._is_after(literal)]
        for literal in sorted(role_facts, key=lambda literal: literal.relation == "worth_more"):
            for piece, role in zip(self._pieces_in(literal), FACTS[literal.relation].roles, strict=False):
                is_of_the_move = literal.relation == "worth_more" and piece in (self._mover, self._captured)
                piece.role = piece.role or ("" if is_of_the_move or self._is_the_capture(literal) else role)
        roles = [piece.role for piece in self._pieces.values()]
        for piece in self._pieces.values():
            piece.role = piece.role if roles.count(piece.role) == 1 else ""

    def _clauses(self, literals: Iterable[Literal]) -> list[str]:
        """Write facts as clauses: join those with the same subject, and add those about the last object with "that"."""
        waiting = [(literal, self._pieces_in(literal)) for literal in literals]
        clauses: list[list[str]] = []
        subject: PieceName | None = None
        named: PieceName | None = None
        relation = ""
        while waiting:
            same = [place for place, (_, pieces) in enumerate(waiting) if pieces[0] is subject]
            chained = [place for place, (_, pieces) in enumerate(waiting) if pieces[0] is named]
            literal, (first, *others) = waiting.pop((same or chained or [0])[0])
            last = others[-1]
            is_new = not last.mentioned and last.is_plain
            if same and literal.relation == relation and FACTS[relation].clause.endswith("{1}"):
                clauses[-1][-1] += f" and {last.mention()}"
            elif same:
                clauses[-1].append(self._predicate(literal))
            elif chained:
                clauses[-1][-1] += f" that {self._predicate(literal)}"
            else:
                clauses.append([f"{first.mention()} {self._predicate(literal)}"])
            subject, relation = (None if chained and not same else first), literal.relation
            named = last if is_new and FACTS[literal.relation].clause.endswith(f"{{{len(others)}}}") else None
        return [listed(clause) for clause in clauses]

    def _predicate(self, literal: Literal) -> str:
        template = CHECKS if self._is_a_check(literal) else FACTS[literal.relation].clause.removeprefix("{0} ")
        for place, piece in enumerate(self._pieces_in(literal)):
            if f"{{{place}}}" in template:
                template = template.replace(f"{{{place}}}", piece.mention())
        return template

    def _is_a_check(self, literal: Literal) -> bool:
        """Whether a fact says that a piece of the opponent attacks your king, and nothing says that it attacks more."""
        if literal.relation != "attacks" or self._is_after(literal):
            return False
        attacker, king = self._pieces_in(literal)
        if king.kind != "king" or king.side != "own":
            return False
        attacked = [fact for fact in self._facts if fact.relation == "attacks" and self._pieces_in(fact)[0] is attacker]
        return len(attacked) == 1

    def _existence(self, piece: PieceName) -> str:
        if not piece.relatives:
            return f"there is {piece.mention()}"
        return f"{piece.introduced()} {piece.clause()}"

    def _bystanders(self) -> list[tuple[PieceName, list[str], list[str]]]:
        """Return the pieces without a relation to another piece, each with its states before and after the move."""
        bystanders = []
        for variable, piece in self._pieces.items():
            if self._is_bystander(variable):
                states: dict[bool, list[str]] = {False: [], True: []}
                for literal in self._literals:
                    words = STATES.get(literal.relation)
                    if words and words.after and literal.arguments[0] == variable:
                        states[self._is_after(literal)].append(words.after)
                bystanders.append((piece, states[False], states[True]))
        return bystanders

    def _is_bystander(self, variable: str) -> bool:
        compared = {
            name for literal in self._facts for name in self._variables_of(literal) if literal.relation == "worth_more"
        }
        others = {_MOVER, _CAPTURED, self._origin, self._target}
        return not self._is_busy(variable) and variable not in compared | others

    def _is_busy(self, variable: str) -> bool:
        if variable == self._target:
            return True
        acting = [literal for literal in self._facts if literal.relation != "worth_more"]
        return any(variable in self._variables_of(literal) for literal in acting)

    def _is_known_before(self, variable: str) -> bool:
        return any(variable in self._variables_of(literal) for literal in self._facts if not self._is_after(literal))

    def _piece(self, variable: str, after: bool) -> PieceName:
        if variable == self._origin or (variable == self._target and after):
            return self._mover
        if variable == self._target:
            return self._captured
        return self._pieces.setdefault(variable, PieceName())

    def _name(self, variable: str) -> str:
        """Return the name that the sentence uses for the piece of a variable; "" if it has none."""
        return self._pieces[variable].mention() if variable in self._pieces else ""

    def _are_namesakes(self, one: str, other: str) -> bool:
        """Whether two pieces have the same side and kind, so that the sentence says "another"."""
        return one in self._pieces and other in self._pieces and self._pieces[other] in self._pieces[one].namesakes

    def _variables_of(self, literal: Literal) -> tuple[str, ...]:
        return literal.arguments[: FACTS[literal.relation].clause.count("{")]

    def _pieces_in(self, literal: Literal) -> list[PieceName]:
        return [self._piece(variable, self._is_after(literal)) for variable in self._variables_of(literal)]

    def _is_after(self, literal: Literal) -> bool:
        return bool(literal.arguments) and literal.arguments[-1] in self._after

    def _is_consequence(self, literal: Literal) -> bool:
        after = self._is_after(literal) and literal.arguments[0] != self._target
        return after and literal.relation != "discovers"

    def _is_the_capture(self, literal: Literal) -> bool:
        """Whether a fact only says that the move captures, or wins something by capturing."""
        pieces = self._variables_of(literal)
        is_ours = literal.relation in ("attacks", "threatens") and pieces == (self._origin, self._target)
        return is_ours and not self._is_after(literal)

    def _action(self) -> str:
        mover = self._mover
        if "castles" in self._flags:
            return "castle"
        safely = "safe" in self._flags
        if "promotes" in self._flags:
            by = f" by capturing {self._captured.mention()}" if self._captures() else ""
            where = f", where it {listed(self._landing)}" if self._landing else ""
            return f"promote a pawn to a queen{by}{' safely' if safely else ''}{where}"
        known = bool(mover.kind or mover.adjectives or mover.whereabouts or mover.mentioned)
        if self._captures():
            return ("safely " if safely else "") + self._capture(known)
        way = next((f" {way}" for flag, way in WAYS.items() if flag in self._flags), "")
        if not (known or way or safely or self._places or self._landing or self._deeds()):
            for flag, words in BARE_ACTIONS.items():
                if flag in self._flags:
                    self._flags.discard(flag)
                    self._tails |= {IN_THE_END} if flag in TAILS else {WHATEVER_COMES} if "nets" in flag else set()
                    return words
        return f"move {self._mention_mover()}{way}{self._destination()}"

    def _capture(self, known: bool) -> str:
        mover, captured = self._mover, self._captured
        is_clear = mover.mentioned or mover.kind == "king"
        landing = listed(self._landing) if self._landing else ""
        where = "".join(f" {place}" for place in self._places)
        # After a clause about the captured piece, "with" would seem to belong to that clause.
        begins = bool(captured.relatives) and not captured.mentioned
        tool = self._mention_mover() if known or (landing and not begins) else ""
        if "recaptures" in self._flags and not (where or captured.mentioned) and captured.is_undescribed:
            captured.meet()
            deed = "recapture"
        else:
            deed = f"{'recapture' if 'recaptures' in self._flags else 'capture'} {captured.mention()}{where}"
        if begins:
            words = f"use {tool} to {deed}" if tool else deed
            return f"{words}, after which your piece {landing}" if landing else words
        words = f"{deed} with {tool}" if tool else deed
        if not landing:
            return words
        return f"{words}, after which it {landing}" if is_clear else f"{words} that {landing} there"

    def _captures(self) -> bool:
        spoken_of = any(
            self._target in self._variables_of(literal) for literal in self._facts if not self._is_after(literal)
        ) or any(literal.relation == "enemy" and literal.arguments[0] == self._target for literal in self._literals)
        signs = self._flags & {"captures", "recaptures"} or self._captured.kind or self._captured.adjectives
        return bool(signs or spoken_of)

    def _mention_mover(self) -> str:
        mover = self._mover
        if mover.mentioned or mover.kind == "king":
            return mover.mention()
        mover.meet()
        words = " ".join([*dict.fromkeys(mover.adjectives), mover.noun])
        words = f"another {words}" if mover.rank else "your queen" if words == "queen" else with_article(words)
        # "Move a knight at the edge" could mean that it moves to the edge.
        return words + (f" that stands {' '.join(mover.whereabouts)}" if mover.whereabouts else "")

    def _destination(self) -> str:
        is_safe, guard = "safe" in self._flags, self._guard_of_the_king()
        if len(self._places) == 1 and self._places[0] in GOALS and not (is_safe or self._landing or guard):
            return f" {GOALS[self._places[0]]}"
        if self._landing == [STATES["unattacked"].after] and not (is_safe or self._places):
            return " to an unattacked square"
        where = "".join(f" {place}" for place in self._places)
        where += f" where it {listed(self._landing)}" if self._landing else ""
        if guard is not None:
            only = "only " if guard.relation == "only_defender" else ""
            where += f" that {only}{self._pieces_in(guard)[0].mention()} guards"
        if is_safe or where:
            return f" to {'a safe' if is_safe else 'a'} square{where}"
        return ""

    def _guard_of_the_king(self) -> Literal | None:
        """Return the fact that a piece guards the square the king moves to; a king itself is never called defended."""
        if self._mover.kind != "king" or self._captures() or "castles" in self._flags or self._landing:
            return None
        after = [literal for literal in self._facts if self._is_after(literal) and literal.relation in SAME_SIDE]
        guards = [literal for literal in after if self._variables_of(literal)[1] == self._target]
        return guards[0] if len(guards) == 1 else None

    def _rename_moved_pieces(self) -> None:
        """Rename the moved and the captured piece: the rest of the sentence is about the board after the move."""
        if not self._mover.mentioned:
            self._mover.meet()
        if "castles" in self._flags:
            self._mover.title = "your king"
        elif "promotes" in self._flags:
            self._mover.title = "the new queen"
        else:
            self._mover.title = "the capturing piece" if self._captures() else "the moved piece"
        self._captured.title = "the captured piece"

    def _reasons(self) -> list[str]:
        is_mentioned = not self._captures() or "promotes" in self._flags
        reasons = [f"moving {way}" for flag, way in WAYS.items() if flag in self._flags and not is_mentioned]
        outcomes = {flag: words for flag, words in OUTCOMES.items() if flag in self._flags}
        reasons += [words for flag, words in outcomes.items() if flag not in TAILS]
        if self._wins_something():
            reasons.append("winning something in the exchange")
        mine = self._deeds()
        for relation in dict.fromkeys(literal.relation for literal in mine):
            same = [literal for literal in mine if literal.relation == relation]
            words = FACTS[relation]
            if words.may_have_many and self._is_check(same):
                reasons.append("giving check")
                self._piece(same[0].arguments[1], after=True).mention()
            elif words.may_have_many:
                victims = [self._piece(literal.arguments[1], after=True).mention() for literal in same]
                reasons.append(words.deed.replace("{1}", listed(pairs_joined(victims))))
            else:
                reasons += [self._deed(literal, words.deed) for literal in same]
        reasons += [self._deed(literal, DISCOVERY) for literal in self._literals if literal.relation == "discovers"]
        gains = [(relation, words) for relation, words in outcomes.items() if relation in TAILS]
        for literal in self._literals:
            if literal.relation in THRESHOLDS:
                gains.append((literal.relation, outcome(literal.relation, literal.arguments[2])))
        # Outcomes whose ending the action already contains come first.
        begun = [(relation, words) for relation, words in gains if TAILS.get(relation, "") in self._tails]
        others = [gain for gain in gains if gain not in begun]
        return self._with_tails(begun) + reasons + self._with_tails(others)

    def _is_check(self, deeds: list[Literal]) -> bool:
        """Whether the moved piece attacks the king and nothing else."""
        attacked = [self._piece(literal.arguments[1], after=True) for literal in deeds]
        return len(attacked) == 1 and attacked[0].kind == "king" and deeds[0].relation == "attacks"

    def _with_tails(self, gains: list[tuple[str, str]]) -> list[str]:
        """Group the outcomes that share a closing phrase, and write that phrase once, after the last of each group."""
        by_tail: dict[str, list[str]] = {}
        for relation, words in gains:
            by_tail.setdefault(TAILS.get(relation, ""), []).append(words)
        sentences = []
        for tail, parts in by_tail.items():
            ending = IN_ALL if tail == IN_THE_END and self._captures() else tail
            end = f" {ending}" if tail and tail not in self._tails else ""
            sentences += [*parts[:-1], parts[-1] + end]
        return sentences

    def _wins_something(self) -> bool:
        exchanges = [literal for literal in self._literals if literal.relation == "exchange_at_least"]
        is_said = any(literal.arguments[2] != "0" for literal in exchanges)
        threats = [literal for literal in self._facts if literal.relation == "threatens"]
        return any(self._is_the_capture(literal) for literal in threats) and not is_said

    def _deeds(self) -> list[Literal]:
        after = [literal for literal in self._facts if self._is_after(literal) and FACTS[literal.relation].deed]
        return [literal for literal in after if literal.arguments[0] == self._target]

    def _deed(self, literal: Literal, template: str) -> str:
        for place, variable in enumerate(self._variables_of(literal)):
            if f"{{{place}}}" in template:
                template = template.replace(f"{{{place}}}", self._piece(variable, after=True).mention())
        return template
