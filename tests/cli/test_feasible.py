"""`gordan feasible` and `gordan verify` of what it wrote: from an MPS file to a verdict."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.conftest import DATA, Run
from cli.test_golden import compare
from gordan.cli import ACCEPTED, FAILED, FEASIBLE, INFEASIBLE, OPTIMAL, REJECTED, REPAIRED, UNBOUNDED, UNDECIDED

PAGES: dict[str, tuple[int, tuple[object, ...]]] = {
    "feasible-mix.txt": (FEASIBLE, ("feasible", "mix.mps")),
    "feasible-mix-strict.txt": (FEASIBLE, ("feasible", "mix.mps", "--strict", "--implied")),
    "feasible-mix-concise.txt": (FEASIBLE, ("feasible", "mix.mps", "--output-format", "concise")),
    "feasible-mix.json": (FEASIBLE, ("feasible", "mix.mps", "--output-format", "json")),
    "feasible-dry.txt": (INFEASIBLE, ("feasible", "dry.mps")),
    "feasible-dry-concise.txt": (INFEASIBLE, ("feasible", "dry.mps", "--output-format", "concise")),
    "feasible-dry.json": (INFEASIBLE, ("feasible", "dry.mps", "--output-format", "json")),
    "feasible-undecided.txt": (UNDECIDED, ("feasible", "mix.mps", "--max-seconds", "1e-9")),
    "optimum-mix.txt": (OPTIMAL, ("optimum", "mix.mps", "--ranges")),
    "optimum-mix-concise.txt": (OPTIMAL, ("optimum", "mix.mps", "--output-format", "concise")),
    "optimum-mix.json": (OPTIMAL, ("optimum", "mix.mps", "--output-format", "json")),
    "optimum-dry.txt": (INFEASIBLE, ("optimum", "dry.mps")),
    "optimum-endless.txt": (UNBOUNDED, ("optimum", "endless.mps")),
    "optimum-endless-concise.txt": (UNBOUNDED, ("optimum", "endless.mps", "--output-format", "concise")),
    "repair-dry.txt": (REPAIRED, ("repair", "dry.mps", "--price", "water=9/2")),
    "repair-dry-concise.txt": (REPAIRED, ("repair", "dry.mps", "--output-format", "concise")),
    "repair-dry.json": (REPAIRED, ("repair", "dry.mps", "--output-format", "json")),
    "repair-mix.txt": (REPAIRED, ("repair", "mix.mps")),
    "tolerance-dry.txt": (REPAIRED, ("tolerance", "dry.mps")),
    "tolerance-undecided.txt": (UNDECIDED, ("tolerance", "dry.mps", "--max-seconds", "1e-9")),
    "feasible-dry-blame.txt": (INFEASIBLE, ("feasible", "dry.mps", "--hard", "water", "--smallest", "--all")),
    "verify-optimum.txt": (ACCEPTED, ("verify", "mix-optimum.json", "mix.mps")),
    "verify-ray.txt": (ACCEPTED, ("verify", "endless-optimum.json", "endless.mps")),
    "verify-program.txt": (ACCEPTED, ("verify", "dry.json", "dry.mps")),
    "verify-program-point.txt": (ACCEPTED, ("verify", "mix.json", "mix.mps")),
    "verify-program-other.txt": (REJECTED, ("verify", "dry.json", "mix.mps")),
    "verify-program-concise.txt": (ACCEPTED, ("verify", "dry.json", "dry.mps", "--output-format", "concise")),
}


@pytest.mark.parametrize("name", PAGES)
def test_prints_what_it_printed(name: str, command: Run) -> None:
    """The certificates were written by version 0.1.0 and stay good for ever."""
    code, arguments = PAGES[name]
    ran = command(*arguments)
    assert ran.code == code, ran.err
    if not name.endswith(".json"):
        compare(name, re.sub(r"^time .*?\n(?=\n|$)", "time     S s\n", ran.out, flags=re.MULTILINE | re.DOTALL))
        return
    record = json.loads(ran.out)
    *phases, total = record["seconds"].values()
    assert [*record["seconds"]][-2:] == ["other", "total"]
    assert sum(phases) == pytest.approx(total)
    assert total > 0
    record["seconds"] = record["gordan"] = None
    compare(name, "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in record.items()))


@pytest.mark.parametrize(("name", "code"), [("mix", FEASIBLE), ("dry", INFEASIBLE)])
def test_what_is_written_is_accepted_and_nothing_else(name: str, code: int, command: Run, tmp_path: Path) -> None:
    path, model = tmp_path / "c.json", f"{name}.mps"
    assert command("feasible", model, "--certificate", path, "--output-format", "concise").code == code
    told = command("verify", path, model, "--output-format", "json")
    assert told.code == ACCEPTED
    assert json.loads(told.out)["claimed"]["file"] == model
    other = tmp_path / "other.mps"
    other.write_text((DATA / model).read_text().replace("0.4", "0.41"))
    assert command("verify", path, other).code == REJECTED
    # There it is already, and it is not replaced unasked.
    assert command("feasible", model, "--certificate", path).code == FAILED
    assert command("feasible", model, "--certificate", path, "--force").code == code
    refused = command("verify", path, model, "--label", "x")
    assert (refused.code, "linear program" in refused.err) == (FAILED, True)
    for kind in ("vipr", "smt", "coq"):
        exported = command("certificate", "export", path, model, "--format", kind)
        assert (exported.code, exported.err) == (0, "")


@pytest.mark.parametrize(("name", "code"), [("mix", FEASIBLE), ("dry", INFEASIBLE)])
def test_an_algorithm_for_points_gives_a_proof_too(name: str, code: int, command: Run, tmp_path: Path) -> None:
    path, model = tmp_path / "c.json", f"{name}.mps"
    ran = command("feasible", model, "--solver", "perceptron", "--certificate", path, "--output-format", "concise")
    assert ran.code == code, ran.err
    assert command("verify", path, model).code == ACCEPTED
    refused = command("feasible", model, "--solver", "no-such-thing")
    assert refused.code == FAILED
    assert "no-such-thing" in refused.err


def test_notes_and_refusals_go_to_standard_error(command: Run, tmp_path: Path) -> None:
    whole = tmp_path / "whole.mps"
    whole.write_text("ROWS\n G r\n L none\nCOLUMNS\n x r 2\nRHS\n s r 3\nBOUNDS\n UI b x 9\nENDATA\n")
    ran = command("feasible", whole, "--output-format", "concise")
    assert ran.code == FEASIBLE
    assert "relaxation" in ran.err
    assert "none" in ran.err
    whole.write_text("ROWS\n G r\nCOLUMNS\n x r two\nENDATA\n")
    ran = command("feasible", whole)
    assert (ran.code, "line 4" in ran.err) == (FAILED, True)
    kept = command("feasible", "mix.mps", "--max-seconds", "1e-9", "--certificate", tmp_path / "u.json")
    assert (kept.code, (tmp_path / "u.json").exists()) == (UNDECIDED, False)


def test_what_is_hard_may_contradict_itself_and_prices_are_numbers(command: Run, tmp_path: Path) -> None:
    model = tmp_path / "clash.mps"
    model.write_text("ROWS\n G more\n L less\nCOLUMNS\n x more 1 less 1\nRHS\n s more 3 less 1\nENDATA\n")
    ran = command("repair", model, "--hard", "more", "--hard", "less")
    assert (ran.code, "contradict" in ran.out) == (INFEASIBLE, True)
    ran = command("repair", model, "--price", "more=3", "--output-format", "json")
    assert json.loads(ran.out)["value"] == "2"
    for price in ("more", "more=", "more=1e9", "more=x", "more=-1", "more=1/0", "none=1"):
        ran = command("repair", model, "--price", price)
        assert (ran.code, ran.out, ran.err.count("\n")) == (FAILED, "", 1), price


@pytest.mark.parametrize(("name", "code"), [("mix", OPTIMAL), ("endless", UNBOUNDED), ("dry", INFEASIBLE)])
def test_an_optimum_is_written_and_accepted(name: str, code: int, command: Run, tmp_path: Path) -> None:
    path, model = tmp_path / "c.json", f"{name}.mps"
    ran = command("optimum", model, "--certificate", path, "--output-format", "concise")
    assert ran.code == code, ran.err
    assert command("verify", path, model).code == ACCEPTED
    other = tmp_path / "other.mps"
    other.write_text((DATA / model).read_text().replace("cost 3", "cost 2"))
    assert command("verify", path, other).code == (ACCEPTED if name == "dry" else REJECTED)
    late = command("optimum", model, "--max-seconds", "1e-9", "--certificate", tmp_path / "late.json")
    assert late.code == (INFEASIBLE if late.out.startswith("Infeasible") else UNDECIDED)
    refused = command("optimum", "dry.json")
    assert refused.code == FAILED


def test_multipliers_of_a_degenerate_optimum_promise_no_more_than_they_prove(command: Run, tmp_path: Path) -> None:
    """Bread, milk and potatoes are just enough: one more unit is of cheese, which costs more than the multiplier."""
    (tmp_path / "diet.lp").write_text(
        "Minimize\n cost: 0.6 bread + 0.35 milk + 1.9 cheese + 0.25 potato\nSubject To\n"
        " energy: 65 bread + 42 milk + 112 cheese + 80 potato >= 2000\n"
        "Bounds\n bread <= 12\n milk <= 10\n cheese <= 8\n potato <= 10\nEnd\n"
    )
    said = " ".join(command("optimum", tmp_path / "diet.lp").out.split())
    assert "adds to the optimum, at least" in said
    assert "nearest 13.2 " in said


def test_one_column_and_one_side_are_counted_as_one(command: Run, tmp_path: Path) -> None:
    (tmp_path / "one.lp").write_text("Minimize\n cost: 2 x + 2 y\nSubject To\n need: x + y >= 4\nEnd\n")
    said = " ".join(command("optimum", tmp_path / "one.lp").out.split())
    assert "The point: 1 of 2 columns is not 0." in said
    assert "what one unit more of this side adds to the optimum, at least" in said
