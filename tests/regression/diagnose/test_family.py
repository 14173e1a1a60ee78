"""Every family on data whose answer is known, and the likelihood itself asked whether the answer is true."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from gordan.errors import InputError
from gordan.regression.diagnose import diagnose
from gordan.regression.model.system import named_family
from regression.diagnose import likelihood

X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
TERMS: dict[str, Any] = {
    "binomial": likelihood.binomial,
    "poisson": likelihood.poisson,
    "tweedie": likelihood.tweedie,
    "negative-binomial": likelihood.negative_binomial,
    "log-binomial": likelihood.log_binomial,
    "multinomial": likelihood.multinomial,
    "ordinal": likelihood.ordinal,
}

# family, response on the six rows above, kind, separated rows, coefficients
KNOWN: dict[str, tuple[str, list[Any], str, tuple[int, ...], dict[str, str]]] = {
    "complete": ("binomial", [0, 0, 0, 1, 1, 1], "complete", (0, 1, 2, 3, 4, 5), {"Intercept": "-inf", "x1": "+inf"}),
    "booleans": (
        "binomial",
        [True, True, True, False, False, False],
        "complete",
        (0, 1, 2, 3, 4, 5),
        {"Intercept": "+inf", "x1": "-inf"},
    ),
    "words": ("probit", ["no"] * 2 + ["yes"] * 4, "complete", (0, 1, 2, 3, 4, 5), {"Intercept": "-inf", "x1": "+inf"}),
    "overlap": ("cloglog", [0, 1, 0, 0, 1, 1], "overlap", (), {"Intercept": "finite", "x1": "finite"}),
    # Two positive counts fix both coefficients' combination everywhere: the zeros follow.
    "poisson overlap": ("poisson", [0, 2, 0, 1, 0, 0], "overlap", (), {"Intercept": "finite", "x1": "finite"}),
    "poisson end": ("poisson", [4, 0, 0, 0, 0, 0], "quasi", (1, 2, 3, 4, 5), {"Intercept": "+inf", "x1": "-inf"}),
    "negative binomial": (
        "negative-binomial",
        [0, 0, 0, 0, 0, 3],
        "quasi",
        (0, 1, 2, 3, 4),
        {"Intercept": "-inf", "x1": "+inf"},
    ),
    # With logit links this would be complete; here the two successes hold the line at 0.
    "log-binomial": ("log-binomial", [0, 0, 0, 0, 1, 1], "overlap", (), {"Intercept": "finite", "x1": "finite"}),
    "log-binomial end": (
        "log-binomial",
        [0, 0, 0, 0, 0, 1],
        "quasi",
        (0, 1, 2, 3, 4),
        {"Intercept": "-inf", "x1": "+inf"},
    ),
    "no counts at all": (
        "poisson",
        [0] * 6,
        "complete",
        (0, 1, 2, 3, 4, 5),
        {"Intercept": "undetermined", "x1": "undetermined"},
    ),
    "multinomial": (
        "multinomial",
        ["a", "a", "b", "b", "c", "c"],
        "complete",
        (0, 1, 2, 3, 4, 5),
        {"b:Intercept": "-inf", "b:x1": "+inf", "c:Intercept": "-inf", "c:x1": "+inf"},
    ),
    # a and b are mixed, c stands apart: only its coefficients diverge.
    "multinomial quasi": (
        "multinomial",
        ["a", "b", "a", "b", "c", "c"],
        "quasi",
        (0, 1, 2, 3, 4, 5),
        {"b:Intercept": "finite", "b:x1": "finite", "c:Intercept": "-inf", "c:x1": "+inf"},
    ),
    "ordinal": (
        "ordinal",
        [0, 0, 1, 1, 2, 2],
        "complete",
        (0, 1, 2, 3, 4, 5),
        {"0|1": "+inf", "1|2": "+inf", "x1": "+inf"},
    ),
    "ordinal overlap": (
        "ordinal",
        [0, 1, 0, 2, 1, 2],
        "overlap",
        (),
        {"0|1": "finite", "1|2": "finite", "x1": "finite"},
    ),
}


@pytest.mark.parametrize("what", KNOWN)
def test_the_known_answer(what: str) -> None:
    family, y, kind, rows, coefficients = KNOWN[what]
    found = diagnose(X, y, family=family)
    assert (found.kind, found.rows) == (kind, rows)
    assert found.coefficients == coefficients
    assert found.verdict.holds
    assert found.rank == len(coefficients)
    exact = diagnose(X, y, family=family, proof="exact")
    assert (exact.kind, exact.rows, exact.coefficients) == (found.kind, found.rows, found.coefficients)


MODELS = [(family, seed) for family in TERMS for seed in range(20)]


def drawn(family: str, seed: int) -> tuple[Any, Any, np.random.Generator]:
    """Few rows of coarse numbers, so that every kind is frequent."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 12))
    columns = rng.integers(-2, 3, (n, 2)).astype(float)
    design = columns if family == "ordinal" else np.column_stack([np.ones(n), columns])
    high = 3 if family in ("multinomial", "ordinal") else 2
    y = np.concatenate([np.arange(high), rng.integers(0, high, n - high)])
    if family in ("poisson", "negative-binomial", "tweedie"):
        y = rng.poisson(0.3, n)
    if family == "log-binomial":  # successes are equalities: more than a few of them leave no direction
        y = np.concatenate([[0, 1], rng.integers(0, 6, n - 2) == 0]).astype(int)
    return design, y, rng


