"""Both ends of the bracket are drawn step by step, and the guarantee where it is known."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.show import TraceDisplay
from gordan.watch import Event, Trace

RNG = np.random.default_rng(0)
X = np.vstack([RNG.normal(size=(50, 4)), RNG.normal(size=(50, 4)) + 4.0])
Y = np.repeat([0, 1], 50)


def run(solver: str, **options: object) -> Trace:
    trace = Trace()
    gordan.separate(X, Y, solver=solver, watch=trace, **options)
    return trace


def handmade(lower: list[float], upper: list[float]) -> Trace:
    trace = Trace()
    for k, (low, high) in enumerate(zip(lower, upper, strict=True), start=1):
        trace.step(Event(k, 2 * k, 0.5 * k, low, high, ""))
    return trace


@pytest.mark.parametrize(("against", "column"), [("iterations", 1.0), ("passes", 2.0), ("seconds", 0.5)])
def test_the_lines_are_the_ends(against: str, column: float) -> None:
    trace = handmade([-np.inf, -1.0, 0.5], [3.0, 2.0, 1.0])
    display = TraceDisplay.from_traces({"mine": trace}, against=against).plot()
    upper, lower = display.ax_.get_lines()[:2]
    np.testing.assert_array_equal(upper.get_xdata(), column * np.arange(1, 4))
    np.testing.assert_array_equal(upper.get_ydata(), [3.0, 2.0, 1.0])
    np.testing.assert_array_equal(lower.get_ydata(), [np.nan, -1.0, 0.5])
    assert display.ax_.get_xlabel() == against
    assert display.ax_.get_legend().get_texts()[0].get_text().startswith("mine:")


def test_the_guarantee_is_a_line_at_its_number() -> None:
    trace = run("mirror-prox")
    known = trace.outcome.guarantee.known
    assert known is not None
    assert known < 100 * trace["n_iter"][-1]
    display = TraceDisplay.from_traces(trace).plot()
    assert display.ax_.get_lines()[2].get_xdata()[0] == known
    assert f"guaranteed within {known:,.0f}" in display.ax_.get_legend().get_texts()[0].get_text()
    assert len(TraceDisplay.from_traces(trace, against="passes").plot().ax_.get_lines()) == 3  # both ends, and zero


def test_several_runs_differ_in_colour_and_dash() -> None:
    display = TraceDisplay.from_traces([run("von-neumann"), run("von-neumann"), run("mirror-prox")]).plot()
    assert list(display.traces) == ["von-neumann", "von-neumann (2)", "mirror-prox"]
    uppers = [line for line in display.ax_.get_lines() if line.get_marker() == "v"]
    assert len({line.get_color() for line in uppers}) == 3
    assert len({str(line.get_linestyle()) for line in uppers}) == 3


def test_of_many_steps_some_are_drawn_the_last_among_them() -> None:
    trace = handmade(np.linspace(-1.0, 0.9, 10_000).tolist(), np.linspace(3.0, 1.0, 10_000).tolist())
    display = TraceDisplay.from_traces(trace).plot()
    drawn = display.ax_.get_lines()[0].get_xdata()
    assert len(drawn) <= 2_001
    assert drawn[-1] == 10_000
    assert f"{len(drawn):,} of 10,000 steps are drawn" in display.ax_.get_title(loc="left")


def test_a_margin_much_smaller_than_its_first_bound_is_drawn_on_a_logarithmic_scale() -> None:
    display = TraceDisplay.from_traces(handmade([-1.0, 1e-4, 2e-4], [1.0, 1e-2, 3e-4])).plot()
    assert display.ax_.get_yscale() == "log"
    np.testing.assert_array_equal(display.ax_.get_lines()[1].get_ydata(), [np.nan, 1e-4, 2e-4])
    assert "not positive" in display.ax_.get_title(loc="left")


@pytest.mark.parametrize(
    ("traces", "options", "sentence"),
    [
        (Trace(), {}, "no steps"),
        ([3], {}, "run is a int"),
        ({"a": Trace()}, {"against": "minutes"}, "against is 'minutes'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(traces: object, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        TraceDisplay.from_traces(traces, **options)
