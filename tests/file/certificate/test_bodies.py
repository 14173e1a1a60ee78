"""Certificates of two convex bodies: written, read, held against the bodies' numbers, and refused where spoilt."""

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
from gordan.geometry import AffineImage, Ball, Bodies, Box, Ellipsoid, HalfspaceIntersection, Hull, MinkowskiSum
from gordan.outcome.bodies import BodyPoint, NearMeans, SparseNormal
from gordan.outcome.certificate import BodiesCertificate
from gordan.outcome.certificate.bodies import compose_bodies
from liar.test_certificate import at, nudged, numbers

SQUARE = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
FAR = np.array(SQUARE) + [4.0, 0.5]
TURNED = AffineImage(Box([-1.0], [1.0]), [[1.0], [1.0]], [6.0, 0.0])
# Each with its distance, or 0 where they touch.
CASES: dict[str, tuple[Any, Any, float]] = {
    "hulls": (Hull(SQUARE), Hull(FAR), 3.0),
    "hulls that touch": (Hull(SQUARE), Hull(np.array(SQUARE) + [0.75, 0.3]), 0.0),
    "hull and box": (Hull([[0.3, -1.0], [0.3, 2.0]]), Box([0.0, 0.0], [1.0, 1.0]), 0.0),
    "box and ball": (Box([0.0, 0.0], [1.0, 1.0]), Ball([4.0, 5.0], 1.0), 4.0),
    "ball and ball": (Ball([0.0, 0.0], 1.0), Ball([3.0, 3.0], 0.5), 18.0**0.5 - 1.5),
    "balls that touch": (Ball([0.0, 0.0], 3.0), Ball([0.0, 4.0], 2.0), 0.0),
    "ellipsoid": (Ellipsoid([0.0, 0.0], [[2.0, 0.0], [0.0, 1.0]]), Box([5.0, -1.0], [6.0, 1.0]), 3.0),
    "image": (TURNED, Box([0.0, -0.5], [1.0, 0.5]), 16.25**0.5),
    "sum": (MinkowskiSum(Hull(SQUARE), Ball([0.0, 0.0], 0.5)), Hull(FAR), 2.5),
}

every_case = pytest.mark.parametrize("name", CASES)


def written(name: str) -> tuple[Bodies, bytes]:
    K, L, _ = CASES[name]
    problem = Bodies(K, L)
    return problem, spell(compose_bodies(problem, gordan.distance(K, L)))


@every_case
def test_it_holds_of_the_bodies_in_memory_and_in_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    K, L, distance = CASES[name]
    problem, path = Bodies(K, L), tmp_path / "c.json"
    gordan.certify(problem, gordan.distance(K, L), path)
    certificate = gordan.read_certificate(path)
    assert isinstance(certificate, BodiesCertificate)
    assert spell(certificate) == path.read_bytes()
    assert certificate.alternative == ("apart" if distance else "touching")
    assert distance * (1 - 1e-5) <= certificate.at_least <= distance * (1 + 1e-15)
    assert gordan.verify(problem, certificate).holds
    np.savez(tmp_path / "bodies.npz", **problem.arrays())
    assert run(["verify", str(path), str(tmp_path / "bodies.npz")]) == ACCEPTED
    assert ("apart" if distance else "a point in common") in capsys.readouterr().out
    assert by_hand(path, tmp_path / "bodies.npz").startswith("accepted")


@every_case
def test_a_number_changed_is_refused_or_still_true(name: str) -> None:
    """Both checkers judge each (`second_check`); what they accept must bound the distance that is known."""
    problem, raw = written(name)
    members, refused = json.loads(raw), 0
    for path in numbers({"at_least": members["at_least"], "proof": members["proof"], "problem": members["problem"]}):
        for value in nudged(at(members, path)):
            lie = resealed(raw, lambda m, path=path, value=value: at(m, path[:-1]).__setitem__(path[-1], value))
            try:
                certificate = parse(lie, "lie.json")
                assert isinstance(certificate, BodiesCertificate)
                holds = gordan.verify(problem, certificate).holds
            except gordan.InputError:
                holds = False
            refused += not holds
            if holds:
                assert path[0] != "problem"
                assert certificate.at_least <= CASES[name][2] * (1 + 1e-12)
                assert (certificate.alternative == "touching") == (CASES[name][2] == 0.0)
    assert refused > 8


