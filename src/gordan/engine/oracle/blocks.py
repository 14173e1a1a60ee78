"""Columns whose rows are read in batches: every operation is one pass, and the lowest points come with their data.

A pass goes through the rows once, in the order in which they are stored. For the k lowest points of each class a pool
is kept: a piece offers its own k lowest, those that the pool's k-th does not rule out are copied, and the products of
narrow rows are taken again in double precision while the rows are at hand. So the working set never asks for a row by
its number. Perceptrons visit the pieces in order; a shuffled order is one within each piece.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Matrix, Positions
from gordan.engine.candidate import Candidate
from gordan.engine.compiled import SweepState, sweep_dense
from gordan.engine.compiled.sweep import LONG
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.labelled import least
from gordan.engine.oracle.rows import read
from gordan.engine.oracle.subset import SubsetColumns, subset
from gordan.engine.oracle.sweep import Order, Pass, Rule
from gordan.problem.batches import Batches
from gordan.problem.batches.cluster import ClusterBatches
from gordan.problem.canonical import Canonical

__all__ = ["BlockColumns", "Pricing", "price_blocks"]

_CACHED = 1 << 16  # entries centred at a time
_ONE_MULTIPLE = 2.0**-50  # relative: dividing a vector by a number moves its coordinates by less
_TOGETHER = 0.25  # of the points of a pool: so many are sorted in at a time
_REMEMBERED = 3  # passes whose lowest points are at hand: the best direction of all is mostly one of the last


class BlockColumns(Columns):
    """Products with a_j = y_j s_j (x_j − c), the lowest of them with their data, and sweeps piece by piece."""

    # What comes back to single rows in any order is not offered.
    multipliers = price = ascend = climb = equalise = draw = glance = spans = squeezable = None  # type: ignore[assignment]
    unsuitable = (
        "comes back to single points in any order, and these are read in batches; choose working-set, a perceptron or "
        "mirror-prox, or read them whole"
    )

    def __init__(self, canonical: Canonical) -> None:
        super().__init__(canonical)
        self.X: Batches = canonical.X
        self._large = False  # products on one core: the other one reads ahead
        self._priced: deque[tuple[Array, int, list[list[Atom]]]] = deque(maxlen=_REMEMBERED)

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        if (again := self._priced_before(w, k)) is not None:
            return again
        slack = 2.0 * self.rounding * self.reach * self.norm(w) if self._narrow else 0.0
        centre = self.canonical.centre if self.canonical.shifted else None
        pricing = Pricing(w, k, slack, centre, (0.0,) if self.blocks == 1 else (1.0, -1.0))
        pools = self._on_blocks(pricing) if isinstance(self.X, ClusterBatches) else self._in_order(pricing)
        lowest = [[self._atom(*point) for point in pool.lowest()] for pool in pools]
        self._priced.append((w.copy(), k, lowest))
        return lowest

    def _priced_before(self, w: Array, k: int) -> list[list[Atom]] | None:
        """The lowest points of an earlier pass under a multiple of w: proofs take their directions from there."""
        for before, count, lowest in self._priced:
            unit = float(np.abs(before).max())
            ratio = float(np.abs(w).max()) / unit if unit > 0.0 else 0.0
            one = 0.0 < ratio < np.inf and bool((np.abs(w - ratio * before) <= _ONE_MULTIPLE * np.abs(w)).all())
            if one and k <= count:
                return [[atom.under(ratio) for atom in block[:k]] for block in lowest]
        return None

    def _in_order(self, pricing: Pricing) -> list[Pool]:
        pools, factors = pricing.pools(), self.canonical.factors
        for piece in self.X.read():
            own = None if factors is None else factors[piece.rows]
            pricing.offer(pools, piece.values, self.canonical.signs[piece.rows], own, piece.rows.start)
        for pool in pools:
            pool.settle()
        self._keep(pools)
        return pools

    def _keep(self, pools: list[Pool]) -> None:
        """Have the rows at hand for a proof, if they are as they were read."""
        if self.X.factor == 1.0 and self.X.dtype == self.X.surveyed.dtype:
            for pool in pools:
                self.X.kept.add(pool.keys, pool.values)

    def _on_blocks(self, pricing: Pricing) -> list[Pool]:
        """Every worker prices its own points; where many have some, only the lowest of all are sent for."""
        X, factors, pools = self.X, self.canonical.factors, pricing.pools()
        assert isinstance(X, ClusterBatches)
        own = {k: (part.start, None if factors is None else factors[part]) for k, part in enumerate(X.parts())}
        sent = X.worth_sending(len(pools) * pricing.k)
        for lowest in X.on_bundles(price_blocks, own, pricing, X.factor, sent):
            for pool, (keys, margins, values) in zip(pools, lowest, strict=True):
                pool.add(keys, margins, values)
        for pool in pools:
            pool.settle()
        if sent:
            self._keep(pools)
        else:
            rows, edges = X[np.concatenate([pool.keys for pool in pools])], [0]
            for pool in pools:
                edges.append(edges[-1] + pool.keys.size)
                pool.take(rows[edges[-2] : edges[-1]])
        return pools

    def _points(self, keys: Positions, values: Matrix) -> Array:
        """Raw rows as unsigned canonical points in double precision."""
        factors = None if self.canonical.factors is None else self.canonical.factors[keys]
        return points_of(values, self.canonical.centre if self.canonical.shifted else None, factors)

    def _atom(self, key: int, margin: float, values: Matrix) -> Atom:
        sign = float(self.canonical.signs[key])

        def column() -> Array:
            return np.asarray(self._points(np.array([key]), values[None, :])[0] * sign)

        return Atom(key, margin, column, sign)

    def support(self, x: Array) -> list[Atom]:
        keys = np.flatnonzero(x)
        values = self.X[keys]
        return [self._atom(int(key), float(x[key]), row) for key, row in zip(keys, values, strict=True)]

    def restrict(self, atoms: Sequence[Atom]) -> SubsetColumns:
        points = np.array([atom.column * atom.sign for atom in atoms])
        return subset(self, [atom.key for atom in atoms], points)

    def begin_with(self) -> Candidate:
        """The mean, from the class means where the first pass has found them."""
        means = self.X.class_means(self.canonical.signs) if self.blocks == 2 else None
        if means is None:
            return super().begin_with()
        mean = 0.5 * (means[0] - means[1])
        return Candidate(mean, self.cone.centre.weights, image=mean)

    def begin(self) -> Pass:
        return read(self.canonical, SweepState.begin(*self.X.shape))

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        assert isinstance(run.state, SweepState)
        state, lowest, quiet = run.state.copy(), [np.inf, np.inf], True
        counts, factors, compiled = state.counts, self.canonical.factors, True if order.size >= LONG else None
        # Pieces come in order; within a piece the rows are visited in the order asked for.
        ordered = order if bool((np.diff(order) > 0).all()) else None
        for piece in self.X.read():
            rows = _within(order, ordered, piece.rows) - piece.rows.start
            if not rows.size:
                continue
            state.counts = counts[piece.rows]
            sweep_dense(
                np.ascontiguousarray(piece.values),
                self.canonical.signs[piece.rows],
                None if factors is None else factors[piece.rows],
                self.canonical.centre,
                self.canonical.lifted,
                rows,
                rule,
                state,
                compiled=compiled,
            )
            lowest = [min(lowest[0], state.lowest_positive), min(lowest[1], state.lowest_negative)]
            quiet = quiet and state.quiet
        state = copy.copy(state)
        state.counts, state.quiet, (state.lowest_positive, state.lowest_negative) = counts, quiet, lowest
        return read(self.canonical, state)


def _within(order: Order, ordered: Order | None, rows: slice) -> Order:
    """The visits to these rows, in the order asked for."""
    if ordered is not None:
        first, last = np.searchsorted(ordered, [rows.start, rows.stop])
        return np.asarray(ordered[first:last])
    return np.asarray(order[(order >= rows.start) & (order < rows.stop)])


class Pricing(NamedTuple):
    """How points are priced under a direction w: how many of each class, and about which centre where there is one.

    `slack` is how far products in single precision may be from the truth; `classes` are the signs of the classes.
    """

    w: Array
    k: int
    slack: float
    centre: Array | None
    classes: tuple[float, ...]

    def pools(self) -> list[Pool]:
        return [Pool(self.k, self.slack) for _ in self.classes]

    def offer(self, pools: list[Pool], values: Matrix, signs: Matrix, factors: Array | None, start: int) -> None:
        """Put the lowest of some rows, numbered from `start` on, into the pools."""
        z = self._products(values)
        # Narrow products stay narrow: a sign changes no digit.
        z = z * signs if factors is None else z.astype(np.float64) * (signs * factors)
        for pool, sign in zip(pools, self.classes, strict=True):
            rows = pool.offered(z, None if sign == 0.0 else signs == sign)
            if rows.size:
                picked = values[rows]
                points = points_of(picked, self.centre, None if factors is None else factors[rows])
                pool.add(rows + start, np.asarray(points @ self.w) * signs[rows], picked)

    def _products(self, values: Matrix) -> Array:
        if self.centre is None:
            return np.asarray(values @ self.w.astype(values.dtype, copy=False))
        step = max(1, _CACHED // values.shape[1])
        return np.concatenate([(values[i : i + step] - self.centre) @ self.w for i in range(0, len(values), step)])


def points_of(values: Matrix, centre: Array | None, factors: Array | None) -> Array:
    """Raw rows as unsigned canonical points in double precision."""
    points = values.astype(np.float64)
    if centre is not None:
        points -= centre
    if factors is not None:
        points *= factors[:, None]
    return np.asarray(points)


def price_blocks(
    blocks: list[tuple[Matrix, Matrix, int, Array | None]], pricing: Pricing, factor: float, sent: bool
) -> list[tuple[Positions, Array, Any]]:
    """The lowest points of some blocks, of each class: numbers, margins and, where they are to be sent, rows.

    A block is its rows, their signs, the number of the first, and their factors or None.
    """
    pools = pricing.pools()
    for values, signs, start, factors in blocks:
        if len(values):
            scaled = values if factor == 1.0 else values.astype(np.float64) * factor
            pricing.offer(pools, scaled, signs, factors, start)
    for pool in pools:
        pool.settle()
    empty = np.empty((0, blocks[0][0].shape[1]), dtype=blocks[0][0].dtype)
    rows = [pool.values if pool.keys.size else empty for pool in pools]
    return [(pool.keys, pool.margins, own if sent else own[:, :0]) for pool, own in zip(pools, rows, strict=True)]


def _no_less(level: float, z: Array) -> Any:
    """The level in the width of z, rounded up."""
    narrow = z.dtype.type(level)
    return narrow if narrow >= level else np.nextafter(narrow, z.dtype.type(np.inf))


class Pool:
    """The k lowest points of a class so far: keys, margins and rows.

    Points wait until there are some to be sorted in together: a piece mostly has a few. Until then the k-th is higher
    than it could be, and no point is ruled out that is among the k lowest.
    """

    def __init__(self, k: int, slack: float) -> None:
        self._k, self._slack = k, slack
        self._waiting: list[tuple[Positions, Array, Matrix]] = []
        self.keys: Positions = np.empty(0, np.int64)
        self.margins: Array = np.empty(0)
        self._table: Any = None  # rows in no order: a row that is ruled out leaves its place to a new one
        self._places: Positions = np.empty(0, np.int64)

    @property
    def values(self) -> Any:
        """The rows, lowest first; None before the first."""
        return None if self._table is None else self._table[self._places]

    def take(self, values: Matrix) -> None:
        """Have these rows, in the order of the keys."""
        self._table, self._places = values, np.arange(len(values))

    def offered(self, z: Array, mine: Mask | None) -> Positions:
        """Rows of a piece that may be among the k lowest, as far as their products tell; only `mine` count."""
        if self.keys.size >= self._k:
            # Most pieces have few rows below the k-th so far: one comparison finds them.
            rows = np.flatnonzero(z <= _no_less(float(self.margins[-1]) + self._slack, z))
            rows = rows if mine is None else rows[mine[rows]]
        else:
            rows = np.arange(z.size) if mine is None else np.flatnonzero(mine)
        values = z[rows]
        if rows.size > self._k:
            lowest = least(values, self._k)
            if lowest.size == self._k:
                some = values <= _no_less(float(values[lowest[-1]]) + self._slack, z)
                rows, values = rows[some], values[some]
        return rows[values < np.inf]

    def add(self, keys: Positions, margins: Array, values: Matrix) -> None:
        self._waiting.append((keys, margins, values))
        if sum(each.size for each, _, _ in self._waiting) >= _TOGETHER * self._k:
            self.settle()

    def settle(self) -> None:
        """Sort in the points that wait."""
        if self._waiting:
            keys, margins, values = (np.concatenate(parts) for parts in zip(*self._waiting, strict=True))
            self._waiting = []
            self._sort_in(keys, margins, values)

    def _sort_in(self, keys: Positions, margins: Array, values: Matrix) -> None:
        old = self.keys.size
        self._make_room(min(self._k, old + len(values)), values)
        keys, margins = np.concatenate([self.keys, keys]), np.concatenate([self.margins, margins])
        kept = np.lexsort((keys, margins))[: self._k]
        stay = kept < old
        taken = np.zeros(len(self._table), dtype=bool)
        taken[self._places[kept[stay]]] = True
        places = np.empty(kept.size, np.int64)
        places[stay], places[~stay] = self._places[kept[stay]], np.flatnonzero(~taken)[: int((~stay).sum())]
        self._table[places[~stay]] = values[kept[~stay] - old]
        self.keys, self.margins, self._places = keys[kept], margins[kept], places

    def _make_room(self, rows: int, values: Matrix) -> None:
        size = 0 if self._table is None else len(self._table)
        if rows > size:
            table = np.empty((min(self._k, max(rows, 2 * size)), values.shape[1]), dtype=values.dtype)
            table[:size] = 0.0 if self._table is None else self._table
            self._table = table

    def lowest(self) -> list[tuple[int, float, Matrix]]:
        """Keys, margins and rows, lowest first."""
        rows = self.values
        return list(zip(self.keys.tolist(), self.margins.tolist(), [] if rows is None else rows, strict=True))
