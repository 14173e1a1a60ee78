"""Models as they come in a batch: formulas, designs or models, each with a name, and one row of the answer for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gordan.errors import GordanError, InputError
from gordan.regression.diagnose.face import diagnose
from gordan.regression.model.frame import read_frame

__all__ = ["Item", "answer", "flagged", "named_items", "shared"]


@dataclass(frozen=True)
class Item:
    """One model of a batch: its name, what `diagnose` is to be given, or the sentence why it could not be read."""

    name: Any
    X: Any = None
    y: Any = None
    refused: str = ""


def named_items(models: Any, y: Any, columns: Iterable[Any] | None) -> Iterator[Item]:
    """Every model with its name; an iterable that fails on the way ends with an item that says so."""
    if columns is not None:
        if not isinstance(models, str) or "{}" not in models:
            raise InputError('columns need a formula with {} in their place, such as "ill ~ {} + age"')
        for column in columns:
            yield Item(column, models.replace("{}", f"`{column}`"), y)
        return
    if isinstance(models, str):
        models = [models]
    if not isinstance(models, Iterable):
        raise InputError(
            f"models is a {type(models).__name__}; give formulas, designs, pairs (X, y), or a dict of them"
        )
    source = iter(models.items()) if isinstance(models, Mapping) else iter(enumerate(models))
    place = 0
    while True:
        try:
            name, given = next(source)
        except StopIteration:
            return
        except Exception as error:  # a generator that fails has ended
            yield Item(place, refused=f"the models could not be read on ({type(error).__name__}: {error})")
            return
        pair = isinstance(given, tuple) and len(given) == 2
        label = given if isinstance(given, str) and not isinstance(models, Mapping) else name
        yield Item(label, *given) if pair else Item(label, given, y)
        place += 1


def flagged(chunk: list[Item]) -> list[dict[str, Any]]:
    """The rows of models whose process ended, as it does when memory runs out."""
    reason = "the process that worked on this and a few other models ended; ask about it alone, or with n_jobs=1"
    return [answer(replace(item, refused=reason), None, {}) for item in chunk]


def answer(item: Item, data: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The row of one model; what cannot be diagnosed is flagged in it."""
    row: dict[str, Any] = {"model": item.name, "kind": "failed", "separated": None, "n_separated": 0, "infinite": ()}
    row |= {
        "aliased": (),
        "rank": 0,
        "n": 0,
        "n_missing": 0,
        "coefficients": {},
        "seconds": 0.0,
        "reason": item.refused,
    }
    if item.refused:
        return row
    try:
        found = diagnose(item.X, item.y, data=data, **options)
    except GordanError as error:
        return {**row, "reason": str(error)}
    except Exception as error:  # one model must not lose the others
        return {**row, "reason": f"{type(error).__name__}: {error}"}
    return row | {
        "kind": found.kind,
        "separated": found.separated,
        "n_separated": len(found.rows),
        "infinite": found.infinite if found.kind != "undecided" else (),
        "aliased": found.aliased,
        "rank": found.rank,
        "n": found.n,
        "n_missing": found.n_missing,
        "coefficients": found.coefficients,
        "seconds": found.seconds,
        "reason": found.reason,
    }


def shared(data: Any) -> Any:
    """The data read once for all models, and as processes may share them: polars' threads do not outlive a fork."""
    if data is None:
        return None
    frame = read_frame(data)
    if not type(data).__module__.startswith("polars"):
        return frame
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in frame.names:
        column = frame.column(name)
        columns[name] = (
            column.values
            if column.levels is None
            else pd.Categorical(column.values, categories=list(column.levels), ordered=column.ordered)
        )
    return read_frame(columns)
