"""Hyperplanes in integers in a kernel's space: images that no doubles separate, and every lie about them refused."""

from __future__ import annotations

import dataclasses
import json
import warnings
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import gordan
from claimed import replace
from file.certificate.made import resealed
from gordan.cli import ACCEPTED, SEPARABLE
from gordan.cli.exit import run
from gordan.file.certificate.format import parse
from gordan.outcome import Claim, IntegerKernelSeparator
from gordan.outcome.certificate.compose import compose
from gordan.verify.cost import estimated_seconds
from gordan.verify.kernel.verdict import judge_kernel

ULP = 2.0**-52
TENTHS = np.array([[1, -2, -3], [-1, 0, 1], [1, 2, 1]]) / 10
LINE: dict[str, Any] = {"kernel": "poly", "degree": 1, "gamma": 1.0, "coef0": 0.0}
CUBIC: dict[str, Any] = {"kernel": "poly", "degree": 3, "gamma": 0.1, "coef0": 1.0}
BEYOND: dict[str, Any] = {
    "neighbours of 1, alternating": gordan.Points(1 + ULP * np.arange(4.0)[:, None], [0, 1, 0, 1], **CUBIC),
    "tenths": gordan.Points(TENTHS, [1, 1, 1], False, **LINE),
    "tenths of unit length": gordan.Points(TENTHS, [1, 1, 1], False, True, **LINE),
    "tenths both ways": gordan.Points(np.vstack([TENTHS, -TENTHS]), [1, 1, 1, 0, 0, 0], **LINE),
    "a matrix": gordan.Gram(np.array([[1.0, 0.1], [0.1, 0.1 * 0.1]]), [0, 1], False),
}
beyond = pytest.mark.parametrize("name", BEYOND)


def products(problem: Any) -> list[list[Fraction]]:
    """All products of images, by the words of the definition."""
    if isinstance(problem, gordan.Gram):
        return [[Fraction(v) for v in row] for row in problem.K.tolist()]
    gamma, coef0, rows = Fraction(problem.kernel.gamma), Fraction(problem.kernel.coef0), problem.X.tolist()
    X = [[Fraction(v) for v in row] for row in rows]
    return [
        [(gamma * sum(a * b for a, b in zip(x, z, strict=True)) + coef0) ** problem.kernel.degree for z in X] for x in X
    ]


def least(problem: Any, c: dict[int, Fraction], b: Fraction) -> Fraction:
    """The least signed value of a hyperplane."""
    values = [sum(v * row[j] for j, v in c.items()) + b for row in products(problem)]
    return min(value if sign > 0 else -value for value, sign in zip(values, problem.signs, strict=True))


@beyond
def test_every_row_in_fractions(name: str) -> None:
    """The integers separate, and the doubles that are shown need not."""
    problem = BEYOND[name]
    outcome = gordan.solve(problem)
    proof = outcome.proof
    assert isinstance(proof, IntegerKernelSeparator)
    assert least(problem, dict(zip(proof.support, map(Fraction, proof.integers), strict=True)), proof.offset) > 0
    rounded = dict(enumerate(map(Fraction, outcome.dual_coef.tolist())))
    assert least(problem, rounded, Fraction(outcome.intercept)) <= 0
    assert "integers" in str(outcome)
    for arithmetic in ("rounded", "exact"):
        assert gordan.verify(problem, outcome, proof=arithmetic).holds
    assert 0 < outcome.bracket.lower <= outcome.bracket.upper


@beyond
def test_predictions_are_those_of_the_integers(name: str) -> None:
    problem = BEYOND[name]
    given = problem.K if isinstance(problem, gordan.Gram) else problem.X
    values = gordan.decision_function(problem, gordan.solve(problem), given)
    assert (np.sign(values) == problem.signs).all()


@beyond
def test_a_certificate_and_lies_in_it(name: str, tmp_path: Path) -> None:
    problem = BEYOND[name]
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    raw = (tmp_path / "c.json").read_bytes()
    certificate: Any = parse(raw, "c.json")
    assert certificate.version == 8
    assert gordan.verify(problem, certificate).holds
    whole = json.loads(raw)["proof"]["integers"]
    one = [str(int(whole[0]) * 2), *whole[1:]]
    lies = [
        {"integers": one},
        {"integers": [f"-{v}".removeprefix("--") for v in whole]},
        {"integers": ["0"] * len(whole)},
        {"integers": whole[:-1]},
        {"integers": [*whole[:-1], "1.5"]},
        {"rows": [j + 1 for j in certificate.proof.support]},
        {"offset": "1/0"},
        {"offset": str(10**60)},
        {"kind": "kernel separator"},
        {"kind": "integer separator"},
    ]
    for lie in lies:
        assert refused(problem, resealed(raw, lambda m, lie=lie: m["proof"].update(lie))), lie
    assert refused(problem, resealed(raw, lambda m: m.update(version=7)))
    if "kernel" in json.loads(raw)["problem"]:
        for change in ({"gamma": (0.5).hex()}, {"degree": 2}, {"coef0": (2.0).hex()}):
            assert refused(problem, resealed(raw, lambda m, to=change: m["problem"]["kernel"].update(to)))
            other = replaced_kernel(problem, change)
            assert not gordan.verify(other, certificate).holds


