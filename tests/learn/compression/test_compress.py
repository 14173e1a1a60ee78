"""A sample compressed is its rule: rebuilt bit for bit, right on the sample, and no larger than the theorems say."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.learn.compression.sample.support import widest

SEQUENTIAL = [
    gordan.solver.Perceptron(),
    gordan.solver.Perceptron(order="shuffled", random_state=3),
    gordan.solver.AggressivePerceptron(),
    gordan.solver.RIndependentPerceptron(shuffled=True, random_state=1),
    gordan.solver.InfinityPerceptron(),
]


def planted(n: int, m: int, *, intercept: bool, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    u = generator.standard_normal(m)
    X = generator.standard_normal((n, m))
    z = X @ u + (0.5 if intercept else 0.0)
    return X + 0.3 * np.outer(np.sign(z), u) / np.linalg.norm(u), (z > 0).astype(int)


@pytest.mark.parametrize("form", ["dense", "single", "sparse", "normalised", "far"])
@pytest.mark.parametrize("solver", SEQUENTIAL, ids=lambda solver: solver.name)
def test_the_perceptrons_own_rule_bit_for_bit(solver: gordan.solver.Perceptron, form: str) -> None:
    X, y = planted(80, 4, intercept=False)
    data = {"single": X.astype(np.float32), "sparse": csr_array(X), "far": X * 2.0**700}.get(form, X)
    problem = gordan.Points(data, y, intercept=False, normalise=form == "normalised")
    outcome = gordan.solve(problem, solver=solver)
    kept = gordan.compress(problem, outcome, solver=solver)
    rule = gordan.reconstruct(gordan.compression.Compressed.from_json(kept.to_json()))
    assert outcome.coef is not None
    assert rule.direction.tobytes() == outcome.coef.tobytes()
    assert kept.scheme == "perceptron"
    assert kept.selects
    assert kept.updates == outcome.n_iter == sum(kept.multiplicities.values())


@pytest.mark.parametrize("form", ["dense", "sparse"])
def test_with_an_intercept_too(form: str) -> None:
    X, y = planted(80, 4, intercept=True, seed=1)
    problem = gordan.Points(csr_array(X) if form == "sparse" else X + 50.0, y)
    outcome = gordan.solve(problem, solver="perceptron")
    assert isinstance(outcome, gordan.Separable)
    kept = gordan.compress(problem, outcome)
    rule = kept.reconstruct()
    assert rule.direction.tobytes() == outcome.proof.direction.tobytes()
    assert rule.offset == outcome.proof.offset
    assert rule.centre.tolist() == outcome.proof.centre.tolist()
    assert kept.size <= kept.updates + 2
    # The mean of all points is no example.
    assert kept.selects == (form == "sparse")


@pytest.mark.parametrize("solver", SEQUENTIAL, ids=lambda solver: solver.name)
@pytest.mark.parametrize("seed", range(3))
def test_updates_never_exceed_the_theorem(solver: gordan.solver.Perceptron, seed: int) -> None:
    X, y = planted(60, 3, intercept=False, seed=seed)
    problem = gordan.Points(X, y, intercept=False)
    best = gordan.solve(problem, tol=1e-9)
    kept = gordan.compress(problem, gordan.solve(problem, solver=solver), solver=solver)
    ratio = (np.linalg.norm(X, axis=1).max() / best.bracket.lower) ** 2
    factor = {"perceptron": 1, "aggressive-perceptron": 3, "r-independent-perceptron": 12}.get(solver.name)
    most = factor * ratio if factor else ratio ** (1 / (2 - 1.25))
    assert kept.updates <= most
    assert kept.updates <= kept.limit


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "mirror-prox"])
@pytest.mark.parametrize("shape", [(40, 2), (120, 10), (8, 20)])
def test_supports_make_the_maximum_margin(shape: tuple[int, int], solver: str, intercept: bool) -> None:
    X, y = planted(*shape, intercept=intercept, seed=shape[1])
    problem = gordan.Points(X, y, intercept=intercept)
    outcome = gordan.solve(problem, solver=solver)
    kept = gordan.compress(problem, outcome)
    rank = np.linalg.matrix_rank(X - X.mean(axis=0) if intercept else X)
    assert kept.scheme == "support"
    assert kept.selects
    assert kept.size <= kept.limit == rank + intercept
    rule = gordan.reconstruct(kept)
    values = (X - rule.centre) @ rule.direction + float(rule.offset)
    margins = values * np.where(y == 1, 1, -1)
    best = gordan.solve(problem, tol=1e-10).bracket
    assert margins.min() / np.linalg.norm(rule.direction) == pytest.approx(best.lower, rel=1e-8)
    # Its own supports compressed again are the same, and make the same rule.
    again = gordan.Points(np.array(kept.examples), list(kept.signs), intercept=intercept)
    if len(set(kept.signs)) == 2:
        second = gordan.reconstruct(gordan.compress(again, gordan.solve(again)))
        assert second.direction.tobytes() == rule.direction.tobytes()


@pytest.mark.parametrize("copies", [1, 6000])
def test_the_rank_is_that_of_the_numbers_themselves(copies: int) -> None:
    """Two points that no numerical rank tells apart are two all the same, of a small sample and of a large one."""
    X = np.repeat([[1.0, 1e-20], [1.0, -1e-20]], copies, axis=0)
    kept = kept_of(X, np.repeat([1, 0], copies), intercept=False)
    assert kept.size == 2 == kept.limit


def test_the_rank_of_decimals_and_of_points_that_depend() -> None:
    X = np.array([[0.1, 0.3], [0.3, 0.9], [-0.1, -0.3]])
    y = [1, 1, 0]
    decimal = gordan.Points(X, y, intercept=False, numbers="decimal")
    assert gordan.compress(decimal, gordan.solve(decimal)).limit == 1.0
    # As binary numbers 0.3 is not three times 0.1.
    assert kept_of(X, y, intercept=False).limit == 2.0
    line = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [-1.0, -2.0, -3.0]])
    assert kept_of(line, y).limit == 2.0
    assert kept_of(csr_array(line), y, intercept=False).limit == 1.0


def test_supports_do_not_depend_on_their_order() -> None:
    X, y = planted(60, 5, intercept=True, seed=4)
    problem = gordan.Points(X, y)
    turned = gordan.Points(X[::-1], y[::-1])
    one, two = (gordan.reconstruct(gordan.compress(p, gordan.solve(p))) for p in (problem, turned))
    assert one.direction.tobytes() == two.direction.tobytes()
    assert one.offset == two.offset


def test_a_file_keeps_everything(tmp_path: Path) -> None:
    X, y = planted(30, 3, intercept=True, seed=5)
    labels = np.array(["no", "yes"])[y]
    problem = gordan.Points(X, labels, numbers="decimal")
    kept = gordan.compress(problem, gordan.solve(problem))
    kept.save(tmp_path / "kept.json")
    assert gordan.compression.Compressed.load(tmp_path / "kept.json") == kept
    assert "no" in kept.to_json()
    assert "30 examples" in str(kept)


def test_a_size_fixed_beforehand_serves_inseparable_points() -> None:
    generator = np.random.default_rng(6)
    X = generator.standard_normal((200, 3))
    y = np.where(X[:, 0] + 0.5 * generator.standard_normal(200) > 0, 1, -1)
    problem = gordan.Points(X, y, intercept=False)
    outcome = gordan.solve(problem)
    assert outcome.kind == "inseparable"
    kept = gordan.compress(problem, outcome, size=20)
    rule = gordan.reconstruct(kept)
    assert kept.updates == 20
    assert kept.errors == int((y * (X @ rule.direction) <= 0).sum()) > 0
    with pytest.raises(gordan.InputError, match="size="):
        gordan.compress(problem, outcome)


def test_refusals() -> None:
    X, y = planted(60, 3, intercept=True, seed=1)
    problem = gordan.Points(X, y)
    outcome = gordan.solve(problem, solver=gordan.solver.Perceptron(order="shuffled", random_state=5))
    with pytest.raises(gordan.InputError, match="again"):
        gordan.compress(problem, outcome, scheme="perceptron", solver=gordan.solver.Perceptron())
    with pytest.raises(gordan.InputError, match="one by one"):
        gordan.compress(problem, outcome, scheme="perceptron", solver=gordan.solver.MirrorProx())
    with pytest.raises(gordan.InputError, match="constant column"):
        gordan.compress(problem, outcome, size=3)
    with pytest.raises(gordan.InputError, match="scheme"):
        gordan.compress(problem, outcome, scheme="zip")
    with pytest.raises(gordan.InputError, match="compress"):
        gordan.compress(X, outcome)
    with pytest.raises(gordan.InputError, match="compressed sample"):
        gordan.reconstruct(outcome)
    with pytest.raises(gordan.InputError, match="to_json"):
        gordan.compression.Compressed.from_json('{"format": "zip"}')


@pytest.mark.parametrize("seed", range(6))
def test_ties_and_twins_are_spared(seed: int) -> None:
    """Integers with duplicates: more points touch the margin than it needs, and those kept are independent."""
    generator = np.random.default_rng(seed)
    X = generator.integers(-3, 4, (12, 3)).astype(float)
    X = np.vstack([X, X])
    y = X @ [1.0, -2.0, 1.0] > 0
    problem = gordan.Points(X, y, intercept=True)
    outcome = gordan.solve(problem, solver="mirror-prox")
    kept = gordan.compress(problem, outcome)
    points = np.array(kept.examples)
    assert np.linalg.matrix_rank(points[1:] - points[0]) == kept.size - 1
    rule = gordan.reconstruct(kept)
    assert (((X - rule.centre) @ rule.direction + float(rule.offset) > 0) == y).all()


def test_points_that_depend_on_one_another_are_spared() -> None:
    """Equal points and points in line are needed once or at their ends; points off the margin not at all."""
    kept = kept_of([[2.0], [2.0], [-2.0], [2.0]], [1, 1, 0, 1])
    assert kept.size == 2
    points = gordan.Points([[1.0, 0.0], [1.0, 1.0], [1.0, -1.0], [-1.0, 0.0]], [1, 1, 1, 0])
    assert len(widest(points, np.array([0.1, 0.2, 0.2, 0.5])).kept) == 3
    apart = gordan.Points([[1.0, 0.0], [9.0, 1.0], [-1.0, 0.0]], [1, 1, 0])
    assert widest(apart).kept == (0, 2)
    with pytest.raises(gordan.InputError, match="no supports"):
        widest(gordan.Points([[0.0, 0.0]], [1], intercept=False))


def kept_of(X: object, y: object, **how: bool) -> gordan.compression.Compressed:
    problem = gordan.Points(X, y, **how)
    return gordan.compress(problem, gordan.solve(problem))


def test_unit_lengths_have_supports_too() -> None:
    X, y = planted(50, 3, intercept=False, seed=9)
    kept = kept_of(X, y, intercept=False, normalise=True)
    assert kept.scheme == "support"
    assert kept.size <= 3
    unit = X / np.linalg.norm(X, axis=1)[:, None]
    best = gordan.separate(X, y, intercept=False, normalise=True, tol=1e-10).bracket
    rule = kept.reconstruct().direction
    margins = (unit @ rule) * np.where(y == 1, 1, -1) / np.linalg.norm(rule)
    assert margins.min() == pytest.approx(best.lower, rel=1e-8)


def test_what_a_polished_candidate_found_is_kept_by_its_supports() -> None:
    """Where the loop found a separator before the perceptron did, the updates do not make the outcome's rule."""
    for seed in range(40):
        X, y = planted(50, 3, intercept=True, seed=seed)
        if len(set(y)) < 2:
            continue
        problem = gordan.Points(X, y)
        outcome = gordan.solve(problem, solver="aggressive-perceptron", polish=True)
        if "polishing" in outcome.reason:
            assert gordan.compress(problem, outcome).scheme == "support"
            updates = gordan.bound.error_bounds(problem, outcome).bounds[2]
            assert not updates.applies
            return
    raise AssertionError("no candidate was polished into a separator: the test shows nothing")


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", sorted({one.name for one in SEQUENTIAL}))
def test_as_published_their_updates_are_kept(name: str, intercept: bool) -> None:
    """Algorithms 1-4 of Moran et al. end by themselves, and their rule is the sum of their updates."""
    for seed in range(8):
        X, y = planted(50, 3, intercept=intercept, seed=seed)
        if len(set(y)) < 2:
            continue
        problem = gordan.Points(X, y, intercept=intercept)
        outcome = gordan.solve(problem, solver=name)
        kept = gordan.compress(problem, outcome)
        assert kept.scheme == "perceptron"
        assert kept.updates == outcome.n_iter <= kept.limit
        rule = kept.reconstruct()
        assert rule.direction.tobytes() == outcome.proof.direction.tobytes()


