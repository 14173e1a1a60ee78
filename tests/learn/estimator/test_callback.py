"""scikit-learn's callbacks are told of the fit, of each question and of each step."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

import gordan
from learn.estimator.flowers import apart, mixed

callback = pytest.importorskip("sklearn.callback")


class Record:
    """A callback that writes down what it is told, and may ask to stop."""

    def __init__(self, most: int | None = None) -> None:
        self.most, self.told = most, []

    def setup(self, estimator: Any, context: Any) -> None:
        self.told.append(("setup", context.task_name))

    def on_fit_task_begin(self, estimator: Any, context: Any) -> None:
        self.told.append(("begin", context.task_name))

    def on_fit_task_end(self, estimator: Any, context: Any) -> bool:
        self.told.append(("end", context.task_name))
        return self.most is not None and context.task_name == "step" and context.task_id + 1 >= self.most

    def teardown(self, estimator: Any, context: Any) -> None:
        self.told.append(("teardown", context.task_name))


class Fitted(Record):
    """A callback that wants the estimator as it would be now."""

    def on_fit_task_end(self, estimator: Any, context: Any, *, X: Any, y: Any, fitted_estimator: Any) -> None:
        if fitted_estimator is not None:
            self.told.append(("score", fitted_estimator.score(X, y)))


@pytest.mark.parametrize(
    "model", [gordan.MaxMarginClassifier(multi_class="ovr"), gordan.PerceptronClassifier("perceptron")]
)
def test_tasks_begin_and_end_like_brackets(model: Any) -> None:
    record = Record()
    X, y = apart(k=3)
    model.set_callbacks(record).fit(X, y)
    names = [name for what, name in record.told if what == "begin"]
    assert names[0] == "fit"
    assert [name for name in names if "against" in name] == [f"{k} against the rest" for k in range(3)]
    assert names.count("step") >= 3
    assert (record.told[0], record.told[-1]) == (("setup", "fit"), ("teardown", "fit"))
    open_tasks: list[str] = []
    for what, name in record.told[1:-1]:
        if what == "begin":
            open_tasks.append(name)
        else:
            assert open_tasks.pop() == name
    assert not open_tasks


def test_callbacks_change_no_answer() -> None:
    X, y = apart(k=3)
    alone = gordan.MaxMarginClassifier().fit(X, y)
    watched = gordan.MaxMarginClassifier().set_callbacks(Record()).fit(X, y)
    # Questions that nobody watches are answered together, by another order of sums.
    np.testing.assert_allclose(alone.coef_, watched.coef_, rtol=1e-9)
    assert [each.kind for each in alone.outcome_] == [each.kind for each in watched.outcome_]


def test_a_callback_may_end_a_question_and_gets_what_is_known() -> None:
    X, y = mixed(200, 10)
    model = gordan.PerceptronClassifier("mirror-prox", eps=1e-12).set_callbacks(Record(most=2))
    with pytest.warns(match="the run was interrupted"):
        model.fit(X, y)
    assert model.outcome_.kind == "undecided"
    assert gordan.verify(gordan.Points(X, y), model.certificate_).holds


def test_callbacks_are_taken_down_when_a_fit_is_refused() -> None:
    record = Record()
    with pytest.raises(gordan.InputError):
        gordan.MaxMarginClassifier(solver="nobody").set_callbacks(record).fit(*apart())
    assert record.told[-1] == ("teardown", "fit")


def test_ctrl_c_is_not_taken_for_a_callback() -> None:
    class Angry(Record):
        def on_fit_task_begin(self, estimator: Any, context: Any) -> None:
            if context.task_name == "step":
                raise KeyboardInterrupt

    with pytest.raises(gordan.Interrupted):
        gordan.MaxMarginClassifier().set_callbacks(Angry()).fit(*apart())


def test_the_end_of_the_fit_can_be_scored() -> None:
    record = Fitted()
    gordan.MaxMarginClassifier().set_callbacks(record).fit(*apart())
    assert [value for what, value in record.told if what == "score"] == [1.0]


def test_the_progress_bar_shows_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn by rich, which is told that it has a terminal."""
    import rich

    shown = io.StringIO()
    monkeypatch.setattr(rich, "_console", rich.console.Console(file=shown, force_terminal=True, width=100))
    X, y = apart(k=3)
    gordan.PerceptronClassifier("perceptron").set_callbacks(callback.ProgressBar()).fit(X, y)
    for words in ("PerceptronClassifier - fit", "0 against the rest", "2 against the rest"):
        assert words in shown.getvalue()


def test_a_search_hands_its_callbacks_down() -> None:
    record = Record()
    record.max_propagation_depth = None
    search = GridSearchCV(gordan.MaxMarginClassifier(), {"tol": [1e-3, 1e-6]}, cv=2)
    if not hasattr(search, "set_callbacks"):
        pytest.skip("this search knows no callbacks")
    search.set_callbacks(record).fit(*apart())
    assert any("against" in name for _, name in record.told)
