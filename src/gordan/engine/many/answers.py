"""What is known of one batch: arrays over its problems, from which an outcome is built when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.engine.many.batch import Batch, Classes, Names
from gordan.engine.polish.separator import raw_intercept
from gordan.outcome import Bracket, Cancellation, Claim, Enclosure, Outcome, Reason, Run, answer_of
from gordan.verify import Judged, judge_empty_claim

__all__ = ["FAILED", "INSEPARABLE", "KINDS", "SEPARABLE", "UNDECIDED", "Answers"]

SEPARABLE, INSEPARABLE, UNDECIDED, FAILED = range(4)
KINDS = ("separable", "inseparable", "undecided", "failed")


@dataclass(eq=False)
class Answers:
    """Kinds and brackets of a batch. Outcomes in `built` came one by one; all others are built from what was judged.

    The bracket of an undecided problem is as wide as it was proved; where nothing was tried nothing is judged. `ended`
    has the solver's status, rows, steps and passes, `nearest` rows next to the hyperplane, -1 for none, `names` those
    of the columns.
    """

    index: Positions
    classes: Classes
    kind: npt.NDArray[np.int8]
    lower: Array
    upper: Array
    reason: Reason = field(default_factory=Reason)
    seconds: float = 0.0
    judged: Judged | None = None
    ended: Positions = field(default_factory=lambda: np.zeros((0, 4), np.int64))
    nearest: Positions = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    built: dict[int, Outcome] = field(default_factory=dict)
    failed: dict[int, Exception] = field(default_factory=dict)
    names: Names = ()

    @classmethod
    def of(cls, batch: Batch, reason: Reason | None = None) -> Answers:
        """Nothing is known of a batch yet, for the reason given if there is one."""
        answers = cls.blank(batch.index, batch.classes, reason)
        answers.names = batch.names
        return answers

    @classmethod
    def blank(cls, index: Positions, classes: Classes, reason: Reason | None = None) -> Answers:
        """Answers of problems that no batch has come to."""
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
        self.built[i] = outcome if outcome.names else replace(outcome, names=self._named(i))
        self.kind[i] = KINDS.index(outcome.kind)
        self.lower[i], self.upper[i] = outcome.bracket.lower, outcome.bracket.upper

    def leave(self, i: int, reason: Reason) -> None:
        """Leave problem i undecided; weights that were thought to cancel, and are not proved to, bound no margin."""
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
        if self.judged is None:
            claim = Claim(bracket=self._bracket(i), classes=self.classes[i])
            return answer_of(claim, judge_empty_claim(claim, self.classes[i]), self.run(i), names=self._named(i))
        claim = self.claim(i, self.judged.enclosure(i) if self.kind[i] == INSEPARABLE else None)
        return answer_of(claim, self.judged.verdict(i, claim), self.run(i), names=self._named(i))

    def claim(self, i: int, proof: Cancellation | Enclosure | None = None) -> Claim:
        """What is claimed of problem i: that it is inseparable by the proof given, or what its kind says."""
        assert self.judged is not None
        claims, n, bracket = self.judged.claims, self.judged.size(i), self._bracket(i)
        separator = claims.separator(i)
        if proof is not None:
            bracket, weights = Bracket(bracket.lower, 0.0), proof.weights(n)
            claim = Claim(bracket=bracket, classes=self.classes[i], weights=weights, proof=proof)
        else:
            shown = claims.weights(i, n) if np.isfinite(bracket.upper) else None
            separates = separator if self.kind[i] == SEPARABLE else None
            claim = Claim(bracket=bracket, classes=self.classes[i], weights=shown, proof=separates)
        if not np.isfinite(bracket.lower):
            return claim
        return replace(
            claim,
            coef=separator.direction,
            intercept=raw_intercept(separator),
            centre=separator.centre,
            offset=separator.offset,
            nearest=tuple(self.nearest[i][self.nearest[i] >= 0].tolist()),
        )

    def run(self, i: int) -> Run:
        """How problem i was answered together with the others."""
        steps, passes = (int(v) for v in self.ended[i, 2:]) if self.ended.size else (0, 0)
        reason = self.reason if self.kind[i] == UNDECIDED else Reason()
        return Run("min-norm-point", steps, passes, self.seconds, reason)

    def work(self) -> Positions:
        """Steps and passes of every problem."""
        work = self.ended[:, 2:].copy() if self.ended.size else np.zeros((self.index.size, 2), np.int64)
        for i, outcome in self.built.items():
            work[i] = outcome.n_iter, outcome.n_passes
        return work

    def support(self, i: int) -> tuple[Positions, Array]:
        """Rows with weight in what was judged of problem i, and their weights."""
        assert self.judged is not None
        claims = self.judged.claims
        used = claims.x[i] != 0
        return claims.S[i, used], claims.x[i, used]

    def _named(self, i: int) -> tuple[str, ...]:
        return self.names[i] if self.names else ()

    def _bracket(self, i: int) -> Bracket:
        return Bracket(float(self.lower[i]), float(self.upper[i]))
