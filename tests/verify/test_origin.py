"""Whether a certificate is about this problem, part by part: names, files, blocks, and what a reader is shown."""

from __future__ import annotations

from typing import Any

import pytest

import gordan
from claimed import replace
from file.certificate.split_made import made_split
from gordan.file.certificate.format import parse
from gordan.outcome.certificate.points import FileHash
from gordan.problem.digest import BLOCK_ROWS
from gordan.verify.origin import (
    _are_the_blocks,
    _are_the_files,
    _files,
    _from_difference,
    _hashes,
    compare_names,
    formula_gives,
    judge_origin,
    named_alike,
)


class Question:
    """Of three points."""

    n = 3


class OfSystem:
    """Of two inequalities and an equality."""

    inequalities, equalities = 2, 1


class Files:
    """A certificate of which only the files are asked."""

    def __init__(self, *rows: Any) -> None:
        self.files = tuple(FileHash(f"{k}.csv", each, f"hash {k}") for k, each in enumerate(rows))


@pytest.mark.parametrize(
    ("question", "rows", "all_of_them"),
    [
        (Question(), [(2,), (1,)], True),
        (Question(), [(3,), (0,)], True),
        (Question(), [(2,), (2,)], False),
        (Question(), [(4,), (-1,)], False),
        (Question(), [(2.0,), (1.0,)], False),
        (Question(), [(2, 0), (1,)], False),
        (Question(), [(2,), (1, 0)], False),
        (Question(), [("3",)], False),
        (OfSystem(), [(1, 0), (1, 1)], True),
        (OfSystem(), [(1, 1), (1, 1)], False),
        (OfSystem(), [(2, 1, 0)], False),
        (OfSystem(), [(2, 1), (0, 0, 0)], False),
    ],
)
def test_files_have_all_rows_and_no_others(question: Any, rows: Any, all_of_them: bool) -> None:
    certificate: Any = Files(*rows)
    assert _files(certificate, question) == (certificate.files if all_of_them else ())


def test_files_by_their_hashes() -> None:
    files = Files((2,), (1,), (4,)).files
    assert _are_the_files(("hash 0", "hash 1", "hash 2"), files).holds
    check = _are_the_files(("hash 0", "other", "another"), files)
    assert not check.holds
    assert check.quantity == "rows of 1.csv have SHA-256 other… (2 of 3 files differ)"
    assert check.bound == "certificate has SHA-256 hash 1…"
    assert not _are_the_files((), ()).holds


def test_blocks_by_their_hashes() -> None:
    n = 2 * BLOCK_ROWS + 5
    assert _are_the_blocks(("a", "b", "c"), ("a", "b", "c"), n).holds
    for there, rows, differing in (
        (("a", "b", "d"), f"rows {2 * BLOCK_ROWS:,} to {n - 1:,}", 1),
        (("a", "d", "d"), f"rows {BLOCK_ROWS:,} to {2 * BLOCK_ROWS - 1:,}", 2),
        (("d", "b", "c", "e"), f"rows 0 to {BLOCK_ROWS - 1:,}", 1),
    ):
        check = _are_the_blocks(("a", "b", "c"), there, n)
        assert not check.holds
        assert check.quantity.startswith(rows)
        assert check.quantity.endswith(f"({differing} of 3 blocks differ)")
    shorter = _are_the_blocks(("a", "b", "c"), ("a", "b"), n)
    assert (shorter.holds, shorter.quantity, shorter.bound) == (False, "3 blocks of rows", "2 blocks of rows")


def test_a_long_list_is_shown_from_where_it_differs() -> None:
    here = tuple(range(9))
    assert _from_difference(here, (*here[:4], 9, *here[5:])) == "…, 4, 5, 6, 7, …"
    assert _from_difference(here, (9, *here[1:])) == "0, 1, 2, 3, …"
    assert _from_difference(here, (*here[:5], 9, *here[6:])) == "…, 5, 6, 7, 8"
    assert _from_difference(here, here[:6]) == "…, 6, 7, 8"
    assert _from_difference((1, 2), (1, 3)) == _from_difference((1, 2), 7)
    assert _from_difference(7, here) == "7"


def test_rows_of_a_formula() -> None:
    assert formula_gives("same").holds
    assert not formula_gives("other").holds


def test_names() -> None:
    assert named_alike(("dose", "2"), ("dose", "age")).holds
    assert named_alike((), ("age",)).holds
    assert not named_alike(("dose", "2"), ("dose", "age"), loose=False).holds
    assert not named_alike(("dose", "age"), ("dose",)).holds
    assert compare_names(("a", "b"), ("a", "c")) == ("data have 'b'", "certificate has 'c'", False)


def test_columns_of_a_model_are_compared_to_the_letter() -> None:
    """A column of data may have a number for a name; one of a model has none of its own."""
    made = made_split("quasi")
    certificate: Any = parse(made.raw, "c.json")
    checks, same = judge_origin(made.system, certificate)
    assert same
    assert all(check.holds for check in checks)
    other = replace(certificate, names=("1", *certificate.names[1:]))
    failed = [check.name for check in judge_origin(made.system, other)[0] if not check.holds]
    assert failed == ["columns are the certificate's"]


def test_the_objective_is_part_of_the_data_where_it_is_asked_about() -> None:
    program = gordan.Program([[1, 1]], row_lower=[2], objective=[1, 2])
    other = gordan.Program([[1, 1]], row_lower=[2], objective=[1, 3])
    assert _hashes(program, (), objective=False) == _hashes(other, (), objective=False)
    assert _hashes(program, (), objective=True) != _hashes(other, (), objective=True)
    kernel = gordan.Gram([[2.0, 1.0], [1.0, 2.0]], [0, 1])
    assert _hashes(kernel, (), objective=True).digest == kernel.digest()
