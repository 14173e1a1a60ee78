"""Ramdas and Peña (2015): margins, kernels and non-linear smoothed perceptrons; the paper and its poster."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import gordan
from benchmarks.papers.page import draw, median, select, shown, slope, table
from benchmarks.papers.part import Cell, Part, Record
from benchmarks.papers.published import iterations_to, margin_of, pose, run
from benchmarks.papers.ramdas_affine import AFFINE
from gordan.testing import instances

TITLE = "Margins, kernels and non-linear smoothed perceptrons"
INTRODUCTION = """
Aaditya Ramdas and Javier Peña, 2014 (arXiv version of May 2015), and their poster of the same title. The paper
has no tables and no pictures; its theorems are measured here. Every method runs as published under the paper's
abbreviation (`solver="SNKP"`): NP and NKP normalised (kernel) perceptron, NVN normalised von Neumann from uniform
weights, SNKP smoothed, SNKPVN smoothed perceptron–von Neumann with μ₀ = 2n, ISNKPVN its restarts with γ = 2.
*Spectral* is the same with μ₀ twice a bound on the greatest eigenvalue of G, which is all that the proof uses,
and gordan's default. Counts are those of literal copies of the printed lines; 0 is the vector that NVN and SNKP begin
with, the mean of the points.
"""

SPECTRAL = "iterated-smooth-perceptron-von-neumann"
SEPARATING: dict[str, Any] = {
    "NKP": "NKP",
    "NVN": "NVN",
    "SNKP": "SNKP",
    "SNKPVN": "SNKPVN",
    "SNKPVN, spectral": "smooth-perceptron-von-neumann",
    "ISNKPVN": "ISNKPVN",
    "ISNKPVN, spectral": SPECTRAL,
}


# Theorem 1, Lemma 8, Theorem 4.1: iterations to separate.


def _separable_cells() -> Iterator[Cell]:
    for n in (50, 200, 800, 3200):
        for kappa in (1.0, 4.0, 16.0):
            for seed in range(3):
                size = "quick" if seed == 0 and n <= 800 else "usual"
                key = {"data": "linear", "n": n, "kappa": kappa, "seed": seed}
                yield Cell(key, lambda _, a=(n, kappa, seed): _linear(*a), size)
    for n in (50, 200, 800):
        for gamma in (0.5, 2.0, 8.0):
            for seed in range(2):
                key = {"data": "rbf", "n": n, "kappa": gamma, "seed": seed}
                yield Cell(key, lambda _, a=(n, gamma, seed): _rbf(*a), "quick" if seed == 0 and n <= 200 else "usual")


def _linear(n: int, kappa: float, seed: int) -> Record:
    return _separate_all(pose(instances.gaussian(20, n, kappa, random_state=seed)))


def _rbf(n: int, gamma: float, seed: int) -> Record:
    """A ring around a disc, with a gap of 0.1 between them."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    radius = np.where(y > 0, rng.uniform(0.0, 0.7, n), rng.uniform(0.8, 1.2, n))
    angle = rng.uniform(0.0, 2 * math.pi, n)
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return _separate_all(gordan.Points(X, y, intercept=False, normalise=True, kernel="rbf", gamma=gamma))


def _separate_all(problem: Any) -> Record:
    found: Record = {"margin": margin_of(problem)}
    for name, solver in SEPARATING.items():
        one = run(problem, solver, eps=1e-12, max_seconds=60)
        found[name] = one["iterations"] if one["kind"] == "separable" and one["ended"] != "limit" else None
    return found


