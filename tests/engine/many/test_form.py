"""What may be given, what is refused in a sentence, and that one failure does not lose the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan

rng = np.random.default_rng(0)
X, Y = rng.standard_normal((30, 8, 3)), rng.choice([0, 1], (30, 8))


def test_problems_of_many_shapes_in_their_order() -> None:
    problems = []
    for j in range(24):
        n, m = 4 + j % 3, 2 + j % 2
        points = np.random.default_rng(j).standard_normal((n, m))
        kept: Any = sp.csr_array(points) if j % 5 == 0 else points.astype(np.float32) if j % 4 == 0 else points
        problems.append(gordan.Points(kept, [0, 1] + [j % 2] * (n - 2), intercept=j % 7 > 0))
    many = gordan.separate_many(one for one in problems)
    assert len(many) == 24
    for problem, outcome in zip(problems, many, strict=True):
        assert gordan.verify(problem, outcome).holds
        assert outcome.kind == gordan.solve(problem, solver="min-norm-point").kind


def test_pairs_become_points() -> None:
    many = gordan.separate_many([(X[j], Y[j]) for j in range(5)], intercept=False)
    assert np.array_equal(many.separable, gordan.separate_many(X[:5], Y[:5], intercept=False).separable)


@pytest.mark.parametrize("proof", ["rounded", "exact"])
def test_answers_keep_the_names_of_columns(proof: Any) -> None:
    """Stacked or one by one, of one frame with many labellings or of a frame for each problem."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(np.arange(8.0).reshape(4, 2) % 5, columns=["dose", "age"])
    labels = [[0, 0, 1, 1], [0, 1, 0, 1], [1, 1, 0, 1]]
    shared = gordan.separate_many(frame, labels, proof=proof)
    apart = gordan.separate_many([(frame, y) for y in labels], proof=proof)
    mixed = gordan.separate_many([(frame, labels[0]), (frame.to_numpy(), labels[0])], proof=proof)
    late = gordan.separate_many(frame, labels, max_seconds=1e-9)
    for outcome in [*shared, *apart, *late]:
        assert outcome.names == gordan.separate(frame, labels[0]).names == ("dose", "age")
    assert [outcome.names for outcome in mixed] == [("dose", "age"), ()]
    assert [outcome.kind for outcome in shared] == [gordan.separate(frame, y).kind for y in labels]
    assert gordan.separate_many(frame.to_numpy(), labels, proof=proof)[0].names == ()


def test_one_failure_does_not_lose_the_rest() -> None:
    spoilt, labels = X.copy(), Y.astype(float)
    spoilt[3, 2, 1], spoilt[9, 0, 0] = np.nan, np.inf
    labels[4], labels[5, 0], labels[6, 1] = 1.0, np.nan, 7.0
    many, clean = gordan.separate_many(spoilt, labels), gordan.separate_many(X, Y)
    assert sorted(many.failed) == [3, 4, 5, 6, 9]
    for j, text in {3: r"X\[2, 1\] is nan", 4: "all labels", 5: "label of row 0", 6: "3 classes", 9: "inf"}.items():
        with pytest.raises(gordan.InputError, match=text):
            many[j]
    kept = [j for j in range(30) if j not in many.failed]
    assert np.array_equal(many[kept].kinds, clean[kept].kinds)


def test_failures_among_problems() -> None:
    given = [gordan.Points(X[0], Y[0]), (X[1], [0] * 8), "neither", (X[2], Y[2])]
    many = gordan.separate_many(given)
    assert sorted(many.failed) == [1, 2]
    assert "problem 2 is a str" in str(many.failed[2])
    assert not (many.kinds[[0, 3]] == "failed").any()


def test_a_generator_that_refuses_a_problem_ends_there() -> None:
    many = gordan.separate_many(gordan.Points(X[j], Y[j] if j < 4 else [1] * 8) for j in range(9))
    assert len(many) == 5
    assert sorted(many.failed) == [4]


def test_other_errors_of_an_iterable_are_its_own() -> None:
    def broken() -> Iterator[Any]:
        yield X[0], Y[0]
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="disk"):
        gordan.separate_many(broken())


@pytest.mark.parametrize("numbers", [X.astype(np.float32), (9 * X).astype(int), (9 * X).astype(np.float16), X.tolist()])
def test_other_numbers(numbers: Any) -> None:
    many = gordan.separate_many(numbers, Y)
    for j in range(0, 30, 7):
        problem = gordan.Points(np.asarray(numbers)[j], Y[j])
        assert gordan.verify(problem, many[j]).holds


