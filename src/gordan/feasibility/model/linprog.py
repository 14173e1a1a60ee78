"""Arguments of `scipy.optimize.linprog`: A_ub x ≤ b_ub, A_eq x = b_eq, and columns ≥ 0 unless `bounds` says else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.problem.draft import Draft, Row
from gordan.problem.exact_matrix import ExactMatrix, read_exact
from gordan.problem.numbers import Numbers

__all__ = ["KEYS", "draft_of_arrays"]

KEYS = ("c", "A_ub", "b_ub", "A_eq", "b_eq", "bounds", "integrality")
_BESIDE = ("method", "options", "x0", "callback")  # how linprog is to go about it: nothing of the program


def draft_of_arrays(arrays: Mapping[Any, Any], numbers: Numbers) -> Draft:
    """The draft of a program; its rows are named ub1, ub2, … and eq1, eq2, … unless data frames name them."""
    unknown = [key for key in arrays if key not in (*KEYS, *_BESIDE)]
    if unknown:
        raise InputError(f"the dictionary has {unknown[0]!r}; give arguments of linprog: {', '.join(KEYS)}")
    draft = Draft("dictionary")
    blocks = []
    for letters in ("ub", "eq"):
        given, right = arrays.get(f"A_{letters}"), arrays.get(f"b_{letters}")
        if (given is None) != (right is None):
            raise InputError(f"A_{letters} and b_{letters} belong together, and one of them is missing; give both")
        if given is not None:
            blocks.append((letters, given, read_exact(given, numbers), np.ravel(np.asarray(right, dtype=object))))
    cost = arrays.get("c")
    cost = None if cost is None else np.ravel(np.asarray(cost, dtype=object)).tolist()
    widths = {matrix.shape[1] for _, _, matrix, _ in blocks} | ({len(cost)} if cost is not None else set())
    if len(widths) != 1:
        raise InputError(f"c, A_ub and A_eq have {sorted(widths) or 'no'} columns; give all of them the same columns")
    [width] = widths
    bounds, whole = _bounds(arrays.get("bounds", (0, None)), width), _integrality(arrays.get("integrality"), width)
    for k, (name, (lower, upper), kind) in enumerate(zip(_names(blocks, width), bounds, whole, strict=True)):
        if kind not in (0, 1):
            draft.refuse(f"the semi-continuous column {name or k + 1!r} (integrality {kind})")
        draft.column(name, lower, upper, integer=kind == 1)
    for letters, given, matrix, right in blocks:
        draft.rows += _rows(letters, given, matrix, right)
    if cost is not None:
        draft.objective = Row("c", list(enumerate(cost)))
    return draft


def _names(blocks: list[tuple[str, Any, ExactMatrix, Any]], width: int) -> list[str]:
    named = [[str(each) for each in given.columns] for _, given, _, _ in blocks if hasattr(given, "columns")]
    if any(names != named[0] for names in named[1:]):
        raise InputError(
            "A_ub and A_eq are data frames with other columns; give both the same columns in the same order"
        )
    return named[0] if named else [""] * width


def _rows(letters: str, given: Any, matrix: ExactMatrix, right: Any) -> list[Row]:
    if matrix.shape[0] != len(right):
        raise InputError(
            f"A_{letters} has {matrix.shape[0]} rows and b_{letters} {len(right)} numbers; give one for each"
        )
    # The numbers 0, 1, … of a frame that was given no names would name rows of both blocks.
    named = hasattr(given, "columns") and all(isinstance(each, str) for each in getattr(given, "index", [None]))
    names = list(given.index) if named else [f"{letters}{k + 1}" for k in range(len(right))]
    equal = letters == "eq"
    return [
        Row(name, list(row), side if equal else None, side)
        for name, row, side in zip(names, matrix.rows(), right.tolist(), strict=True)
    ]


def _integrality(given: Any, width: int) -> list[int]:
    """For each column 0, or 1 where it is to be whole, as `linprog` takes it; 2 and 3 are semi-continuous."""
    kinds = np.ravel(np.asarray(0 if given is None else given, dtype=object)).tolist()
    if len(kinds) not in (1, width) or any(kind not in (0, 1, 2, 3) for kind in kinds):
        raise InputError(f"integrality is {given!r}; give 0, 1, 2 or 3, for all columns or one for each")
    return [int(kind) for kind in (kinds * width if len(kinds) == 1 else kinds)]


def _bounds(given: Any, width: int) -> list[tuple[Any, Any]]:
    """One pair for all columns or one for each, as `linprog` takes them."""
    pairs = np.asarray((0, None) if given is None else given, dtype=object)
    pairs = pairs.reshape(1, 2) if pairs.shape == (2,) else pairs
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.shape[0] not in (1, width):
        raise InputError(f"bounds has the shape {pairs.shape}; give (lower, upper), or one such pair for each column")
    wide = np.repeat(pairs, width, axis=0) if pairs.shape[0] == 1 else pairs
    return [(low, high) for low, high in wide.tolist()]
