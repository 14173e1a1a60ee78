"""Lies that one checker refuses and the other accepts: each is one that somebody has to mend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gordan
from certificate.by_hand import by_hand
from certificate.made import resealed
from certificate.second_check import write_problem
from gordan.certificate.parse import parse

ONE_CLASS = [[1.0], [-2.0], [0.5]]
FALSE_LOWER_BOUND = "the verifier moves the hyperplane of a lower bound off the origin, though there is no intercept"


def lie_about(problem: Any, tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> tuple[bool, str]:
    """Whether `gordan.verify` accepts what became of a true certificate, and what the checker by hand says."""
    gordan.write_certificate(tmp_path / "true.json", problem, gordan.solve(problem))
    raw = resealed((tmp_path / "true.json").read_bytes(), change)
    (tmp_path / "lie.json").write_bytes(raw)
    data = write_problem(problem, tmp_path)
    assert data is not None
    return gordan.verify(problem, parse(raw, "lie.json")).holds, by_hand(tmp_path / "lie.json", data)


@pytest.mark.xfail(reason=FALSE_LOWER_BOUND)
def test_a_centre_without_an_intercept(tmp_path: Path) -> None:
    """Points of one class on both sides of 0: the margin is below 0, and is claimed to be 50."""

    def change(members: dict[str, Any]) -> None:
        members["hyperplane"] = {"direction": [(1.0).hex()], "centre": [(-100.0).hex()]}
        members["bracket"] = {"lower": (50.0).hex(), "upper": (60.0).hex()}

    holds, words = lie_about(gordan.Points(ONE_CLASS, [1, 1, 1], False), tmp_path, change)
    assert (holds, words) == (False, "refused: no offset")


@pytest.mark.xfail(reason=FALSE_LOWER_BOUND)
def test_an_offset_without_an_intercept(tmp_path: Path) -> None:
    """The same in the space of a kernel."""

    def change(members: dict[str, Any]) -> None:
        members["hyperplane"] = {"rows": [0], "coefficients": [(1.0).hex()], "offset": (100.0).hex()}
        members["bracket"] = {"lower": (50.0).hex(), "upper": (60.0).hex()}

    problem = gordan.Points(ONE_CLASS, [1, 1, 1], False, kernel="poly", degree=1, gamma=1.0)
    holds, words = lie_about(problem, tmp_path, change)
    assert (holds, words) == (False, "refused: no offset")
