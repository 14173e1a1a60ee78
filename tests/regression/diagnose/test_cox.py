"""Cox models in the words of those who fit them: monotone likelihood, which covariates, which events, what to fit."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.errors import InputError
from regression.diagnose import likelihood


def trial(n: int = 100) -> pd.DataFrame:
    """All events are among the treated."""
    rng = np.random.default_rng(0)
    data = pd.DataFrame({"age": rng.integers(40, 80, n), "treatment": rng.integers(0, 2, n)})
    data["centre"], data["time"] = rng.choice(list("abc"), n), np.round(rng.exponential(5, n) + 0.1, 1)
    data["event"] = ((rng.random(n) < 0.3) & (data["treatment"] == 1)).astype(int)
    return data


def test_all_events_in_one_arm() -> None:
    data = trial()
    answer = gordan.diagnose("Surv(time, event) ~ age + treatment + strata(centre)", data=data, family="cox")
    assert isinstance(answer, gordan.regression.diagnose.Separated)
    assert answer.coefficients == {"age": "finite", "treatment": "+inf"}
    assert answer.singles == {"treatment": "+inf"}
    assert set(answer.rows) <= set(data.index[data["event"] == 1])
    assert answer.verify().holds
    text = " ".join(str(answer).split())
    assert "Monotone likelihood: finite maximum partial-likelihood estimates do not exist" in text
    assert f"all {int(data['event'].sum())} events are in rows with treatment = 1, none among" in text
    assert answer.refit_formula == "Surv(time, event) ~ age + strata(centre) + strata(treatment)"
    for left in (data, answer.keep(data)):  # rows that fall behind for ever make no difference
        refit = gordan.diagnose(answer.refit_formula, data=left, family="cox")
        assert (refit.kind, refit.coefficients) == ("overlap", {"age": "finite"})
    assert answer.keep(data)["event"].sum() == data["event"].sum()
    assert answer.to_frame().loc["treatment", "state"] == "+inf"
    assert answer.to_dict()["responsible"] == ["treatment"]


def test_the_limit_of_finite_coefficients_is_that_of_the_stratified_model() -> None:
    """Newton's method on Breslow's likelihood with the infinite coefficient far out, and on the refit formula."""
    data = trial()

    def estimate(strata: Any, shift: Any) -> float:
        age, time, event = (data[name].to_numpy(float) for name in ("age", "time", "event"))
        b = 0.0
        for _ in range(60):
            score = information = 0.0
            for i in np.flatnonzero(event):
                risk = (time >= time[i]) & (strata == strata[i])
                w = np.exp(b * (age[risk] - 60) + shift[risk] - shift[risk].max())
                mean = (w * age[risk]).sum() / w.sum()
                score, information = score + age[i] - mean, information + (w * (age[risk] - mean) ** 2).sum() / w.sum()
            b += score / information
        return b

    arm, nothing = data["treatment"].to_numpy(), np.zeros(len(data))
    assert estimate(nothing, 40.0 * arm) == pytest.approx(estimate(arm, nothing), abs=1e-9)


def test_a_model_that_has_estimates() -> None:
    answer = gordan.diagnose("Surv(time, event) ~ age + C(centre)", data=trial(), family="cox")
    assert (answer.kind, answer.unique, answer.rank) == ("overlap", True, 3)
    assert "exist, and they are unique" in str(answer)
    twice = gordan.diagnose("Surv(time, event) ~ age + I(2*age)", data=trial(), family="cox")
    assert (twice.kind, twice.unique, twice.aliased) == ("overlap", False, ("age", "I(2 * age)"))


def test_covariates_that_separate_together() -> None:
    a, b = np.array([3, 0, 2, 1, 0, 1]), np.array([0, 3, 0, 0, 1, 0])
    data = {"a": a, "b": b, "time": np.arange(1, 7), "event": [1, 1, 1, 0, 0, 0]}
    answer = gordan.diagnose("Surv(time, event) ~ a + b", data=data, family="cox")
    assert answer.kind != "overlap"
    assert answer.responsible == ("a", "b")
    assert answer.refit_formula is None
    assert "together, and no longer once one is left out" in " ".join(str(answer).split())


def test_start_and_stop_ties_and_weights() -> None:
    data = {
        "x": [1, 0, 0, 1],
        "start": [0, 0, 2, 0],
        "stop": [1, 2, 3, 2],
        "event": [1, 1, 0, 1],
        "w": [1.5, 0.5, 2, 0],
    }
    late = gordan.diagnose("Surv(start, stop, event) ~ x", data=data, family="cox")
    assert late.kind == "overlap"  # the tied events differ, and are compared with one another both ways
    exact = gordan.diagnose("Surv(start, stop, event) ~ x", data=data, family="cox", ties="exact")
    assert exact.coefficients == {"x": "+inf"}
    weighted = gordan.diagnose("Surv(start, stop, event) ~ x", data=data, family="cox", weights="w")
    assert weighted.coefficients == {"x": "+inf"}
    assert weighted.n_zero_weight == 1


def test_arrays_and_fitted_models() -> None:
    data = trial()
    X, expected = data[["age", "treatment"]], {"age": "finite", "treatment": "+inf"}
    assert gordan.diagnose(X, (data["time"], data["event"]), family="cox").coefficients == expected
    structured = np.array(list(zip(data["event"] == 1, data["time"], strict=True)), dtype=[("e", bool), ("t", float)])
    assert gordan.diagnose(X, structured, family="cox").coefficients == expected
    centre = data["centre"].astype("category").cat.codes.to_numpy()
    PHReg = type("PHReg", (SimpleNamespace,), {})
    model = PHReg(
        exog=X.to_numpy(), endog=data["time"], status=data["event"], entry=None, strata=centre, ties="breslow"
    )
    model.exog_names = list(X.columns)
    model.endog_names = "months"
    fit = gordan.diagnose(SimpleNamespace(model=model))
    assert fit.coefficients == expected
    assert "model     months, status on age, treatment (Cox, Breslow ties)" in str(fit)
    CoxPHFitter = type("CoxPHFitter", (SimpleNamespace,), {})
    fitter = CoxPHFitter(duration_col="time", event_col="event", strata=["centre"], penalizer=0.0, formula=None)
    assert gordan.diagnose(fitter, data=data).coefficients == expected
    with pytest.raises(InputError, match="always finite"):
        gordan.diagnose(CoxPHFitter(**{**vars(fitter), "penalizer": 0.1}), data=data)
    with pytest.raises(InputError, match="does not keep its data"):
        gordan.diagnose(fitter)
    with pytest.raises(InputError, match="not fitted"):
        gordan.diagnose(CoxPHFitter(), data=data)


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("Surv(time) ~ age", "write Surv"),
        ("time ~ age", "needs times and events"),
        ("Surv(time, event) ~ strata(centre)", "no covariate"),
        ("Surv(time, centre) ~ age", "holds text"),
        ("Surv(time, age) ~ treatment", "give 1 for an event"),
        ("Surv(time, event) ~ age*strata(centre)", "a term of its own"),
        ("Surv(time, time, event) ~ age", "stop before they start"),
        ("Surv(time, event == 3) ~ age", "none of the 100 rows has an event"),
        ("Surv(time, event) ~ age | centre", "no effects after a bar"),
        ("Surv(time, evnt) ~ age", "did you mean 'event'"),
        ("Surv(time, event) ~ 1", "intercept only"),
        ("Surv(I(time - 30), event) ~ age", "times count from 0"),
        ("Surv(time, event) ~ age + frailty(centre)", "is not known here"),
        ("Surv(time, event) ~ age + strata(log(age))", "name columns"),
        ("Surv(time, event) ~ time + age", "stands after ~ too"),
    ],
)
def test_refusals(formula: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence.replace("(", r"\(")):
        gordan.diagnose(formula, data=trial(), family="cox")


def test_what_is_said_of_other_requests() -> None:
    data = trial()
    formula = "Surv(time, event) ~ age"
    with pytest.raises(InputError, match='family="cox"'):
        gordan.diagnose(formula, data=data)
    with pytest.raises(InputError, match="ties is"):
        gordan.diagnose(formula, data=data, family="cox", ties="random")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="never written out"):
        gordan.pose(formula, data=data, family="cox")
    answer = gordan.diagnose(formula, data=data, family="cox")
    with pytest.raises(InputError, match="weights of pairs"):
        _ = answer.weights
    with pytest.raises(InputError, match="y="):
        gordan.diagnose(data[["age"]], data["event"], family="cox")
    silent = data.assign(event=data["event"].where(data["centre"] == "a", 0))
    noted = gordan.diagnose("Surv(time, event) ~ age + strata(centre)", data=silent, family="cox")
    assert "2 strata have no event: nothing is said by them" in noted.notes


def test_no_time_is_an_honest_answer() -> None:
    rng = np.random.default_rng(0)
    data = {f"x{k}": rng.normal(size=3000) for k in range(30)} | {"t": rng.random(3000), "d": rng.random(3000) < 0.3}
    terms = " + ".join(f"x{k}" for k in range(30))
    answer = gordan.diagnose(f"Surv(t, d) ~ {terms}", data=data, family="cox", max_seconds=1e-3)
    assert isinstance(answer, gordan.Undecided)
    assert "not known whether" in str(answer)


@pytest.mark.parametrize("ties", ["breslow", "efron", "exact"])
@pytest.mark.parametrize("seed", range(12))
def test_the_likelihood_is_asked_itself(seed: int, ties: Any) -> None:
    """Along the direction no term falls, and those of separated events rise; along no other do more of them."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 10))
    X, stop, event = rng.integers(-1, 2, (n, 2)).astype(float), rng.integers(2, 7, n).astype(float), rng.random(n) < 0.5
    start = stop - rng.integers(1, 6, n)
    event[:2], stop[:2], start[:2] = (True, False), (2.0, 3.0), 0.0  # somebody is at risk at one event at least
    found = gordan.diagnose(X, (start, stop, event), family="cox", ties=ties)
    times, y = np.unique(stop[event]), (start, stop, event)
    separated = np.isin(times, stop[list(found.rows)])
    b = 0.3 * rng.standard_normal(2)
    here = likelihood.cox(X, y, b, ties)
    rise = likelihood.cox(X, y, b + np.array(list(found.direction.values())), ties) - here
    assert (rise > -1e-12).all()
    assert np.array_equal(rise > 1e-12, separated)
    for d in product((-2.0, -1.0, 0.0, 1.0, 2.0), repeat=2):
        far, farther = (likelihood.cox(X, y, b + t * np.array(d), ties) for t in (60.0, 120.0))
        if (far >= here - 1e-9).all() and (farther >= far - 1e-9).all():
            assert not ((far > here + 1e-9) & ~separated).any()


