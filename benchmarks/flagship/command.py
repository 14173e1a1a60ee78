"""The command line: do what is left to do, then write the table, the figures and the plot."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from datetime import date
from fnmatch import fnmatch
from pathlib import Path

from benchmarks.data_folder import find_data_folder
from benchmarks.flagship import case as cases
from benchmarks.flagship.launch import launch
from benchmarks.flagship.ledger import Ledger, Run
from benchmarks.flagship.peer import OURS, PEERS
from benchmarks.flagship.plan import Item, excuse, items, left
from benchmarks.flagship.plot import plot
from benchmarks.flagship.table import tell
from benchmarks.result import FOLDER

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    name = "flagship-quick" if options.quick else "flagship"
    ledger = Ledger(FOLDER / f"{name}-runs.csv")
    chosen = [item for item in items(_cases(options), _peers(options)) if _matches(item, options.only)]
    if options.list:
        _list(chosen, ledger, options.again)
        return
    if not options.table:
        _run(chosen, ledger, options.again)
    tell(ledger, name)
    plot(ledger, name)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks flagship", description="The flagship beside its peers.")
    parser.add_argument("--only", default="", metavar="PATTERN", help='runs by name, such as "kappa=1 100x* margin *"')
    parser.add_argument("--peers", default="", metavar="NAME,...", help=f"of {', '.join(PEERS)}")
    parser.add_argument("--sizes", default="", metavar="MxN,...", help="generated sizes, such as 100x5000,1000x5000")
    parser.add_argument("--again", action="store_true", help="run what was chosen although it is known")
    parser.add_argument("--ours-only", action="store_true", help="the flagship's runs alone, and again")
    parser.add_argument("--quick", action="store_true", help="small sizes and 10 s, kept apart: to see that it works")
    parser.add_argument("--list", action="store_true", help="say what is left to do")
    parser.add_argument("--table", action="store_true", help="write the tables and the plot from what is known")
    parser.add_argument("--seconds", type=float, default=None, help="limit of one run, 60 by default")
    parser.add_argument("--data", type=Path, default=find_data_folder())
    options = parser.parse_args(arguments)
    options.again = options.again or options.ours_only
    options.seconds = options.seconds or (10.0 if options.quick else 60.0)
    unknown = [name for name in options.peers.split(",") if name and name not in PEERS]
    if unknown:
        parser.error(f"no peer is called {unknown[0]}; give some of {', '.join(PEERS)}")
    return options


def _cases(options: argparse.Namespace) -> list[cases.Case]:
    if options.sizes:
        sizes = tuple(tuple(int(side) for side in size.split("x")) for size in options.sizes.split(","))
        return cases.generated(sizes, options.seconds)
    if options.quick:
        few = cases.QUICK[:1]
        return cases.generated(cases.QUICK, options.seconds, intercept=few, single=few) + _real(options)[:2]
    made = cases.generated(cases.SIZES, options.seconds, intercept=cases.WITH_INTERCEPT, single=(cases.LARGEST,))
    return made + _real(options)


def _real(options: argparse.Namespace) -> list[cases.Case]:
    found = cases.real(options.data / "libsvm", options.seconds)
    if not found:
        print(f"no real sets in {options.data / 'libsvm'}; give the folder of data with --data or GORDAN_DATA")
    return found


def _peers(options: argparse.Namespace) -> list[str]:
    return [OURS.name] if options.ours_only else [name for name in options.peers.split(",") if name]


def _matches(item: Item, pattern: str) -> bool:
    return not pattern or fnmatch(item.words, pattern) or pattern in item.words


def _list(chosen: list[Item], ledger: Ledger, again: bool) -> None:
    todo = [item for item in chosen if left(item, ledger, again) and not excuse(item, ledger)]
    for item in todo:
        print(item.words)
    longest = sum(item.case.seconds for item in todo) / 60
    print(f"{len(todo)} runs of {len(chosen)} are left; {longest:.0f} minutes if every one went to its limit")


def _run(chosen: list[Item], ledger: Ledger, again: bool) -> None:
    # Being asked to end must end the run that is under way as well, which only an exception does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="gordan-flagship-") as folder:
        for number, item in enumerate(chosen, 1):
            case, peer, task = item
            if not left(item, ledger, again):
                continue
            reason = excuse(item, ledger)
            if reason:
                known = ledger.get(case.name, peer.name, task)
                run = Run(case.name, case.m, case.n, peer.name, task, reason, day=str(date.today()))
                if known is None or known.status != reason:
                    ledger.add(run)
            else:
                run = launch(case, peer, task, cases.store(case, Path(folder)))
                ledger.add(run)
            seconds = "" if run.seconds is None else f"{run.seconds:.3g} s"
            print(f"{number}/{len(chosen)} {item.words}: {run.status} {run.says} {seconds} {run.note}", flush=True)
