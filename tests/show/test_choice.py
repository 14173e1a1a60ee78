"""`answer.plot(problem)` draws the picture that the answer asks for, and files are written whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gordan
from gordan.show import CancellationDisplay, DiagnosisDisplay, MarginDisplay, display_of

LINE = [[0.0], [1.0], [3.0]]


@pytest.mark.parametrize(("y", "display"), [([0, 0, 1], MarginDisplay), ([0, 1, 0], CancellationDisplay)])
def test_an_outcome_draws_itself(y: list[int], display: type) -> None:
    from matplotlib import pyplot

    problem = gordan.Points(LINE, y)
    _, ax = pyplot.subplots()
    drawn = gordan.solve(problem).plot(problem, ax=ax)
    assert isinstance(drawn, display)
    assert drawn.ax_ is ax
    assert len(pyplot.get_fignums()) == 1


def test_a_diagnosis_draws_itself() -> None:
    diagnosis = gordan.diagnose("y ~ x", data={"x": [1.0, 2.0, 3.0, 4.0], "y": [0, 0, 1, 1]})
    assert isinstance(diagnosis.plot(), DiagnosisDisplay)


def test_an_undecided_outcome_without_a_direction_shows_the_points() -> None:
    problem = gordan.Points([[0.0, 1.0, 0.0], [1.0, 0.0, 2.0], [3.0, 2.0, 1.0]], [0, 1, 0])
    display = gordan.Undecided().plot(problem)
    assert sum(len(marks.get_offsets()) for marks in display.ax_.collections) == 3
    assert not display.ax_.lines


@pytest.mark.parametrize(
    ("answer", "problem", "sentence"),
    [
        (gordan.separate(LINE, [0, 0, 1]), None, r"outcome\.plot\(problem\)"),
        (3, None, "no picture of a int"),
        (gordan.separate(LINE, [0, 0, 1]), "points", "the problem is a str"),
    ],
)
def test_what_has_no_picture_is_refused(answer: object, problem: object, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        display_of(answer, problem)


def test_a_file_is_not_overwritten_unless_asked(tmp_path: Path) -> None:
    problem, path = gordan.Points(LINE, [0, 0, 1]), tmp_path / "a.png"
    display = display_of(gordan.solve(problem), problem)
    display.save(path)
    with pytest.raises(gordan.InputError, match="there is a file"):
        display.save(path)
    display.save(path, overwrite=True)
    with pytest.raises(gordan.InputError, match=r"\.png, \.svg or \.pdf"):
        display.save(tmp_path / "a.gif")


def test_importing_the_pictures_imports_no_matplotlib() -> None:
    code = "import gordan.show, sys; print('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
