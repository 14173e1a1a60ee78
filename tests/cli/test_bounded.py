"""Limits and budgets of the commands: a sentence, exit code 3, and nothing of the user's touched."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import IRIS, Run
from gordan.cli import ACCEPTED, FAILED, INSEPARABLE, SEPARABLE, UNDECIDED
from gordan.file import archive

CERTIFICATE = "iris-setosa-certificate.json"


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n" + b"1,1\n" * 500_000))
    return path


@pytest.mark.parametrize(
    "command_and_file",
    [("check", "{}"), ("diagnose", "{}", "--formula", "b ~ a"), ("feasible", "{}"), ("verify", CERTIFICATE, "{}")],
)
def test_a_bomb_is_a_sentence(command_and_file: tuple[str, ...], command: Run, bomb: Path) -> None:
    before = bomb.read_bytes()
    ran = command(*(part.format(bomb) for part in command_and_file), "--limit", "memory=1MB")
    assert (ran.code, ran.out) == (UNDECIDED, "")
    assert "unpacks to more than 1MB" in ran.err
    assert "--max-memory 4MB" in ran.err
    assert bomb.read_bytes() == before
    assert [path.name for path in bomb.parent.iterdir()] == [bomb.name]


def test_limits_are_raised_and_lowered(command: Run) -> None:
    assert command("verify", CERTIFICATE, IRIS, "--max-memory", "2GB", "--max-seconds", "100").code == ACCEPTED
    ran = command("verify", CERTIFICATE, IRIS, "--limit", "certificate=100")
    assert ran.code == UNDECIDED
    assert "is larger than 100B, the limit for a certificate" in ran.err
    ran = command("verify", CERTIFICATE, IRIS, "--limit", "certificate=1MB", "--limit", "members=10")
    assert ran.code == UNDECIDED
    assert "--limit members=" in ran.err
    assert command("check", IRIS, "--positive", "setosa", "--limit", "line=2KB").code == SEPARABLE


def test_limits_that_are_none(command: Run) -> None:
    for given, told in (
        ("digits", "give the name of a limit and a number"),
        ("digit=3", "there is no limit 'digit'"),
        ("memory=much", "a size such as 32GB"),
    ):
        ran = command("check", IRIS, "--limit", given)
        assert (ran.code, ran.out) == (FAILED, "")
        assert told in ran.err
    ran = command("check", IRIS, "--max-memory", "much")
    assert ran.code == FAILED
    assert "is not a size such as 32GB" in ran.err


def test_no_time_is_exit_code_3_and_no_verdict(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = command("verify", CERTIFICATE, IRIS, "--max-seconds", "1e-9")
    assert (ran.code, ran.out) == (UNDECIDED, "")
    assert ran.err.startswith("gordan: undecided: ")
    assert "was not done within --max-seconds 1e-09; allow more" in ran.err


def test_no_memory_is_exit_code_3_and_no_verdict(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("gordan.cli.commands.verify.judge", spent)
    ran = command("verify", CERTIFICATE, IRIS, "--max-memory", "1GB")
    assert (ran.code, ran.out) == (UNDECIDED, "")
    assert "the memory of --max-memory 1GB does not suffice, and nothing was decided" in ran.err


def test_the_systems_own_limit_is_put_back(command: Run) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    assert command("verify", CERTIFICATE, IRIS, "--max-memory", "1GB").code == ACCEPTED
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_the_advice_on_digits_is_enough_at_once(command: Run, tmp_path: Path) -> None:
    """The first integer that is too long need not be the longest."""
    data, certificate = tmp_path / "t.csv", tmp_path / "c.json"
    data.write_text("x,y,kind\n0,0,a\n1,1.1307,a\n0.017,1,b\n1,0,b\n", encoding="utf-8")
    assert command("check", str(data), "--certificate", str(certificate)).code == INSEPARABLE
    ran = command("verify", str(certificate), str(data), "--limit", "digits=1")
    assert ran.code == UNDECIDED
    advised = ran.err.partition("--limit digits=")[2].split()[0]
    assert command("verify", str(certificate), str(data), "--limit", f"digits={advised}").code == ACCEPTED


def test_a_certificate_is_written_within_the_time(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is verified before it is written; once the time is over, and what it may be overstayed by, it is not."""
    data, certificate = tmp_path / "t.csv", tmp_path / "c.json"
    data.write_text("x,kind\n0,a\n1,a\n3,b\n4,b\n", encoding="utf-8")
    asked = "check", str(data), "--certificate", str(certificate), "--max-seconds", "60"
    judge = archive.verify

    def late(problem: Any, claim: Any) -> Any:
        with deadline_at(-1.0):
            return judge(problem, claim, proof="exact")

    monkeypatch.setattr("gordan.file.archive.verify", late)
    ran = command(*asked)
    assert ran.code == FAILED
    assert "no certificate was written: " in ran.err
    assert "was not done within --max-seconds" in ran.err
    assert "Separable" in ran.out
    assert not certificate.exists()
    monkeypatch.undo()
    assert command(*asked).code == SEPARABLE
    assert certificate.exists()


def test_limits_hold_for_what_is_written(command: Run, tmp_path: Path) -> None:
    data, certificate = tmp_path / "t.csv", tmp_path / "c.json"
    data.write_text("x,kind\n0,a\n1,b\n2,a\n4,b\n", encoding="utf-8")
    ran = command("check", str(data), "--certificate", str(certificate), "--limit", "certificate=100")
    assert ran.code == FAILED
    assert "more than the 100 that are read" in ran.err
    assert not certificate.exists()


@contextmanager
def deadline_at(seconds: float) -> Iterator[None]:
    """The deadline in force, moved to so many seconds from now."""
    from gordan.arithmetic import deadline

    token = deadline._current.set(replace(deadline.current_deadline(), until=deadline.now() + seconds))
    try:
        yield
    finally:
        deadline._current.reset(token)


def test_memory_that_does_not_suffice_for_the_certificate_leaves_the_answer(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(archive, "certify", short)
    place = str(tmp_path / "c.json")
    ran = command("check", IRIS, "--positive", "setosa", "--certificate", place, "--max-memory", "200MB")
    assert ran.code == FAILED
    assert ran.out.startswith("Separable")
    assert "no certificate was written: the memory" in ran.err
    assert "nothing was decided" not in ran.err
