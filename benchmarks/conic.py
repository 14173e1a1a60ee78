"""Planted conic problems of 2,000 dimensions, against Clarabel and SCS, and Mirror Prox against its bound."""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import scipy.sparse as sp

import gordan
from benchmarks.result import write
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.engine.oracle.conic import ConicColumns
from gordan.solver import MirrorProx
from gordan.testing.instances import ConicInstance, conic_inseparable, conic_separable
from gordan.verify.conic.margin import margin_at_least

CONES = {
    "100 Lorentz(20)": Product([Lorentz(20)] * 100),
    "PSD(62)": Product([PSD(62)]),
    "6 PSD(25)": Product([PSD(25)] * 6),
    "Orthant(200), 40 Lorentz(20), PSD(44)": Product([Orthant(200), *[Lorentz(20)] * 40, PSD(44)]),
}
SMALL = {"Lorentz(50)": Product([Lorentz(50)]), "PSD(10)": Product([PSD(10)]), "mixed": None}
ROWS = 300


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks conic", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="limit of each run")
    parser.add_argument("--matrices", action="store_true", help="only matrices of order 5 to 30, by processor time")
    options = parser.parse_args(arguments)
    _matrices(options.seconds)
    if options.matrices:
        return
    rows = []
    for name, cone in CONES.items():
        planted = [conic_separable(cone, ROWS, rho) for rho in (1e-1, 1e-2, 1e-4)]
        planted += [conic_inseparable(cone, ROWS, depth) for depth in (0.5, 0.01)]
        for instance in planted:
            rows.append([name, instance.name.split(" ", 1)[1], *_ours(instance, options.seconds)])
            rows[-1] += [*_clarabel(instance, options.seconds), *_scs(instance, options.seconds)]
            print(rows[-1], flush=True)
    header = ["cone", "planted", "gordan", "margin at least", "s", "Clarabel", "s", "SCS", "s"]
    notes = (
        "gordan's verdict is verified in ball arithmetic, and its seconds include that; the others' are their status ",
        "on A*y − e ∈ K, with (✓) where their y passes gordan's rigorous check. One thread each.",
    )
    write("conic", f"Planted conic problems, {ROWS} rows", header, rows, "".join(notes))
    _bounds()


