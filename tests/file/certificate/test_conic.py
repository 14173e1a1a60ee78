"""The certificate of a conic problem: what is written comes back and proves the same; anything else is refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import gordan
from claimed import replace
from file.certificate.conic_made import NAMES, made_conic
from file.certificate.conic_truth import may_be_true
from file.certificate.made import resealed
from file.certificate.test_field import WRONG, at, changed, content, drop, paths, put, refusal, spelt
from file.certificate.test_fuzz import EXTREME, json_values
from gordan import Conic
from gordan.arithmetic.ball import Ball, times
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.file.certificate.format import parse, spell
from gordan.outcome import NullSpaceBall, NullSpacePoint
from gordan.outcome.certificate import ConicCertificate
from gordan.outcome.certificate.compose import compose, compose_conic

every_name = pytest.mark.parametrize("name", NAMES)


def read(raw: bytes) -> ConicCertificate:
    found = parse(raw, "c.json")
    assert isinstance(found, ConicCertificate)
    return found


@every_name
def test_what_is_written_comes_back(name: str, tmp_path: Path) -> None:
    problem, outcome, raw = made_conic(name)
    gordan.certify(problem, outcome, tmp_path / "c.json")
    assert (tmp_path / "c.json").read_bytes() == raw
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert isinstance(certificate, ConicCertificate)
    assert spell(certificate) == raw
    verdict = gordan.verify(problem, certificate)
    assert verdict.holds, verdict
    assert verdict.proof == outcome.verdict.proof
    assert may_be_true(name, certificate)
    found = certificate.claim(problem)
    assert found.kind == outcome.kind
    assert found.bracket == outcome.bracket
    assert gordan.verify(problem, found).holds
    same_proof(found, outcome)


def same_proof(found: Any, outcome: Any) -> None:
    if outcome.kind == "separable":
        assert np.array_equal(found.coef, outcome.coef)
        assert np.array_equal(found.weights, outcome.weights)
    elif outcome.kind == "inseparable":
        assert np.allclose(found.weights, outcome.weights, rtol=0.0, atol=1e-15)
        if isinstance(outcome.proof, NullSpacePoint):
            assert found.proof == outcome.proof
        if isinstance(outcome.proof, NullSpaceBall):
            assert found.proof.radius == outcome.proof.radius
            assert sorted(found.proof.centre) == sorted(outcome.proof.centre)


def test_every_kind_of_proof_is_there() -> None:
    told = [json.loads(made_conic(name).raw) for name in NAMES]
    kinds = {each["proof"] and each["proof"]["kind"] for each in told}
    assert kinds == {"interior", "kernel ball", "kernel point", "cancellation", "enclosure", None}
    forms = {form for each in told for form in each["problem"]["cone"]["parts"]}
    assert forms == {"orthant", "lorentz", "psd", "psd-plain"}
    assert {each["alternative"] for each in told} == {"separable", "inseparable", "undecided"}


@every_name
def test_storage_does_not_matter(name: str) -> None:
    problem, outcome, raw = made_conic(name)
    if any(problem.plain):
        return
    dense = problem.A.toarray() if sp.issparse(problem.A) else problem.A
    for A in (dense, sp.csr_array(dense), sp.csc_array(dense), np.asfortranarray(dense)):
        again = Conic(A, problem.cone)
        assert gordan.verify(again, read(raw)).holds
        assert spell(compose_conic(again, outcome)) == raw


@every_name
def test_it_holds_on_machines_that_round_otherwise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Products anywhere within their radii, eigenvectors with other last digits: the same verdict."""
    problem, _, raw = made_conic(name)
    certificate = read(raw)
    rng = np.random.default_rng(1)
    eigh = np.linalg.eigh

    def otherwise(A: Any, B: Any) -> Ball:
        z = times(A, B)
        return Ball(z.mid + z.rad * rng.uniform(-1.0, 1.0, z.mid.shape), z.rad)

    def turned(M: Any) -> Any:
        values, Q = eigh(M)
        last = 2.0**-52 * rng.uniform(-1.0, 1.0, values.shape)
        return values + last * np.abs(values).max(), Q * (1.0 + last)

    for module in ("verify.conic.margin", "verify.conic.weights", "arithmetic.ball"):
        monkeypatch.setattr(import_module(f"gordan.{module}"), "times", otherwise)
    monkeypatch.setattr(np.linalg, "eigh", turned)
    for _ in range(5):
        verdict = gordan.verify(problem, certificate)
        assert verdict.holds, verdict


def refused(path: Path, problem: Any, outcome: Any) -> str:
    with pytest.raises(gordan.InputError) as caught:
        gordan.certify(problem, outcome, path)
    assert os.listdir(path.parent) == []
    return str(caught.value)


