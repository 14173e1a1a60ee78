"""Fixed effects: panels of up to a million rows, decided and proved, beside pyfixest's separation check.

pyfixest is no dependency and is left out where it is not installed. Its check ("fe" and "ir") is called as its `fepois`
calls it, with the frames that it has made of the formula; ours with the panel that `diagnose` has made of it, and with
verification. `diagnose` as a whole, formula and frame too, is shown beside.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.result import write

CASES = (
    ("1,000,000 × (10,000 + 1,000), dense", "poisson", 1_000_000, 10_000, 1_000),
    ("200,000 × (2,000 + 200)", "poisson", 200_000, 2_000, 200),
    ("50,000 × (5,000 + 50)", "poisson", 50_000, 5_000, 50),
    ("200,000 × (20,000 + 200)", "poisson", 200_000, 20_000, 200),
    ("200,000 × (5,000 + 2,000 + 50)", "poisson", 200_000, 5_000, 2_000, 50),
    ("200,000 × (20,000 + 2,000 + 500)", "poisson", 200_000, 20_000, 2_000, 500),
    ("200,000 × (5,000 + 5,000 + 5,000)", "poisson", 200_000, 5_000, 5_000, 5_000),
    ("200,000 × (20,000 + 20,000 + 2,000)", "poisson", 200_000, 20_000, 20_000, 2_000),
    ("200,000 × (2,000 + 200), logit", "binomial", 200_000, 2_000, 200),
    ("200,000 × (5,000 + 2,000 + 50), logit", "binomial", 200_000, 5_000, 2_000, 50),
    ("200,000 × (20,000 + 2,000 + 500), logit", "binomial", 200_000, 20_000, 2_000, 500),
    ("200,000 × (20,000 + 20,000 + 2,000), logit", "binomial", 200_000, 20_000, 20_000, 2_000),
)


def table(n: int, firms: int, others: int, third: int = 0, seed: int = 0) -> pd.DataFrame:
    """Flows of firms, of which a fiftieth never has one; the chance of one differs from firm to firm."""
    draws = np.random.default_rng(seed)
    f, g = draws.integers(0, firms, n), draws.integers(0, others, n)
    data = {f"x{j}": np.round(draws.normal(size=n), 6) for j in (1, 2, 3)}
    y = draws.poisson(1.5, n) * (draws.random(n) < 0.7 * draws.random(firms)[f]) * (f >= firms // 50)
    more = {"h": draws.integers(0, third, n)} if third else {}
    return pd.DataFrame({**data, "f": f, "g": g, **more, "y": y})


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks panel", description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args(arguments)
    header = ["panel", "rows separated", "ours, s", "diagnose, s", "pyfixest, s", "pyfixest/ours", "its rows"]
    rows = [_measured(name, family, table(*sizes), options.repeats) for name, family, *sizes in CASES]
    write(
        "panel",
        "Fixed effects",
        header,
        rows,
        f"Processor seconds, medians of {options.repeats} interleaved runs. pyfixest decides by a tolerance of 1e-4, "
        "without a proof.",
    )


def _measured(name: str, family: str, data: pd.DataFrame, repeats: int) -> list[str]:
    from gordan import diagnose
    from gordan.feasibility.panel import split_panel

    effects = [effect for effect in "fgh" if effect in data]
    formula = f"y ~ x1 + x2 + x3 | {' + '.join(effects)}"
    if family == "binomial":
        data["y"] = (data["y"] > 0).astype(int)
    answer = diagnose(formula, data=data, family=family)
    peer = _peer(data, formula, effects) if family == "poisson" else None
    took: dict[str, list[float]] = {"ours": [], "whole": [], "peer": []}
    theirs: Any = None
    for _ in range(repeats):
        took["ours"].append(_seconds(lambda: split_panel(answer.model.panel))[0])
        took["whole"].append(_seconds(lambda: diagnose(formula, data=data, family=family))[0])
        if peer is not None:
            seconds, theirs = _seconds(peer)
            took["peer"].append(seconds)
    median = {key: statistics.median(times) for key, times in took.items() if times}
    row = [name, f"{len(answer.rows):,} ({'proved' if answer.verdict.holds else 'not proved'})"]
    row += [f"{median['ours']:.2f}", f"{median['whole']:.2f}"]
    if peer is None:
        return [*row, "–", "–", "–"]
    same = "the same" if set(theirs) == set(answer.rows) else f"{len(theirs):,}"
    return [*row, f"{median['peer']:.2f}", f"{median['peer'] / median['ours']:.2f}", same]


def _peer(data: pd.DataFrame, formula: str, effects: list[str]) -> Callable[[], Any] | None:
    try:
        from pyfixest.estimation.models.fepois_ import _check_for_separation
    except ImportError:
        return None
    Y, X, fe = data[["y"]], data[["x1", "x2", "x3"]], data[effects]

    def check() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _check_for_separation(formula, data, Y, X, fe, ["fe", "ir"])

    return check


def _seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.process_time()
    value = call()
    return time.process_time() - begun, value