def _separable_show(records: list[Record]) -> str:
    rows = []
    for data in ("linear", "rbf"):
        for n in sorted({record["n"] for record in select(records, data=data)}):
            group = select(records, data=data, n=n)
            for kappa in sorted({record["kappa"] for record in group}):
                chosen = select(group, kappa=kappa)
                rho = median(chosen, "margin")
                smooth, spectral = 2 * math.sqrt(2 * math.log(n)) / rho, 2 * math.sqrt(2 * n) / rho
                counts = [shown(median(chosen, name)) for name in SEPARATING]
                what = f"{data}, {'κ' if data == 'linear' else 'γ'} = {kappa:g}"
                rows.append([what, f"{n:,}", f"{rho:.3g}", *counts, shown(1 / rho**2), shown(smooth), shown(spectral)])
    fits = []
    for name, theirs in (
        ("NKP", "1/ρ²"),
        ("NVN", "1/ρ²"),
        ("SNKP", "√log n/ρ"),
        ("SNKPVN", "√n/ρ"),
        ("ISNKPVN", "√n/ρ"),
    ):
        x = {"1/ρ²": lambda r: 1 / r["margin"] ** 2, "√log n/ρ": lambda r: math.sqrt(math.log(r["n"])) / r["margin"]}
        quantity = x.get(theirs, lambda r: math.sqrt(r["n"]) / r["margin"])
        known = [record for record in records if record.get(name) and record["margin"] > 0]
        ratio = max(record[name] / quantity(record) for record in known)
        fitted = slope([quantity(record) for record in known], [record[name] for record in known])
        fits.append(
            [name, theirs, f"{fitted:.2f}", f"{ratio:.2f}", {"1/ρ²": "1", "√log n/ρ": "2.83"}.get(theirs, "2.83")]
        )

    def plot(axes: Any) -> None:
        for ax, name, label in zip(axes, ("SNKP", "SNKPVN"), ("√log n/ρ", "√n/ρ"), strict=True):
            for data, marker in (("linear", "o"), ("rbf", "^")):
                chosen = [r for r in select(records, data=data) if r.get(name) and r["margin"] > 0]
                grow = math.log if name == "SNKP" else float
                x = [math.sqrt(grow(r["n"])) / r["margin"] for r in chosen]
                ax.plot(x, [r[name] for r in chosen], marker, ms=4, label=f"{name}, {data}")
            low, high = ax.get_xlim()
            ends = np.array([max(low, 1.0), high])
            ax.plot(ends, 2 * math.sqrt(2) * ends, "-", color="#999999", lw=1, label="the bound")
            ax.set(xscale="log", yscale="log", xlabel=label, ylabel="iterations to separate")

    header = ["points", "n", "ρ", *SEPARATING, "1/ρ²", "2√(2 ln n)/ρ", "2√(2n)/ρ"]
    return (
        "Gaussian points in 20 dimensions, and a ring around a disc under exp(−γ‖x − y‖²); medians over "
        "seeds, dashes "
        "where 60 s were not enough. The last three columns are bounds: of NKP and NVN, of SNKP "
        "(Theorem 1), and of "
        "SNKPVN (Lemma 8); that of ISNKPVN (Theorem 4) is the last one times log₂(1/ρ).\n\n"
        + table(header, rows)
        + "\n"
        + draw("ramdas-rates", "iterations against √log n/ρ and √n/ρ", plot, panels=2)
        + "\nSlopes of log iterations on the logarithm of the rate, and the greatest ratio of a count to it:\n\n"
        + table(["method", "rate", "slope", "greatest ratio", "the bound's"], fits)
        + """
*What agrees.* No count exceeds its bound, under a kernel as for points; the classical methods need 1/ρ² with
small constants, and SNKP is ahead of them as soon as ρ is below about 0.05. *What differs.* μ₀ = 2n is a bound on
the spectrum that only n equal points attain: with the spectral bound the same algorithm needs a quarter to a half
of the iterations, and SNKP, whose entropy needs no such bound, is ahead of SNKPVN as printed nearly everywhere.
"""
    )


# Lemma 9, Theorem 4.2: iterations to an ε-certificate.

CERTIFYING = {name: SEPARATING[name] for name in ("NVN", "SNKPVN", "SNKPVN, spectral", "ISNKPVN", "ISNKPVN, spectral")}
EPS = 1e-4


def _inseparable_cells() -> Iterator[Cell]:
    for n in (50, 200, 800, 3200):
        for depth in (0.2, 0.1, 0.05, 0.02, 0.01):
            for seed in range(3):
                size = "quick" if seed == 0 and n <= 800 else "usual"
                yield Cell({"n": n, "depth": depth, "seed": seed}, lambda _, a=(n, depth, seed): _certify(*a), size)


def _certify(n: int, depth: float, seed: int) -> Record:
    problem = pose(instances.inseparable(10, n, depth, random_state=seed))
    return {name: iterations_to(problem, solver, [EPS], max_seconds=60)[0] for name, solver in CERTIFYING.items()}