def test_what_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    problem, outcome, _ = made_conic("separable")
    assert "own verdict does not hold" in refused(path, problem, replace(outcome, verdict=gordan.outcome.Verdict()))
    assert "margin at least" in refused(path, problem, replace(outcome, bracket=gordan.outcome.Bracket(9.0, 9.5)))
    assert "does not hold" in refused(path, Conic(-problem.A, problem.cone), outcome)
    assert "give what solve or separate returned" in refused(path, problem, "separable")
    about = gordan.solve(gordan.Points([[0.0], [1.0]], [0, 1]))
    assert "which no conic problem has" in refused(path, problem, about)
    assert "points, cones, linear programs, bodies and mixtures" in refused(
        path, gordan.problem.System(np.eye(2)), outcome
    )


def test_kinds_are_not_mixed_up() -> None:
    problem, _, raw = made_conic("separable")
    points = gordan.Points([[0.0], [1.0]], [0, 1])
    with pytest.raises(gordan.InputError, match="the problem is a Points and the claim a ConicCertificate"):
        gordan.verify(points, read(raw))
    about = parse(spelt_points(points), "c.json")
    with pytest.raises(gordan.InputError, match="the problem is a Conic and the claim a Certificate"):
        gordan.verify(problem, about)
    with pytest.raises(gordan.InputError, match="give its own"):
        read(raw).claim(made_conic("ball").problem)


def spelt_points(points: gordan.Points) -> bytes:
    return spell(compose(points, gordan.solve(points)))


ALL = {name: made_conic(name).raw for name in ("separable", "face", "integers", "undecided", "enclosure")}
EVERY = [(name, path) for name, raw in ALL.items() for path in paths(json.loads(raw)) if path != ("checksum",)]
NAMED = [(name, path) for name, path in EVERY if isinstance(path[-1], str)]


@pytest.mark.parametrize(("name", "path"), NAMED, ids=[f"{name} {spelt(path)}" for name, path in NAMED])
def test_a_missing_field(name: str, path: tuple[Any, ...]) -> None:
    sentence = refusal(changed(ALL[name], path, drop))
    assert "missing" in sentence or path[0] in ("format", "version")
    assert path[-1] in sentence


@pytest.mark.parametrize("name", ALL)
def test_an_unknown_field(name: str) -> None:
    members = json.loads(ALL[name])
    for path in [(), *(path for path in paths(members) if isinstance(at(members, path), dict))]:
        raw = resealed(ALL[name], lambda members, path=path: at(members, path).update(remark="hello"))
        assert f"the field {spelt((*path, 'remark'))} is not known" in refusal(raw)


@pytest.mark.parametrize(("name", "path"), EVERY, ids=[f"{name} {spelt(path)}" for name, path in EVERY])
def test_a_wrong_type_or_value(name: str, path: tuple[Any, ...]) -> None:
    before, sentences = at(json.loads(ALL[name]), path), 0
    for value in WRONG:
        if value == before and type(value) is type(before):
            continue
        raw = changed(ALL[name], path, lambda parent, key, value=value: parent.__setitem__(key, value))
        try:
            found = parse(raw, "c.json")
        except gordan.InputError:
            sentences += 1
        else:
            assert isinstance(found, ConicCertificate)
            assert content(spell(found)) == content(raw)
    assert sentences >= len(WRONG) // 2


