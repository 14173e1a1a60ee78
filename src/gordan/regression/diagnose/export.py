"""A diagnosis as a table, a dict and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.file.certificate.number import spell_integer
from gordan.regression.diagnose.record import Diagnosis

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["frame", "record", "text"]

_SAME = (
    *("kind", "separated", "unique", "family", "formula", "response", "classes"),
    *("n", "n_given", "n_missing", "n_zero_weight", "beside", "coefficients", "direction"),
    *("rank", "aliased", "redundant", "singles", "responsible", "notes", "reason", "seconds"),
)


def frame(found: Diagnosis) -> pd.DataFrame:
    """One row for each coefficient."""
    import pandas as pd

    names = list(found.coefficients)
    return pd.DataFrame(
        {
            "state": list(found.coefficients.values()),
            "direction": [found.direction.get(name, math.nan) for name in names],
            "aliased": [name in found.aliased for name in names],
            "single": [(found.singles or {}).get(name, "") for name in names],
            "responsible": [column in (found.responsible or ()) for column in found.columns_of(names)],
        },
        index=pd.Index(names, name="coefficient"),
    )


def record(found: Diagnosis) -> dict[str, Any]:
    """Everything under the names of the diagnosis."""
    margin = found.margin
    return {name: _copied(getattr(found, name)) for name in _SAME} | {
        "rows": [_label(each) for each in found.rows],
        "weights": found.weights.tolist(),
        "margin": None if margin is None else {"lower": margin.lower, "upper": margin.upper},
        "proof": _proof(found),
        "verdict": {"holds": found.verdict.holds, "checks": [vars(check) for check in found.verdict.checks]},
    }


def text(found: Diagnosis, indent: int | None) -> str:
    """The record as JSON."""
    return json.dumps(_finite(record(found)), indent=indent, ensure_ascii=False, allow_nan=False)


def _proof(found: Diagnosis) -> dict[str, Any] | None:
    """Both halves in numbers that lose nothing: integers as text, for many readers of JSON round them to doubles.

    The direction has a number for each coefficient, then one for each stratum where strata have columns; the weights
    are those of the inequalities that are not strict, then of the equalities, in the order of the rows.
    """
    if found.split is None:
        return None
    halves = found.split.proof
    weights = _spelled(halves.weights) if halves.exact else np.asarray(halves.weights).tolist()
    return {"exact": halves.exact, "direction": _spelled(halves.direction), "weights": weights}


def _spelled(values: Iterable[Any]) -> list[str]:
    """Exact weights of hundreds of rows have thousands of digits, more than Python writes unless told to."""
    return [spell_integer(int(value)) for value in values]


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else list(value) if isinstance(value, tuple) else value


def _label(label: Any) -> Any:
    """A label as JSON has it: numbers and text stay, dates and tuples become text."""
    value = label.item() if isinstance(label, np.generic) else label
    return value if isinstance(value, bool | int | float | str) else str(value)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