@pytest.mark.parametrize(
    "solver",
    [
        gordan.solver.AggressivePerceptron(beta=0.3),
        gordan.solver.InfinityPerceptron(alpha=1.3),
        gordan.solver.InfinityPerceptron(alpha=1.1),
        gordan.solver.Perceptron(order="shuffled", random_state=3),
    ],
    ids=repr,
)
def test_parameters_need_not_be_given_again(solver: gordan.solver.Perceptron) -> None:
    X, y = planted(60, 4, intercept=False)
    problem = gordan.Points(X, y, intercept=False)
    outcome = gordan.solve(problem, solver=solver)
    kept = gordan.compress(problem, outcome)
    assert kept.scheme == "perceptron"
    assert kept.updates == outcome.n_iter
    assert gordan.reconstruct(kept).direction.tobytes() == outcome.proof.direction.tobytes()
    model = gordan.PerceptronClassifier(solver, fit_intercept=False, max_iter=None).fit(X, y)
    assert gordan.compress(problem, model.outcome_).scheme == "perceptron"


def test_updates_that_cancel_make_no_rule() -> None:
    problem = gordan.Points([[1.0], [-1.0]], [1, 1], intercept=False)
    kept = gordan.compress(problem, gordan.solve(problem), size=2)
    assert kept.errors == 2
    assert not kept.reconstruct().direction.any()


