"""`make mutate`: change the verifier in one place at a time, and see whether a test of liars or of the verifier fails.

Every mutant is judged in a child process whose import of the one changed file is given the mutant's text: the source
tree itself is never written to. The tests that run the changed line come first, the quick ones before the slow. What
was judged stands in `.mutation/` and is not judged again, unless the function around it has changed; a mutant that
survived is judged again where tests have changed. Stop it whenever you like; `python -m mutation --summary` shows where
it stands and writes `tests/mutation/summary.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.abc
import importlib.util
import json
import os
import resource
import signal
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

from mutation.cover import Chosen, Cover
from mutation.mutant import Mutant, mutants

ROOT = Path(__file__).parents[2]
STATE = ROOT / ".mutation"
TESTS = ["tests/liar", "tests/verify", "tests/partition/test_liar.py", "tests/law/test_verifier.py"]
# The files whose mistakes would let a false proof through come first.
ORDER = ["bounds", "exact", "separator", "inseparable", "enclosure", "bracket", "square", "check", "points", "rounded"]
ORDER += ["residual", "program", "split", "kernel", "conic"]
FIRST = 60  # tests tried before all others
LONGEST = 240.0  # seconds for one mutant
MEMORY = 6 << 30


def targets() -> list[Path]:
    """The verifier's files, and those of the arithmetic it uses, the important ones first."""
    found = [p for room in ("arithmetic", "verify") for p in sorted((ROOT / "src/gordan" / room).rglob("*.py"))]

    def rank(path: Path) -> tuple[int, str]:
        room = path.parent.name if path.parent.name in ("kernel", "conic") else path.stem
        if path.parent.name == "arithmetic":
            return -1, str(path)
        return ORDER.index(room) if room in ORDER else len(ORDER), str(path)

    return sorted((p for p in found if p.name != "__init__.py"), key=rank)


def digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def test_files() -> list[Path]:
    found = [ROOT / name for name in TESTS]
    return [p for each in found for p in (sorted(each.rglob("*.py")) if each.is_dir() else [each])]


def covering() -> dict[str, Any]:
    """Which tests run which lines; found anew, in a child, where sources or tests have changed."""
    stamp, path = digest([*targets(), *test_files()]), STATE / "cover.json"
    if path.exists() and (known := json.loads(path.read_text()))["stamp"] == stamp:
        return known
    print("looking which tests run which lines", flush=True)
    if (child := os.fork()) == 0:
        plugin = Cover([str(p) for p in targets()])
        code = _pytest([*TESTS], plugin)
        lines = {
            f"{Path(file).relative_to(ROOT)}:{line}": [name for name in names if name]
            for file, ran in plugin.lines().items()
            for line, names in ran.items()
        }
        path.write_text(json.dumps({"stamp": stamp, "lines": lines, "seconds": plugin.seconds}))
        os._exit(code)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        sys.exit("the tests fail without any mutant: mend them first")
    return dict(json.loads(path.read_text()))


def _pytest(names: list[str], plugin: Any) -> int:
    import pytest

    os.chdir(ROOT)
    quiet = ["-q", "-x", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return int(pytest.main([*quiet, *names], plugins=[plugin]))


class Changed(importlib.abc.SourceLoader):
    """Loads one module from the mutant's text."""

    def __init__(self, name: str, path: str, text: bytes) -> None:
        self.name, self.path, self.text = name, path, text

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        return importlib.util.spec_from_loader(name, self, origin=self.path) if name == self.name else None

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: str) -> bytes:
        return self.text


def judge(mutant: Mutant, names: list[str], seconds: float) -> str:
    """ "killed", "slow" or "survived", by these tests in this order."""
    if not names:
        return "survived"
    if (child := os.fork()) == 0:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        module = mutant.file.removeprefix("src/").removesuffix(".py").replace("/", ".")
        text = mutant.apply((ROOT / mutant.file).read_bytes())
        sys.meta_path.insert(0, Changed(module, str(ROOT / mutant.file), text))
        os._exit(_pytest(sorted({name.split("::")[0] for name in names}), Chosen(names)))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "survived" if status == 0 else "killed"
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "slow"


def campaign(only: str, seconds: float) -> None:
    # Imported before the children are made, so that none of them has to; gordan itself must come from each child.
    import flint  # noqa: F401

    assert "gordan" not in sys.modules
    cover, tests, end = covering(), digest(test_files()), time.monotonic() + seconds
    state, reasons = read_state(), listed()
    with (STATE / "state.jsonl").open("a") as log:
        for path in targets():
            file = str(path.relative_to(ROOT))
            for mutant in mutants(file, path.read_bytes()) if only in file else ():
                before = state.get(mutant.key)
                if before and (before["verdict"] != "survived" or before["tests"] == tests or mutant.key in reasons):
                    continue
                if time.monotonic() > end:
                    return
                names = sorted(cover["lines"].get(f"{file}:{mutant.line}", ()), key=cover["seconds"].get)
                verdict = "survived"
                for part in (names[:FIRST], names[FIRST:]):
                    if part and verdict == "survived":
                        usual = sum(cover["seconds"][name] for name in part)
                        verdict = judge(mutant, part, min(4 * usual + 30, LONGEST))
                entry = {"key": mutant.key, "verdict": verdict, "tests": tests, "covered": len(names)}
                log.write(json.dumps({**entry, "mutant": str(mutant)}) + "\n")
                log.flush()
                if verdict == "survived":
                    print(f"{mutant.key} survived {len(names)} tests: {mutant}", flush=True)


def read_state() -> dict[str, dict[str, Any]]:
    path = STATE / "state.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def listed() -> dict[str, str]:
    """Survivors with a reason: mutants that accept nothing that is false."""
    return dict(tomllib.loads((Path(__file__).parent / "survivors.toml").read_text()).get("reason", {}))


def summary() -> str:
    """A table: how many mutants of each file were killed, survived with and without a reason, and wait."""
    state, reasons, total = read_state(), listed(), [0] * 6
    rows, open_ones = [], []
    for path in targets():
        file = str(path.relative_to(ROOT))
        every = mutants(file, path.read_bytes())
        told = [state.get(each.key, {}).get("verdict", "waits") for each in every]
        excused = sum(t == "survived" and e.key in reasons for t, e in zip(told, every, strict=True))
        alive = told.count("survived") - excused
        counts = [len(every), told.count("killed"), told.count("slow"), excused, alive, told.count("waits")]
        total = [a + b for a, b in zip(total, counts, strict=True)]
        rows.append(f"| {file.removeprefix('src/gordan/')} | {' | '.join(map(str, counts))} |")
        pairs = zip(told, every, strict=True)
        open_ones += [f"- `{e.key}` {e}" for t, e in pairs if t == "survived" and e.key not in reasons]
    head = ["| file | mutants | killed | killed by the clock | survive with a reason | survive | not run |"]
    rows.append(f"| **all** | {' | '.join(map(str, total))} |")
    return "\n".join([*head, "|---|--:|--:|--:|--:|--:|--:|", *rows, "", *open_ones, ""])


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutate")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--hours", type=float, default=1e6, help="stop after so long")
    parser.add_argument("--summary", action="store_true", help="write summary.md and end")
    options = parser.parse_args()
    STATE.mkdir(exist_ok=True)
    if not options.summary:
        campaign(options.only, 3600 * options.hours)
    text = "# Mutants of the verifier\n\nWritten by `python -m mutation --summary`; see `make mutate`.\n\n" + summary()
    (Path(__file__).parent / "summary.md").write_text(text)


if __name__ == "__main__":
    main()
