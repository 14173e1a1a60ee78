"""The bridge to scikit-learn's callbacks, which learn of a fit what a watcher learns of a run.

Their tasks are a tree: the fit, in it one task for each question, in it one for each step of the loop. A callback that
asks to stop at a step ends the question there, with what is known by then; other questions are still answered, for
predictions need them all. Callbacks came with scikit-learn 1.9; before that there are none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from gordan.arithmetic.array import Matrix
from gordan.engine.watch import Event, Watcher
from gordan.errors import Interrupted
from gordan.outcome import Outcome

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks
except ImportError:

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """There are no callbacks."""

    def with_callbacks(method: Any) -> Any:
        return method


__all__ = ["Bridge", "CallbackSupport", "managed"]

CallbackSupport: Any = CallbackSupportMixin
Fit = TypeVar("Fit", bound=Callable[..., Any])


def managed(fit: Fit) -> Fit:
    """Wrap a method so that callbacks are torn down after it, also where it raises."""
    return cast(Fit, with_callbacks(fit))


class Bridge:
    """Passes the progress of an estimator's fit to X and y on to its callbacks.

    There are so many `questions`, of which one takes at most so many `steps`, where that is known.
    """

    def __init__(self, estimator: object, X: Matrix, y: object, *, questions: int, steps: int | None = None) -> None:
        self._estimator, self._data, self._steps = estimator, {"X": X, "y": y}, steps
        begin = getattr(estimator, "_init_callback_context", None)
        self._root = None if begin is None else begin(max_subtasks=questions)
        if self._root is not None:
            self._root.call_on_fit_task_begin(estimator=estimator, **self._data)

    @property
    def watched(self) -> bool:
        """Whether there are callbacks, which are called at every step of every question."""
        return self._root is not None and bool(getattr(self._estimator, "_skl_callbacks", None))

    def ask(self, words: str, solve: Callable[[Watcher | None], Outcome]) -> Outcome:
        """Have one question answered; its steps are tasks of the callbacks."""
        if self._root is None or not self.watched:
            return solve(None)
        task = self._root.subcontext(task_name=words, max_subtasks=self._steps)
        task.call_on_fit_task_begin(estimator=self._estimator, **self._data)
        steps = Steps(self._estimator, task)
        try:
            outcome = solve(steps)
        except Interrupted as interrupted:
            if not steps.stopped:
                raise
            outcome = interrupted.outcome
        task.call_on_fit_task_end(estimator=self._estimator, **self._data)
        return outcome

    def end(self) -> None:
        """Tell the callbacks that the estimator is fitted, so that they can score it."""
        if self._root is not None:
            self._root.call_on_fit_task_end(estimator=self._estimator, **self._data, reconstruction_attributes={})


class Steps:
    """A watcher for which every step is a task."""

    def __init__(self, estimator: object, task: Any) -> None:
        self._estimator, self._task = estimator, task
        self.stopped = False

    def start(self, problem: object, solver: str, note: str) -> None:
        """The task began before."""

    def step(self, event: Event) -> None:
        step = self._task.subcontext(task_name="step")
        step.call_on_fit_task_begin(estimator=self._estimator)
        if step.call_on_fit_task_end(estimator=self._estimator):
            # The loop answers Ctrl-C with what it knows, which is just what is wanted here.
            self.stopped = True
            raise KeyboardInterrupt

    def stop(self, outcome: object) -> None:
        """The task ends after."""
