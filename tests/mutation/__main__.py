"""`make mutate`: change the verifier in one place at a time, and see whether a test of liars or of the verifier fails.

The tests are collected and run once, which tells which of them run which lines, and how long each takes (`cover`).
One mutant for each line (`draw`), with `--every` all of them, is then judged in a fork of that process (`campaign`),
first those that never were by a second of tests, then those that survive by thirty. The source tree is never written
to. What was judged stands in `.mutation/` and is not judged again unless the function around it has changed; a mutant
that survived is judged again where tests have changed. Stop it whenever you like; `python -m mutation --summary` shows
where it stands, and writes `summary.md` and `record.txt`, from which another machine goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import time
import tomllib
from pathlib import Path
from typing import Any

from mutation.campaign import Campaign, current, read_state
from mutation.cover import Cover, digest
from mutation.draw import drawn
from mutation.mutant import mutants
from mutation.record import read_record, written

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
ORDER = ["points", "inseparable", "rounded", "bounds", "exact", "square", "check", "positive", "batch", "kernel"]
ORDER += ["program", "split", "rounding", "fraction", "inner_ball", "body", "mixture", "shape", "quantity", "genuine"]
ORDER += ["ball", "conic", "linear_system"]


_SHOWN = 250  # survivors that are listed with their text


def targets() -> list[Path]:
    """The files of the arithmetic and of the verifier, the important ones first."""
    paths = [p for room in ("arithmetic", "verify") for p in sorted((ROOT / "src/gordan" / room).rglob("*.py"))]

    def rank(path: Path) -> tuple[int, str]:
        name = path.parent.name if path.parent.name in ("batch", "kernel", "conic") else path.stem
        return ORDER.index(name) if name in ORDER else len(ORDER), str(path)

    return sorted((p for p in paths if p.name != "__init__.py"), key=rank)


def test_files(names: list[str]) -> list[Path]:
    found = [ROOT / name for name in names]
    return [p for each in found for p in (sorted(each.rglob("*.py")) if each.is_dir() else [each])]


def listed() -> dict[str, str]:
    """Survivors with a reason: mutants that accept nothing that is false."""
    read = tomllib.loads((HERE / "survivors.toml").read_text())
    alike = {line.split()[0]: group["reason"] for group in read.get("survive", []) for line in group["mutants"]}
    return dict(read.get("reason", {})) | alike


def left_out() -> list[tuple[str, str, str]]:
    """Files, the beginnings of lines and functions of them whose mutants are not judged: each has its reason beside it.

    A rule without lines is one for the whole function, one without functions for the whole file.
    """
    rules = tomllib.loads((HERE / "survivors.toml").read_text())["rule"]
    return [
        (f"src/gordan/{rule['file']}", begins, function)
        for rule in rules
        for begins in rule.get("lines", [""])
        for function in rule.get("functions", [""])
    ]


def sources() -> dict[str, bytes]:
    return {str(path.relative_to(ROOT)): path.read_bytes() for path in targets()}


def known() -> dict[str, dict[str, Any]]:
    """What is known of all mutants: from the record, and from what was judged here since."""
    record = HERE / "record.txt"
    recorded = read_record(record.read_text(), sources()) if record.exists() else {}
    return recorded | read_state(STATE / "state.jsonl")


def summary() -> str:
    """A table: how many mutants of each file were killed, survived with and without a reason, and wait."""
    state, reasons, total, rules = known(), listed(), [0] * 7, left_out()
    rows, alive = [], []
    for path in targets():
        file = str(path.relative_to(ROOT))
        every = drawn(mutants(file, path.read_bytes()))
        judged = [each for each in every if not any(each.on_line(*rule) for rule in rules)]
        skipped, every = len(every) - len(judged), judged
        verdicts = [(current(state, each) or {"verdict": "waits"})["verdict"] for each in every]
        survivors = [each for each, verdict in zip(every, verdicts, strict=True) if verdict == "survived"]
        open_ones = [each for each in survivors if each.key not in reasons]
        counts = [len(every) + skipped, verdicts.count("killed"), verdicts.count("slow"), skipped]
        counts += [len(survivors) - len(open_ones), len(open_ones), verdicts.count("waits")]
        total = [a + b for a, b in zip(total, counts, strict=True)]
        rows.append(f"| {file.removeprefix('src/gordan/')} | {' | '.join(map(str, counts))} |")
        alive += [f"- `{each.key}` {each}" for each in open_ones]
    names = ["file", "mutants", "killed", "killed by the clock", "left out with a reason", "survive with a reason"]
    head = [f"| {' | '.join([*names, 'survive so far', 'not run'])} |"]
    rows.append(f"| **all** | {' | '.join(map(str, total))} |")
    if len(alive) > _SHOWN:
        alive = [*alive[:_SHOWN], f"- and {len(alive) - _SHOWN:,} more, each an `s` in `record.txt`"]
    return "\n".join([*head, "|---|--:|--:|--:|--:|--:|--:|--:|", *rows, "", *alive, ""])


def listing(only: str) -> str:
    """The survivors of some files that are still to be killed or given a reason, with the change of each."""
    state, reasons, rules, lines = known(), listed(), left_out(), []
    for path in targets():
        file = str(path.relative_to(ROOT))
        for each in drawn(mutants(file, path.read_bytes())) if only in file else []:
            entry = current(state, each)
            settled = each.key in reasons or any(each.on_line(*rule) for rule in rules)
            if entry and entry["verdict"] == "survived" and not settled:
                change = f"{' '.join(each.before.split())} → {' '.join(each.after.split())}"
                lines.append(f"{each.key} {file.removeprefix('src/gordan/')}:{each.line} {each.function}: {change}")
    return "\n".join(lines)


HEAD = """# Mutants of the verifier

