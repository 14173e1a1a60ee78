"""What must not change the answer: exact transformations of every question, rounded ones of robust questions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, given
from hypothesis import strategies as st

from law.draw import Question, answer, few, questions

# Where squares begin to overflow or vanish, where scaling sets in, and the ends of the range.
EXPONENTS = st.sampled_from([-1060, -1000, -600, -512, -300, -202, -60, -1, 1, 60, 202, 300, 512, 600, 1000, 1020])
SHIFTS = st.sampled_from([0, 1, -7, 999, -5000, 2**20 + 1, -(2**30), 2**40])

# A margin this large, about data of size 3, survives the rounding of any transformation below.
ROBUST = 1e-3


def same(first: Any, second: Any, *, factor: float = 1.0, rel: float = 2e-6) -> None:
    """The same alternative; for separable data also the same margin, times a known factor."""
    assert second.kind == first.kind
    if first.kind == "separable":
        assert second.bracket.lower == pytest.approx(factor * first.bracket.lower, rel=rel, abs=0)
        assert second.bracket.upper == pytest.approx(factor * first.bracket.upper, rel=rel, abs=0)


def decided(question: Question, **how: Any) -> Any:
    outcome = answer(question, **how)
    assert outcome.kind == ("separable" if question.separable else "inseparable")
    return outcome


@few(50)
@given(questions(), st.randoms(use_true_random=False))
def test_order_of_rows(question: Question, random: Any) -> None:
    order = list(range(len(question.y)))
    random.shuffle(order)
    moved = answer(question, question.X[order], question.y[order])
    same(decided(question), moved)


@few(50)
@given(questions(), st.randoms(use_true_random=False))
def test_order_of_columns(question: Question, random: Any) -> None:
    order = list(range(question.X.shape[1]))
    random.shuffle(order)
    same(decided(question), answer(question, question.X[:, order]))


@few(50)
@given(questions(), st.data())
def test_repeated_rows(question: Question, data: st.DataObject) -> None:
    n = len(question.y)
    again = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n))
    rows = [*range(n), *again]
    same(decided(question), answer(question, question.X[rows], question.y[rows]))


@few(50)
@given(questions())
def test_labels_swapped(question: Question) -> None:
    """The hyperplane turns round; without an intercept swapping labels is the same as negating the points."""
    first, second = decided(question), answer(question, y=-question.y)
    same(first, second)
    same(first, answer(question, -question.X, -question.y))
    if not question.intercept:
        same(first, answer(question, question.X * question.y[:, None], np.ones_like(question.y)))
    if first.kind == "separable":
        assert np.array_equal(np.sign(first.decision_function(question.X)), question.y)
        # A class that is alone counts as positive, whatever it is called.
        turned = -question.y if len(set(question.y)) == 2 else question.y
        assert np.array_equal(np.sign(second.decision_function(question.X)), turned)


@few(50)
@given(questions(), st.data())
def test_signs_of_columns(question: Question, data: st.DataObject) -> None:
    m = question.X.shape[1]
    signs = np.array(data.draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=m, max_size=m)))
    same(decided(question), answer(question, question.X * signs))


@few(150)
@given(questions(), EXPONENTS)
def test_powers_of_two(question: Question, exponent: int) -> None:
    scaled = question.X * 2.0**exponent
    first, second = decided(question), answer(question, scaled)
    assert second.kind == first.kind
    # Subnormal margins are whole numbers of the smallest double: they have few digits to agree in.
    if exponent >= -1000:
        same(first, second, factor=2.0**exponent)


@few(60)
@given(questions(), EXPONENTS)
def test_powers_of_two_for_the_default_solver(question: Question, exponent: int) -> None:
    assert answer(question, question.X * 2.0**exponent, solver="auto").kind == decided(question).kind


@few(50)
@given(questions(intercept=False), st.data())
def test_powers_of_two_for_every_row(question: Question, data: st.DataObject) -> None:
    """Without an intercept the verdict belongs to rays, and with unit lengths so does the margin."""
    exponents = data.draw(st.lists(st.integers(-12, 12), min_size=len(question.y), max_size=len(question.y)))
    stretched = question.X * 2.0 ** np.array(exponents, dtype=np.float64)[:, None]
    assert answer(question, stretched).kind == decided(question).kind
    if question.X.any(axis=1).all():
        same(answer(question, normalise=True), answer(question, stretched, normalise=True))


@few(50)
@given(questions(), st.data())
def test_powers_of_two_for_every_column(question: Question, data: st.DataObject) -> None:
    m = question.X.shape[1]
    exponents = data.draw(st.lists(st.integers(-12, 12), min_size=m, max_size=m))
    assert answer(question, question.X * 2.0 ** np.array(exponents, dtype=np.float64)).kind == decided(question).kind


@few(50)
@given(questions(intercept=True), st.data())
def test_integer_shifts_with_an_intercept(question: Question, data: st.DataObject) -> None:
    m = question.X.shape[1]
    shift = data.draw(st.lists(SHIFTS, min_size=m, max_size=m))
    same(decided(question), answer(question, question.X + np.array(shift, dtype=np.float64)))


@few(30)
@given(questions(intercept=True), SHIFTS)
def test_integer_shifts_of_sparse_rows(question: Question, shift: int) -> None:
    """Sparse rows are not centred: far away rounding may leave them undecided, but never wrong."""
    kind = answer(question, sp.csr_array(question.X + float(shift))).kind
    assert kind == decided(question).kind or (kind == "undecided" and abs(shift) > 2**30)


@few(50)
@given(questions(), st.integers(1, 3))
def test_columns_of_zeros(question: Question, count: int) -> None:
    wider = np.hstack([question.X, np.zeros((len(question.y), count))])
    same(decided(question), answer(question, wider))


@few(50)
@given(questions(intercept=True), st.integers(-5, 5))
def test_a_constant_column_with_an_intercept(question: Question, value: int) -> None:
    wider = np.hstack([question.X, np.full((len(question.y), 1), float(value))])
    same(decided(question), answer(question, wider))


@few(50)
@given(questions())
def test_an_intercept_is_a_constant_column(question: Question) -> None:
    """As a verdict; the margin of the lifted points is another one."""
    lifted = Question(np.hstack([question.X, np.ones((len(question.y), 1))]), question.y, False)
    assume(question.intercept)
    assert answer(lifted).kind == decided(question).kind


@few(50)
@given(questions(), st.data())
def test_integer_changes_of_basis(question: Question, data: st.DataObject) -> None:
    """Adding a multiple of one column to another has an inverse in integers: the verdict stays."""
    m = question.X.shape[1]
    basis = np.eye(m)
    for i in range(m):
        for j in range(i):
            basis[i, j] = data.draw(st.integers(-3, 3))
    assert answer(question, question.X @ basis).kind == decided(question).kind


@few(40)
@given(questions())
def test_dense_is_sparse(question: Question) -> None:
    first = decided(question)
    for form in (sp.csr_array, sp.csc_array, np.asfortranarray, sp.csr_matrix):
        same(first, answer(question, form(question.X)))
    same(first, answer(question, question.X.astype(np.float32)), rel=1e-4)


@few(30)
@given(questions(rows=5, reach=2))
def test_dense_is_sparse_for_the_default_solver(question: Question) -> None:
    first = answer(question, solver="auto")
    for form in (sp.csr_array, sp.csc_array, np.asfortranarray):
        assert answer(question, form(question.X), solver="auto").kind == first.kind


@few(30)
@given(questions())
def test_stored_zeros_and_split_entries(question: Question) -> None:
    """A sparse matrix may store zeros, and one entry in several parts: it is the sum that counts."""
    rows, columns = np.indices(question.X.shape)
    parts = np.concatenate([question.X.ravel() - 1.0, np.ones(question.X.size)])
    both = np.concatenate([columns.ravel()] * 2), np.concatenate([rows.ravel()] * 2)
    order = np.lexsort(both)
    ends = np.arange(len(question.y) + 1) * 2 * question.X.shape[1]
    split = sp.csr_array((parts[order], both[0][order], ends), shape=question.X.shape)
    assert not split.has_canonical_format
    same(decided(question), answer(question, split))
    assert split.nnz == 2 * question.X.size


@few(50)
@given(questions(reach=9), st.sampled_from([-18, -7, -3, -2, -1, 1, 2, 5, 18]))
def test_powers_of_ten_of_decimals(question: Question, exponent: int) -> None:
    """Read as decimals, tenths are tenths: every degeneracy survives."""
    scaled = question.X / 10.0**-exponent if exponent < 0 else question.X * 10.0**exponent
    same(decided(question), answer(question, scaled, numbers="decimal"), factor=10.0**exponent)


@few(50)
@given(questions(intercept=True, reach=9), st.sampled_from([-1000, -17, -1, 1, 3, 100, 12345]))
def test_integer_shifts_of_decimals(question: Question, shift: int) -> None:
    tenths = (question.X + 10 * shift) / 10
    same(decided(question), answer(question, tenths, numbers="decimal"), factor=0.1, rel=1e-5)


@few(50)
@given(questions(reach=9))
def test_narrow_decimals(question: Question) -> None:
    """Float32 tenths are tenths too."""
    tenths = (question.X / 10).astype(np.float32)
    assert answer(question, tenths, numbers="decimal").kind in (decided(question).kind, "undecided")


@few(50)
@given(questions(), st.integers(0, 2**32 - 1))
def test_rotations_of_robust_questions(question: Question, seed: int) -> None:
    rotation, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(question.X.shape[1],) * 2))
    check_robust(question, question.X @ rotation, 1.0)


@few(50)
@given(questions(), st.sampled_from([1e-3, 0.1, 0.7, 1 / 3, 3.7, 1e3]))
def test_scalings_of_robust_questions(question: Question, factor: float) -> None:
    check_robust(question, question.X * factor, factor)


@few(50)
@given(questions(intercept=True), st.sampled_from([-1e3, -0.1, 1 / 3, 0.7, 99.9, 1e3]))
def test_shifts_of_robust_questions(question: Question, shift: float) -> None:
    check_robust(question, question.X + shift, 1.0)


def check_robust(question: Question, rounded: Any, factor: float) -> None:
    outcome = answer(question, rounded)
    if question.separable:
        assume(question.margin > ROBUST)
        assert outcome.kind == "separable"
        assert outcome.bracket.lower == pytest.approx(factor * question.margin, rel=1e-5)
    else:
        # Rounding may separate what touched, but never by more than rounding.
        size = float(np.abs(rounded).max(initial=1e-300))
        assert outcome.bracket.lower <= 1e-14 * size
