"""The lecture notes on the perceptron: mistake bounds along streams, kernels, programs, and the worst case."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import gordan
from benchmarks.papers.page import draw, select, shown, slope, table
from benchmarks.papers.part import Cell, Part, Record
from benchmarks.papers.published import margin_of, pose, run
from gordan.online import HingeBound, OnlineKernelPerceptron, OnlinePerceptron
from gordan.testing import instances

TITLE = "Lecture notes on the perceptron algorithm"
INTRODUCTION = """
Online linear classification, the mistake bound of Block, Novikoff, Minsky and Papert, its extension by hinge
losses, kernels, linear programs, and an input on which the perceptron takes exponentially many steps. The notes
have no tables; their theorems are followed along streams here. `gordan.online` has the learners,
`solver="perceptron"` the algorithm that cycles through given points.
"""

LENGTHS = (10, 30, 100, 300, 1000, 3000, 10_000)


# Theorems 1 and 2 along streams.


def _stream_cells() -> Iterator[Cell]:
    for kind in ("separable", "5 % wrong", "30 % wrong", "drifting"):
        for seed in range(5):
            size = "quick" if seed == 0 else "usual"
            yield Cell({"kind": kind, "seed": seed}, lambda _, a=(kind, seed): _stream(*a), size)


def _draw_stream(kind: str, seed: int) -> tuple[Any, Any]:
    """10,000 points of the unit ball in 10 dimensions, at least 0.05 from a hyperplane that may turn."""
    rng = np.random.default_rng(seed)
    n, m = LENGTHS[-1], 10
    X = rng.standard_normal((n, m))
    X *= (rng.uniform(size=n) ** (1 / m) / np.linalg.norm(X, axis=1))[:, None]
    angle = np.linspace(0.0, math.pi / 2, n) if kind == "drifting" else np.zeros(n)
    s = X[:, 0] * np.cos(angle) + X[:, 1] * np.sin(angle)
    y = np.where(s > 0, 1, -1)
    X[:, 0] += 0.05 * y * np.cos(angle)
    X[:, 1] += 0.05 * y * np.sin(angle)
    wrong = {"5 % wrong": 0.05, "30 % wrong": 0.3}.get(kind, 0.0)
    return X, np.where(rng.uniform(size=n) < wrong, -y, y)


def _stream(kind: str, seed: int) -> Record:
    X, y = _draw_stream(kind, seed)
    course = []
    for length in LENGTHS:
        learner = OnlinePerceptron(intercept=False, classes=[-1, 1]).partial_fit(X[:length], y[:length])
        bound = HingeBound.of(learner, X[:length], y[:length])
        rho = margin_of(gordan.Points(X[:length], y[:length], intercept=False)) if len(set(y[:length])) > 1 else 0.0
        reach = float(np.linalg.norm(X[:length], axis=1).max())
        novikoff = (reach / rho) ** 2 if rho > 0 else None
        course.append([length, int(learner.mistakes), novikoff, float(bound.bound)])
    return {"course": course}


def _stream_show(records: list[Record]) -> str:
    rows, curves = [], {}
    for kind in dict.fromkeys(record["kind"] for record in records):
        chosen = select(records, kind=kind)
        for k, length in enumerate(LENGTHS):
            points = [record["course"][k] for record in chosen]
            mistakes = float(np.median([point[1] for point in points]))
            separable = [point[2] for point in points if point[2] is not None]
            first = float(np.median(separable)) if len(separable) == len(points) else None
            second = float(np.median([point[3] for point in points]))
            broken = sum(point[1] > point[3] or (point[2] is not None and point[1] > point[2]) for point in points)
            curves.setdefault(kind, []).append((length, mistakes, first, second))
            rows.append([kind, f"{length:,}", shown(mistakes), shown(first), shown(second), str(broken)])

    def plot(axes: Any) -> None:
        for ax, (kind, course) in zip(axes, curves.items(), strict=False):
            length, mistakes, first, second = zip(*course, strict=True)
            ax.plot(length, mistakes, "o-", color="#cb181d", ms=4, label="mistakes")
            ax.plot(length, second, "s-", color="#08306b", ms=4, label="Theorem 2")
            ax.plot(length, [value or math.nan for value in first], "^-", color="#6baed6", ms=4, label="Theorem 1")
            ax.set(xscale="log", yscale="log", xlabel="examples", title=kind)

    return (
        "Streams of 10,000 examples in 10 dimensions (medians over seeds): with a hyperplane between "
        "the classes, with a "
        "share of the labels wrong, and with a hyperplane that turns by 90°. Theorem 1 is R²‖w*‖² for "
        "the best consistent "
        "w* of the examples so far, that is (R/ρ)²; Theorem 2 the least R²‖w*‖² + 2L over all w*, found "
        "by `HingeBound`.\n\n"
        + table(["stream", "examples", "mistakes", "Theorem 1", "Theorem 2", "outside"], rows)
        + "\n"
        + draw("lecture-streams", "mistakes and bounds along streams", plot, panels=max(len(curves), 2), height=3.6)
        + """
