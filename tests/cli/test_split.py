"""`gordan diagnose --certificate` and `gordan verify` of what it wrote: from file to verdict, and no solver in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gordan
from cli.conftest import DATA, HISTOLOGY, SOURCE, Run
from cli.test_golden import BIRDS, HISTOLOGY_COLLINEAR, HISTOLOGY_OVERLAP, HISTOLOGY_QUASI, compare, masked
from cli.test_verify import BARE
from file.certificate.by_hand import by_hand
from file.certificate.made import resealed
from gordan.cli import ACCEPTED, EXISTS, FAILED, INTERRUPTED, REJECTED, SEPARATED, UNDECIDED
from gordan.file.certificate.format import parse, spell

QUASI, OVERLAP = "histology-quasi-certificate.json", "histology-overlap-certificate.json"
ANOTHER = ("--formula", "high_grade ~ invasion + height + pulsatility")
PAGES: dict[str, tuple[int, tuple[object, ...]]] = {
    "verify-split.txt": (ACCEPTED, (QUASI, HISTOLOGY)),
    "verify-split-concise.txt": (ACCEPTED, (QUASI, HISTOLOGY, "--output-format", "concise")),
    "verify-split-overlap.txt": (ACCEPTED, (OVERLAP, HISTOLOGY)),
    "verify-split-another.txt": (REJECTED, (QUASI, HISTOLOGY, *ANOTHER)),
    "verify-split-another-concise.txt": (REJECTED, (QUASI, HISTOLOGY, *ANOTHER, "--output-format", "concise")),
}


@pytest.mark.parametrize("name", PAGES)
def test_prints_what_it_printed(name: str, command: Run) -> None:
    """The certificates were written by version 0.1.0 and stay good for ever."""
    code, arguments = PAGES[name]
    ran = command("verify", *arguments)
    assert ran.code == code, ran.err
    compare(name, masked(ran.out))


WRITTEN: dict[str, tuple[int, tuple[object, ...], object]] = {
    "quasi": (SEPARATED, HISTOLOGY_QUASI, HISTOLOGY),
    "overlap": (EXISTS, HISTOLOGY_OVERLAP, HISTOLOGY),
    "collinear": (EXISTS, HISTOLOGY_COLLINEAR, HISTOLOGY),
    "poisson": (SEPARATED, BIRDS, "birds.csv"),
    "complete": (SEPARATED, ("diagnose", "birds.csv", "--formula", "I(hours > 2) ~ hours + place"), "birds.csv"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_diagnose_writes_is_accepted(name: str, command: Run, tmp_path: Path) -> None:
    code, arguments, data = WRITTEN[name]
    path = tmp_path / "c.json"
    plain = command(*arguments, "--output-format", "concise")
    kept = command(*arguments, "--output-format", "concise", "--certificate", path)
    assert (kept.code, kept.out, kept.err) == (code, plain.out, plain.err)
    assert os.listdir(tmp_path) == ["c.json"]
    ran = command("verify", path, data)
    assert ran.code == ACCEPTED, ran.err
    assert ran.out.startswith("Accepted: ")


def test_the_stored_certificates_are_spelt_today_as_they_were() -> None:
    """Of points as of splits, to the byte."""
    for path in DATA.glob("*-certificate.json"):
        raw = path.read_bytes()
        found = parse(raw, path.name)
        assert spell(found) == raw


def test_the_stored_split_is_what_is_written_today(command: Run, tmp_path: Path) -> None:
    """But for weights, of which many cancel."""
    command(*HISTOLOGY_QUASI, "--certificate", tmp_path / "c.json")
    members = [json.loads(path.read_bytes()) for path in (tmp_path / "c.json", DATA / QUASI)]
    assert list(members[0]) == list(members[1])
    assert (members[0].pop("version"), members[1].pop("version")) == (2, 1)
    assert members[0]["model"].pop("design")["terms"] == [[], [0], [1], [2]]
    for field in ("problem", "model", "alternative"):
        assert members[0][field] == members[1][field]
    assert members[0]["proof"]["rows"] == members[1]["proof"]["rows"]
    assert list(members[0]["proof"]) == list(members[1]["proof"])


def test_a_program_gets_all_of_it(command: Run) -> None:
    accepted = json.loads(command("verify", QUASI, HISTOLOGY, "--output-format", "json").out)
    assert (accepted["verdict"], accepted["failed"]) == ("accepted", [])
    assert accepted["claimed"]["outcome"] == "quasi"
    assert accepted["claimed"]["model"]["formula"] == HISTOLOGY_QUASI[3]
    assert accepted["finite"] == ["Intercept", "pulsatility", "height"]
    assert accepted["lines"] == json.loads(command(*HISTOLOGY_QUASI, "--output-format", "json").out)["rows"]
    assert all(check["holds"] for check in accepted["checks"])
    rejected = json.loads(command("verify", QUASI, HISTOLOGY, *ANOTHER, "--output-format", "json").out)
    assert rejected["failed"] == ["columns are the certificate's", "rows are the certificate's"]
    assert (rejected["lines"], rejected["finite"]) == (None, None)


REFUSED: dict[str, tuple[tuple[object, ...], str]] = {
    "a label": (("verify", QUASI, HISTOLOGY, "--label", "x"), "--label is given, but the certificate is about a diag"),
    "a formula": (("verify", "iris-setosa-certificate.json", HISTOLOGY, *ANOTHER), "--formula is given"),
    "other columns": (("verify", QUASI, "birds.csv"), "the formula names"),
    "no data": (("verify", QUASI, "nowhere.csv"), "no file 'nowhere.csv'"),
    "no table": (("verify", QUASI, "sparse.svm"), "no named columns"),
    "force alone": ((*HISTOLOGY_QUASI, "--force"), "--force replaces an old certificate"),
    "over the data": (("diagnose", "birds.csv", "--formula", "seen ~ 1", "--certificate", "birds.csv"), "replace the"),
    "a taken place": ((*HISTOLOGY_QUASI, "--certificate", "xor.csv"), "already"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_used_is_one_sentence(what: str, command: Run) -> None:
    arguments, told = REFUSED[what]
    ran = command(*arguments)
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.startswith("gordan: ")
    assert ran.err.count("\n") == 1
    assert told in ran.err


def test_an_undecided_diagnosis_is_not_put_away(command: Run, tmp_path: Path) -> None:
    ran = command(*HISTOLOGY_QUASI, "--max-seconds", "1e-9", "--certificate", tmp_path / "c.json")
    assert (ran.code, ran.err) == (UNDECIDED, "gordan: undecided, so no certificate was written\n")
    assert os.listdir(tmp_path) == []


def test_a_file_that_came_meanwhile_is_kept(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is shown, the failure told, and the exit code says that something failed."""
    from gordan.cli.commands import diagnose as module

    def slow(page: Any, format: Any) -> None:
        (tmp_path / "c.json").write_text("theirs")
        print(page.concise())

    monkeypatch.setattr(module, "show", slow)
    ran = command(*HISTOLOGY_QUASI, "--certificate", tmp_path / "c.json")
    assert ran.code == FAILED
    assert ran.out.startswith("quasi")
    assert "already, which is not overwritten" in ran.err
    assert (tmp_path / "c.json").read_text() == "theirs"


