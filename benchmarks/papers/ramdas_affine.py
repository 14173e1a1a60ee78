"""Footnote 1 of Ramdas and Peña, and the poster's affine margin: |ρ| measured within the span of the images."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import gordan
from benchmarks.papers.page import median, select, shown, table
from benchmarks.papers.part import Cell, Part, Record
from benchmarks.papers.published import run

__all__ = ["AFFINE"]

EPS = 1e-4
KINDS = {
    "poly of degree 2 on 40 points of the plane, labels by a coin": (2, 40),
    "poly of degree 2 on 80 points of the plane, labels by a coin": (2, 80),
    "rbf, 5 points that have both labels": (2, 5),
    "rbf, 7 points that have both labels": (2, 7),
    "40 points on a plane in 5 dimensions": (2, 40),
    "60 points on a 3-dimensional space in 30 dimensions": (3, 60),
}


def _cells() -> Iterator[Cell]:
    for kind in KINDS:
        for seed in range(5):
            size = "quick" if seed < 2 else "usual"
            yield Cell({"kind": kind, "seed": seed}, lambda _, a=(kind, seed): _measure(*a), size)


def _pose(kind: str, seed: int) -> gordan.Points:
    """Unit images, whose signed hull has the origin inside but no interior in the whole space."""
    rng, (m, n) = np.random.default_rng(seed), KINDS[kind]
    X, y = rng.standard_normal((n, m)), rng.integers(0, 2, n)
    y[:2] = 0, 1
    options: dict[str, Any] = {"intercept": False, "normalise": True}
    if kind.startswith("poly"):
        options |= {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}
    elif kind.startswith("rbf"):
        counts = rng.integers(1, 4, n)  # uneven, so that uniform weights do not cancel
        X, y = np.vstack([X, np.repeat(X, counts, axis=0)]), np.repeat([0, 1], [n, counts.sum()])
        options |= {"kernel": "rbf", "gamma": 0.5}
    else:
        X = X @ np.linalg.qr(rng.standard_normal((5 if m == 2 else 30, m)))[0].T
    return gordan.Points(X, y, **options)


def _coordinates(problem: gordan.Points) -> Any:
    """The signed unit images in an orthonormal basis of their span, from products written out here."""
    X = problem.X
    if problem.kernel is None:
        K = X @ X.T
    elif problem.kernel.name == "poly":
        K = (X @ X.T + 1.0) ** 2
    else:
        K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    scale = problem.signs / np.sqrt(np.diag(K))
    values, vectors = np.linalg.eigh(K * scale * scale[:, None])
    kept = values > 1e-9 * values[-1]
    return vectors[:, kept] * np.sqrt(values[kept])


def _measure(kind: str, seed: int) -> Record:
    from scipy.spatial import ConvexHull

    from benchmarks.papers.ramdas import _ascend, _witness_ratio

    problem, rng = _pose(kind, seed), np.random.default_rng(seed)
    A = _coordinates(problem)
    n, dimension = A.shape
    depth = float(np.min(-ConvexHull(A, qhull_options="QJ").equations[:, -1]))
    inside = depth > 1e-6
    counts = {name: run(problem, name, eps=EPS, max_iter=10**5) for name in ("ISNKPVN", "NVN")} if inside else {}
    return {
        "n": n,
        "dimension": dimension,
        "depth": depth,
        "ascent": _ascend(A, rng) if inside else None,
        "lemma7": max(_witness_ratio(A, depth, rng) for _ in range(5)) if inside else None,
        **{name: one["iterations"] for name, one in counts.items()},
    }


def _show(records: list[Record]) -> str:
    rows = []
    for kind in dict.fromkeys(record["kind"] for record in records):
        chosen = [record for record in select(records, kind=kind) if record["depth"] > 1e-6]
        if not chosen:
            continue
        apart = max(abs(record["ascent"] + record["depth"]) for record in chosen)
        lemma = max(record["lemma7"] for record in chosen)
        bounds = [(math.log2(1 / EPS) + 1) * 4 * math.sqrt(2 * r["n"]) / r["depth"] for r in chosen]
        classic = [2 * math.log(1 / EPS) / r["depth"] ** 2 for r in chosen]
        most = max(r["ISNKPVN"] / bound for r, bound in zip(chosen, bounds, strict=True))
        rows.append(
            [
                kind,
                f"{chosen[0]['dimension']}",
                f"{len(chosen)} of {len(select(records, kind=kind))}",
                f"{median(chosen, 'depth'):.3g}",
                f"{apart:.1e}",
                f"{lemma:.2f}",
                f"{shown(median(chosen, 'ISNKPVN'))} ≤ {shown(float(np.median(bounds)))}",
                f"{most:.3f}",
                f"{shown(median(chosen, 'NVN'))} ≤ {shown(float(np.median(classic)))}",
            ]
        )
    header = [
        "images",
        "span",
        "origin inside",
        "depth in the span",
        "greatest |ρ + depth|",
        "Lemma 7, greatest ratio",
        "ISNKPVN ≤ Theorem 4",
        "greatest ratio",
        "NVN ≤ 2 ln(1/ε)/ρ²",
    ]
    return (
        "Unit images whose signed hull has the origin inside, but fewer dimensions than the space: under an rbf "
        "kernel the space has infinitely many. *Depth* is the radius of the greatest ball *of the span* about the "
        "origin inside the hull, from its facets; ρ, the margin over unit directions of the span, is computed "
        f"independently by ascent. Iterations are to ‖p‖_G ≤ {EPS:g}, medians over draws with the origin inside.\n\n"
        + table(header, rows)
        + """
*What agrees.* Over all unit directions ρ_K is 0, as footnote 1 has it: one at right angles to the span has the product
0 with every point. Restricted to the span, which the footnote conjectures and the poster calls the affine margin,
Theorem 3 holds as printed, and so do Lemma 7 and the second half of Theorem 4 with that |ρ| (ratios at most 1):
[solvers.md](../solvers.md#negative-margins) has the proof, which uses nothing outside the span. *What differs.* The
affine margin is 0 where the origin is on the boundary of the hull within the span, for which nothing is promised and
which the third column leaves out.
"""
    )


AFFINE = Part("ramdas", "affine", "Footnote 1: margins within the span", lambda: list(_cells()), _show, 2)
