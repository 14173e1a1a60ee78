"""`diagnose`: from a model to a proved answer about its estimates: they exist, or not, or neither is proved."""

from __future__ import annotations

import sys
from collections import ChainMap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import Literal

import numpy as np

from gordan.arithmetic.deadline import deadline, now, overtime, seconds_left
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.columns import open_columns
from gordan.outcome import Code, Reason, Run
from gordan.outcome import Undecided as AnyUndecided
from gordan.problem.numbers import Numbers
from gordan.regression.diagnose.answer import Diagnosis, Kind, State
from gordan.regression.diagnose.study import Study
from gordan.regression.model import Posed
from gordan.regression.model.closed import Beside
from gordan.regression.model.collinear import Collinear, note_rounding, without_rounding
from gordan.regression.model.column import read_column
from gordan.regression.model.cox import PosedRisk, Ties
from gordan.regression.model.design import Missing
from gordan.regression.model.effects import PosedPanel
from gordan.regression.model.frame import read_frame
from gordan.regression.model.mixture import PosedMixture
from gordan.regression.model.pose import Reading, pose_any
from gordan.regression.model.read import SCOPE
from gordan.regression.model.stream import PosedStream

__all__ = ["Exists", "Separated", "Undecided", "diagnose", "unsettled"]

Proof = Literal["rounded", "exact"]
_LONG = 200_000  # rows from which on the radius is part of the answer and not of printing it
_PRODUCTS = 1e10  # that an elimination makes in a second, at best


class Exists(Diagnosis):
    """Finite maximum-likelihood estimates exist: the rows overlap. `unique` says whether they are the only ones."""

    @property
    def kind(self) -> Kind:
        return "overlap"


class Separated(Diagnosis):
    """No finite estimates exist: along `direction` the likelihood of `rows` grows for ever, and that of none falls."""

    @property
    def kind(self) -> Kind:
        assert self.split is not None
        return self.split.kind


class Undecided(Diagnosis, AnyUndecided):  # type: ignore[misc]  # `classes` has counts here, names for points
    """Neither was proved; `reason` says why."""

    @property
    def kind(self) -> Kind:
        return "undecided"

    @property
    def proof(self) -> None:
        return None


