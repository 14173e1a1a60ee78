"""A true certificate of constraints over cones, spoilt: it is refused, by `gordan verify` and by hand alike.

Whatever is judged here is also judged by docs/verify_by_hand.py, which must agree.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import gordan
from file.certificate.by_hand import by_hand
from file.certificate.made import resealed
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.cone import PSD, Lorentz, Orthant
from gordan.feasibility.constraint import decide
from gordan.file.certificate.format import parse, spell
from gordan.outcome.alternative import PointExact
from gordan.outcome.certificate import ConstraintsCertificate
from gordan.outcome.certificate.compose import compose_constraints
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.problem.cone_part import ConePart
from gordan.problem.constraints import Constraints
from liar.test_certificate import at, digits, nudged, numbers

NONE = np.zeros((0, 2)), np.zeros(0)
DISC = [[0.0, 0.0], [-1.0, 0.0], [0.0, -1.0]]
MATRIX = -np.eye(3)


def system(C: Any, d: Any, G: Any, h: Any, parts: Any) -> Constraints:
    return Constraints(np.array(C, float), np.array(d, float), np.array(G, float), np.array(h, float), parts)


# (u, t) of a disc has its bound last; the matrix [[x, y], [y, z]] is its own triangle.
SYSTEMS = {
    "ball of multipliers": system(*NONE, [*DISC[1:], DISC[0], [-1.0, -1.0]], [0, 0, 1, -2], (Lorentz(3), Orthant(1))),
    "integer multipliers": system([[1.0, 1.0]], [1.0], [[-1.0, -1.0], [1.0, 0.0]], [-3, 9], (Orthant(1), Orthant(1))),
    "matrices": system([[0, 1, 0]], [2], [*MATRIX, [1, 0, 0], [0, 0, 1]], [0, 0, 0, 1, 1], (PSD(2), Orthant(2))),
    "ball about a point": system(
        [[1.0, -1.0]], [0.0], [*DISC[1:], DISC[0], [-1.0, -1.0]], [0, 0, 1, -1], (Lorentz(3), Orthant(1))
    ),
    "matrix": system([[0, 1, 0]], [1], [*MATRIX, [1, 0, 0], [0, 0, 1]], [0, 0, 0, 2, 2], (PSD(2), Orthant(2))),
    "point of integers": system(*NONE, [[-1, 0], [0, -1], [1, 1]], [0, 0, 0], (Orthant(3),)),
    "faces": system([[1, 0, 0], [0, 1, 0]], [0, 1], MATRIX, [0, 0, 0], (PSD(2),)),
}
every_name = pytest.mark.parametrize("name", SYSTEMS)


class Made(NamedTuple):
    system: Constraints
    answer: Feasible | Infeasible
    raw: bytes


@cache
def made(name: str) -> Made:
    answer = decide(SYSTEMS[name], max_seconds=20.0)
    assert isinstance(answer, Feasible | Infeasible)
    return Made(SYSTEMS[name], answer, spell(compose_constraints(answer)))


class Heard(NamedTuple):
    code: int
    words: str


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[bytes], Heard]:
    """What `gordan verify` says of a certificate, without any data."""

    def heard(raw: bytes) -> Heard:
        (tmp_path / "c.json").write_bytes(raw)
        capsys.readouterr()
        code = run(["verify", str(tmp_path / "c.json"), "--output-format", "concise"])
        captured = capsys.readouterr()
        assert "failed with" not in captured.err
        return Heard(code, captured.out + captured.err)

    return heard


def test_every_kind_of_proof_is_here() -> None:
    kinds = {json.loads(made(name).raw)["proof"]["kind"] for name in SYSTEMS}
    assert kinds == {"multipliers", "point ball", "point", "faces"}
    kernels = {json.loads(made(name).raw)["proof"].get("kernel", {}).get("kind") for name in SYSTEMS}
    assert kernels == {None, "kernel ball", "kernel point"}


@every_name
def test_the_truth_is_accepted(name: str, ask: Callable[[bytes], Heard], tmp_path: Path) -> None:
    own, answer, raw = made(name)
    assert ask(raw).code == ACCEPTED
    assert gordan.verify(own, parse(raw, "c.json")).holds
    gordan.certify(own, answer, tmp_path / "written.json")
    assert (tmp_path / "written.json").read_bytes() == raw
    words = by_hand(tmp_path / "written.json", None)
    assert words.startswith(f"accepted: {answer.kind}, by name: ")


@every_name
def test_one_digit_by_accident(name: str) -> None:
    own, _, raw = made(name)
    for place in digits(raw):
        spoilt = bytearray(raw)
        spoilt[place] = ord("1" if raw[place] != ord("1") else "2")
        try:
            certificate = parse(bytes(spoilt), "c.json")
        except gordan.InputError:
            continue
        assert "certificate is unaltered" in [check.name for check in gordan.verify(own, certificate).failed]


@every_name
def test_one_number_by_a_liar(name: str) -> None:
    own, _, raw = made(name)
    members, refused = json.loads(raw), 0
    places = [path for path in numbers(members) if path[0] not in ("version", "checksum")]
    for path in places:
        for value in nudged(at(members, path)):
            lie = resealed(raw, lambda m, path=path, value=value: at(m, path[:-1]).__setitem__(path[-1], value))
            try:
                certificate = parse(lie, "c.json")
            except gordan.InputError:
                refused += 1
                continue
            assert isinstance(certificate, ConstraintsCertificate)
            holds = gordan.verify(own, certificate).holds
            # What it states is its own, and must still be what its hash says.
            alone = gordan.verify(certificate.question.system(), certificate).holds
            names = path[1] in ("equation_of", "part_of")  # whose name a row has, is the file's own word
            assert not (holds or (alone and not names)) or path[0] == "proof", (path, value)
            refused += not holds
    assert refused > len(places) // 4


LIES: dict[str, tuple[str, tuple[Any, ...], Any, str]] = {
    "a radius of nothing": ("matrices", ("proof", "kernel", "radius"), (0.0).hex(), "weights that cancel are within"),
    "a radius beyond": ("matrices", ("proof", "kernel", "radius"), (9.0).hex(), "all so near are in the cone"),
    "a point beyond its ball": ("matrix", ("proof", "radius"), (0.9).hex(), "all so near are inside the cones"),
    "a ball without its point": (
        "ball about a point", ("proof", "x", 3 - 2), (0.75).hex(), "equations are solved within"
    ),
    "no equations": ("matrix", ("proof", "equations"), [], "equations left out follow"),
    "fewer conditions": ("integer multipliers", ("proof", "conditions"), [0], "conditions left out follow"),
    "a point outside": ("point of integers", ("proof", "integers", 0), "1", "the rest is in the cones"),
    "a step that leaves 1": ("faces", ("proof", "steps", 0, "equations", 1), "1", "step 1: conditions"),
    "another name for it": ("point of integers", ("alternative",), "infeasible", ""),
}  # fmt: skip


@pytest.mark.parametrize("what", LIES)
def test_a_lie_is_refused_by_its_name(what: str, ask: Callable[[bytes], Heard]) -> None:
    name, path, value, check = LIES[what]
    lie = resealed(made(name).raw, lambda members: at(members, path[:-1]).__setitem__(path[-1], value))
    code, words = ask(lie)
    assert code == (REJECTED if check else FAILED), words
    assert check in words


def test_constraints_that_are_not_the_problems_are_refused() -> None:
    """The certificate is sound in itself, and about other constraints: a liar's, with a hash of its own."""
    own, _, raw = made("ball of multipliers")
    harder = Constraints(own.C, own.d, own.G, own.h - np.array([0, 0, 0, 1.0]), own.parts)
    answer = decide(harder, max_seconds=20.0)
    assert isinstance(answer, Infeasible)
    certificate = compose_constraints(answer)
    assert gordan.verify(harder, certificate).holds
    failed = [check.name for check in gordan.verify(own, certificate).failed]
    assert "question is the certificate's" in failed
    assert "data are the certificate's" in failed
    renamed = parse(resealed(raw, lambda members: members["problem"].update(names=["a", "b"])), "c.json")
    assert not gordan.verify(own, renamed).holds
    assert gordan.verify(renamed.question.system(), renamed).holds