*What agrees.* No stream has more mistakes than either bound at any length; where the labels are consistent
Theorem 1 stops growing, and Theorem 2 stays below it. *What differs.* Where no w* is consistent Theorem 1 says
nothing (–), and Theorem 2 grows with the stream, as it must. The mistakes are a half (after ten
examples) to a fiftieth of the least bound (10,000 drifting ones), mostly a fifth to a third.
"""
    )


# Section 3.1: the worst case.

SOLVERS: dict[str, Any] = {
    "perceptron": "perceptron",
    "perceptron, worst first": gordan.solver.Perceptron(order="worst"),
    "SPCT": "SPCT",
    "MPLFP": "MPLFP",
    "rescaled-perceptron": "rescaled-perceptron",
    "projection-rescaling": "projection-rescaling",
    "gordan": "auto",
}


def _worst_cells() -> Iterator[Cell]:
    for K in (1, 3, 10, 30, 100, 300, 1000, 10_000, 10**6, 10**9):
        for name in SOLVERS:
            slow = "rescal" not in name and name != "gordan"
            if slow and K > 1000:
                continue
            size = "full" if slow and K > 300 else "usual" if slow and K > 100 else "quick"
            yield Cell({"K": K, "method": name}, lambda _, a=(K, name): _worst(*a), size)


def _worst(K: int, name: str) -> Record:
    return run(pose(instances.worst_case(float(K))), SOLVERS[name], goal="decide", eps=1e-12, max_seconds=600)


def _worst_show(records: list[Record]) -> str:
    rows = []
    for K in sorted({record["K"] for record in records}):
        cells = []
        for name in SOLVERS:
            chosen = select(records, K=K, method=name)
            cells.append(
                "" if not chosen else shown(chosen[0]["iterations"]) if chosen[0]["kind"] == "separable" else "–"
            )
        rows.append(
            [f"{K:,}", shown(2 * K * K) if K <= 1000 else f"{2 * K * K:.0e}", f"{2 * math.log2(max(K, 2)):.0f}", *cells]
        )
    plain = [record for record in select(records, method="perceptron") if record["K"] >= 10]
    fitted = slope([record["K"] for record in plain], [record["iterations"] for record in plain])
    return (
        "(1, 1), (1, 0) and (1/K, 1) positive, (0, 1) negative; R² = 2 and ρ = 1/√(4K² + 1), so that "
        "Theorem 1 allows "
        "2(4K² + 1) updates. Iterations of each method:\n\n"
        + table(["K", "2K²", "bits, about", *SOLVERS], rows)
        + f"""
*What agrees.* The perceptron's updates are exponential in the length of the input: the notes say Ω(K), "maybe
even more"; measured they are about 2K² (slope {fitted:.2f} in K), a quarter of what Theorem 1 allows. *What
differs.* It is the perceptron that is slow, not the problem: methods that rescale the space may need steps in
proportion to log K by their theorems and need the same few for every K here, as gordan's default does; in the
plane the smoothed methods are quick too.
"""
    )


# Section 2.1: linear programs.


def _program_cells() -> Iterator[Cell]:
    for m, n in ((5, 50), (20, 200), (50, 500)):
        for seed in range(3):
            size = "quick" if seed == 0 else "usual"
            yield Cell({"m": m, "n": n, "seed": seed}, lambda _, a=(m, n, seed): _program(*a), size)


def _program(m: int, n: int, seed: int) -> Record:
    """A w ≥ 1 with a hidden solution: cycle until A w > 0, then scale; the scaled w is checked in floating point."""
    one = instances.gaussian(m, n, 5.0, random_state=seed)
    A = one.y[:, None] * one.X
    problem = gordan.Points(A, np.ones(n, dtype=int), intercept=False)
    outcome = gordan.solve(problem, solver="perceptron", max_seconds=120)
    w = np.asarray(outcome.coef).ravel()
    scaled = w / (A @ w).min() * (1 + 1e-9)
    rho = margin_of(problem)
    allowed = (np.linalg.norm(A, axis=1).max() / rho) ** 2
    return {"updates": int(outcome.n_iter), "allowed": allowed, "least": float((A @ scaled).min())}


def _program_show(records: list[Record]) -> str:
    rows = [
        [f"{r['n']} × {r['m']}", str(r["seed"]), shown(r["updates"]), shown(r["allowed"]), f"{r['least']:.6f}"]
        for r in sorted(records, key=lambda r: (r["m"], r["seed"]))
    ]
    return (
        "A w ≥ 1 by cycling through the rows until A w > 0, and scaling.\n\n"
        + table(["rows × columns", "seed", "updates", "(R/ρ)²", "least entry of A w, scaled"], rows)
        + """