def diagnose(
    X: object,
    y: object = None,
    *,
    data: object = None,
    family: object = "binomial",
    weights: object = None,
    offset: object = None,
    exposure: object = None,
    strata: object = None,
    ties: Ties = "efron",
    intercept: bool = True,
    missing: Missing | None = None,
    proof: Proof = "rounded",
    numbers: Numbers = "decimal",
    python: bool = True,
    literal: bool = False,
    max_seconds: float | None = None,
) -> Exists | Separated | Undecided:
    """Does the maximum-likelihood estimate of this regression model exist? With a proof, before or after fitting it.

    Parameters
    ----------
    X : formula, array, sparse matrix, data frame, or a fitted model
        A formula (`"HG ~ NV + PI + EH"`) needs `data`; effects with many levels stand after a bar
        (`"trade ~ tariff | exporter + importer"`) and never become columns. A matrix or frame of numbers needs `y`. A
        model of statsmodels, fitted or not, has both, and its family too; so has a fit of pyfixest (`fepois`, `feglm`),
        which is asked about on the rows that it kept, or on all rows of `data`. A LogisticRegression or
        PoissonRegressor of scikit-learn, fitted without a penalty, needs both: `diagnose(fit, y, data=X)`.
    y : array or series, or two or more columns of counts
        Binomial: 0 and 1, booleans, any two values (the second in order is the success), proportions, or two columns
        with the successes and the failures; in a formula `successes + failures ~ …` or `cbind(successes, failures) ~
        …`. Numbers from 0 to 1 with one strictly between are proportions, never the names of classes.
        Ordinal: numbers, an ordered categorical, or in a formula `C(y, levels=["low", "high"]) ~ …`.
    data : data frame of pandas or polars, or dict of columns
        What the formula speaks of. `weights`, `offset` and `strata` may then be names of columns. Or a table of any
        length, which is read in batches (docs/scale.md): the path of a Parquet or CSV file, a dataset of pyarrow, a
        frame of Dask, or a function that returns a new iterator over frames.
    family : str
        "binomial" (logit, probit, cloglog, quasi-binomial alike), "poisson" (also quasi-Poisson, and Tweedie with
        1 < p < 2, which are separated alike), "negative-binomial", "gamma" (a pseudo-likelihood where there
        are zeros; all with log link),
        "log-binomial", "multinomial", "ordinal" (cumulative links), "conditional" (logistic, with `strata`), or "cox"
        (`"Surv(time, event) ~ age + strata(centre)"`, also `Surv(start, stop, event)`; with arrays y is a tuple of
        these columns).
    weights : numbers from 0 on
        Frequencies, survey weights or inverse probabilities. Rows of weight 0 are no part of the likelihood; the sizes
        of other weights do not matter, but for "gamma" with zeros.
    offset : numbers
        Accepted and checked; an offset moves the estimates, but not whether they exist.
    exposure : positive numbers
        As an offset that is their logarithm.
    ties : {"efron", "breslow", "exact"}
        For "cox": events at the same time are compared with one another, which is the same for Efron's and Breslow's
        likelihood, or, with "exact", not.
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
    literal : bool
        A column that follows from others up to the rounding of its computation, as `change = post - pre` does, is left
        out: the answer is for the model without it, and says so. True asks about the doubles as they are.
    max_seconds : float
        When to stop: posing the model counts, and verifying the proof. If the rows are not split by then the answer
        is `Undecided`; if they are, the kind is kept, for it is proved, and coefficients of which no sign is known
        yet are "unsettled".

    Returns
    -------
    Exists, Separated or Undecided
        Each is a `Diagnosis`, whose attributes are described there.

    Raises
    ------
    OverBudget
        The time was over before the model was posed, or posing it would take longer.

    Examples
    --------
    >>> data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
    >>> answer = diagnose("ill ~ dose", data=data)
    >>> answer
    <Separated (quasi): binomial, 4 of 6 rows separated, 2 coefficients>
    >>> answer.kind, answer.rows
    ('quasi', (0, 1, 4, 5))
    >>> answer.coefficients
    {'Intercept': '-inf', 'dose': '+inf'}
    """
    begun = now()
    _refuse_options(proof, max_seconds)
    with deadline(max_seconds):
        with overtime(), _scope_of(sys._getframe(1)):  # a small model is posed, however little time was given
            absorb = proof != "exact" and not literal
            reading = Reading(family, intercept, missing, numbers, python, absorb, ties)
            posed = pose_any(X, y, Beside(weights, _offset(offset, exposure, data), strata), data, reading)
        if isinstance(posed, PosedRisk):
            from gordan.regression.diagnose.cox import answer_cox

            kind, fields, reason = answer_cox(posed, max_seconds=max_seconds, literal=literal)
            return kind(**fields, run=_run(begun, reason))  # type: ignore[no-any-return]
        if isinstance(posed, PosedPanel):
            from gordan.regression.diagnose.effects import answer_panel

            posed = posed if literal else replace(posed, posed=note_rounding(posed.posed))
            kind, fields, reason = answer_panel(posed, exact=proof == "exact", max_seconds=max_seconds)
            return kind(**fields, run=_run(begun, reason))  # type: ignore[no-any-return]
        if isinstance(posed, PosedStream):
            from gordan.regression.diagnose.streamed import answer_stream

            kind, fields, reason = answer_stream(posed, exact=proof == "exact", max_seconds=max_seconds)
            return kind(**fields, run=_run(begun, reason))  # type: ignore[no-any-return]
        if isinstance(posed, PosedMixture):
            return _answer_mixture(posed, numbers, proof, max_seconds, begun)
        posed, collinear = (posed, ()) if literal else without_rounding(posed, numbers)
        return _answer(posed, collinear, numbers, proof, max_seconds, begun)


def _answer(
    posed: Posed,
    collinear: tuple[Collinear, ...],
    numbers: Numbers,
    proof: Proof,
    max_seconds: float | None,
    begun: float,
) -> Exists | Separated | Undecided:
    from gordan.feasibility.split import Split, Unsettled, coefficients, split

    rows, study = posed.rows, Study(posed, numbers, collinear)
    left = None if max_seconds is None else seconds_left()
    unaffordable = _unaffordable(posed.system.n_columns, left, max_seconds)
    if unaffordable:
        parted: Split | Unsettled = Unsettled(reason=unaffordable)
    else:
        parted = split(posed.system, proof=proof, weights=posed.score_weights, max_seconds=left)
    if isinstance(parted, Unsettled):
        unknown: dict[str, State] = dict.fromkeys(rows.names, "unsettled")
        return Undecided(study=study, coefficients=unknown, run=_run(begun, parted.reason))
    left = None if max_seconds is None else seconds_left()
    states = coefficients(posed.system, parted, range(len(rows.names)), max_seconds=left)
    if posed.family == "gamma":
        from gordan.regression.diagnose.amount import settle_amounts

        states = settle_amounts(posed, parted, states)
    kind = Exists if parted.kind == "overlap" else Separated
    answer = kind(
        study=study,
        coefficients=dict(zip(rows.names, states, strict=True)),
        split=parted,
        verdict=parted.verdict,
        run=_run(begun, unsettled(states, max_seconds)),
    )
    if posed.system.n_rows > _LONG:
        _ = answer.radius  # computed and kept now, so that printing the answer needs no pass over the rows
    return answer


