"""Separation sets with proven answers: verdict, rows and coefficients of `diagnose`, beside what peers say.

The folder is given by --data or by the environment variable GORDAN_DATA and holds a folder `separation` with
answers.json; data_folder.py says where it is looked for by default. Peers that are not installed are said to be absent:
firthmodels (`detect_separation`, binomial models) and statsmodels (a fit that warns or fails has noticed something; one
that is silent on separated data has not). With --units each set is asked again under random changes of units.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import gordan
from benchmarks.data_folder import find_data_folder
from benchmarks.diagnose_size import sizes
from benchmarks.peer_detection import detect, fit
from benchmarks.result import write

KINDS = {"separated": "quasi", "not separated": "overlap"}
CLAIMED = {"csep": "complete", "qcsep": "quasi", "ovl": "overlap"}  # as the source says of its nominal and ordinal sets


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks diagnose", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--units", type=int, default=0, help="random changes of units, over all sets together")
    parser.add_argument("--sizes", action="store_true", help="seconds and memory by size instead")
    options = parser.parse_args(arguments)
    if options.sizes:
        sizes()
        return
    folder = options.data / "separation"
    if not (folder / "answers.json").exists():
        print(f"there is no answers.json in {folder}; give the folder of data with --data or GORDAN_DATA")
        return
    questions = [_question(folder, answer) for answer in json.loads((folder / "answers.json").read_text())]
    questions += [_claimed(path) for path in sorted((folder / "divoRce").glob("*dat[mo].csv"))]
    rows = [_row(question) for question in questions]
    header = ["set", "family", "rows x columns", "answer", "verdict", "rows", "coefficients", "ms", "exact ms"]
    header += ["firthmodels", "statsmodels"]
    notes = [_tally(rows, j, header[j]) for j in (4, 5, 6, 9, 10)]
    if options.units:
        notes.append(_units(questions, options.units))
    write("diagnose", "Separation: proven answers, and what is found", header, rows, *notes)


def _question(folder: Path, answer: dict[str, Any]) -> dict[str, Any]:
    data = pd.read_csv(folder / answer["file"])
    family = "poisson" if answer["family"] == "poisson" else "binomial"
    names = [str(name) for name in data.columns]
    if family == "poisson":
        terms = [name for name in names if name.startswith("x")]
        terms += [f"C({name})" for name in names if name.startswith("id") or name in ("i", "j")]
        formula = f"y ~ {' + '.join(terms)}"
    elif "lizards" in answer["file"]:
        formula = "grahami + opalinus ~ C(height) + C(diameter) + C(light) + C(time)"
    elif "sports" in answer["file"]:
        formula = f"cbind(wins, losses) ~ 0 + {' + '.join(names[:8])}"
    else:
        formula = answer["model"]
    return {
        "name": answer["file"],
        "data": data,
        "formula": formula,
        "family": family,
        "kind": KINDS.get(answer["verdict"], answer["verdict"]),
        "rows": answer["separated_rows_0based"],
        "coefficients": answer.get("coefficients"),
    }


def _claimed(path: Path) -> dict[str, Any]:
    kind = next(kind for start, kind in CLAIMED.items() if path.name.startswith(start))
    family = "multinomial" if path.stem.endswith("m") else "ordinal"
    return {
        "name": f"divoRce/{path.name} (claimed)",
        "data": pd.read_csv(path),
        "formula": "y ~ x1 + x2",
        "family": family,
        "kind": kind,
        "rows": None,
        "coefficients": None,
    }


def _row(question: dict[str, Any]) -> list[str]:
    found, seconds = _ask(question, "rounded")
    exact, exact_seconds = _ask(question, "exact")
    agree = (found.kind, found.rows, found.coefficients) == (exact.kind, exact.rows, exact.coefficients)
    verified = found.verdict.holds and exact.verdict.holds and agree
    known, states = question["rows"], question["coefficients"]
    separated = question["kind"] != "overlap"
    return [
        question["name"],
        question["family"],
        f"{found.n} x {len(found.coefficients)}",
        question["kind"],
        "right" if found.kind == question["kind"] and verified else f"WRONG ({found.kind}, exact {exact.kind})",
        "-" if known is None else "right" if list(found.rows) == known else "WRONG",
        "-" if not states else "right" if found.coefficients == states else "WRONG",
        f"{1e3 * seconds:.0f}",
        f"{1e3 * exact_seconds:.0f}",
        detect(question, found, separated),
        fit(question, found, separated),
    ]


def _ask(question: dict[str, Any], proof: Any) -> tuple[gordan.regression.diagnose.Diagnosis, float]:
    began = time.perf_counter()
    found = gordan.diagnose(question["formula"], data=question["data"], family=question["family"], proof=proof)
    return found, time.perf_counter() - began


def _tally(rows: list[list[str]], j: int, name: str) -> str:
    told = [row[j] for row in rows]
    wrong = sum(each.startswith(("WRONG", "silent", "false")) for each in told)
    right = sum(each.startswith(("right", "warned", "quiet")) for each in told)
    return f"{name}: {right} right, {wrong} wrong, {len(told) - right - wrong} not asked or absent."


def _units(questions: list[dict[str, Any]], count: int) -> str:
    """Columns multiplied by powers of ten and shifted by integers, where an intercept takes the shift up."""
    rng, changed, undecided, done = np.random.default_rng(0), [], 0, 0
    peer: list[str] = []
    while done < count:
        for question in questions:
            base, _ = _ask(question, "rounded")
            shifts = "Intercept" in base.coefficients or question["family"] == "ordinal"
            data = question["data"].copy()
            for name in [each for each in data.columns if each in question["formula"].partition("~")[2].split()]:
                power, shift = int(rng.integers(-6, 7)), int(rng.integers(-(10**8), 10**8 + 1)) if shifts else 0
                data[name] = _moved(data[name], power, shift)
            other, _ = _ask({**question, "data": data}, "rounded")
            done += 1
            peer.append(detect({**question, "data": data}, other, question["kind"] != "overlap", base.coefficients))
            if other.kind == "undecided":
                undecided += 1
            # A shift moves intercepts and thresholds, and may turn a finite one into an infinite one.
            free = {name for name in base.coefficients if "Intercept" not in name and "|" not in name}
            same = {name: other.coefficients[name] for name in free} == {name: base.coefficients[name] for name in free}
            if (other.kind, other.rows) != (base.kind, base.rows) or not same:
                changed.append(question["name"])
    which = f" in {', '.join(sorted(set(changed)))}" if changed else ""
    return (
        f"Units: {done} changes, {len(changed)} different answers ({undecided} undecided){which}. firthmodels: "
        f"{peer.count('right')} right, {sum('coefficients' in each for each in peer)} with a wrong coefficient, "
        f"{sum('separation' in each for each in peer)} with the wrong verdict, "
        f"{sum(each.startswith('refused') for each in peer)} refused as rank deficient or otherwise."
    )


def _moved(column: Any, power: int, shift: int) -> Any:
    """x·10^power + shift·10^power as the nearest double to the decimal: read as decimals, it is that number."""
    from decimal import Decimal

    return [float((Decimal(repr(float(v))) + shift).scaleb(power)) for v in column]