def replaced_kernel(problem: Any, change: dict[str, Any]) -> Any:
    asked = {"gamma": problem.kernel.gamma, "degree": problem.kernel.degree, "coef0": problem.kernel.coef0}
    asked |= {key: float.fromhex(v) if isinstance(v, str) else v for key, v in change.items()}
    y = (problem.signs > 0).astype(int)
    return gordan.Points(problem.X, y, problem.intercept, problem.normalise, kernel="poly", **asked)


def refused(problem: Any, raw: bytes) -> bool:
    try:
        return not gordan.verify(problem, parse(raw, "c.json")).holds
    except gordan.InputError:
        return True


def test_integers_that_would_take_too_long_are_not_multiplied(tmp_path: Path) -> None:
    """A third of a million digits for each of two rows among five thousand: minutes, known before the first product."""
    X = np.linspace(1.0, 2.0, 5000)[:, None]
    problem = gordan.Points(X, (X[:, 0] > 1.5).astype(int), kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    long = {"kind": "integer kernel separator", "rows": [0, 4999], "integers": ["9" * 333_333] * 2, "offset": "0"}
    raw = resealed((tmp_path / "c.json").read_bytes(), lambda m: m.update(version=8, proof=long))
    with gordan.limits(exact_seconds=1.0), pytest.raises(gordan.OverBudget, match="exact arithmetic"):
        gordan.verify(problem, parse(raw, "c.json"))


@pytest.mark.parametrize(
    ("support", "integers"),
    [((0, 4), (2, -1)), ((-1, 3), (2, -1)), ((0, 0), (2, -1)), ((), ()), ((0, 3), (2,)), ((0,), (2, -1))],
)
def test_a_certificate_by_hand_with_other_rows_is_refused_in_a_sentence(support: Any, integers: Any) -> None:
    whole = compose(PLANE, gordan.solve(PLANE))
    certificate = dataclasses.replace(whole, proof=IntegerKernelSeparator(support, integers, Fraction(0)), version=8)
    with pytest.raises(gordan.InputError, match=r"certificate's proof .*; read it anew"):
        gordan.verify(PLANE, certificate)


def test_a_long_offset_counts_as_long_integers_do(tmp_path: Path) -> None:
    gordan.certify(PLANE, gordan.solve(PLANE), tmp_path / "c.json")
    whole: Any = parse((tmp_path / "c.json").read_bytes(), "c.json")
    costs = [
        estimated_seconds(PLANE, dataclasses.replace(whole, proof=IntegerKernelSeparator((0,), (v,), Fraction(b))))
        for v, b in ((1, 1), (1 << 10_000, 1), (1, 1 << 10_000))
    ]
    assert costs[1] == costs[2] > 100 * costs[0]


PLANE = gordan.Points([[3.0, 1.0], [5.0, -1.0], [-2.0, 0.0], [-1.0, 4.0]], [1, 1, 0, 0], **LINE)
CONE = gordan.Points(PLANE.X, [1, 1, 0, 0], False, **LINE)
UNIT = gordan.Points(PLANE.X, [1, 1, 0, 0], True, True, **LINE)
ROWS, WHOLE = "support rows exist and differ", "coefficients are integers, not all zero"
SIDE, BETWEEN, NONE, SHOWN = (
    "every point on its side",
    "offset lies between the classes",
    "no offset",
    "dual_coef and intercept are the proof's, rounded",
)


def failing(problem: Any, support: Any, integers: Any, b: Any, **shown: Any) -> list[str]:
    proof = IntegerKernelSeparator(support, integers, b)
    try:
        plane = proof.shown(problem.n)
    except (AttributeError, IndexError, TypeError, ValueError):
        plane = {}
    claim = Claim(proof=proof, **{**plane, **shown})
    return [check.name for check in judge_kernel(problem, claim, exact=False) if not check.holds]


@pytest.mark.parametrize(
    ("problem", "support", "integers", "offset", "wrong"),
    [
        # 2 φ(x₀) − φ(x₃) has the values 19, 37, −14 and −15.
        (PLANE, (0, 3), (2, -1), Fraction(0), []),
        (PLANE, (3, 0), (-1, 2), Fraction(0), []),
        (PLANE, (0, 3), (2, -1), Fraction(-19), [BETWEEN]),
        (PLANE, (0, 3), (2, -1), Fraction(1, 10**40) - 19, []),
        (PLANE, (0, 3), (2, -1), Fraction(14), [BETWEEN]),
        (PLANE, (0, 3), (-2, 1), Fraction(0), [SIDE, BETWEEN]),
        (PLANE, (0, 1, 3), (2, 0, -1), Fraction(0), []),
        (CONE, (0, 3), (2, -1), Fraction(0), []),
        (CONE, (0, 3), (2, -1), Fraction(1, 10**400), [NONE]),
        (UNIT, (0, 3), (2, -1), Fraction(0), []),
        (UNIT, (0, 3), (2, -1), Fraction(5), [BETWEEN]),
        (PLANE, (0, 3), (0, 0), Fraction(0), [WHOLE]),
        (PLANE, (0, 3), (2,), Fraction(0), [WHOLE]),
        (PLANE, (0, 3), (2, -1, 1), Fraction(0), [WHOLE]),
        (PLANE, (0, 3), [2, -1], Fraction(0), [WHOLE]),
        (PLANE, (0, 3), (2.0, -1), Fraction(0), [WHOLE]),
        (PLANE, (0, 3), (True, -1), Fraction(0), [WHOLE]),
        (PLANE, (0, 4), (2, -1), Fraction(0), [ROWS]),
        (PLANE, (0, 0), (2, -1), Fraction(0), [ROWS]),
        (PLANE, (-1, 0), (2, -1), Fraction(0), [ROWS]),
        (PLANE, [0, 3], (2, -1), Fraction(0), [ROWS, WHOLE]),
        (PLANE, (), (), Fraction(0), [ROWS, WHOLE]),
        (PLANE, (0, 3), (2, -1), 0.0, ["offset is a fraction"]),
    ],
)
def test_each_check(problem: Any, support: Any, integers: Any, offset: Any, wrong: list[str]) -> None:
    assert failing(problem, support, integers, offset) == wrong


@pytest.mark.parametrize(
    "shown",
    [
        {"dual_coef": np.array([0.5, 0.0, 0.0, -0.5])},
        {"dual_coef": np.array([0.5, 0.0, 0.0, -0.25], dtype=np.float32)},
        {"dual_coef": None},
        {"offset": 0.0},
        {"offset": Fraction(1)},
        {"intercept": 5e-324},
        {"intercept": Fraction(0)},
        {"coef": np.zeros(4)},
    ],
)
def test_what_is_shown_is_the_integers_rounded(shown: dict[str, Any]) -> None:
    assert failing(PLANE, (0, 3), (2, -1), Fraction(0), **shown) == [SHOWN]


def test_offsets_are_divided_by_the_unit_too() -> None:
    proof = IntegerKernelSeparator((0, 3), (2, -1), Fraction(-4))
    shown = {"dual_coef": np.array([0.5, 0.0, 0.0, -0.25]), "offset": Fraction(-1), "intercept": -1.0}
    claim = Claim(proof=proof, **shown)
    assert all(check.holds for check in judge_kernel(PLANE, claim, exact=False))


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", lambda A, B: A @ B.T])
def test_integers_prove_nothing_of_products_that_are_no_fractions(kernel: Any) -> None:
    problem = gordan.Points(PLANE.X, [1, 1, 0, 0], kernel=kernel, gamma=1.0)
    assert failing(problem, (0, 3), (2, -1), Fraction(0)) == ["products are fractions"]


def test_products_of_too_many_digits_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Held in balls they tell the signs, and these are no fractions."""
    monkeypatch.setattr(import_module("gordan.verify.kernel.power"), "_LONGEST", 1)
    assert failing(PLANE, (0, 3), (2, -1), Fraction(0)) == [SIDE, BETWEEN]


def test_too_many_products_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("gordan.verify.kernel.side"), "_MOST", 1)
    assert failing(PLANE, (0, 3), (2, -1), Fraction(0)) == [SIDE]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("bits", [48, 52])
def test_a_normal_without_a_length_separates_nothing(
    tmp_path: Path, intercept: bool, normalise: bool, bits: int
) -> None:
    """A matrix with a negative eigenvalue, within rounding: c'Kc < 0 whereas Kc has the signs of the classes."""
    e = 2.0**-bits
    problem = gordan.Gram([[1.0, 1.0], [1.0, 1.0 - e]], [1, 0], intercept, normalise)
    c = np.array([-(2.0 - e), 2.0])
    assert least(problem, dict(enumerate(map(Fraction, c.tolist()))), Fraction(0)) > 0
    assert c @ problem.K @ c < 0
    doubles: Any = {"proof": gordan.outcome.KernelSeparator(c, 0.0), "dual_coef": c, "offset": 0.0, "intercept": 0.0}
    proof = IntegerKernelSeparator((0, 1), tuple(int(v / e) for v in c), Fraction(0))
    for fields in (doubles, {"proof": proof, **proof.shown(2)}):
        for exact in (False, True):
            checks = judge_kernel(problem, Claim(classes=problem.classes, **fields), exact=exact)
            assert [check.name for check in checks if not check.holds] == ["normal has a length"]
    other = gordan.Gram(np.eye(2), [1, 0], intercept, normalise)
    gordan.certify(other, gordan.solve(other), tmp_path / "c.json")
    plane = {"kind": "integer kernel separator", "rows": [0, 1], "integers": list(map(str, proof.integers))}
    lie: dict[str, Any] = {"version": 8, "proof": {**plane, "offset": "0"}, "weights": None}

    def change(members: dict[str, Any]) -> None:
        members.update(lie, bracket={"lower": None, "upper": None})
        members["problem"]["digest"] = problem.digest()

    raw = resealed((tmp_path / "c.json").read_bytes(), change)
    assert [check.name for check in gordan.verify(problem, parse(raw, "c.json")).failed] == ["normal has a length"]
    assert gordan.solve(problem).kind != "separable"


def test_the_ends_are_without_rounding() -> None:
    """Of neighbouring doubles, whose squares differ by less than a rounded length can tell."""
    outcome = gordan.solve(BEYOND["tenths"])
    names = {check.name: check for check in outcome.verdict.checks}
    assert "fractions" in names["margin at least"].arithmetic
    assert "fractions" in names["margin at most"].arithmetic
    assert outcome.bracket.upper < 2 * outcome.bracket.lower
    above = replace(outcome, bracket=gordan.outcome.Bracket(np.nextafter(outcome.bracket.lower, 1.0), 1.0))
    assert not gordan.verify(BEYOND["tenths"], above).holds


@pytest.mark.parametrize("kernel", [None, "poly"])
def test_a_proof_in_one_space_is_none_in_another(kernel: Any) -> None:
    problem = gordan.Points(PLANE.X, [1, 1, 0, 0], kernel=kernel, degree=1)
    proof: Any = gordan.outcome.IntegerSeparator((1, 0), Fraction(-1))
    if kernel is None:
        proof = IntegerKernelSeparator((0, 3), (2, -1), Fraction(0))
    verdict = gordan.verify(problem, Claim(classes=problem.classes, proof=proof))
    assert [check.name for check in verdict.failed] == ["proof is of its kind"]


def test_the_command_line_and_an_estimator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    X, y = BEYOND["neighbours of 1, alternating"].X, [0, 1, 0, 1]
    data, place = tmp_path / "ulps.csv", tmp_path / "c.json"
    data.write_text("x,side\n" + "".join(f"{v!r},{side}\n" for v, side in zip(X[:, 0].tolist(), y, strict=True)))
    asked = ["--label", "side", "--kernel", "poly", "--degree", "3", "--gamma", "0.1", "--coef0", "1"]
    assert run(["check", str(data), *asked, "--certificate", str(place)]) == SEPARABLE
    page = " ".join(capsys.readouterr().out.split())
    assert "in integers, on 4 rows: doubles near them need not separate" in page
    assert run(["verify", str(place), str(data)]) == ACCEPTED
    capsys.readouterr()
    assert run(["check", str(data), *asked, "--output-format", "json"]) == SEPARABLE
    record = json.loads(capsys.readouterr().out)
    assert record["proof"].keys() == {"rows", "integers", "offset"}
    classifier = gordan.MaxMarginClassifier(kernel="poly", degree=3, gamma=0.1, coef0=1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # weights are doubles, and bound the margin loosely
        classifier.fit(X, y)
    assert classifier.outcome_.kind == "separable"
    assert classifier.certificate_.version == 8
    assert np.isfinite(classifier.decision_function(X)).all()
