"""Saved and restored, a learner goes on as if nothing had happened, to the last bit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.errors import InputError
from gordan.learn.online.keep import _digest
from learn.online.streams import LINEAR, dictionaries

FORMS = ["rows", "names", "dense", "sparse"]


def stream() -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    X = rng.standard_normal((90, 4)) * rng.uniform(0.1, 7.0, (90, 1))
    return X, (X @ [1.0, -2.0, 0.5, 0.1] + rng.standard_normal(90) > 0.3).tolist()


def feed(learner: Any, form: str, X: Any, y: Any) -> None:
    if form in ("dense", "sparse"):
        learner.partial_fit(csr_array(X) if form == "sparse" else X, y)
        return
    for x, label in zip(dictionaries(X) if form == "names" else X, y, strict=True):
        learner.learn_one(x, label)


def bits(learner: Any, form: str, X: Any) -> list[str]:
    points = dictionaries(X) if form == "names" else X
    return [float(learner.decision_one(x)).hex() for x in points]


CASES = [("perceptron", form, combine) for form in FORMS for combine in ("last", "averaged", "voted")]
CASES += [(name, "names", "averaged") for name in LINEAR if name != "perceptron"]


@pytest.mark.parametrize(("name", "form", "combine"), CASES)
def test_it_goes_on_to_the_last_bit(name: str, form: str, combine: str, tmp_path: Path) -> None:
    X, y = stream()
    learner = LINEAR[name](combine=combine, classes=[False, True])
    learner.compare({f"x{j}": 0.3 for j in range(4)} if form == "names" else [0.3] * 4, 0.1)
    feed(learner, form, X[:50], y[:50])
    learner.save(tmp_path / "learner.json")
    restored = type(learner).load(tmp_path / "learner.json")
    for each in (learner, restored):
        feed(each, form, X[50:], y[50:])
    assert repr(restored) == repr(learner)
    assert bits(restored, form, X) == bits(learner, form, X)
    assert restored._run == learner._run
    assert (restored.bound, restored.hinge) == (learner.bound, learner.hinge)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("budget", [None, 9])
def test_a_kernel_learner_goes_on_too(form: str, budget: int | None, tmp_path: Path) -> None:
    X, y = stream()
    learner = gordan.online.OnlineKernelPerceptron(kernel="laplacian", gamma=0.3, budget=budget)
    feed(learner, form, X[:50], y[:50])
    learner.save(tmp_path / "learner.json")
    restored = gordan.online.OnlineKernelPerceptron.load(tmp_path / "learner.json")
    for each in (learner, restored):
        feed(each, form, X[50:], y[50:])
    assert bits(restored, form, X) == bits(learner, form, X)
    assert restored.stored == learner.stored


def test_a_learner_that_has_seen_nothing(tmp_path: Path) -> None:
    gordan.online.OnlineAggressivePerceptron(beta=0.1, classes=["a", 'b"\n']).save(tmp_path / "new.json")
    restored = gordan.online.OnlineAggressivePerceptron.load(tmp_path / "new.json")
    assert restored.classes_ == ("a", 'b"\n')
    assert restored.beta == 0.1


def test_labels_and_names_keep_their_types(tmp_path: Path) -> None:
    learner = gordan.online.OnlinePerceptron()
    learner.learn_one({1: 2.0, "1": 3.0, ("a", 2): 1.5}, 0.1)
    learner.learn_one({1: -2.0}, 7)
    learner.save(tmp_path / "typed.json")
    restored = gordan.online.OnlinePerceptron.load(tmp_path / "typed.json")
    assert restored.classes_ == (0.1, 7)
    assert restored.coef_ == learner.coef_


def test_a_file_is_not_overwritten_unless_told(tmp_path: Path) -> None:
    path = tmp_path / "learner.json"
    gordan.online.OnlinePerceptron().save(path)
    with pytest.raises(InputError, match="is not overwritten"):
        gordan.online.OnlinePerceptron().save(path)
    gordan.online.OnlinePerceptron(classes=[1, 2]).save(path, overwrite=True)
    assert gordan.online.OnlinePerceptron.load(path).classes_ == (1, 2)
    with pytest.raises(InputError, match="for the learner"):
        gordan.online.OnlinePerceptron().save(tmp_path / "nowhere" / "learner.json")


def test_what_a_file_cannot_hold_is_said_before_it_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot hold"):
        gordan.online.OnlineKernelPerceptron(kernel=lambda X, Y: X @ Y.T).save(tmp_path / "function.json")
    learner = gordan.online.OnlinePerceptron()
    learner.learn_one({frozenset("a"): 1.0}, 1)
    with pytest.raises(InputError, match="cannot hold"):
        learner.save(tmp_path / "set.json")
    assert list(tmp_path.iterdir()) == []


def test_other_files_get_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "learner.json"
    gordan.online.OnlinePerceptron().partial_fit([[1.5], [2.5]], [0, 1]).save(path)
    whole = path.read_text(encoding="utf-8")
    changed = json.loads(whole)
    changed["state"]["pairs"][1][1] = [5, 6]
    resealed: dict[str, Any] = {**json.loads(whole), "state": {"pairs": []}}
    resealed["digest"] = _digest(resealed["state"])
    broken = {
        "cut short": whole[:-30],
        "no online learner": '{"a": 1}',
        "holds no": "[1, 2]",
        "format 2": whole.replace('"format": 1', '"format": 2'),
        "of the kind": whole.replace("OnlinePerceptron", "OnlineInfinityPerceptron"),
        "digest is another": json.dumps(changed),
        "not as gordan writes it": json.dumps(resealed),
        "no JSON": "\x00",
    }
    for words, text in broken.items():
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=words):
            gordan.online.OnlinePerceptron.load(path)
    with pytest.raises(InputError, match="cannot be read"):
        gordan.online.OnlinePerceptron.load(tmp_path / "missing.json")


@pytest.mark.parametrize("combine", ["last", "voted"])
def test_labels_and_names_of_any_kind_come_back(combine: str, tmp_path: Path) -> None:
    learner = gordan.online.OnlinePerceptron(combine=combine)
    for value, label in ((1.0, ("a", 1)), (-2.0, ("b", (2, 0.5)))):
        learner.learn_one({"a\ud800": value, ("x", 0): 1.0, "é": 2.0}, label)
    learner.save(tmp_path / "learner.json")
    again = gordan.online.OnlinePerceptron.load(tmp_path / "learner.json")
    assert again.classes_ == learner.classes_
    for x in ({"a\ud800": 1.0}, {("x", 0): -1.0}):
        assert (again.predict_one(x), again.decision_one(x)) == (learner.predict_one(x), learner.decision_one(x))


def test_places_that_are_no_paths_and_states_that_are_no_learners(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the path is 5"):
        gordan.online.OnlinePerceptron().save(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the path is 5"):
        gordan.online.OnlinePerceptron.load(5)  # type: ignore[arg-type]
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    for state in ({"double": "0x1p5000"}, {"integers": [10**30]}, {"tuple": deep}):
        content = {"gordan": "online learner", "format": 1, "kind": "OnlinePerceptron", "state": state}
        (tmp_path / "bad.json").write_text(json.dumps({**content, "digest": _digest(state)}))
        with pytest.raises(InputError, match="not as gordan writes it"):
            gordan.online.OnlinePerceptron.load(tmp_path / "bad.json")
