"""A diagnosis as a table, a dict, JSON, and a certificate: its split, both halves of the proof, and the model."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from html import escape
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.file.archive import write_split
from gordan.file.number import spell_integer
from gordan.outcome.certificate.split import Model
from gordan.outcome.notebook import draw_table, enclose
from gordan.outcome.record import plain_verdict
from gordan.problem.description import Description
from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.model.closed import Beside, pose_described
from gordan.regression.model.python.describe import describe_python
from gordan.regression.model.system import Posed

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CELLS",
    "as_dict",
    "as_frame",
    "as_html",
    "as_json",
    "as_text",
    "carried_columns",
    "describe_proved",
    "describe_rebuilt",
    "ended_dict",
    "plain_label",
    "posed_dict",
    "write_diagnosis",
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


def write_diagnosis(diagnosis: Diagnosis, path: str | os.PathLike[str], *, file: str | None, overwrite: bool) -> None:
    """Write the certificate; `file` is named only beside a formula, which says what to make of it."""
    if diagnosis.split is None:
        raise InputError(f"the diagnosis is {diagnosis.kind}, so there is nothing to certify; give it more time")
    if diagnosis.family == "gamma":
        raise InputError(
            "certificates of Gamma models cannot be written yet: their last row is a weighted sum of all rows; "
            "verify() goes through the proof once more"
        )
    if diagnosis.collinear:
        left = ", ".join(each.column for each in diagnosis.collinear)
        raise InputError(
            f"the answer is for the model without {left}, so a certificate of the model as it was asked would be "
            f"another; leave {left} out of the model, or ask with {setting('literal', True)}"
        )
    posed = diagnosis.study.posed
    model = Model(diagnosis.family)
    if posed.wording is not None:
        name = None if file is None else os.path.basename(file)
        model = Model(diagnosis.family, *posed.wording, name, describe_proved(posed))
    write_split(
        path,
        posed.system,
        diagnosis.split.strict,
        diagnosis.split.proof,
        kind=diagnosis.kind,
        model=model,
        overwrite=overwrite,
    )


def carried_columns(diagnosis: Diagnosis) -> tuple[str, ...]:
    """The columns whose values a certificate of the diagnosis would hold; none where it cannot be written."""
    from gordan.regression.diagnose.cox import CoxDiagnosis
    from gordan.regression.diagnose.cox_certificate import describe_cox
    from gordan.regression.diagnose.effects import WithEffects
    from gordan.regression.diagnose.effects_certificate import describe_effects

    posed = diagnosis.study.posed
    if posed.wording is None or (diagnosis.split is None and not isinstance(diagnosis, WithEffects | CoxDiagnosis)):
        return ()
    try:
        if isinstance(diagnosis, CoxDiagnosis) and posed.description is None:
            return describe_cox(diagnosis.model).carried
        if isinstance(diagnosis, WithEffects) and posed.description is None:
            return describe_effects(diagnosis.model).carried
        return describe_proved(posed).carried if posed.description is None else posed.description.carried
    except InputError:
        return ()


def describe_proved(posed: Posed) -> Description:
    """The description of a model whose rows, rebuilt from it and the table, are those that were asked about."""
    return describe_rebuilt(posed, lambda each: _rebuilds(each, posed), otherwise="give the design as arrays")


def describe_rebuilt(
    posed: Posed,
    rebuilds: Callable[[Description], bool],
    also: Iterable[str] = (),
    *,
    otherwise: str = "ask without one",
) -> Description:
    """The first description that may be the model's and from which its rows can be rebuilt.

    It uses the columns `also` beside those of its terms.
    """
    for description in _candidate_descriptions(posed):
        used = tuple(dict.fromkeys((*description.used, *also)))
        if rebuilds(whole := replace(description, used=used)):
            return whole
    raise InputError(
        "the rows of this model do not follow from its table by a description, so no certificate of it could be "
        "verified; " + ("leave --certificate out" if names_options() else otherwise)
    )


def _candidate_descriptions(posed: Posed) -> Iterator[Description]:
    """Descriptions that may give the rows of the model: its own, or those that can be made of a formula of Python."""
    if posed.description is not None:
        yield posed.description
    else:
        yield from (describe_python(posed, carry_all=carry) for carry in (False, True))


def _rebuilds(description: Description, posed: Posed) -> bool:
    assert posed.frame is not None
    assert posed.wording is not None
    system = posed.system
    try:
        again = pose_described(
            description,
            posed.frame,
            posed.family,
            Beside(*posed.wording[1:]),
            numbers=system.numbers,
            wide=posed.rows.hidden > 0,
        ).system
    except InputError:
        return False
    return again.names == system.names and again.digest() == system.digest()


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
