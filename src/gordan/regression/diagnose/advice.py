"""`advise`: what is usually done next about a diagnosis."""

from __future__ import annotations

from collections.abc import Sequence

from gordan.arithmetic.setting import names_options, setting
from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.diagnose.cells import reference_cell
from gordan.regression.diagnose.phrase import FEW, LISTED, listing
from gordan.regression.diagnose.remedy import columns_to_leave_out

__all__ = ["advise"]


def advise(diagnosis: Diagnosis) -> tuple[str, ...]:
    """One sentence for each of the usual ways on."""
    if diagnosis.kind == "undecided":
        return (f"Allow more time with {setting('max_seconds')}, or ask about fewer columns.",)
    if diagnosis.fragile:
        return (
            f"Do not act on this answer: numbers that differ from those of "
            f"{listing(diagnosis.study.computed, FEW)} in their last digits may have another.",
            "Round computed columns to the digits that mean something, or leave out those that nearly follow from "
            "others, and ask again.",
        )
    if diagnosis.kind == "overlap":
        if diagnosis.unique:
            return ()
        return (
            f"Leave out {_columns(diagnosis.redundant)}: fitted values and tests of estimable combinations stay the "
            f"same.{_refit(diagnosis)}",
        )
    which = _names(diagnosis)
    if diagnosis.family in ("poisson", "negative-binomial"):
        return (
            f"{_drop(diagnosis)}: their fitted mean is 0 in the limit, and the finite coefficients are then "
            f"estimated as they would be with them.{_refit(diagnosis)} Report {which} as infinite.",
            "Check whether the rows or the coding behind them are as they should be; collect more.",
            *_common(which),
        )
    if diagnosis.family == "gamma":
        return (
            f"Amounts with zeros are what the Poisson pseudo-likelihood is for, {setting('family', 'poisson')}: it "
            "asks less of the data, for a zero pulls a fitted mean to 0 and no further. Ask about that model.",
            "A model in two parts, binomial for whether an amount is positive and Gamma for the positive ones, always "
            "has estimates in its second part.",
            f"Do not read anything into the size, standard error or Wald test of {which} in a fit that claims to have "
            "converged: they tell where the iteration stopped.",
        )
    if diagnosis.family in ("multinomial", "ordinal"):
        return (
            "Penalised or bias-reduced likelihood (Firth) gives finite estimates for every coefficient.",
            "Merge sparse classes or levels where that makes sense, or collect more rows.",
            *_common(which),
        )
    firth = "" if names_options() else " (answer.firth() fits it)"
    return (
        f"Firth's bias-reduced likelihood{firth} gives finite estimates for every coefficient; take "
        "profile-likelihood intervals, not Wald's.",
        "Exact (conditional) logistic regression gives median-unbiased estimates where the data are few.",
        *_limit(diagnosis),
        "Merge sparse levels where that makes sense, or collect more rows. Leaving out a column that separates throws "
        "away what may be the strongest effect.",
        *_common(which),
    )


def _limit(diagnosis: Diagnosis) -> tuple[str, ...]:
    """How to have the estimates of the finite coefficients as they are in the limit, where some rows are left."""
    unwritten = diagnosis.formula is not None and diagnosis.refit_formula is None
    if diagnosis.family != "binomial" or diagnosis.kind == "complete" or unwritten:
        return ()
    return (
        f"For the finite coefficients as they are in the limit: {_drop(diagnosis, lower=True)}.{_refit(diagnosis)}",
    )


def _drop(diagnosis: Diagnosis, *, lower: bool = False) -> str:
    """To leave out the separated rows, and the columns that the others leave without an estimate."""
    count = len(diagnosis.rows)
    rows = f"the {count:,} separated row{'s' * (count != 1)}"
    if not names_options():
        rows += " (answer.keep(data) does)"
    # The columns of a level go with its rows, where the formula is fitted anew.
    again = diagnosis.refit_formula is not None
    columns = [name for name in columns_to_leave_out(diagnosis) if not (again and "[" in name)]
    verb = "leave out" if lower else "Leave out"
    return f"{verb} {rows}" + (f" and {_columns(columns)}" if columns else "")


def _columns(names: Sequence[str]) -> str:
    return f"column{'s' * (len(names) != 1)} {listing(names, LISTED)}"


def _refit(diagnosis: Diagnosis) -> str:
    formula = diagnosis.refit_formula
    return "" if formula is None else f" Formula to refit: {formula}."


def _common(which: str) -> tuple[str, ...]:
    return (
        f"Do not read anything into the size, standard error or Wald test of {which} in a fit that "
        "claims to have converged: they tell where the iteration stopped. The likelihood ratio still has a value, its "
        "limit.",
    )


def _names(diagnosis: Diagnosis) -> str:
    names = diagnosis.infinite
    reference = reference_cell(diagnosis)
    if reference is not None:
        return f"{reference[0].factor} = {reference[0].level} (in any coding of {reference[0].factor})"
    if not names or len(names) > FEW:
        return "the infinite coefficients"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
