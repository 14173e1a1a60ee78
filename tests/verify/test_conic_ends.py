"""Both ends of a conic bracket where doubles are next to nothing, and brackets that contradict themselves."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import flint
import numpy as np
import pytest

import claimed
import gordan
from claimed import replace
from file.certificate.by_hand import by_hand, write_table
from file.certificate.made import resealed
from gordan import Conic
from gordan.arithmetic.ball import exact, frobenius, length_at_least
from gordan.arithmetic.quantity import Rounded
from gordan.cone import Lorentz, Orthant, Product
from gordan.file.certificate.format import parse
from gordan.outcome import Interior, Separable
from gordan.verify.conic.margin import margin_at_least, margin_at_most

TOLD: dict[str, Any] = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "", "classes": ()}
LEAST = 5e-324


def claim(y: Any, lower: float, upper: float = np.inf, weights: Any = None) -> Separable:
    bracket = gordan.outcome.Bracket(lower, upper)
    return claimed.separable(**TOLD, bracket=bracket, coef=y, weights=weights, proof=Interior(y))


def failed(problem: Any, claimed: Any) -> set[str]:
    return {check.name for check in gordan.verify(problem, claimed).failed}


def test_no_direction_is_too_short_to_be_measured() -> None:
    """Of two smallest doubles the length is √2 times as much, which is no double."""
    problem = Conic(np.full((2, 1), 2.0**200), Lorentz(1))
    y = np.full(2, LEAST)
    assert failed(problem, claim(y, 1.9 * 2.0**200, 1.42 * 2.0**200, np.ones(1))) == {"margin at least"}
    assert failed(problem, claim(y, 1.41421 * 2.0**200, 1.42 * 2.0**200, np.ones(1))) == set()


@pytest.mark.parametrize("power", [-1074, -1060, -1022, -600, 0, 900])
def test_lengths_lie_between_their_bounds(power: int) -> None:
    rng = np.random.default_rng(1)
    for size in (1, 2, 3, 100):
        v = np.ldexp(rng.integers(1, 9, size).astype(float), power)
        with flint.ctx.workprec(4000):
            true = sum((flint.arb(each) ** 2 for each in v.tolist()), flint.arb(0)).sqrt()
            assert flint.arb(frobenius(exact(v))) >= true >= flint.arb(length_at_least(v))


def test_a_negative_product_is_divided_by_no_more_than_the_length() -> None:
    """Bounds on rounding rise with the number of entries: no fixed digit will do for millions."""
    problem = Conic(np.full((1 << 22, 1), -1.0), Lorentz(1))
    assert -2048.001 < margin_at_least(problem, np.ones(1 << 22)).value <= -2048.0


@pytest.mark.parametrize("power", [-1074, -1060, -1000])
def test_margins_do_not_depend_on_the_length_of_either(power: int) -> None:
    A = np.array([[3.0, 1.0, 5.0], [1.0, 2.0, 4.0]])
    problem = Conic(A, Lorentz(3))
    y, x = np.array([3.0, 1.0]), np.array([3.0, -4.0, 5.0])
    low, high = margin_at_least(problem, y).value, margin_at_most(problem, x).value
    assert margin_at_least(problem, np.ldexp(y, power)).value == pytest.approx(low, rel=1e-12)
    assert margin_at_most(problem, np.ldexp(x, power)).value == pytest.approx(high, rel=1e-12)


def conic_file(tmp_path: Path, **ends: float) -> tuple[Conic, Any]:
    """An undecided certificate with these ends, sealed anew."""
    problem = Conic([[1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 1.0, 2.0]], Product([Orthant(2), Lorentz(3)]))
    found = gordan.solve(problem)
    open_ = claimed.undecided(**TOLD, bracket=found.bracket, coef=found.coef, weights=found.weights)
    gordan.certify(problem, replace(open_, verdict=gordan.verify(problem, open_)), tmp_path / "c.json")
    raw = resealed((tmp_path / "c.json").read_bytes(), lambda top: change(top, ends))
    return problem, parse(raw, "c.json")


def change(top: Any, ends: dict[str, float]) -> None:
    top["bracket"].update({name: value.hex() for name, value in ends.items()})


def points_file(tmp_path: Path, kernel: str | None, **ends: float) -> tuple[gordan.Points, Any]:
    problem = gordan.Points([[1.0], [2.0]], [0, 1], kernel=kernel)
    found = gordan.solve(problem)
    shown = ("bracket", "coef", "dual_coef", "offset", "intercept", "centre", "weights", "classes")
    told = TOLD | {name: getattr(found, name) for name in shown}
    open_ = claimed.undecided(**told)
    gordan.certify(problem, replace(open_, verdict=gordan.verify(problem, open_)), tmp_path / "c.json")
    raw = resealed((tmp_path / "c.json").read_bytes(), lambda top: change(top, ends))
    (tmp_path / "c.json").write_bytes(raw)
    return problem, parse(raw, "c.json")


OPEN = "undecided, so no lower bound is positive"


def test_a_positive_lower_end_decides(tmp_path: Path) -> None:
    assert failed(*conic_file(tmp_path, lower=0.1)) == {OPEN}


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_a_positive_lower_end_decides_points(tmp_path: Path, kernel: str | None) -> None:
    problem, certificate = points_file(tmp_path, kernel, lower=0.1)
    assert failed(problem, certificate) == {OPEN}
    if kernel is None:
        write_table(tmp_path / "data.csv", problem)
        assert "undecided, so no lower bound is positive" in by_hand(tmp_path / "c.json", tmp_path / "data.csv")


def test_what_is_written_does_not_say_so(tmp_path: Path) -> None:
    """A run may be stopped with a positive bound; its certificate tells no more than 0, and is accepted."""
    for kernel in (None, "rbf"):
        problem, certificate = points_file(tmp_path, kernel)
        assert json.loads((tmp_path / "c.json").read_bytes())["bracket"]["lower"] == (0.0).hex()
        assert failed(problem, certificate) == set()
        (tmp_path / "c.json").unlink()
    assert failed(*conic_file(tmp_path)) == set()


def test_ends_that_cross_are_refused_though_each_were_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the ends are computed by: a verifier that accepts both has an error, and says so."""
    problem = Conic([[1.0, 2.0]], Lorentz(2))
    judge = import_module("gordan.verify.conic.verdict")
    monkeypatch.setattr(judge, "margin_at_least", lambda *_, **__: Rounded(9.0))
    claimed = claim(np.ones(1), 8.0, 3.0, np.array([0.0, 1.0]))
    assert failed(problem, claimed) == {"lower bound is not above the upper"}


