"""What to do when neither answer was proved."""

from __future__ import annotations

from gordan.engine.polish import LARGEST
from gordan.engine.solver import named
from gordan.outcome import Code, Undecided

__all__ = ["advise"]

_COLUMNS = LARGEST - 2  # a support has at most two rows more than the data have columns

_NEXT = {
    Code.INTERRUPTED: "let it run on, or bound it with --max-seconds",
    Code.MAX_ITER: "allow more iterations with --max-iter",
    Code.MAX_SECONDS: "allow more time with --max-seconds",
    Code.NOT_BEGUN: "allow more time with --max-seconds",
    Code.UNAFFORDABLE: "allow more time with --max-seconds, or more memory with --max-memory",
    Code.LEVEL: "lower the level at which the search ends with --eps",
    Code.OVERFLOW: "bring the columns to similar units",
}


def advise(outcome: Undecided, m: int) -> str:
    """What to try, from the reason the run ended for.

    Examples
    --------
    >>> from gordan.outcome import Reason, Run
    >>> run = Run("winnow", reason=Reason("Stopped because max_iter = 5 was reached.", Code.MAX_ITER))
    >>> advise(Undecided(run=run), m=4)
    'allow more iterations with --max-iter, or try --solver auto'
    """
    steps = [_NEXT[outcome.reason.code]] if outcome.reason.code in _NEXT else []
    if not (named(outcome.solver).exact or (outcome.run is not None and outcome.run.note)):
        steps.append("try --solver auto")
    if m > _COLUMNS:
        steps.append(f"ask about fewer columns: above {_COLUMNS} of them no proof of inseparability is attempted")
    return ", or ".join(steps or ["bring the columns to similar units"])
