"""Models of a genome, one SNP each: do their estimates exist? Decided and proved, beside a Logit fit of statsmodels.

Every model has 400 rows, an intercept, a normal covariate with all its digits, and one SNP (0, 1, 2) of its own.
"""

from __future__ import annotations

import argparse
import resource
import time
import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm

import gordan
from benchmarks.result import write

FITS = 200  # of which the time of a fit is taken


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks snp", description=__doc__.splitlines()[0])
    parser.add_argument("--models", type=int, default=100_000)
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--rare", type=float, default=0.01, help="the least frequency of an allele")
    options = parser.parse_args(arguments)
    rng = np.random.default_rng(0)
    n, count = options.rows, options.models
    ill, age = rng.integers(0, 2, n), rng.normal(size=n)
    snps = rng.binomial(2, rng.uniform(options.rare, 0.5, count)[:, None], (count, n)).astype(np.int8)
    fit = _fits(ill, age, snps[:: max(1, count // FITS)])
    names = [f"rs{k}" for k in range(count)]
    frame = pd.DataFrame(snps.T, columns=names).assign(ill=ill, age=age)
    designs = (np.column_stack([age, snp]) for snp in snps)
    rows = [
        _measured("arrays", lambda: gordan.diagnose_many(designs, ill, n_jobs=2, progress=False), fit),
        _measured(
            "formula",
            lambda: gordan.diagnose_many("ill ~ age + {}", data=frame, columns=names, n_jobs=2, progress=False),
            fit,
        ),
    ]
    header = [
        "given as",
        "overlap",
        "separated",
        "processor µs each",
        "a second of two processors",
        "a second by the clock",
    ]
    note = f"{count:,} models, {n} × 3. Processor time of all processes, posing and verification included."
    write("snp", "SNP models", [*header, "Logit fits for one"], rows, note)


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _measured(name: str, run: object, fit: float) -> list[str]:
    assert callable(run)
    begun, clock = _processor(), time.perf_counter()
    table = run()
    wall = time.perf_counter() - clock
    time.sleep(1.0)  # until the processes have ended, and their time counts
    each = (_processor() - begun) / len(table)
    kinds = table["kind"].value_counts()
    overlap, count = int(kinds.get("overlap", 0)), len(table)
    assert table["separated"].notna().all()
    speed = [f"{1e6 * each:.0f}", f"{2 / each:,.0f}", f"{count / wall:,.0f}", f"{each / fit:.2f}"]
    return [name, f"{overlap:,}", f"{count - overlap:,}", *speed]


def _fits(ill: np.ndarray, age: np.ndarray, snps: np.ndarray) -> float:
    """Processor seconds of one fit."""
    begun = _processor()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for snp in snps:
            try:
                sm.Logit(ill, np.column_stack([np.ones(len(age)), age, snp])).fit(disp=False)
            except (np.linalg.LinAlgError, sm.tools.sm_exceptions.PerfectSeparationError):
                continue
    return (_processor() - begun) / len(snps)
