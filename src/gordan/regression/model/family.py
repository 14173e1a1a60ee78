"""The families, under the names people know them by."""

from __future__ import annotations

from typing import Literal

from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown

__all__ = ["FAMILIES", "Family", "named_family"]

Family = Literal["binomial", "poisson", "negative-binomial", "log-binomial", "multinomial", "ordinal", "conditional"]

# What each is called in a sentence.
FAMILIES: dict[str, str] = {
    "binomial": "binomial",
    "poisson": "Poisson",
    "negative-binomial": "negative binomial",
    "log-binomial": "log-binomial",
    "multinomial": "multinomial",
    "ordinal": "cumulative-link",
    "conditional": "conditional logistic",
}
_ALIASES = {
    "logit": "binomial",
    "logistic": "binomial",
    "probit": "binomial",
    "cloglog": "binomial",
    "bernoulli": "binomial",
    "ppml": "poisson",
    "quasipoisson": "poisson",
    "negativebinomial": "negative-binomial",
    "negbin": "negative-binomial",
    "nb": "negative-binomial",
    "logbinomial": "log-binomial",
    "mnlogit": "multinomial",
    "cumulative": "ordinal",
    "ordered": "ordinal",
    "conditionallogit": "conditional",
    "clogit": "conditional",
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
    if bare in _ALIASES:
        return _ALIASES[bare]
    raise InputError(
        f"there is no family {shown(given)}{nearest(folded, [*FAMILIES, *_ALIASES])}; the families are "
        + ", ".join(FAMILIES)
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
    elif name in ("poisson", "negativebinomial") and link in ("nonetype", "log"):
        return "poisson" if name == "poisson" else "negative-binomial"
    elif name not in ("poisson", "negativebinomial"):
        raise InputError(f"the family {kind.__name__} is not one that can be separated; give {', '.join(FAMILIES)}")
    raise InputError(
        f"the family {kind.__name__} with the link {link} is not known; with that link separation means something "
        "else, so fit it with its usual link, or name the family whose rows apply"
    )
