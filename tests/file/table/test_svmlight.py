"""The svmlight reader: the format's liberties, and a sentence with a line number for what is outside it."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gordan.errors import InputError
from gordan.file.table.svmlight import looks_svmlight, read_svmlight
from gordan.file.table.text import decode


def table(content: str | bytes) -> Any:
    raw = content.encode() if isinstance(content, str) else content
    return read_svmlight(decode(raw, "t.svm"))


def refusal(content: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        table(content)
    return str(caught.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_plain(end: str, encoding: str) -> None:
    content = "# head\n+1 1:0.5 3:-2e1 # why\n\n-1\t2:1  \n+1\n"
    found = table(content.replace("\n", end).encode(encoding))
    assert found.X.format == "csr"
    assert found.X.dtype == np.float64
    assert found.X.toarray().tolist() == [[0.5, 0, -20.0], [0, 1, 0], [0, 0, 0]]
    assert found.y.tolist() == [1, -1, 1]
    assert found.lines.tolist() == [2, 4, 5]
    assert (found.format, found.label, found.names, found.notes) == ("svmlight", "label", (), ())
    assert (found.name(0), found.name(2)) == ("1", "3")


def test_any_order_of_indices() -> None:
    found = table("1 3:3 1:1\n2 2:2 1:1\n")
    assert found.X.toarray().tolist() == [[1, 0, 3], [1, 2, 0]]
    assert found.X.has_sorted_indices


def test_counting_from_zero_is_told() -> None:
    found = table("1 0:5 2:7\n-1 1:6\n")
    assert found.X.toarray().tolist() == [[5, 0, 7], [0, 6, 0]]
    assert found.name(0) == "0"
    assert any("counted from 0" in note for note in found.notes)


def test_written_zeros_are_not_stored() -> None:
    found = table("1 1:0 2:1\n-1 4:0\n")
    assert found.X.shape == (2, 4)
    assert found.X.nnz == 1


def test_queries_are_ignored_with_a_note() -> None:
    found = table("2 qid:1 1:0.5\n1 qid:1 2:0.5 # qid:9\n")
    assert found.X.toarray().tolist() == [[0.5, 0], [0, 0.5]]
    assert found.notes == ("query numbers (qid:) were ignored",)
    assert table("2 1:0.5 # qid:9\n").notes == ()


def test_labels_may_be_text_or_fractions() -> None:
    assert table("spam 1:1\nham 2:1\n").y.tolist() == ["spam", "ham"]
    assert table("0.5 1:1\n1 2:1\n").y.tolist() == [0.5, 1.0]
    assert table("+1.000 1:1\n-1.000 2:1\n").y.dtype.kind == "i"


@pytest.mark.parametrize("token", ["2", "2:3:4", "x:1", "-1:2", ":3", "1.5:2", "2:3,4", "2:1_0", "2:--1", "2:0x1"])
def test_bad_tokens(token: str) -> None:
    said = refusal(f"1 1:1\n1 1:1 {token}\n")
    assert "line 2" in said
    assert token in said or token.partition(":")[2] in said


def test_missing_and_infinite_values() -> None:
    for value in ("nan", "NA", "?", ""):
        said = refusal(f"1 1:1\n1 7:{value}\n")
        assert "line 2, index 7" in said
        assert "complete rows only" in said
    for value in ("inf", "-inf", "1e999"):
        said = refusal(f"1 1:1\n1\n1 7:{value}\n")
        assert "line 3, index 7" in said
        assert "infinite" in said


def test_an_index_twice() -> None:
    said = refusal("1 2:1\n1 2:1 5:1 2:3\n")
    assert "line 2" in said
    assert "index 2 appears twice" in said
    assert "line 3: the index 0 appears twice" in refusal("# head\n1 1:1\n1 0:1 0:1\n")


def test_the_same_index_on_neighbouring_lines_is_fine() -> None:
    assert table("1 2:1\n\n1 2:1\n1\n1 2:1\n").X.nnz == 3


def test_several_labels() -> None:
    said = refusal("1 1:1\n1,3 1:1\n")
    assert "line 2 has several labels ('1,3')" in said
    assert "keep one" in said


def test_no_label() -> None:
    assert "line 1 begins with '1:1'" in refusal("1:1 2:3\n")
    assert "label" in refusal("? 1:1\n")
    assert "missing" in refusal("nan 1:1\n")


@pytest.mark.parametrize("index", ["2147483648", "9" * 18, "9" * 19, "9" * 5000])
def test_an_index_beyond_memory(index: str) -> None:
    said = refusal(f"1 1:1\n1 {index}:1\n")
    assert "line 2" in said
    assert "beyond 2147483647" in said
    assert len(said) < 300


def test_empty_and_featureless() -> None:
    for nothing in ("", "\n# comment\n"):
        assert "is empty" in refusal(nothing)
    assert "no features" in refusal("+1\n-1\n")


def test_looks() -> None:
    assert looks_svmlight(["+1 # none\n", "-1 qid:3 1:2\n"])
    assert looks_svmlight(["+1 1:2 # a, b\n"])
    assert not looks_svmlight(["1 2 3\n"])
    assert not looks_svmlight(["a,b,12:30\n"])
    assert not looks_svmlight([])


finite = st.floats(allow_nan=False, allow_infinity=False).filter(bool)


@given(st.lists(st.dictionaries(st.integers(1, 60), finite, min_size=1), min_size=1, max_size=8))
def test_round_trip_of_doubles(rows: list[dict[int, float]]) -> None:
    lines = ["1 " + " ".join(f"{j}:{value!r}" for j, value in row.items()) for row in rows]
    X = table("\n".join(lines)).X
    assert X.nnz == sum(map(len, rows))
    found: list[dict[int, float]] = [{} for _ in rows]
    entries = X.tocoo()
    for i, j, value in zip(entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True):
        found[i][j + 1] = value
    assert found == rows


def test_agrees_with_scikit_learn() -> None:
    reference = pytest.importorskip("sklearn.datasets")
    rng = np.random.default_rng(0)
    X = np.where(rng.random((40, 30)) < 0.2, rng.normal(size=(40, 30)), 0.0)
    X[0, 29] = 1.0
    stream = io.BytesIO()
    reference.dump_svmlight_file(X, rng.integers(0, 2, 40), stream, zero_based=False)
    found = table(stream.getvalue())
    expected, y = reference.load_svmlight_file(io.BytesIO(stream.getvalue()), zero_based=False)
    assert (found.X.toarray() == expected.toarray()).all()
    assert (found.y == y).all()


@given(st.one_of(st.binary(), st.text(alphabet="0123456789:. \n\r#qid+-eEnaf,_").map(str.encode)))
def test_anything_else_is_a_sentence(content: bytes) -> None:
    try:
        found = table(content)
    except InputError:
        found = None
    if found is not None:
        assert found.X.shape[0] == len(found.y) == len(found.lines)
