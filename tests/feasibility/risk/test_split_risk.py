"""The split of a Cox model is that of the general method with all its comparisons written out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import gordan
from claimed import replace
from gordan.errors import InputError
from gordan.feasibility.risk import RiskSplit, split_risk
from gordan.feasibility.risk import split as risk_split
from gordan.feasibility.split import Split, System, coefficients, split
from gordan.problem.risk import RiskSets
from liar.forge.lie_risk import drawn_risk


def all_pairs(problem: RiskSets) -> npt.NDArray[np.int64]:
    """Every comparison, by the definition."""
    pairs = []
    for i in np.flatnonzero(problem.event):
        for j in range(problem.n):
            late = problem.start is not None and problem.start[j] >= problem.stop[i]
            tied = problem.exact and problem.event[j] and problem.stop[j] == problem.stop[i]
            if i != j and problem.stratum[i] == problem.stratum[j] and problem.stop[j] >= problem.stop[i]:
                pairs += [] if late or tied else [(i, j)]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("block", range(10))
def test_events_and_coefficients_are_those_of_the_general_split(
    block: int, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if few:  # the working set begins with two pairs and grows by one
        monkeypatch.setattr(risk_split, "_SLOPE", 0)
        monkeypatch.setattr(risk_split, "_FIRST", 2)
        monkeypatch.setattr(risk_split, "_NEXT", 1)
    for seed in range(25 * block, 25 * (block + 1)):
        problem = drawn_risk(np.random.default_rng(seed))
        # The general method is for usual scales; all of these are whole numbers of tenths, or of a power of two.
        X = problem.covariates / (np.abs(problem.covariates)[problem.covariates != 0].min(initial=1.0))
        problem = replace(problem, covariates=np.rint(X))
        pairs = all_pairs(problem)
        if not len(pairs):
            with pytest.raises(InputError, match="at risk"):
                split_risk(problem)
            continue
        answer = split_risk(problem)
        assert isinstance(answer, RiskSplit), seed
        assert gordan.verify(problem, answer.claim).holds
        system = System(problem.covariates[pairs[:, 0]] - problem.covariates[pairs[:, 1]])
        general = split(system, proof="exact")
        assert isinstance(general, Split)
        strict = np.zeros(problem.n, bool)
        strict[pairs[general.strict, 0]] = True
        assert np.array_equal(answer.claim.strict, strict), seed
        assert (answer.kind, answer.claim.proof.table.rank) == (general.kind, general.rank), seed
        assert list(answer.states) == coefficients(system, general), seed


def test_decimals_are_compared_as_they_are_written() -> None:
    X = np.array([[0.1 + 0.2, 0.0], [0.3, 1.0], [0.3, 0.0], [0.1, 0.5]])
    for numbers in ("decimal", "binary"):
        problem = RiskSets(X, np.array([1.0, 2.0, 3.0, 4.0]), np.array([True, True, True, False]), numbers=numbers)
        answer = split_risk(problem)
        assert isinstance(answer, RiskSplit)
        assert answer.verdict.holds


def test_covariates_with_all_the_digits_of_a_double() -> None:
    rng = np.random.default_rng(0)
    X, stop, event = rng.normal(size=(400, 4)), rng.exponential(size=400), rng.random(400) < 0.3
    for numbers in ("decimal", "binary"):
        overlap = split_risk(RiskSets(X, stop, event, numbers=numbers))
        assert isinstance(overlap, RiskSplit)
        assert (overlap.kind, overlap.states) == ("overlap", ("finite",) * 4)
        score = np.argsort(-(X @ [1.0, -2.0, 0.5, 3.0]))[:40]
        first, seen = stop + 50.0, np.zeros(400, bool)
        first[score], seen[score] = np.arange(1.0, 41.0), True
        ordered = split_risk(RiskSets(X, first, seen, numbers=numbers))
        assert isinstance(ordered, RiskSplit)
        assert ordered.kind == "complete"
        assert np.array_equal(ordered.claim.strict, seen)


def test_late_entry_takes_rows_out_of_earlier_risk_sets() -> None:
    X, stop, event = np.array([[0.0], [1.0]]), np.array([1.0, 3.0]), np.array([True, True])
    early = split_risk(RiskSets(X, stop, event))
    assert isinstance(early, RiskSplit)
    assert early.states == ("-inf",)
    with pytest.raises(InputError, match="nothing to compare"):
        split_risk(RiskSets(X, stop, event, np.array([0.0, 2.0])))


def test_numbers_too_far_apart_are_no_traceback() -> None:
    X = np.array([[1e300, 1.0], [1e-300, 2.0], [1.0, 3.0]])
    with pytest.raises(gordan.OverBudget, match="a hundred digits"):
        split_risk(RiskSets(X, np.array([1.0, 2.0, 3.0]), np.array([True, True, False])))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"stop": np.array([1.0, np.nan])}, "stop has the shape"),
        ({"start": np.array([1.0, 0.0])}, "stopped already"),
        ({"event": np.array([1, 0])}, "booleans"),
        ({"stratum": np.array([0.5, 0.5])}, "integers"),
        ({"numbers": "roman"}, "numbers is 'roman'"),
    ],
)
def test_rows_that_are_none(wrong: dict[str, object], sentence: str) -> None:
    plain = {"covariates": np.eye(2), "stop": np.array([1.0, 2.0]), "event": np.array([True, False])}
    with pytest.raises(InputError, match=sentence):
        RiskSets(**{**plain, **wrong})  # type: ignore[arg-type]