def _inseparable_show(records: list[Record]) -> str:
    rows = []
    for n in sorted({record["n"] for record in records}):
        for depth in sorted({record["depth"] for record in select(records, n=n)}, reverse=True):
            chosen = select(records, n=n, depth=depth)
            counts = [shown(median(chosen, name)) for name in CERTIFYING]
            per_round = 4 * math.sqrt(2 * n) / depth
            bound = per_round * (math.log2(1 / EPS) + 1)
            rows.append([f"{n:,}", f"−{depth:g}", *counts, shown(2 * math.log(1 / EPS) / depth**2), shown(bound)])
    fits = []
    for name in ("NVN", "SNKPVN", "ISNKPVN", "ISNKPVN, spectral"):
        known = [record for record in records if record.get(name)]
        at = sorted({record["n"] for record in known})[-1]
        deep = [record for record in known if record["n"] == at]
        in_depth = slope([1 / record["depth"] for record in deep], [record[name] for record in deep])
        shallow = [record for record in known if record["depth"] == 0.05]
        in_n = slope([record["n"] for record in shallow], [record[name] for record in shallow])
        fits.append([name, f"{in_depth:.2f}", f"{in_n:.2f}"])
    header = ["n", "ρ", *CERTIFYING, "2 ln(1/ε)/ρ²", "(log₂(1/ε) + 1)·4√(2n)/|ρ|"]
    return (
        f"Iterations to ‖p‖_G ≤ ε = {EPS:g} on inseparable points in 10 dimensions whose margin −|ρ| is "
        "known; the last "
        "columns are the bounds of NVN and of ISNKPVN, the latter with the √2 that Lemma 9 lacks "
        "(see [Slips](#slips)).\n\n"
        + table(header, rows)
        + "\nSlopes in 1/|ρ| (at the largest n) and in n (at ρ = −0.05):\n\n"
        + table(["method", "in 1/|ρ|", "in n"], fits)
        + """
*What agrees.* All counts are within the bounds, ISNKPVN's by a factor of 48 and more. NVN grows nearly as 1/ρ²
and not with n, so that it is level with ISNKPVN at |ρ| = 0.1 and far behind at 0.01; the smoothed methods grow
with both. *What differs.* The product √n/|ρ| is an upper bound, and these instances have it in another mixture:
the fewer points make the margin small, the more |ρ| counts and the less n. SNKPVN without restarts needs the
fewest iterations at this ε, although its bound has 1/ε in the place of a logarithm (see
[below](#linear-convergence-of-isnkpvn), where the restarts win from 1e-6 or 1e-7 on). The spectral bound saves
two thirds.
"""
    )


# Section 2.2: the example of two rays.


def _rays_cells() -> Iterator[Cell]:
    for r in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0):
        yield Cell({"r": r}, lambda _, r=r: _rays(r), "quick" if r <= 32 else "usual")


def _rays(r: float) -> Record:
    value: Record = {}
    for word, normalise in (("raw", False), ("unit", True)):
        problem = pose(instances.normalised_margin(r, 40, normalise=normalise))
        value[f"{word}: margin"] = margin_of(problem)
        for name, solver in (
            ("perceptron", "perceptron"),
            ("worst first", gordan.solver.Perceptron(order="worst")),
            ("NP", "NP"),
            ("SPCT", "SPCT"),
        ):
            one = run(problem, solver, max_seconds=120, eps=1e-12)
            value[f"{word}: {name}"] = one["iterations"] if one["kind"] == "separable" else None
    # The longest positive and the shortest negative point alone: both lie on the rays, within the norms allowed.
    ends = np.array([[0.6 * r, 0.8 * r], [0.8 / r, 0.6 / r]])
    value["two ends"] = run(gordan.Points(ends, [1, -1], intercept=False), "perceptron", max_seconds=120)["iterations"]
    return value


def _rays_show(records: list[Record]) -> str:
    rows = []
    for one in records:
        bound = (one["r"] / one["raw: margin"]) ** 2
        names = ("perceptron", "worst first", "NP", "SPCT")
        cells = [f"{shown(one[f'raw: {name}'])} / {shown(one[f'unit: {name}'])}" for name in names]
        unit_bound = 1 / one["unit: margin"] ** 2
        margins = f"{one['raw: margin']:.4g} / {one['unit: margin']:.4g}"
        rows.append([f"{one['r']:g}", margins, f"{bound:,.0f} / {unit_bound:.0f}", *cells, shown(one["two ends"])])
    long = [record for record in records if record["r"] > 3]
    power = slope([record["r"] for record in long], [record["two ends"] for record in long])
    return (
        "40 points on two rays, (0.6, 0.8) positive and (0.8, 0.6) negative, with norms from 1/r to r; "
        "*raw / unit* "
        "points. The bound is (R/ρ)². *Two ends* is the perceptron on the longest positive and the "
        "shortest negative "
        "point alone.\n\n"
        + table(["r", "ρ / ρ₂", "bound", "perceptron", "worst first", "NP", "SPCT", "two ends"], rows)
        + f"""
*What agrees.* ρ₂ = 0.1√2 = 0.141 at every r and ρ = 0.141/r, so the bounds differ by r⁴, and unit points take two
iterations. *What differs.* It is the bounds that differ by r⁴, not the counts. Where all norms are present a long
point corrects what many short ones would have to, and the counts stay small; of the subsets that the example
allows two ends alone are the slowest we know: there a short point has to undo a long one, and the count grows as
r to the power {power:.2f}, half of the bound's 4.
"""
    )