def thin(power: int) -> Conic:
    """Two matrices whose combination with y = (1, −1) has a margin of 2^power, next to entries of 1."""
    return Conic([[[[1.0 + 2.0**power, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0 - 2.0**power]]]], gordan.cone.PSD(2))


@pytest.mark.parametrize("power", range(-52, -44))
def test_an_end_that_was_stated_is_reached_again(power: int) -> None:
    """Between one and four radii of rounding the sign is plain to who judges, and not to who states an end."""
    y = np.array([1.0, -1.0])
    problem = thin(power)
    stated = gordan.verify(problem, gordan.outcome.Claim(coef=y, proof=Interior(y)))
    assert stated.holds
    assert stated.bracket.lower == pytest.approx(2.0**power / 2**0.5, rel=1e-9)
    assert failed(problem, claim(y, stated.bracket.lower)) == set()
    assert failed(problem, claim(y, 2.0**power / 2**0.5 * (1 + 1e-9))) == {"margin at least"}


def test_a_map_whose_own_answer_was_refused() -> None:
    rows = [[[3.0, 2.0], [2.0, 0.0]], [[-2.0, -1.0], [-1.0, 0.0]], [[-2.0, -1.0], [-1.0, -3.0]]]
    problem = Conic([np.ldexp(rows, np.array([22, 4, -20]).reshape(3, 1, 1))], gordan.cone.PSD(2))
    outcome = gordan.solve(problem)
    assert outcome.kind == "separable"
    assert gordan.verify(problem, outcome).holds
