"""A budget of seconds reaches into the states of coefficients; what was proved before it ended is kept."""

from __future__ import annotations

import time

import numpy as np
import pytest

from gordan.feasibility.split import Split, System, coefficients, split
from gordan.feasibility.split.coefficient import Signs, State
from gordan.feasibility.split.coordinates import coordinates
from gordan.feasibility.split.recession import recession
from gordan.regression.diagnose import diagnose


def complete(n: int, p: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    X = np.round(random.standard_normal((n, p)), 3)
    return X, (X @ random.standard_normal(p) > 0).astype(int)


def test_without_time_only_what_needs_no_search_is_told() -> None:
    system = System([[1.0, 1.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.5, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    found = split(system)
    assert isinstance(found, Split)
    assert coefficients(system, found, max_seconds=0.0)[2] == "finite"
    assert "unsettled" in coefficients(system, found, max_seconds=0.0)
    assert "unsettled" not in coefficients(system, found)


def test_the_kind_is_kept_where_time_ends_among_the_coefficients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.feasibility.split.coefficient.Signs.state", lambda self, c: "unsettled")
    X, y = complete(40, 3)
    found = diagnose(X, y, max_seconds=60.0)
    assert found.kind == "complete"
    assert found.verdict.holds
    open_ = list(found.coefficients.values()).count("unsettled")
    assert open_ > 0
    assert found.reason.startswith(f"{open_} of 4 coefficients are not finite")


def test_the_call_ends_soon_after_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs that take long to find are not all waited for: sixty of them would take a quarter of a minute."""

    asked = []

    def slow(self: Signs, c: int) -> State:
        asked.append(c)
        time.sleep(0.25)
        return "unsettled"

    monkeypatch.setattr(Signs, "state", slow)
    X, y = complete(150, 60)
    found = diagnose(X, y, max_seconds=2.0)
    assert len(asked) < 60
    assert found.kind == "complete"


def test_no_linear_program_begins_after_the_end() -> None:
    X, y = complete(60, 4)
    system = System(X * np.where(y, 1.0, -1.0)[:, None])
    found = split(system)
    assert isinstance(found, Split)
    cone = recession(coordinates(system), found.strict, found.proof)
    late = Signs(cone, found.proof.direction, time.perf_counter() - 1.0)
    assert [late.state(c) for c in range(4)] == ["unsettled"] * 4
    assert "unsettled" not in [Signs(cone, found.proof.direction).state(c) for c in range(4)]


@pytest.mark.parametrize("way", ["_nearest", "_programs"])
def test_projection_and_programs_give_the_same_states(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(5)
    for _ in range(5):
        X = random.integers(-4, 5, (30, 4)).astype(float)
        system = System(X[X @ random.integers(-3, 4, 4) > 0])
        found = split(system)
        assert isinstance(found, Split)
        both = coefficients(system, found)
        with monkeypatch.context() as patch:
            patch.setattr(Signs, way, lambda self, g: (None, None))
            patch.setattr(Signs, "_ask_integers", lambda self, c, sign: "unsettled")
            assert coefficients(system, found) == both
