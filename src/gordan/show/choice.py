"""`display_of`: the picture that an answer asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.engine.watch import Trace
from gordan.errors import InputError
from gordan.outcome import Inseparable, Separation
from gordan.outcome.bodies import BodyAnswer
from gordan.problem import Conic
from gordan.regression.diagnose import Diagnosis
from gordan.show.bodies import BodiesDisplay
from gordan.show.cancellation import CancellationDisplay
from gordan.show.diagnosis import DiagnosisDisplay
from gordan.show.display import Display
from gordan.show.margin import MarginDisplay
from gordan.show.names import RowNames

__all__ = ["display_of"]


def display_of(
    answer: Any, problem: Any = None, *, row_names: RowNames | None = None, column_names: Sequence[str] = ()
) -> Display:
    """The display of an answer: what cancels, where points are inseparable, else hyperplane and margin.

    Parameters
    ----------
    answer : Separable, Inseparable, Undecided or a diagnosis
        What was answered. `answer.plot(problem)` draws what this returns.
    problem : Points, Gram or None
        What was asked; a diagnosis needs none.
    row_names, column_names
        Other names for the rows and columns than the problem's.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0], [3.0]], [0, 1, 0])
    >>> type(display_of(gordan.solve(problem), problem)).__name__
    'CancellationDisplay'
    """
    if isinstance(answer, Diagnosis):
        return DiagnosisDisplay.from_diagnosis(answer)
    if isinstance(answer, BodyAnswer):
        return BodiesDisplay.from_answer(problem, answer)
    if isinstance(answer, Trace):
        raise InputError("what was recorded is drawn by gordan.show.TraceDisplay.from_traces(trace).plot()")
    if not isinstance(answer, Separation) or isinstance(problem, Conic):
        kind = type(problem if isinstance(answer, Separation) else answer).__name__
        raise InputError(f"there is no picture of a {kind}; answers about points and diagnoses have one")
    if problem is None:
        raise InputError("an outcome holds no points; give the problem that it answers, outcome.plot(problem)")
    outcome: Any = answer
    cancels = isinstance(answer, Inseparable) and answer.weights is not None
    display = CancellationDisplay if cancels else MarginDisplay
    return display.from_outcome(problem, outcome, row_names=row_names, column_names=column_names)
