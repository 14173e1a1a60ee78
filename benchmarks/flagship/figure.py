"""The figures the flagship has to reach, each beside what was measured."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.flagship.case import KINDS, LARGEST, SIZES
from benchmarks.flagship.standing import Standing
from benchmarks.result import FOLDER

__all__ = ["Figure", "figures"]

MANY = 50_000  # points from which the flagship has to be the fastest
MARGINS = KINDS[:2]


class Figure(NamedTuple):
    """What is asked where, what came out, and whether that is enough; None while it was not measured."""

    what: str
    where: str
    asked: str
    measured: str
    reached: bool | None


def figures(standing: Standing) -> list[Figure]:
    """All of them."""
    parts = (_maximising, _deciding, _seconds, _passes, _largest, _first)
    return [figure for part in parts for figure in part(standing)]


def _maximising(standing: Standing) -> Iterator[Figure]:
    for kind in MARGINS:
        for m, n in SIZES:
            factor = 1.0 if kind != "kappa=1" else 20.0 if m == 100 else 5.0
            yield _faster(standing, f"{kind} {m}x{n}", "margin", factor, "")


def _deciding(standing: Standing) -> Iterator[Figure]:
    for m, n in SIZES:
        for kind in KINDS:
            yield _faster(standing, f"{kind} {m}x{n}", "decide", 1.0 if n >= MANY else 1 / 1.5, "")
    for m, n in SIZES:
        for kind in KINDS:
            if n >= MANY:
                yield _faster(standing, f"{kind} {m}x{n}", "decide", 10.0, "highs")


def _faster(standing: Standing, case: str, task: str, factor: float, family: str) -> Figure:
    """How many times faster than the best peer, or than the best method of one library."""
    what = f"{'maximum margin' if task == 'margin' else 'deciding'}, times faster than {family or 'the best peer'}"
    ours, rival = standing.ours(case, task), standing.rival(case, task, family)
    asked = f">= {factor:.3g}"
    if ours is None or ours.seconds is None or rival is None:
        known = standing.ledger.get(case, "gordan", task) is not None and rival is not None
        return Figure(what, case, asked, "gordan did not do it" if known else "not measured", False if known else None)
    enough = rival.seconds >= factor * ours.seconds
    measured = f"{rival.times(ours.seconds)} ({ours.seconds:.3g} s; {rival.name} {rival.seconds:.3g} s)"
    missing = standing.missing(case, task, family)
    if missing:
        measured += f"; without {', '.join(missing)}"
    # A peer that was not run might be faster; where all reached their limit, how much slower they are is not known.
    unsure = bool(missing) if enough else rival.open
    return Figure(what, case, asked, measured, None if unsure else enough)


def _seconds(standing: Standing) -> Iterator[Figure]:
    for m, n, limit in ((1_000, 5_000, 3.0), (1_000, 50_000, 15.0)):
        ours = standing.ours(f"kappa=1 {m}x{n}", "margin")
        yield _at_most("maximum margin, seconds", f"kappa=1 {m}x{n}", limit, ours and ours.seconds)


def _passes(standing: Standing) -> Iterator[Figure]:
    for kind, limit in zip(MARGINS, (150, 100), strict=True):
        case = f"{kind} 100x500000"
        ours = standing.ours(case, "margin")
        yield _at_most("maximum margin, passes", case, limit, ours and ours.passes)
        bus = ours.seconds / (ours.passes * ours.product) if ours and ours.passes and ours.product else None
        yield _at_most("maximum margin, time over passes times one bare product", case, 1.3, bus)


def _largest(standing: Standing) -> Iterator[Figure]:
    for kind in KINDS:
        case = f"{kind} {LARGEST[0]}x{LARGEST[1]} float32"
        for task in ("decide", "margin") if kind in MARGINS else ("decide",):
            ours = standing.ours(case, task)
            yield _at_most(f"{task}, seconds", case, 180.0, ours and ours.seconds)
            memory = ours.peak_mb / ours.data_mb if ours and ours.peak_mb and ours.data_mb else None
            yield _at_most(f"{task}, peak memory over the data", case, 1.3, memory)


def _first(standing: Standing) -> Iterator[Figure]:
    """The slowest of the first answers that `python -m benchmarks first` wrote."""
    path = FOLDER / "first.csv"
    slowest = None
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            slowest = max(float(row["median, s"]) for row in csv.DictReader(file))
    yield _at_most("first answer in a fresh process, seconds", "1000 x 10", 2.0, slowest)


def _at_most(what: str, where: str, limit: float, found: float | None) -> Figure:
    if found is None:
        return Figure(what, where, f"<= {limit:g}", "not measured", None)
    return Figure(what, where, f"<= {limit:g}", f"{found:.3g}", found <= limit)
