"""What is usually done about a diagnosis, in sentences."""

from __future__ import annotations

from gordan.arithmetic.setting import setting
from gordan.regression.diagnose.answer import Diagnosis

__all__ = ["advise"]

_MANY = 4


def advise(diagnosis: Diagnosis) -> tuple[str, ...]:
    """One sentence for each of the usual ways on."""
    if diagnosis.kind == "undecided":
        return (f"Allow more time with {setting('max_seconds')}, or ask about fewer columns.",)
    if diagnosis.kind == "overlap":
        if diagnosis.unique:
            return ()
        return (
            "Leave out collinear columns until the rank is full, or choose a reference level: fitted values and "
            "tests of estimable combinations stay the same.",
        )
    which = _names(diagnosis)
    if diagnosis.family in ("poisson", "negative-binomial"):
        return (
            "Leave out the separated rows: their fitted mean is 0 in the limit, and the finite coefficients are then "
            f"estimated as they would be with them. Report {which} as infinite.",
            "Check whether the rows or the coding behind them are as they should be; collect more.",
            *_common(which),
        )
    if diagnosis.family in ("multinomial", "ordinal"):
        return (
            "Penalised or bias-reduced likelihood (Firth) gives finite estimates for every coefficient.",
            "Merge sparse classes or levels where that makes sense, or collect more rows.",
            *_common(which),
        )
    return (
        "Firth's bias-reduced likelihood gives finite estimates for every coefficient; take profile-likelihood "
        "intervals, not Wald's.",
        "Exact (conditional) logistic regression gives median-unbiased estimates where the data are few.",
        "Merge sparse levels where that makes sense, or collect more rows. Leaving out a column that separates throws "
        "away what may be the strongest effect.",
        *_common(which),
    )


def _common(which: str) -> tuple[str, ...]:
    return (
        f"Do not read anything into the size, standard error or Wald test of {which} in a fit that "
        "claims to have converged: they tell where the iteration stopped. The likelihood ratio still has a value, its "
        "limit.",
    )


def _names(diagnosis: Diagnosis) -> str:
    names = diagnosis.infinite
    if not names or len(names) > _MANY:
        return "the infinite coefficients"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