def test_separated_events_are_found_by_place_too() -> None:
    data = {"time": [1, 2, 3, 4, 5], "event": [1, 1, 0, 1, 0], "x": [2, 1, 0, 1, 1]}
    answer = gordan.diagnose("Surv(time, event) ~ x", data=data, family="cox")
    assert answer.rows == (0, 1)
    assert answer.mask.tolist() == [True, True, False, False, False]
    assert answer.rows_frame()["label"].tolist() == [0, 1]


def test_a_computed_covariate_is_left_out_and_named() -> None:
    pre, post = [0.1, 0.4, 0.2, 0.7, 0.9, 0.5], [0.3, 0.5, 0.9, 0.8, 0.2, 0.6]
    data = {"pre": pre, "post": post, "change": [b - a for a, b in zip(pre, post, strict=True)]}
    data |= {"time": [1, 2, 3, 4, 5, 6], "died": [1, 1, 0, 1, 1, 0], "word": ["yes", "yes", "no", "yes", "yes", "no"]}
    answer = gordan.diagnose("Surv(time, died) ~ pre + post + change", data=data, family="cox")
    assert [each.column for each in answer.collinear] == ["change"]
    assert "without change, which follows from other covariates up to rounding" in answer.words()
    with pytest.raises(InputError, match="leave change out"):
        answer.write_certificate("cox.json")
    literal = gordan.diagnose("Surv(time, died) ~ pre + post + change", data=data, family="cox", literal=True)
    assert len(literal.coefficients) == 3
    with pytest.raises(InputError, match=r"such as Surv\(time, word == 'yes'\)"):
        gordan.diagnose("Surv(time, word) ~ pre", data=data, family="cox")


