"""Models with known answers: their design, one column per coefficient, and their rows by the family of the response."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from gordan.feasibility.split import System

__all__ = ["Model", "models"]


@dataclass(frozen=True, eq=False)
class Model:
    """A design X with named columns, the sign each row takes (0: an equality), and the answer."""

    name: str
    X: Any
    columns: tuple[str, ...]
    signs: Any
    verdict: str
    rows: tuple[int, ...]
    states: dict[str, str]

    def system(self) -> System:
        """One inequality for each row with a sign, one equality for each without; their order is that of the rows."""
        at, equal = self.signs != 0, self.signs == 0
        return System(self.X[at] * self.signs[at, None], self.X[equal] if equal.any() else None, numbers="decimal")

    def labels(self, strict: Any) -> tuple[int, ...]:
        return tuple(np.flatnonzero(self.signs)[strict].tolist())

    def with_design(self, X: Any) -> Model:
        return replace(self, X=X)


def models(folder: Path) -> list[Model]:
    """All models of answers.json."""
    return [_model(folder, answer) for answer in json.loads((folder / "answers.json").read_text())]


def _model(folder: Path, answer: dict[str, Any]) -> Model:
    table = pd.read_csv(folder / answer["file"])
    family = answer["family"]
    if family == "poisson":
        X, signs = _poisson(table)
        verdict = "quasi" if answer["verdict"] == "separated" else "overlap"
    elif family == "binomial":
        response, _, terms = answer["model"].partition(" ~ ")
        X = pd.DataFrame({"Intercept": np.ones(len(table)), **{t: table[t] for t in terms.split(" + ")}})
        signs, verdict = np.where(table[response].to_numpy() == 1, 1.0, -1.0), answer["verdict"]
    else:
        X, signs = _grouped(table, answer)
        verdict = answer["verdict"]
    rows = tuple(answer["separated_rows_0based"])
    states = answer.get("coefficients", {})
    return Model(answer["file"], X.to_numpy(float), tuple(X.columns), signs, verdict, rows, states)


def _poisson(table: pd.DataFrame) -> tuple[pd.DataFrame, Any]:
    X = pd.DataFrame({"Intercept": np.ones(len(table))})
    for name in table.columns:
        if name.startswith("x"):
            X[name] = table[name]
        elif name.startswith("id") or name in ("i", "j"):
            dummies = pd.get_dummies(table[name], prefix=name, drop_first=True, dtype=float)
            X = pd.concat([X, dummies], axis=1)
    return X, np.where(table["y"].to_numpy() > 0, 0.0, -1.0)


def _grouped(table: pd.DataFrame, answer: dict[str, Any]) -> tuple[pd.DataFrame, Any]:
    successes, failures = answer["model"].partition("(")[2].partition(")")[0].split(", ")
    s, f = table[successes].to_numpy(), table[failures].to_numpy()
    signs = np.where(f == 0, 1.0, np.where(s == 0, -1.0, 0.0))
    rest = table.drop(columns=[successes, failures])
    if all(pd.api.types.is_numeric_dtype(kind) for kind in rest.dtypes):
        return rest, signs
    X = pd.DataFrame({"Intercept": np.ones(len(rest))})
    for name in rest.columns:
        dummies = pd.get_dummies(rest[name], drop_first=True, dtype=float)
        dummies.columns = [f"C({name})[T.{level}]" for level in dummies.columns]
        X = pd.concat([X, dummies], axis=1)
    return X, signs
