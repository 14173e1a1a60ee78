"""A true certificate of a conic problem, spoilt: `gordan verify` refuses it and names what it found.

Spoilt by accident, it no longer has its checksum. A liar makes that anew: then the claim itself is judged, and what is
still accepted has to be true as far as `may_be_true` can tell, which shares no code with the verifier.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from file.certificate.by_hand import rewrite
from file.certificate.conic_made import NAMES, STACK, made_conic
from file.certificate.conic_truth import may_be_true
from file.certificate.made import resealed
from gordan import Conic
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.file.certificate.format import parse
from gordan.outcome.certificate import ConicCertificate
from liar.test_certificate import at, digits, nudged, numbers

every_name = pytest.mark.parametrize("name", NAMES)


class Heard(NamedTuple):
    code: int
    words: str


Ask = Callable[[bytes], Heard]


def write_map(path: Path, name: str) -> Path:
    """The map as its user has it: one matrix, sparse or not, or a piece for each part."""
    A = made_conic(name).problem.A
    if sp.issparse(A):
        sp.save_npz(path / "A.npz", A)
    elif name == "plain matrices":
        np.savez(path / "A.npz", A=STACK)
    elif name == "exact matrices":
        np.savez(path / "A.npz", np.array([[1.0]]), STACK[:1])
    elif name == "face":
        np.savez(path / "A.npz", A[:, :3], A[:, 3:6], np.diag(A[0, [6, 9, 11]])[None])
    else:
        np.save(path / "A.npy", A)
        return path / "A.npy"
    return path / "A.npz"


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], Ask]:
    """Hold certificates against the map of a problem."""

    def against(name: str) -> Ask:
        data = write_map(tmp_path, name)

        def heard(raw: bytes) -> Heard:
            rewrite(tmp_path / "c.json", raw)
            capsys.readouterr()
            code = run(["verify", str(tmp_path / "c.json"), str(data), "--output-format", "concise"])
            captured = capsys.readouterr()
            assert code in (ACCEPTED, REJECTED, FAILED)
            assert code != REJECTED or captured.out.startswith("rejected  ")
            assert code != FAILED or captured.err.startswith("gordan: ")
            assert "failed with" not in captured.err
            return Heard(code, captured.out + captured.err)

        return heard

    return against


@every_name
def test_the_truth_is_accepted(name: str, ask: Callable[[str], Ask]) -> None:
    truth = made_conic(name)
    for raw in (truth.raw, resealed(truth.raw, lambda members: None)):
        said = ask(name)(raw)
        assert said.code == ACCEPTED, said.words
        assert said.words.startswith(f"accepted  {truth.outcome.kind}  ")


@every_name
def test_one_digit_of_any_number_by_accident(name: str) -> None:
    problem, _, raw = made_conic(name)
    places = list(digits(raw))
    assert len(places) >= 10
    for place in places:
        spoilt = bytearray(raw)
        spoilt[place] = ord("1" if raw[place] != ord("1") else "2")
        try:
            found = parse(bytes(spoilt), "c.json")
        except gordan.InputError:
            continue
        assert isinstance(found, ConicCertificate)
        assert "certificate is unaltered" in [check.name for check in gordan.verify(problem, found).failed]


@every_name
def test_one_digit_of_any_number_by_a_liar(name: str) -> None:
    problem, _, raw = made_conic(name)
    members, refused = json.loads(raw), 0
    places = [path for path in numbers(members) if path[0] not in ("version", "checksum")]
    for path in places:
        for value in nudged(at(members, path)):
            lie = resealed(raw, lambda m, path=path, value=value: at(m, path[:-1]).__setitem__(path[-1], value))
            try:
                found = parse(lie, "c.json")
            except gordan.InputError:
                refused += 1
                continue
            assert isinstance(found, ConicCertificate)
            holds = gordan.verify(problem, found).holds
            refused += not holds
            assert not holds or may_be_true(name, found), (path, value)
            assert not (holds and path[0] == "problem"), (path, value)
    assert refused > len(places) // 4


@every_name
def test_a_bracket_that_claims_more(name: str, ask: Callable[[str], Ask]) -> None:
    truth = made_conic(name)
    told = json.loads(truth.raw)["bracket"]

    def narrow(end: str, value: float) -> bytes:
        return resealed(truth.raw, lambda members: members["bracket"].__setitem__(end, value.hex()))

    if told["lower"] is not None:
        said = ask(name)(narrow("lower", 100.0))
        assert said.code == REJECTED
        assert "margin at least" in said.words
    said = ask(name)(narrow("upper", -1.0))
    assert said.code == REJECTED
    assert "margin at most" in said.words or "upper bound of the margin" in said.words


@every_name
def test_cut_short(name: str, ask: Callable[[str], Ask]) -> None:
    raw = made_conic(name).raw
    for end in [*range(0, len(raw) - 1, 10), len(raw) - 2]:
        with pytest.raises(gordan.InputError, match="cut short"):
            parse(raw[:end], "c.json")
    said = ask(name)(raw[: len(raw) // 2])
    assert said.code == FAILED
    assert "cut short" in said.words


@every_name
def test_other_data(name: str) -> None:
    """One entry in its last digit, its sign, two columns exchanged, a row more."""
    problem, _, raw = made_conic(name)
    A = problem.A.toarray() if sp.issparse(problem.A) else problem.A
    entry, order = A.copy(), np.arange(problem.n)
    entry[0, 0] = np.nextafter(entry[0, 0], np.inf)
    order[:2] = 1, 0
    for other in (entry, -A, A[:, order], np.vstack([A, A[:1]])):
        if np.array_equal(other, A):
            continue
        lie = object.__new__(Conic)
        for field, value in (("A", other), ("cone", problem.cone), ("plain", problem.plain)):
            object.__setattr__(lie, field, value)
        failed = [check.name for check in gordan.verify(lie, parse(raw, "c.json")).failed]
        assert "data are the certificate's" in failed


CONES: list[tuple[str, dict[str, Any]]] = [
    ("integers", {"parts": ["orthant"], "orders": [3]}),
    ("integers", {"parts": ["psd"], "orders": [2]}),
    ("integers", {"parts": ["lorentz", "orthant"], "orders": [2, 1]}),
    ("plain matrices", {"parts": ["psd"], "orders": [2]}),
    ("orthant", {"parts": ["lorentz"], "orders": [3]}),
    ("cancellation", {"parts": ["orthant"], "orders": [3]}),
]


@pytest.mark.parametrize(("name", "cone"), CONES)
def test_another_cone_of_the_same_size(name: str, cone: dict[str, Any], ask: Callable[[str], Ask]) -> None:
    """The digest is that of the map and of the cone: the claim about another one has another digest."""
    problem, _, raw = made_conic(name)
    lie = resealed(raw, lambda members: members["problem"].update(cone=cone))
    failed = [check.name for check in gordan.verify(problem, parse(lie, "c.json")).failed]
    assert "question is the certificate's" in failed
    said = ask(name)(lie)
    assert said.code == REJECTED
    # Matrices are told from vectors by the file itself.
    check = "question is" if name == "plain matrices" else "data are"
    assert f"{check} the certificate's" in said.words


WRONG: dict[str, tuple[str, tuple[str, ...], Any, str]] = {
    "a direction that is none": ("separable", ("proof", "direction"), [(-1.0).hex()] * 3, "A*y inside the cone"),
    "no direction": ("separable", ("proof", "direction"), [(0.0).hex()] * 3, "direction is finite and not zero"),
    "weights of nothing": ("separable", ("weights", "values"), [(0.0).hex()] * 8, "weights are finite and not zero"),
    "a radius of nothing": ("ball", ("proof", "radius"), (0.0).hex(), "weights that cancel are within"),
    "a radius beyond the cone": ("ball", ("proof", "radius"), (9.0).hex(), "all so near are in the cone"),
    "a negative radius": ("ball", ("proof", "radius"), (-1.0).hex(), "faces and centre fit the cone"),
    "a radius beyond the doubles": ("ball", ("proof", "radius"), (1.7e308).hex(), "all so near are in the cone"),
    "a basis of nothing": ("face", ("proof", "bases"), [(0.0).hex()] * 6, "faces and centre fit the cone"),
    "a basis that overflows": ("face", ("proof", "bases"), [(1e300).hex()] * 6, "weights that cancel are within"),
    "integers outside": ("integers", ("proof", "integers"), ["-1", "-1", "1"], "weights are in the cone, not zero"),
    "integers of nothing": ("integers", ("proof", "integers"), ["0", "0", "0"], "weights are in the cone, not zero"),
    "integers that do not cancel": ("cancellation", ("proof", "integers"), ["1", "1", "2"], "weighted rows cancel"),
    "a box beside the weights": ("enclosure", ("proof", "centre"), [(0.4).hex()] * 3, "weights are enclosed"),
    "an exact ball": ("ball", ("arithmetic",), "exact", "proof is of its kind"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_lie_is_rejected_by_its_name(what: str, ask: Callable[[str], Ask]) -> None:
    name, path, value, check = WRONG[what]

    def lie(members: Any) -> None:
        section = at(members, path[:-1])
        if path[-1] in ("integers", "values"):
            section["entries"] = list(range(len(value)))
        section[path[-1]] = value

    said = ask(name)(resealed(made_conic(name).raw, lie))
    assert said.code == REJECTED, said.words
    assert check in said.words
