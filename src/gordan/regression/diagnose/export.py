"""A diagnosis as a table, a dict, JSON, a text and a page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from html import escape
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from gordan.file.number import spell_integer
from gordan.outcome.notebook import draw_table, enclose
from gordan.outcome.record import plain_verdict
from gordan.regression.diagnose.answer import Diagnosis

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CELLS",
    "as_dict",
    "as_frame",
    "as_html",
    "as_json",
    "as_text",
    "ended_dict",
    "plain_label",
    "posed_dict",
]

_SAME = (
    *("kind", "separated", "unique", "family", "formula", "response", "classes"),
    *("n", "n_given", "n_missing", "n_zero_weight", "beside", "coefficients", "direction"),
    *("rank", "aliased", "redundant", "singles", "responsible", "notes", "seconds"),
)


def as_frame(diagnosis: Diagnosis) -> pd.DataFrame:
    """One row for each coefficient."""
    import pandas as pd

    names = list(diagnosis.coefficients)
    return pd.DataFrame(
        {
            "state": list(diagnosis.coefficients.values()),
            "direction": [diagnosis.direction.get(name, math.nan) for name in names],
            "aliased": [name in diagnosis.aliased for name in names],
            "single": [(diagnosis.singles or {}).get(name, "") for name in names],
            "responsible": [column in (diagnosis.responsible or ()) for column in diagnosis.columns_of(names)],
        },
        index=pd.Index(names, name="coefficient"),
    )


def as_dict(diagnosis: Diagnosis) -> dict[str, object]:
    """Everything under the names of the diagnosis."""
    margin = diagnosis.margin
    return {name: _copied(getattr(diagnosis, name)) for name in _SAME} | {
        "reason": str(diagnosis.reason),
        "reason_code": diagnosis.reason.code.value,
        "rows": [plain_label(each) for each in diagnosis.rows],
        "weights": diagnosis.weights.tolist(),
        "margin": None if margin is None else {"lower": margin.lower, "upper": margin.upper},
        "radius": diagnosis.radius,
        "refit_formula": diagnosis.refit_formula,
        "cells": diagnosis.cells.to_dict(orient="records"),
        "computed": list(diagnosis.study.computed),
        "collinear": [
            {"column": c.column, "relation": c.text, "difference": c.difference} for c in diagnosis.collinear
        ],
        "proof": _proof(diagnosis),
        "verdict": plain_verdict(diagnosis.verdict),
    }


def posed_dict(diagnosis: Diagnosis) -> dict[str, object]:
    """The fields that the records of all models begin with: the answer and what was asked."""
    names = ("kind", "separated", "unique", "family", "formula", "response", "n", "n_given", "n_missing", "rank")
    return {name: getattr(diagnosis, name) for name in names}


def ended_dict(diagnosis: Diagnosis) -> dict[str, object]:
    """The fields that the records of Cox models and of models with effects end with: the run and the verdict."""
    return {
        "notes": list(diagnosis.notes),
        "reason": str(diagnosis.reason),
        "reason_code": diagnosis.reason.code.value,
        "seconds": diagnosis.seconds,
        "verdict": plain_verdict(diagnosis.verdict),
    }


def as_json(diagnosis: Diagnosis, indent: int | None) -> str:
    """The record as JSON."""
    return json.dumps(_finite(diagnosis.to_dict()), indent=indent, ensure_ascii=False, allow_nan=False)


def _proof(diagnosis: Diagnosis) -> dict[str, object] | None:
    """Both halves in numbers that lose nothing: integers as text, for many readers of JSON round them to doubles.

    The direction has a number for each coefficient, then one for each stratum where strata have columns; the weights
    are those of the inequalities that are not strict, then of the equalities, in the order of the rows.
    """
    proof = diagnosis.proof
    if proof is None:
        return None
    weights = _spelled(proof.weights) if proof.exact else np.asarray(proof.weights).tolist()
    return {"exact": proof.exact, "direction": _spelled(proof.direction), "weights": weights}


def _spelled(values: Iterable[int]) -> list[str]:
    """Exact weights of hundreds of rows have thousands of digits, more than Python writes by default."""
    return [spell_integer(int(value)) for value in values]


def _copied(value: object) -> object:
    return dict(value) if isinstance(value, dict) else list(value) if isinstance(value, tuple) else value


def plain_label(label: object) -> object:
    """A label as JSON has it: numbers and text stay, dates and tuples become text."""
    value = label.item() if isinstance(label, np.generic) else label
    return value if isinstance(value, bool | int | float | str) else str(value)


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


_WIDTH = 80
_WORD = 10  # room for the longest word before a fact
_HEADINGS = ("coefficient", "estimate", "direction", "")
CELLS = ("factor", "level", "rows", "events", "separated")


def as_text(diagnosis: Diagnosis) -> str:
    """The whole report in lines of at most 80 characters."""
    page = diagnosis.page()
    lines = [fill(f"{page.title}: {page.claim}", _WIDTH), ""]
    for word, sentence in page.facts:
        lines.append(fill(sentence, _WIDTH, initial_indent=word.ljust(_WORD), subsequent_indent=" " * _WORD))
    if page.table:
        lines += ["", *_aligned((_HEADINGS, *page.table))]
        if page.left_out:
            finite = sum(state == "finite" for state in diagnosis.coefficients.values())
            lines.append(f"  … and {page.left_out:,} more, all finite" if page.left_out == finite else "  …")
    if page.cells:
        lines += ["", *_aligned((CELLS, *page.cells))]
    if page.advice:
        lines += ["", "What is usually done next:"]
        lines += [fill(each, _WIDTH, initial_indent="- ", subsequent_indent="  ") for each in page.advice]
    return "\n".join(line.rstrip() for line in lines)


def as_html(diagnosis: Diagnosis) -> str:
    """The whole report in plain elements that take the notebook's own style."""
    page = diagnosis.page()
    parts = [f"<p><strong>{escape(page.title)}:</strong> {escape(page.claim)}</p>", draw_table((), page.facts)]
    parts += [draw_table(_HEADINGS, page.table), draw_table(CELLS, page.cells)]
    if page.advice:
        items = "".join(f"<li>{escape(each)}</li>" for each in page.advice)
        parts.append(f"<p>What is usually done next:</p><ul>{items}</ul>")
    return enclose(parts)


def _aligned(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