It works as described. "Given any LP of the form A w ≥ b, multiply each row by 1/b_i" is right for b_i > 0 only,
see [Slips](#slips); `gordan.feasible` homogenises instead.
"""
    )


# Section 2.5: kernels.


def _kernel_cells() -> Iterator[Cell]:
    for kernel in ("linear", "polynomial 2", "polynomial 4"):
        for seed in range(3):
            size = "quick" if seed == 0 else "usual"
            yield Cell({"kernel": kernel, "seed": seed}, lambda _, a=(kernel, seed): _kernel(*a), size)


def _kernel(kernel: str, seed: int) -> Record:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (2000, 2))
    radius = np.linalg.norm(X, axis=1)
    X = X[np.abs(radius - 0.7) > 0.05]
    y = np.where(np.linalg.norm(X, axis=1) < 0.7, 1, -1)
    if kernel == "linear":
        learner: Any = OnlinePerceptron(intercept=False, classes=[-1, 1])
    else:
        learner = OnlineKernelPerceptron(kernel="poly", degree=int(kernel[-1]), coef0=1.0, gamma=1.0, classes=[-1, 1])
    course = []
    for begin in range(0, len(X), 400):
        learner.partial_fit(X[begin : begin + 400], y[begin : begin + 400])
        course.append([begin + len(X[begin : begin + 400]), int(learner.mistakes)])
    return {"course": course}


def _kernel_show(records: list[Record]) -> str:
    rows = [
        [r["kernel"], str(r["seed"]), *(f"{mistakes} of {length}" for length, mistakes in r["course"])]
        for r in sorted(records, key=lambda r: (r["kernel"], r["seed"]))
    ]
    width = max(len(row) for row in rows)
    rows = [row + ["–"] * (width - len(row)) for row in rows]
    return (
        "Points of a square, positive inside a circle: mistakes of the online perceptron with K(a, b) = "
        "(1 + a·b)^d.\n\n"
        + table(["kernel", "seed", *(["mistakes so far"] * (width - 2))], rows)
        + """
A line makes mistakes for ever, (1 + a·b)^d ever fewer: the circle is a hyperplane of its space.
"""
    )


# Section 3.2: affine separators.


def _affine_cells() -> Iterator[Cell]:
    for shift in (0.0, 10.0, 100.0, 1000.0):
        yield Cell({"shift": shift}, lambda _, shift=shift: _affine(shift))


def _affine(shift: float) -> Record:
    """Two points one apart on the line, lifted by a 1, by R, and centred first (as gordan does with an intercept)."""
    x = np.array([[shift - 0.5], [shift + 0.5]])
    y = np.array([1, -1])
    reach = float(np.abs(x).max())
    value: Record = {}
    for name, last in (("lifted by 1", 1.0), ("lifted by R", reach)):
        lifted = gordan.Points(np.column_stack([x, np.full(2, last)]), y, intercept=False)
        outcome = run(lifted, "perceptron", max_seconds=60, eps=1e-12)
        value[name] = outcome["iterations"]
        value[f"{name}: ended"] = outcome["ended"]
        value[f"{name}: margin"] = margin_of(lifted)
    value["centred"] = run(gordan.Points(x, y), "perceptron", max_seconds=120, eps=1e-12)["iterations"]
    return value


def _affine_show(records: list[Record]) -> str:
    rows = [
        [
            f"{r['shift'] - 0.5:g}, {r['shift'] + 0.5:g}",
            *(
                f"{'> ' if r[f'{name}: ended'] == 'limit' else ''}{shown(r[name])} ({r[f'{name}: margin']:.2g})"
                for name in ("lifted by 1", "lifted by R")
            ),
            shown(r["centred"]),
        ]
        for r in records
    ]
    return (
        "Updates of the perceptron (margin of the lifted points) on two points of the line, one of each class.\n\n"
        + table(
            ["points", "lifted by 1 (section 3.2)", "lifted by R (Moran et al., footnote 1)", "centred, then lifted"],
            rows,
        )
        + """
The lift by 1 is right and can be slow: far from the origin the lifted points are nearly parallel, which footnote
1 of Moran et al. says with 999 and 1001, and the count grows with the square of the shift. Lifting by R, which
the footnote proposes, leaves it growing with the shift itself; centring first, as gordan does, makes it
independent.
"""
    )


PARTS = [
    Part(
        "lecture", "streams", "Theorems 1 and 2: mistakes along streams", lambda: list(_stream_cells()), _stream_show, 3
    ),
    Part("lecture", "worst", "Section 3.1: the worst case", lambda: list(_worst_cells()), _worst_show, 10),
    Part("lecture", "programs", "Section 2.1: linear programs", lambda: list(_program_cells()), _program_show, 1),
    Part("lecture", "kernels", "Section 2.5: kernels", lambda: list(_kernel_cells()), _kernel_show, 1),
    Part("lecture", "affine", "Section 3.2: affine separators", lambda: list(_affine_cells()), _affine_show, 1),
]

SLIPS = """
* **Section 2.1, "multiply each row by 1/b_i"**: wrong for b_i ≤ 0. w ≥ −1 divided by −1 becomes −w ≥ 1, and w =
  0, which satisfies the first, does not satisfy the second; b_i = 0 cannot be divided by at all. gordan adds a
  variable t > 0 and rows (a_i, −b_i).
* **Section 3.1** counts Ω(K) steps; they are Θ(K²), about 2K² when cycling in the order given.
* **Section 3.2** is right about separability; the lift by 1 may cost a factor of shift² in the bound, see
  [above](#section-32-affine-separators).
"""
