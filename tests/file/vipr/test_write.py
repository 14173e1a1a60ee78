"""`write_vipr`: whole files, never over others, never of what is not proved."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import gordan
from claimed import replace
from file.certificate.made import made
from file.vipr.stated import proved, text
from gordan.file.export import lines

APART = gordan.Points([[0.0, 1.0], [1.0, 0.0], [3.0, 1.0]], ["a", "a", "b"])


def test_the_file_is_the_lines(tmp_path: Path) -> None:
    outcome = gordan.solve(APART)
    gordan.file.write_vipr(tmp_path / "apart.vipr", APART, outcome)
    content = (tmp_path / "apart.vipr").read_bytes()
    assert content == text(APART, outcome).encode("ascii")
    assert proved(content.decode("ascii"), APART)
    assert [path.name for path in tmp_path.iterdir()] == ["apart.vipr"]


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "apart.vipr"
    path.write_text("mine")
    with pytest.raises(gordan.InputError, match="which is not overwritten"):
        gordan.file.write_vipr(path, APART, gordan.solve(APART))
    assert path.read_text() == "mine"
    gordan.file.write_vipr(path, APART, gordan.solve(APART), overwrite=True)
    assert proved(path.read_text(), APART)


def test_an_enclosure_is_asked_to_be_exact(tmp_path: Path) -> None:
    problem, outcome, _ = made("enclosure", "intercept", "decimal", "dense")
    with pytest.raises(gordan.InputError, match=r"an enclosure.*proof=.exact"):
        gordan.file.write_vipr(tmp_path / "box.vipr", problem, outcome)
    assert not list(tmp_path.iterdir())


def test_an_undecided_outcome_has_nothing_to_write(tmp_path: Path) -> None:
    problem, outcome, _ = made("undecided", "intercept", "decimal", "dense")
    with pytest.raises(gordan.InputError, match="undecided and has no proof"):
        gordan.file.write_vipr(tmp_path / "open.vipr", problem, outcome)
    assert not list(tmp_path.iterdir())


def test_what_the_verifier_refuses_is_not_written(tmp_path: Path) -> None:
    problem, outcome, _ = made("cancellation", "intercept", "binary", "dense")
    integers = (outcome.proof.integers[0] + 1, *outcome.proof.integers[1:])
    forged = replace(outcome, proof=gordan.outcome.Cancellation(outcome.proof.support, integers))
    with pytest.raises(gordan.InputError, match="weighted labels cancel"):
        gordan.file.write_vipr(tmp_path / "forged.vipr", problem, forged)
    assert not list(tmp_path.iterdir())


def test_a_separator_of_other_points_is_not_scaled() -> None:
    moved = gordan.Points(APART.X[::-1].copy(), APART.y)
    with pytest.raises(gordan.InputError, match="a row on the wrong side"):
        text(moved, gordan.solve(APART))


def test_labels_cannot_leave_the_comment() -> None:
    problem = gordan.Points([[0.0], [1.0]], ["a", "b\nVER 1.1 é"])
    content = text(problem, gordan.solve(problem))
    assert content.isascii()
    assert proved(content, problem)


def test_a_large_table_is_written_in_stretches() -> None:
    rng = np.random.default_rng(5)
    X = rng.integers(1, 1000, (8000, 10)) / 1000
    problem = gordan.Points(X, X[:, 0] > 0.5, numbers="decimal")
    outcome = gordan.solve(problem, goal="decide")
    tracemalloc.start()
    size = sum(len(line) for line in lines(problem, outcome))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 10 * problem.n * problem.m
    assert peak < 8e6  # 27 MB if all rows were held as integers; a stretch of them takes 3