FACE, POINT, BOX, TRUE = ALL["face"], ALL["integers"], ALL["enclosure"], ALL["separable"]
REFUSED: dict[str, tuple[bytes, Callable[[bytes], bytes], str]] = {
    "another part": (FACE, put("problem", "cone", "parts", 0, value="cube"), "parts[0] is 'cube'; expected 'orthant'"),
    "no parts": (FACE, put("problem", "cone", "parts", value=[]), "problem.cone.parts has 0 members"),
    "orders missing": (FACE, put("problem", "cone", "orders", value=[3, 3]), "orders has 2 members; expected 3"),
    "an order of nothing": (FACE, put("problem", "cone", "orders", 0, value=0), "orders[0] is 0"),
    "another order": (FACE, put("problem", "cone", "orders", 2, value=4), "problem.n is 12; expected 16"),
    "another proof": (FACE, put("proof", "kind", value="enclosure"), "proof.kind is 'enclosure'"),
    "a proof of the other": (TRUE, put("alternative", value="inseparable"), "proof.kind is 'interior'"),
    "decided without a proof": (TRUE, put("proof", value=None), "proof is null"),
    "an entry of a matrix": (FACE, put("proof", "entries", value=[0, 7]), "proof.entries has numbers of matrices"),
    "an entry too far": (FACE, put("proof", "entries", value=[0, 12]), "proof.entries[1] is 12"),
    "entries that fall": (FACE, put("proof", "entries", value=[1, 0]), "proof.entries[1] is 0; expected rising"),
    "a rank too high": (FACE, put("proof", "ranks", value=[4]), "proof.ranks[0] is 4; expected at most 3"),
    "too many ranks": (FACE, put("proof", "ranks", value=[2, 2]), "proof.ranks has 2 members; expected 1"),
    "another rank": (FACE, put("proof", "ranks", value=[1]), "proof.bases has 6 members; expected 3"),
    "a basis of fractions": (FACE, put("proof", "bases", 0, value="1/2"), "proof.bases[0] is '1/2'"),
    "a short centre": (FACE, put("proof", "centre", value=[]), "proof.centre has 0 members; expected 5"),
    "no denominator": (POINT, put("proof", "denominator", value="0"), "denominator is '0'"),
    "a box without entries": (BOX, put("proof", "entries", value=[]), "proof.entries has 0 members"),
    "a bound without weights": (TRUE, put("weights", value=None), "weights is null"),
    "a second direction": (TRUE, put("hyperplane", value={"direction": []}), "hyperplane is given"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_its_field(what: str) -> None:
    raw, change, told = REFUSED[what]
    assert told in refusal(change(raw))


def test_a_claim_of_endless_size_costs_nothing() -> None:
    """Whoever claims 10^15 axes, or matrices of order 10^7, is read at once and not believed."""
    problem, _, raw = made_conic("integers")

    def grow(members: Any, part: str, order: int, n: int) -> None:
        members["problem"] |= {"cone": {"parts": [part], "orders": [order]}, "n": n}

    for part, order, n in (("orthant", 10**15, 10**15), ("psd", 10**7, 10**7 * (10**7 + 1) // 2)):
        lie = read(resealed(raw, lambda members, sizes=(part, order, n): grow(members, *sizes)))
        failed = [check.name for check in gordan.verify(problem, lie).failed]
        assert failed == ["question is the certificate's"]
        with pytest.raises(gordan.InputError, match="give its own"):
            lie.claim(problem)


def test_many_parts_make_few_brackets() -> None:
    """A list for each part could exceed what is read."""
    cone = Product([Orthant(1), Lorentz(2), PSD(2)] * 40)
    A = np.random.default_rng(3).standard_normal((2, cone.size))
    problem = Conic(A - np.outer(A @ cone.unit, cone.unit) / (cone.unit @ cone.unit), cone)
    raw = spell(compose_conic(problem, gordan.solve(problem, max_seconds=20.0)))
    assert raw.count(b"[") < 10 < len(cone.parts)
    assert gordan.verify(problem, read(raw)).holds


def judge(name: str, raw: bytes) -> None:
    """A sentence, or a verdict that is never wrong."""
    try:
        found = parse(raw, "c.json")
    except gordan.InputError:
        return
    if isinstance(found, ConicCertificate):
        assert spell(read(spell(found))) == spell(found)
        assert not gordan.verify(made_conic(name).problem, found).holds or may_be_true(name, found)


@given(name=st.sampled_from(NAMES), data=st.data())
@settings(deadline=None, max_examples=60)
def test_bytes_of_a_true_one_changed(name: str, data: st.DataObject) -> None:
    body = made_conic(name).raw
    start = data.draw(st.integers(0, len(body)))
    end = data.draw(st.integers(start, min(start + 20, len(body))))
    alphabet = st.sampled_from(list(b'0123456789abcdefx.p+-"[]{},: \n\\ntrue\x00\xff'))
    judge(name, body[:start] + bytes(data.draw(st.lists(alphabet, max_size=20))) + body[end:])


@given(name=st.sampled_from(NAMES), data=st.data())
@settings(max_examples=100, deadline=None)
def test_members_of_a_true_one_changed(name: str, data: st.DataObject) -> None:
    """Some members replaced by others, extreme or none at all."""

    def change(members: Any) -> None:
        for _ in range(data.draw(st.integers(1, 3))):
            inner = members
            while True:
                key = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else list(range(len(inner)))))
                if not (isinstance(inner[key], dict | list) and inner[key] and data.draw(st.integers(0, 9))):
                    break
                inner = inner[key]
            doubles = st.floats(allow_nan=False, allow_infinity=False).map(float.hex)
            inner[key] = data.draw(json_values | doubles | st.sampled_from(EXTREME) | st.integers(-3, 12).map(str))

    judge(name, resealed(made_conic(name).raw, change))
