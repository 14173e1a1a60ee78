"""The images of CIFAR-10 as points of unit length, and their products under the paper's two readings of its kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

__all__ = ["KERNELS", "Images", "products", "read_images"]

# The paper prints exp{-5.5(‖a − b‖2)}, which can be read with the distance or with its square.
KERNELS = {"squared distance": "exp(−5.5 d²)", "distance": "exp(−5.5 d)"}


class Images(NamedTuple):
    """Training and test images with their labels."""

    X: Any
    y: Any
    X_test: Any
    y_test: Any


def read_images(folder: Path) -> Images:
    """The 10,000 + 10,000 images in the folder, single precision."""
    path = folder / "cifar10_10k_10k.npz"
    if not path.exists():
        raise SystemExit(f"there is no {path}; give the folder of data with --data or GORDAN_DATA")
    with np.load(path) as file:
        return Images(
            _unit(file["x_train"]), file["y_train"].astype(int), _unit(file["x_test"]), file["y_test"].astype(int)
        )


def products(kernel: str, X: Any, Y: Any) -> Any:
    """Kernel values between two sets of points of unit length, in place."""
    K = X @ Y.T
    # Of unit vectors the squared distance is 2 − 2 x·y.
    K *= -2.0
    K += 2.0
    np.maximum(K, 0.0, out=K)
    if kernel == "distance":
        np.sqrt(K, out=K)
    K *= -5.5
    return np.exp(K, out=K)


def _unit(pixels: Any) -> Any:
    X = pixels.reshape(len(pixels), -1).astype(np.float32)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return X
