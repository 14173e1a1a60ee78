"""Two convex bodies with their nearest points, in the plane and in space."""

import sys
from pathlib import Path

import gordan
from gordan.geometry import Ball, Bodies, Box, Hull
from gordan.show import BodiesDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
flat = Bodies(Hull([[0.0, 0.0], [3.0, 1.0], [1.0, 3.0], [2.5, 2.5]]), Ball([5.0, 4.0], 1.2))
BodiesDisplay.from_answer(flat, gordan.distance(flat.K, flat.L)).save(folder / "bodies.png", overwrite=True)

space = Bodies(Box([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]), Ball([2.2, 1.9, 1.6], 1.0))
BodiesDisplay.from_answer(space, gordan.distance(space.K, space.L)).save(folder / "space.png", overwrite=True)
