"""Both ways of finding a least-norm point: by the compiled loop, and by its twin."""

from __future__ import annotations

import pytest

import gordan.engine.many.together


@pytest.fixture(params=["twin", "compiled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the problems of this test are answered."""
    name: str = request.param
    monkeypatch.setattr(gordan.engine.many.together, "TWIN_SECONDS", 0.0 if name == "compiled" else 1e9)
    return name


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the number of problems, they are worth the compiled loop."""
    monkeypatch.setattr(gordan.engine.many.together, "TWIN_SECONDS", 0.0)
