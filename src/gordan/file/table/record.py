"""What a file said: the points, their labels, and where in the file each of them stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["Table"]


# Two tables are compared by looking at their arrays, not by `==`, whose answer on arrays is an array.
@dataclass(frozen=True, eq=False)
class Table:
    """Raw numbers and labels of one file, with enough left of the file to point back into it.

    Parameters
    ----------
    X
        The points as rows: a C-ordered array (n by m), or a CSR array when the file was svmlight.
    y
        One label for each row: text, or numbers when every label of the file is one.
    names
        The feature columns' names; empty when the format has none (see `name`).
    label
        What the label column is called.
    lines
        Line of the file, counted from 1, on which each row begins; for npz the row's index, counted from 0.
    source
        The path as it was given.
    format
        "csv", "tsv", "svmlight" or "npz".
    notes
        Sentences about what was assumed while reading, for a person to see.
    positive
        The class set against all others, when one was asked for; then `y` holds it and "not " + it.
    first
        The number that an unnamed first feature carries (0 in an svmlight file that counts from 0).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> table = Table(X, np.array(["a", "b"]), ("height", "width"), "kind", np.array([2, 3]), "t.csv", "csv")
    >>> table.name(1)
    'width'
    """

    X: NDArray[Any] | csr_array[Any]
    y: NDArray[Any]
    names: tuple[str, ...]
    label: str
    lines: NDArray[np.int64]
    source: str
    format: str
    notes: tuple[str, ...] = ()
    positive: str | None = None
    first: int = 1

    def name(self, j: int) -> str:
        """The name of feature `j`, or its number in the file when the file gives no names.

        Examples
        --------
        >>> import numpy as np
        >>> Table(np.eye(2), np.array([0, 1]), (), "y", np.arange(2), "t.npz", "npz").name(0)
        '1'
        """
        return self.names[j] if self.names else str(j + self.first)
