"""The game between a point and a hyperplane: losses, gains, and the value between them."""

import sys
from pathlib import Path

import numpy as np

import gordan
from gordan.show import GameDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
rng = np.random.default_rng(2)
points = rng.normal(size=(40, 3)) + [2.5, 0.0, 0.0]
GameDisplay(gordan.geometry.play(points, max_rounds=2_000)).save(folder / "game.png", overwrite=True)