def test_some_constraints_refute_all_and_a_point_must_satisfy_all() -> None:
    given, named = made("integer multipliers").system, ("sum", "less", "bound")
    own = Constraints(given.C, given.d, given.G, given.h, given.parts, named, (0,), (1, 2))
    few = own.without(2)
    refuted, answer = decide(few, max_seconds=20.0), decide(own.without(1), max_seconds=20.0)
    assert isinstance(refuted, Infeasible)
    assert isinstance(answer, Feasible)
    assert gordan.verify(own, compose_constraints(refuted)).holds
    assert not gordan.verify(own, compose_constraints(answer)).holds
    with pytest.raises(gordan.InputError, match="does not hold"):
        gordan.certify(own, answer, "nowhere.json")


def test_a_proof_that_its_alternative_is_not() -> None:
    own, answer, raw = made("point of integers")
    assert isinstance(answer.proof, PointExact)
    certificate = parse(raw, "c.json")
    assert isinstance(certificate, ConstraintsCertificate)
    lie = ConstraintsCertificate(**{**vars(certificate), "alternative": "infeasible"})
    assert [check.name for check in gordan.verify(own, lie).failed] == ["alternative is the proof's"]


def test_unknowns_that_no_memory_holds_are_refused_before_they_are_made() -> None:
    raw = made("point of integers").raw

    def grow(members: Any) -> None:
        members["problem"]["unknowns"] = 10**12
        members["proof"] = {"kind": "point ball", "x": [], "equations": [], "radius": (0.0).hex()}

    with pytest.raises(gordan.InputError):
        parse(resealed(raw, grow), "c.json")
    own = made("faces").system
    huge = made("faces").raw
    certificate = parse(resealed(huge, lambda members: members["problem"].update(unknowns=10**12)), "c.json")
    assert isinstance(certificate, ConstraintsCertificate)
    with pytest.raises(gordan.InputError, match="bytes of memory"):
        certificate.question.system()
    with pytest.raises(gordan.OverBudget, match="more than the"):
        gordan.verify(own, certificate)


