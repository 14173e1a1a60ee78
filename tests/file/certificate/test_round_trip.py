"""What is written is read back: the same claim, the same verdict, the same bytes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import claimed
import gordan
from claimed import replace
from file.certificate.made import CASES, KINDS, made, resealed, verified
from gordan.data import path as shipped
from gordan.file.certificate.format import parse, spell
from gordan.file.table import read
from gordan.outcome.certificate.compose import compose

every_case = pytest.mark.parametrize("case", CASES, ids=", ".join)


@every_case
def test_the_same_comes_back(case: tuple[str, str, str, str], tmp_path: Path) -> None:
    problem, outcome, raw = made(*case)
    path = tmp_path / "certificate.json"
    gordan.certify(problem, outcome, path)
    assert path.read_bytes() == raw
    certificate = gordan.read_certificate(path)
    assert spell(certificate) == raw
    assert certificate.alternative == outcome.kind
    verdict = gordan.verify(problem, certificate)
    assert verdict.holds, str(verdict)
    assert [check.name for check in verdict.checks[:3]] == [
        "certificate is unaltered",
        "question is the certificate's",
        "data are the certificate's",
    ]
    # All that the verifier looks at is as it was: the checks and what they found are the same.
    assert verdict.checks[3:] == outcome.verdict.checks
    same(certificate.claim(problem), outcome)


def same(found: Any, outcome: Any) -> None:
    assert found.kind == outcome.kind
    assert (found.bracket, found.classes) == (outcome.bracket, outcome.classes)
    assert (found.weights is None) == (outcome.weights is None)
    assert found.weights is None or np.array_equal(found.weights, outcome.weights)
    if outcome.coef is not None:
        assert np.array_equal(found.coef, outcome.coef)
        assert np.array_equal(found.centre, outcome.centre)
    if outcome.kind == "separable":
        assert (found.offset, found.intercept) == (outcome.offset, outcome.intercept)
    if outcome.kind == "inseparable":
        assert sorted(found.proof.support) == sorted(outcome.proof.support)


def test_every_kind_is_there() -> None:
    proofs = {type(made(*case).outcome.proof).__name__ for case in CASES}
    assert proofs == {"Separator", "IntegerSeparator", "Cancellation", "Enclosure", "NoneType"}
    assert len(CASES) == len(KINDS) * 3 * 2 * 4


@pytest.mark.parametrize("kind", KINDS)
def test_the_bytes_do_not_depend_on_how_the_numbers_are_stored(kind: str) -> None:
    """Dense or sparse, in either order: the same numbers and the same claim give the same file."""
    problem, outcome, raw = made(kind, "intercept", "decimal", "dense")
    for X in (np.asfortranarray(problem.X), sp.csr_array(problem.X), sp.csc_matrix(problem.X)):
        again = gordan.Points(X, problem.y, numbers="decimal")
        assert spell(compose(again, verified(again, outcome))) == raw


@pytest.mark.parametrize(
    "labels",
    [
        ["no", "yes"],
        ["1", "2"],
        ["", "é\u2028\U0001f600"],
        [0, 1],
        [-(2**62), 2**62],
        [0.5, 1e300],
        [-0.0, 5e-324],
        [False, True],
        ["\ud800", "\udfff"],
        np.array([3, 4], dtype=np.uint8),
        np.array(["a", "b"], dtype=object),
        np.array([np.float32(0.5), np.float32(1.5)]),
    ],
    ids=repr,
)
def test_classes_keep_their_type(labels: Any, tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0]], labels)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.question.classes == problem.classes
    assert list(map(type, certificate.question.classes)) == list(map(type, problem.classes))


def test_classes_that_are_numbers_of_numpy(tmp_path: Path) -> None:
    y = np.empty(2, dtype=object)
    y[:] = np.int64(3), np.int64(4)
    problem = gordan.Points([[0.0], [1.0]], y)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.question.classes == problem.classes == (3, 4)
    assert gordan.verify(problem, certificate).holds


def test_one_class_alone(tmp_path: Path) -> None:
    problem = gordan.Points([[1.0], [2.0]], ["only", "only"], intercept=False)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.question.classes == ("only",)
    assert gordan.verify(problem, certificate).holds


@pytest.mark.parametrize("labels", [[b"a", b"b"], np.array(["2020-01-01", "2021-01-01"], "M8[D]"), [0.0, np.inf]])
def test_classes_without_a_spelling(labels: Any, tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0]], labels)
    with pytest.raises(gordan.InputError, match="has no spelling for; pose the problem with"):
        gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    assert list(tmp_path.iterdir()) == []


def test_an_offset_that_no_double_is(tmp_path: Path) -> None:
    """At 1e16 the gap between the classes holds no double."""
    problem = gordan.Points([[1e16], [1e16 + 2]], [0, 1])
    outcome = gordan.solve(problem)
    offset = Fraction(1, 3)
    proof = replace(outcome.proof, direction=np.ones(1), centre=np.array([1e16 + 2]), offset=offset)
    shown = {"coef": proof.direction, "centre": proof.centre, "offset": offset, "intercept": float(offset - 10**16 - 2)}
    outcome = verified(problem, replace(outcome, proof=proof, **shown))
    gordan.certify(problem, outcome, tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.proof.offset == offset
    assert b'"offset": "1/3"' in (tmp_path / "c.json").read_bytes()


def test_an_intercept_beyond_the_doubles() -> None:
    """Rebuilt as the verifier expects it: infinite, as the nearest double would be."""
    raw = made("separable", "intercept", "binary", "dense").raw
    certificate = parse(raw, "c.json")
    for sign in (1.0, -1.0):
        far = replace(certificate.proof, direction=np.full(2, 1e300), centre=np.full(2, -sign * 1e300))
        outcome = replace(certificate, proof=far).claim(made("separable", "intercept", "binary", "dense").problem)
        assert outcome.intercept == sign * np.inf


def test_integers_of_thousands_of_digits(tmp_path: Path) -> None:
    """Each weight is 2^1000 times the one before: sixteen of them are beyond what Python writes by default."""
    m = 16
    X = np.vstack([np.eye(m), np.zeros(m)]) - 2.0**-1000 * np.vstack([np.zeros(m), np.eye(m)])
    problem = gordan.Points(X, np.ones(m + 1), intercept=False)
    proof = gordan.outcome.Cancellation(tuple(range(m + 1)), tuple(2 ** (1000 * k) for k in range(m + 1)))
    told = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none", "classes": problem.classes}
    bracket = gordan.outcome.Bracket(-np.inf, 0.0)
    outcome = claimed.inseparable(bracket=bracket, weights=proof.weights(m + 1), proof=proof, **told)
    gordan.certify(problem, verified(problem, outcome, "exact"), tmp_path / "c.json")
    assert gordan.read_certificate(tmp_path / "c.json").proof == proof


@pytest.mark.parametrize("kind", ["separable", "cancellation", "undecided"])
def test_what_was_proved_exactly_is_held_to_that(kind: str, tmp_path: Path) -> None:
    problem, outcome, _ = made(kind, "intercept", "decimal", "dense")
    assert outcome.verdict.proof == "rounded"
    gordan.certify(problem, verified(problem, outcome, "exact"), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.arithmetic == "exact"
    verdict = gordan.verify(problem, certificate)
    assert verdict.holds
    assert verdict.proof == "exact"
    if kind == "separable":
        side = next(check for check in verdict.checks if check.name == "every point on its side")
        assert side.arithmetic == "integers"


def test_a_box_is_not_exact() -> None:
    problem, _, raw = made("enclosure", "intercept", "binary", "dense")
    certificate = replace(parse(raw, "c.json"), arithmetic="exact")
    assert [check.name for check in gordan.verify(problem, certificate).failed] == ["proof is of its kind"]


def test_a_solver_asked_for_an_exact_proof_says_so() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    assert gordan.solve(problem, proof="exact").verdict.proof == "exact"
    assert gordan.solve(problem).verdict.proof == "rounded"


def test_a_file_is_told_by_its_name_alone(tmp_path: Path) -> None:
    table = read(shipped("iris.csv"), label="species", positive="versicolor")
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    outcome = gordan.solve(problem)
    gordan.certify(problem, outcome, tmp_path / "c.json", table=table)
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.source == ("iris.csv", "csv", "species", "versicolor")
    assert certificate.names == ("sepal_length", "sepal_width", "petal_length", "petal_width")
    assert certificate.lines == tuple(table.lines[list(certificate.rows)].tolist())
    assert str(Path(shipped("iris.csv")).parent) not in (tmp_path / "c.json").read_text()


def test_the_table_of_another_problem(tmp_path: Path) -> None:
    table = read(shipped("iris.csv"), label="species", positive="setosa")
    problem = gordan.Points(table.X[:100], table.y[:100], numbers="decimal")
    with pytest.raises(gordan.InputError, match="give its own table"):
        gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json", table=table)
    assert list(tmp_path.iterdir()) == []


def test_rows_of_an_archive_have_no_lines(tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", X=np.array([[0.1], [0.3]], np.float32), y=[0, 1])
    table = read(tmp_path / "two.npz")
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json", table=table)
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.lines is None
    assert certificate.question.width == 32


def test_names_of_a_data_frame(tmp_path: Path) -> None:
    import pandas as pd

    problem = gordan.Points(pd.DataFrame({"a[0]": [0.0, 1.0], "{b}": [1.0, 5.0]}), [0, 1])
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    assert gordan.read_certificate(tmp_path / "c.json").names == ("a[0]", "{b}")


def test_a_resealed_certificate_is_the_same_where_nothing_was_changed() -> None:
    """The liars' tool adds no lie of its own."""
    raw = made("separable", "intercept", "binary", "dense").raw
    assert spell(parse(resealed(raw, lambda members: None), "c.json")) == raw
