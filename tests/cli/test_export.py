"""`gordan certificate export`: 0 written, 1 rejected, 2 unusable; what is written proves the same of the same rows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read as read_vipr

import gordan
from cli.conftest import IRIS, Run
from file.certificate.made import boxed, verified
from file.vipr.stated import proved
from file.vipr.test_program import coqc
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.file.table import read

CERTIFICATES = {each: f"iris-{each}-certificate.json" for each in ("setosa", "versicolor", "undecided")}
EXPORT = ("certificate", "export")


@pytest.mark.parametrize("positive", ["setosa", "versicolor"])
def test_file_and_standard_output_are_the_same_proof(positive: str, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.vipr"
    shown = command(*EXPORT, CERTIFICATES[positive], IRIS, "--format", "vipr")
    kept = command(*EXPORT, CERTIFICATES[positive], IRIS, "-o", path)
    assert (shown.code, shown.err) == (ACCEPTED, "")
    assert (kept.code, kept.out, kept.err) == (ACCEPTED, "", "")
    assert path.read_text(encoding="ascii") == shown.out
    table = read(IRIS, label="species", positive=positive)
    assert proved(shown.out, gordan.Points(table.X, table.y, numbers="decimal"))


def test_a_rejected_certificate_is_not_exported(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.vipr"
    ran = command(*EXPORT, CERTIFICATES["setosa"], IRIS, "--positive", "virginica", "-o", path)
    assert (ran.code, ran.out) == (REJECTED, "")
    assert "every point on its side" in ran.err
    assert not path.exists()


def test_an_old_file_is_replaced_only_by_force(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.vipr"
    path.write_text("mine")
    kept = command(*EXPORT, CERTIFICATES["setosa"], IRIS, "-o", path)
    assert kept.code == FAILED
    assert "--force" in kept.err
    assert path.read_text() == "mine"
    assert command(*EXPORT, CERTIFICATES["setosa"], IRIS, "-o", path, "--force").code == ACCEPTED
    assert "VER 1.1" in path.read_text()


REFUSED: dict[str, tuple[tuple[object, ...], str]] = {
    "undecided": ((CERTIFICATES["undecided"], IRIS), "undecided and has no proof"),
    "another format": ((CERTIFICATES["setosa"], IRIS, "--format", "mps"), "'mps' is not vipr"),
    "force without a file": ((CERTIFICATES["setosa"], IRIS, "--force"), "name it with --output"),
    "over the data": ((CERTIFICATES["setosa"], IRIS, "-o", IRIS, "--force"), "which it is made from"),
    "no certificate": (("nowhere.json", IRIS), "there is no file 'nowhere.json'"),
    "no data": ((CERTIFICATES["setosa"], "nowhere.csv"), "no file 'nowhere.csv'"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_exported_is_one_sentence(what: str, command: Run) -> None:
    arguments, told = REFUSED[what]
    before = IRIS.read_bytes()
    ran = command(*EXPORT, *arguments)
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.startswith("gordan: ")
    assert ran.err.count("\n") == 1
    assert told in ran.err
    assert IRIS.read_bytes() == before


def test_an_enclosure_is_asked_to_be_exact(command: Run, tmp_path: Path) -> None:
    problem_file, certificate = tmp_path / "inside.csv", tmp_path / "box.json"
    problem_file.write_text("x,y,side\n0,0,out\n3,0,out\n0,2,out\n1,1,in\n1,0.5,in\n")
    table = read(problem_file)
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    outcome = boxed(problem, gordan.solve(problem, proof="exact"))
    gordan.certify(problem, verified(problem, outcome), certificate, table=table)
    ran = command(*EXPORT, certificate, problem_file)
    assert (ran.code, ran.out) == (FAILED, "")
    assert "--proof exact" in ran.err


def test_a_diagnosis_is_exported_from_its_certificate(command: Run, tmp_path: Path) -> None:
    data, path = tmp_path / "ill.csv", tmp_path / "ill.json"
    data.write_text("dose,ill\n1,0\n2,0\n3,0\n3,1\n4,1\n5,1\n")
    assert command("diagnose", data, "--formula", "ill ~ dose", "--certificate", path).code == 1
    ran = command("certificate", "export", path, data)
    assert (ran.code, ran.err) == (0, "")
    file = read_vipr(ran.out)
    judge(file)
    assert file.upper == 4
    if shutil.which("coqc") is not None:
        assert command("certificate", "export", path, data, "--format", "coq", "-o", tmp_path / "ill.v").code == 0
        assert coqc(tmp_path, "Gordan.v", "ill.v") == 0
