"""`Selection`: which columns of a file are coordinates, where these are not all but the label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file.table.record import Table
from gordan.file.table.wording import listed, nearest, shown
from gordan.problem.batches import is_batches
from gordan.problem.matrix import is_sparse

__all__ = ["EVERYTHING", "Selection"]


@dataclass(frozen=True)
class Selection:
    """Columns to take, or columns to leave out, by their names or numbers from 1; a text may list several.

    A `lenient` one, such as the columns that a certificate names, is made only where the file has them all by name.

    Examples
    --------
    >>> Selection(drop=("id,7",)).features(["id", "height", "kind"], 2, "t.csv")
    Traceback (most recent call last):
    gordan.errors.InputError: t.csv has no column '7' to leave out; its columns are 'id', 'height', 'kind'
    >>> Selection(drop=("id",)).features(["id", "height", "kind"], 2, "t.csv")
    [1]
    """

    columns: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    lenient: bool = False

    def __post_init__(self) -> None:
        if self.columns and self.drop:
            raise InputError("both the columns to take and those to leave out are given; give one of them")

    def __bool__(self) -> bool:
        return bool(self.columns or self.drop)

    def ignored(self, names: Sequence[str], source: str, *, numbered: bool = False) -> set[int]:
        """Places of the columns that are no coordinates, whatever the label is; `numbered` where names are numbers."""
        if not self:
            return set()
        places = self._places(names, source, numbered)
        if places is None:
            return set()
        return set(range(len(names))) - places if self.columns else places

    def features(self, names: Sequence[str], label: int | None, source: str, *, numbered: bool = False) -> list[int]:
        """Places of the coordinates, in the order of the file, where this place has the label."""
        ignored = self.ignored(names, source, numbered=numbered)
        if self.drop and label in ignored:
            raise InputError(f"{source}: the column {shown(names[label or 0])} has the labels, and cannot be left out")
        kept = [j for j in range(len(names)) if j != label and j not in ignored]
        if not kept:
            raise InputError(f"{source}: no column is left but the label; take at least one as a coordinate")
        return kept

    def note(self, names: Sequence[str], features: Sequence[int], label: int | None) -> tuple[str, ...]:
        """A sentence about columns that are left out because a certificate does not name them, if there are any."""
        taken = {*features, label}
        left = [names[j] for j in range(len(names)) if j not in taken] if self.lenient else []
        return (f"columns that the certificate does not name are left out: {listed(left)}",) if left else ()

    def of_table(self, table: Table) -> Table:
        """The same table with these columns alone, called by their numbers where they have no names."""
        if not self or (self.lenient and not table.names):
            return table
        if is_batches(table.X):
            raise InputError(
                f"{table.source} is read in batches, of which columns can be chosen in text and Parquet files only; "
                "leave them out of the file"
            )
        names = [table.name(j) for j in range(table.X.shape[1])]
        kept = self.features(names, None, table.source, numbered=not table.names)
        X: Any = table.X[:, kept]
        return replace(table, X=X if is_sparse(X) else np.ascontiguousarray(X), names=tuple(names[j] for j in kept))

    def _places(self, names: Sequence[str], source: str, numbered: bool) -> set[int] | None:
        """Places of the columns that are listed; None where a lenient selection names one that is not there."""
        wanted = [name for given in self.columns or self.drop for name in self._parted(given, names)]
        numbers = {name: int(name[:10]) for name in wanted if name.isascii() and name.isdecimal()}
        if self.lenient and (numbers or not set(wanted) <= set(names)):
            return None
        places = set()
        for name in wanted:
            # The first line may hold data: a number means a place.
            if 1 <= numbers.get(name, 0) <= len(names) and not numbered:
                places.add(numbers[name] - 1)
            elif name in names:
                places.add(list(names).index(name))
            else:
                what = "to take" if self.columns else "to leave out"
                raise InputError(
                    f"{source} has no column {shown(name)} {what}; its columns are {listed(names)}"
                    f"{nearest(name, names)}"
                )
        return places

    def _parted(self, given: str, names: Sequence[str]) -> list[str]:
        """One name, or several with commas between them."""
        if given in names or self.lenient:
            return [given]
        return [part.strip() for part in given.split(",") if part.strip()]


EVERYTHING = Selection()
