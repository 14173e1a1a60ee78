"""The certificate of a Cox model's diagnosis: the model described as data, and its risk sets rebuilt from it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.archive import write_risk
from gordan.outcome.certificate.split import Model
from gordan.problem.description import Description
from gordan.regression.diagnose.export import describe_rebuilt
from gordan.regression.model.closed import Beside
from gordan.regression.model.cox import PosedRisk, pose_described_risk, read_survival

if TYPE_CHECKING:
    from gordan.regression.diagnose.cox import CoxDiagnosis

__all__ = ["describe_cox", "write_cox"]


def write_cox(diagnosis: CoxDiagnosis, path: str | os.PathLike[str], *, file: str | None, overwrite: bool) -> None:
    """Write the certificate of a Cox model, whose proof is a short list of pairs of rows."""
    parted, model = diagnosis.parted, diagnosis.model
    if parted is None:
        raise InputError(f"the diagnosis is {diagnosis.kind}, so there is nothing to certify; give it more time")
    if diagnosis.collinear:
        left = ", ".join(each.column for each in diagnosis.collinear)
        raise InputError(
            f"the answer is for the model without {left}, so a certificate of the model as it was asked would be "
            f"another; leave {left} out of the model, or ask with {setting('literal', True)}"
        )
    wording = model.posed.wording
    if wording is None:
        raise InputError(
            "the times, weights, offset or strata of this model are arrays, and the certificate of a Cox model names "
            "columns of a table; put them into the data, and give a formula with Surv(time, event)"
        )
    described = Model(
        "cox",
        _whole_formula(model),
        *wording[1:],
        None if file is None else os.path.basename(file),
        describe_cox(model),
        groups=model.strata,
    )
    write_risk(path, model.risk, parted.claim, kind=diagnosis.kind, model=described, overwrite=overwrite)


def _whole_formula(model: PosedRisk) -> str:
    """The formula with all strata in it, also those that were given beside it."""
    posed, formula = model.posed, str(model.posed.design.formula)
    assert posed.frame is not None
    read = read_survival(formula, posed.frame)
    beside = [] if read is None else [name for name in model.strata if name not in read.strata]
    return formula + "".join(f" + strata({name if name.isidentifier() else f'`{name}`'})" for name in beside)


def describe_cox(model: PosedRisk) -> Description:
    """The description of a Cox model whose risk sets, rebuilt from it and the table, are those asked about."""
    return describe_rebuilt(model.posed, lambda each: _rebuilds(each, model), model.strata)


def _rebuilds(description: Description, model: PosedRisk) -> bool:
    posed, risk = model.posed, model.risk
    assert posed.frame is not None
    assert posed.wording is not None
    beside = Beside(*posed.wording[1:])
    try:
        again = pose_described_risk(
            description, model.strata, posed.frame, beside, exact=risk.exact, numbers=risk.numbers
        ).risk
    except InputError:
        return False
    return again.names == risk.names and again.digest() == risk.digest()
