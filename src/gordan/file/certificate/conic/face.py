"""The faces of a ball of weights as three flat lists, and back.

Of axes and second-order cones the entries that carry weight are told by their numbers in the whole cone; of matrices
the ranks, one for each part, and the bases, row by row, one after the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.file.certificate.section import Section
from gordan.outcome.proof import Face
from gordan.problem.cone_part import ConePart

__all__ = ["Told", "read_faces", "tell_faces"]


class Told(NamedTuple):
    """The three lists."""

    entries: list[int]
    ranks: list[int]
    bases: list[float]


def tell_faces(cone: tuple[ConePart, ...], faces: tuple[Face, ...]) -> Told:
    """
    Examples
    --------
    >>> cone = (ConePart("orthant", 3), ConePart("psd", 2))
    >>> tell_faces(cone, (np.array([0, 2]), np.array([[1.0], [0.5]])))
    Told(entries=[0, 2], ranks=[1], bases=[1.0, 0.5])
    """
    told, start = Told([], [], []), 0
    for part, face in zip(cone, faces, strict=True):
        if part.is_psd:
            told.ranks.append(int(face.shape[1]))
            told.bases.extend(face.ravel().tolist())
        else:
            told.entries.extend((start + face).tolist())
        start += part.size
    return told


def read_faces(section: Section, cone: tuple[ConePart, ...], n: int) -> tuple[tuple[Face, ...], int]:
    """The faces, and how many numbers their points have; refused where no cone whatever has such a face."""
    entries = section.rising("entries", 0, n, empty=True)
    matrices = [part for part in cone if part.is_psd]
    ranks = section.counts("ranks", len(matrices), least=0)
    for k, (part, rank) in enumerate(zip(matrices, ranks, strict=True)):
        if rank > part.order:
            section.refuse(f"ranks[{k}]", f"is {rank}", f"at most {part.order}, the order of the matrices")
    numbers = sum(part.order * rank for part, rank in zip(matrices, ranks, strict=True))
    bases = section.doubles("bases", numbers)
    faces = _cut(cone, np.array(entries, dtype=np.int64), ranks, bases)
    if sum(face.size for part, face in zip(cone, faces, strict=True) if not part.is_psd) != len(entries):
        section.refuse("entries", "has numbers of matrices", "entries of the other parts alone")
    size = len(entries) + sum(rank * (rank + 1) // 2 for rank in ranks)
    return faces, size


def _cut(cone: tuple[ConePart, ...], entries: Array, ranks: tuple[int, ...], bases: Array) -> tuple[Face, ...]:
    faces: list[Face] = []
    start, place, left = 0, 0, iter(ranks)
    for part in cone:
        if part.is_psd:
            rank = next(left)
            faces.append(bases[place : place + part.order * rank].reshape(part.order, rank))
            place += part.order * rank
        else:
            first, last = np.searchsorted(entries, (start, start + part.size))
            faces.append(entries[first:last] - start)
        start += part.size
    return tuple(faces)
