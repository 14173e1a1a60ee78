"""One digit of one number changed: the file is refused, or no longer speaks of the data, or proves the truth anew."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from benchmarks.vipr.reader import read
from benchmarks.vipr.record import Refused

import gordan
from claimed import replace
from file.certificate.made import made
from file.certificate.test_positive import posed
from file.vipr.stated import proved, stated, text

CASES = [
    (kind, question, numbers, "dense")
    for kind in ("separable", "cancellation")
    for question in ("intercept", "no intercept")
    for numbers in ("binary", "decimal")
]


def spoilt(content: str) -> Iterator[tuple[str, str]]:
    """The line concerned and the file, for every digit below the comments."""
    body = content.index("VER")
    for found in re.finditer(r"\d", content[body:]):
        at = body + found.start()
        changed = content[:at] + str((int(found[0]) + 1) % 10) + content[at + 1 :]
        yield content[content.rindex("\n", 0, at) + 1 :].splitlines()[0], changed


def survivors(content: str, problem: gordan.Points) -> list[tuple[str, str]]:
    """The lines whose change the reader and the data both let pass."""
    passed, count = [], 0
    for line, changed in spoilt(content):
        count += 1
        try:
            if proved(changed, problem):
                passed.append((line, changed))
        except (Refused, ValueError):  # a name that is no longer rowJ
            continue
    assert count > 40
    return passed


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_a_changed_digit_is_noticed_or_changes_nothing(case: tuple[str, str, str, str]) -> None:
    problem, outcome, _ = made(*case)
    for line, changed in survivors(text(problem, outcome), problem):
        name = line.split()[0]
        if name == "end":  # 0 ≥ 2 is as absurd as 0 ≥ 1
            assert line.replace("G 1 0 {", "G 2 0 {") in changed
            continue
        if line.startswith("CON"):  # a row with one entry may be counted as a bound
            assert len(read(changed).constraints[0].terms) == 1
            continue
        # The solution has room, for it was lengthened to a power of two: another one, and as true.
        assert name == "separator"
        (solution,) = read(changed).solutions
        for j in range(problem.n):
            assert sum(v * solution.get(k, 0) for k, v in stated(problem, j).terms.items()) >= 1


@pytest.mark.parametrize("kind", ["separable", "inseparable"])
def test_a_changed_digit_where_coefficients_are_not_negative(kind: str) -> None:
    problem = posed(kind, "intercept", False, False)
    for line, changed in survivors(text(problem, gordan.solve(problem)), problem):
        if line.startswith("end"):  # 0 ≥ 2 is as absurd as 0 ≥ 1
            assert line.replace("G 1 0 {", "G 2 0 {") in changed
            continue
        assert line.startswith(("separator", "CON"))
        for solution in read(changed).solutions:
            assert all(solution.get(k, 0) >= 0 for k in range(problem.m))
            for j in range(problem.n):
                assert sum(v * solution.get(k, 0) for k, v in stated(problem, j).terms.items()) >= 1


def test_a_solution_without_room_bears_no_change() -> None:
    # Products 1 on all rows: whatever changes one coordinate takes some row below 1.
    problem = gordan.Points(np.array([[3.0, 2.0], [3.0, -2.0], [1.0, 2.0], [1.0, -2.0]]), [1, 1, 0, 0])
    proof = gordan.outcome.Separator(np.array([1.0, 0.0]), 0.0, np.array([2.0, 0.0]))
    content = text(problem, replace(gordan.solve(problem), proof=proof))
    assert "separator 2 0 1 2 -2\n" in content
    assert survivors(content, problem) == []
