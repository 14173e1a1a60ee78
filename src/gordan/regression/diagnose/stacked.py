"""Many small binomial models that differ in their numbers only, answered together: one per SNP, per gene.

The first model of a group is posed as `diagnose` poses it; of the others only the numbers that differ are read. Steps
of Newton's method on the whole stack give weights, and the verifier says which of them prove that the rows overlap, or
that one column alone separates those rows in which it is not 0. Every model that is not proved so is left to
`diagnose`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.regression.diagnose.batch import Item, Row
from gordan.regression.model.closed import Beside
from gordan.regression.model.frame import Frame
from gordan.regression.model.pose import Reading, pose_any
from gordan.regression.model.system import Posed
from gordan.verify import verify_splits

__all__ = ["diagnosed_together"]

_FEW = 4  # models that are not worth a stack
_ROWS, _ENTRIES = 2_000, 8_000  # of the largest models: those beyond are not small
_STEPS = (4, 12)  # of Newton's method, before the verifier is asked; the second for what it refused
_APART = 1e-6  # of a column's length off the others, below which `diagnose` may find it collinear up to rounding
_EXACT = 2.0**53
_OPTIONS = ("family", "intercept", "missing", "numbers")


class _Group(NamedTuple):
    """Models of one shape: their places in the chunk, the first one posed, names, and columns (b, p, n) by the sign.

    A row that is missing in one model is zero in it: 0 ≥ 0 says nothing.
    """

    places: Positions
    posed: Posed
    names: list[tuple[str, ...]]
    signs: Array
    A: Array
    missing: Positions


def diagnosed_together(chunk: list[Item], data: Frame | None, options: dict[str, Any]) -> list[Row | None]:
    """The rows of the models that could be answered together; None for every other."""
    rows: list[Row | None] = [None] * len(chunk)
    limit = options["max_seconds"]
    whole = limit is None or (isinstance(limit, int | float) and limit > 0)
    if options["proof"] != "rounded" or options["strata"] is not None or not whole or len(chunk) < _FEW:
        return rows
    begun = time.perf_counter()
    for group in _groups(chunk, data, options):
        for k, row in _answers(group):
            rows[group.places[k]] = {"model": chunk[group.places[k]].name, **row}
    seconds = (time.perf_counter() - begun) / max(1, sum(row is not None for row in rows))
    return [None if row is None else {**row, "seconds": seconds} for row in rows]


def _groups(chunk: list[Item], data: Frame | None, options: dict[str, Any]) -> Iterator[_Group]:
    patterns = {item.pattern for item in chunk}
    if patterns != {""}:
        group = _by_formula(chunk, data, options) if len(patterns) == 1 and data is not None else None
        if group is not None:
            yield group
        return
    shapes: dict[object, list[int]] = {}
    for place, item in enumerate(chunk):
        X = item.X
        if type(X) is np.ndarray and X.ndim == 2 and _plain(X) and not item.refused:
            y = item.y
            own = type(y) is np.ndarray and y.shape == X.shape[:1] and y.dtype.kind in "biuf"
            shapes.setdefault((X.shape, X.dtype, "own" if own else id(y)), []).append(place)
    for places in shapes.values():
        if len(places) >= _FEW:
            yield from _by_array(chunk, np.array(places), data, options)


def _by_array(chunk: list[Item], places: Positions, data: Frame | None, options: dict[str, Any]) -> Iterator[_Group]:
    """Designs of one shape, with the same response or 0 and 1 each; those with a constant column apart, by its place.

    Without missing values the rows that are left depend on the weights only.
    """
    n, p = chunk[places[0]].X.shape
    if not _small(n, p + 1):
        return
    X = np.stack([np.asarray(chunk[k].X, dtype=np.float64) for k in places.tolist()])
    sound = (np.abs(X) < _EXACT).all(axis=(1, 2))
    signs = None
    if any(chunk[k].y is not chunk[places[0]].y for k in places.tolist()):
        Y = np.stack([np.asarray(chunk[k].y, dtype=np.float64) for k in places.tolist()])
        sound &= ((Y == 0) | (Y == 1)).all(axis=1) & (Y.min(axis=1) < Y.max(axis=1))
        signs = np.where(Y == 1, 1.0, -1.0)
    first = _posed(chunk[places[sound.argmax()]], data, options) if sound.any() else None
    if first is None or first.design.kept is None:
        return
    kept = first.design.kept
    X = X[:, kept]
    constant = (X[:, :1] == X).all(axis=1) & (X[:, 0] != 0)
    where = np.where(constant.any(axis=1), constant.argmax(axis=1), -1)
    for value in np.unique(where[sound]).tolist():
        some = np.flatnonzero(sound & (where == value))
        posed = _posed(chunk[places[some[0]]], data, options) if some.size >= _FEW else None
        if posed is None:
            continue
        columns = X[some].swapaxes(1, 2)
        if posed.design.added:
            columns = np.concatenate([np.ones((some.size, 1, columns.shape[2])), columns], axis=1)
        sign = _signs(posed)[None] if signs is None else signs[some][:, kept]
        A, names = np.ascontiguousarray(columns * sign[:, None, :]), [posed.rows.names] * some.size
        yield _Group(places[some], posed, names, sign, A, np.zeros(some.size, np.int64))


def _by_formula(chunk: list[Item], frame: Frame | None, options: dict[str, Any]) -> _Group | None:
    """Models of one formula in which a column of numbers is a term of its own, and named nowhere else."""
    assert frame is not None
    pattern, names = chunk[0].pattern, [str(item.name) for item in chunk]
    right = pattern.partition("~")[2]
    if pattern.count("{}") != 1 or "{}" not in [term.strip() for term in right.split("+")]:
        return None
    values = [
        None if name in pattern or item.refused else _column(frame, name)
        for name, item in zip(names, chunk, strict=True)
    ]
    whole = [k for k, each in enumerate(values) if each is not None and not np.isnan(each).any()]
    posed = _posed(chunk[whole[0]], frame, options) if whole else None
    if posed is None or posed.design.kept is None:
        return None
    design, slot_name = posed.design, names[whole[0]]
    if design.names.count(slot_name) != 1 or design.added or not _small(design.n, design.p):
        return None
    slot, kept = design.names.index(slot_name), design.kept
    raw = values[whole[0]]
    if raw is None or not np.array_equal(design.X[:, slot], raw[kept]):
        return None
    others = {*design.names[:slot], *design.names[slot + 1 :]}
    # With weights of 0 a row may be missing for two reasons, of which one counts.
    drops = options["missing"] != "raise" and not design.n_zero_weight
    places = np.array(
        [
            k
            for k, each in enumerate(values)
            if each is not None and names[k] not in others and (drops or not np.isnan(each).any())
        ]
    )
    changing = np.stack([each[kept] for k in places.tolist() if (each := values[k]) is not None])
    gone = np.isnan(changing)
    A = np.repeat(np.asarray(design.X, dtype=np.float64).T[None], places.size, axis=0)
    A[:, slot] = np.where(gone, 0.0, changing)
    sign = np.where(gone, 0.0, _signs(posed))
    A *= sign[:, None, :]
    before, after = design.names[:slot], design.names[slot + 1 :]
    written = [(*before, names[k], *after) for k in places.tolist()]
    return _Group(places, posed, written, sign, A, gone.sum(axis=1))


def _column(frame: Frame, name: str) -> Array | None:
    """A column of doubles or integers; None for any other."""
    values = frame.raw(name) if frame.has_one(name) else None
    if not isinstance(getattr(values, "dtype", None), np.dtype):  # of a categorical the numbers would be levels
        return None
    column = np.asarray(values)
    if column.ndim != 1 or not _plain(column) or (np.abs(column) >= _EXACT).any():
        return None
    return column.astype(np.float64)


def _small(n: int, p: int) -> bool:
    return 2 <= n <= _ROWS and 1 <= p <= 16 and n * p <= _ENTRIES


def _plain(values: Any) -> bool:
    """Whether an array has doubles or integers: other numbers are read by rules of their own."""
    return values.dtype == np.float64 or values.dtype.kind in "iu"


def _posed(item: Item, data: Frame | None, options: dict[str, Any]) -> Posed | None:
    """The model as `diagnose` poses it, where it is binomial with one inequality for each row."""
    beside = Beside(options["weights"], options["offset"], None)
    given = {name: options[name] for name in _OPTIONS}
    try:
        posed = pose_any(item.X, item.y, beside, data, Reading(python=False, absorb=True, **given))
    except Exception:  # whatever it is, `diagnose` meets it again and flags the model
        return None
    if not isinstance(posed, Posed) or posed.family != "binomial" or type(posed.design.X) is not np.ndarray:
        return None
    each = posed.rows.equalities is None and posed.rows.owner.size == posed.design.n
    return posed if each else None


def _signs(posed: Posed) -> Array:
    assert posed.codes is not None
    return np.where(posed.codes.seen[:, 1], 1.0, -1.0)


def _answers(group: _Group) -> Iterator[tuple[int, Row]]:
    """The place in the group and the row of each model that is proved."""
    from gordan.feasibility.split import stacked_score

    A, posed = group.A, group.posed
    both = (group.signs > 0).any(axis=1) & (group.signs < 0).any(axis=1)
    one_sided: Mask = np.asarray((A >= 0).all(axis=2) | (A <= 0).all(axis=2))
    along = np.where(one_sided.any(axis=1), one_sided.argmax(axis=1), -1).astype(np.int64)
    # Whole numbers are never collinear up to rounding.
    column = A[np.arange(len(A)), along]
    open_ = both & ((along < 0) | ((one_sided.sum(axis=1) == 1) & (column == np.rint(column)).all(axis=1)))
    for steps in _STEPS:
        some = np.flatnonzero(open_)
        if not some.size:
            return
        flat = _flat(A[some], along[some])
        x = stacked_score(flat, steps)
        proved, strict = verify_splits(A[some], x, along[some], numbers=posed.rows.numbers)
        proved &= _apart(flat, x, along[some], np.square(A[some]).sum(axis=2))
        for k in np.flatnonzero(proved).tolist():
            place = int(some[k])
            yield place, _row(group, place, int(along[place]), int(strict[k].sum()))
        open_[some[proved]] = False


def _flat(A: Array, along: Positions) -> Array:
    """The systems without the rows that their column makes strict, and without that column."""
    some = np.flatnonzero(along >= 0)
    if not some.size:
        return A
    A = A.copy()
    A[some] *= (A[some, along[some]] == 0)[:, None, :]
    return A


@np.errstate(all="ignore")
def _apart(A: Array, x: Array, along: Positions, squares: Array) -> Mask:
    """Where no column is near the span of the others, so that none can be left out as collinear up to rounding.

    Weights up to 1 make what is left of a column only shorter.
    """
    G = (A * x[:, None, :]) @ A.swapaxes(1, 2)
    some = np.flatnonzero(along >= 0)
    G[some, along[some], along[some]] = 1.0
    squares[some, along[some]] = 0.0
    sound = np.isfinite(G).all(axis=(1, 2)) & (np.abs(np.linalg.det(G)) > 0)
    G[~sound] = np.eye(A.shape[1])
    left = 1.0 / np.diagonal(np.linalg.inv(G), axis1=1, axis2=2)
    return np.asarray(sound & (left > _APART**2 * squares).all(axis=1))


def _row(group: _Group, place: int, along: int, strict: int) -> Row:
    names, design, missing = group.names[place], group.posed.design, int(group.missing[place])
    states: dict[str, str] = dict.fromkeys(names, "finite")
    infinite, aliased = (), ()
    if along >= 0 and strict:
        rises = bool(group.A[place, along].max() > 0)
        states[names[along]], infinite = "+inf" if rises else "-inf", (names[along],)  # type: ignore[assignment]
    elif along >= 0:
        states[names[along]], aliased = "undetermined", (names[along],)  # type: ignore[assignment]
    return {
        "kind": "overlap" if not strict else "complete" if strict == design.n - missing else "quasi",
        "separated": bool(strict),
        "n_separated": strict,
        "infinite": infinite,
        "aliased": aliased,
        "rank": len(names) - len(aliased),
        "n": design.n - missing,
        "n_missing": design.n_missing + missing,
        "coefficients": states,
        "seconds": 0.0,
        "reason": "",
    }