def test_classes_without_a_form_in_json_are_refused() -> None:
    days = np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]")
    kept = kept_of([[0.0], [1.0]], days)
    with pytest.raises(gordan.InputError, match="JSON"):
        kept.to_json()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("order", [0, 99]),
        ("order", [0]),
        ("order", ["a", "b"]),
        ("order", [-1, 0]),
        ("scheme", "x"),
        ("rows", "x"),
        ("rows", [0, 0]),
        ("rows", [0, 10**6]),
        ("rows", [0, 1.0]),
        ("examples", [["a", "b"], [1.0, 2.0]]),
        ("examples", [[1.0], [1.0, 2.0]]),
        ("examples", [[1.0, 2.0]]),
        ("examples", [[1.0, math.inf], [1.0, 2.0]]),
        ("signs", []),
        ("signs", [1, 2]),
        ("offset_from", [7]),
        ("offset_from", [0]),
        ("centre", [1.0]),
        ("centre", 3),
        ("scale", "a"),
        ("scale", 0.0),
        ("intercept", "yes"),
        ("normalise", 1),
        ("numbers", "zz"),
        ("classes", 3),
        ("n", 0),
        ("errors", 99),
        ("errors", -1),
        ("limit", "many"),
        ("limit", -1.0),
        ("limit", math.nan),
        ("limited_by", 5),
    ],
)
def test_a_file_that_was_changed_is_refused_by_the_field(field: str, value: object) -> None:
    kept = kept_of([[1.0, 0.0], [0.0, 1.0], [3.0, 4.0]], [1, 0, 1], intercept=False)
    assert kept.size == 2
    fields = json.loads(kept.to_json())
    assert gordan.compression.Compressed.from_json(json.dumps(fields)) == kept
    with pytest.raises(gordan.InputError, match=rf"\b{field} is|entry of {field} is"):
        gordan.compression.Compressed.from_json(json.dumps(fields | {field: value}))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(bytes([255, 0, 254]))
    for path in (tmp_path / "none.json", tmp_path, tmp_path / "noise", "\0"):
        with pytest.raises(gordan.InputError, match=r"cannot be read .* Compressed\.save"):
            gordan.compression.Compressed.load(path)