# Theorem 4: linear convergence of ISNKPVN.

DECADES = [10.0**-k for k in range(1, 11)]


def _decade_cells() -> Iterator[Cell]:
    for depth in (0.1, 0.02):
        for name in CERTIFYING:
            for seed in range(3):
                size = "quick" if seed == 0 else "usual"
                key = {"depth": depth, "method": name, "seed": seed}
                yield Cell(key, lambda _, a=(depth, name, seed): _decades(*a), size)


def _decades(depth: float, name: str, seed: int) -> Record:
    problem = pose(instances.inseparable(10, 300, depth, random_state=seed))
    return {"reached": iterations_to(problem, CERTIFYING[name], DECADES, max_seconds=30)}


def _decade_show(records: list[Record]) -> str:
    rows, curves = [], {}
    for depth in (0.1, 0.02):
        for name in CERTIFYING:
            chosen = select(records, depth=depth, method=name)
            counts = []
            for k in range(len(DECADES)):
                known = [record["reached"][k] for record in chosen]
                counts.append(math.nan if None in known or not known else float(np.median(known)))
            curves[depth, name] = counts
            rows.append([f"−{depth:g}", name, *map(shown, counts)])

    def plot(axes: Any) -> None:
        for ax, depth in zip(axes, (0.1, 0.02), strict=True):
            for name in CERTIFYING:
                ax.plot(curves[depth, name], DECADES, "o-", ms=3, label=name)
            ax.set(xscale="log", yscale="log", xlabel="iterations", ylabel="‖p‖_G")
            ax.set_title(f"ρ = −{depth:g}", fontsize=10)

    header = ["ρ", "method", *(f"1e-{k}" for k in range(1, 11))]
    return (
        "Iterations until ‖p‖_G is below each decade, 300 points in 10 dimensions, medians; 30 s each.\n\n"
        + table(header, rows)
        + "\n"
        + draw("ramdas-linear", "‖p‖_G against iterations", plot, panels=2)
        + """
*What agrees.* The iterations of ISNKPVN and of NVN grow by about the same number with every decade (linear
convergence, Theorem 4 and Epelman and Freund); SNKPVN alone, without restarts, needs more for every further
decade than for the one before. *What differs.* SNKPVN is better than its theorem: 1/ε would be ten times as many
iterations for every decade, and it takes two to three times as many. At few digits it is ahead of its own
restarts.
"""
    )


# Theorem 3 and Lemma 7: the negative margin.


def _negative_cells() -> Iterator[Cell]:
    for m, n in ((2, 20), (2, 100), (3, 30), (3, 100), (4, 60), (5, 60)):
        for seed in range(5):
            size = "quick" if seed < 2 else "usual"
            yield Cell({"m": m, "n": n, "seed": seed}, lambda _, a=(m, n, seed): _negative(*a), size)


def _negative(m: int, n: int, seed: int) -> Record:
    """The depth of the origin by the facets of the hull, the margin by ascent over unit directions, Lemma 7 by a QP."""
    from scipy.spatial import ConvexHull

    rng = np.random.default_rng(seed)
    A = rng.standard_normal((n, m))
    A /= np.linalg.norm(A, axis=1)[:, None]
    hull = ConvexHull(A)
    depth = float(np.min(-hull.equations[:, -1]))
    problem = gordan.Points(A, np.ones(n, dtype=int), intercept=False)
    outcome = gordan.solve(problem, depth=True)
    ratios = [_witness_ratio(A, depth, rng) for _ in range(5)] if depth > 0 and n <= 60 else []
    return {
        "depth": depth,
        "ascent": _ascend(A, rng),
        "lower": float(outcome.bracket.lower),
        "upper": float(outcome.bracket.upper),
        "kind": outcome.kind,
        "lemma7": max(ratios, default=None),
    }