@pytest.mark.parametrize(("family", "seed"), MODELS)
def test_along_the_direction_no_row_loses_and_the_separated_gain(family: str, seed: int) -> None:
    """The definition of the split, asked of the likelihood."""
    design, y, rng = drawn(family, seed)
    found = diagnose(design, y, family=family, intercept=False)
    assert found.kind != "undecided"
    direction = np.array(list(found.direction.values()))
    b = rng.standard_normal(direction.size)
    if family == "ordinal":
        b[:2] = [-0.5, 0.7]
    if family == "log-binomial":
        b[:] = [-9.0, 0.1, -0.1]
    rise = TERMS[family](design, y, b + direction) - TERMS[family](design, y, b)
    scale = np.abs(TERMS[family](design, y, b)) + 1.0
    assert (rise >= -1e-12 * scale).all()
    assert tuple(np.flatnonzero(rise > 1e-12 * scale)) == found.rows


@pytest.mark.parametrize(("family", "seed"), MODELS)
def test_no_other_direction_gains_more(family: str, seed: int) -> None:
    """Every coarse direction along which no row loses for ever gains on separated rows only."""
    design, y, rng = drawn(family, seed)
    found = diagnose(design, y, family=family, intercept=False)
    size = len(found.coefficients)
    b = 0.1 * rng.standard_normal(size)
    if family == "ordinal":
        b[:2] = [-0.5, 0.7]
    if family == "log-binomial":
        b[:] = [-9.0, 0.1, -0.1]
    separated = np.zeros(len(y), bool)
    separated[list(found.rows)] = True
    gained = np.zeros(len(y), bool)
    for d in product((-1.0, 0.0, 1.0), repeat=size):
        direction = np.array(d)
        if family == "log-binomial" and (design @ direction > 0).any():
            continue  # leaves the parameters for which the model is one
        if family == "ordinal" and direction[1] < direction[0]:
            continue  # puts the thresholds out of order
        start, far, farther = (TERMS[family](design, y, b + t * direction) for t in (0.0, 60.0, 120.0))
        if (far >= start - 1e-9).all() and (farther >= far - 1e-9).all():
            gained |= far > start + 1e-9
    assert not (gained & ~separated).any()


@pytest.mark.parametrize("family", TERMS)
def test_the_models_above_are_of_more_than_one_kind(family: str) -> None:
    """Else they would show little."""
    drawings = [drawn(family, seed)[:2] for each, seed in MODELS if each == family]
    kinds = {diagnose(design, y, family=family, intercept=False).kind for design, y in drawings}
    assert {"quasi", "overlap"} <= kinds


def test_grouped_counts_are_the_rows_they_count() -> None:
    successes, failures = [0, 1, 3, 4, 2, 2], [2, 0, 0, 1, 3, 0]
    found = diagnose(X, np.column_stack([successes, failures]))
    rows = np.repeat(X, np.add(successes, failures), axis=0)
    y = np.concatenate([[1] * s + [0] * f for s, f in zip(successes, failures, strict=True)])
    alone = diagnose(rows, y)
    assert (found.kind, found.coefficients) == (alone.kind, alone.coefficients)
    assert found.kind == "overlap"


def test_groups_of_one_kind_only_are_separated() -> None:
    found = diagnose(X, np.column_stack([[0, 0, 0, 1, 3, 2], [2, 1, 4, 5, 0, 0]]))
    assert found.kind == "quasi"
    assert found.rows == (0, 1, 2, 4, 5)


