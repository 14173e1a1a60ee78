"""Separation in regression: known answers with exact proofs, the same in other units, and seconds by size.

The folder is given by --data or by the environment variable GORDAN_DATA and holds a folder `separation` with an
answers.json; data_folder.py says where it is looked for by default.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.data_folder import find_data_folder
from benchmarks.result import write
from benchmarks.separation.design import Model, models
from benchmarks.separation.size import sizes
from benchmarks.separation.unit import changed
from gordan.feasibility.split import Split, coefficients, split

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks separation", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--trials", type=int, default=1_000, help="changes of unit in all")
    parser.add_argument("--large", action="store_true", help="with a million rows")
    parser.add_argument("--only", choices=("answers", "units", "sizes"))
    options = parser.parse_args(arguments)
    folder = options.data / "separation"
    if (folder / "answers.json").exists():
        known = models(folder)
        if options.only in (None, "answers"):
            _answers(known)
        if options.only in (None, "units"):
            _units(known, options.trials)
    else:
        print(f"there is no answers.json in {folder}; give the folder of data with --data or GORDAN_DATA")
    if options.only in (None, "sizes"):
        _sizes(options.large)


def _judge(model: Model, proof: Any, constant: bool = True) -> tuple[str, float]:
    """'right', or what is not: the kind, the rows or a coefficient; and the seconds."""
    start = time.perf_counter()
    system = model.system()
    found = split(system, proof=proof)
    states = coefficients(system, found) if isinstance(found, Split) else []
    seconds = time.perf_counter() - start
    if not isinstance(found, Split):
        return f"unsettled: {found.reason}", seconds
    if not found.verdict.holds or (found.kind, model.labels(found.strict)) != (model.verdict, model.rows):
        return "wrong rows", seconds
    told = dict(zip(model.columns, states, strict=True))
    wrong = [c for c, state in model.states.items() if told[c] != state and (constant or c != "Intercept")]
    return (f"wrong at {wrong[0]}: {told[wrong[0]]}" if wrong else "right"), seconds


def _answers(known: list[Model]) -> None:
    rows = []
    for model in known:
        for proof in ("exact", "rounded"):
            result, seconds = _judge(model, proof)
            shape = f"{model.X.shape[0]} x {model.X.shape[1]}"
            rows.append([model.name, shape, model.verdict, str(len(model.rows)), proof, result, f"{seconds:.3f}"])
    right = sum(row[5] == "right" for row in rows)
    header = ["set", "rows x columns", "kind", "strict rows", "proof", "answer", "seconds"]
    write("separation-answers", f"Known answers: {right} of {len(rows)} right", header, rows)


def _units(known: list[Model], trials: int) -> None:
    random = np.random.default_rng(0)
    # Where an answer names no coefficients, those found in the units as given are what must not change.
    told = [_states(model) for model in known]
    counts: Counter[tuple[str, str]] = Counter()
    for k in range(trials):
        model = told[k % len(told)]
        result, _ = _judge(model.with_design(changed(model.X, model.columns, random)), "exact", constant=False)
        counts[model.name, result] += 1
    rows = [[name, result, str(count)] for (name, result), count in sorted(counts.items())]
    right = sum(count for (_, result), count in counts.items() if result == "right")
    title = f"Changes of unit by 10^±6 and shifts up to 1e8: {right} of {trials} right"
    note = "A shift changes the constant's own coefficient, which is therefore not compared."
    write("separation-units", title, ["set", "answer", "trials"], rows, note)


def _states(model: Model) -> Model:
    from dataclasses import replace

    system = model.system()
    found = split(system, proof="exact")
    if model.states or not isinstance(found, Split):
        return model
    return replace(model, states=dict(zip(model.columns, coefficients(system, found), strict=True)))


def _sizes(large: bool) -> None:
    rows = []
    for name, system, allowed in sizes(large):
        best, busy, found, states = np.inf, np.inf, None, []
        for _ in range(3 if system.n_rows < 100_000 else 1):
            start, begun = time.perf_counter(), time.process_time()
            found = split(system)
            states = coefficients(system, found) if isinstance(found, Split) else []
            best, busy = min(best, time.perf_counter() - start), min(busy, time.process_time() - begun)
        kind = found.kind if isinstance(found, Split) else f"unsettled: {found.reason}"
        told = ", ".join(f"{count} {state}" for state, count in sorted(Counter(states).items()))
        rows.append([name, kind, told, f"{best:.3f}", f"{busy:.3f}", f"{allowed:g}"])
    header = ["system", "kind", "coefficients", "seconds", "of the processor", "allowed"]
    write("separation-sizes", "Rows, coefficients and rounded proof", header, rows)
