"""Lies that one checker refuses and the other accepts: each is one that somebody has to mend; and random ones.

The second check stands behind `gordan.verify` in every test, and fails the test where the two disagree.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from file.certificate.by_hand import by_hand
from file.certificate.conic_made import NAMES, made_conic
from file.certificate.made import CASES, made, resealed
from file.certificate.second_check import write_problem
from file.certificate.split_made import MODELS, made_split
from file.certificate.test_bodies import CASES as BODIES
from file.certificate.test_bodies import written
from gordan.file.certificate.format import parse, spell
from gordan.outcome.certificate.compose import compose_program
from liar.forge.lie_file import any_program
from liar.forge.lie_long_split import certified
from liar.test_certificate import at, nudged, numbers

ONE_CLASS = [[1.0], [-2.0], [0.5]]


def lie_about(problem: Any, tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> tuple[bool, str]:
    """Whether `gordan.verify` accepts what became of a true certificate, and what the checker by hand says."""
    gordan.certify(problem, gordan.solve(problem), tmp_path / "true.json")
    raw = resealed((tmp_path / "true.json").read_bytes(), change)
    (tmp_path / "lie.json").write_bytes(raw)
    data = write_problem(problem, tmp_path)
    assert data is not None
    return gordan.verify(problem, parse(raw, "lie.json")).holds, by_hand(tmp_path / "lie.json", data)


def test_a_centre_without_an_intercept(tmp_path: Path) -> None:
    """Points of one class on both sides of 0: the margin is below 0, and is claimed to be 50."""

    def change(members: dict[str, Any]) -> None:
        members["hyperplane"] = {"direction": [(1.0).hex()], "centre": [(-100.0).hex()]}
        members["bracket"] = {"lower": (50.0).hex(), "upper": (60.0).hex()}

    holds, words = lie_about(gordan.Points(ONE_CLASS, [1, 1, 1], False), tmp_path, change)
    assert (holds, words) == (False, "refused: no offset")


def test_an_offset_without_an_intercept(tmp_path: Path) -> None:
    """The same in the space of a kernel."""

    def change(members: dict[str, Any]) -> None:
        members["hyperplane"] = {"rows": [0], "coefficients": [(1.0).hex()], "offset": (100.0).hex()}
        members["bracket"] = {"lower": (50.0).hex(), "upper": (60.0).hex()}

    problem = gordan.Points(ONE_CLASS, [1, 1, 1], False, kernel="poly", degree=1, gamma=1.0)
    holds, words = lie_about(problem, tmp_path, change)
    assert (holds, words) == (False, "refused: no offset")


@pytest.mark.parametrize("digits", [1000, 1001, 5000])
def test_a_class_of_many_digits(digits: int) -> None:
    """Beyond a thousand no reader takes it, for Python would not show it; the second reader stands behind `parse`."""
    problem, raw = made("separable", "intercept", "binary", "dense")[::2]

    def change(members: dict[str, Any]) -> None:
        members["problem"]["classes"] = [{"whole": "0"}, {"whole": "9" * digits}]

    if digits > 1000:
        with pytest.raises(gordan.InputError, match=r"problem.classes\[1\].whole is '9+…9+'; expected at most 1,000"):
            parse(resealed(raw, change), "lie.json")
    else:
        assert not gordan.verify(problem, parse(resealed(raw, change), "lie.json")).holds


def test_a_class_of_many_digits_is_not_written(tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 10**5000])
    with pytest.raises(gordan.InputError, match="a class is a whole number of 16,610 bits"):
        gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")


def made_core(seed: int) -> tuple[Any, bytes]:
    """A system that is read in batches, and the certificate of its split by a core."""
    case = next(case for k in range(99) if (case := certified(np.random.default_rng((seed, k)))) is not None)
    return case.problem, spell(case.claim)


def made_program(seed: int) -> tuple[Any, bytes]:
    """A point, a contradiction, an optimum or a ray of a program."""
    case = next(case for k in range(99) if (case := any_program(np.random.default_rng((seed, k)))) is not None)
    return case.problem, case.claim


def made_repair() -> tuple[Any, bytes]:
    program = gordan.Program([[1, 2], [1, 1], [0, 1]], row_lower=[5, None, 1], row_upper=[None, 2, None], upper=3)
    return program, spell(compose_program(program, gordan.repair(program).proof, strict=False, file=None))


TRUE: dict[str, Callable[[], tuple[Any, bytes]]] = {
    **{", ".join(case): lambda case=case: made(*case)[::2] for case in CASES if case[3] in ("dense", "single")},
    **{f"cone, {name}": lambda name=name: made_conic(name)[::2] for name in NAMES},
    **{f"split, {name}": lambda name=name: made_split(name)[::2] for name in MODELS},
    **{f"core, {seed}": lambda seed=seed: made_core(seed) for seed in range(12)},
    **{f"program, {seed}": lambda seed=seed: made_program(seed) for seed in range(16)},
    **{f"bodies, {name}": lambda name=name: written(name) for name in BODIES},
    "repair": made_repair,
}


@pytest.mark.parametrize("name", TRUE)
def test_one_or_two_numbers_changed_at_random(name: str) -> None:
    problem, raw = TRUE[name]()
    draw = random.Random(name)

    def change(members: dict[str, Any]) -> None:
        places = [path for path in numbers(members) if path[0] not in ("version", "checksum", "lines")]
        for path in draw.sample(places, min(len(places), draw.choice((1, 1, 2)))):
            at(members, path[:-1])[path[-1]] = draw.choice(nudged(at(members, path)) or [at(members, path)])

    judged = 0
    for _ in range(12):
        try:
            judged += 1 + gordan.verify(problem, parse(resealed(raw, change), "lie.json")).holds
        except gordan.InputError:
            judged += 1  # both readers refuse it
    assert judged >= 12


@pytest.mark.parametrize("formula", ["n ~ dose", "n ~ dose | g"])
@pytest.mark.parametrize("cell", ["1_0", "0x1", "many"])
def test_counts_that_are_no_numbers(tmp_path: Path, formula: str, cell: str) -> None:
    """The data are another file than the certificate's: a sentence says so, and no traceback."""
    from gordan.cli.exit import run

    data, certificate = tmp_path / "counts.csv", tmp_path / "c.json"
    text = "dose,g,n\n1,a,0\n2,b,0\n3,a,1\n4,b,2\n2.5,a,0\n"
    data.write_text(text)
    asked = ["--formula", formula, "--family", "poisson", "--certificate", str(certificate)]
    assert run(["diagnose", str(data), *asked]) in (0, 1)
    assert by_hand(certificate, data).startswith("accepted")
    data.write_text(text.replace("b,2", f"b,{cell}"))
    assert run(["verify", str(certificate), str(data)]) == 2
    assert by_hand(certificate, data) == "unusable: data: a count is no number from 0"
