"""`Claims`: what is said to be true of the problems of a stack, as arrays with one row for each problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome import Separator

__all__ = ["INSEPARABLE", "KINDS", "SEPARABLE", "UNDECIDED", "Claims", "Positions"]

Positions = npt.NDArray[np.int64]

KINDS = ("separable", "inseparable", "undecided")
SEPARABLE, INSEPARABLE, UNDECIDED = range(3)


@dataclass(frozen=True, eq=False)
class Claims:
    """One row, or one number, for each of b problems.

    `kind` has positions in `KINDS`. `W` (b, m) are directions about `centre` (p, m), p being 1 where all share it,
    with `offset`. `S` (b, k) are row numbers and `x` (b, k) their weights; a slot of weight 0 is empty. Of an
    inseparable problem x are the centres of boxes, in the first slots, with `radius`. Brackets are `lower` and `upper`.
    Radii and ends that are None claim nothing: the verifier returns those that it can prove.
    """

    kind: npt.NDArray[np.int8]
    W: Array
    centre: Array
    offset: Array
    S: Positions
    x: Array
    classes: Sequence[tuple[object, ...]]
    radius: Array | None = None
    lower: Array | None = None
    upper: Array | None = None

    def take(self, rows: Positions) -> Claims:
        """The claims about some of the problems."""
        kept = {name: values[rows] for name, values in self._arrays().items()}
        return replace(self, classes=[self.classes[i] for i in rows.tolist()], **kept)

    def replaced(self, rows: Positions, others: Claims) -> Claims:
        """The same with other claims about the problems `rows`, which have the same centres."""
        arrays = {name: values.copy() for name, values in self._arrays().items()}
        for name, values in arrays.items():
            values[rows] = getattr(others, name)
        return replace(self, **arrays)

    def _arrays(self) -> dict[str, Any]:
        """What has a row for each problem; a centre that all share has not."""
        names = ["kind", "W", "offset", "S", "x", "radius", "lower", "upper"]
        names += ["centre"] if self.centre.shape[0] > 1 else []
        return {name: values for name in names if (values := getattr(self, name)) is not None}

    def separator(self, i: int) -> Separator:
        """The hyperplane of problem i."""
        centre = self.centre[i if self.centre.shape[0] > 1 else 0]
        return Separator(self.W[i].copy(), float(self.offset[i]), centre.copy())

    def weights(self, i: int, n: int) -> Array:
        """The weights of problem i, one for each of its n rows."""
        used = self.x[i] != 0
        dense = np.zeros(n)
        dense[self.S[i, used]] = self.x[i, used]
        return dense

    def require_shapes(self, b: int, m: int) -> None:
        """Raise InputError unless every array is one of NumPy's own, of its type, with a row for each of b problems."""
        k = self.S.shape[-1]
        shapes = {"W": (b, m), "offset": (b,), "x": (b, k), "radius": (b, k), "lower": (b,), "upper": (b,)}
        shapes["centre"] = (b if self.centre.shape[0] == b else 1, m)
        for name, shape in shapes.items():
            values = getattr(self, name)
            absent = values is None and name in ("radius", "lower", "upper")
            if not absent and not _is(values, np.float64, shape):
                raise InputError(f"{name} is {_shown(values)}; give an array of float64 of shape {shape}")
        if not _is(self.kind, np.int8, (b,)) or not _is(self.S, np.int64, (b, k)):
            shown = f"kind is {_shown(self.kind)} and S {_shown(self.S)}"
            raise InputError(f"{shown}; give int8 of shape {(b,)} and int64 of shape ({b}, k)")
        if len(self.classes) != b:
            raise InputError(f"there are classes of {len(self.classes)} problems; give those of {b}")


def _is(values: object, dtype: type, shape: tuple[int, ...]) -> bool:
    """Whether these are numbers in an array of NumPy's own; a subclass may multiply as it likes."""
    return type(values) is np.ndarray and values.dtype == dtype and values.shape == shape


def _shown(values: Any) -> str:
    return f"a {type(values).__name__} of {getattr(values, 'dtype', '?')} and shape {np.shape(values)}"
