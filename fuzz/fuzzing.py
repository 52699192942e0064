"""Mutate inputs, give them to a reader many times, and record everything but a clean refusal.

    python fuzz/fuzzing.py pgn --inputs 1000000 --seed 1 --record fuzz/record.json

An input with a new outcome is kept and mutated further. A new outcome is another error message, names and numbers left
out, or another size of the result; this guidance works with a stable toolchain and needs no special build. Where random
bytes break a format at once, every second input is one that was read before, changed with its shape kept (shapes.py).
Inputs that fail are kept in fuzz/crashes/TARGET/, one file for each kind of failure; tests/test_fuzz.py reads them all.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import time
import warnings
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from types import FrameType

from mutation import mutations
from targets import REFUSED, Target, all_targets

HERE = Path(__file__).parent
CRASHES = HERE / "crashes"
SECONDS_FOR_ONE = 10.0
"""In processor time, since the machine may be busy."""
MOST_KEPT = 400
LARGEST_KEPT = 40_000
"""Bytes of an input that is changed with its shape kept, so that it cannot grow without end."""
_DETAIL = re.compile(r"[\"'`].*|[0-9]+|/\S+")


class Hung(Exception):
    """An input that took too long."""


@dataclass(slots=True)
class Found:
    """The outcome of many inputs."""

    inputs: int = 0
    refused: int = 0
    kept: int = 0
    seconds: float = 0.0
    crashes: dict[str, bytes] = field(default_factory=dict)


def fuzz(target: Target, inputs: int, seed: int) -> Found:
    """Try `inputs` inputs; the seeds themselves come first."""
    random = Random(seed)
    kept = list(target.seeds)
    mutate = mutations(target.seeds, random)
    seen: set[str] = set()
    whole = list(target.seeds)
    found = Found()
    begun = time.process_time()
    signal.signal(signal.SIGPROF, _too_long)
    for number in range(inputs):
        if number < len(target.seeds):
            data = target.seeds[number]
        elif target.shape and random.random() < 0.5:
            data = target.shape(random.choice(whole), random)
        else:
            data = mutate(kept)
        outcome, is_refusal, crash = _tried(target, data)
        found.inputs += 1
        if target.shape and not is_refusal and crash is None:
            _keep(whole, data, random)
        found.refused += is_refusal
        if crash is not None:
            known = found.crashes.get(crash)
            if known is None or len(data) < len(known):
                found.crashes[crash] = data
        elif outcome not in seen and len(kept) < MOST_KEPT:
            seen.add(outcome)
            kept.append(data)
    found.kept = len(kept)
    found.seconds = time.process_time() - begun
    return found


def _keep(whole: list[bytes], data: bytes, random: Random) -> None:
    """Keep an input that was read for further changes: the first few hundred, later ones sometimes replace one."""
    if len(data) > LARGEST_KEPT:
        return
    if len(whole) < MOST_KEPT:
        whole.append(data)
    elif random.random() < 0.1:
        whole[random.randrange(1, MOST_KEPT)] = data


def _tried(target: Target, data: bytes) -> tuple[str, bool, str | None]:
    """Return the outcome of an input as text, whether it was refused, and the crash if there was one."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS_FOR_ONE)
    try:
        result = target.read(data)
    except REFUSED as error:
        return _DETAIL.sub("", str(error))[:80], True, None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of the core is no Exception, and this is what is looked for
        return "", False, _kind(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    size = len(result) if isinstance(result, list | tuple | str | bytes) else result if isinstance(result, int) else 0
    return f"read {size.bit_length()}", False, None


def _kind(error: BaseException) -> str:
    """Name a crash by its type and the line of our code that it came from."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if "/motif/" in code.co_filename:
            place = f"{Path(code.co_filename).name}:{code.co_name}"
        trace = trace.tb_next
    return f"{type(error).__name__} in {place or 'the core'}: {_DETAIL.sub('', str(error))[:60]}"


def _too_long(_: int, __: FrameType | None) -> None:
    raise Hung(f"more than {SECONDS_FOR_ONE:g} s")


def main() -> None:
    """Fuzz some targets and write down what was found."""
    # A warning from a library is a case that we did not consider.
    warnings.simplefilter("error")
    targets = all_targets()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("target", nargs="*", choices=[*targets, []], help="which readers; all without a name")
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="add the counts to this file")
    given = parser.parse_args()
    for name in given.target or targets:
        found = fuzz(targets[name], given.inputs, given.seed)
        print(
            f"{name}: {found.inputs:,} inputs in {found.seconds:.0f} CPU s, {found.refused:,} refused, "
            f"{found.kept} kept, {len(found.crashes)} kinds of crash",
            flush=True,
        )
        for kind, data in found.crashes.items():
            path = CRASHES / name / sha256(kind.encode()).hexdigest()[:10]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            print(f"  {kind}\n    {path.relative_to(HERE)}: {data[:120]!r}", flush=True)
        if given.record:
            _record(given.record, name, given.seed, found)


def _record(path: Path, name: str, seed: int, found: Found) -> None:
    runs = json.loads(path.read_text()) if path.exists() else {}
    runs.setdefault(name, {})[f"seed {seed}"] = {
        "inputs": found.inputs,
        "refused": found.refused,
        "kept": found.kept,
        "crashes": sorted(found.crashes),
        "CPU seconds": round(found.seconds, 1),
    }
    path.write_text(json.dumps(runs, indent=1) + "\n")


if __name__ == "__main__":
    main()