def test_force_replaces(command: Run, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("old")
    assert command(*HISTOLOGY_QUASI, "--certificate", tmp_path / "c.json", "--force").code == SEPARATED
    assert gordan.read_certificate(tmp_path / "c.json").alternative == "quasi"


PYTHON = "high_grade ~ invasion + np.log1p(pulsatility)"


def test_python_is_run_only_if_somebody_asks(command: Run, tmp_path: Path) -> None:
    refused = command("diagnose", HISTOLOGY, "--formula", PYTHON)
    assert (refused.code, refused.out) == (FAILED, "")
    assert "'np.log1p', which the grammar of formulas does not know" in refused.err
    both = command("diagnose", HISTOLOGY, "--formula", PYTHON, "--python-formula", PYTHON)
    assert (both.code, "leave one out" in both.err) == (FAILED, True)
    assert "give one with --formula" in command("diagnose", HISTOLOGY).err
    assert command("diagnose", HISTOLOGY, "--python-formula", PYTHON).code == SEPARATED


def test_columns_that_are_taken_from_the_certificate_are_told(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    asked = ("diagnose", HISTOLOGY, "--python-formula", PYTHON, "--certificate", path)
    wrote = command(*asked, "--output-format", "json")
    assert wrote.code == SEPARATED
    assert "c.json holds the values, row by row, of np.log1p(pulsatility): whoever has it reads them" in wrote.err
    assert json.loads(wrote.out)["values_in_certificate"] == ["np.log1p(pulsatility)"]
    page = command("verify", path, HISTOLOGY)
    assert page.code == ACCEPTED
    assert "1 column taken from the certificate, not recomputed" in " ".join(page.out.split())
    assert "verified on the rows, of which the certificate gave the carried columns" in " ".join(page.out.split())
    assert "carried      np.log1p(pulsatility): taken from the certificate, not recomputed" in page.out
    assert "not recomputed" in command("verify", path, HISTOLOGY, "--output-format", "concise").out
    record = json.loads(command("verify", path, HISTOLOGY, "--output-format", "json").out)
    assert record["carried"] == ["np.log1p(pulsatility)"]
    # The reader's own formula recomputes them.
    own = command("verify", path, HISTOLOGY, "--python-formula", PYTHON)
    assert (own.code, "recomputed" in own.out) == (ACCEPTED, False)
    assert command("verify", path, HISTOLOGY, "--formula", PYTHON).code == FAILED


def test_a_formula_of_version_1_outside_of_the_grammar_is_not_run(command: Run, tmp_path: Path) -> None:
    """Whoever knows it gives it himself."""
    old = resealed((DATA / QUASI).read_bytes(), lambda members: members["model"].update(formula=PYTHON))
    (tmp_path / "c.json").write_bytes(old)
    refused = command("verify", tmp_path / "c.json", HISTOLOGY)
    assert (refused.code, refused.out) == (FAILED, "")
    assert "version 1" in refused.err
    assert "give it yourself with --formula, or with --python-formula" in refused.err
    own = command("verify", tmp_path / "c.json", HISTOLOGY, "--formula", HISTOLOGY_QUASI[3])
    assert own.code == ACCEPTED


def test_a_newer_version_gets_a_sentence(command: Run, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_bytes(resealed((DATA / QUASI).read_bytes(), lambda members: members.update(version=9)))
    refused = command("verify", tmp_path / "c.json", HISTOLOGY)
    assert refused.code == FAILED
    assert "was written by a newer gordan, in version 9 of the format" in refused.err


def test_data_in_memory_come_back_from_a_table(command: Run, tmp_path: Path) -> None:
    data = {"ill": [0, 0, 0, 1, 1, 1], "dose": [0.1, 0.2, 0.3, 0.3, 0.4, 0.5]}
    gordan.diagnose("ill ~ dose", data=data, proof="exact").write_certificate(tmp_path / "c.json")
    lines = [f"{ill},{dose}" for ill, dose in zip(*data.values(), strict=True)]
    (tmp_path / "t.csv").write_text("\n".join(["ill,dose", *lines]), encoding="utf-8")
    ran = command("verify", tmp_path / "c.json", tmp_path / "t.csv")
    assert ran.code == ACCEPTED
    assert "a table in memory, decimal numbers" in ran.out


def test_control_c(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gordan.cli.commands.verify.judge", stopped)
    ran = command("verify", QUASI, HISTOLOGY)
    assert (ran.code, ran.out, ran.err) == (INTERRUPTED, "", "gordan: interrupted before anything was known\n")


def test_a_formula_of_version_1_is_not_read_by_hand() -> None:
    """To evaluate it takes a program; the rows themselves can be checked."""
    assert by_hand(DATA / QUASI, HISTOLOGY).startswith("unusable: the certificate is of version 1 and has a formula")


def test_no_solver_is_ever_loaded() -> None:
    forbidden = tuple(
        f"gordan.{name}"
        for name in ("solve", "oracle", "polish", "_kernels", "many", "archive", "watch", "partition", "diagnose")
    ) + ("formulaic",)
    program = BARE.format(
        source=str(SOURCE / "gordan"), certificate=str(DATA / QUASI), data=str(HISTOLOGY), forbidden=forbidden
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[0].startswith("Accepted: ")
    assert done.stdout.splitlines()[-1] == "0 [] True"


FORMULAS = {
    "of other rows": ("high_grade ~ pulsatility + height", REJECTED, "it gives other rows", "other rows"),
    "of other data": ("death ~ age", REJECTED, "it gives other rows", "other rows"),
    "outside of the grammar": (PYTHON, ACCEPTED, "cannot read it on these data", None),
    "none": (None, ACCEPTED, "described", None),
    "its own": (HISTOLOGY_QUASI[3], ACCEPTED, "formula gives the", "same rows"),
}


@pytest.mark.parametrize("which", FORMULAS)
def test_the_formula_of_a_certificate_is_held_against_its_rows(which: str, command: Run, tmp_path: Path) -> None:
    """What was checked is the description: other rows are refused, and a formula that none can read is told."""
    formula, code, words, gives = FORMULAS[which]
    command(*HISTOLOGY_QUASI, "--certificate", tmp_path / "c.json")
    own = (tmp_path / "c.json").read_bytes()
    (tmp_path / "c.json").write_bytes(resealed(own, lambda members: members["model"].update(formula=formula)))
    verify = ("verify", tmp_path / "c.json", HISTOLOGY)
    page = command(*verify)
    full = " ".join(page.out.split())
    assert page.code == code
    assert words in full
    assert ("its formula is not confirmed" in full) == (gives != "same rows" and formula is not None)
    assert ("formula" in command(*verify, "--output-format", "concise").out) == ("is not confirmed" in full)
    record = json.loads(command(*verify, "--output-format", "json").out)
    assert record["formula_gives"] == gives
    assert ("formula gives the described rows" in record["failed"]) == (code == REJECTED)
    told = by_hand(tmp_path / "c.json", HISTOLOGY)
    assert told.startswith("accepted: ")
    assert ("was not checked" in told) == (formula is not None)


def test_rows_of_parquet_are_counted_and_have_no_lines(command: Run, tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"dose": [0.1, 0.2, 0.3, 0.3, 0.4], "ill": [0, 0, 0, 1, 1]})
    frame.to_parquet(tmp_path / "t.parquet")
    made = ("--formula", "ill ~ dose", "--certificate", tmp_path / "c.json")
    assert command("diagnose", tmp_path / "t.parquet", *made).code == SEPARATED
    page = " ".join(command("verify", tmp_path / "c.json", tmp_path / "t.parquet").out.split())
    assert "3 rows, counted from 0: 0, 1, 4" in page