@every_case
def test_other_numbers_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem, raw = written(name)
    (tmp_path / "c.json").write_bytes(raw)
    arrays = problem.arrays()
    for number, array in arrays.items():
        moved = np.array(array)
        moved.flat[-1] = np.nextafter(moved.flat[-1], np.inf)
        np.savez(tmp_path / "moved.npz", **{**arrays, number: moved})
        assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "moved.npz")]) == REJECTED
        assert "data are the certificate's" in capsys.readouterr().out
        assert by_hand(tmp_path / "c.json", tmp_path / "moved.npz") == "refused: data are the certificate's"


def test_a_point_of_one_body_alone_is_no_common_one() -> None:
    problem, raw = written("balls that touch")

    def outside(members: Any) -> None:
        members["proof"]["point"] = ["0", "7/2"]

    certificate = parse(resealed(raw, outside), "lie.json")
    assert [check.name for check in gordan.verify(problem, certificate).failed] == ["the point belongs to K"]


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"K.points": SQUARE}, "no array 'L.points'"),
        ({"K.points": SQUARE, "L.points": FAR[:3]}, "question is the certificate's"),
        ({"K.points": SQUARE, "L.points": [["a"]]}, "no array of real numbers"),
        ({"K.points": SQUARE, "L.points": FAR[:, :1]}, "no bodies of the certificate's forms"),
    ],
)
def test_files_that_hold_no_such_bodies(
    arrays: Any, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.json").write_bytes(written("hulls")[1])
    np.savez(tmp_path / "other.npz", **arrays)
    code = run(["verify", str(tmp_path / "c.json"), str(tmp_path / "other.npz")])
    streams = capsys.readouterr()
    assert code in (FAILED, REJECTED)
    assert words in " ".join((streams.out + streams.err).split())


def test_forms_that_no_body_has_are_not_read() -> None:
    raw = written("sum")[1]

    def deep(members: Any) -> None:
        form: Any = {"form": "ball", "size": 0, "of": []}
        for _ in range(8):
            form = {"form": "sum", "size": 0, "of": [form]}
        members["problem"]["K"] = form

    def empty(members: Any) -> None:
        members["problem"]["K"]["of"] = []

    for change in (deep, empty):
        with pytest.raises(gordan.InputError, match=r"the field problem\.K"):
            parse(resealed(raw, change), "lie.json")


def test_numbers_that_no_double_holds_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounded, the bodies would be others: a box up to 2^53 + 1 is one up to 2^53."""
    near = Bodies(Box([0.0], [2.0**53]), Ball([2.0**54], 2.0))
    gordan.certify(near, gordan.distance(near.K, near.L), tmp_path / "c.json")
    odd: dict[str, Any] = {
        "K.upper": np.array([2**53 + 1]),
        "K.lower": np.array([0.1], dtype=np.longdouble) / 3,
        "L.radius": np.array([2.0]),
    }
    for name, value in odd.items():
        if value.dtype != np.float64 and np.array_equal(value, value.astype(np.float64)):
            continue  # long doubles are doubles on this machine
        np.savez(tmp_path / "odd.npz", **{**near.arrays(), name: value})
        assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "odd.npz")]) == FAILED
        assert "gordan:" in capsys.readouterr().err
    with pytest.raises(gordan.InputError, match="cannot carry exactly"):
        Box([0], [2**53 + 1])
    with pytest.raises(gordan.InputError, match="cannot carry exactly"):
        Ball([0], 2**53 + 1)


class Elsewhere(Hull):
    """A hull that answers for other points than it has."""


@pytest.mark.parametrize(
    "body", [Elsewhere(SQUARE), HalfspaceIntersection([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]], np.ones(4))]
)
def test_bodies_without_numbers_of_their_own_are_refused(body: Any, tmp_path: Path) -> None:
    far = Ball([9.0, 9.0], 1.0)
    with pytest.raises(gordan.InputError, match="given by numbers"):
        gordan.certify(Bodies(body, far), gordan.distance(body, far), tmp_path / "c.json")


def test_what_is_no_answer_of_distance_is_refused(tmp_path: Path) -> None:
    K, L = Ball([0.0], 1.0), Ball([3.0], 1.0)
    undecided = gordan.geometry.separate_bodies(Hull(SQUARE), Hull([[0.3, 0.4]]), eps=1e-9, max_iter=1)
    assert undecided.kind == "undecided"
    for answer in (None, undecided):
        with pytest.raises(gordan.InputError, match="what distance or separate_bodies found"):
            gordan.certify(Bodies(K, L), answer, tmp_path / "c.json")
    for answer in (gordan.geometry.separate_bodies(K, L, eps=0.5), gordan.geometry.separate_bodies(L, K, eps=0.5)):
        with pytest.raises(gordan.InputError, match="give an answer and the problem it was found for"):
            gordan.certify(Bodies(L, L), answer, tmp_path / "c.json")
        with pytest.raises(gordan.InputError, match="another dimension"):
            gordan.certify(Bodies(Hull(SQUARE), Hull(FAR)), answer, tmp_path / "c.json")
    with pytest.raises(gordan.InputError, match="does not hold"):
        gordan.certify(Bodies(K, Ball([4.0], 2.5)), gordan.distance(K, L), tmp_path / "c.json")
    assert not list(tmp_path.iterdir())


# Bodies that answers by pairs of points are found of, with their distance, and an eps of less and of more.
PAIRED = {name: case for name, case in CASES.items() if case[2] > 0.0}
METHODS = ("aggressive-perceptron", "min-norm-point")


def paired(name: str, solver: str, eps: float) -> tuple[Bodies, bytes]:
    K, L, _ = PAIRED[name]
    found = gordan.geometry.separate_bodies(K, L, eps=eps, solver=solver)
    return Bodies(K, L), spell(compose_bodies(Bodies(K, L), found))


@pytest.mark.parametrize("solver", METHODS)
@pytest.mark.parametrize("name", PAIRED)
def test_sparse_normals_and_near_means_hold_in_memory_and_in_a_file(
    name: str, solver: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    distance, data = PAIRED[name][2], tmp_path / "bodies.npz"
    for eps in (0.5 * distance, 1.5 * distance):
        problem, raw = paired(name, solver, eps)
        path = tmp_path / f"{eps}.json"
        path.write_bytes(raw)
        certificate = gordan.read_certificate(path)
        assert isinstance(certificate, BodiesCertificate)
        assert spell(certificate) == raw
        assert certificate.version == 7
        assert gordan.verify(problem, certificate).holds
        if isinstance(certificate.proof, SparseNormal):
            assert eps / 3 * (1 - 1e-6) <= certificate.at_least <= distance * (1 + 1e-15)
        else:
            assert isinstance(certificate.proof, NearMeans)
            assert distance * (1 - 1e-15) <= certificate.proof.at_most <= eps * (1 + 1e-9)
        np.savez(data, **problem.arrays())
        assert run(["verify", str(path), str(data)]) == ACCEPTED
        assert ("at least" if certificate.alternative == "apart" else "at most") in capsys.readouterr().out
        assert by_hand(path, data).startswith("accepted")


@pytest.mark.parametrize("name", PAIRED)
def test_a_number_of_pairs_changed_is_refused_or_still_true(name: str) -> None:
    distance, refused = PAIRED[name][2], 0
    for eps in (0.5 * distance, 1.5 * distance):
        problem, raw = paired(name, "aggressive-perceptron", eps)
        members = json.loads(raw)
        for path in numbers({"at_least": members["at_least"], "proof": members["proof"]}):
            for value in nudged(at(members, path)):
                lie = resealed(raw, lambda m, path=path, value=value: at(m, path[:-1]).__setitem__(path[-1], value))
                try:
                    certificate = parse(lie, "lie.json")
                    assert isinstance(certificate, BodiesCertificate)
                    holds = gordan.verify(problem, certificate).holds
                except gordan.InputError:
                    holds = False
                refused += not holds
                if holds and isinstance(certificate.proof, NearMeans):
                    assert certificate.proof.at_most >= distance * (1 - 1e-12)
                elif holds:
                    assert certificate.at_least <= distance * (1 + 1e-12)
    assert refused > 8


def changed(name: str, eps: float, change: Any) -> set[str]:
    problem, raw = paired(name, "aggressive-perceptron", eps)
    certificate = parse(resealed(raw, change), "lie.json")
    return {check.name for check in gordan.verify(problem, certificate).failed}


def test_each_lie_about_pairs_is_refused_by_its_check() -> None:
    def with_pairs(**fields: Any) -> Any:
        return lambda m: m["proof"]["pairs"].update(fields)

    two, far = (2.0).hex(), (100.0).hex()
    apart, near = ("box and ball", 2.0), ("box and ball", 13.0)
    assert changed(*apart, lambda m: m["proof"].update(offset=far)) == {"margin of K"}
    assert changed(*apart, lambda m: m["proof"].update(offset="-" + far)) == {"margin of L"}
    assert changed(*apart, lambda m: m.update(at_least=far)) >= {"margin of K", "margin of L", "margin at least"}
    assert changed(*near, lambda m: m["proof"].update(at_most=(3.9).hex())) == {"distance of the points"}
    assert changed(*near, lambda m: m["proof"].update(at_most="-" + far)) == {"distance of the points"}
    for case in (apart, near):
        k = len(json.loads(paired(case[0], "aggressive-perceptron", case[1])[1])["proof"]["pairs"]["times"])
        outside = [{"coordinates": [two, two]}] * k
        assert changed(*case, with_pairs(times=["0x0.0p+0"] * k)) == {"times are positive"}
        assert changed(*case, with_pairs(times=["-" + two] * k)) == {"times are positive"}
        assert changed(*case, with_pairs(in_K=outside)) == {"points belong to K"}
        assert changed(*case, with_pairs(in_L=outside)) == {"points belong to L"}
    for case in (("sum", 1.0), ("image", 1.0), ("ellipsoid", 1.0)):

        def beyond(members: Any) -> None:
            for side in ("in_K", "in_L"):
                for path in numbers(members["proof"]["pairs"][side]):
                    if path[-2] == "coordinates":
                        at(members["proof"]["pairs"][side], path[:-1])[path[-1]] = (8.0).hex()

        assert changed(*case, beyond) & {"points belong to K", "points belong to L"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda m: m.update(version=6), "proof.kind"),
        (lambda m: m["proof"].update(kind="near means"), "proof.kind"),
        (lambda m: m.update(alternative="near"), "at_least"),
        (lambda m: m["proof"]["pairs"].update(times=[]), "proof.pairs.times"),
        (lambda m: m["proof"]["pairs"]["in_K"].append({"vertex": 0}), "proof.pairs.in_K"),
        (lambda m: m["proof"]["pairs"]["in_K"].__setitem__(0, {"vertex": 4}), r"proof.pairs.in_K\[0\].vertex"),
        (lambda m: m["proof"]["pairs"]["in_L"].__setitem__(0, {"of": []}), r"proof.pairs.in_L\[0\].vertex"),
    ],
)
def test_pairs_outside_the_format_are_not_read(change: Any, field: str) -> None:
    raw = paired("hulls", "min-norm-point", 1.0)[1]
    with pytest.raises(gordan.InputError, match=f"the field {field}"):
        parse(resealed(raw, change), "lie.json")


def test_pairs_made_in_memory_are_held_to_the_bodies() -> None:
    """No file has these: the reader refuses them before."""
    problem, raw = paired("sum", "min-norm-point", 1.0)
    honest: Any = parse(raw, "c.json")
    pairs = honest.proof.pairs
    vertex, ball = pairs.points_k[0].of
    for point in (BodyPoint(of=(vertex,)), BodyPoint(0, (), (vertex, ball)), BodyPoint(of=(ball, vertex)), vertex):
        lie = replace(honest, proof=honest.proof._replace(pairs=pairs._replace(points_k=(point, *pairs.points_k[1:]))))
        assert [check.name for check in gordan.verify(problem, lie).failed] == ["points belong to K"]
    short = replace(honest, proof=honest.proof._replace(pairs=pairs._replace(times=pairs.times[1:])))
    assert [check.name for check in gordan.verify(problem, short).failed] == ["times are positive"]
    for lie in (replace(honest, alternative="near"), replace(honest, at_least=0.0), replace(honest, at_least=np.nan)):
        assert "alternative is the proof's" in {check.name for check in gordan.verify(problem, lie).failed}
