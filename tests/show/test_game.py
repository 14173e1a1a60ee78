"""The picture of a play shows its numbers."""

from __future__ import annotations

import numpy as np
import pytest

import gordan


@pytest.mark.parametrize("alpha", [None, 1.5])
def test_the_lines_are_the_payoffs(alpha: float | None) -> None:
    game = gordan.geometry.play([[1.0, 0.4], [-1.0, 0.4]], alpha=alpha)
    display = gordan.show.GameDisplay(game).plot()
    allowed, losses, gains = display.ax_.get_lines()
    np.testing.assert_array_equal(allowed.get_ydata(), game.allowed)
    np.testing.assert_array_equal(losses.get_ydata(), game.losses)
    np.testing.assert_array_equal(gains.get_ydata(), game.gains[game.gains > 0])
    assert display.figure_ is display.ax_.figure


def test_axes_that_are_given_are_drawn_on() -> None:
    from matplotlib import pyplot

    _, ax = pyplot.subplots()
    game = gordan.geometry.play([[1.0, 0.0], [-1.0, 0.0]], max_rounds=5)
    assert gordan.show.GameDisplay(game).plot(ax).ax_ is ax


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(gordan.InputError, match="pip install"):
        gordan.show.GameDisplay(gordan.geometry.play([[1.0]])).plot()


@pytest.mark.parametrize("game", [3, None, "play"])
def test_what_is_no_play_is_not_drawn(game: object) -> None:
    with pytest.raises(gordan.InputError, match=r"give what gordan\.geometry\.play returned"):
        gordan.show.GameDisplay(game).plot()
