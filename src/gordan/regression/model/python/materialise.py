"""Terms and data → numbers, by formulaic, which runs them; what it cannot do becomes a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.deadline import afford
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description.limit import refuse_beyond
from gordan.regression.model.block import natural_splines
from gordan.regression.model.column import Column, Mask, read_column
from gordan.regression.model.formula.sides import bare
from gordan.regression.model.frame import Frame
from gordan.regression.model.python import Sides, sentence
from gordan.regression.model.rebuild import refuse_numerals, refuse_twice, settled

if TYPE_CHECKING:
    import formulaic
    import pandas as pd

__all__ = ["PythonTerm", "left_column", "materialise", "plain_frame"]

_COLUMN, _ENTRY = 2e-4, 1e-8  # seconds that formulaic takes for a column, and for each of its rows
_LEVELLED = re.compile(r"C\(\s*(?:`([^`]+)`|(\w+))\s*[,)]")


def left_column(part: str, frame: Frame, data: pd.DataFrame) -> Column:
    """One part of the left side: a column as it is, or what an expression makes of some."""
    name = bare(part, frame)
    if name is not None:
        return frame.column(name)
    matrix = _run(f"0 + {part}", data, "pandas", {})
    if matrix.shape[1] != 1:
        raise InputError(f"the left side {shown(part.strip())} makes {matrix.shape[1]} columns; name a column instead")
    return read_column(matrix.iloc[:, 0], part.strip())


class PythonTerm(NamedTuple):
    """One term as formulaic has it: products of factors (expression, a column as it is, reduced), and its columns.

    `parts` is None where a number scales the term, which the closed grammar does not know.
    """

    parts: tuple[tuple[tuple[str, bool, bool], ...], ...] | None
    columns: tuple[str, ...]


def materialise(sides: Sides, data: pd.DataFrame) -> tuple[Matrix, tuple[str, ...], tuple[PythonTerm, ...]]:
    """The design as float64 — CSR where most of it is 0, dense otherwise —, its columns' names, and its terms.

    `data` is a pandas frame of complete rows.
    """
    refuse_many_columns(sides, data)
    matrix = _run(sides.right, data, "sparse", sides.scope)
    spec = matrix.model_spec
    for factor, (_, state) in spec.encoder_state.items():
        levels = state.get("categories") if isinstance(state, dict) else None
        if levels is not None and len(levels) < 2:
            level = f"({shown(str(levels[0]))})" if levels else ""
            raise InputError(
                f"the factor {factor} has one level only {level} in the {len(data):,} rows that are used; a factor "
                "needs two: drop it from the formula"
            )
        refuse_twice([str(level) for level in levels or ()], f"levels of the factor {factor}")
    if matrix.shape[1] == 0:
        raise InputError(f"the terms {shown(sides.right.strip())} make no column; give one, or 1 for the intercept")
    names = tuple(map(str, spec.column_names))
    # formulaic keeps one column under each name, and the last that was made.
    refuse_twice([str(name) for term in spec.structure for name in term.columns], "columns of the design")
    from scipy.sparse import csr_array

    return settled(csr_array(matrix, dtype=np.float64)), names, tuple(_structure(spec))


def _structure(spec: formulaic.ModelSpec) -> Iterator[PythonTerm]:
    for _, scoped_terms, columns in spec.structure:
        parts = []
        for part in scoped_terms:
            parts.append(tuple((each.factor.expr, _is_column(each.factor), each.reduced) for each in part.factors))
        scaled = any(part.scale != 1 for part in scoped_terms)
        yield PythonTerm(None if scaled else tuple(parts), tuple(map(str, columns)))


def _is_column(factor: formulaic.materializers.types.EvaluatedFactor) -> bool:
    return bool(factor.factor.eval_method.value == "lookup")


def refuse_many_columns(sides: Sides, data: pd.DataFrame) -> None:
    """Raise TooLarge where the levels of crossed factors make too many columns; only levels are counted, none made."""
    from formulaic import Formula

    total = 0
    for term in Formula(sides.right):
        sizes = [_size(str(factor.expr), factor.eval_method.value == "lookup", data) for factor in term.factors]
        total += prod(sizes)
    refuse_beyond(total, "COLUMNS", "columns", "leave out an interaction or merge levels")
    # What formulaic has begun cannot be interrupted; rows in which a column is 0 cost it little.
    afford(_COLUMN * total + _ENTRY * len(data) * len(sides.needs), f"making {total:,} columns by formulaic")


def _size(code: str, lookup: bool, data: pd.DataFrame) -> int:
    """The number of levels of a factor, 1 of a numeric one."""
    if lookup:
        name = code
    else:
        match = _LEVELLED.match(code)
        if match is None:
            return 1
        name = match[1] or match[2]
    if name not in data.columns:
        return 1
    levelled = not lookup or data[name].dtype == object or hasattr(data[name].dtype, "categories")
    if not levelled:
        return 1
    return len(data[name].cat.categories) if hasattr(data[name].dtype, "categories") else int(data[name].nunique())


def plain_frame(sides: Sides, frame: Frame, keep: Mask) -> pd.DataFrame:
    """The columns that a formula needs, as pandas has them at their plainest: numbers, booleans, text, categoricals."""
    import pandas as pd

    taken: dict[str, object] = {}
    for name in sides.needs:
        column = frame.column(name).take(keep)
        raw = np.asarray(frame.raw(name)) if column.levels is None else None
        if raw is not None and raw.dtype.kind == "M" and f"{name}.dt." in sides.right:
            taken[name] = raw[keep]
        elif column.levels is not None:
            taken[name] = pd.Categorical(column.values, categories=list(column.levels), ordered=column.ordered)
        elif column.text:
            refuse_numerals(column, sides.right, keep)
            taken[name] = pd.Series(column.values, dtype=object)
        elif raw is not None and raw.dtype.kind in "iu":  # C(id) is to name its levels 1, 2 and not 1.0, 2.0
            taken[name] = raw[keep]
        else:
            taken[name] = column.values
    return pd.DataFrame(taken, index=range(int(keep.sum())))


def _natural(x: pd.Series[float], df: int | None = None, knots: Sequence[float] | None = None) -> pd.DataFrame:
    import pandas as pd

    columns = natural_splines(np.asarray(x, dtype=np.float64), df, knots)
    return pd.DataFrame(columns, columns=[str(k + 1) for k in range(columns.shape[1])])


def _run(terms: str, data: pd.DataFrame, output: str, scope: Mapping[str, object]) -> formulaic.ModelMatrix:
    import pandas as pd
    from formulaic import model_matrix
    from formulaic.errors import FormulaicError

    own = {"np": np, "pd": pd, "ns": _natural, "cut": pd.cut}
    try:
        # What becomes NaN is left out and counted, what becomes infinite is refused: no need to warn as well.
        with np.errstate(all="ignore"):
            return model_matrix(terms, data, na_action="ignore", output=output, context={**scope, **own})
    except FormulaicError as error:
        raise InputError(sentence(error, terms)) from error
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        text = " ".join(str(error).split())[:160]
        raise InputError(
            f"the terms {shown(terms.strip())} cannot be made into numbers ({text}); check them"
        ) from error
