"""Compare the ideas in our sentences about moves with the ideas in annotators' comments.

    python experiments/quiet-moves/annotations.py chessqa_semantic_half.jsonl

A text names an idea if it contains one of the idea's words; the same words are used for both. There are two counts: how
often one of our ideas is one of the annotator's, where the comment names any; and how often the ideas alone choose the
right one of four comments (ties are shared, so chance is a quarter).
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from pathlib import Path

import chess

from motif.explain.coach import Coach
from motif.players.find import find_evaluator

IDEAS = {
    "attack on the king": r"attack on the king|king'?s? (position|side|wing)|mat(e|ing)|kingside|king on|exposed",
    "threat": r"threat|attack(s|ed|ing)?\b|menac|hits",
    "defence": r"defen[cds]|protect|guard|prevent|parr|out of danger|meets|keeps .* out|holds",
    "winning material": r"\bwins?\b|winning (a|the)|gain(s|ed|ing)? a|captur|takes the",
    "sacrifice": r"sacrific|offers?|gambit|giv(es|ing) up",
    "trade": r"exchang|trad(e|es|ing)|liquidat|takes back|recaptur|simplif",
    "opening a line": r"open(s|ed|ing)? (the|up|a)|open .*(file|line|diagonal)|file\b|diagonal",
    "centre": r"cent(re|er|ral)",
    "development": r"develop|brings? (out|the)|castl|into (play|the game)|mobili[sz]|towards",
    "pin": r"\bpin",
    "fork": r"\bfork|double attack",
    "mistake": r"mistake|inaccura|error|wrong|weak(er)? move|better (is|was|would)|oversight|not good|is better|allows",
    "passed pawn": r"passed|promot|queen(s|ing) (a|the) pawn|majority",
    "space": r"space|cramp|advance|gains .*(space|tempo)|block|expel|drives",
    "weakness": r"weak(ness|en|ened)?|isolated|backward|doubled|hole|outpost|target",
    "opening theory": r"opening|variation|defen[cs]e,|gambit|theory|master games|line goes|attack,",
    "ending": r"end[- ]?game|ending|opposition|draw",
    "check": r"check",
    "manoeuvre": r"manoeuvre|maneuver|relocat|regroup|transfer|square\b|flight|frees?\b|freeing",
}


def ideas(text: str) -> frozenset[str]:
    """Return the ideas that a text names."""
    return frozenset(name for name, words in IDEAS.items() if re.search(words, text, re.IGNORECASE))


def main() -> None:
    """Explain every move, and count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("annotations", type=Path)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.annotations.read_text(encoding="utf-8").splitlines()]
    coach = Coach(find_evaluator("search"))
    ours: dict[tuple[str, str], frozenset[str]] = {}
    theirs: dict[tuple[str, str], frozenset[str]] = {}
    for row in rows:
        key = (row["fen"], row["move"])
        if key not in ours:
            sentence = coach.explain(chess.Board(row["fen"]), chess.Move.from_uci(row["move"])).sentence
            ours[key], theirs[key] = ideas(sentence), ideas(row["comment"])
            print(f"{row['fen']} {row['move']}: {sentence}\n  {row['comment']}")
            print(f"  {sorted(ours[key])} {sorted(theirs[key])}")
    named = [key for key in ours if theirs[key]]
    common = sum(bool(ours[key] & theirs[key]) for key in named)
    print(f"an idea in common: {common} of {len(named)} moves whose comment names one ({len(ours)} moves in all)")
    frequency = Counter(idea for row in rows for option in row["options"] for idea in ideas(option))
    weight = {idea: math.log(4 * len(rows) / count) for idea, count in frequency.items()}
    right = 0.0
    for row in rows:
        known = ours[row["fen"], row["move"]]
        scores = [sum(weight[idea] for idea in known & ideas(option)) for option in row["options"]]
        best = [place for place, score in enumerate(scores) if score == max(scores)]
        right += ("ABCD".index(row["answer"]) in best) / len(best)
    print(f"the right comment of four: {right / len(rows):.3f} of {len(rows)}")


if __name__ == "__main__":
    main()
