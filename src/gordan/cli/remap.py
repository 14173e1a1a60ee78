"""The certificate of a conic problem and the file of its map, as the problem that the certificate is about."""

from __future__ import annotations

from gordan.errors import InputError
from gordan.file.certificate import ConicCertificate
from gordan.file.table.linear_map import read_linear_map
from gordan.problem import Conic
from gordan.problem.cone_part import cone_of

__all__ = ["remap"]


def remap(claimed: ConicCertificate, data: str) -> Conic:
    """The map of the file on the cone of the certificate."""
    A = read_linear_map(data, shape=(claimed.question.m, claimed.question.n))
    try:
        return Conic(A, cone_of(claimed.question.cone))
    except InputError as error:
        raise InputError(f"{data} holds no map for the certificate's cone: {error}") from error
