"""Certificates of mixtures: written, read, held against A, b and the mass, and refused where spoilt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from file.certificate.by_hand import by_hand
from file.certificate.made import resealed
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.file.certificate.format import parse, spell
from gordan.geometry import Mixture, sparse_farkas
from gordan.outcome.certificate import MixtureCertificate
from gordan.outcome.certificate.mixture import compose_mixture
from liar.test_certificate import at, nudged, numbers

RNG = np.random.default_rng(23)
EYE = [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]
# Each with an eps, and the distance of b from all mixtures.
CASES: dict[str, tuple[Mixture, float, float]] = {
    "made": (Mixture(EYE, [0.5, 0.25], 1.0), 0.01, 0.0),
    "nothing": (Mixture(EYE, [0.0, 0.0], 1.0), 0.01, 0.0),
    "never": (Mixture(EYE, [-1.0, 1.0], 5.0), 0.1, 1.0),
    "not of this mass": (Mixture([[1.0, 0.0], [0.0, 1.0]], [3.0, 4.0], 4.0), 0.1, 3.0 / 2**0.5),
    "heavier": (Mixture([[1.0]], [3.0], 2.0), 0.1, 1.0),
    "tiny": (Mixture(1e-90 * np.array(EYE), [-1e-90, 1e-90], 5.0), 1e-91, 1e-90),
    "wide": (Mixture(RNG.standard_normal((6, 40)), 9.0 * RNG.standard_normal(6), 2.0), 0.5, -1.0),
}
every_case = pytest.mark.parametrize("name", CASES)


def written(name: str) -> tuple[Mixture, bytes]:
    problem, eps, _ = CASES[name]
    return problem, spell(compose_mixture(problem, sparse_farkas(problem.A, problem.b, eps=eps, mass=problem.mass)))


@every_case
def test_it_holds_of_the_arrays_in_memory_and_in_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (problem, eps, distance), path, data = CASES[name], tmp_path / "c.json", tmp_path / "mixture.npz"
    gordan.certify(problem, sparse_farkas(problem.A, problem.b, eps=eps, mass=problem.mass), path)
    certificate = gordan.read_certificate(path)
    assert isinstance(certificate, MixtureCertificate)
    assert spell(certificate) == path.read_bytes()
    assert gordan.verify(problem, certificate).holds
    proof: Any = certificate.proof
    if distance == 0.0:
        assert certificate.alternative == "solution"
        assert proof.at_most < eps
    elif distance > 0.0:
        assert certificate.alternative == "refutation"
        assert eps / 3 * (1 - 1e-9) <= proof.at_least <= distance * (1 + 1e-15)
        assert proof.unconditional == (name in ("never", "tiny"))
    np.savez(data, **problem.arrays())
    assert run(["verify", str(path), str(data)]) == ACCEPTED
    assert f"at {'most' if certificate.alternative == 'solution' else 'least'}" in capsys.readouterr().out
    assert by_hand(path, data).startswith("accepted")


@every_case
def test_a_number_changed_is_refused_or_still_true(name: str) -> None:
    """Both checkers judge each (`second_check`)."""
    problem, raw = written(name)
    members, refused, distance = json.loads(raw), 0, CASES[name][2]
    for path in numbers({"proof": members["proof"], "problem": members["problem"]}):
        for value in nudged(at(members, path)):
            lie = resealed(raw, lambda m, path=path, value=value: at(m, path[:-1]).__setitem__(path[-1], value))
            try:
                certificate = parse(lie, "lie.json")
                holds = gordan.verify(problem, certificate).holds
            except gordan.InputError:
                holds = False
            refused += not holds
            if holds and distance > 0.0:
                assert certificate.proof.at_least <= distance * (1 + 1e-12)  # type: ignore[union-attr]
    assert refused > 3


@pytest.mark.parametrize(
    ("name", "change", "failed"),
    [
        ("made", {"at_most": "0x0.0p+0"}, "residual at most"),
        ("made", {"weights": ["-0x1.0000000000000p-2"] * 2}, "weights of columns are not negative"),
        ("made", {"weights": ["0x1.0000000000000p+0"] * 2}, "weights stay within the mass"),
        (
            "heavier",
            {"columns": [0], "counts": [1], "times": 1, "at_least": "0x1.8000000000000p+0"},
            "distance at least",
        ),
        ("never", {"columns": [1], "counts": [9], "times": 1}, "b lies beyond every mixture"),
        ("never", {"at_least": "0x1.0000000000001p+0"}, "distance at least"),
        ("heavier", {"unconditional": True}, "no column has a positive product"),
    ],
)
def test_each_lie_is_refused_by_its_check(name: str, change: dict[str, Any], failed: str) -> None:
    problem, raw = written(name)
    members = json.loads(raw)["proof"]
    if "weights" in change and len(members["columns"]) != 2:
        pytest.fail("the case has two columns with a weight")
    certificate = parse(resealed(raw, lambda m: m["proof"].update(change)), "lie.json")
    assert failed in {check.name for check in gordan.verify(problem, certificate).failed}


@pytest.mark.parametrize(
    ("name", "change", "field"),
    [
        ("made", lambda m: m["proof"].update(columns=[0, 0]), r"proof.columns\[1\]"),
        ("made", lambda m: m["proof"].update(columns=[0, 3]), r"proof.columns\[1\]"),
        ("made", lambda m: m["proof"].update(at_most="-0x1.0000000000000p+0"), "proof.at_most"),
        ("never", lambda m: m["proof"].update(times=0), "proof.times"),
        ("never", lambda m: m["proof"].update(counts=[0]), "proof.counts"),
        ("never", lambda m: m["proof"].update(unconditional=1), "proof.unconditional"),
        ("never", lambda m: m.update(alternative="solution"), "proof.kind"),
        ("never", lambda m: m["problem"].update(m=0), "problem.m"),
    ],
)
def test_what_is_outside_the_format_is_not_read(name: str, change: Any, field: str) -> None:
    with pytest.raises(gordan.InputError, match=f"the field {field}"):
        parse(resealed(written(name)[1], change), "lie.json")


def test_proofs_made_in_memory_are_held_to_the_columns() -> None:
    for name in ("made", "never"):
        problem, raw = written(name)
        honest: Any = parse(raw, "c.json")
        lies: list[dict[str, Any]] = [{"columns": (-1,)}, {"columns": (3,)}]
        lies += [{"at_most": np.inf}] if name == "made" else [{"counts": ()}, {"times": -1}, {"at_least": -1.0}]
        for lie in lies:
            forged = replace(honest, proof=honest.proof._replace(**lie))
            assert [c.name for c in gordan.verify(problem, forged).failed] == ["vectors in finite numbers"]
        other = "refutation" if name == "made" else "solution"
        failed = gordan.verify(problem, replace(honest, alternative=other)).failed
        assert [check.name for check in failed] == ["alternative is the proof's"]


def test_other_numbers_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem, raw = written("never")
    path, moved = tmp_path / "c.json", tmp_path / "moved.npz"
    path.write_bytes(raw)
    arrays = problem.arrays()
    for name, array in arrays.items():
        other = np.array(array)
        other.flat[-1] = np.nextafter(other.flat[-1], np.inf)
        np.savez(moved, **{**arrays, name: other})
        assert run(["verify", str(path), str(moved)]) == REJECTED
        assert "data are the certificate's" in capsys.readouterr().out
        assert by_hand(path, moved) == "refused: data are the certificate's"
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"A": arrays["A"], "b": arrays["b"]}, "no array 'mass'"),
        ({**arrays, "mass": [5.0]}, "no matrix, vector and number"),
        ({**arrays, "mass": -5.0}, "holds no mixture"),
        ({**arrays, "A": [["a"]]}, "no matrix, vector and number"),
    ]
    for odd, words in wrong:
        np.savez(moved, **odd)
        assert run(["verify", str(path), str(moved)]) == FAILED
        assert words in " ".join(capsys.readouterr().err.split())


def test_what_is_no_answer_about_this_mixture_is_refused(tmp_path: Path) -> None:
    problem, eps, _ = CASES["never"]
    found = sparse_farkas(problem.A, problem.b, eps=eps, mass=problem.mass)
    undecided = sparse_farkas(EYE, [0.3, 0.4], eps=1e-9, mass=1.0, max_iter=1)
    assert undecided.kind == "undecided"
    for answer in (None, undecided):
        with pytest.raises(gordan.InputError, match="what sparse_farkas found"):
            gordan.certify(problem, answer, tmp_path / "c.json")
    with pytest.raises(gordan.InputError, match="about 3 columns"):
        gordan.certify(CASES["heavier"][0], found, tmp_path / "c.json")
    with pytest.raises(gordan.InputError, match="does not hold"):
        gordan.certify(Mixture(EYE, [1.0, 1.0], 5.0), found, tmp_path / "c.json")
    assert not list(tmp_path.iterdir())
