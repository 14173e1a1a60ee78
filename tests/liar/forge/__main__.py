"""`make forge`: forge for hours, and keep whatever is accepted.

Goes round all forgers, a seed at a time. `.forge/progress.json` has the next seed and the counts so far, so that it can
be stopped and started at will; `.forge/accepted/` gets a script for every forgery that was accepted, that crashed the
verifier, or that was refused by another check than the one violated.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from liar.forge.forger import Forger, Trial, attempt
from liar.forge.registry import FORGERS

STATE = Path(__file__).parents[3] / ".forge"
SCRIPT = '''"""{name}, seed {seed}: {result}. {detail}

{shown}
"""

from liar.forge.forger import attempt
from liar.forge.registry import FORGERS

forger = next(forger for forger in FORGERS if forger.name == {name!r})
trial = attempt(forger, {seed})
print(trial.result, trial.failed, trial.error)
print(trial.forged)
'''


def load() -> dict[str, Any]:
    path = STATE / "progress.json"
    return dict(json.loads(path.read_text())) if path.exists() else {"seed": 1000, "seconds": 0.0, "counts": {}}


def save(progress: dict[str, Any]) -> None:
    (STATE / "new.json").write_text(json.dumps(progress, indent=1))
    (STATE / "new.json").replace(STATE / "progress.json")


def keep(forger: Forger, seed: int, trial: Trial) -> None:
    folder = STATE / "accepted"
    folder.mkdir(exist_ok=True)
    name = "".join(c if c.isalnum() else "-" for c in forger.name)
    shown = repr(trial.forged).replace('"""', "'''")[:20000]
    detail = f"checks that fail: {trial.failed}. {trial.error}"
    told = {"name": forger.name, "seed": seed, "result": trial.result, "detail": detail, "shown": shown}
    (folder / f"{name}-{seed}.py").write_text(SCRIPT.format(**told))
    print(f"{trial.result}: {forger.name}, seed {seed}: {detail}", flush=True)


def tried(forger: Forger, seed: int) -> Trial:
    try:
        return attempt(forger, seed)
    except Exception as error:  # of the honest claim, or of the forger: to be looked at as well
        where = traceback.format_exc(limit=-2)
        return Trial("broken", error=f"{type(error).__name__}: {error} {where}")


def campaign(only: str, seconds: float) -> dict[str, Any]:
    progress, start = load(), time.monotonic()
    before, saved = progress["seconds"], start
    forgers = [forger for forger in FORGERS if only in forger.name]
    while (now := time.monotonic()) - start < seconds:
        seed = progress["seed"]
        for forger in forgers:
            trial = tried(forger, seed)
            counts = progress["counts"].setdefault(forger.name, {})
            counts[trial.result] = counts.get(trial.result, 0) + 1
            if trial.result in ("accepted", "crash", "another", "broken"):
                keep(forger, seed, trial)
        progress["seed"], progress["seconds"] = seed + 1, before + now - start
        if now - saved > 30:
            save(progress)
            saved = now
    save(progress)
    return progress


def report(progress: dict[str, Any]) -> str:
    """Forgeries by the check that they attack."""
    totals: dict[str, Counter[str]] = {}
    for forger in FORGERS:
        totals.setdefault(forger.check, Counter()).update(progress["counts"].get(forger.name, {}))
    lines = [f"{progress['seed'] - 1000:,} rounds in {progress['seconds'] / 3600:.2f} hours"]
    for check, counts in totals.items():
        bad = {result: n for result, n in counts.items() if result in ("accepted", "crash", "another", "broken")}
        lines.append(f"{counts['refused'] + counts['input']:>9,} refused  {check}" + (f"  BUT {bad}" if bad else ""))
    whole = sum((counts for counts in totals.values()), Counter())
    lines.append(f"{whole['refused'] + whole['input']:>9,} refused, {whole['accepted']:,} accepted")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make forge")
    parser.add_argument("--hours", type=float, default=8.0, help="stop after so long (default 8)")
    parser.add_argument("--only", default="", help="forgers with this in their name")
    parser.add_argument("--summary", action="store_true", help="show the counts so far and end")
    options = parser.parse_args()
    STATE.mkdir(exist_ok=True)
    warnings.simplefilter("error")
    progress = load() if options.summary else campaign(options.only, 3600 * options.hours)
    print(report(progress))
    sys.exit(any(c.get("accepted") or c.get("crash") for c in progress["counts"].values()))


if __name__ == "__main__":
    main()
