"""What a support oracle promises: the lowest points, subsets of them, frames of their columns, and lengths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Frame, Oracle, Subset, vertex

__all__ = ["check_support", "require"]

_FACTORED = 1e-10  # a factorisation of a few columns, twice orthogonalised, relative to their lengths


def check_support(oracle: Oracle, directions: list[Array]) -> None:
    """Try `worst`, `restrict`, `frame`, `zero`, `norm` and `dot` on these directions."""
    _check_lengths(oracle, directions)
    for w in directions:
        _check_worst(oracle, w)
    _check_restrict(oracle, directions)
    _check_frame(oracle, directions)


def _check_lengths(oracle: Oracle, directions: list[Array]) -> None:
    require(oracle.norm(oracle.zero()) == 0.0, "the zero direction has a length")
    above = max(1e-9, 1e3 * oracle.rounding)
    for w in directions:
        for factor in (1.0, -3.0, 1e-9):
            v = w * factor
            length, square = oracle.norm(v), oracle.dot(v, v)
            require(length**2 >= square * (1 - 1e-15), f"norm = {length!r} is below the root of dot(w, w) = {square!r}")
            require(length**2 <= square * (1 + above), f"norm = {length!r} is far above the root of {square!r}")
    v, w = directions[:2]
    off, size = abs(oracle.dot(v, w) - oracle.dot(w, v)), oracle.norm(v) * oracle.norm(w)
    # Products that were put into single precision one by one are symmetric to their own rounding.
    require(off <= max(1e-12, 4.0 * oracle.rounding) * size, "dot is not symmetric")


def _check_worst(oracle: Oracle, w: Array) -> None:
    """Atoms come lowest first, each once, a class to a block, with the products of their columns as margins."""
    blocks = oracle.worst(w, 4)
    require(len(blocks) == oracle.blocks, f"worst gives {len(blocks)} blocks and there are {oracle.blocks}")
    for block in blocks:
        margins = [atom.margin for atom in block]
        require(margins == sorted(margins), "worst does not give the lowest point first")
        require(len({atom.key for atom in block}) == len(block), "worst gives a point twice")
        require(oracle.blocks == 1 or len({atom.sign for atom in block}) == 1, "a block mixes the classes")
        for atom in block:
            off = abs(oracle.dot(atom.column, w) - atom.margin)
            slack = 4.0 * oracle.rounding * oracle.norm(atom.column) * oracle.norm(w)
            require(off <= slack, f"the margin of point {atom.key} is {off:.3g} off the product of its column")
    # The same product may be summed in another order among other rows.
    slack = 4.0 * oracle.support_rounding * oracle.reach * oracle.norm(w)
    for alone, block in zip(oracle.worst(w), blocks, strict=True):
        off = abs(alone[0].margin - block[0].margin)
        require(off <= slack, "worst(w) and worst(w, 4) disagree about the lowest point")


def _check_restrict(oracle: Oracle, directions: list[Array]) -> None:
    """A restricted oracle has the atoms it was given, in order, and its candidates are candidates of the whole."""
    atoms = list({atom.key: atom for block in oracle.worst(directions[0], 3) for atom in block}.values())
    inside = oracle.restrict(atoms)
    require(inside.blocks == oracle.blocks, "a restricted oracle has other blocks")
    for w in (
        inside.zero(),
        *(inside.begin_with().direction + block[0].column for block in inside.worst(inside.zero())),
    ):
        blocks = inside.worst(w, len(atoms))
        listed = [atom for block in blocks for atom in block]
        keys = sorted(atom.key for atom in listed)
        require(keys == list(range(len(atoms))), f"restricted to {len(atoms)} points, worst gives {keys}")
        column, lowest, chosen, shares = vertex(blocks)
        candidate = Candidate(w, inside.place(chosen, shares), lowest, column)
        _check_lift(oracle, inside, atoms, candidate)


def _check_lift(oracle: Oracle, inside: Subset, atoms: list[Atom], candidate: Candidate) -> None:
    outside = inside.lift(candidate)
    require(outside.lowest is None, "what is lowest among a few is said to be lowest of all")
    assert candidate.weights is not None
    assert candidate.image is not None
    assert outside.weights is not None
    assert outside.image is not None
    carrying = [atom.key for atom in oracle.support(outside.weights)]
    expected = sorted(atoms[atom.key].key for atom in inside.support(candidate.weights))
    require(sorted(carrying) == expected, "a restricted oracle places weights elsewhere")
    back = inside.lower(outside.weights)
    require(back is not None and np.allclose(back, candidate.weights), "weights do not come back")
    # Where products are all there is a square knows its length to half the digits.
    slack = max(1e-7, 4.0 * oracle.support_rounding**0.5) * max(oracle.norm(atom.column) for atom in atoms)
    off = abs(oracle.norm(outside.image) - inside.norm(candidate.image))
    require(off <= slack, f"an image changes its length by {off:.3g} when it is lifted")
    # A common shift may have been taken out of all points: it moves the classes against each other.
    inner = {atom.key: atom for block in inside.worst(candidate.direction, len(atoms)) for atom in block}
    shifts = [
        atom.sign * (inner[k].margin - oracle.dot(atom.column, outside.direction)) for k, atom in enumerate(atoms)
    ]
    off = max(map(abs, shifts)) if oracle.blocks == 1 else max(shifts) - min(shifts)
    slack *= 1.0 + oracle.norm(outside.direction)
    require(off <= slack, f"the margins of a restricted oracle are {off:.3g} off")


def _check_frame(oracle: Oracle, directions: list[Array]) -> None:
    """Coordinates reproduce a column, and what is left is orthogonal to those present; also after one has left."""
    frame = oracle.frame()
    present: list[Atom] = []
    for atom in (atom for block in oracle.worst(directions[0], 6) for atom in block):
        if _independent(oracle, frame, present, atom):
            frame.add(atom)
            present.append(atom)
    others = [block[0] for w in directions for block in oracle.worst(w * -1.0)]
    for leaving in (None, 1, 0):
        if leaving is not None and len(present) > 2:
            frame.drop(leaving)
            del present[leaving]
        for atom in others if present else []:
            _check_coordinates(oracle, frame, present, atom)


def _independent(oracle: Oracle, frame: Frame, present: Sequence[Atom], atom: Atom) -> bool:
    """Whether a column (with an intercept: a difference of points) stands out clearly from those present."""
    if not present:
        return bool(oracle.norm(atom.column) > 0.0)
    residual = frame.coordinates(atom)[1]
    return bool(oracle.dot(residual, residual) > 1e-6 * oracle.norm(atom.column) ** 2)


def _check_coordinates(oracle: Oracle, frame: Frame, present: Sequence[Atom], atom: Atom) -> None:
    r, e = frame.coordinates(atom)
    rest, size = atom.column - e, oracle.norm(atom.column)
    for coefficient, other in zip(r, present, strict=True):
        rest = rest - other.column * float(coefficient)
        size += abs(float(coefficient)) * oracle.norm(other.column)
    off = oracle.norm(rest)
    require(off <= _FACTORED * size, f"coordinates and residual miss the column by {off:.3g}")
    if oracle.blocks == 2:
        balance = sum(float(c) * other.sign for c, other in zip(r, present, strict=True)) - atom.sign
        require(abs(balance) <= _FACTORED * (1 + float(np.abs(r).sum())), "affine coordinates do not sum to one")
    for other in present:
        side = other.column
        if oracle.blocks == 2:
            side = other.column * other.sign - present[0].column * present[0].sign
        angle = abs(oracle.dot(e, side))
        require(angle <= _FACTORED * size * (oracle.norm(side) + size), f"a residual has a product of {angle:.3g}")


def require(condition: bool, sentence: str) -> None:
    """Raise AssertionError with the sentence; unlike the statement it works under `python -O` as well."""
    if not condition:
        raise AssertionError(sentence)