def test_dates_as_times_are_called_dates() -> None:
    data = pd.DataFrame({"seen": pd.date_range("2001-01-01", periods=6), "event": [1, 0] * 3, "x": range(6)})
    with pytest.raises(gordan.errors.InputError, match="the time 'seen' holds dates; make it a number, such as days"):
        gordan.diagnose("Surv(seen, event) ~ x", data=data, family="cox")


def sites() -> pd.DataFrame:
    """Three sites, with no event at Ulm."""
    rng = np.random.default_rng(1)
    n = 120
    data = pd.DataFrame({"age": rng.integers(40, 80, n), "site": rng.choice(["Kraków", "Le Mans", "Ulm"], n)})
    data["stop"], data["died"] = rng.integers(1, 12, n), ((rng.random(n) < 0.4) & (data["site"] != "Ulm")).astype(int)
    data["centre"] = rng.choice(["A", "B"], n)
    return data


@pytest.mark.parametrize("term", ["site", "C(site)", "C(site, Treatment('Ulm'))", "C(site, Sum)"])
@pytest.mark.parametrize("ties", ["efron", "exact"])
def test_a_level_without_events_is_told_by_its_name_and_left_out(term: str, ties: Any) -> None:
    data = sites()
    data.loc[5, "age"] = np.nan
    formula = f"Surv(stop, died) ~ age + {term} + strata(centre)"
    answer = gordan.diagnose(formula, data=data, family="cox", ties=ties)
    assert answer.separated
    count = int((data["site"] == "Ulm").sum()) - (data.loc[5, "site"] == "Ulm")
    text = " ".join(str(answer).split())
    assert f"cause site = Ulm: {count} rows, 0 events" in text
    assert f"leave out the {count} rows with site = Ulm (answer.keep(data) does)" in text
    kept = answer.keep(data)
    assert set(kept["site"].dropna()) == {"Kraków", "Le Mans"}
    if "Treatment" in term:  # its reference has gone with its rows
        assert answer.refit_formula is None
        assert "and the column C(site, Treatment('Ulm'))[T.Le Mans]" in text
        return
    assert answer.refit_formula == formula
    again = gordan.diagnose(answer.refit_formula, data=kept, family="cox", ties=ties)
    assert (again.kind, again.unique) == ("overlap", True)