def test_a_group_without_trials_says_nothing() -> None:
    counts = np.column_stack([[0, 0, 0, 1, 3, 2], [2, 1, 0, 5, 0, 0]])
    assert diagnose(X, counts).rows == (0, 1, 4, 5)


def test_proportions_are_groups() -> None:
    found = diagnose(X, [0.0, 0.0, 0.25, 1.0, 1.0, 1.0])
    assert (found.kind, found.rows) == ("quasi", (0, 1, 3, 4, 5))
    assert "proportions" in found.notes[0]


def test_multinomial_counts_pin_what_both_classes_share() -> None:
    counts = np.array([[2, 0, 0], [1, 0, 0], [1, 1, 0], [0, 2, 0], [0, 0, 1], [0, 0, 4]])
    found = diagnose(X, counts, family="multinomial")
    assert found.kind == "quasi"
    assert found.coefficients["y1:x1"] == "+inf"
    assert_array_equal(np.array(found.rows), [0, 1, 2, 3, 4, 5])


def test_unused_categories_are_merged_and_told() -> None:
    import pandas as pd

    y = pd.Categorical(["low"] * 3 + ["high"] * 3, categories=["low", "middle", "high"], ordered=True)
    found = diagnose(X, y, family="ordinal")
    assert list(found.coefficients) == ["low|high", "x1"]
    assert any("'middle'" in note for note in found.notes)


def test_two_ordered_categories_are_a_binomial_model() -> None:
    y = [0, 0, 1, 0, 1, 1]
    ordinal, binomial = diagnose(X, y, family="ordinal"), diagnose(X, y)
    assert (ordinal.kind, ordinal.rows) == (binomial.kind, binomial.rows)


def test_a_multinomial_in_which_every_row_counts_every_class_has_no_inequality() -> None:
    found = diagnose(np.array([[1.0], [2.0]]), np.array([[1, 1, 1], [2, 1, 1]]), family="multinomial")
    assert (found.kind, found.rank, set(found.coefficients.values())) == ("overlap", 4, {"finite"})
    assert found.verify().holds


def test_fractional_weights_are_as_good_as_frequencies() -> None:
    weights = np.array([0.25, 1.5, 0.0, 3.0, 0.1, 2.0])
    y = np.array([0, 0, 1, 0, 1, 1])
    found, whole = diagnose(X, y, weights=weights), diagnose(X, y, weights=np.ceil(weights))
    assert (found.kind, found.rows) == (whole.kind, whole.rows) == ("complete", (0, 1, 3, 4, 5))


def test_an_exposure_is_an_offset_that_must_be_positive() -> None:
    y = [0, 2, 0, 1, 0, 0]
    assert diagnose(X, y, family="poisson", exposure=np.arange(1, 7)).kind == "overlap"
    data = {"x": X[:, 0], "y": y, "time": np.arange(6)}
    with pytest.raises(InputError, match="the exposure holds 0"):
        diagnose("y ~ x", data=data, family="poisson", exposure="time")
    with pytest.raises(InputError, match="both offset and exposure"):
        diagnose("y ~ x", data=data, family="poisson", exposure="time", offset="time")


@pytest.mark.parametrize("family", ["inverse-gaussian", "gaussian"])
def test_families_without_an_answer_are_told_why(family: str) -> None:
    with pytest.raises(InputError, match="is not answered for"):
        diagnose(X, [0, 2, 0, 1, 0, 0], family=family)


def test_uniqueness_is_said_where_it_follows() -> None:
    found = diagnose(X, [0, 2, 0, 1, 0, 0], family="negative-binomial")
    assert "for a given dispersion they are unique" in found.words()
    Tweedie, Log, Cauchy = (type(name, (), {}) for name in ("Tweedie", "Log", "Cauchy"))
    family = Tweedie()
    for power, named in ((1.5, "poisson"), (1.0, "poisson")):
        family.link, family.var_power = Log(), power
        assert named_family(family) == named
    family.var_power = 2.5
    with pytest.raises(InputError, match=r"variance power 2\.5"):
        named_family(family)
    Binomial, GLM, GEE = (type(name, (SimpleNamespace,), {}) for name in ("Binomial", "GLM", "GEE"))
    design, y = np.column_stack([np.ones(6), X]), np.array([0, 1, 0, 0, 1, 1])
    cauchit = diagnose(GLM(exog=design, endog=y, family=Binomial(link=Cauchy())))
    assert (cauchit.kind, cauchit.unique) == ("overlap", False)
    assert "need not be the only ones" in cauchit.words()
    gee = diagnose(GEE(exog=design, endog=y, family=Binomial(link=None)))
    assert gee.unique
    assert "the GLM of the same family" in gee.notes[-1]