def test_data_beside_it_or_none_beside_another_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.json").write_bytes(made("faces").raw)
    assert run(["verify", str(tmp_path / "c.json"), "x.csv"]) == FAILED
    assert "states itself; leave DATA out" in capsys.readouterr().err
    program = gordan.Program([[1]], row_lower=[1])
    gordan.certify(program, gordan.feasible(program), tmp_path / "p.json")
    assert run(["verify", str(tmp_path / "p.json")]) == FAILED
    assert "no data are named" in capsys.readouterr().err


@every_name
@pytest.mark.parametrize("form", ["cube", ""])
def test_cones_of_no_known_form_by_hand(name: str, form: str) -> None:
    own, _, raw = made(name)
    certificate = parse(raw, "c.json")
    assert isinstance(certificate, ConstraintsCertificate)
    question = certificate.question._replace(cone=(ConePart(form, 1),))
    failed = gordan.verify(own, replace(certificate, question=question)).failed
    assert "question is the certificate's" in [check.name for check in failed]


@pytest.mark.parametrize(
    "change",
    [{"equation_of": (0, 0)}, {"equation_of": (3,)}, {"part_of": (1,)}, {"part_of": (1, -1)}, {"names": ("a",)}],
)
def test_names_of_no_equation_or_part_by_hand(change: dict[str, Any]) -> None:
    certificate = parse(made("matrix").raw, "c.json")
    assert isinstance(certificate, ConstraintsCertificate)
    with pytest.raises(gordan.InputError, match="one number of a name for every equation and every part"):
        certificate.question._replace(**change).system()
