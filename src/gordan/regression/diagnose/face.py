"""`diagnose`: one line from a model to a proved answer about its estimates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from gordan.arithmetic.deadline import deadline, now, overtime, seconds_left
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.problem.numbers import Numbers
from gordan.regression.diagnose.record import Diagnosis
from gordan.regression.diagnose.study import Study
from gordan.regression.model import Posed, pose
from gordan.regression.model.entered import Missing
from gordan.regression.model.rows.base import Rows

__all__ = ["diagnose"]

_PRODUCTS = 1e10  # that an elimination makes in a second, at best


def diagnose(
    X: Any,
    y: Any = None,
    *,
    data: Any = None,
    family: Any = "binomial",
    weights: Any = None,
    offset: Any = None,
    strata: Any = None,
    intercept: bool = True,
    missing: Missing | None = None,
    proof: Literal["rounded", "exact"] = "rounded",
    numbers: Numbers = "decimal",
    python: bool = True,
    max_seconds: float | None = None,
) -> Diagnosis:
    """Does the maximum-likelihood estimate of this regression model exist? With a proof, before or after fitting it.

    Parameters
    ----------
    X : formula, array, sparse matrix, data frame, or a statsmodels model
        A formula (`"HG ~ NV + PI + EH"`) needs `data`. A matrix or frame of numbers needs `y`. A model of statsmodels,
        fitted or not, has both, and its family too.
    y : array or series, or two or more columns of counts
        Binomial: 0 and 1, booleans, any two values (the second in order is the success), proportions, or two columns
        with the successes and the failures; in a formula `successes + failures ~ …` or `cbind(successes, failures) ~
        …`. Numbers from 0 to 1 with one strictly between are proportions, never the names of classes.
        Ordinal: numbers, an ordered categorical, or in a formula `C(y, levels=["low", "high"]) ~ …`.
    data : data frame of pandas or polars, or dict of columns
        What the formula speaks of. `weights`, `offset` and `strata` may then be names of columns.
    family : str
        "binomial" (logit, probit and cloglog alike), "poisson", "negative-binomial" (both with log link),
        "log-binomial", "multinomial", "ordinal" (cumulative links), or "conditional" (logistic, with `strata`).
    weights : frequencies
        Rows of weight 0 are no part of the likelihood; the sizes of other weights do not matter.
    offset : numbers
        Accepted and checked; an offset moves the estimates, but not whether they exist.
    intercept : bool
        Whether a matrix or frame gets a column of ones, unless it has a constant column already. A formula says so
        itself.
    missing : {"drop", "raise"}
        What becomes of rows with missing values: by default a formula drops them, and reports how many, and arrays
        are refused.
    proof, numbers
        As in `gordan.separate`; numbers stand for the decimals they show.
    python : bool
        Whether a formula outside of the closed grammar (docs/formula.md) is run as a program, by formulaic: it can do
        whatever Python can. With False it is refused.
    max_seconds : float
        When to stop: posing the model counts, and verifying the proof. If the rows are not told apart by then the
        kind is "undecided"; if they are, the kind is kept, for it is proved, and coefficients of which no sign is known
        yet are "unsettled".

    Returns
    -------
    Diagnosis

    Raises
    ------
    OverBudget
        The time was over before the model was posed, or posing it would take longer.

    Examples
    --------
    >>> data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
    >>> found = diagnose("ill ~ dose", data=data)
    >>> found.kind, found.rows
    ('quasi', (0, 1, 4, 5))
    >>> found.coefficients
    {'Intercept': '-inf', 'dose': '+inf'}
    """
    begun = now()
    _refuse_options(proof, max_seconds)
    with deadline(max_seconds):
        with overtime():  # a small model is posed, however little time was given
            posed = pose(
                X,
                y,
                data=data,
                family=family,
                weights=weights,
                offset=offset,
                strata=strata,
                intercept=intercept,
                missing=missing,
                numbers=numbers,
                python=python,
            )
        return _answer(posed, numbers, proof, max_seconds, begun)


def _answer(posed: Posed, numbers: Numbers, proof: Any, max_seconds: float | None, begun: float) -> Diagnosis:
    from gordan.feasibility.split import Unsettled, coefficients, split

    rows, system, asked = posed.rows, posed.system, _asked(posed, numbers)
    left = None if max_seconds is None else seconds_left()
    if left is not None and left <= 0:
        reason = f"{setting('max_seconds', max_seconds)} had passed before the rows were looked at"
        return Diagnosis.undecided(rows.names, reason, now() - begun, **asked)
    if left is not None and system.n_columns**3 > _PRODUCTS * left:
        # Which columns depend on others is found by elimination, which has no clock.
        reason = (
            f"to compare {system.n_columns:,} columns with one another takes longer than "
            f"{setting('max_seconds', max_seconds)}"
        )
        return Diagnosis.undecided(rows.names, reason, now() - begun, **asked)
    found = split(system, proof=proof, max_seconds=left)
    if isinstance(found, Unsettled):
        return Diagnosis.undecided(rows.names, found.reason, now() - begun, **asked)
    shown = range(len(rows.names))
    left = None if max_seconds is None else seconds_left()
    states = dict(zip(rows.names, coefficients(system, found, shown, max_seconds=left), strict=True))
    return Diagnosis(
        kind=found.kind,
        rows=_separated(posed, found.strict),
        coefficients=states,
        direction=dict(zip(rows.names, found.direction.tolist(), strict=False)),
        weights=_weights(posed, found),
        rank=found.rank - rows.hidden,
        aliased=_named(rows, {c for relation in found.proof.table.relations for c in relation.columns}),
        redundant=_named(rows, rows.redundant(found.proof.table.relations, found.aliased)),
        verdict=found.verdict,
        split=found,
        reason=_unsettled(list(states.values()), max_seconds),
        seconds=now() - begun,
        **asked,
    )


def _asked(posed: Posed, numbers: Numbers) -> dict[str, Any]:
    """What a diagnosis says of its question, whatever the answer."""
    design = posed.design
    return dict(
        family=posed.family,
        response=design.response,
        n=design.n,
        n_given=design.n_given,
        n_missing=design.n_missing,
        n_zero_weight=design.n_zero_weight,
        classes=posed.classes,
        formula=design.formula,
        beside=dict(design.beside),
        notes=posed.notes,
        study=Study(posed, numbers),
    )


def _unsettled(states: list[str], max_seconds: float | None) -> str:
    """The kind is proved; why some coefficients have no state."""
    count = states.count("unsettled")
    if not count:
        return ""
    limit = "in reasonable time" if max_seconds is None else f"within {setting('max_seconds', max_seconds)}"
    return f"{count:,} of {len(states):,} coefficients are not finite, but which way they go was not found {limit}"


def _named(rows: Rows, columns: Iterable[int]) -> tuple[str, ...]:
    return tuple(rows.names[j] for j in sorted(columns) if j < len(rows.names))


def _separated(posed: Posed, strict: Any) -> tuple[Any, ...]:
    """Labels of the separated rows."""
    labels = posed.design.labels[posed.rows.separated(strict, posed.design.n)]
    return tuple(labels.tolist() if hasattr(labels, "tolist") else labels)


def _weights(posed: Posed, found: Any) -> Any:
    """One number for each row of the design: the sum over its inequalities, and over its equalities."""
    total = np.zeros(posed.design.n)
    np.add.at(total, posed.rows.owner, found.weights)
    if posed.rows.pinned.size:
        np.add.at(total, posed.rows.pinned, found.multipliers)
    if posed.rows.rival is not None:
        np.add.at(total, posed.rows.rival, found.weights)
    return total


def _refuse_options(proof: Any, limit: Any) -> None:
    if proof not in ("rounded", "exact"):
        raise InputError(f"proof is {proof!r}; give 'rounded' or 'exact'")
    if limit is not None and not (isinstance(limit, int | float) and limit > 0):
        raise InputError(f"max_seconds is {limit!r}; give a number greater than 0, or None for no limit")
