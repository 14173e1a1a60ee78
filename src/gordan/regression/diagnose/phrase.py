"""What the reports on all kinds of models say in the same words: of rows, fits, weights, and lists of names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gordan.arithmetic.setting import setting
from gordan.regression.diagnose.answer import Diagnosis

__all__ = [
    "FEW",
    "LISTED",
    "counted",
    "listing",
    "of_arguments",
    "of_data",
    "of_fit",
    "of_proof",
    "of_relations",
    "without_relations",
]

LISTED = 12  # names or labels in a sentence
FEW = 4  # names in a headline


def of_data(diagnosis: Diagnosis, file: str | None) -> Iterator[tuple[str, str]]:
    """How many of the rows were used, and what was assumed of them."""
    used = f"{diagnosis.n:,} of {diagnosis.n_given:,} rows used"
    if diagnosis.n == diagnosis.n_given:
        used = f"{diagnosis.n:,} rows, all of them used"
    yield "data", used if file is None else f"{file}: {used}"
    for note in diagnosis.notes:
        yield "", f"{note[:1].upper()}{note[1:]}."


def of_relations(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """The relations of columns that hold up to rounding."""
    for relation in diagnosis.collinear:
        yield "collinear", f"up to rounding: {relation}; {setting('literal', True)} asks about the numbers as they are"


def of_proof(diagnosis: Diagnosis, how: str) -> tuple[str, str]:
    """How the proof was verified, and how many of its checks hold."""
    holding = sum(check.holds for check in diagnosis.verdict.checks)
    return "proof", f"verified on {how}: {holding} of {len(diagnosis.verdict.checks)} checks hold"


def without_relations(diagnosis: Diagnosis, others: str, limit: int) -> str:
    """The beginning of a sentence about the model without columns that follow from `others`; empty without such."""
    names = listing([each.column for each in diagnosis.collinear], limit)
    verb = "follows" if len(diagnosis.collinear) == 1 else "follow"
    return f"without {names}, which {verb} from other {others} up to rounding, " if names else ""


def of_arguments(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """What weights, an offset and strata that were given beside the formula do."""
    for what, name in diagnosis.beside.items():
        yield what, f"{'given as an array' if name is None else f'column {name}'}: {_part(diagnosis, what)}"


def _part(diagnosis: Diagnosis, what: str) -> str:
    """What part weights, an offset or strata have in the answer."""
    if what == "weights" and diagnosis.family == "gamma":
        return "a row of weight 0 is left out, and the sizes of the others are part of the answer"
    if what == "weights":
        return "a row of weight 0 is left out; other sizes do not change the answer"
    if what == "offset":
        return "it moves the estimates, but does not change whether they exist"
    strata = diagnosis.study.posed.design.strata
    if strata is None:
        return "rows are compared within them"
    count = len(set(strata.values.tolist()))
    return f"{'1 stratum' if count == 1 else f'{count:,} strata'}, rows compared within each"


def of_fit(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """What a fit that was handed over says of itself, beside what is proved."""
    fit = diagnosis.study.posed.fit
    if fit is None or fit.converged is None:
        return
    says = f"{fit.program} says that it {'converged' if fit.converged else 'did not converge'}"
    if diagnosis.kind == "undecided":
        yield "fit", says
    elif diagnosis.separated:
        yield "fit", f"{says}{', but it has only stopped: there is' if fit.converged else ': there is'} no maximum"
    else:
        other = "; there is a maximum, so more steps or another start will find it"
        yield "fit", says + (", and there is a maximum" if fit.converged else other)


def counted(count: int, noun: str) -> str:
    """The number with its noun, in the singular for one."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def listing(names: Sequence[object], limit: int) -> str:
    """The names after one another, cut with the number of the rest.

    Examples
    --------
    >>> listing(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    every = [str(name) for name in names]
    if len(every) <= limit:
        return ", ".join(every)
    return f"{', '.join(every[:limit])} and {len(every) - limit:,} more"