def zero_inflated_poisson(X: Any, Z: Any, y: Any, b: Any, c: Any) -> Any:
    """The log-likelihood of each row, straight from its definition."""
    mu, pi = np.exp(X @ b), 1 / (1 + np.exp(-(Z @ c)))
    return np.where(y > 0, np.log1p(-pi) + y * (X @ b) - mu, np.log(pi + (1 - pi) * np.exp(-mu)))


def test_a_separated_part_leaves_a_mixture_without_estimates() -> None:
    """Along the direction of either part the likelihood of the mixture rises from every point."""
    model = type("ZeroInflatedPoisson", (SimpleNamespace,), {})
    ones, g, x = np.ones(8), np.array([0, 0, 0, 1, 1, 1, 1, 0.0]), np.array([1, 2, 3, 1, 2, 3, 4, 4.0])
    y = np.array([0, 0, 0, 2, 0, 1, 3, 0])
    plain, more = np.column_stack([ones, x]), np.column_stack([ones, x, g])
    names = {"exog_names": ["inflate_const", "inflate_x", "const", "x", "g"]}
    counts = diagnose(model(exog=more, exog_infl=plain, endog=y, **names))
    assert (counts.separated, counts.family, counts.coefficients["g"]) == (True, "poisson", "+inf")
    assert "no finite estimates" in counts.notes[-1]
    names = {"exog_names": ["inflate_const", "inflate_x", "inflate_g", "const", "x"]}
    zeros = diagnose(model(exog=plain, exog_infl=more, endog=np.array([0, 0, 0, 2, 1, 1, 3, 0]), **names))
    assert (zeros.separated, zeros.family, zeros.coefficients["inflate_g"]) == (True, "binomial", "-inf")
    draws = np.random.default_rng(0)
    for t in (0.5, 2.0):
        for b, c in ((draws.normal(size=3), draws.normal(size=2)) for _ in range(20)):
            d = np.array(list(counts.direction.values()))
            before = zero_inflated_poisson(more, plain, y, b, c).sum()
            assert zero_inflated_poisson(more, plain, y, b + t * d, c).sum() > before
            e = np.array(list(zeros.direction.values()))
            before = zero_inflated_poisson(plain, more, y, c, b).sum()
            assert zero_inflated_poisson(plain, more, y, c, b + t * e).sum() >= before - 1e-12


def test_of_other_mixtures_it_is_said_what_follows() -> None:
    poisson, binomial, other = (
        type(name, (SimpleNamespace,), {})
        for name in ("ZeroInflatedPoisson", "ZeroInflatedNegativeBinomialP", "ZeroInflatedGeneralizedPoisson")
    )
    x, y = np.array([1, 2, 3, 1, 2, 3, 4, 4.0]), np.array([0, 1, 0, 2, 0, 1, 3, 0])
    design, ones = np.column_stack([np.ones(8), x]), np.ones((8, 1))
    found = diagnose(poisson(exog=design, exog_infl=ones, endog=y))
    assert found.separated is None
    assert "exist if a fit of the mixture has a greater likelihood" in str(found.reason)
    for model in (
        poisson(exog=design, exog_infl=design, endog=y),
        binomial(exog=design, exog_infl=ones, endog=y),
        # The means of zeros may tend to infinity: no positive count is where the last column is not 0.
        poisson(exog=np.column_stack([design, [1, 0, -1, 0, 1, 0, 0, 0]]), exog_infl=ones, endog=y),
    ):
        found = diagnose(model)
        assert found.separated is None
        assert str(found.reason).endswith("nothing follows")
    # Only a row without weight would hold that column.
    held = np.column_stack([design, [1, 0, -1, 0, 1, 5, 0, 0]])
    mixture = poisson(exog=held, exog_infl=ones, endog=y)
    assert "exist if a fit of the mixture" in str(diagnose(mixture).reason)
    assert str(diagnose(mixture, weights=[1, 1, 1, 1, 1, 0, 1, 1]).reason).endswith("nothing follows")
    held[5, 2] = np.nan
    with pytest.raises(InputError, match="1 rows of the ZeroInflatedPoisson have missing values"):
        diagnose(poisson(exog=held, exog_infl=ones, endog=y), missing="drop")
    with pytest.raises(InputError, match="exog_infl, endog == 0"):
        diagnose(other(exog=design, exog_infl=ones, endog=y))
    with pytest.raises(InputError, match="no 0"):
        diagnose(poisson(exog=design, exog_infl=ones, endog=y + 1))


