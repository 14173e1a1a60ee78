"""The verifier of docs/verify_by_hand.py, run on a problem written out as a table."""

from __future__ import annotations

import csv
import io
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np

import gordan

__all__ = ["SCRIPT", "by_hand", "write_table"]

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_by_hand.py"


def write_table(path: Path, problem: gordan.Points) -> None:
    """Every number as its shortest decimal, which loses nothing; the label last."""
    X = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    if problem.numbers == "binary":
        X = X.astype(np.float64)  # the shortest decimal of a single is another double
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow([f"x{j}" for j in range(problem.m)] + ["label"])
        for row, sign in zip(X, problem.signs, strict=True):
            label = problem.classes[-1] if sign > 0 else problem.classes[0]
            out.writerow([np.format_float_scientific(v, unique=True) for v in row] + [label])


def by_hand(certificate: Path, table: Path) -> str:
    """What it prints: "accepted: …" or "refused: …"."""
    said = io.StringIO()
    before = sys.argv, sys.excepthook, sys.get_int_max_str_digits()
    sys.argv = [str(SCRIPT), str(certificate), str(table)]
    try:
        with redirect_stdout(said):
            runpy.run_path(str(SCRIPT), run_name="__main__")
    except SystemExit as end:
        return str(end.code)
    except Exception as error:  # as its own hook would say it
        return f"refused: not readable, {type(error).__name__} {error}"
    finally:
        sys.argv, sys.excepthook = before[:2]
        sys.set_int_max_str_digits(before[2])
    return said.getvalue().strip()
