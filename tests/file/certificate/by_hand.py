"""The checker of docs/verify_by_hand.py, run on a problem written out as a table."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

import gordan

__all__ = ["BESIDE", "SCRIPT", "by_hand", "code_by_hand", "rewrite", "script", "write_table"]

# Called with the two files, the options and the sentence of a refusal, after every certificate that is judged.
BESIDE: list[Callable[[Path, Path, tuple[str, ...], str | None], None]] = []
SCRIPT = Path(__file__).parents[3] / "docs" / "verify_by_hand.py"


def _load() -> Any:
    specification = importlib.util.spec_from_file_location("verify_by_hand", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


script = _load()


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


def rewrite(path: Path, raw: bytes) -> None:
    """Put these bytes in the file. One that is emptied first waits for the disk, thousands of times in all."""
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(raw)
        file.truncate()


def code_by_hand(certificate: Path, data: Path | None, *options: str) -> tuple[int, str]:
    """Its exit code, and what it prints."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = script.main([str(certificate), *([] if data is None else [str(data)]), *options])
    for also in BESIDE if data is not None else ():
        also(certificate, data, options, None if code == 0 else said.getvalue().strip())
    return code, said.getvalue().strip()


def by_hand(certificate: Path, data: Path | None, *options: str) -> str:
    """What it prints: "accepted: …", "refused: …" or "unusable: …"."""
    code, words = code_by_hand(certificate, data, *options)
    assert words.startswith({0: "accepted: ", 1: "refused: ", 2: "unusable: "}[code])
    assert "\n" not in words
    return words
