"""`Bound`: one bound on the error of one rule; `Bounds`: all that were considered, and the tightest."""

from __future__ import annotations

from dataclasses import dataclass

from gordan.learn.compression.bound.formula import Condition

__all__ = ["Bound", "Bounds"]


@dataclass(frozen=True)
class Bound:
    """With confidence 1 − delta the `rule` errs on at most `value` of the distribution, if the conditions hold.

    With a `margin` that is not 0, all but `value` of the distribution are even that far on their sides.
    """

    name: str
    value: float
    delta: float
    rule: str
    conditions: tuple[Condition, ...]
    margin: float = 0.0

    @property
    def applies(self) -> bool:
        """Whether no condition is known to fail."""
        return all(condition.status != "fails" for condition in self.conditions)

    @property
    def vacuous(self) -> bool:
        """Whether it says no more than that an error is at most 1."""
        return not self.value < 1

    def __str__(self) -> str:
        value = f"{self.value:.4g}" + (" (vacuous: no error exceeds 1)" if self.vacuous else "")
        value += f", with a margin of at least {self.margin:.4g} on all others" if self.margin else ""
        failing = [condition.text for condition in self.conditions if condition.status == "fails"]
        return f"{self.name}, for {self.rule}: " + (f"does not apply: {'; '.join(failing)}" if failing else value)


@dataclass(frozen=True)
class Bounds:
    """Bounds that hold all at once with confidence 1 − delta: each was given an equal share of delta.

    `errors` of the `n` examples are on the wrong side of the rule that makes mistakes, if one was asked about.
    """

    bounds: tuple[Bound, ...]
    delta: float
    n: int
    errors: int = 0

    @property
    def tightest(self) -> Bound | None:
        """The least of those that apply; None where none does."""
        return min((bound for bound in self.bounds if bound.applies), key=lambda bound: bound.value, default=None)

    def local_to_global(self) -> str:
        """What the sample says of the labels everywhere, in a sentence."""
        best = self.tightest
        if best is None or best.vacuous:
            return f"{self.n:,} examples say nothing yet about the labels of others."
        apart = f" and have a margin of {best.margin:.4g} to it" if best.margin else ""
        return (
            f"With confidence {1 - self.delta:g} the labels agree with a halfspace{apart} on all but {best.value:.4g} "
            f"of the distribution, for {best.rule} is such a halfspace ({best.name})."
        )

    def __str__(self) -> str:
        lines = [f"Error bounds at confidence {1 - self.delta:g}, {self.n:,} examples"]
        for bound in self.bounds:
            mark = "*" if bound is self.tightest else " "
            lines.append(f"{mark} {bound}")
            lines += [f"      {condition}" for condition in bound.conditions if condition.status != "fails"]
        return "\n".join(lines)
