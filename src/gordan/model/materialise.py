"""Terms and data → numbers, by formulaic; what it cannot do becomes a sentence."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.model.column import Column, read_column
from gordan.model.frame import Frame
from gordan.model.sides import Sides, bare, sentence
from gordan.table.cell import number
from gordan.table.wording import shown

__all__ = ["left_column", "materialise", "plain_frame"]

_SMALL = 1 << 14  # entries up to which a dense design is no trouble


def left_column(part: str, frame: Frame, data: Any) -> Column:
    """One part of the left side: a column as it is, or what an expression makes of some."""
    name = bare(part, frame)
    if name is not None:
        return frame.column(name)
    matrix = _run(f"0 + {part}", data, "pandas")
    if matrix.shape[1] != 1:
        raise InputError(f"the left side {shown(part.strip())} makes {matrix.shape[1]} columns; name a column instead")
    return read_column(matrix.iloc[:, 0], part.strip())


def materialise(sides: Sides, data: Any) -> tuple[Any, tuple[str, ...]]:
    """The design as float64 — CSR where most of it is 0, dense otherwise — and its columns' names.

    `data` is a pandas frame of complete rows.
    """
    matrix = _run(sides.right, data, "sparse")
    spec = matrix.model_spec
    for factor, (_, state) in spec.encoder_state.items():
        levels = state.get("categories") if isinstance(state, dict) else None
        if levels is not None and len(levels) < 2:
            told = f"({shown(str(levels[0]))})" if levels else ""
            raise InputError(
                f"the factor {factor} has one level only {told} in the {len(data):,} rows that are used; a factor "
                "needs two: drop it from the formula"
            )
        _refuse_twice([str(level) for level in levels or ()], f"levels of the factor {factor}")
    if matrix.shape[1] == 0:
        raise InputError(f"the terms {shown(sides.right.strip())} make no column; give one, or 1 for the intercept")
    names = tuple(map(str, spec.column_names))
    # formulaic keeps one column under each name, and the last that was made.
    _refuse_twice([str(name) for term in spec.structure for name in term.columns], "columns of the design")
    if matrix.nnz * 3 > matrix.shape[0] * matrix.shape[1] or matrix.shape[0] * matrix.shape[1] < _SMALL:
        return np.ascontiguousarray(matrix.toarray(), dtype=np.float64), names
    from scipy.sparse import csr_array

    return csr_array(matrix, dtype=np.float64), names


def plain_frame(sides: Sides, frame: Frame, keep: NDArray[np.bool_]) -> Any:
    """The columns that a formula needs, as pandas has them at their plainest: numbers, booleans, text, categoricals."""
    import pandas as pd

    taken: dict[str, Any] = {}
    for name in sides.needs:
        column = frame.column(name).take(keep)
        raw = np.asarray(frame.raw(name)) if column.levels is None else None
        if column.levels is not None:
            taken[name] = pd.Categorical(column.values, categories=list(column.levels), ordered=column.ordered)
        elif column.text:
            _refuse_numerals(column, sides.right)
            taken[name] = pd.Series(column.values, dtype=object)
        elif raw is not None and raw.dtype.kind in "iu":  # C(id) is to name its levels 1, 2 and not 1.0, 2.0
            taken[name] = raw[keep]
        else:
            taken[name] = column.values
    return pd.DataFrame(taken, index=range(int(keep.sum())))


def _refuse_twice(names: list[str], what: str) -> None:
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise InputError(
            f"two {what} would both be called {shown(twice)}, and one would be lost; give each a name of its own"
        )


def _refuse_numerals(column: Column, terms: str) -> None:
    """Numbers that came as text, and dates, would become factors with many levels, and nobody would notice."""
    if re.search(rf"C\(\s*`?{re.escape(column.name)}`?\s*[,)]", terms) or not re.search(re.escape(column.name), terms):
        return
    if any(hasattr(v, "year") or hasattr(v, "total_seconds") for v in column.values[:1]):
        raise InputError(
            f"the column {shown(column.name)} holds dates; make it a number, such as days since the first, or write "
            f"C({column.name}) for a factor"
        )
    words = [str(v) for v in dict.fromkeys(column.values.tolist())]
    wrong = next((word for word in words if number(word) is None), None)
    if 2 * sum(number(word) is not None for word in words) > len(words):
        told = f"text ({shown(wrong)}) among numbers" if wrong is not None else "numbers written as text"
        raise InputError(
            f"the column {shown(column.name)} holds {told}; make it numbers, or write C({column.name}) for a factor"
        )


def _run(terms: str, data: Any, output: str) -> Any:
    from formulaic import model_matrix
    from formulaic.errors import FormulaicError

    try:
        # What becomes NaN is left out and counted, what becomes infinite is refused: no need to warn as well.
        with np.errstate(all="ignore"):
            return model_matrix(terms, data, na_action="ignore", output=output, context={"np": np})
    except FormulaicError as error:
        raise InputError(sentence(error, terms)) from error
    except (TypeError, ValueError, AttributeError) as error:
        text = " ".join(str(error).split())[:160]
        raise InputError(
            f"the terms {shown(terms.strip())} cannot be made into numbers ({text}); check them"
        ) from error