def test_a_number_that_no_double_holds_spoils_its_own_problem_only() -> None:
    large = (9 * X[:4]).astype(int)
    large[2, 0, 0] = 2**53 + 1
    assert sorted(gordan.separate_many(large, Y[:4]).failed) == [2]


def test_one_labelling_for_all() -> None:
    many = gordan.separate_many(X, Y[0])
    assert len(many) == 30
    assert gordan.verify(gordan.Points(X[11], Y[0]), many[11]).holds


def test_labels_of_any_kind() -> None:
    truth = gordan.separate_many(X[0], Y).kinds
    for labels in (
        Y.astype(bool),
        Y * 2.5 - 1,
        np.where(Y == 1, "up", "down"),
        np.where(Y == 1, "1", "0").tolist(),
        np.array(["low", "sure"], dtype=object)[Y],
    ):
        assert np.array_equal(gordan.separate_many(X[0], labels).kinds, truth)


def test_sparse_points_with_many_labellings() -> None:
    many = gordan.separate_many(sp.csr_array(X[0]), Y[:3])
    assert np.array_equal(many.kinds, gordan.separate_many(X[0], Y[:3]).kinds)


def test_the_arrays_given_are_not_changed() -> None:
    kept, fixed = X.copy(), X.copy()
    fixed.flags.writeable = False
    many = gordan.separate_many(fixed, Y, intercept=False, workers=1)
    assert np.array_equal(fixed, kept)
    assert np.array_equal(many.kinds, gordan.separate_many(np.asfortranarray(X), Y, intercept=False).kinds)


def test_extreme_numbers() -> None:
    scale = np.array([1e-300, 1e-200, 1e-100, 1.0, 1e100, 1e200, 1e300])
    stack = X[0] * scale[:, None, None]
    for intercept in (True, False):
        many = gordan.separate_many(stack, Y[0], intercept=intercept)
        assert len(set(many.kinds)) == 1
        for j in range(7):
            assert gordan.verify(gordan.Points(stack[j], Y[0], intercept=intercept), many[j]).holds


REFUSED: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (([],), {}, "no problems"),
    ((iter([]),), {}, "no problems"),
    ((3.0,), {}, "give Points"),
    ((X,), {}, "there are no labels"),
    (("abc",), {}, "give Points"),
    ((X[0], Y[0]), {}, "use separate for a single labelling"),
    ((X[0], Y[:, :5]), {}, "8 points but the rows of Y have 5 labels"),
    ((X, Y[:7]), {}, r"give labels of shape \(30, 8\), or \(8,\)"),
    ((X, Y[0, :5]), {}, "give labels of shape"),
    ((X[0, 0], Y), {}, r"1 dimension\(s\)"),
    ((X[:0], Y[:0]), {}, "no problems"),
    ((X[0], Y[:0]), {}, "no problems"),
    ((X[:, :, :0], Y), {}, "at least one point and one column"),
    ((X[0], [[0, 1], [0]]), {}, "different lengths"),
    (([X[0], X[0, :4]], Y[:2]), {}, "different shapes"),
    ((X[0] * np.nan, Y), {}, "is nan"),
    ((X, np.ma.masked_equal(np.arange(8) % 2, 0)), {}, "masked"),
    ((X, [1] * 8), {}, "all labels are 1"),
    ((X + 1j, Y), {}, "not real numbers"),
    ((X.astype(str), Y), {}, "not real numbers"),
    ((X, Y), {"normalise": True}, "needs intercept=False"),
    ((X[0] * 0.0, Y), {"normalise": True, "intercept": False}, "all zeros"),
    ((X, Y), {"numbers": "roman"}, "numbers is 'roman'"),
    ((X, Y), {"goal": "win"}, "goal is 'win'"),
    ((X, Y), {"tol": 0}, "tol is 0"),
    ((X, Y), {"proof": "none"}, "proof is 'none'"),
    ((X, Y), {"max_seconds": -1}, "max_seconds is -1"),
    ((X, Y), {"workers": 0}, "workers is 0"),
    ((X, Y), {"watch": "closely"}, "watch is 'closely'"),
]


@pytest.mark.parametrize(("given", "how", "sentence"), REFUSED)
def test_refused_in_a_sentence(given: tuple[Any, ...], how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        gordan.separate_many(*given, **how)
