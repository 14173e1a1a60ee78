"""`Many`: the outcomes of many problems, each built when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.engine.many.answers import FAILED, INSEPARABLE, KINDS, SEPARABLE, UNDECIDED, Answers
from gordan.outcome import Outcome, Separator

__all__ = ["Many"]

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class Many(Sequence[Outcome]):
    """A sequence of outcomes that holds arrays and builds `Separable`, `Inseparable` or `Undecided` when asked for.

    An index gives an outcome; a slice, a mask or an array of indices gives a `Many` of these. A problem that could not
    be answered raises its own error when it is asked for, and is listed in `failed`.

    Attributes
    ----------
    separable, inseparable, undecided : array of bool
        Which problems are which; false on those that failed.
    failed : dict
        Errors by index; `str(error)` is a sentence.
    lower, upper : array of float
        The ends of the brackets on the margins, NaN on those that failed.
    kinds : array of str
        "separable", "inseparable", "undecided" or "failed".
    counts : dict
        How many of each kind.
    one_by_one : array of bool
        Which problems were answered one by one.
    alone : int
        How many these are.
    n_iter, n_passes : array of int
        Steps and passes that each took.
    seconds : float
        What the whole took.

    Examples
    --------
    >>> import gordan
    >>> many = gordan.separate_many([[0.0], [1.0], [2.0]], [[0, 0, 1], [0, 1, 0], [0, 1, 1]])
    >>> many.separable.tolist(), many[1].kind
    ([True, False, True], 'inseparable')
    >>> [outcome.support.tolist() for outcome in many[many.inseparable]]
    [[0, 1, 2]]
    """

    _parts: tuple[Answers, ...]
    _part: Positions
    _row: Positions
    seconds: float

    @classmethod
    def of(cls, parts: Iterable[Answers], seconds: float) -> Many:
        """All parts in the order of their problems."""
        kept = tuple(parts)
        where = np.concatenate([part.index for part in kept])
        order = np.argsort(where, kind="stable")
        part = np.repeat(np.arange(len(kept)), [p.index.size for p in kept])
        row = np.concatenate([np.arange(p.index.size) for p in kept])
        return cls(kept, part[order], row[order], seconds)

    def __len__(self) -> int:
        return int(self._part.size)

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> Many: ...
    @overload
    def __getitem__(self, index: npt.NDArray[Any]) -> Many: ...
    def __getitem__(self, index: Matrix) -> Outcome | Many:
        if isinstance(index, slice | list) or getattr(index, "ndim", 0) > 0:
            return Many(self._parts, self._part[index], self._row[index], self.seconds)
        j = range(len(self))[index]
        part: Answers = self._parts[self._part[j]]
        return part.outcome(int(self._row[j]))

    def __iter__(self) -> Iterator[Outcome]:
        # Python's own iteration over an index would take a problem's IndexError for the end.
        return (self[j] for j in range(len(self)))

    @property
    def separable(self) -> Mask:
        return np.asarray(self._kind == SEPARABLE)

    @property
    def inseparable(self) -> Mask:
        return np.asarray(self._kind == INSEPARABLE)

    @property
    def undecided(self) -> Mask:
        return np.asarray(self._kind == UNDECIDED)

    @property
    def failed(self) -> dict[int, Exception]:
        rows = np.flatnonzero(self._kind == FAILED).tolist()
        return {j: self._parts[self._part[j]].failed[int(self._row[j])] for j in rows}

    @property
    def lower(self) -> Array:
        return np.asarray(self._gathered("lower"))

    @property
    def upper(self) -> Array:
        return np.asarray(self._gathered("upper"))

    @property
    def kinds(self) -> npt.NDArray[np.str_]:
        return np.asarray(np.array(KINDS)[self._kind])

    @property
    def counts(self) -> dict[str, int]:
        return dict(zip(KINDS, np.bincount(self._kind, minlength=len(KINDS)).tolist(), strict=True))

    @property
    def alone(self) -> int:
        return int(np.count_nonzero(self.one_by_one))

    @property
    def one_by_one(self) -> Mask:
        return np.asarray(self._joined([np.isin(np.arange(p.index.size), [*p.built]) for p in self._parts]))

    @property
    def n_iter(self) -> Positions:
        return np.asarray(self._joined([part.work()[:, 0] for part in self._parts]))

    @property
    def n_passes(self) -> Positions:
        return np.asarray(self._joined([part.work()[:, 1] for part in self._parts]))

    def support(self, j: int) -> tuple[Positions, Array]:
        """Rows with weight in the proof of problem j, which was found in a stack, and their weights, of the sum 1."""
        part: Answers = self._parts[self._part[j]]
        return part.support(int(self._row[j]))

    def separator(self, j: int) -> Separator:
        """The hyperplane of problem j, which was found in a stack."""
        part: Answers = self._parts[self._part[j]]
        assert part.judged is not None
        return part.judged.claims.separator(int(self._row[j]))

    def upper_of(self, j: int) -> float:
        """The upper end of the margin of problem j."""
        return float(self._parts[self._part[j]].upper[self._row[j]])

    def __repr__(self) -> str:
        kinds = [f"{number:,} {kind}" for kind, number in self.counts.items() if number or kind in KINDS[:2]]
        alone = f"; {self.alone:,} one by one" if self.alone else ""
        return f"Many({len(self):,} problems: {', '.join(kinds)}{alone}; {self.seconds:.3g} s)"

    @property
    def _kind(self) -> npt.NDArray[np.int8]:
        return np.asarray(self._gathered("kind"))

    def _gathered(self, name: str) -> Matrix:
        return self._joined([getattr(part, name) for part in self._parts])

    def _joined(self, arrays: list[Matrix]) -> Matrix:
        """One array over the problems of this sequence from the arrays of all parts."""
        starts = np.cumsum([0, *(part.index.size for part in self._parts)])
        return np.concatenate(arrays)[starts[self._part] + self._row]
