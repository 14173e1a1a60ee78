"""`gordan explain` and `gordan solvers` tell what the solvers' own files say."""

from __future__ import annotations

import json

import pytest

from cli.conftest import Run
from gordan.cli.manual import read_manual
from gordan.solver import SOLVERS, named


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_every_solver_is_explained(name: str, command: Run) -> None:
    ran = command("explain", name)
    assert (ran.code, ran.err) == (0, "")
    for heading in (name, "Guarantee", "Needs", "Reference", "Parameters", "1. "):
        assert heading in ran.out


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_every_parameter_has_a_meaning(name: str) -> None:
    manual = read_manual(named(name))
    assert manual.sections.keys() == {"Guarantee", "Needs", "Reference"}
    for parameter in manual.parameters:
        assert parameter.meaning, parameter.name


def test_json_has_the_same(command: Run) -> None:
    found = json.loads(command("explain", "infinity-perceptron", "--output-format", "json").out)
    assert found["parameters"][0]["name"] == "alpha"
    assert found["parameters"][0]["default"] == "1.25"
    assert "Moran" in found["reference"]


def test_solvers_lists_all_of_them(command: Run) -> None:
    listed = json.loads(command("solvers", "--output-format", "json").out)
    assert [each["name"] for each in listed] == list(SOLVERS)
    assert sum(each["auto"] for each in listed) == 1
    assert command("solvers", "--output-format", "concise").out.split() == list(SOLVERS)
    page = command("solvers").out
    for name, solver in SOLVERS.items():
        assert name in page
        assert solver.summary.split()[0] in page
