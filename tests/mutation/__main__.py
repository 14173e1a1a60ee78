"""`make mutate`: change the verifier in one place at a time, and see whether a test of liars or of the verifier fails.

The tests are collected and run once, which tells which of them run which lines, and how long each takes. Every mutant
is then judged in a fork of that process: the changed file is executed anew in its module, whoever has imported
something of it gets the new one, and the tests that run the changed line are run, the quick ones first, until one
fails. The source tree is never written to. What was judged stands in `.mutation/` and is not judged again unless the
function around it has changed; a mutant that survived is judged again where tests have changed, or others are asked
for. Stop it whenever you like; `python -m mutation --summary` shows where it stands and writes `summary.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import signal
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

from mutation.cover import Cover
from mutation.mutant import Mutant, mutants

ROOT = Path(__file__).parents[2]
HERE, STATE = Path(__file__).parent, ROOT / ".mutation"
TESTS = [
    "tests/liar",
    "tests/verify",
    "tests/arithmetic",
    "tests/feasibility/split/test_liar.py",
    "tests/law/test_verifier.py",
]
# The files whose mistakes would let a false proof through come first.
ORDER = [
    "rounding",
    "root",
    "bounds",
    "exact",
    "separator",
    "inseparable",
    "residual",
    "enclosure",
    "bracket",
    "square",
]
ORDER += ["square", "check", "points", "rounded", "quantity", "program", "split", "kernel", "ball", "conic"]
ENOUGH = 30.0  # seconds of tests that a mutant has survived when it counts as a survivor
SPARE = 20  # seconds of processor time beyond four times what the tests take


def targets() -> list[Path]:
    """The files of the arithmetic and of the verifier, the important ones first."""
    paths = [p for room in ("arithmetic", "verify") for p in sorted((ROOT / "src/gordan" / room).rglob("*.py"))]

    def rank(path: Path) -> tuple[int, str]:
        name = path.parent.name if path.parent.name in ("kernel", "conic") else path.stem
        return ORDER.index(name) if name in ORDER else len(ORDER), str(path)

    return sorted((p for p in paths if p.name != "__init__.py"), key=rank)


def digest(paths: list[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


def test_files(names: list[str]) -> list[Path]:
    found = [ROOT / name for name in names]
    return [p for each in found for p in (sorted(each.rglob("*.py")) if each.is_dir() else [each])]


class Campaign:
    """A pytest plugin: instead of running the tests once, it runs them once for every mutant."""

    def __init__(self, only: str, seconds: float, tests: list[str]) -> None:
        self.only, self.end, self.tests = only, time.monotonic() + seconds, digest(test_files(tests))
        self.partial = tests != TESTS
        self.cover = Cover([str(p) for p in targets()])
        self.judging, self.broken = False, set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and self.judging:
            os._exit(1)
        if report.failed:
            print(
                f"fails without any mutant, and is left out: {report.nodeid}\n{report.longreprtext[-1500:]}", flush=True
            )
            self.broken.add(report.nodeid)

    def pytest_runtestloop(self, session: Any) -> bool:
        lines = self._covering(session)
        items = {item.nodeid: item for item in session.items if item.nodeid not in self.broken}
        tests, state, reasons = self.tests, read_state(), listed()
        with (STATE / "state.jsonl").open("a") as log:
            for path in targets():
                file = str(path.relative_to(ROOT))
                for mutant in mutants(file, path.read_bytes()) if self.only in file else ():
                    before = current(state, mutant)
                    if before and (
                        before["verdict"] != "survived" or before["tests"] == tests or mutant.key in reasons
                    ):
                        continue
                    if time.monotonic() > self.end:
                        return True
                    every = sorted(lines.get((str(path), mutant.line), ()), key=lambda name: self._rank(name, path))
                    if self.partial and not every:
                        continue  # other tests may run it
                    names, total = [], 0.0
                    for name in (name for name in every if name in items):
                        names.append(name)
                        total += self.cover.seconds[name]
                        if total > ENOUGH:
                            break
                    verdict = self._judge(mutant, [items[name] for name in names], total)
                    entry = {"key": mutant.key, "around": mutant.around, "verdict": verdict, "tests": tests}
                    log.write(json.dumps({**entry, "covered": len(every), "mutant": str(mutant)}) + "\n")
                    log.flush()
        return True

    def _covering(self, session: Any) -> dict[tuple[str, int], set[str]]:
        """The tests by the lines that they run; what they cache while they run serves every fork."""
        for item in session.items:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        found = {}
        for file, ran in self.cover.lines().items():
            lines = {line: {name for name in names if name} for line, names in ran.items()}
            # What is executed at import, before any test, is the business of all tests of the file.
            every = set().union(*lines.values()) if lines else set()
            found |= {(file, line): names or every for line, names in lines.items()}
        return found

    def _rank(self, name: str, path: Path) -> tuple[bool, float]:
        """Tests of the file or of its room first, then the quick ones."""
        file = name.split("::")[0]
        return not (path.stem in file or path.parent.name in file.split("/")[1:-1]), self.cover.seconds[name]

    def _judge(self, mutant: Mutant, items: list[Any], seconds: float) -> str:
        """Say "killed", "slow" or "survived"."""
        if not items:
            return "survived"
        if (child := os.fork()) == 0:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            limit = int(4 * seconds) + SPARE
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            self.judging = True
            try:
                swap(mutant)
                for item in items:
                    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            except BaseException:
                os._exit(1)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return "survived" if code == 0 else "slow" if -code in (signal.SIGXCPU, signal.SIGKILL) else "killed"


def swap(mutant: Mutant) -> None:
    """Execute the mutant in its module, and hand what is new to all who imported the old."""
    module = sys.modules[mutant.file.removeprefix("src/").removesuffix(".py").replace("/", ".")]
    before = dict(vars(module))
    source = mutant.apply((ROOT / mutant.file).read_bytes())
    exec(compile(source, str(ROOT / mutant.file), "exec"), vars(module))
    old = {id(value): vars(module)[name] for name, value in before.items() if vars(module).get(name) is not value}
    for other in [each for each in sys.modules.values() if each is not None and each is not module]:
        names = getattr(other, "__dict__", {})
        for name, value in list(names.items()):
            if (
                id(value) in old
                and not name.startswith("__")
                and str(getattr(other, "__name__", "")).split(".")[0] in OURS
            ):
                names[name] = old[id(value)]


OURS = {"gordan", "liar", "certificate", "verify", "partition", "law", "test", "tests", "arithmetic"}


def read_state() -> dict[str, dict[str, Any]]:
    path = STATE / "state.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def current(state: dict[str, dict[str, Any]], mutant: Mutant) -> dict[str, Any] | None:
    """What is known of a mutant, if it was judged in the function as it is now."""
    entry = state.get(mutant.key)
    return entry if entry and entry.get("around") == mutant.around else None


def listed() -> dict[str, str]:
    """Survivors with a reason: mutants that accept nothing that is false."""
    return dict(tomllib.loads((HERE / "survivors.toml").read_text()).get("reason", {}))


def summary() -> str:
    """A table: how many mutants of each file were killed, survived with and without a reason, and wait."""
    state, reasons, total = read_state(), listed(), [0] * 6
    rows, alive = [], []
    for path in targets():
        file = str(path.relative_to(ROOT))
        every = mutants(file, path.read_bytes())
        verdicts = [(current(state, each) or {"verdict": "waits"})["verdict"] for each in every]
        survivors = [each for each, verdict in zip(every, verdicts, strict=True) if verdict == "survived"]
        open_ones = [each for each in survivors if each.key not in reasons]
        counts = [len(every), verdicts.count("killed"), verdicts.count("slow"), len(survivors) - len(open_ones)]
        counts += [len(open_ones), verdicts.count("waits")]
        total = [a + b for a, b in zip(total, counts, strict=True)]
        rows.append(f"| {file.removeprefix('src/gordan/')} | {' | '.join(map(str, counts))} |")
        alive += [f"- `{each.key}` ({state[each.key]['covered']} tests) {each}" for each in open_ones]
    head = ["| file | mutants | killed | killed by the clock | survive with a reason | survive so far | not run |"]
    rows.append(f"| **all** | {' | '.join(map(str, total))} |")
    return "\n".join([*head, "|---|--:|--:|--:|--:|--:|--:|", *rows, "", *alive, ""])


HEAD = """# Mutants of the verifier

Written by `python -m mutation --summary`; see `make mutate`. Those that survive so far were tried with the number of
tests that stands beside them, which need not be all there are: more tests may kill them, or a reason is still to be
given in `survivors.toml`.

"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutate")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--hours", type=float, default=8.0, help="stop after so long (default 8)")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files and folders to run instead of all")
    parser.add_argument("--summary", action="store_true", help="write summary.md and end")
    options = parser.parse_args()
    STATE.mkdir(exist_ok=True)
    if not options.summary:
        # Threads do not outlive a fork.
        os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        import pytest

        os.chdir(ROOT)
        quiet = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
        campaign = Campaign(options.only, 3600 * options.hours, options.tests)
        pytest.main([*quiet, *options.tests], plugins=[campaign, campaign.cover])
    text = HEAD + summary()
    (HERE / "summary.md").write_text(text)


if __name__ == "__main__":
    main()
