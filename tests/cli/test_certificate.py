"""`gordan check --certificate`: written after the answer, never over another file, refused before the work."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import gordan
from cli.conftest import DATA, IRIS, Run
from gordan.cli import FAILED, INSEPARABLE, INTERRUPTED, SEPARABLE

SETOSA = ("check", IRIS, "--label", "species", "--positive", "setosa", "--output-format", "concise")


def test_the_answer_is_the_same_with_a_certificate(command: Run, tmp_path: Path) -> None:
    plain, kept = command(*SETOSA), command(*SETOSA, "--certificate", tmp_path / "c.json")
    assert (kept.code, kept.out, kept.err) == (plain.code, plain.out, plain.err) == (SEPARABLE, plain.out, "")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.source == ("iris.csv", "csv", "species", "setosa")
    assert os.listdir(tmp_path) == ["c.json"]


def test_a_depth_is_shown_and_the_certificate_proves_it(command: Run, tmp_path: Path) -> None:
    asked = ("check", IRIS, "--label", "species", "--positive", "versicolor", "--depth")
    ran = command(*asked, "--certificate", tmp_path / "c.json")
    assert ran.code == INSEPARABLE
    assert "every hyperplane has rows at least 0.2285" in ran.out
    assert gordan.read_certificate(tmp_path / "c.json").bracket.upper < -0.2285
    assert command("verify", tmp_path / "c.json", IRIS).code == 0


@pytest.fixture
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    def solved(*_: object, **__: object) -> None:
        raise AssertionError("refused too late")

    monkeypatch.setattr("gordan.cli.commands.check.solve", solved)
    monkeypatch.setattr("gordan.cli.commands.check.read", solved)


@pytest.mark.usefixtures("unsolved")
@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("there.json", "there is a file"),
        ("link.json", "there is a file"),
        ("folder", "is a folder"),
        ("nowhere/c.json", "there is no folder"),
        ("there.json/c.json", "there is no folder"),
    ],
)
def test_a_place_is_refused_before_the_work(place: str, told: str, command: Run, tmp_path: Path) -> None:
    (tmp_path / "there.json").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.json").symlink_to("gone")
    ran = command(*SETOSA, "--certificate", tmp_path / place)
    assert (ran.code, ran.out) == (FAILED, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert (tmp_path / "there.json").read_text() == "mine"


@pytest.mark.usefixtures("unsolved")
def test_a_folder_that_may_not_be_written(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # permissions do not bind every user that runs tests
    ran = command(*SETOSA, "--certificate", tmp_path / "c.json")
    assert (ran.code, ran.out) == (FAILED, "")
    assert "nothing may be written to the folder" in ran.err


@pytest.mark.usefixtures("unsolved")
def test_the_data_are_never_replaced(command: Run, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_bytes(IRIS.read_bytes())
    (tmp_path / "alias.csv").symlink_to("data.csv")
    for place in (data, tmp_path / "alias.csv"):
        ran = command("check", data, "--positive", "setosa", "--certificate", place, "--force")
        assert (ran.code, ran.out) == (FAILED, "")
        assert "would replace the data" in ran.err
    assert data.read_bytes() == IRIS.read_bytes()


@pytest.mark.usefixtures("unsolved")
def test_force_alone_is_a_slip(command: Run) -> None:
    assert "--force replaces an old certificate" in command(*SETOSA, "--force").err


def test_force_replaces(command: Run, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("old")
    assert command(*SETOSA, "--certificate", tmp_path / "c.json", "--force").code == SEPARABLE
    assert gordan.read_certificate(tmp_path / "c.json").alternative == "separable"


def test_a_file_that_came_meanwhile_is_kept(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is shown, the failure told, and the exit code says that something failed."""

    def slow(*arguments: Any, **options: Any) -> Any:
        (tmp_path / "c.json").write_text("theirs")
        return gordan.solve(*arguments, **options)

    monkeypatch.setattr("gordan.cli.commands.check.solve", slow)
    ran = command(*SETOSA, "--certificate", tmp_path / "c.json")
    assert ran.code == FAILED
    assert ran.out.startswith("separable")
    assert "already, which is not overwritten" in ran.err
    assert (tmp_path / "c.json").read_text() == "theirs"
    assert os.listdir(tmp_path) == ["c.json"]


def test_an_interrupted_answer_is_not_put_away(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: Any, **options: Any) -> Any:
        raise gordan.Interrupted(gordan.solve(*arguments, **options))

    monkeypatch.setattr("gordan.cli.commands.check.solve", stopped)
    ran = command(*SETOSA, "--certificate", tmp_path / "c.json")
    assert ran.code == INTERRUPTED
    assert ran.out.startswith("separable")
    assert ran.err == "gordan: interrupted, so no certificate was written\n"
    assert os.listdir(tmp_path) == []


def test_the_stored_certificates_are_what_is_written_today(command: Run, tmp_path: Path) -> None:
    """But for numbers that rounding may change: the fields and their order are part of the format."""
    for kind in ("setosa", "versicolor"):
        path = tmp_path / f"{kind}.json"
        command("check", IRIS, "--label", "species", "--positive", kind, "--certificate", path)
        stored = DATA / f"iris-{kind}-certificate.json"
        names = [[line.split(":")[0] for line in each.read_text().splitlines()] for each in (path, stored)]
        assert names[0] == names[1]
