"""Rescaled oracles behind the same curtain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gordan.engine.candidate import Candidate
from gordan.testing.curtain import CurtainedOracle
from gordan.testing.opaque import WEIGHTS, reveal
from gordan.testing.sealed import reveal_candidate, seal_candidate

__all__ = ["curtained"]


def curtained(make: Callable[[], Any]) -> Callable[[], Any]:
    """What makes one rescaled oracle or a pair of them, with a curtain before each."""

    def behind() -> Any:
        made = make()
        if isinstance(made, tuple):
            return tuple(None if one is None else CurtainedRescaled(one) for one in made)
        return CurtainedRescaled(made)

    return behind


class CurtainedRescaled(CurtainedOracle):
    """An oracle of either kind that rescales."""

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        return seal_candidate(self._inner.lift(reveal_candidate(candidate), updates))

    def ratio(self, candidate: Candidate) -> float:
        return float(self._inner.ratio(reveal_candidate(candidate)))

    def peak(self, x: Any) -> float:
        return float(self._inner.peak(reveal(x, WEIGHTS)))

    def rescale(self, candidate: Candidate) -> CurtainedRescaled | None:
        inner = self._inner.rescale(reveal_candidate(candidate))
        return None if inner is None else CurtainedRescaled(inner)

    def squeeze(self, x: Any) -> CurtainedRescaled:
        return CurtainedRescaled(self._inner.squeeze(reveal(x, WEIGHTS)))
