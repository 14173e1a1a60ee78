"""A design and its family → the system whose split is the answer, and what the response was taken to say."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown
from gordan.problem.description import Description
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.problem.observations import Observations
from gordan.problem.system import System
from gordan.regression.model.design import CONSTANT, AmountsNote, Design
from gordan.regression.model.fitted import Fit
from gordan.regression.model.frame import Frame
from gordan.regression.model.response import Codes, read_amounts, read_binary, read_counted, read_counts, read_ordered
from gordan.regression.model.rows import Rows
from gordan.regression.model.rows.amount import amount_rows
from gordan.regression.model.rows.conditional import conditional_rows
from gordan.regression.model.rows.independent import binomial_rows, count_rows, multinomial_rows, ordinal_rows

__all__ = ["FAMILIES", "Family", "Posed", "Wording", "as_tweedie", "is_tweedie", "named_family", "write_down"]


Family = Literal[
    "binomial", "poisson", "negative-binomial", "gamma", "log-binomial", "multinomial", "ordinal", "conditional", "cox"
]

# What each is called in a sentence.
FAMILIES: dict[str, str] = {
    "binomial": "binomial",
    "poisson": "Poisson",
    "negative-binomial": "negative binomial",
    "gamma": "Gamma",
    "log-binomial": "log-binomial",
    "multinomial": "multinomial",
    "ordinal": "cumulative-link",
    "conditional": "conditional logistic",
    "cox": "Cox",
}
_ROW_BY_ROW = ("binomial", "poisson", "negative-binomial", "log-binomial")  # a row of the data is one of the system
_ALIASES = {
    "logit": "binomial",
    "logistic": "binomial",
    "probit": "binomial",
    "cloglog": "binomial",
    "bernoulli": "binomial",
    "quasibinomial": "binomial",
    "ppml": "poisson",
    "quasipoisson": "poisson",
    "tweedie": "poisson",
    "conditionalpoisson": "poisson",
    "negativebinomial": "negative-binomial",
    "negbin": "negative-binomial",
    "nb": "negative-binomial",
    "gammapml": "gamma",
    "gpml": "gamma",
    "logbinomial": "log-binomial",
    "mnlogit": "multinomial",
    "cumulative": "ordinal",
    "ordered": "ordinal",
    "conditionallogit": "conditional",
    "clogit": "conditional",
    "coxph": "cox",
    "coxphfitter": "cox",
    "phreg": "cox",
}


# What cannot be said of families that people do fit, and why.
_REFUSED = {
    "inversegaussian": "its log-likelihood is not concave, so that no rows tell whether its estimates exist; for "
    "positive amounts choose gamma, whose estimates always exist",
    "gaussian": "least squares always has an estimate, and it is unique where the columns are independent",
}


def named_family(given: object) -> str:
    """The family by its name, another name for it, or a family object of a modelling library.

    Examples
    --------
    >>> named_family("logit"), named_family("Negative_Binomial")
    ('binomial', 'negative-binomial')
    """
    if not isinstance(given, str):
        return _of_object(given)
    folded = given.casefold().replace("_", "-").replace(" ", "-")
    if folded in FAMILIES:
        return folded
    bare = folded.replace("-", "")
    if bare in _REFUSED:
        raise InputError(f"the family {shown(given)} is not answered for: {_REFUSED[bare]}")
    if bare in _ALIASES:
        return _ALIASES[bare]
    families = ", ".join(FAMILIES)
    raise InputError(
        f"there is no family {shown(given)} among {families}{nearest(folded, [*FAMILIES, *_ALIASES]) or '; give one'}"
    )


def _of_object(given: object) -> str:
    """A family with a link, as statsmodels has them, by the names of its classes."""
    kind = type(given) if not isinstance(given, type) else given
    link = type(getattr(given, "link", None)).__name__.casefold()
    name = kind.__name__.casefold()
    if name == "binomial":
        if link == "log":
            return "log-binomial"
        if link in ("nonetype", "logit", "probit", "cloglog", "loglog", "cauchy", "cdflink"):
            return "binomial"
    elif name == "gamma" and link in ("nonetype", "log"):
        return "gamma"
    elif name in ("poisson", "negativebinomial") and link in ("nonetype", "log"):
        return "poisson" if name == "poisson" else "negative-binomial"
    elif name == "tweedie" and link in ("nonetype", "log"):
        return _of_power(float(getattr(given, "var_power", 1.5)))
    elif name in _REFUSED:
        return named_family(name)
    elif name not in ("poisson", "negativebinomial", "gamma", "tweedie"):
        raise InputError(f"the family {kind.__name__} is not one that can be separated; give {', '.join(FAMILIES)}")
    raise InputError(
        f"the family {kind.__name__} with the link {link} is not known; with that link separation means something "
        "else, so fit it with its usual link, or name the family whose rows apply"
    )


def _of_power(power: float) -> str:
    """A Tweedie family: with 1 < p < 2 a sum of a Poisson number of Gamma amounts, whose zeros are Poisson's.

    Its quasi-log-likelihood y exp((1 − p) η)/(1 − p) − exp((2 − p) η)/(2 − p) falls without bound in both directions
    where y > 0, and never falls where η shrinks and y = 0: the rows are those of Poisson. With p = 2 it is Gamma's.
    """
    if 1 <= power < 2:
        return "poisson"
    if power == 2:
        return "gamma"
    raise InputError(
        f"the Tweedie family has the variance power {power:g}, and is answered for with 1 <= p <= 2 (2 is Gamma): "
        "otherwise its log-likelihood is not concave, so that no rows tell whether its estimates exist"
    )


def is_tweedie(given: Any) -> bool:
    """Whether a family, by its name or as an object with a power, is Tweedie's with 1 < p < 2.

    Examples
    --------
    >>> is_tweedie("Tweedie"), is_tweedie("poisson")
    (True, False)
    """
    if isinstance(given, str):
        return given.casefold() == "tweedie"
    kind = given if isinstance(given, type) else type(given)
    power = getattr(given, "var_power", getattr(given, "power", 1.5))
    names = [each.__name__ for each in kind.__mro__]
    return bool({"Tweedie", "TweedieRegressor"} & {*names}) and 1 < float(power) < 2


def as_tweedie(posed: Posed) -> Posed:
    """A Poisson model that was asked about as Tweedie's: called by that name, and without a note on its amounts."""
    said = "a Tweedie model with 1 < p < 2 is separated by the same zeros as a Poisson model, whatever p is"
    notes = tuple(note for note in posed.design.notes if not isinstance(note, AmountsNote))
    return replace(posed, called="Tweedie", design=replace(posed.design, notes=(*notes, said)))


