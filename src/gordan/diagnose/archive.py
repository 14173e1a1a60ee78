"""A diagnosis as a certificate: its split, both halves of the proof, and the words of the model."""

from __future__ import annotations

import os

from gordan.archive import write_split
from gordan.certificate.split.record import Model
from gordan.diagnose.record import Diagnosis
from gordan.errors import InputError

__all__ = ["archive"]


def archive(found: Diagnosis, path: str | os.PathLike[str], *, file: str | None, overwrite: bool) -> None:
    """Write the certificate; `file` is told only beside a formula, which says what to make of it."""
    if found.split is None or found.study is None:
        raise InputError(f"the diagnosis is {found.kind}, so there is nothing to certify; give it more time")
    posed = found.study.posed
    model = Model(found.family)
    if posed.wording is not None:
        model = Model(found.family, *posed.wording, None if file is None else os.path.basename(file))
    write_split(
        path,
        posed.system,
        found.split.strict,
        found.split.proof,
        kind=found.kind,
        model=model,
        overwrite=overwrite,
    )