Written by `python -m mutation --summary`; see `make mutate`. One mutant is drawn for each line of the verifier and of
the arithmetic it uses. Those that survive so far were tried with a second of tests at least, which need not be all
there are: more tests may kill them, or a reason is still to be given in `survivors.toml`. What became of each is in
`record.txt`.

"""


def run(only: str, *, tests: list[str], hours: float, every: bool) -> None:
    """Judge mutants for so long, or until none is left."""
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # threads do not outlive a fork
    import pytest

    os.chdir(ROOT)
    cover = Cover(targets(), STATE / "cover.json")
    files = [path for path in targets() if only in str(path.relative_to(ROOT))]
    state = known()
    campaign = Campaign(ROOT, files, cover=cover, state=state, tests=digest(test_files(tests)))
    campaign.end, campaign.partial = time.monotonic() + 3600 * hours, tests != TESTS
    campaign.every = every
    campaign.listed, campaign.left_out = set(listed()), left_out()
    quiet = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
    with (STATE / "state.jsonl").open("a") as log:

        def record(entry: dict[str, object]) -> None:
            log.write(json.dumps(entry) + "\n")
            log.flush()

        campaign.record = record
        pytest.main([*quiet, *tests], plugins=[campaign, cover])


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutate")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--hours", type=float, default=8.0, help="stop after so long (default 8)")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files and folders to run instead of all")
    parser.add_argument("--every", action="store_true", help="all mutants of a line, and not one")
    parser.add_argument("--summary", action="store_true", help="write summary.md and end")
    parser.add_argument("--list", action="store_true", help="show the survivors without a reason, and end")
    options = parser.parse_args()
    STATE.mkdir(exist_ok=True)
    if options.list:
        print(listing(options.only))
        return
    if not options.summary:
        run(options.only, tests=options.tests, hours=options.hours, every=options.every)
    text = HEAD + summary()
    (HERE / "summary.md").write_text(text)
    (HERE / "record.txt").write_text(written(sources(), known()))


if __name__ == "__main__":
    main()
