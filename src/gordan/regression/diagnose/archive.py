"""A diagnosis as a certificate: its split, both halves of the proof, and the description of the model."""

from __future__ import annotations

import os

from gordan.arithmetic.setting import names_options
from gordan.errors import InputError
from gordan.file.archive import write_split
from gordan.outcome.certificate.split import Model
from gordan.problem.description import Description
from gordan.regression.diagnose.record import Diagnosis
from gordan.regression.model.closed import Beside, pose_described
from gordan.regression.model.python.describe import describe_python
from gordan.regression.model.system import Posed

__all__ = ["archive", "carried_columns"]


def archive(found: Diagnosis, path: str | os.PathLike[str], *, file: str | None, overwrite: bool) -> None:
    """Write the certificate; `file` is told only beside a formula, which says what to make of it."""
    if found.split is None or found.study is None:
        raise InputError(f"the diagnosis is {found.kind}, so there is nothing to certify; give it more time")
    posed = found.study.posed
    model = Model(found.family)
    if posed.wording is not None:
        name = None if file is None else os.path.basename(file)
        model = Model(found.family, *posed.wording, name, describe_proved(posed))
    write_split(
        path,
        posed.system,
        found.split.strict,
        found.split.proof,
        kind=found.kind,
        model=model,
        overwrite=overwrite,
    )


def carried_columns(found: Diagnosis) -> tuple[str, ...]:
    """The columns whose values a certificate of the diagnosis would hold; none where it cannot be written."""
    posed = None if found.split is None or found.study is None else found.study.posed
    if posed is None or posed.wording is None:
        return ()
    try:
        return describe_proved(posed).carried if posed.description is None else posed.description.carried
    except InputError:
        return ()


def describe_proved(posed: Posed) -> Description:
    """The description of a model whose rows, rebuilt from it and the table, are those that were asked about."""
    candidates = (
        [posed.description]
        if posed.description is not None
        else (describe_python(posed, carry_all=carry) for carry in (False, True))
    )
    for description in candidates:
        if _rebuilds(description, posed):
            return description
    raise InputError(
        "the rows of this model do not follow from its table by a description, so no certificate of it could be "
        "verified; " + ("leave --certificate out" if names_options() else "give the design as arrays")
    )


def _rebuilds(description: Description, posed: Posed) -> bool:
    assert posed.frame is not None
    assert posed.wording is not None
    system = posed.system
    try:
        again = pose_described(
            description,
            posed.frame,
            posed.family,
            Beside(*posed.wording[1:]),
            numbers=system.numbers,
            wide=posed.rows.hidden > 0,
        ).system
    except InputError:
        return False
    return again.names == system.names and again.digest() == system.digest()