def _matrices(seconds: float) -> None:
    """One combination of n²/4 matrices of order n, by processor time."""
    rows = []
    for n in (5, 10, 20, 30):
        cone = Product([PSD(n)])
        planted = [conic_separable(cone, n * n // 4, rho) for rho in (1e-1, 1e-3, 1e-5)]
        planted += [conic_inseparable(cone, n * n // 4, depth) for depth in (0.5, 0.01)]
        for instance in planted:
            problem = Conic(instance.A, cone)
            gordan.solve(problem, max_seconds=seconds)  # what is imported at the first call is not counted
            began = time.process_time()
            outcome = gordan.solve(problem, max_seconds=seconds)
            between = time.process_time()
            peer = _clarabel(instance, seconds)[0]
            ended = time.process_time()
            rows.append([f"{n}", instance.name.split(" ", 1)[1], outcome.kind, f"{between - began:.3f}", peer])
            rows[-1].append(f"{ended - between:.3f}")
            print(rows[-1], flush=True)
    header = ["n", "planted", "gordan", "s", "Clarabel", "s"]
    notes = (
        "Processor seconds, one thread each; gordan's with the proof and its verification, Clarabel's with the check."
    )
    write("conic_matrices", "Planted matrices of order n", header, rows, notes)


def _ours(instance: ConicInstance, seconds: float) -> list[str]:
    problem = Conic(instance.A, instance.cone)
    began = time.perf_counter()
    outcome = gordan.solve(problem, max_seconds=seconds)
    took = time.perf_counter() - began
    held = "✓" if gordan.verify(problem, outcome).holds else "refused"
    lower = f"{outcome.bracket.lower:.3g}" if outcome.kind == "separable" else ""
    return [f"{outcome.kind} ({held})", lower, f"{took:.2f}"]


def _clarabel(instance: ConicInstance, seconds: float) -> list[str]:
    import clarabel

    cones, order = [], []
    for part, where in zip(instance.cone.parts, instance.cone.slices, strict=True):
        entries = np.arange(where.start, where.stop)
        if isinstance(part, Lorentz):
            cones.append(clarabel.SecondOrderConeT(part.n))
            entries = np.roll(entries, 1)
        elif isinstance(part, PSD):
            cones.append(clarabel.PSDTriangleConeT(part.n))
            entries = entries[np.lexsort(part.places)]
        else:
            cones.append(clarabel.NonnegativeConeT(part.size))
        order.append(entries)
    picked = np.concatenate(order)
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.time_limit, settings.max_threads = False, seconds, 1
    m = instance.A.shape[0]
    data = sp.csc_matrix((m, m)), np.zeros(m), sp.csc_matrix(-instance.A.T[picked]), -instance.cone.unit[picked]
    began = time.perf_counter()
    found = clarabel.DefaultSolver(*data, cones, settings).solve()
    took = time.perf_counter() - began
    return [_told(instance, str(found.status), np.array(found.x)), f"{took:.2f}"]


def _scs(instance: ConicInstance, seconds: float) -> list[str]:
    import scs

    kinds: dict[type, list[Any]] = {Orthant: [], Lorentz: [], PSD: []}
    for part, where in zip(instance.cone.parts, instance.cone.slices, strict=True):
        entries = np.arange(where.start, where.stop)
        kinds[type(part)].append((part, np.roll(entries, 1) if isinstance(part, Lorentz) else entries))
    picked = np.concatenate([entries for kind in kinds.values() for _, entries in kind])
    m = instance.A.shape[0]
    data = {"A": sp.csc_matrix(-instance.A.T[picked]), "b": -instance.cone.unit[picked], "c": np.zeros(m)}
    cone = {
        "l": sum(part.size for part, _ in kinds[Orthant]),
        "q": [part.n for part, _ in kinds[Lorentz]],
        "s": [part.n for part, _ in kinds[PSD]],
    }
    began = time.perf_counter()
    found = scs.SCS(data, cone, verbose=False, time_limit_secs=seconds).solve()
    took = time.perf_counter() - began
    return [_told(instance, found["info"]["status"], found["x"]), f"{took:.2f}"]


def _told(instance: ConicInstance, status: str, y: Any) -> str:
    if status.lower() == "solved" and np.isfinite(y).all():
        lower = margin_at_least(Conic(instance.A, instance.cone), np.asarray(y, dtype=np.float64))
        return f"{status} ({'✓' if lower.value > 0 else 'not inside'})"
    return status


def _bounds() -> None:
    """Iterations of Mirror Prox until A*y is inside the cone, against L_xy 2√(θ_x θ_y)/ρ + 1."""
    cones = SMALL | {"mixed": Product([Orthant(20), Lorentz(10), Lorentz(10), PSD(8)])}
    rows = []
    for name, cone in cones.items():
        for rho in (0.1, 0.03, 0.01):
            instance = conic_separable(cone, 10, rho)
            oracle = ConicColumns(Conic(instance.A, cone).canonical())
            limit = oracle.radius * np.sqrt(2.0 * oracle.cone.theta) / rho + 1.0
            used = [_steps(MirrorProx(adaptive=adaptive), oracle) for adaptive in (False, True)]
            rows.append([name, f"{rho:g}", f"{oracle.radius:.3g}", f"{oracle.cone.theta:.3g}", f"{limit:.0f}"])
            rows[-1] += [str(count) for count in used]
            print(rows[-1], flush=True)
    header = ["cone", "ρ", "L_xy", "θ_x", "bound", "fixed step", "adaptive step"]
    write("conic_bound", "Mirror Prox on planted cones: iterations, θ_y = ½", header, rows)


def _steps(solver: MirrorProx, oracle: ConicColumns) -> int:
    for candidate in solver.candidates(oracle):
        if candidate.lowest is not None and candidate.lowest > 0:
            return candidate.updates
    raise AssertionError("Mirror Prox ended")
