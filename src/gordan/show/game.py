"""`GameDisplay`: the payoffs of a play of the game between a point and a hyperplane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gordan.errors import InputError
from gordan.geometry.game import Game
from gordan.show.display import BLUE, VERMILLION, Display

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["GameDisplay"]


@dataclass(eq=False)
class GameDisplay(Display):
    """The picture of a play; both scales are logarithmic, so negative gains are left out.

    Examples
    --------
    >>> import gordan
    >>> display = GameDisplay(gordan.geometry.play([[1.0, 0.5], [-1.0, 0.5]]))
    >>> display.game.ended
    True
    """

    game: Game

    def _draw(self, axes: Sequence[Axes]) -> None:
        if not isinstance(self.game, Game):
            raise InputError(f"{self.game!r} is no play of the game; give what gordan.geometry.play returned")
        ax, game, t = axes[0], self.game, np.arange(1, self.game.rounds + 1)
        theorem = "R√(3/t)" if game.alpha is None else f"R t^(α/2−1), α = {game.alpha:g}"
        ax.plot(t, game.allowed, color=VERMILLION, linestyle=":", label=f"allowed loss, {theorem}")
        ax.plot(t, game.losses, color=VERMILLION, label="Point player's loss, at most")
        winning = game.gains > 0
        ax.plot(t[winning], game.gains[winning], color=BLUE, linestyle="--", label="Hyperplane player's gain, at least")
        if game.bracket.lower > 0:
            ax.axhspan(game.bracket.lower, game.bracket.upper, color="0.8", zorder=0, label="the value lies here")
        ax.set(xscale="log", yscale="log", xlabel="round", ylabel="payoff")
        ax.legend()
