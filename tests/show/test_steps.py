"""`gordan.trace` and its pictures: every step as the problem has it, thinned within bounds, drawn and animated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gordan
from gordan.engine.solver import SOLVERS
from gordan.engine.steps import BriefTrace
from gordan.errors import UnsuitableSolver
from gordan.watch import Event

RNG = np.random.default_rng(3)
X = np.vstack([RNG.normal(size=(30, 2)), RNG.normal(size=(30, 2)) + [3.2, 2.2]])
Y = np.repeat(["left", "right"], 30)
APART = gordan.Points(X, Y)
MIXED = gordan.Points(X * 0.5, RNG.permutation(Y))


@pytest.mark.parametrize("name", [*SOLVERS, "auto"])
@pytest.mark.parametrize("problem", [APART, gordan.Points(X + 5.0, Y, intercept=False, normalise=True)])
def test_a_step_has_the_margin_of_its_hyperplane_and_the_rows_where_it_is(name: str, problem: gordan.Points) -> None:
    try:
        run = gordan.trace(problem, name, max_iter=300, max_seconds=5)
    except UnsuitableSolver:
        pytest.skip("unsuitable")
    assert len(run.steps) == len(run.events) > 0
    lengths = np.linalg.norm(problem.X, axis=1) if problem.normalise else np.ones(60)
    signed = problem.X * (problem.signs / lengths)[:, None]
    for step in run.steps[:: max(1, len(run.steps) // 20)]:
        if not step.coef.any():
            continue
        margins = signed @ step.coef + problem.signs * step.intercept
        assert step.margin == pytest.approx(margins.min() / np.linalg.norm(step.coef), rel=1e-6, abs=1e-9)
        assert margins[list(step.lowest)] == pytest.approx(margins.min(), rel=1e-6, abs=1e-9)
        if step.weights is not None:
            assert (step.weights >= 0).all()
            image = step.weights @ (problem.signs[:, None] * problem.X)
            assert np.isfinite(image).all()


def test_the_perceptron_has_a_lower_end_at_every_pass_and_no_end_is_false() -> None:
    run, exact = gordan.trace(APART, "perceptron"), gordan.solve(APART).bracket
    assert np.isfinite(run["lower"]).all()
    assert (run["lower"] <= exact.upper + 1e-9).all()
    assert (run["upper"] >= exact.lower - 1e-9).all()
    assert (np.diff(run["lower"]) >= 0).all()


def test_memory_is_bounded_and_thinning_is_said() -> None:
    run = gordan.trace(MIXED, "perceptron", max_iter=5000, most=20)
    assert len(run.steps) == len(run.events) <= 20
    assert run.seen > 20
    assert f"of {run.seen:,} steps every {run.every:,}th" in run.note
    assert run.steps[-1].n_iter == run.outcome.n_iter
    kept = BriefTrace(most=8)
    for k in range(1001):
        kept.step(Event(k, k, 0.0, 0.0, 1.0, ""))
    kept.stop(None)
    assert kept.events[0].n_iter == 0
    assert kept.events[-1].n_iter == 1000
    assert len(kept.events) <= 8


def test_problems_without_coordinates_are_refused() -> None:
    with pytest.raises(gordan.InputError, match="coordinates in memory"):
        gordan.trace(gordan.Points(X, Y, kernel="rbf"), "perceptron")
    with pytest.raises(gordan.InputError, match="most"):
        gordan.trace(APART, "perceptron", most=0)


class TestPicture:
    @pytest.fixture(autouse=True)
    def _matplotlib(self) -> None:
        pytest.importorskip("matplotlib").use("agg")

    def test_the_line_is_the_hyperplane_and_the_rings_are_the_lowest_rows(self) -> None:
        from gordan.show import StepDisplay

        run = gordan.trace(APART, "perceptron")
        display = StepDisplay.from_steps(run, step=4).plot()
        step = run.steps[4]
        line = np.column_stack(display.ax_.lines[0].get_data())
        assert line @ step.coef + step.intercept == pytest.approx([0.0, 0.0], abs=1e-8)
        rings = display.ax_.collections[-1].get_offsets()
        assert sorted(map(tuple, rings)) == sorted(map(tuple, X[list(step.lowest)]))
        assert "step 5 of" in display.ax_.get_title(loc="left")

    def test_animations_are_files_of_their_kind_and_replace_nothing(self, tmp_path: Path) -> None:
        from gordan.show import StepDisplay

        display = StepDisplay.from_steps(gordan.trace(gordan.Points(X[25:35], Y[25:35]), "perceptron", most=4))
        display.save(tmp_path / "a.gif")
        assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")
        display.save(tmp_path / "a.html")
        page = (tmp_path / "a.html").read_text()
        assert page.count("iVBORw0KGgo") == len(display.frames())
        assert "http" not in page
        with pytest.raises(gordan.InputError, match="not overwritten"):
            display.save(tmp_path / "a.gif")
        from matplotlib.animation import FFMpegWriter

        if not FFMpegWriter.isAvailable():
            with pytest.raises(gordan.InputError, match="ffmpeg"):
                display.save(tmp_path / "a.mp4")

    def test_pictures_stand_in_the_page_as_they_are_whatever_their_letters_spell(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from gordan.show import StepDisplay, steps

        monkeypatch.setattr(steps.base64, "b64encode", lambda _: b"iRATEPICTURES+/8=")
        display = StepDisplay.from_steps(gordan.trace(gordan.Points(X[25:35], Y[25:35]), "perceptron", most=4))
        display.save(tmp_path / "a.html")
        page = (tmp_path / "a.html").read_text()
        assert page.count('"iRATEPICTURES+/8="') == len(display.frames())
        assert "1000 / RATE" not in page

    def test_frames_of_many_steps_are_few(self) -> None:
        from gordan.show import StepDisplay

        frames = StepDisplay.from_steps(gordan.trace(MIXED, "perceptron", max_iter=5000)).frames()
        assert len(frames) <= 60
        assert frames[0] == 0

    def test_other_dimensions_are_refused(self) -> None:
        from gordan.show import StepDisplay

        run = gordan.trace(gordan.Points(np.hstack([X, X]), Y), "perceptron")
        with pytest.raises(gordan.InputError, match="4 columns"):
            StepDisplay.from_steps(run)
        with pytest.raises(gordan.InputError, match="count from 0"):
            StepDisplay.from_steps(gordan.trace(APART, "perceptron"), step=10_000)


def test_what_cannot_be_traced_or_saved_is_said(tmp_path: Path) -> None:
    with pytest.raises(gordan.InputError, match=r"the problem is a tuple; give gordan.Points"):
        gordan.trace(([[0.0], [1.0]], [0, 1]), "perceptron")  # type: ignore[arg-type]
    run = gordan.trace(gordan.Points([[0.0, 1.0], [2.0, 0.0], [3.0, 3.0]], [0, 1, 1]), "perceptron")
    with pytest.raises(gordan.InputError, match=r"\.gif"):
        gordan.show.StepDisplay.from_steps(run).save(tmp_path / "steps.txt")
