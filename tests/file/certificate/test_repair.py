"""Certificates of repairs: what is written is read back, and no change of a number is accepted that is not true."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import gordan
from file.certificate.made import numbers, resealed
from gordan.data import path as shipped
from gordan.file.certificate.format import parse, spell

ANSWERS: dict[str, Any] = {
    "cheapest": lambda program: gordan.repair(program, prices={"water": 10, "straw": 10}),
    "hard": lambda program: gordan.repair(program, hard=["hay", "soy", "straw"], fewest=True),
    "tolerance": gordan.tolerance,
}


@pytest.fixture(scope="module")
def program() -> gordan.Program:
    return gordan.read_mps(shipped("feed.mps"))


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_written_is_read_back(name: str, program: gordan.Program, tmp_path: Path) -> None:
    answer = ANSWERS[name](program)
    gordan.certify(program, answer, tmp_path / "r.json")
    certificate = gordan.read_certificate(tmp_path / "r.json")
    assert certificate.alternative == "repaired"
    assert spell(certificate) == (tmp_path / "r.json").read_bytes()
    assert gordan.verify(program, certificate).holds
    assert certificate.proof.value == answer.value
    assert sorted(certificate.proof.changes) == sorted(answer.proof.changes)


@pytest.mark.parametrize("name", ANSWERS)
def test_no_number_can_be_another(name: str, program: gordan.Program, tmp_path: Path) -> None:
    """Both checkers judge each (the second behind `gordan.verify`); what is accepted costs as much and no less."""
    gordan.certify(program, ANSWERS[name](program), tmp_path / "r.json")
    raw = (tmp_path / "r.json").read_bytes()
    truth, judged = parse(raw, "r.json").proof.value, 0
    for place in [p for p in numbers(json.loads(raw)) if p[0] == "proof" and p[1] != "kind"]:

        def change(members: Any, place: Any = place) -> None:
            for key in place[:-1]:
                members = members[key]
            old = members[place[-1]]
            members[place[-1]] = old + 1 if type(old) is int else str(Fraction(old) + 1)

        try:
            lie = parse(resealed(raw, change), "r.json")
        except gordan.InputError:
            continue
        judged += 1
        # A side that has no weight may have a greater price.
        assert not gordan.verify(program, lie).holds or (place[1].endswith("prices") and lie.proof.value == truth)
    assert judged > 10


def test_a_repair_of_another_program(program: gordan.Program, tmp_path: Path) -> None:
    gordan.certify(program, gordan.repair(program), tmp_path / "r.json")
    other = gordan.Program([[1, 1, 1]], row_lower=[3], upper=0)
    assert not gordan.verify(other, gordan.read_certificate(tmp_path / "r.json")).holds
    with pytest.raises(gordan.InputError, match="none of the program's"):
        gordan.certify(other, gordan.repair(program), tmp_path / "s.json")
