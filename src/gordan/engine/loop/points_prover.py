"""What proofs about points have in common, with coordinates or in the space of a kernel."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.loop.progress import Best
from gordan.engine.loop.prover import Judged, Prover, finite
from gordan.engine.loop.settings import NEAREST, TOUCHING
from gordan.engine.oracle.base import Oracle, offers
from gordan.engine.polish import Settled
from gordan.outcome import Cancels, Claim, IntegerKernelSeparator, IntegerSeparator, KernelSeparator, Separator

__all__ = ["PointsProver"]

Hyperplane = Separator | IntegerSeparator | KernelSeparator | IntegerKernelSeparator


class PointsProver(Prover):
    """Proofs about points."""

    @property
    def reach(self) -> str:
        implicit = self.problem.implicit
        if self.problem.intercept:
            of = "images' lengths" if implicit else "points' distances from the middle of the class means"
            return f"{self.bounding}, which bounds the {of}"
        if self.problem.normalise:
            return f"the length 1 of the {'images' if implicit else 'points'}"
        return f"the longest {'image' if implicit else 'point'}"

    @property
    @abstractmethod
    def lowest(self) -> int:
        """Rows looked at for the offset."""

    @abstractmethod
    def separator(self, direction: Array, lowest: tuple[int, ...]) -> Any:
        """The hyperplane in raw terms, from the rows that are lowest under it."""

    @abstractmethod
    def hyperplane(self, proof: Any) -> dict[str, Any]:
        """The fields of a claim that show it."""

    def separable(self, direction: Array, weights: Array | None) -> Judged | None:
        if not finite(direction):
            return None
        proof, nearest = self._raw_separator(direction)
        return self._separated(proof, nearest, None if weights is None else self.canonical.weights(weights))

    def inseparable(self, proof: Cancels, best: Best) -> Judged | None:
        claim = self.shown(self._with_some_direction(best))
        weights = proof.weights(self.problem.n)  # type: ignore[union-attr]
        return self.judge(replace(claim, weights=weights, proof=proof)).accepted

    def settled(self, settled: Settled, best: Best) -> Judged | None:
        """Whichever answer rational arithmetic, or for kernels double precision, has found, if the verifier agrees."""
        if isinstance(settled.proof, Hyperplane):
            direction = self._nearly(settled.proof, best)
            nearest = () if direction is None else self._raw_separator(direction)[1]
            return self._separated(settled.proof, nearest, settled.weights)
        return None if settled.proof is None else self.inseparable(settled.proof, best)

    def shown(self, best: Best) -> Claim:
        claim = Claim(classes=self.problem.classes, space=self.problem.space)
        if best.weights is not None:
            claim = replace(claim, weights=self.canonical.weights(best.weights))
        if best.direction is None or not np.isfinite(best.bracket.lower):
            return claim
        proof, nearest = self._raw_separator(best.direction)
        return replace(claim, **self.hyperplane(proof), nearest=nearest)

    def _separated(self, proof: Hyperplane, nearest: tuple[int, ...], weights: Array | None) -> Judged | None:
        plane = proof.shown if isinstance(proof, IntegerSeparator) else self.hyperplane(proof)
        claim = replace(self.shown(Best()), **plane, nearest=nearest, weights=weights, proof=proof)
        return self.judge(claim).accepted

    @staticmethod
    def _nearly(proof: Hyperplane, best: Best) -> Array | None:
        """The direction of a settled proof in doubles, under which the rows next to the hyperplane are looked for."""
        if isinstance(proof, KernelSeparator | IntegerKernelSeparator):
            return best.direction
        return proof.coefficients if isinstance(proof, IntegerSeparator) else proof.direction

    def _raw_separator(self, direction: Array) -> tuple[Any, tuple[int, ...]]:
        """The hyperplane in raw terms, and the rows nearest to it: of equally near ones the first."""
        w = self.canonical.direction(direction)
        blocks = self.oracle.worst(w, self.lowest)
        unit = TOUCHING * self.oracle.reach * self.oracle.norm(w) or 1.0
        shown = [
            sorted(block[: 2 * NEAREST], key=lambda atom: (round(atom.margin / unit), atom.key)) for block in blocks
        ]
        lowest = tuple(atom.key for block in blocks for atom in block)
        return self.separator(w, lowest), tuple(atom.key for block in shown for atom in block[:NEAREST])

    def _with_some_direction(self, best: Best) -> Best:
        """Where no direction has been judged yet, that between the class means: a bound of some kind from below."""
        if best.direction is not None or not offers(self.oracle.inner, Oracle):
            return best
        oracle = self.oracle
        w = oracle.combine(oracle.cone.centre.weights)
        length = oracle.norm(w)
        if length == 0.0:
            return best
        lower = oracle.cone.lowest(oracle.margins(w)) / length - oracle.rounding * oracle.reach
        return Best(best.bracket.tighten(lower=lower), w, best.weights)
