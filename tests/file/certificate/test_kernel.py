"""Certificates of kernels: written, read back, judged; and refused where a file cannot hold what was asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from file.certificate.made import resealed
from gordan.cli import ACCEPTED, FAILED, INSEPARABLE, SEPARABLE
from gordan.cli.exit import run
from gordan.file.certificate.format import parse

XOR, MIXED = np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 2.0], [2.0, 1.0]]) / 10, ["a", "a", "b", "b"]
LINE = np.array([[1.0], [2.0], [3.0], [4.0]])
PROBLEMS: dict[str, Any] = {
    "rbf": gordan.Points(XOR, MIXED, kernel="rbf", gamma=3.0),
    "laplacian decimal": gordan.Points(XOR, MIXED, False, kernel="laplacian", gamma=3.0, numbers="decimal"),
    "poly normalised": gordan.Points(XOR, MIXED, True, True, kernel="poly", degree=2, gamma=1.0, coef0=1.0),
    "poly inseparable": gordan.Points(LINE, [0, 1, 0, 1], kernel="poly", degree=2, coef0=1.0),
    "matrix": gordan.Gram((LINE @ LINE.T + 1) ** 3, [0, 1, 0, 1]),
}
every_problem = pytest.mark.parametrize("name", PROBLEMS)


def written(problem: Any, outcome: Any, folder: Path) -> bytes:
    gordan.certify(problem, outcome, folder / "c.json", overwrite=True)
    return (folder / "c.json").read_bytes()


@every_problem
def test_there_and_back(name: str, tmp_path: Path) -> None:
    problem = PROBLEMS[name]
    outcome = gordan.solve(problem)
    raw = written(problem, outcome, tmp_path)
    certificate: Any = parse(raw, "c.json")
    assert gordan.verify(problem, certificate).holds
    back = certificate.claim(problem)
    assert (back.kind, back.bracket, back.space) == (outcome.kind, outcome.bracket, outcome.space)
    for field in ("dual_coef", "weights"):
        one, other = getattr(back, field), getattr(outcome, field)
        assert (one is None) == (other is None)
        assert one is None or np.array_equal(one, other)
    assert back.offset == outcome.offset


@every_problem
def test_undecided_has_its_bounds(name: str, tmp_path: Path) -> None:
    problem = PROBLEMS[name]
    known = gordan.solve(problem)
    told = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "", "classes": problem.classes}
    shown = {field: getattr(known, field) for field in ("bracket", "dual_coef", "offset", "intercept", "weights")}
    open_ = claimed.undecided(**told, **shown)
    if known.kind == "inseparable":
        open_ = claimed.undecided(
            **told, **(shown | {"weights": None, "bracket": gordan.outcome.Bracket(known.bracket.lower)})
        )
    verdict = gordan.verify(problem, open_)
    open_ = claimed.replace(open_, verdict=verdict)
    assert gordan.verify(problem, parse(written(problem, open_, tmp_path), "c.json")).holds


@every_problem
def test_lies_are_refused(name: str, tmp_path: Path) -> None:
    problem = PROBLEMS[name]
    raw = written(problem, gordan.solve(problem), tmp_path)
    top = json.loads(raw)

    def refused(change: Any) -> bool:
        try:
            return not gordan.verify(problem, parse(resealed(raw, change), "c.json")).holds
        except gordan.InputError:
            return True

    lies = [lambda m: m["bracket"].update(upper="-0x1.0000000000000p-9")]
    if top["alternative"] == "separable":
        values = top["proof"]["coefficients"]
        lies += [
            lambda m: m["proof"].update(coefficients=[f"-{v}".removeprefix("--") for v in values]),
            lambda m: m["proof"].update(rows=m["proof"]["rows"][:-1]),
            lambda m: m["proof"].update(offset="0x1.0000000000000p+90"),
            lambda m: m["proof"].update(kind="separator"),
            lambda m: m["bracket"].update(lower="0x1.0000000000000p+9"),
        ]
    else:
        lies += [
            lambda m: m["proof"].update(integers=["1"] * (len(m["proof"]["integers"]) - 1) + ["77"]),
            lambda m: m["proof"].update(kind="enclosure"),
        ]
    if "kernel" in top["problem"]:
        lies += [
            lambda m: m["problem"]["kernel"].update(gamma="0x1.0000000000000p+3"),
            lambda m: m["problem"]["kernel"].update(gamma="0x0.0p+0"),
            lambda m: m["problem"]["kernel"].update(name="sigmoid"),
            lambda m: m["problem"].pop("kernel"),
            lambda m: m["problem"].update(kind="points"),
        ]
    lies += [lambda m: m["problem"].update(kind="gram" if "kernel" in top["problem"] else "points")]
    assert all(refused(lie) for lie in lies)


def test_vast_claims_cost_nothing(tmp_path: Path) -> None:
    problem = PROBLEMS["rbf"]
    raw = written(problem, gordan.solve(problem), tmp_path)
    vast = parse(resealed(raw, lambda m: m["problem"].update(n=10**15)), "c.json")
    assert "question is the certificate's" in {check.name for check in gordan.verify(problem, vast).failed}


def test_a_function_is_held_by_no_file(tmp_path: Path) -> None:
    problem = gordan.Points(XOR, MIXED, kernel=lambda A, B: (A @ B.T + 1) ** 2)
    with pytest.raises(gordan.InputError, match="is a function, which no file can hold"):
        gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")


def test_from_file_to_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, place = str(tmp_path / "xor.csv"), str(tmp_path / "c.json")
    Path(data).write_text("x,y,side\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n")
    code = run(["check", data, "--label", "side", "--kernel", "rbf", "--gamma", "0.5", "--certificate", place])
    page = " ".join(capsys.readouterr().out.split())
    assert code == SEPARABLE
    assert "a hyperplane in the space of the rbf kernel (gamma=0.5) separates the 2 b rows from the 2 a rows" in page
    assert "0.1967" in page
    assert run(["verify", place, data]) == ACCEPTED
    assert "in the space of the rbf kernel (gamma=0.5)" in " ".join(capsys.readouterr().out.split())
    assert run(["certificate", "export", place, data]) == FAILED
    assert "whose hyperplanes are no linear program" in capsys.readouterr().err
    assert run(["check", data, "--label", "side", "--kernel", "poly", "--degree", "1"]) == INSEPARABLE
    assert run(["check", data, "--label", "side", "--kernel", "rbf", "--gamma", "wide"]) == FAILED
    assert "gamma is 'wide'" in capsys.readouterr().err
    assert run(["check", data, "--label", "side", "--kernel", "rbf", "--normalise", "--output-format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["posed"]["kernel"]["name"] == "rbf"
    assert record["dual_coef"]["rows"] == [0, 1, 2, 3]


def test_a_matrix_is_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = PROBLEMS["matrix"]
    written(problem, gordan.solve(problem), tmp_path)
    (tmp_path / "x.csv").write_text("x,y\n1,0\n2,1\n")
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "x.csv")]) == FAILED
    assert "is about a matrix of products, which is no table of points" in capsys.readouterr().err


def test_other_entrances_refuse_kernels(tmp_path: Path) -> None:
    problem = PROBLEMS["rbf"]
    outcome = gordan.solve(problem)
    with pytest.raises(gordan.InputError, match="in a kernel's space"):
        gordan.file.write_vipr(tmp_path / "c.vipr", problem, outcome)
    many = gordan.separate_many([problem, gordan.Points(XOR, MIXED)])
    assert "has a kernel" in str(many.failed[0])
    assert many[1].kind == "inseparable"


@pytest.mark.parametrize("kernel", ["rbf", "poly", "laplacian"])
def test_the_same_numbers_anywhere_in_memory_give_the_same_bytes(kernel: str, tmp_path: Path) -> None:
    """Sums of products must not depend on where a vector begins, which differs from run to run."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 7))
    written = set()
    for k in range(5):
        room = np.empty(X.size + 8)
        shifted = room[k : k + X.size].reshape(X.shape)
        shifted[:] = X
        problem = gordan.Points(shifted, X[:, 0] * X[:, 1] > 0, kernel=kernel, gamma=0.5)
        gordan.certify(problem, gordan.solve(problem), tmp_path / f"{k}.json")
        written.add((tmp_path / f"{k}.json").read_bytes())
    assert len(written) == 1