@pytest.mark.parametrize("offset", ["offset(t)", "offset(log(t))", "offset(np.log(t / 2) - 1)", "exposure(t)"])
@pytest.mark.parametrize("family", ["binomial", "poisson", "gamma", "ordinal", "multinomial", "log-binomial"])
def test_offsets_in_a_formula_do_not_change_the_answer(family: str, offset: str) -> None:
    data = {"y": [0, 1, 0, 1, 1, 0, 0], "x": [1, 2, 3, 4, 5, 6, 2], "t": [1, 2, 0.5, 1, 3, 1, None]}
    rows = {name: values[:-1] for name, values in data.items()}
    found, plain = (
        diagnose(f"y ~ x + {offset}", data=data, family=family),
        diagnose("y ~ x", data=rows, family=family),
    )
    assert found.system.digest() == plain.system.digest()
    assert found.n_missing == 1
    assert f"the term {offset} moves the estimates, but does not change whether they exist" in found.notes


@pytest.mark.parametrize(
    ("term", "words"),
    [
        ("offset(log(zero))", r"'offset\(log\(zero\)\)' is -inf in row 1; give finite numbers"),
        ("offset(1 / zero)", "is inf in row 1"),
        ("exposure(zero)", "is 0 in row 1; give positive numbers"),
        ("offset(nowhere)", "nowhere"),
        ("offset(g)", "holds text"),
        ("offset(zero +)", "ends where a column"),
    ],
)
def test_offsets_that_are_no_finite_numbers_are_refused(term: str, words: str) -> None:
    data = {"y": [0, 1, 0, 1], "x": [1, 2, 3, 1], "zero": [1, 0, 2, 1], "g": list("abab")}
    for formula in (f"y ~ x + {term}", f"y ~ np.exp(x) + {term}", f"y ~ x + {term} | g"):
        with pytest.raises(InputError, match=words):
            diagnose(formula, data=data, family="poisson")


def test_a_conditional_poisson_model_has_an_effect_for_each_group() -> None:
    ConditionalPoisson = type("ConditionalPoisson", (SimpleNamespace,), {})
    groups, z = np.array([0, 0, 0, 1, 1, 1, 2, 2]), np.array([1, 0, 0, 0, 1, 0, 0, 1])
    y, x = np.array([0, 2, 1, 3, 0, 1, 0, 0]), np.array([1, 2, 3, 2, 1, 4, 1, 2])
    model = ConditionalPoisson(exog=np.column_stack([x, z]), endog=y, groups=groups, exog_names=["x", "z"])
    found = diagnose(model)
    assert found.coefficients == {"x": "finite", "z": "-inf"}
    assert found.n == 6  # the last group has no count, and says nothing
    model.endog = np.zeros(8)
    with pytest.raises(InputError, match="no group"):
        diagnose(model)


def test_a_tweedie_model_is_called_by_its_name() -> None:
    data = {"cost": [0, 2.5, 0, 1.5, 0, 0], "ward": list("aabbcc"), "age": [1, 2, 3, 4, 5, 6]}
    for formula in ("cost ~ ward", "cost ~ age | ward"):
        text = " ".join(str(diagnose(formula, data=data, family="tweedie")).split())
        assert f"{formula} (Tweedie)" in text
        assert "same zeros as a Poisson model" in text
        assert "pseudo-likelihood" not in text
    Tweedie, Log, GLM = (type(name, (SimpleNamespace,), {}) for name in ("Tweedie", "Log", "GLM"))
    design, y = np.column_stack([np.ones(6), X]), np.array([0, 2.5, 0, 1.5, 0, 0])
    for power, name in ((1.5, "Tweedie"), (1.0, "Poisson"), (2.0, "Gamma")):
        model = GLM(exog=design, endog=y, family=Tweedie(link=Log(), var_power=power))
        assert f"({name})" in str(diagnose(model))
    TweedieRegressor = type("TweedieRegressor", (SimpleNamespace,), {})
    fit = TweedieRegressor(power=1.5, link="auto", alpha=0, coef_=np.zeros(1), fit_intercept=True)
    assert "(Tweedie)" in str(diagnose(fit, y, data=X))