def test_strata_of_the_limit_where_no_formula_says_them() -> None:
    """Events have several values of the direction times the covariates, and each is compared with its equals."""
    rng = np.random.default_rng(3)
    n = 60
    a, level = rng.integers(-9, 10, n), 6 - np.arange(n) // 10  # those at risk later have no greater a + b
    data = pd.DataFrame({"a": a, "b": level - a, "c": rng.integers(0, 9, n), "time": np.arange(n) + 1})
    data["event"] = (rng.random(n) < 0.5).astype(int)
    answer = gordan.diagnose("Surv(time, event) ~ a + b + c", data=data, family="cox")
    assert answer.coefficients["c"] == "finite"
    assert answer.separated
    assert answer.refit_formula is None
    strata = answer.limit_strata
    value = data[["a", "b", "c"]].to_numpy() @ np.array(list(answer.direction.values()))
    there = strata >= 0
    assert there[data["event"] == 1].all()
    assert ((strata[:, None] == strata) == np.isclose(value[:, None], value))[np.ix_(there, there)].all()
    assert "answer.limit_strata" in str(answer)
    with pytest.raises(InputError, match="limit_strata"):
        answer.keep(data)
    data["limit"] = strata
    refit = gordan.diagnose("Surv(time, event) ~ a + c + strata(limit)", data=data[there], family="cox")
    assert (refit.kind, refit.unique) == ("overlap", True)


@pytest.mark.parametrize(("left", "family"), [("Surv(stop, died)", "cox"), ("died", "binomial")])
def test_a_level_that_has_no_rows_left_is_no_category_any_more(left: str, family: str) -> None:
    data = sites()
    data["site"] = data["site"].astype("category")
    answer = gordan.diagnose(f"{left} ~ age + site", data=data, family=family)
    kept = answer.keep(data)
    assert list(kept["site"].cat.categories) == ["Kraków", "Le Mans"]
    assert list(data["site"].cat.categories) == ["Kraków", "Le Mans", "Ulm"]
    assert gordan.diagnose(answer.refit_formula, data=kept, family=family).unique
