"""`RowNames`: how rows are called in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gordan.errors import InputError
from gordan.show.display import plain

__all__ = ["RowNames", "axis_names", "class_names"]

_CLIP = 16


@dataclass(frozen=True)
class RowNames:
    """What rows are called: by their number from 0, or by `names`, one for each; `word` is what such a name is.

    Examples
    --------
    >>> RowNames()[7], RowNames(("ann", "bob"), "patient")[1]
    ('7', 'bob')
    """

    names: Sequence[Any] | None = None
    word: str = "row"

    def __getitem__(self, row: int) -> str:
        return str(row) if self.names is None else plain(self.names[row], _CLIP)

    @property
    def how(self) -> str:
        return "number" if self.names is None else plain(self.word, _CLIP)

    def require(self, n: int) -> RowNames:
        """Refuse names that are too few or too many for n rows."""
        if self.names is not None and len(self.names) != n:
            raise InputError(f"row_names has {len(self.names):,} names and the problem {n:,} rows; give one for each")
        return self


def class_names(classes: Sequence[object], counts: Sequence[int]) -> list[str]:
    """The classes for a legend, each with its rows counted."""
    return [
        f"{plain(name)}: {count:,} {'row' if count == 1 else 'rows'}"
        for name, count in zip(classes, counts, strict=True)
    ]


def axis_names(names: Sequence[str], m: int) -> list[str]:
    """The names of the columns as they are drawn, x1, x2, … where they have none."""
    return [plain(name) for name in names] if len(names) == m else [f"x{j + 1}" for j in range(m)]
