"""What is known of one batch: arrays over its problems, from which an outcome is built when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.engine.many.batch import Positions
from gordan.engine.many.facts import Facts
from gordan.engine.many.verdict import of_inseparable, of_separable, of_undecided
from gordan.engine.polish.separator import raw_intercept
from gordan.outcome import (
    Bracket,
    Cancellation,
    Claim,
    Enclosure,
    Outcome,
    Reason,
    Run,
    Separator,
    Verdict,
    answer_of,
)

__all__ = ["FAILED", "INSEPARABLE", "KINDS", "SEPARABLE", "UNDECIDED", "Answers"]

SEPARABLE, INSEPARABLE, UNDECIDED, FAILED = range(4)
KINDS = ("separable", "inseparable", "undecided", "failed")


@dataclass(eq=False)
class Answers:
    """Kinds and brackets of a batch. Outcomes in `built` came one by one; all others are built from the facts.

    The bracket of an undecided problem is as wide as it was proved; where nothing was tried there are no facts.
    """

    index: Positions
    classes: Sequence[tuple[Any, ...]]
    kind: npt.NDArray[np.int8]
    lower: Array
    upper: Array
    reason: Reason = field(default_factory=Reason)
    seconds: float = 0.0
    facts: Facts | None = None
    built: dict[int, Outcome] = field(default_factory=dict)
    failed: dict[int, Exception] = field(default_factory=dict)

    @classmethod
    def blank(cls, index: Positions, classes: Sequence[tuple[Any, ...]], reason: Reason | None = None) -> Answers:
        """Nothing is known yet, for the reason given if there is one."""
        unknown = np.full(index.size, np.inf)
        return cls(index, classes, np.full(index.size, UNDECIDED, np.int8), -unknown, unknown, reason or Reason())

    @classmethod
    def refusals(cls, failed: dict[int, Exception]) -> Answers:
        """Problems that could not even be read, by their positions."""
        answers = cls.blank(np.array(sorted(failed), dtype=np.int64), [()] * len(failed))
        for i, j in enumerate(answers.index.tolist()):
            answers.fail(i, failed[j])
        return answers

    def settle(self, i: int, outcome: Outcome) -> None:
        """Take an outcome that was found by itself."""
        self.built[i] = outcome
        self.kind[i] = KINDS.index(outcome.kind)
        self.lower[i], self.upper[i] = outcome.bracket.lower, outcome.bracket.upper

    def leave(self, i: int, reason: Reason) -> None:
        """Give up: what the weights of a box prove short of that is not known."""
        self.reason = reason
        self.upper[i] = np.inf if self.kind[i] == INSEPARABLE else self.upper[i]
        self.kind[i] = UNDECIDED

    def fail(self, i: int, error: Exception) -> None:
        self.failed[i] = error
        self.kind[i] = FAILED
        self.lower[i] = self.upper[i] = np.nan

    def outcome(self, i: int) -> Outcome:
        """The answer to problem i; what failed is raised again."""
        if i in self.failed:
            raise self.failed[i]
        if i in self.built:
            return self.built[i]
        if self.facts is None:
            claim = Claim(bracket=self._bracket(i), classes=self.classes[i])
            return answer_of(claim, of_undecided(self.classes[i], self._bracket(i), None, i), self._run(i))
        if self.kind[i] == SEPARABLE:
            return self._separable(i, self.facts)
        if self.kind[i] == INSEPARABLE:
            return self.inseparable(i, self.facts.enclosure(i))
        return self._undecided(i, self.facts)

    def _separable(self, i: int, facts: Facts) -> Outcome:
        proof, bracket = facts.separator(i), self._bracket(i)
        shown = self._hyperplane(i, facts, proof)
        verdict = of_separable(self.classes[i], bracket, facts, i, shown["intercept"])
        weights = facts.weights(i) if np.isfinite(bracket.upper) else None
        claim = Claim(bracket=bracket, classes=self.classes[i], **shown, weights=weights, proof=proof)
        return answer_of(claim, verdict, self._run(i))

    def inseparable(self, i: int, proof: Cancellation | Enclosure) -> Outcome:
        """With the verdict on the enclosure that was checked; on integers there is none yet."""
        assert self.facts is not None
        bracket = Bracket(float(self.lower[i]), 0.0)
        hyperplane: dict[str, Any] = {}
        if np.isfinite(bracket.lower):
            hyperplane = self._hyperplane(i, self.facts, self.facts.separator(i))
        checked = isinstance(proof, Enclosure)
        verdict = of_inseparable(self.classes[i], bracket, self.facts, i) if checked else Verdict()
        weights = proof.weights(self.facts.n)
        claim = Claim(bracket=bracket, classes=self.classes[i], **hyperplane, weights=weights, proof=proof)
        return answer_of(claim, verdict, self._run(i))

    def _undecided(self, i: int, facts: Facts) -> Outcome:
        bracket = self._bracket(i)
        hyperplane = self._hyperplane(i, facts, facts.separator(i)) if np.isfinite(bracket.lower) else {}
        weights = facts.weights(i) if np.isfinite(bracket.upper) else None
        verdict = of_undecided(self.classes[i], bracket, facts, i)
        claim = Claim(bracket=bracket, classes=self.classes[i], **hyperplane, weights=weights)
        return answer_of(claim, verdict, self._run(i))

    def _bracket(self, i: int) -> Bracket:
        return Bracket(float(self.lower[i]), float(self.upper[i]))

    def _run(self, i: int) -> Run:
        steps, passes = (0, 0) if self.facts is None else (int(v) for v in self.facts.told[i, 2:])
        reason = self.reason if self.kind[i] == UNDECIDED else Reason()
        return Run("min-norm-point", steps, passes, self.seconds, reason)

    def _hyperplane(self, i: int, facts: Facts, proof: Separator) -> dict[str, Any]:
        return {
            "coef": proof.direction,
            "intercept": raw_intercept(proof),
            "centre": proof.centre,
            "offset": proof.offset,
            "nearest": tuple(facts.nearest[i][facts.nearest[i] >= 0].tolist()),
        }
