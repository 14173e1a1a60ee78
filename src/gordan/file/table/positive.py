"""One class against all others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file.table.cell import number
from gordan.file.table.record import Table
from gordan.file.table.wording import listed, nearest, shown

__all__ = ["against_others"]


def against_others(table: Table, positive: str) -> Table:
    """The same table with two labels: `positive` and "not " + `positive`.

    Which of them is the positive side is recorded in the table's `positive`, not left to their order.

    Examples
    --------
    >>> y = np.array([1, 2, 3])
    >>> three = Table(np.eye(3), y, (), "y", np.arange(3), "t.npz", "npz")
    >>> against_others(three, "+2").y.tolist()
    ['not 2', '2', 'not 2']
    """
    classes = np.unique(table.y)
    wanted: Any = positive
    if classes.dtype.kind != "U":
        wanted = number(positive)
    texts = [_text(each) for each in classes]
    if wanted is None or wanted not in classes.tolist():
        raise InputError(
            f"{table.source} has no class {shown(positive)} in its label column {shown(table.label)}; "
            f"expected one of {listed(texts)}{nearest(positive, texts)}"
        )
    text = texts[classes.tolist().index(wanted)]
    return replace(table, y=np.where(table.y == wanted, text, f"not {text}"), positive=text)


def _text(label: Any) -> str:
    return str(label.item())