class Wording(NamedTuple):
    """A model in the words of its table: a formula, and the columns that stand beside it."""

    formula: str
    weights: str | None = None
    offset: str | None = None
    strata: str | None = None


@dataclass(frozen=True, eq=False)
class Posed:
    """The rows of the system, the design they were made of, and the classes of the response where it has some.

    `wording` says the model again, from its table alone; None where some of it came as arrays. Then `frame` is the
    table and `description` the model as data, which for a formula of Python is derived from `python` when it is needed.
    `fit` is what a fit of the model has said, where one was given.
    """

    rows: Rows
    design: Design
    family: str
    codes: Codes | None = None
    wording: Wording | None = None
    frame: Frame | None = None
    description: Description | None = None
    python: tuple[Any, ...] | None = None
    fit: Fit | None = None
    called: str | None = None  # the family by the name that was asked for, where its rows are another's
    concave: bool = True  # False where the likelihood may have several greatest points: the cauchit link

    def __post_init__(self) -> None:
        names = self.rows.names
        if len(set(names)) < len(names):
            twice = next(name for name, count in Counter(names).items() if count > 1)
            why = f"; one is the intercept, which {self._without} leaves out" if twice == CONSTANT else ""
            raise InputError(
                f"two coefficients would both be called {twice!r}{why}; rename the column, the level or the class that "
                "makes one of them"
            )

    @property
    def _without(self) -> str:
        """What leaves the intercept out."""
        return "- 1 in the formula" if self.design.formula is not None else setting("intercept", False)

    @cached_property
    def system(self) -> System:
        """A_I b ≥ 0, A_E b = 0, with the names of the coefficients."""
        return System(self.rows.inequalities, self.rows.equalities, self.rows.numbers, self.rows.names)

    @property
    def observations(self) -> Observations:
        """The system with the row of the data that each of its rows belongs to, for `gordan.spoilers`."""
        design, rows = self.design, self.rows
        if self.family not in (*_ROW_BY_ROW, "multinomial"):
            raise InputError(
                f"the rows of a {FAMILIES[self.family]} model do not each speak of one observation alone, so that "
                f"leaving one out changes the others; spoilers are found for {', '.join(_ROW_BY_ROW)} and multinomial"
            )
        owner = np.concatenate([rows.owner, rows.pinned])
        if design.kept is None:
            return Observations(self.system, owner, design.n)
        return Observations(self.system, design.kept[owner], design.n_given)

    @property
    def score_weights(self) -> Array | None:
        """Weights of the system's rows in the score of the fit; None where they are not known row by row."""
        design, rows = self.design, self.rows
        factors = None if self.fit is None else self.fit.factors
        if factors is None or self.family not in _ROW_BY_ROW or factors.size != design.n_given:
            return None
        factors = factors if design.kept is None else factors[design.kept]
        return np.concatenate([np.abs(factors[rows.owner]), factors[rows.pinned]])

    @property
    def likelihood(self) -> str:
        """The family as it is said to people."""
        return self.called or FAMILIES[self.family]

    @property
    def classes(self) -> dict[str, int]:
        """The classes of the response in order, and in how many rows each was seen."""
        if self.codes is None:
            return {}
        return dict(zip(self.codes.classes, self.codes.seen.sum(axis=0).tolist(), strict=True))

    @property
    def notes(self) -> tuple[str, ...]:
        return self.design.notes + (() if self.codes is None else self.codes.notes)