def _answer_mixture(
    mixture: PosedMixture, numbers: Numbers, proof: Proof, max_seconds: float | None, begun: float
) -> Exists | Separated | Undecided:
    """The part that is separated, and so leaves the mixture without estimates; or why nothing follows."""
    for posed, part in ((mixture.counts, "counts"), (mixture.zeros, "inflation")):
        note = (
            f"the {part} of a {mixture.program}: along the direction its likelihood rises from every point, so that it "
            "has no finite estimates"
        )
        answer = _answer(replace(posed, design=posed.design.noted(note)), (), numbers, proof, max_seconds, begun)
        if not isinstance(answer, Exists):
            return answer
    sentence = (
        f"neither the counts of the {mixture.program} nor its inflation are separated, which is proved of both; but "
        "the likelihood of a mixture is not concave, and its inflation may tend to 0, so that nothing follows"
    )
    if mixture.bounded:
        sentence += (
            ". Nothing else can tend to infinity here: finite estimates exist if a fit of the mixture has a greater "
            "likelihood than the best Poisson fit without inflation"
        )
    unknown: dict[str, State] = dict.fromkeys(mixture.counts.rows.names, "unsettled")
    run = _run(begun, Reason(sentence, Code.UNPROVED))
    return Undecided(study=Study(mixture.counts, numbers), coefficients=unknown, run=run)


@contextmanager
def _scope_of(frame: FrameType) -> Iterator[None]:
    """Let a formula of Python use the functions and modules of the frame that called `diagnose`."""
    token = SCOPE.set(ChainMap(frame.f_locals, frame.f_globals))
    try:
        yield
    finally:
        SCOPE.reset(token)


def _offset(offset: object, exposure: object, data: object) -> object:
    """The offset, or the exposure in its place: neither changes the answer, but an exposure must be positive."""
    if exposure is None:
        return offset
    if offset is not None:
        raise InputError("both offset and exposure are given; add the logarithm of the exposure to the offset")
    if isinstance(exposure, str):
        if data is None or open_columns(data) is not None:
            return exposure
        column = read_frame(data).column(exposure, "exposure")
    else:
        column = read_column(exposure, "exposure")
    values = column.numbers("the exposure")
    if (values <= 0).any():
        raise InputError(f"the exposure holds {np.nanmin(values):g}; give positive numbers, and no rows without any")
    return exposure


def _run(begun: float, reason: Reason) -> Run:
    return Run(solver="split", seconds=now() - begun, reason=reason)


def _unaffordable(n_columns: int, left: float | None, max_seconds: float | None) -> Reason | None:
    """Why the split is not begun, None where it is."""
    if left is None:
        return None
    allowed = setting("max_seconds", max_seconds)
    if left <= 0:
        return Reason(f"{allowed} had passed before the rows were looked at", Code.NOT_BEGUN, max_seconds=max_seconds)
    if n_columns**3 > _PRODUCTS * left:
        # Which columns depend on others is found by elimination, which has no clock.
        sentence = f"to compare {n_columns:,} columns with one another takes longer than {allowed}"
        return Reason(sentence, Code.UNAFFORDABLE, max_seconds=max_seconds)
    return None


def unsettled(states: Sequence[State], max_seconds: float | None) -> Reason:
    """Why some coefficients have no state, though the kind is proved; empty where all have one."""
    count = states.count("unsettled")
    if not count:
        return Reason()
    code = Code.UNPROVED if max_seconds is None else Code.MAX_SECONDS
    limit = "in reasonable time" if max_seconds is None else f"within {setting('max_seconds', max_seconds)}"
    return Reason(
        f"{count:,} of {len(states):,} coefficients are not finite, but which way they go was not found {limit}",
        code,
        unsettled=count,
    )


def _refuse_options(proof: object, limit: object) -> None:
    if proof not in ("rounded", "exact"):
        raise InputError(f"proof is {proof!r}; give 'rounded' or 'exact'")
    if limit is not None and not (isinstance(limit, int | float) and limit > 0):
        raise InputError(f"max_seconds is {limit!r}; give a number greater than 0, or None for no limit")
