"""`make fuzz`: every reader in turn, with atheris guiding the changes where it is installed, and blindly where not.

What breaks a reader is kept in `.fuzz/<target>/`. The corpus that atheris grows is there too, and is gone on from.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import time
import traceback
import warnings
from pathlib import Path

STATE = Path(__file__).parents[2] / ".fuzz"


def guided(name: str, seconds: int, runs: int) -> int:
    """One target under libFuzzer, in a process of its own; returns its exit code."""
    grown, broken = STATE / name / "corpus", STATE / name / "broken"
    for folder in (grown, broken):
        folder.mkdir(parents=True, exist_ok=True)
    limits = [f"-max_total_time={seconds}", f"-runs={runs}", "-timeout=20", "-rss_limit_mb=4096", "-max_len=4096"]
    seeds = Path(__file__).parent / "corpus" / name
    code = "from fuzz.__main__ import fuzz; fuzz()"
    command = [sys.executable, "-c", code, *limits, f"-artifact_prefix={broken}/", str(grown), str(seeds)]
    log = STATE / name / "log"
    with log.open("wb") as out:
        done = subprocess.run(command, env={**os.environ, "FUZZ_TARGET": name}, stdout=out, stderr=out, check=False)
    last = [line for line in log.read_text(errors="replace").splitlines() if "Done" in line or "Error" in line][-3:]
    print(f"{name}: {' | '.join(last)}", flush=True)
    return done.returncode


def fuzz() -> None:
    """The body of a guided process: the readers are imported so that atheris sees which branches they take."""
    import atheris

    with atheris.instrument_imports(
        include=["gordan.file.certificate", "gordan.file.table", "gordan.learn.online", "gordan.regression.model"]
    ):
        import gordan.file.certificate
        import gordan.file.mps  # noqa: F401
        from fuzz.target import TARGETS, outcome_of
    from fuzz.mutate import mutated

    def changed(raw: bytes, longest: int, seed: int) -> bytes:
        """libFuzzer's own changes, or ours: those keep checksums, without which no change gets beyond them."""
        if seed % 2 or not raw:
            return bytes(atheris.Mutate(raw, longest))
        try:
            return mutated([raw], seed)[:longest]
        except (ValueError, RecursionError):  # JSON no longer
            return bytes(atheris.Mutate(raw, longest))

    warnings.simplefilter("error")
    target = next(each for each in TARGETS if each.name == os.environ["FUZZ_TARGET"])
    atheris.Setup(sys.argv, lambda raw: outcome_of(target, bytes(raw)) and None, custom_mutator=changed)
    atheris.Fuzz()


def blind(name: str, seconds: int, first: int) -> int:
    """The changes that the tests make, and as many more as there is time for."""
    from fuzz.mutate import mutated
    from fuzz.target import TARGETS, corpus, outcome_of

    warnings.simplefilter("error")
    target = next(each for each in TARGETS if each.name == name)
    seeds, end, seed, bad = corpus(target), time.monotonic() + seconds, first, 0
    (STATE / name / "broken").mkdir(parents=True, exist_ok=True)
    while time.monotonic() < end:
        raw = mutated(seeds, seed)
        try:
            outcome_of(target, raw)
        except Exception:  # any other exception is a finding
            (STATE / name / "broken" / f"seed-{seed}").write_bytes(raw)
            traceback.print_exc(limit=-3)
            bad += 1
        seed += 1
    print(f"{name}: {seed - first:,} changes, {bad} findings", flush=True)
    return bad


def main() -> None:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--only", default="", help="targets with this in their name")
    parser.add_argument("--runs", type=int, default=-1, help="for each target, with atheris")
    parser.add_argument("--blind", action="store_true", help="without atheris")
    options = parser.parse_args()
    names = [p.name for p in sorted((Path(__file__).parent / "corpus").iterdir()) if options.only in p.name]
    share = max(int(3600 * options.hours / max(len(names), 1)), 1)
    known = importlib.util.find_spec("atheris") is not None and not options.blind
    first = 1000 + int(time.time()) % 10**6 * 1000
    bad = [name for name in names if (guided(name, share, options.runs) if known else blind(name, share, first))]
    print("findings: " + (", ".join(bad) or "none"))
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