def write_down(design: Design, family: str, numbers: Numbers, *, wide: bool | None = None) -> Posed:
    """Write down the system of a model; `wide` asks for columns of the strata, None takes what is shorter."""
    if family == "cox":
        return _survival(design, numbers)
    if (family == "conditional") != (design.strata is not None):
        raise InputError(
            "a conditional logistic model needs strata; say which rows belong together with " + setting("strata")
            if family == "conditional"
            else f"{setting('strata')} is for {setting('family', 'conditional')}, but the family is "
            f"{FAMILIES[family]}; leave one of them out"
        )
    if family in ("poisson", "negative-binomial"):
        _refuse_several(design, family)
        positive, notes = read_counts(design.y[0], family, design.labels)
        design = replace(design, notes=design.notes + notes)
        return Posed(count_rows(design, positive, numbers), design, family)
    if family == "gamma":
        _refuse_several(design, family)
        positive = read_amounts(design.y[0], design.labels)
        return Posed(amount_rows(design, positive, numbers), design, family)
    if family == "multinomial":
        codes = read_counted(design.y, design.response)
        return Posed(multinomial_rows(design, codes.seen, codes.classes, numbers), design, family, codes)
    if family == "ordinal":
        _refuse_several(design, family)
        codes = read_ordered(design.y[0], design.response, formula=design.formula is not None)
        design = _without_constant(design, "the thresholds")
        return Posed(ordinal_rows(design, codes.code, codes.classes, numbers), design, family, codes)
    codes = read_binary(design.y, design.response)
    failures, successes = codes.seen.T
    if family == "log-binomial":
        return Posed(count_rows(design, successes, numbers, tried=successes | failures), design, family, codes)
    if family == "conditional":
        return _conditional(design, codes, numbers, wide)
    return Posed(binomial_rows(design, successes, failures, numbers), design, family, codes)


def _survival(design: Design, numbers: Numbers) -> Posed:
    """A Cox model, of which no row is written down: each would be one of a pair."""
    if len(design.y) not in (2, 3):
        raise InputError(
            f"the response of a Cox model is {design.response}; give times and events: Surv(time, event) in a formula, "
            "or y=(time, event), or three columns (start, stop, event)"
        )
    design = _without_constant(design, "the baseline hazard")
    nothing = np.empty(0, np.int64)
    column = np.arange(design.p, dtype=np.int64)
    return Posed(Rows(np.zeros((0, design.p)), None, nothing, nothing, design.names, column, numbers), design, "cox")


def _conditional(design: Design, codes: Codes, numbers: Numbers, wide: bool | None) -> Posed:
    assert design.strata is not None
    case = codes.seen[:, 1]
    if (codes.seen.sum(axis=1) > 1).any():
        raise InputError("a conditional logistic model has cases and controls, not counts; give one row for each")
    values = design.strata.values
    _, stratum = np.unique(values.astype(str) if design.strata.text else values, return_inverse=True)
    present = codes.seen.any(axis=1)  # a row of two counts may have neither, and is then in no stratum
    cases, sizes = (np.bincount(stratum, weights=each.astype(np.float64)) for each in (case, present))
    tells = (cases > 0) & (cases < sizes)
    alike = ~tells & (sizes > 0)
    if not tells.any():
        raise InputError("no stratum has both cases and controls, so nothing can be estimated; check strata and y")
    notes = design.notes
    if alike.any():
        count = int(alike.sum())
        noun = "stratum has" if count == 1 else "strata have"
        notes += (f"{count:,} {noun} only cases or only controls: nothing is said by them",)
    design = _without_constant(replace(design, notes=notes), "the strata")
    where = np.where(present, np.where(tells, np.cumsum(tells) - 1, -1)[stratum], -1)
    return Posed(conditional_rows(design, case, where, numbers, wide=wide), design, "conditional", codes)


def _without_constant(design: Design, instead: str) -> Design:
    """The design without its intercept, whose place something else takes."""
    if design.added:
        return replace(design, names=design.names[1:], added=False, constant=None)
    if design.constant is None or design.formula is None:
        # A constant column that somebody gave is kept: it will be found aliased, and named.
        return design if design.constant is None else replace(design, constant=None)
    rest = [j for j in range(design.p) if j != design.constant]
    if not rest:
        raise InputError(f"the model has an intercept only, whose place {instead} would take; give it a term")
    X = design.X[:, rest] if is_sparse(design.X) else np.ascontiguousarray(design.X[:, rest])
    return replace(design, X=X, names=tuple(design.names[j] for j in rest), constant=None)


def _refuse_several(design: Design, family: str) -> None:
    if len(design.y) > 1:
        raise InputError(
            f"the response has {len(design.y)} columns ({design.response}); a {FAMILIES[family]} model takes one"
        )
