"""Frames against dense least squares, while columns join, leave and are loaded at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.frame import AffineFrame, LinearFrame
from law.draw import few

AFFINE = pytest.mark.parametrize("affine", [False, True], ids=["linear", "affine"])


def draw_atoms(rng: np.random.Generator, count: int, m: int, scale: float = 1.0) -> list[Atom]:
    """Signed points of lengths up to `scale` apart, both signs among the first two."""
    signs = np.where(rng.random(count) < 0.5, 1.0, -1.0)
    signs[: min(count, 2)] = [1.0, -1.0][: min(count, 2)]
    lengths = scale ** rng.uniform(-0.5, 0.5, count)
    points = rng.standard_normal((count, m)) * lengths[:, None]
    return [Atom(j, 0.0, sign * point, float(sign)) for j, (point, sign) in enumerate(zip(points, signs, strict=True))]


def bordered(atoms: list[Atom], affine: bool) -> Any:
    """The columns, with the signs as one more row where there is an intercept."""
    columns = np.array([atom.column for atom in atoms]).T
    return np.vstack([columns, [atom.sign for atom in atoms]]) if affine else columns


def check_coordinates(frame: Any, present: list[Atom], atom: Atom, affine: bool) -> None:
    """column = Σ r_j a_j + e with e orthogonal to the span; with an intercept the signs balance as well."""
    r, e = frame.coordinates(atom)
    A = np.array([one.column for one in present]).T
    size = np.linalg.norm(atom.column) + np.abs(r) @ np.linalg.norm(A, axis=0)
    np.testing.assert_allclose(A @ r + e, atom.column, rtol=0, atol=1e-12 * size)
    if affine:
        signs = np.array([one.sign for one in present])
        assert signs @ r == pytest.approx(atom.sign, abs=1e-10 * (1 + np.abs(r).sum()))
        points = A * signs
        A, size = points[:, 1:] - points[:, :1], size + np.linalg.norm(points[:, 0])
    assert (np.abs(A.T @ e) <= 1e-11 * np.linalg.norm(A, axis=0) * size).all()


def check_solution(frame: Any, present: list[Atom], affine: bool) -> None:
    """The shortest w with product 1, by least squares of the bordered system; multipliers make it up."""
    w, u = frame.solution()
    A, signs = np.array([one.column for one in present]).T, np.array([one.sign for one in present])
    size = np.linalg.norm(A, axis=0)
    np.testing.assert_allclose(A @ u, w, rtol=0, atol=1e-9 * (np.abs(u) @ size))
    if affine:
        assert u @ signs == pytest.approx(0.0, abs=1e-9 * np.abs(u).sum())
        # y_j (w·x_j + b) = 1 for one and the same b.
        offsets = signs - signs * (A.T @ w)
        assert np.ptp(offsets) <= 1e-10 * (1.0 + (size * np.linalg.norm(w)).max())
        points = A * signs
        right, A = signs[1:] - signs[0], points[:, 1:] - points[:, :1]
    else:
        right = np.ones(len(present))
    if A.shape[1] > 0:
        shortest = np.linalg.lstsq(A.T, right, rcond=None)[0]
        assert np.linalg.norm(w) == pytest.approx(np.linalg.norm(shortest), rel=1e-8)


@AFFINE
@pytest.mark.parametrize("m", [1, 3, 8, 40, 90])
def test_columns_join_and_leave(m: int, affine: bool) -> None:
    """A long random life: more columns than it was made for, and back to one."""
    rng = np.random.default_rng(m)
    frame: Any = (AffineFrame if affine else LinearFrame)(m)
    atoms, present = iter(draw_atoms(rng, 1200, m, 1e3)), []
    for turn in range(6 * m + 20):
        full = len(present) >= m + affine
        # It grows in the first half and shrinks in the second.
        grow = not present or (not full and rng.random() < (0.8 if turn < 3 * m + 10 else 0.2))
        if grow:
            atom = next(atoms)
            frame.add(atom)
            present.append(atom)
        elif len(present) > 1:
            index = int(rng.integers(len(present)))
            frame.drop(index)
            del present[index]
        check_coordinates(frame, present, next(atoms), affine)
        check_coordinates(frame, present, present[0], affine)
    check_solution(frame, present, affine)


@AFFINE
def test_random_lives(affine: bool) -> None:
    """Any order of joining and leaving gives the solution that the columns alone determine."""

    @few(150)
    @given(st.lists(st.integers(-1, 6), min_size=1, max_size=25), st.integers(0, 2**32 - 1))
    def law(life: list[int], seed: int) -> None:
        m = 5
        frame: Any = (AffineFrame if affine else LinearFrame)(m)
        atoms, present = iter(draw_atoms(np.random.default_rng(seed), 40, m)), []
        for move in life:
            if (move < 0 or len(present) == m + affine) and len(present) > 1:
                index = move % len(present)
                frame.drop(index)
                del present[index]
            elif len(present) < m + affine:
                present.append(next(atoms))
                frame.add(present[-1])
        check_coordinates(frame, present, next(atoms), affine)
        if np.linalg.cond(bordered(present, affine)) < 1e4:
            check_solution(frame, present, affine)

    law()


@AFFINE
def test_the_last_column_leaves_and_another_comes(affine: bool) -> None:
    first, second, third = draw_atoms(np.random.default_rng(1), 3, 4)
    frame: Any = (AffineFrame if affine else LinearFrame)(4)
    frame.add(first)
    frame.drop(0)
    frame.add(second)
    check_coordinates(frame, [second], third, affine)


@AFFINE
def test_what_was_split_before_a_change_is_split_again(affine: bool) -> None:
    """The frame remembers the last atom it split; columns that have come or gone since change its coordinates."""
    atoms = draw_atoms(np.random.default_rng(2), 6, 6)
    frame: Any = (AffineFrame if affine else LinearFrame)(6)
    for atom in atoms[:4]:
        frame.add(atom)
    asked = atoms[5]
    frame.coordinates(asked)
    frame.drop(0)
    check_coordinates(frame, atoms[1:4], asked, affine)
    frame.add(atoms[4])
    check_coordinates(frame, atoms[1:5], asked, affine)
    frame.load(atoms[:3])
    check_coordinates(frame, atoms[:3], asked, affine)


@AFFINE
@pytest.mark.parametrize("m", [4, 30, 70])
def test_loading_is_adding_one_by_one(m: int, affine: bool) -> None:
    rng = np.random.default_rng(m)
    atoms = draw_atoms(rng, m, m, 1e2)
    one_by_one: Any = (AffineFrame if affine else LinearFrame)(m)
    for atom in atoms[: m // 2]:
        one_by_one.add(atom)
    at_once: Any = (AffineFrame if affine else LinearFrame)(m)
    at_once.load(atoms)
    assert at_once.load(atoms[: m // 2]) == list(range(m // 2))
    for atom in atoms[m // 2 :]:
        for mine, other in zip(at_once.coordinates(atom), one_by_one.coordinates(atom), strict=True):
            np.testing.assert_allclose(mine, other, atol=1e-9)
    for mine, other in zip(at_once.solution(), one_by_one.solution(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-8, atol=1e-9)
    at_once.add(atoms[-1])
    check_solution(at_once, [*atoms[: m // 2], atoms[-1]], affine)


@AFFINE
def test_loading_keeps_independent_columns_only(affine: bool) -> None:
    """Copies, sums, zeros and columns of other sizes: what is kept has full rank, and the rank of them all."""
    rng = np.random.default_rng(3)
    for _ in range(40):
        m, rank = int(rng.integers(2, 9)), int(rng.integers(1, 4))
        basis = rng.integers(-3, 4, (rank, m)).astype(float)
        points = rng.integers(-2, 3, (8, rank)).astype(float) @ basis
        points[rng.integers(8)] = 0.0
        points[5] = points[2]
        scales = 1.0 if affine else 10.0 ** rng.integers(-6, 7, (8, 1))
        signs = np.resize([1.0, -1.0], 8)
        columns = points * scales * signs[:, None]
        atoms = [Atom(j, 0.0, columns[j], float(signs[j])) for j in range(8)]
        frame: Any = (AffineFrame if affine else LinearFrame)(m)
        kept = frame.load(atoms)
        unscaled = [Atom(j, 0.0, points[j] * signs[j], float(signs[j])) for j in range(8)]
        expected = np.linalg.matrix_rank(bordered(unscaled, affine))
        assert len(kept) == expected
        if kept:
            assert np.linalg.matrix_rank(bordered([unscaled[j] for j in kept], affine)) == expected
            for j in range(8):
                r, e = frame.coordinates(atoms[j])
                assert np.linalg.norm(e) <= 1e-10 * (1e-300 + np.linalg.norm(columns, axis=1).max())
                assert len(r) == len(kept)


@AFFINE
def test_nearly_dependent_columns(affine: bool) -> None:
    """Columns 1e-9 apart are told apart, and the residual is orthogonal all the same."""
    rng = np.random.default_rng(4)
    atoms = draw_atoms(rng, 5, 12)
    near = [
        Atom(10 + j, 0.0, atom.column + 1e-9 * rng.standard_normal(12), atom.sign) for j, atom in enumerate(atoms[:3])
    ]
    frame: Any = (AffineFrame if affine else LinearFrame)(12)
    present: list[Atom] = []
    for atom in [*atoms, *near]:
        frame.add(atom)
        present.append(atom)
    other = draw_atoms(rng, 1, 12)[0]
    _, e = frame.coordinates(other)
    A = np.array([one.column * (one.sign if affine else 1.0) for one in present]).T
    if affine:
        A = A[:, 1:] - A[:, :1]
    # Q is orthonormal to the last digit, so what is left is orthogonal to every direction of the span.
    Q = np.linalg.qr(A)[0]
    assert np.abs(Q.T @ e).max() <= 1e-6 * np.linalg.norm(other.column)
    w, u = frame.solution()
    signs = np.array([one.sign for one in present])
    products = np.array([one.column for one in present]) @ w
    assert np.ptp(signs - signs * products if affine else products) <= 1e-12 * np.linalg.norm(w) * 10
    assert np.isfinite(u).all()
