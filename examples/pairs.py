"""Which handwritten digits does a hyperplane tell apart, two by two and each from all others?"""

import sys
from pathlib import Path

from sklearn.datasets import load_digits

import gordan
from gordan.show import SeparabilityDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
X, y = load_digits(return_X_y=True)
table = gordan.separability(X[:, 18:46], y)  # the middle of the pictures alone
SeparabilityDisplay.from_frame(table).save(folder / "pairs.png", overwrite=True)
