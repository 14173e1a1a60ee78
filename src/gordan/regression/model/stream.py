"""A formula on a table that is read in batches: its rows as a `LongSystem`, of which nothing but kinds is held.

1. a first pass finds rows in which every level, class and extreme of the columns occurs: an example of the table
2. the formula on the example is a description: which columns the design has, without regard to how many rows there are
3. every further pass makes the rows of the design anew from the description, batch by batch

Terms whose columns depend on all values of a column (poly, bs, scale, center) have no such description and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Mask, Matrix, Positions
from gordan.errors import InputError
from gordan.file.table.columns import ColumnBatches
from gordan.file.table.wording import shown
from gordan.problem.batches import Batches
from gordan.problem.description import Description
from gordan.problem.long_system import LongSystem
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.regression.model.block import level_places
from gordan.regression.model.closed import Beside, complete_rows, pose_closed, pose_described
from gordan.regression.model.design import Missing, ModelNote, refuse_missing
from gordan.regression.model.evaluate import evaluate_number
from gordan.regression.model.formula import parse_formula
from gordan.regression.model.formula.offset import cut_offsets
from gordan.regression.model.frame import Frame, read_frame
from gordan.regression.model.matrix import missing_rows
from gordan.regression.model.rebuild import design_matrix, kept_columns, response_columns
from gordan.regression.model.response import read_counts
from gordan.regression.model.rows import BASE, Rows
from gordan.regression.model.system import FAMILIES, Posed

__all__ = ["STREAMED", "PosedStream", "named_columns", "pose_described_stream", "pose_stream"]

STREAMED = ("binomial", "poisson", "negative-binomial", "log-binomial")  # families with one condition for each row
_WHOLE = re.compile(r"(?<![\w.])(poly|bs|scale|center|standardize)\s*\(")
_DIFFERENT = 10_000  # different values of a column that are counted; with more it is no factor
_BATCH = 1 << 24  # bytes of design rows made at a time


@dataclass(frozen=True, eq=False)
class PosedStream:
    """A posed model whose design has its rows in batches, and the system they make."""

    posed: Posed
    system: LongSystem
    n_silent: int = 0  # rows that were used but constrain no direction, such as those without trials


def named_columns(formula: str, names: Sequence[str], beside: Beside, also: Sequence[str] = ()) -> tuple[str, ...]:
    """The columns that a formula, and what stands beside it, name."""
    schema = read_frame({name: np.zeros(0) for name in names})
    given = [each for each in beside if isinstance(each, str)]
    for each in given:
        schema.column(each)  # refused with the nearest name where there is none
    return tuple(dict.fromkeys([*parse_formula(formula, schema).needs, *given, *also]))


def pose_stream(
    formula: str, table: ColumnBatches, family: str, beside: Beside, *, missing: Missing | None, numbers: Numbers
) -> PosedStream:
    """The system of a formula of the closed grammar on a table in batches."""
    if family not in STREAMED:
        raise InputError(
            f"data that are read in batches go with {', '.join(STREAMED)} models, and this one is {FAMILIES[family]}; "
            "give a frame in memory"
        )
    if any(each is not None and not isinstance(each, str) for each in beside):
        raise InputError("weights, offset and strata beside data in batches are names of columns; give names")
    whole = _WHOLE.search(formula)
    if whole:
        raise InputError(
            f"{whole[1]}( ) needs all values of its column at once, and the data are read in batches; compute the "
            "column beforehand, or give a frame in memory"
        )
    unseen = next((each for each in cut_offsets(formula.partition("~")[2])[1] if not each.plain), None)
    if unseen is not None:
        raise InputError(
            f"{shown(unseen.text)} would have to be computed for every row, and the data are read in batches; make a "
            "column of it, or leave it out: an offset does not change the answer"
        )
    columns = named_columns(formula, table.names, beside)
    table = table.kept(columns)
    example = pose_closed(formula, _example(table, columns), family, beside, numbers=numbers, missing=missing)
    return _pose_rows(example, table, columns, beside, missing, numbers)


def pose_described_stream(
    description: Description, table: ColumnBatches, family: str, beside: Beside, *, numbers: Numbers, formula: str = ""
) -> PosedStream:
    """The system of a description on a table in batches, as `pose_described` has it of one in memory."""
    if family not in STREAMED:
        raise InputError(f"the certificate is about a {FAMILIES[family]} model, whose rows are not read in batches")
    names = [each for each in beside if isinstance(each, str)]
    columns = tuple(dict.fromkeys([*description.used, *names]))
    gone = next((name for name in columns if name not in table.names), None)
    if gone is not None:
        raise InputError(f"{table.words} has no column {shown(gone)}, which the certificate's model uses")
    table = table.kept(columns)
    example = pose_described(description, _example(table, columns), family, beside, numbers=numbers, formula=formula)
    return _pose_rows(example, table, columns, beside, None, numbers)


def _pose_rows(
    example: Posed,
    table: ColumnBatches,
    columns: Sequence[str],
    beside: Beside,
    missing: Missing | None,
    numbers: Numbers,
) -> PosedStream:
    """The rows of a table by the description of the model that was posed on an example of it."""
    assert example.description is not None
    source = _DesignSource(table, columns, example, beside, missing)
    rows = Batches(source)
    if not sum(map(len, source.kinds)):
        raise InputError(f"every one of the {source.n_given:,} rows is left out; nothing is left to diagnose")
    kinds = np.concatenate(source.kinds)
    posed = _posed(example, source, rows, kinds)
    system = LongSystem(
        rows, kinds, numbers, example.design.names, _used_rows(table.files, np.concatenate(source.places))
    )
    return PosedStream(posed, system, source.n_silent)


def _used_rows(files: tuple[tuple[str, int], ...], places: Positions) -> tuple[tuple[str, int], ...]:
    """How many of the rows at these places of a table each of its files has."""
    ends = np.searchsorted(places, np.cumsum([0, *(rows for _, rows in files)]))
    return tuple((name, int(rows)) for (name, _), rows in zip(files, np.diff(ends), strict=True))


def _posed(example: Posed, source: _DesignSource, rows: Batches, kinds: npt.NDArray[np.int8]) -> Posed:
    """The posed example with the counts, labels and notes of all rows."""
    notes = []
    if source.n_missing:
        verb = "has" if source.n_missing == 1 else "have"
        notes.append(f"{source.n_missing:,} of {source.n_given:,} rows {verb} a missing value: left out")
    if source.n_zero_weight:
        notes.append(f"{source.n_zero_weight:,} rows have weight 0: no part of the likelihood")
    notes += [note for note in example.design.notes if isinstance(note, ModelNote)]
    design = replace(
        example.design,
        X=rows,
        y=(),
        labels=np.concatenate(source.labels),
        n_given=source.n_given,
        n_missing=source.n_missing,
        n_zero_weight=source.n_zero_weight,
        kept=np.concatenate(source.places),
        notes=tuple(notes),
    )
    owner, pinned = np.flatnonzero(kinds), np.flatnonzero(kinds == 0)
    nothing = np.zeros((0, len(design.names)))
    column = np.arange(design.p, dtype=np.int64)
    if design.constant is not None:
        column[design.constant] = BASE
    own = Rows(nothing, nothing, owner, pinned, design.names, column, example.rows.numbers)
    codes = example.codes
    if codes is not None:
        failures = kinds < 0 if example.family == "log-binomial" else kinds <= 0
        codes = replace(codes, seen=np.column_stack([failures, kinds >= 0]))
    return Posed(
        own, design, example.family, codes, wording=example.wording, frame=None, description=example.description
    )


def _example(table: ColumnBatches, columns: Sequence[str]) -> Frame:
    """Rows in which every one of the different values of a column occurs, and its extremes."""
    seen: dict[str, set[object]] = {name: set() for name in columns}
    ends: dict[str, tuple[float, float]] = {}
    kinds: dict[str, bool] = {}
    parts: list[dict[str, Any]] = []
    labels: list[Positions] = []
    for own, batch in table.read(columns):
        frame = read_frame(batch)
        chosen: set[int] = {0} if not parts and frame.n else set()
        for name in columns:
            column = frame.column(name)
            there = np.flatnonzero(~column.missing)
            if there.size and kinds.setdefault(name, column.text) != column.text:
                raise InputError(
                    f"{table.words}: column {shown(name)} holds numbers in some batches and text in others; make it "
                    "all one"
                )
            chosen |= _first_places(column.values[there], there, seen[name])
            if not column.text and there.size:
                chosen |= _extremes(column.values, there, ends, name)
        places = np.array(sorted(chosen), dtype=np.int64)
        parts.append({name: np.asarray(batch[name])[places] for name in columns})
        labels.append(np.asarray(own)[places])
    if not parts or not sum(map(len, labels)):
        raise InputError(f"there are no rows in {table.words}; give at least one")
    values = {name: np.concatenate([part[name] for part in parts]) for name in columns}
    return Frame(values, tuple(columns), np.concatenate(labels))


def _first_places(values: Any, places: Positions, seen: set[object]) -> set[int]:
    """Where values occur that have not been seen; none once there are too many to be levels."""
    if len(seen) > _DIFFERENT or not len(values):
        return set()
    if values.dtype == object:
        first: dict[object, int] = {}
        for place, value in zip(places.tolist(), values.tolist(), strict=True):
            first.setdefault(value, place)
    else:
        different, at = np.unique(values, return_index=True)
        first = dict(zip(different.tolist(), places[at].tolist(), strict=True))
    fresh = {value: place for value, place in first.items() if value not in seen}
    seen |= set(fresh)
    return set(fresh.values()) if len(seen) <= _DIFFERENT else set()


def _extremes(values: Any, places: Positions, ends: dict[str, tuple[float, float]], name: str) -> set[int]:
    own = values[places].astype(np.float64)
    low, high = ends.get(name, (np.inf, -np.inf))
    chosen = {int(places[own.argmin()])} if own.min() < low else set()
    chosen |= {int(places[own.argmax()])} if own.max() > high else set()
    ends[name] = min(low, float(own.min())), max(high, float(own.max()))
    return chosen


class _DesignSource:
    """The rows of the design, made from the columns of the table in every pass; the first pass notes their kinds."""

    steady = False

    def __init__(
        self, table: ColumnBatches, columns: Sequence[str], example: Posed, beside: Beside, missing: Missing | None
    ) -> None:
        assert example.description is not None
        self.words, self._table, self._columns = table.words, table, columns
        self._description: Description = example.description
        self._family, self._beside, self._missing = example.family, beside, missing
        self._p = example.design.p
        self._step = max(1, _BATCH // (8 * max(self._p, 1)))
        self.kinds: list[npt.NDArray[np.int8]] = []
        self.places: list[Positions] = []
        self.labels: list[Any] = []
        self.n_given = self.n_missing = self.n_zero_weight = self.n_silent = 0
        self._noted = False

    def read(self) -> Iterator[tuple[Matrix, tuple[str, ...], Any]]:
        start, fresh = 0, not self._noted
        for labels, batch in self._table.read(self._columns):
            n = len(labels)
            for first in range(0, n, self._step):
                part = slice(first, min(first + self._step, n))
                cells = {name: np.asarray(batch[name])[part] for name in self._columns}
                values, kinds, keep = self._rows(Frame(cells, tuple(cells), np.asarray(labels)[part]), fresh)
                if fresh:
                    self.kinds.append(kinds)
                    self.places.append(start + first + keep)
                    self.labels.append(np.asarray(labels)[part][keep])
                if len(values):
                    yield values, (), None
            start += n
        if fresh:
            self.n_given, self._noted = start, True

    def _rows(self, frame: Frame, fresh: bool) -> tuple[Matrix, npt.NDArray[np.int8], Positions]:
        """The rows that enter the likelihood, what each asks of a direction, and their places."""
        gone = np.zeros(frame.n, bool)
        for name in self._columns:
            gone |= frame.column(name).missing
        refuse_missing(gone, self._missing or "drop", frame.labels)
        if gone.all():
            self.n_missing += frame.n * fresh
            return np.zeros((0, self._p)), np.zeros(0, np.int8), np.zeros(0, np.int64)
        complete = complete_rows(frame, self._columns, self._beside)
        cells, n = kept_columns(self._description.used, frame, complete.keep), complete.n
        X = design_matrix(self._description, cells, n)[0]
        X = X.toarray() if is_sparse(X) else X
        kinds, silent = self._kinds(cells, n, frame.labels[complete.keep])
        lost = missing_rows(X)
        complete.extra.check_offset(complete.keep)
        zero = complete.extra.zero_weight(complete.keep)[complete.keep]
        used = ~(lost | zero | silent)
        if fresh:
            self.n_missing += int(gone.sum() + lost.sum())
            self.n_zero_weight += int((zero & ~lost).sum())
            self.n_silent += int((silent & ~lost & ~zero).sum())
        return X[used], kinds[used], np.flatnonzero(complete.keep)[used]

    def _kinds(self, cells: Any, n: int, labels: Any) -> tuple[npt.NDArray[np.int8], Mask]:
        """1, −1 or 0 for each row, as `rows.independent` derives them, and the rows that constrain no direction."""
        response = self._description.response
        if self._family in ("poisson", "negative-binomial"):
            positive = read_counts(response_columns(response, cells, n)[0], self._family, labels)[0]
            return np.where(positive, 0, -1).astype(np.int8), np.zeros(n, bool)
        if response.levels is not None:
            success = level_places(response.values[0], response.levels, cells, n) == 1  # type: ignore[arg-type]
            failure = ~success
        elif len(response.names) == 2:
            success, failure = (evaluate_number(v, cells, n) > 0 for v in response.values)  # type: ignore[arg-type]
        else:
            share = response_columns(response, cells, n)[0].values
            success, failure = share > 0, share < 1
        if self._family == "log-binomial":
            return np.where(success, 0, -1).astype(np.int8), ~(success | failure)
        kinds = np.where(success & failure, 0, np.where(success, 1, -1)).astype(np.int8)
        return kinds, ~(success | failure)

    def take(self, rows: Positions) -> Matrix | None:
        return None
