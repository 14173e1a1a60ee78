"""Three classes on rings become separable as features of higher degree are added: layer by layer."""

import sys
from pathlib import Path

import numpy as np

import gordan
from gordan.show import LayerDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
rng = np.random.default_rng(0)
turns, rings = rng.uniform(0, 2 * np.pi, 150), np.repeat([1.0, 2.0, 3.0], 50)
x, y = rings * np.cos(turns), rings * np.sin(turns)
terms = [np.column_stack([x**a * y ** (d - a) for a in range(d + 1)]) for d in range(1, 5)]

frames = {
    f"degree {d}": gordan.separability(np.hstack(terms[:d]), np.repeat(["inner", "middle", "outer"], 50))
    for d in range(1, 5)
}
LayerDisplay.from_frames(frames).save(folder / "layers.png", overwrite=True)
