"""The second verifier agrees with the first: the standard library alone, in fractions, from the text of the files."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from file.certificate.by_hand import SCRIPT, by_hand, code_by_hand, script, write_table
from file.certificate.conic_made import NAMES, made_conic
from file.certificate.made import CASES, made, resealed
from file.certificate.second_check import write_problem
from file.certificate.split_made import MODELS, made_split, write_data
from gordan.cli import ACCEPTED, SEPARABLE
from gordan.cli.exit import run
from gordan.data import path as shipped
from gordan.file.table import read
from gordan.testing.instances import Instance
from zoo import ZOO


@pytest.mark.parametrize("case", CASES, ids=", ".join)
def test_every_certificate_is_accepted(case: tuple[str, str, str, str], tmp_path: Path) -> None:
    problem, outcome, raw = made(*case)
    (tmp_path / "c.json").write_bytes(raw)
    write_table(tmp_path / "data.csv", problem)
    said = by_hand(tmp_path / "c.json", tmp_path / "data.csv")
    assert said == f"accepted: {outcome.kind}, {problem.n} points in {problem.m} dimensions"


@pytest.mark.parametrize("labels", [["no", "yes"], [0, 1], [0.5, 2.5], [False, True], ["1", "2"]], ids=repr)
def test_every_type_of_label(labels: list[object], tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0]], labels)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    np.savez(tmp_path / "data.npz", X=problem.X, y=labels)
    assert by_hand(tmp_path / "c.json", tmp_path / "data.npz").startswith("accepted")


@pytest.mark.parametrize("positive", ["setosa", "versicolor", "virginica"])
def test_the_irises_as_they_were_shipped(positive: str, tmp_path: Path) -> None:
    table = read(shipped("iris.csv"), label="species", positive=positive)
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json", table=table)
    assert by_hand(tmp_path / "c.json", Path(shipped("iris.csv"))).startswith("accepted")


def test_more_rows_than_a_block(tmp_path: Path) -> None:
    """The hash goes block by block; 4,096 rows are one."""
    rng = np.random.default_rng(0)
    X = rng.integers(-9, 10, (5000, 2)).astype(float)
    X[:, 0] += np.where(np.arange(5000) % 2, 20.0, -20.0)
    problem = gordan.Points(X, np.arange(5000) % 2)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    write_table(tmp_path / "data.csv", problem)
    assert by_hand(tmp_path / "c.json", tmp_path / "data.csv").startswith("accepted")


@pytest.mark.parametrize("normalise", [False, True])
def test_enclosures_of_many_weights(normalise: bool, tmp_path: Path) -> None:
    """Beyond forty rows weights come in a box; the exact ones are found in it."""
    rng = np.random.default_rng(1)
    problem = gordan.Points(
        rng.normal(size=(200, 42)).round(3), np.arange(200) % 2, intercept=not normalise, normalise=normalise
    )
    outcome = gordan.solve(problem)
    assert isinstance(outcome.proof, gordan.outcome.Enclosure)
    gordan.certify(problem, outcome, tmp_path / "c.json")
    write_table(tmp_path / "data.csv", problem)
    assert by_hand(tmp_path / "c.json", tmp_path / "data.csv").startswith("accepted")


def test_as_a_program(tmp_path: Path) -> None:
    """The exit codes of `gordan verify`, the reason on standard error; without site packages, for it needs none."""
    problem = gordan.Points([[0.0], [1.0]], ["a", "b"])
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    write_table(tmp_path / "data.csv", problem)
    (tmp_path / "other.csv").write_text("x0,label\n0.0,a\n1.5,b\n", encoding="utf-8")
    (tmp_path / "words.csv").write_text("x0,label\nzero,a\n", encoding="utf-8")
    said = {}
    for name in ("data.csv", "other.csv", "words.csv"):
        command = [sys.executable, "-I", "-S", str(SCRIPT), str(tmp_path / "c.json"), str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        said[name] = (done.returncode, (done.stdout or done.stderr).strip())
    assert said["data.csv"] == (0, "accepted: separable, 2 points in 1 dimensions")
    assert said["other.csv"] == (1, "refused: data are the certificate's")
    assert said["words.csv"] == (2, "unusable: data: row 0 has a cell that is no finite number")


def test_one_label_in_two_spellings(tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("x,y\n1,1\n2,1.0\n3,2\n4,3\n", encoding="utf-8")
    table = read(data, label="y", positive="1")
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json", table=table)
    assert by_hand(tmp_path / "c.json", data).startswith("accepted")


def test_an_intercept_that_is_no_truth_value(tmp_path: Path) -> None:
    """With −1 a list of ones would be empty, and labels need not cancel."""
    problem = gordan.Points([[0.1], [0.2], [0.3], [0.5]], [0, 0, 1, 1], numbers="decimal")
    write_table(tmp_path / "data.csv", problem)

    def lie(members: Any) -> None:
        members["problem"]["intercept"] = -1
        members["alternative"] = "inseparable"
        members["proof"] = {"kind": "cancellation", "rows": [1, 2], "integers": ["3", "2"]}
        members["bracket"] = {"lower": None, "upper": None}
        members["weights"] = None

    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    (tmp_path / "c.json").write_bytes(resealed((tmp_path / "c.json").read_bytes(), lie))
    assert by_hand(tmp_path / "c.json", tmp_path / "data.csv") == "unusable: certificate: problem.intercept is not bool"


def test_a_proof_without_rows_proves_nothing(tmp_path: Path) -> None:
    """A sum over no rows is 0, whatever the data are: `"rows": []` was a proof that anything is inseparable."""
    problem = gordan.Points([[0.0], [1.0]], ["a", "b"])
    write_table(tmp_path / "data.csv", problem)

    def lie(members: Any) -> None:
        members["alternative"] = "inseparable"
        members["proof"] = {"kind": "cancellation", "rows": [], "integers": ["1"]}
        members |= {"bracket": {"lower": None, "upper": None}, "hyperplane": None, "weights": None}

    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    (tmp_path / "c.json").write_bytes(resealed((tmp_path / "c.json").read_bytes(), lie))
    assert not by_hand(tmp_path / "c.json", tmp_path / "data.csv").startswith("accepted")


def test_a_table_without_names(tmp_path: Path) -> None:
    """The only line is a row, and no names stand above it."""
    (tmp_path / "one.csv").write_text("3.2,a\n", encoding="utf-8")
    arguments = ["check", str(tmp_path / "one.csv"), "--no-intercept", "--normalise"]
    assert run([*arguments, "--certificate", str(tmp_path / "c.json")]) == SEPARABLE
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "one.csv")]) == ACCEPTED
    assert by_hand(tmp_path / "c.json", tmp_path / "one.csv").startswith("accepted")


@pytest.mark.parametrize("name", MODELS)
def test_splits_on_their_rows_and_from_their_table(name: str, tmp_path: Path) -> None:
    """The rows prove it whatever made them; the model of version 2 says how they follow from the table."""
    truth = made_split(name)
    (tmp_path / "c.json").write_bytes(truth.raw)
    write_data(tmp_path / "data.csv")
    rows = write_problem(truth.system, tmp_path)
    assert rows is not None
    assert by_hand(tmp_path / "c.json", rows).startswith(f"accepted: {truth.found.kind}, ")
    words = by_hand(tmp_path / "c.json", tmp_path / "data.csv")
    if json.loads(truth.raw)["version"] == 1:
        assert words.startswith("unusable: the certificate is of version 1 and has a formula")
    else:
        assert words.startswith(f"accepted: {truth.found.kind}, ")


@pytest.mark.parametrize("name", MODELS)
def test_a_column_of_the_model_that_the_table_lacks(name: str, tmp_path: Path) -> None:
    made = made_split(name)
    (tmp_path / "c.json").write_bytes(made.raw)
    (tmp_path / "data.csv").write_text("another,column\n1,2\n3,4\n")
    assert by_hand(tmp_path / "c.json", tmp_path / "data.csv").startswith("unusable: data: ")


@pytest.mark.parametrize("name", NAMES)
def test_every_cone(name: str, tmp_path: Path) -> None:
    case = made_conic(name)
    (tmp_path / "c.json").write_bytes(case.raw)
    data = write_problem(case.problem, tmp_path)
    assert data is not None
    assert by_hand(tmp_path / "c.json", data).startswith(f"accepted: {case.outcome.kind}, ")


# Squares of larger numbers overflow, and what is found of many rows takes long to check by hand.
SMALL = [each for each in ZOO if each.X.shape[0] <= 20 and 1e-100 < np.abs(each.X).max() < 1e100]
SPACES = [("poly", "rounded"), ("poly", "exact"), ("rbf", "rounded"), ("laplacian", "rounded"), ("gram", "exact")]


def kernel_of(instance: Instance, name: str) -> Any:
    X = instance.X.toarray() if hasattr(instance.X, "toarray") else np.asarray(instance.X, dtype=float)
    asked = {"intercept": instance.intercept, "normalise": False}
    if name == "gram":
        return gordan.Gram(X @ X.T, instance.y, **asked)
    more = {"degree": 2, "coef0": 1.0} if name == "poly" else {}
    return gordan.Points(X, instance.y, kernel=name, gamma=0.5, **asked, **more)


@pytest.mark.parametrize("instance", SMALL, ids=lambda each: each.name)
@pytest.mark.parametrize(("name", "proof"), SPACES)
def test_the_zoo_in_other_spaces(instance: Instance, name: str, proof: str, tmp_path: Path) -> None:
    """Whatever certificate comes out is accepted by both: the second check stands behind `write_certificate`."""
    try:
        problem = kernel_of(instance, name)
        outcome = gordan.solve(problem, proof=proof, max_seconds=2.0, max_iter=2000)
    except gordan.InputError:
        return  # numbers too large for this kernel
    gordan.certify(problem, outcome, tmp_path / "c.json")
    data = write_problem(problem, tmp_path)
    assert data is not None
    words = code_by_hand(tmp_path / "c.json", data, "--limit", "0.02")
    assert words[0] == 0 or "--limit" in words[1], words


BOMBS: dict[str, Callable[[Any], Any]] = {
    "degree": lambda m: m["problem"]["kernel"].update(degree=10**15),
    "exponent": lambda m: m["problem"]["kernel"].update(gamma=(1e300).hex(), degree=9 * 10**6),
    "digits": lambda m: m["proof"].update(integers=["9" * 10**6] * len(m["proof"]["integers"])),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_are_seen_before_they_go_off(bomb: str, tmp_path: Path) -> None:
    problem = gordan.Points([[1.5], [2.5], [0.5]], [0, 1, 1], kernel="poly", degree=2, gamma=0.3)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    raw = resealed((tmp_path / "c.json").read_bytes(), BOMBS[bomb])
    (tmp_path / "c.json").write_bytes(raw)
    data = write_problem(problem, tmp_path)
    assert data is not None
    words = by_hand(tmp_path / "c.json", data)
    assert words.startswith("unusable: ")
    assert "--limit" in words


def test_what_unpacks_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of a gigabyte is allowed; a thousandth of that is as good a limit, and read in no time."""
    assert script.LARGEST_FILE == 1 << 28
    monkeypatch.setattr(script, "LARGEST_FILE", 1 << 18)
    problem = gordan.Points([[0.0], [1.0]], ["a", "b"])
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    with lzma.open(tmp_path / "data.csv.xz", "wb") as file:
        for _ in range(300):
            file.write(b"0" * (1 << 10))
    assert "more than 262,144 bytes" in by_hand(tmp_path / "c.json", tmp_path / "data.csv.xz")
