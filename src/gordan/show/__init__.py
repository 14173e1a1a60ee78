"""Pictures; matplotlib is imported when the first is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.geometry.game import Game

__all__ = ["GameDisplay"]


@dataclass
class GameDisplay:
    """The picture of a play; `plot` draws it and leaves `ax_` and `figure_`.

    Examples
    --------
    >>> import gordan
    >>> display = GameDisplay(gordan.geometry.play([[1.0, 0.5], [-1.0, 0.5]]))
    >>> display.game.ended
    True
    """

    game: Game
    ax_: Any = field(default=None, init=False, repr=False)
    figure_: Any = field(default=None, init=False, repr=False)

    def plot(self, ax: Any = None) -> GameDisplay:
        """Draw on these axes, or on new ones; both scales are logarithmic, so negative gains are left out."""
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            raise InputError('plots need matplotlib, which is not installed; pip install "gordan[plot]"') from None
        if not isinstance(self.game, Game):
            raise InputError(f"{self.game!r} is no play of the game; give what gordan.geometry.play returned")
        if ax is None:
            _, ax = plt.subplots(layout="constrained")
        game, t = self.game, np.arange(1, self.game.rounds + 1)
        theorem = "R√(3/t)" if game.alpha is None else f"R t^(α/2−1), α = {game.alpha:g}"
        ax.plot(t, game.allowed, color="tab:red", linestyle=":", label=f"allowed loss, {theorem}")
        ax.plot(t, game.losses, color="tab:red", label="Point player's loss, at most")
        winning = game.gains > 0
        ax.plot(t[winning], game.gains[winning], color="tab:blue", label="Hyperplane player's gain, at least")
        if game.bracket.lower > 0:
            ax.axhspan(game.bracket.lower, game.bracket.upper, color="0.8", zorder=0, label="the value lies here")
        ax.set(xscale="log", yscale="log", xlabel="round", ylabel="payoff")
        ax.legend()
        self.ax_, self.figure_ = ax, ax.figure
        return self
