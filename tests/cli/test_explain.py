"""`gordan explain` and `gordan solvers` tell what the solvers' own files say."""

from __future__ import annotations

import json
import runpy
from dataclasses import fields
from pathlib import Path

import pytest

from cli.conftest import Run
from gordan.cli.commands.explain import CONCEPTS, read_manual
from gordan.engine.solver import PAPER_NAMES, POSITIVE_SOLVERS, named
from gordan.engine.solver import SOLVERS as ANY_SIGN
from gordan.engine.solver.auto import Question, choose

SOLVERS = ANY_SIGN | POSITIVE_SOLVERS


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_every_solver_is_explained(name: str, command: Run) -> None:
    ran = command("explain", name)
    assert (ran.code, ran.err) == (0, "")
    for heading in (name, "Guarantee", "Needs", "Reference", "Parameters", "1. "):
        assert heading in ran.out


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_every_parameter_has_a_meaning(name: str) -> None:
    manual = read_manual(name)
    assert manual.sections.keys() == {"Guarantee", "Needs", "Reference"}
    for field in fields(SOLVERS[name]):  # type: ignore[arg-type]
        assert manual.parameters[field.name], field.name


def test_the_manual_is_that_of_the_docstrings() -> None:
    """`python tools/manual.py` writes it."""
    tool = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "manual.py"))
    assert tool["manual"]() == tool["TARGET"].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(PAPER_NAMES))
def test_the_names_of_the_papers_are_explained(name: str, command: Run) -> None:
    ran = command("explain", name)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{named(name).name}: ")
    assert command("check", "fruit.csv", "--positive", "apple", "--solver", name, "--max-iter", 50).code in (0, 3)


@pytest.mark.parametrize("word", sorted(CONCEPTS))
def test_words_of_an_answer_are_explained(word: str, command: Run) -> None:
    ran = command("explain", word)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{word}\n")
    record = json.loads(command("explain", word, "--output-format", "json").out)
    assert record["text"] == list(CONCEPTS[word])
    assert "did you mean" in command("explain", f"{word}x").err


def test_polish_is_asked_for_and_told(command: Run) -> None:
    asked = ("check", "xor.csv", "--solver", "perceptron", "--max-iter", 100)
    plain, polished = (
        json.loads(command(*asked, *more, "--output-format", "json").out) for more in ((), ("--polish",))
    )
    assert "Run as published." in plain["reason"]
    assert "Polished while it ran." in polished["reason"]
    assert polished["outcome"] == "inseparable"


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


def test_auto_is_explained_by_the_file_that_chooses(command: Run) -> None:
    chosen = choose(Question())[0].name
    page = command("explain", "auto")
    assert (page.code, page.err) == (0, "")
    for word in ("auto: ", "data", "chosen", chosen, "--solver"):
        assert word in page.out
    record = json.loads(command("explain", "auto", "--output-format", "json").out)
    assert any(choice["chosen"].startswith(chosen) for choice in record["choices"])
    assert command("explain", "auto", "--output-format", "concise").out == f"auto  {chosen}\n"
    assert f"mostly means {chosen}" in " ".join(command("solvers").out.split())


@pytest.mark.parametrize(("slip", "meant"), [("AUTO", "'auto'"), ("mirror_prx", "'mirror-prox'")])
def test_a_slip_is_answered_with_few_names(slip: str, meant: str, command: Run) -> None:
    for arguments in (("explain", slip), ("check", "twins.csv", "--solver", slip)):
        ran = command(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert f"no solver '{slip}'" in ran.err
        assert meant in ran.err
        named_ones = set(ran.err.replace("'", " ").replace(",", " ").replace("?", " ").split()) & {"auto", *SOLVERS}
        assert 1 <= len(named_ones) <= 3


def test_a_name_like_none_is_not_answered_with_strange_ones(command: Run) -> None:
    error = command("explain", "nope").err
    assert error.startswith("gordan: there is no solver 'nope' (`gordan solvers` lists them all")
    assert command("explain", "von Neumann").out == command("explain", "von-neumann").out


def test_help_tells_how_the_label_is_guessed(command: Run) -> None:
    told = " ".join(command("check", "--help").out.split())
    assert "Without it, the only column of text, else the column called label, class, y, target or outcome" in told
