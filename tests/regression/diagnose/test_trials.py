"""Grouped rows against their single trials: rows without a trial, or of weight 0, are no part of the likelihood."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import gordan
from feasibility.split.truth import truth
from gordan.regression.diagnose import diagnose

Trial = tuple[int, int, int]  # the row, its x, and the class that was seen


def test_a_row_without_trials_is_not_separated() -> None:
    """No success is not a failure."""
    found = diagnose([[0.0], [1.0]], [[1, 2], [0, 0]], family="log-binomial")
    assert (found.kind, found.rows) == ("overlap", ())
    failed = diagnose([[0.0], [1.0]], [[1, 2], [0, 1]], family="log-binomial")
    assert (failed.kind, failed.rows) == ("quasi", (1,))


def test_neither_case_nor_control_is_in_no_stratum() -> None:
    """As a control, the third row would be separated from the case of its stratum."""
    x, y, strata = [[1.0], [0.0], [0.0], [2.0], [3.0]], [[1, 0], [0, 1], [0, 0], [1, 0], [0, 1]], [1, 1, 2, 2, 2]
    found = diagnose(x, y, family="conditional", strata=strata, intercept=False)
    rest = [0, 1, 3, 4]
    without = diagnose([x[i] for i in rest], [y[i] for i in rest], family="conditional", strata=[1, 1, 2, 2])
    assert (found.kind, 2 in found.rows) == (without.kind, False)
    assert [rest[k] for k in without.rows] == list(found.rows)


def conditions(family: str, x: int, seen: int, classes: int) -> Iterator[tuple[str, list[int]]]:
    """What one trial asks of a direction so that its own likelihood never falls, from its definition.

    log F(x·b) rises with x·b, log(1 − F(x·b)) falls; −exp(x·b) falls and y x·b − exp(x·b) does on both sides; with a
    log link a success x·b may not grow beyond 0, so it is flat; a softmax rises with each difference of scores.
    """
    row = [1, x]
    if family == "binomial":
        yield "at least", row if seen else [-v for v in row]
    elif family in ("log-binomial", "poisson", "negative-binomial"):
        yield ("equal", row) if seen else ("at least", [-v for v in row])
    else:
        for other in set(range(classes)) - {seen}:
            difference = [0] * (2 * classes)
            difference[2 * seen : 2 * seen + 2], difference[2 * other : 2 * other + 2] = row, [-v for v in row]
            yield "at least", difference[2:]  # the first class has no coefficients


def separated_rows(family: str, trials: list[Trial], classes: int) -> set[int]:
    inequalities, equalities, owner = [], [], []
    for row, x, seen in trials:
        for kind, condition in conditions(family, x, seen, classes):
            if kind == "equal":
                equalities.append(condition)
            else:
                inequalities.append(condition)
                owner.append(row)
    p = 2 if family != "multinomial" else 2 * (classes - 1)
    strict = truth(inequalities, equalities, p).strict
    return {row for row, rises in zip(owner, strict, strict=True) if rises}


@pytest.mark.parametrize("family", ["binomial", "log-binomial", "multinomial", "poisson", "negative-binomial"])
@pytest.mark.parametrize("weighted", [False, True])
def test_grouped_rows_are_their_trials(family: str, weighted: bool) -> None:
    draw = random.Random(f"{family} {weighted}")
    classes = 3 if family == "multinomial" else 2
    asked = empty = some = 0
    while asked < 40:
        n = draw.randrange(3, 6)
        x = [draw.randrange(-2, 3) for _ in range(n)]
        counts = [[draw.choice([0, 0, 0, 1, 2]) for _ in range(classes)] for _ in range(n)]
        weights = [draw.choice([0, 1, 1, 2]) for _ in range(n)] if weighted else None
        counted = family in ("poisson", "negative-binomial")
        y: Any = [row[1] for row in counts] if counted else counts
        # Two columns are the successes and the failures.
        y = y if counted or classes > 2 else [row[::-1] for row in counts]
        try:
            found = diagnose([[float(v)] for v in x], y, family=family, weights=weights, proof="exact")
        except gordan.InputError as error:
            assert any(told in str(error) for told in ("one value only", "one class only", "weight 0"))  # noqa: PT017
            continue
        used = [i for i in range(n) if weights is None or weights[i]]
        trials = [
            (i, x[i], seen)
            for i in used
            for seen in range(classes)
            if (counts[i][seen] if not counted else seen == min(counts[i][1], 1))
        ]
        there = sorted({seen for _, _, seen in trials})
        trials = [(i, v, there.index(seen)) for i, v, seen in trials] if family == "multinomial" else trials
        rows = separated_rows(family, trials, len(there) if family == "multinomial" else 2)
        assert set(found.rows) == rows, (x, counts, weights)
        assert found.separated == bool(rows)
        asked += 1
        some += bool(rows)
        empty += any(not any(counts[i]) for i in used)
    assert 0 < some < asked
    assert empty > 5


def test_a_certificate_of_rows_without_trials(tmp_path: Any) -> None:
    data = {"s": [1, 0, 0, 2], "f": [2, 0, 1, 0], "x": [0, 1, 2, 3]}
    for family in ("binomial", "log-binomial"):
        found = diagnose("s + f ~ x", data=data, family=family, proof="exact")
        assert 1 not in found.rows
        found.write_certificate(tmp_path / f"{family}.json")
        system = gordan.pose("s + f ~ x", data=data, family=family).system
        assert gordan.verify(system, gordan.read_certificate(tmp_path / f"{family}.json")).holds
