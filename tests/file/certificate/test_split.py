"""The certificate of a split: what is written comes back and proves the same; anything else is refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import gordan
from claimed import replace
from file.certificate.made import resealed
from file.certificate.split_made import DATA, MODELS, made_split, truly_proves
from file.certificate.test_field import WRONG, at, changed, content, drop, paths, put, refusal, spelt
from file.certificate.test_fuzz import EXTREME, json_values
from gordan.feasibility.split import Split, split
from gordan.file.certificate.format import parse, spell
from gordan.file.certificate.split import FAMILIES
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.outcome.certificate.split import SplitCertificate
from gordan.outcome.split import SplitClaim
from gordan.regression.model.system import FAMILIES as KNOWN

every_model = pytest.mark.parametrize("name", MODELS)
KINDS = {"quasi": "quasi", "complete": "complete", "overlap": "overlap", "all equalities": "overlap"}


def read(raw: bytes) -> SplitCertificate:
    found = parse(raw, "c.json")
    assert isinstance(found, SplitCertificate)
    return found


@every_model
def test_what_is_written_comes_back(name: str, tmp_path: Path) -> None:
    system, found, raw = made_split(name)
    found.write_certificate(tmp_path / "c.json", file="somewhere/data.csv")
    assert (tmp_path / "c.json").read_bytes() == raw
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert isinstance(certificate, SplitCertificate)
    assert spell(certificate) == raw
    assert certificate.alternative == found.kind == KINDS.get(name, found.kind)
    assert certificate.model is not None
    assert certificate.model.file == "data.csv"
    verdict = gordan.verify(system, certificate)
    assert verdict.holds, verdict
    assert truly_proves(system, certificate)


@every_model
def test_finite_coefficients_are_those_of_the_diagnosis(name: str) -> None:
    """Read off the relations, which the verifier has checked."""
    _, found, raw = made_split(name)
    assert read(raw).finite == tuple(each for each, state in found.coefficients.items() if state == "finite")
    assert read(raw).full_rank == (found.rank == len(found.coefficients))


def test_all_alternatives_are_among_the_models() -> None:
    splits = [read(made_split(name).raw) for name in MODELS]
    assert {each.alternative for each in splits} == {"complete", "quasi", "overlap"}
    assert any(each.question.equalities for each in splits)
    assert any(each.proof.table.relations for each in splits)
    # Comparisons of a Cox model are no listed system; a row of Gamma models is a sum that no description makes.
    assert tuple(name for name in KNOWN if name not in ("cox", "gamma")) == FAMILIES


def test_storage_does_not_matter() -> None:
    system, _, raw = made_split("equalities")
    A, E = system.inequalities, system.equalities
    for form in (sp.csr_array, sp.csc_array, np.asfortranarray):
        assert gordan.verify(gordan.problem.System(form(A), form(E), "decimal"), read(raw)).holds
    assert gordan.verify(gordan.problem.System(sp.csr_array(A), E, "decimal"), read(raw)).holds


def test_the_hash_tells_kinds_of_rows_apart() -> None:
    """Over more than one block, and with the border between the kinds inside one."""
    rows = np.random.default_rng(1).integers(0, 3, (9000, 3)).astype(float)
    whole = [gordan.problem.System(rows[:k], rows[k:]).digest() for k in (9000, 5000, 4999, 4096, 0)]
    assert len(set(whole)) == 5
    assert gordan.problem.System(sp.csr_array(rows[:5000]), rows[5000:]).digest() == whole[1]
    swapped = rows.copy()
    swapped[[8000, 8001]] = rows[[8001, 8000]]
    assert (gordan.problem.System(swapped[:5000], swapped[5000:]).digest() == whole[1]) == (
        rows[8000] == rows[8001]
    ).all()


def test_arrays_have_no_formula(tmp_path: Path) -> None:
    found = gordan.diagnose(DATA[["x", "z"]], DATA["y"], proof="exact")
    found.write_certificate(tmp_path / "c.json", file="data.csv")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.model == ("binomial", None, None, None, None, None, None, (), ())  # type: ignore[union-attr]
    assert gordan.verify(gordan.pose(DATA[["x", "z"]], DATA["y"]).system, certificate).holds
    # Weights in an array are in no table either.
    weighed = gordan.diagnose("y ~ x + z", data=DATA, weights=DATA["often"].to_numpy(), proof="exact")
    weighed.write_certificate(tmp_path / "w.json")
    assert gordan.read_certificate(tmp_path / "w.json").model.formula is None  # type: ignore[union-attr]


def refused(path: Path, found: gordan.regression.diagnose.Diagnosis) -> str:
    with pytest.raises(gordan.InputError) as caught:
        found.write_certificate(path)
    assert os.listdir(path.parent) == []
    return str(caught.value)


def test_what_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    assert 'ask with proof="exact"' in refused(path, gordan.diagnose("y ~ x + z", data=DATA))
    undecided = gordan.diagnose("y ~ x", data=DATA, proof="exact", max_seconds=1e-9)
    assert "nothing to certify" in refused(path, undecided)
    found = made_split("quasi").found
    lie = gordan.Exists(study=found.study, coefficients=found.coefficients, split=found.split)
    assert "kind is that of the split" in refused(path, lie)
    other = made_split("complete").found
    assert "what would stand in the certificate does not hold" in refused(path, replace(found, split=other.split))
    with gordan.limits(certificate=500):
        assert "more than the 500 that are read" in refused(path, found)


def test_no_other_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("mine")
    found = made_split("quasi").found
    with pytest.raises(gordan.InputError, match="already"):
        found.write_certificate(tmp_path / "c.json")
    assert (tmp_path / "c.json").read_text() == "mine"
    found.write_certificate(tmp_path / "c.json", overwrite=True)
    assert gordan.read_certificate(tmp_path / "c.json").alternative == "quasi"


def test_points_and_systems_are_not_mixed_up() -> None:
    system, _, raw = made_split("quasi")
    points = gordan.Points([[0.0], [1.0]], [0, 1])
    for problem, claim in ((points, read(raw)), (system, gordan.solve(points))):
        with pytest.raises(gordan.InputError, match="a system with the certificate of its split"):
            gordan.verify(problem, claim)


ALL = {name: made_split(name).raw for name in ("collinear", "equalities", "bases", "carried response")}
EVERY = [(name, path) for name, raw in ALL.items() for path in paths(json.loads(raw)) if path != ("checksum",)]
NAMED = [(name, path) for name, path in EVERY if isinstance(path[-1], str)]


@pytest.mark.parametrize(("name", "path"), NAMED, ids=[f"{name} {spelt(path)}" for name, path in NAMED])
def test_a_missing_field(name: str, path: tuple[Any, ...]) -> None:
    sentence = refusal(changed(ALL[name], path, drop))
    # Without its kind a problem is read as one of points.
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
            assert isinstance(found, SplitCertificate)
            assert content(spell(found)) == content(raw)
    assert sentences >= len(WRONG) // 2


QUASI, COLLINEAR = made_split("quasi").raw, ALL["collinear"]
REFUSED: dict[str, tuple[bytes, Callable[[bytes], bytes], str]] = {
    "another kind": (
        QUASI,
        put("problem", "kind", value="cubes"),
        "problem.kind is 'cubes'; expected 'points'",
    ),
    "no columns": (QUASI, put("problem", "columns", value=0), "problem.columns is 0; expected a whole number from 1"),
    "too many names": (QUASI, put("problem", "names", value=["a"] * 4), "names has 4 members; expected at most 3"),
    "other numbers": (QUASI, put("problem", "numbers", value="roman"), "problem.numbers is 'roman'"),
    "a family": (QUASI, put("model", "family", value="gamma"), "model.family is 'gamma'"),
    "a folder": (QUASI, put("model", "file", value="/etc/x"), "model.file has a folder"),
    "a file without a design": (QUASI, put("model", "design", value=None), "model.design is null"),
    "another alternative": (QUASI, put("alternative", value="separable"), "alternative is 'separable'"),
    "another proof": (QUASI, put("proof", "kind", value="separator"), "proof.kind is 'separator'"),
    "rows that fall": (QUASI, put("proof", "rows", value=[6, 5]), "proof.rows[1] is 5; expected rising"),
    "a row too far": (QUASI, put("proof", "rows", value=[5, 8]), "proof.rows[1] is 8"),
    "too few weights": (QUASI, put("proof", "weights", value=["1"]), "proof.weights has 1 members; expected 6"),
    "a weight of fractions": (QUASI, put("proof", "weights", 0, value="1/2"), "proof.weights[0] is '1/2'"),
    "too many directions": (QUASI, put("proof", "direction", value=["1"] * 4), "direction has 4 members; expected 3"),
    "a double": (QUASI, put("proof", "direction", 0, value=(1.5).hex()), "proof.direction[0]"),
    "a witness too far": (QUASI, put("proof", "table", "witness", value=[8]), "table.witness[0] is 8"),
    "a relation of nothing": (
        COLLINEAR,
        put("proof", "table", "relations", value=[{"columns": [], "integers": []}]),
        "proof.table.relations[0].columns has 0 members; expected at least one",
    ),
    "a relation of one": (COLLINEAR, put("proof", "table", "relations", 0, "integers", value=["1"]), "has 1 members"),
    "a bare relation": (
        COLLINEAR,
        put("proof", "flat", "relations", value=[7]),
        "relations[0] is a number; expected an",
    ),
    # Whoever claims 10^15 rows has to bring as many weights.
    "endless rows": (QUASI, put("problem", "inequalities", value=10**15), "proof.weights has 6 members"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_its_field(what: str) -> None:
    raw, change, told = REFUSED[what]
    assert told in refusal(change(raw))


def judge(name: str, raw: bytes) -> None:
    """A sentence, or a verdict that is never wrong."""
    try:
        found = parse(raw, "c.json")
    except gordan.InputError:
        return
    if isinstance(found, SplitCertificate):
        assert spell(read(spell(found))) == spell(found)
        system = made_split(name).system
        assert not gordan.verify(system, found).holds or truly_proves(system, found)


@given(name=st.sampled_from(list(MODELS)), data=st.data())
@settings(deadline=None)
def test_bytes_of_a_true_one_changed(name: str, data: st.DataObject) -> None:
    body = made_split(name).raw
    start = data.draw(st.integers(0, len(body)))
    end = data.draw(st.integers(start, min(start + 20, len(body))))
    alphabet = st.sampled_from(list(b'0123456789abcdefx.p+-"[]{},: \n\\ntrue\x00\xff'))
    judge(name, body[:start] + bytes(data.draw(st.lists(alphabet, max_size=20))) + body[end:])


@given(name=st.sampled_from(list(MODELS)), data=st.data())
@settings(max_examples=300, deadline=None)
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
            inner[key] = data.draw(json_values | st.sampled_from(EXTREME) | st.integers(-3, 12).map(str))

    judge(name, resealed(made_split(name).raw, change))


def test_long_integers_on_columns_of_zeros() -> None:
    """Nothing is multiplied by them, and nothing overflows on the way."""
    A = sp.csr_array(np.array([[0.0, 1.0], [0.0, -1.0]]))
    for numbers in ("binary", "decimal"):
        system = gordan.problem.System(A, numbers=numbers)
        found = split(system, proof="exact")
        assert isinstance(found, Split)
        certificate = compose_diagnosis(system, SplitClaim(found.strict, found.proof), kind=found.kind, model=None)
        assert gordan.verify(system, certificate).holds
        relation = certificate.proof.table.relations[0]
        assert relation.columns == (0,)
        long = replace(certificate.proof.table, relations=(relation._replace(integers=(10**400,)),))
        direction = (10**400, 0)
        claim = replace(certificate, proof=replace(certificate.proof, table=long, flat=long, direction=direction))
        assert gordan.verify(system, claim).holds


def test_a_system_has_no_more_names_than_columns() -> None:
    with pytest.raises(gordan.InputError, match="2 names for 1 columns"):
        gordan.problem.System([[1.0]], names=("a", "b"))


def test_bare_arrays_have_no_names_to_compare() -> None:
    """But all else is compared."""
    system, _, raw = made_split("quasi")
    bare = gordan.problem.System(system.inequalities, system.equalities, "decimal")
    assert gordan.verify(bare, read(raw)).holds
    spoilt = system.inequalities.copy()
    spoilt[0, 1] = 0.25
    assert not gordan.verify(gordan.problem.System(spoilt, system.equalities, "decimal"), read(raw)).holds


def test_certify_takes_a_diagnosis_with_its_model(tmp_path: Path) -> None:
    data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
    diagnosis = gordan.diagnose("ill ~ dose", data=data, proof="exact")
    posed = gordan.pose("ill ~ dose", data=data)
    diagnosis.write_certificate(tmp_path / "a.json")
    gordan.certify(posed, diagnosis, tmp_path / "b.json")
    gordan.certify(posed.system, diagnosis, tmp_path / "c.json")
    written = {(tmp_path / name).read_bytes() for name in ("a.json", "b.json", "c.json")}
    assert len(written) == 1
    other = gordan.pose("ill ~ dose", data={**data, "dose": [1, 2, 3, 3, 4, 6]})
    with pytest.raises(gordan.InputError, match="other rows"):
        gordan.certify(other, diagnosis, tmp_path / "d.json")
    with pytest.raises(gordan.InputError, match=r"gordan\.pose"):
        gordan.certify(gordan.Points([[0.0], [1.0]], [0, 1]), diagnosis, tmp_path / "d.json")
    assert not (tmp_path / "d.json").exists()
