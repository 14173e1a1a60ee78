"""The certificate of a split and the table it names, as the system that the certificate is about."""

from __future__ import annotations

from typing import NamedTuple

from gordan.certificate import SplitCertificate
from gordan.errors import InputError
from gordan.model import Posed, pose
from gordan.model.frame import read_frame as columns_of
from gordan.model.harmless import refuse_harmful
from gordan.problem.numbers import Numbers
from gordan.table.frame import Frame, read_frame

__all__ = ["Reposed", "repose"]


class Reposed(NamedTuple):
    """The table, and the model posed on it."""

    frame: Frame
    posed: Posed


def repose(claimed: SplitCertificate, data: str, formula: str | None) -> Reposed:
    """Pose the certificate's model on the data; a formula that the reader gives himself is taken at his word."""
    model = claimed.model
    if model is None or (model.formula is None and formula is None):
        raise InputError(
            "the certificate was made from arrays and names no formula; give one with --formula, or verify it in "
            "Python with gordan.verify(gordan.pose(…).system, certificate)"
        )
    frame = read_frame(data)
    if formula is None:
        formula = str(model.formula)
        refuse_harmful(formula, columns_of(frame))
    numbers: Numbers = "decimal" if claimed.question.numbers == "decimal" else "binary"
    beside = {name: getattr(model, name) for name in ("family", "weights", "offset", "strata")}
    return Reposed(frame, pose(formula, data=frame, numbers=numbers, **beside))
