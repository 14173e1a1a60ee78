"""What a fit has to say where the classes were not separated."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence

from sklearn.exceptions import ConvergenceWarning

from gordan.errors import NotSeparableWarning
from gordan.learn.estimator.answered import Answered
from gordan.learn.estimator.kept import Kept
from gordan.outcome import Inseparable, Separable, Undecided

__all__ = ["warn_of"]

_SHOWN = 5  # sides named one by one
_POCKET = "Predictions are those of the hyperplane with the fewest training errors seen."


def warn_of(answered: Answered, *, tol: float = math.inf) -> None:
    """One warning for all that is proved inseparable, one for all that was not decided, and one for open margins.

    A margin is open where its relative gap is above `tol`.
    """
    kept = answered.noteworthy(tol)
    proved = [
        f"{each.words} ({_rows(len(each.outcome.support))}; {_wrong(each)})"
        for each in kept
        if isinstance(each.outcome, Inseparable)
    ]
    if proved:
        _warn(
            f"there is no separating hyperplane{_where(kept)} for {_listed(proved)}. {_POCKET} outcome_ and "
            "certificate_ have the proof.",
            NotSeparableWarning,
        )
    left = [each for each in kept if isinstance(each.outcome, Undecided)]
    if left:
        which = _listed([f"{each.words} ({_wrong(each)})" for each in left])
        _warn(
            f"it is not known whether there is a separating hyperplane{_where(kept)} for {which}. "
            f"{left[0].outcome.reason} {_POCKET}",
            ConvergenceWarning,
        )
    wide = [each for each in kept if isinstance(each.outcome, Separable) and each.outcome.bracket.gap > tol]
    if wide:
        which = _listed([f"{each.words} (proved to lie in {each.outcome.bracket})" for each in wide])
        _warn(
            f"the greatest margin was not reached for {which}; what was found separates all the same. "
            f"{wide[0].outcome.reason}",
            ConvergenceWarning,
        )


def _where(kept: Sequence[Kept]) -> str:
    space = kept[0].outcome.space
    return f" in the space of {space}" if space else ""


def _rows(count: int) -> str:
    return "1 row cancels" if count == 1 else f"{count:,} rows cancel"


def _wrong(kept: Kept) -> str:
    if not kept.errors and isinstance(kept.outcome, Undecided):
        # Else it would sound like the answer that is missing.
        if kept.outcome.run is not None and kept.outcome.run.polished is False:
            return f"no row of {kept.n:,} on the wrong side of a hyperplane seen besides, which polish=True would prove"
        return f"no row of {kept.n:,} on the wrong side, but some too near the hyperplane for a proof"
    return f"{kept.errors:,} of {kept.n:,} rows on the wrong side"


def _listed(entries: list[str]) -> str:
    more = f", and {len(entries) - _SHOWN} more" if len(entries) > _SHOWN else ""
    return ", ".join(entries[:_SHOWN]) + more


def _warn(text: str, category: type[Warning]) -> None:
    # Past this file, the fit and the two wrappers around it, to the line that asked for it.
    warnings.warn(text, category, stacklevel=6)
