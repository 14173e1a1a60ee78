"""MNIST from the four files it is published in; whatever is wrong with one of them is told in a sentence."""

from __future__ import annotations

import gzip
import math
import zlib
from pathlib import Path
from typing import Any

__all__ = ["read_part"]

_UNSIGNED_BYTE = 8  # the format's code for the type of its entries


def read_part(folder: Path, part: str) -> tuple[Any, Any]:
    """Images by rows and their digits, as bytes, of the part "train" or "t10k"."""
    images, labels = folder / f"{part}-images-idx3-ubyte.gz", folder / f"{part}-labels-idx1-ubyte.gz"
    X, y = _read(images, 3), _read(labels, 1)
    if X.shape[1:] != (28, 28) or len(X) != len(y) or not len(y):
        raise SystemExit(
            f"{images} has entries {X.shape} and {labels} {y.shape}; give a folder with as many images of 28 by 28 "
            "pixels as digits, one or more"
        )
    if y.max() > 9:
        raise SystemExit(f"{labels} has the digit {y.max()}; fetch it again, or give a folder with digits from 0 to 9")
    return X.reshape(len(y), -1), y


def _read(file: Path, rank: int) -> Any:
    import numpy as np

    try:
        raw = gzip.decompress(file.read_bytes())
    except FileNotFoundError:
        raise SystemExit(f"{file} does not exist; give --data a folder with the four files of MNIST") from None
    except (OSError, EOFError, zlib.error) as error:
        raise SystemExit(f"{file} cannot be unpacked ({error}); fetch it again, or give another folder") from None
    start = 4 + 4 * rank
    if len(raw) < start or raw[:4] != bytes([0, 0, _UNSIGNED_BYTE, rank]):
        raise SystemExit(f"{file} does not begin as an IDX file of {rank} dimensions does; fetch it again")
    shape = tuple(map(int, np.frombuffer(raw, ">u4", rank, offset=4)))
    if math.prod(shape) != len(raw) - start:
        raise SystemExit(
            f"{file} announces {math.prod(shape):,} entries and has {len(raw) - start:,}; fetch it again, or give "
            "another folder"
        )
    return np.frombuffer(raw, np.uint8, offset=start).reshape(shape)
