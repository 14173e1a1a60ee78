"""Bars are as long as the bounds."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.show import CompressionDisplay

RNG = np.random.default_rng(5)
SIGNS = np.repeat([-1.0, 1.0], 150)
X = RNG.uniform(-1.0, 1.0, size=(300, 3)) + 1.5 * SIGNS[:, None] * [1.0, 0.0, 0.0]


def test_bars_are_the_bounds_that_apply() -> None:
    problem = gordan.Points(X, SIGNS)
    bounds = gordan.bound.error_bounds(problem, gordan.solve(problem))
    applying = [bound for bound in bounds.bounds if bound.applies]
    display = CompressionDisplay.from_bounds(bounds).plot()
    bars = [bar.get_width() for bar in display.ax_.patches]
    assert bars == pytest.approx([min(bound.value, 1.0) for bound in applying])
    hatched = [bar.get_width() for bar in display.ax_.patches if bar.get_hatch()]
    assert hatched == pytest.approx([bounds.tightest.value])
    written = [float(text.get_text()) for text in display.ax_.texts if text.get_text().strip()[0] in "0123456789"]
    honest = [bound.value for bound in applying if not bound.vacuous]
    assert all(bound <= shown <= 1.1 * bound for shown, bound in zip(written, honest, strict=True))
    names = [label.get_text().split(":")[0] for label in display.ax_.get_yticklabels()]
    assert names == [bound.name for bound in bounds.bounds]
    words = sum(text.get_text() == "does not apply" for text in display.ax_.texts)
    assert words == len(bounds.bounds) - len(applying)


def test_bounds_that_say_nothing_end_at_one() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    bounds = gordan.bound.error_bounds(problem, gordan.solve(problem))
    assert all(bound.vacuous for bound in bounds.bounds if bound.applies)
    display = CompressionDisplay.from_bounds(bounds).plot()
    assert {bar.get_width() for bar in display.ax_.patches} == {1.0}
    assert not any(bar.get_hatch() for bar in display.ax_.patches)


def test_what_has_no_bounds_is_refused() -> None:
    with pytest.raises(gordan.InputError, match=r"error_bounds or margin_bounds returned"):
        CompressionDisplay.from_bounds(3)
