"""Sparse matrices in every format: broken ones are refused before compiled code sees them, none is rounded unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan import Conic, Points
from gordan.cone import Lorentz

FORMATS = ("csr", "csc", "bsr", "coo", "dia", "lil", "dok")


def broken(form: str, part: str, value: Any) -> Any:
    X = sp.csr_array(np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])).asformat(form)
    setattr(X, part, value)
    return X


BROKEN: dict[str, tuple[str, str, Any]] = {
    "pointers of rows": ("csr", "indptr", np.array([0, 10**9, 3])),
    "pointers of columns": ("csc", "indptr", np.array([0, 1, 10**9, 3])),
    "pointers of blocks": ("bsr", "indptr", np.array([0, 10**9, 3])),
    "too few pointers": ("csr", "indptr", np.array([0, 3])),
    "a first pointer": ("csr", "indptr", np.array([-1, 2, 3])),
    "fewer numbers than pointers tell": ("csr", "data", np.ones(1)),
    "a column": ("csr", "indices", np.array([0, 3, 1])),
    "a column before the first": ("csr", "indices", np.array([0, -1, 1])),
    "half a column": ("csr", "indices", np.array([0.0, 1.5, 1.0])),
    "a block": ("bsr", "indices", np.array([0, 10**6, 1])),
    "blocks that do not fit": ("bsr", "data", np.ones((3, 1, 2))),
    "a diagonal": ("dia", "offsets", np.array([2**62, 2, 1])),
    "fewer diagonals": ("dia", "offsets", np.array([0])),
    "a list that is longer": ("lil", "data", np.array([[1.0, 2.0, 9.0, 9.0], [3.0]], dtype=object)),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_ones_are_refused(what: str) -> None:
    X = broken(*BROKEN[what])
    with pytest.raises(gordan.InputError, match="the sparse matrix is broken"):
        Points(X, [0, 1])
    with pytest.raises(gordan.InputError, match="the sparse matrix is broken"):
        Conic(X, Lorentz(3))


@pytest.mark.parametrize("form", FORMATS)
def test_sound_ones_are_taken(form: str) -> None:
    dense = np.array([[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0]])
    for kind in (np.float32, np.float64, np.int16):
        X = sp.csr_array(dense.astype(kind)).asformat(form)
        assert np.array_equal(Points(X, [0, 1]).X.toarray(), dense)
        assert np.array_equal(Conic(X, Lorentz(4)).A.toarray(), dense)
        assert Points(X, [0, 1]).X.dtype == (np.float32 if kind is np.float32 else np.float64)


def test_one_or_three_dimensions() -> None:
    for shape in ((3,), (2, 3, 4)):
        X = sp.coo_array((np.ones(1), tuple(np.zeros(1, int) for _ in shape)), shape=shape)
        with pytest.raises(gordan.InputError, match=rf"{len(shape)} dimension"):
            Conic(X, Lorentz(3))


def twice(form: str, values: list[float], kind: type) -> Any:
    """One row, its first entry stored in pieces, and a last entry 1."""
    data = np.array([*values, 1], dtype=kind)
    columns = np.array([0] * len(values) + [1])
    if form == "coo":
        return sp.coo_array((data, (np.zeros(data.size, int), columns)), shape=(1, 2))
    return sp.csr_array((data, columns, np.array([0, data.size])), shape=(1, 2))


@pytest.mark.parametrize("form", ["coo", "csr"])
@pytest.mark.parametrize(
    ("kind", "values"),
    [(np.int8, [100, 100]), (np.uint8, [200, 56]), (np.float32, [1.0, 2.0**-30]), (np.bool_, [True, True])],
)
def test_entries_stored_twice_are_added_as_doubles(form: str, kind: type, values: list[float]) -> None:
    X = twice(form, values, kind)
    expected = [[float(sum(values)), 1.0]]
    assert Conic(X, Lorentz(2)).A.toarray().tolist() == expected
    found = Points(X, [0], intercept=False).X
    assert found.toarray().tolist() == expected
    assert found.dtype == np.float64


def test_single_precision_stays_where_it_holds_the_sums() -> None:
    found = Points(twice("csr", [1.0, 2.0], np.float32), [0], intercept=False).X
    assert (found.dtype, found.toarray().tolist()) == (np.float32, [[3.0, 1.0]])


def test_integers_beyond_doubles_are_not_added() -> None:
    with pytest.raises(gordan.InputError, match=r"beyond 2\*\*53"):
        Conic(twice("coo", [2**53, 1], np.int64), Lorentz(2))


def test_a_broken_file_is_a_sentence(tmp_path: Path) -> None:
    """Blocks whose pointers lead a gigabyte astray."""
    from gordan.file.table.npz import read_linear_map

    told = {"format": b"bsr", "shape": (2, 5), "data": np.ones((1, 1, 1))}
    np.savez(tmp_path / "A.npz", **told, indices=np.array([0]), indptr=np.array([0, 10**9, 1]))
    with pytest.raises(gordan.InputError, match="broken"):
        Conic(read_linear_map(tmp_path / "A.npz"), Lorentz(5))