def _ascend(A: Any, rng: Any) -> float:
    """The greatest lowest product over unit directions that 2,000 starts with shrinking steps come to."""
    W = rng.standard_normal((2000, A.shape[1]))
    W /= np.linalg.norm(W, axis=1)[:, None]
    step, best = 0.5, (W @ A.T).min(axis=1)
    for _ in range(120):
        trial = W + step * rng.standard_normal(W.shape)
        trial /= np.linalg.norm(trial, axis=1)[:, None]
        value = (trial @ A.T).min(axis=1)
        better = value > best
        W[better], best[better] = trial[better], value[better]
        step *= 0.93
    return float(best.max())


def _witness_ratio(A: Any, depth: float, rng: Any) -> float:
    """dist(q, W)·|ρ|/(√2‖q‖_G) for a random q: Lemma 7 says at most 1."""
    from scipy.optimize import minimize

    n = len(A)
    q = rng.dirichlet(np.full(n, 0.2))
    start = np.full(n, 1 / n)
    constraints = [
        {"type": "eq", "fun": lambda w: A.T @ w, "jac": lambda w: A.T},
        {"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones((1, n))},
    ]
    found = minimize(
        lambda w: 0.5 * (w - q) @ (w - q),
        start,
        jac=lambda w: w - q,
        bounds=[(0, None)] * n,
        constraints=constraints,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    size = float(np.linalg.norm(A.T @ q))
    return float(np.linalg.norm(found.x - q)) * depth / (math.sqrt(2) * size)


def _negative_show(records: list[Record]) -> str:
    rows = []
    for m, n in dict.fromkeys((r["m"], r["n"]) for r in records):
        chosen = [record for record in select(records, m=m, n=n) if record["depth"] > 0]
        if not chosen:
            continue
        apart = max(abs(record["ascent"] + record["depth"]) for record in chosen)
        ends = [np.median([record[end] / -record["depth"] for record in chosen]) for end in ("upper", "lower")]
        lemma = [record["lemma7"] for record in chosen if record["lemma7"] is not None]
        ratio = f"{max(lemma):.2f}" if lemma else "–"
        depths = f"{median(chosen, 'depth'):.3f}"
        rows.append(
            [str(m), str(n), str(len(chosen)), depths, f"{apart:.1e}", f"{ends[0]:.2f} to {ends[1]:.2f}", ratio]
        )
    header = [
        "m",
        "n",
        "inseparable draws",
        "depth",
        "greatest |ρ + depth|",
        "gordan's bracket of |ρ|, over the depth",
        "Lemma 7, greatest ratio",
    ]
    return (
        "Unit points in all directions. The *depth* of the origin is computed from the facets of their "
        "hull, the margin "
        "ρ = sup over ‖w‖ = 1 of min a_j·w independently of it by ascent from 2,000 starts.\n\n"
        + table(header, rows)
        + """
*What agrees.* Theorem 3: |ρ| is the depth of the origin in the hull, to the accuracy of the ascent. Lemma 7: the
distance of random weights q to the witnesses is at most √2‖q‖_G/|ρ| (ratio at most 1, by SLSQP). *What differs.*
A negative margin is NP-hard in general; `solve(…, depth=True)` brackets it (sixth column, medians): a hyperplane found
by local ascent proves the one end, a ball inside the hull between points on 2m axes the other, which is at least a
share 1/√m of the depth. In an infinite-dimensional space ρ_K is 0 for every inseparable sample, as the paper's footnote
says; within the span of the points it is not: [below](#footnote-1-margins-within-the-span).
"""
    )


# Section 2.2: Winnow's printed bound.


def _winnow_cells() -> Iterator[Cell]:
    for n in (4, 8):
        for m in (20, 100, 1_000, 10_000):
            for seed in range(5):
                size = "quick" if seed < 2 else "usual"
                yield Cell({"m": m, "n": n, "seed": seed}, lambda _, a=(m, n, seed): _winnow(*a), size)


def _winnow(m: int, n: int, seed: int) -> Record:
    """n features that fail one point each, so that their mean has ρ₁ = 1 − 2/n, among others that fail most points."""
    rng = np.random.default_rng(seed)
    A = np.ones((n, m))
    for column in range(m):
        fails = 1 if column < n else int(rng.integers(n // 2 + 1, n + 1))
        A[rng.permutation(n)[:fails] if column >= n else [column], column] = -1.0
    rho = 1 - 2 / n
    problem = gordan.Points(A[:, rng.permutation(m)], np.ones(n, dtype=int), intercept=False, positive=True)
    one = run(problem, gordan.solver.Winnow(positive=True, eta=rho), max_seconds=60, eps=1e-12)
    return {"rho1": rho, "updates": one["iterations"], "kind": one["kind"]}


def _winnow_show(records: list[Record]) -> str:
    rows = []
    for m, n in dict.fromkeys((r["m"], r["n"]) for r in records):
        worst = max(select(records, m=m, n=n), key=lambda r: r["updates"] * r["rho1"] ** 2)
        printed, true = math.log(n) / worst["rho1"] ** 2, 2 * math.log(m) / worst["rho1"] ** 2
        over = "**exceeded**" if worst["updates"] > printed else "holds"
        rows.append(
            [str(m), str(n), f"{worst['rho1']:.3g}", shown(worst["updates"]), shown(printed), over, shown(true)]
        )
    return (
        "n points with m features of ±1, most of them useless; the instance of each size with the most updates.\n\n"
        + table(["m", "n", "ρ₁", "updates", "printed: log n/ρ₁²", "", "2 ln m/ρ₁²"], rows)
        + """
The printed bound has n points in its logarithm. Winnow keeps a weight for every feature, and its potential
argument gives 2 ln m/ρ₁² with m features (η = ρ₁): few points in many dimensions contradict the printed one, and
none the other.
"""
    )


PARTS = [
    Part(
        "ramdas",
        "separable",
        "Theorem 1, Lemma 8 and Theorem 4: separators",
        lambda: list(_separable_cells()),
        _separable_show,
        15,
    ),
    Part(
        "ramdas",
        "certificates",
        "Lemma 9 and Theorem 4: certificates",
        lambda: list(_inseparable_cells()),
        _inseparable_show,
        10,
    ),
    Part("ramdas", "rays", "Section 2.2: two rays", lambda: list(_rays_cells()), _rays_show, 3),
    Part("ramdas", "linear", "Linear convergence of ISNKPVN", lambda: list(_decade_cells()), _decade_show, 10),
    Part(
        "ramdas",
        "negative",
        "Theorem 3 and Lemma 7: negative margins",
        lambda: list(_negative_cells()),
        _negative_show,
        2,
    ),
    AFFINE,
    Part("ramdas", "winnow", "Section 2.2: Winnow's bound", lambda: list(_winnow_cells()), _winnow_show, 2),
]

SLIPS = """
* **Algorithm 7 never ends on separable data.** Its outer loop takes what SNKPVN returns for weights and does not
  look whether the call halted with a separator; the next call halts at once with the same. Here every inner
  iterate is looked at. A second dead loop: where ‖q₀‖_G = 0 the uniform weights are a certificate, δ₀ = 0, and
  the inner call cannot get below it.
* **Algorithm 5 has no exit for separable data.** Without a test of min y_i x_i·w_k > 0 it runs until ‖w‖ ≤ ε,
  which a positive margin forbids. gordan stops where the points are separated; the guarantee 1/ρ² quoted beside
  it needs that.
* **Lemma 9 lacks a √2.** By Lemma 7 the witnesses are within √2·min{1, ‖q‖/|ρ|} of q, and the proof then gives
  ‖p_k‖ ≤ (2√(2n)/(k + 1)) min{1, ‖q‖/|ρ|}. Rates stay; a round of ISNKPVN with γ = 2 has 4√(2n)/|ρ| iterations.
* **Winnow's log n** (section 2.2) is a bound for features, not for points: [above](#section-22-winnows-bound).
* **(1) and (2)** ask for y_i(w·x_i) ≥ 0, (3) and every exit for > 0. One point with both labels at (1, 0) has the first
  with w = (0, 1), and never the second.
* **The proof of Theorem 3** separates f from the hull by ⟨g, f⟩ < 0 ≤ ⟨g, ·⟩, which no g does where the hull has the
  origin inside (±e_1, ±e_2). Its next line, ⟨g, f⟩ < inf ⟨g, ·⟩ ≤ ρ_K, is what separation gives, and suffices.
* **Theorem 4** counts log(1/ρ)/log γ outer loops; the number is rounded up, and gordan's bound has + 1.
* **Equations (16) and (17)** print = 0 for what on a simplex is ≥ 0; the proof only uses ≥ 0.
* **Section 2.2**: "bounds differ by r⁴" is right for the bounds; for the counts see
  [above](#section-22-two-rays).
"""
