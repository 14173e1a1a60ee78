"""`spoilers(problem)`: few rows without which points or a model separate, and a proof of how many have to go.

Of points see `gordan.engine.spoilers`. Of a model an observation may hold rows that are equalities, so the question is
put by directions: observations that a direction b does not keep (an inequality falls, an equality does not vanish) have
to go, and along b the rest is separated if one of its inequalities is strict.

1. Directions: those of one coefficient, and those orthogonal to as many rows as leave one, all of them or some; where
   not all, also single rows a, and the b that minimise the sum of what is not kept with a·b = 1, weighed anew by its
   inverse a few times. The one that loses fewest observations is taken.
2. One at a time each observation goes back with which the others are still separated.
3. Rows that overlap by themselves, and on which no more relations hold than on all inequalities, refute every model
   that has their observations (`gordan.verify.spoilers` says why). They are put together circuit by circuit: the
   cheapest rows that cancel in the space beside those already chosen, where observations left out in step 2 are dear.
   Where no observation is in more than s of k such sets, at least k/s observations have to go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Protocol

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline, deadline, now, part_of
from gordan.engine.spoilers import find_spoilers
from gordan.errors import InputError, OverBudget
from gordan.feasibility.split.exact import Mask
from gordan.feasibility.split.lp import cheapest_cancellation, least_violation
from gordan.feasibility.split.split import Split, split
from gordan.outcome import Code, Reason, Run
from gordan.outcome.spoilers import ModelSpoilers, OverlapProof, Spoilers
from gordan.problem import Points, System
from gordan.problem.observations import Observations
from gordan.verify import verify

__all__ = ["spoilers"]

_LATE = Reason("time was over, so that fewer rows may do, and more may be needed", Code.MAX_SECONDS)
_TINY = 1e-9  # of a row's length: a product of unit vectors that rounding may have left
_TARGETS = 24  # rows that are made strict in turn
_SETS = 2_000  # of rows that a direction is orthogonal to
_ROUNDS = 4  # of weighing anew
_LARGEST = 20_000_000  # numbers of a system that are held as doubles a second time
_CHEAP = 0.01  # price of an observation that stays, beside 1 of one that goes: only the order matters
_OFTEN = (1, 2, 2, 3, 3)  # uses of an observation that further rounds of refutations allow
_SAMPLE = 30  # rows for each dimension that a circuit is first looked for among


class Model(Protocol):
    """A posed model: what `gordan.pose` returns."""

    @property
    def observations(self) -> Observations: ...


def spoilers(
    problem: Points | System | Observations | Model, *, max_seconds: float | None = None
) -> Spoilers | ModelSpoilers:
    """Find few rows whose removal separates the others, with a proved lower bound on how many are needed.

    Parameters
    ----------
    problem : Points, System, or a model as `gordan.pose` returns it
        Labelled points by their coordinates, without a kernel: a hyperplane is to have all rows that are left strictly
        on their sides. So it is of a system of inequalities, such as `gordan.pose("ill ~ dose", data=data).system`:
        without the rows the model is completely separated.
        A model of the families binomial (also with grouped rows), poisson, negative-binomial, log-binomial and
        multinomial: without the rows its estimates do not exist, completely or quasi-separated. Of the rows of a system
        with equalities the same is asked.
    max_seconds : float or None
        A budget; what is known by then is returned.

    Returns
    -------
    Spoilers or ModelSpoilers
        `rows` to leave out, `upper` of them; `lower`, how many have to go at least; `proof`, what separates the
        rest, and refutations. `gordan.verify(problem, answer)` judges both; of a model the problem
        is `gordan.pose(…).observations`.

    Raises
    ------
    OverBudget
        The budget does not suffice for any answer.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0], [2.0], [3.0], [4.0], [9.0]], [0, 0, 0, 1, 1, 0])
    >>> print(gordan.spoilers(problem).words())
    without 1 row of 6 a hyperplane separates the rest, and no fewer will do.
    >>> data = {"count": [0, 0, 3, 0, 2, 0, 1], "group": ["a", "a", "a", "b", "b", "b", "b"]}
    >>> print(gordan.spoilers(gordan.pose("count ~ group", data=data, family="poisson")).words())
    without 1 row of 7 the model is separated, and no fewer will do.
    """
    if isinstance(problem, System) and problem.n_equalities:
        problem = Observations.of_rows(problem)
    observed = problem if isinstance(problem, Observations) else getattr(problem, "observations", None)
    if not isinstance(observed, Observations):
        return find_spoilers(problem, max_seconds=max_seconds)  # type: ignore[arg-type]  # refuses what it cannot take
    began = now()
    with deadline(max_seconds):
        search = _Search(observed)
        rows, direction = search.few_rows()
        refutations, shared = search.refute(rows)
    run = Run(seconds=now() - began, solver="directions", n_iter=search.solved, reason=search.reason)
    answer = ModelSpoilers(
        rows=rows, direction=direction, refutations=refutations, shared=shared, n=observed.n, run=run
    )
    return replace(answer, verdict=verify(observed, answer))


class _Search:
    """The rows as doubles of length 1, and questions about some of them; `solved` counts the programs."""

    def __init__(self, observed: Observations) -> None:
        system = observed.system
        if system.n_rows * system.n_columns > _LARGEST:
            raise OverBudget(
                f"the system has {system.n_rows:,} rows of {system.n_columns:,} columns, and rows that spoil it are "
                f"looked for among {_LARGEST:,} numbers at most; give some of its rows"
            )
        self.observed, self.owner, self.edge = observed, observed.owner, system.n_inequalities
        self.solved, self.reason = 0, Reason()
        self.A = _unit_rows(system)
        self.free = np.arange(system.n_rows) < self.edge
        self.moving = np.flatnonzero(self.free & (self.A != 0).any(axis=1))  # inequalities that can be strict at all
        self.random = np.random.default_rng(0)
        if not self.moving.size:
            raise InputError(
                "no row of the model can be strict, so that it is never separated, whichever rows are left out: all "
                "counts are positive, or all groups mixed"
            )

    def few_rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Observations to leave out, and a direction that separates the others."""
        known = self._separated(())
        if known is not None:
            return (), known
        best, direction = self._by_directions()
        try:
            return self._put_back(best, direction)
        except OverBudget:
            self.reason = _LATE
        return best, direction

    def _separated(self, gone: Iterable[int]) -> tuple[int, ...] | None:
        """A direction of integers that separates the model without some observations, None where none was proved."""
        check_deadline("looking for rows that spoil a separation")
        self.solved += 1
        answer = split(self.observed.without(gone))
        return answer.proof.direction if isinstance(answer, Split) and answer.strict.any() else None

    def _lost(self, b: Array) -> Positions | None:
        """The observations that a direction does not keep, None where it makes none of the others strict."""
        length = np.linalg.norm(b)
        if not length > 0 or not np.isfinite(length):
            return None
        z = self.A @ (b / length)
        lost: Positions = np.unique(self.owner[np.where(self.free, z < -_TINY, np.abs(z) > _TINY)])
        strict = self.owner[self.moving][z[self.moving] > _TINY]
        return lost if np.setdiff1d(strict, lost).size else None

    def _directions(self) -> Iterator[Array]:
        for b in np.eye(self.A.shape[1]):
            yield from (b, -b)
        rows, all_of_them = self._tight_rows()
        for tight in rows:
            for b in _complement(tight).T:
                yield from (b, -b)
        if all_of_them:
            return  # some direction that loses fewest was among them
        many = np.unique(self.A[self.moving], axis=0)
        for k in self.random.permutation(len(many))[:_TARGETS]:
            weights, target = np.ones(len(self.A)), many[k]
            yield target
            for _ in range(_ROUNDS):
                self.solved += 1
                best = least_violation(self.A, self.free, target, weights)
                if best is None:
                    break
                yield best
                z = self.A @ best
                weights = 1 / (np.where(self.free, np.maximum(-z, 0.0), np.abs(z)) + 1e-3)

    def _tight_rows(self) -> tuple[Iterator[Array], bool]:
        """Sets of as many different rows as leave one direction, and whether these are all such sets.

        What a direction keeps is a cone, and one of its extreme rays makes strict what is strict inside.
        """
        first = self.A[np.arange(len(self.A)), (self.A != 0).argmax(axis=1)]
        rows = np.unique(self.A * np.sign(first)[:, None], axis=0)  # a row and its negative are tight together
        size = int(np.linalg.matrix_rank(self.A)) - 1
        if comb(len(rows), size) <= _SETS:
            return (rows[list(some)] for some in combinations(range(len(rows)), size)), True
        drawn = (self.random.choice(len(rows), size, replace=False) for _ in range(_SETS))
        return (rows[some] for some in drawn), False

    def _by_directions(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        found: dict[tuple[int, ...], None] = {}
        try:
            for k, b in enumerate(self._directions()):
                with part_of("trying directions", min(1.0, k / (2 * self.A.shape[1] + _TARGETS * _ROUNDS))):
                    check_deadline("trying directions")
                if (lost := self._lost(b)) is not None:
                    found[tuple(lost.tolist())] = None
        except OverBudget:
            if not found:
                raise
            self.reason = _LATE
        for rows in sorted(found, key=len):
            # A direction of doubles only promises; the integers prove.
            if (direction := self._separated(rows)) is not None:
                return rows, direction
        raise OverBudget("no rows were proved to separate the model when they are left out")

    def _put_back(self, gone: tuple[int, ...], direction: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        for k, row in enumerate(gone):
            fewer = tuple(each for each in gone if each != row)
            with part_of("putting rows back", k / len(gone)):
                again = self._separated(fewer)
            if again is not None:
                return self._put_back(fewer, again)
        return gone, direction

    def refute(self, rows: tuple[int, ...]) -> tuple[tuple[OverlapProof, ...], int]:
        """Refutations, and in how many of them an observation is at most: as many as prove the most."""
        best, shared = list[OverlapProof](), 1
        try:
            for often, price in self._prices(rows):
                if len(best) > (len(rows) - 1) * shared:
                    break
                found: list[OverlapProof] = []
                for proof in self._refutations(price, often, (len(rows) - 1) * often + 1):
                    found.append(proof)
                    if -(-len(found) // often) > -(-len(best) // shared):
                        best, shared = found.copy(), often
        except OverBudget:
            self.reason = _LATE
        return tuple(best), shared

    def _prices(self, rows: tuple[int, ...]) -> Iterator[tuple[int, Array]]:
        """How often an observation may be used, and prices: dear where left out, or inequalities, or by chance."""
        left_out = np.isin(self.owner, rows)
        yield 1, np.where(left_out, 1.0, _CHEAP)
        yield 1, np.where(self.free, 1.0, _CHEAP)
        for often in _OFTEN:
            yield often, self.random.uniform(_CHEAP, 1.0, len(self.A)) * np.where(left_out, 4.0, 1.0)

    def _refutations(self, price: Array, often: int, most: int) -> Iterator[OverlapProof]:
        """Refutations one after another, with no observation in more than `often` of them."""
        used = np.zeros(self.observed.n, dtype=np.int64)
        for k in range(most):
            with part_of("looking for refutations", k / most):
                proof = self._refutation(used[self.owner] < often, price * (1 + used[self.owner]))
            if proof is None:
                return
            used[np.unique(self.owner[list(proof.rows)])] += 1
            yield proof

    def _refutation(self, free: Mask, price: Array) -> OverlapProof | None:
        """Rows among the free ones that overlap and span all inequalities, with the proof that they overlap."""
        chosen = np.empty(0, np.int64)
        while True:
            beside = _complement(self.A[chosen])
            if not beside.shape[1] or np.abs(self.A[self.moving] @ beside).max() <= _TINY:
                break
            Z = self.A @ beside
            useful = np.flatnonzero(free & (np.linalg.norm(Z, axis=1) > _TINY))
            paid = np.where(np.isin(self.owner, self.owner[chosen]), _CHEAP**2, price)
            circuit = self._circuit(Z, useful, paid)
            if circuit is None:
                return None
            chosen = np.union1d(chosen, circuit)
        answer = split(self.observed.take(chosen), proof="exact")
        if not isinstance(answer, Split) or answer.strict.any():
            return None
        return OverlapProof(tuple(chosen.tolist()), answer.proof)

    def _circuit(self, Z: Array, rows: Positions, price: Array) -> Positions | None:
        """Few of the rows, cheaply, that cancel: first among some of them, then among more."""
        order = rows[np.argsort(price[rows] * self.random.uniform(0.5, 1.5, rows.size))]
        size = _SAMPLE * (Z.shape[1] + 1)
        while rows.size:
            check_deadline("looking for rows that cancel")
            some = order[:size]
            self.solved += 1
            weights = cheapest_cancellation(Z[some], self.free[some], price[some])
            if weights is not None:
                return np.sort(some[weights > _TINY])
            if size >= rows.size:
                return None
            size *= 8
        return None


def _unit_rows(system: System) -> Array:
    """All rows, inequalities first, in units of the columns that make their largest entries 1, and then of length 1."""
    A = system.take(np.arange(system.n_rows))
    A = np.array(A.toarray() if hasattr(A, "toarray") else A, dtype=np.float64)
    widest = np.abs(A).max(axis=0, initial=0.0)
    A /= np.where(widest > 0, widest, 1.0)
    lengths = np.linalg.norm(A, axis=1, keepdims=True)
    return np.asarray(A / np.where(lengths > 0, lengths, 1.0))


def _complement(rows: Array) -> Array:
    """An orthonormal basis of what is orthogonal to all rows, as columns."""
    p = rows.shape[1]
    if not len(rows):
        return np.eye(p)
    _, sizes, V = np.linalg.svd(rows, full_matrices=True)
    return np.asarray(V[int((sizes > _TINY).sum()) :].T)
