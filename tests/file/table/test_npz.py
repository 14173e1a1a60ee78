"""NumPy archives: kept as they are, or refused in a sentence."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gordan.errors import InputError
from gordan.file.table.npz import read_npz

X = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
Y = np.array([0, 1, 1])


def packed(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def table(content: bytes, label: str | int | None = None) -> Any:
    return read_npz(io.BytesIO(content), source="t.npz", label=label)


def refusal(content: bytes, label: str | int | None = None) -> str:
    with pytest.raises(InputError) as caught:
        table(content, label)
    return str(caught.value)


def test_plain() -> None:
    found = table(packed(X=X, y=Y))
    assert (found.X == X).all()
    assert found.y.tolist() == [0, 1, 1]
    assert (found.format, found.label, found.names, found.name(1)) == ("npz", "y", (), "2")
    assert found.lines.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("given_type", "kept"),
    [("f4", "f4"), (">f4", "f4"), ("f8", "f8"), (">f8", "f8"), ("f2", "f8"), ("i8", "f8"), ("u1", "f8"), ("?", "f8")],
)
def test_types_of_points(given_type: str, kept: str) -> None:
    found = table(packed(X=np.asfortranarray(X.astype(given_type)), y=Y))
    assert found.X.dtype == np.dtype(kept)
    assert found.X.flags.c_contiguous
    assert (X.astype(given_type) == found.X).all()


def test_types_of_labels() -> None:
    assert table(packed(X=X, y=np.array([0.0, 1.0, 1.0]))).y.dtype.kind == "i"
    assert table(packed(X=X, y=np.array([0.5, 1.0, 1.0]))).y.tolist() == [0.5, 1.0, 1.0]
    assert table(packed(X=X, y=np.array([True, False, True]))).y.tolist() == ["True", "False", "True"]
    assert table(packed(X=X, y=np.array(["a", "b", "b"]))).y.tolist() == ["a", "b", "b"]
    assert table(packed(X=X, y=np.array([b"a", b"b", b"b"]))).y.tolist() == ["a", "b", "b"]
    assert table(packed(X=X, y=Y.astype(">i4")[:, None])).y.tolist() == [0, 1, 1]


def test_another_array_of_labels() -> None:
    found = table(packed(X=X, kind=Y), label="kind")
    assert (found.label, found.y.tolist()) == ("kind", [0, 1, 1])


def test_missing_arrays_name_what_is_there() -> None:
    said = refusal(packed(X=X, labels=Y))
    assert "no array 'y'" in said
    assert "'labels'" in said
    assert "numpy.savez" in said
    assert "no array 'X'" in refusal(packed(data=X, y=Y))
    assert "did you mean 'kind'" in refusal(packed(X=X, kind=Y), label="kinds")
    assert "holds nothing" in refusal(packed())


def test_objects_are_never_loaded() -> None:
    said = refusal(packed(X=X, y=np.array(["a", None, 3], dtype=object)))
    assert "'y' holds Python objects" in said
    assert "never loaded" in said
    assert "'X' holds Python objects" in refusal(packed(X=X.astype(object), y=Y))


def test_shapes() -> None:
    assert "shape (3,)" in refusal(packed(X=X[:, 0], y=Y))
    assert "shape (0, 2)" in refusal(packed(X=X[:0], y=Y[:0]))
    assert "shape (3, 2)" in refusal(packed(X=X, y=X))
    said = refusal(packed(X=X, y=Y[:2]))
    assert "3 rows" in said
    assert "2 labels" in said


def test_kinds() -> None:
    assert "complex128" in refusal(packed(X=X.astype(complex), y=Y))
    assert "real numbers" in refusal(packed(X=X.astype(str), y=Y))
    assert "numbers or text" in refusal(packed(X=X, y=Y.astype(complex)))


def test_not_finite() -> None:
    for value in (np.nan, np.inf):
        bad = X.copy()
        bad[2, 1] = value
        said = refusal(packed(X=bad, y=Y))
        assert "X[2, 1]" in said
        assert "complete rows only" in said
    assert "y[1]" in refusal(packed(X=X, y=np.array([0.0, np.nan, 1.0])))
    assert "y[2]" in refusal(packed(X=X, y=np.array(["a", "b", ""])))


def test_numbers_beyond_doubles() -> None:
    for kind in (np.int64, np.uint64):
        assert "cannot carry exactly" in refusal(packed(X=np.full((3, 2), 2**53 + 1, dtype=kind), y=Y))
    assert table(packed(X=np.full((3, 2), 2**53 - 1, dtype=np.int64), y=Y)).X[0, 0] == 2.0**53 - 1
    if np.finfo(np.longdouble).nmant > 52:
        assert table(packed(X=X.astype(np.longdouble), y=Y)).X.dtype == np.float64
        assert "cannot carry exactly" in refusal(packed(X=X + np.longdouble(1) / 3, y=Y))


def test_bare_array_and_other_files() -> None:
    stream = io.BytesIO()
    np.save(stream, X)
    assert "one bare array" in refusal(stream.getvalue())
    assert "not a readable .npz" in refusal(b"a,b\n1,2\n")
    assert "not a readable .npz" in refusal(b"")


def test_nobody_is_told_to_unpickle() -> None:
    bare = io.BytesIO()
    np.save(bare, np.array([None, 1], dtype=object), allow_pickle=True)
    for content in (b"a,b\n1,2\n", b"\x80\x04.", bare.getvalue()):
        assert "pickle" not in refusal(content)
    assert "rename it to .csv" in refusal(b"a,b\n1,2\n")


def test_cut_short() -> None:
    whole = packed(X=X, y=Y)
    for size in range(0, len(whole), 7):
        assert "t.npz" in refusal(whole[:size])


@given(place=st.integers(0, len(packed(X=X, y=Y)) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_is_harmless_or_a_sentence(place: int, byte: int) -> None:
    content = bytearray(packed(X=X, y=Y))
    content[place] = byte
    try:
        found = table(bytes(content))
    except InputError:
        found = None
    if found is not None:
        assert (found.X == X).all()
        assert found.y.tolist() == Y.tolist()


@given(st.binary())
def test_anything_else_is_a_sentence(content: bytes) -> None:
    assert "t.npz" in refusal(b"PK\x03\x04" + content)
