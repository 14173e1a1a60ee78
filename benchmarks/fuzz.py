"""Readers held against hostile bytes: `python -m benchmarks fuzz [SECONDS]`, guided by atheris where it is installed.

Without atheris it says so and ends: it is no dependency. Every input is read as a certificate. Only `InputError` may
come out, and what is read must be spelt and read again as the same.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["main"]

_SECONDS = 60


def main(arguments: Sequence[str]) -> None:
    seconds = int(arguments[0]) if arguments else _SECONDS
    if find_spec("atheris") is None:
        print("atheris is not installed, so nothing was fuzzed; the tests have random input of their own")
        return
    import atheris

    with atheris.instrument_imports(include=["gordan.file.certificate"]):
        import gordan
        from gordan.file.certificate.format import parse, spell

    def one(data: bytes) -> None:
        try:
            found = parse(data, "fuzzed.json")
        except gordan.InputError:
            return
        assert spell(parse(spell(found), "again.json")) == spell(found)

    with TemporaryDirectory() as folder:
        _seed(Path(folder))
        options = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=10", "-rss_limit_mb=2048", folder]
        atheris.Setup([sys.argv[0], *options], one)
        atheris.Fuzz()


def _seed(folder: Path) -> None:
    """True certificates of every kind, from which the fuzzer starts."""
    import gordan

    for k, (X, y) in enumerate([([[0.0], [1.5]], [0, 1]), ([[0.0], [1.0], [2.0]], ["a", "b", "a"])]):
        problem = gordan.Points(X, y)
        gordan.certify(problem, gordan.solve(problem), folder / f"decided-{k}.json")
    for budget in (1, 2):
        problem = gordan.Points([[0.0, 1.0], [2.0, 1.0], [1.0, 1.0], [3.0, 1.0]], [0, 0, 1, 1])
        outcome = gordan.solve(problem, solver="von-neumann", max_iter=budget)
        gordan.certify(problem, outcome, folder / f"stopped-{budget}.json")
