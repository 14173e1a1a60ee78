"""The certificate of a diagnosis: its proof, and the model described as data, from which its rows can be rebuilt."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.file.archive import certify_model
from gordan.outcome.certificate.split import Model
from gordan.outcome.panel import PanelClaim
from gordan.problem.description import Description
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.problem.system import System
from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.model.closed import Beside, pose_described
from gordan.regression.model.cox import PosedRisk, pose_described_risk, read_survival
from gordan.regression.model.effects import PosedPanel, pose_described_effects, quoted
from gordan.regression.model.python.describe import describe_python
from gordan.regression.model.stream import PosedStream
from gordan.regression.model.system import Posed

__all__ = ["carried_columns", "describe", "write_diagnosis"]

_AnyModel = Posed | PosedPanel | PosedRisk | PosedStream


def write_diagnosis(diagnosis: Diagnosis, path: str | os.PathLike[str], *, file: str | None, overwrite: bool) -> None:
    """Write the certificate; `file` is named only beside a formula, which says what to make of it."""
    claim = diagnosis._claim
    if claim is None:
        raise InputError(f"the diagnosis is {diagnosis.kind}, so there is nothing to certify; give it more time")
    _refuse_uncertified(diagnosis)
    name = None if file is None else os.path.basename(os.path.normpath(file))
    model = _written(_model(diagnosis), diagnosis.family, name)
    certify_model(path, diagnosis.system, claim, kind=diagnosis.kind, model=model, overwrite=overwrite)


def _refuse_uncertified(diagnosis: Diagnosis) -> None:
    """Refuse diagnoses whose proof, or whose model, no certificate holds."""
    model = _model(diagnosis)
    if diagnosis.family == "gamma":
        raise InputError(
            "certificates of Gamma models cannot be written yet: their last row is a weighted sum of all rows; "
            "verify() goes through the proof once more"
        )
    if diagnosis.collinear:
        left = ", ".join(each.column for each in diagnosis.collinear)
        raise InputError(
            f"the answer is for the model without {left}, so a certificate of the model as it was asked would be "
            f"another; leave {left} out of the model, or ask with {setting('literal', True)}"
        )
    if isinstance(model, PosedPanel) and not isinstance(diagnosis._claim, PanelClaim):
        raise InputError(
            "the structure of the levels alone does not prove this answer: its proof has every level as a column, "
            "which no certificate of effects after a bar holds; write the effects as terms, C(f) and C(f):x for f[x], "
            "in place of the bar, and ask with proof='exact'"
        )
    if isinstance(model, PosedPanel) and model.posed.wording is None:
        raise InputError(
            "the response, weights or offset of this model are arrays, and the certificate of a model with effects "
            "names columns of a table; put them into the data"
        )
    if isinstance(model, PosedRisk) and model.posed.wording is None:
        raise InputError(
            "the times, weights, offset or strata of this model are arrays, and the certificate of a Cox model names "
            "columns of a table; put them into the data, and give a formula with Surv(time, event)"
        )


def _model(diagnosis: Diagnosis) -> _AnyModel:
    model: _AnyModel = getattr(diagnosis, "model", diagnosis.study.posed)
    return model


def _written(model: _AnyModel, family: str, file: str | None) -> Model:
    """The model as a certificate names it; of one that came as arrays the family alone."""
    wording = model.wording if isinstance(model, Posed) else model.posed.wording
    if wording is None:
        return Model(family)
    # Models that are read in batches have a description from the start.
    design = model.posed.description if isinstance(model, PosedStream) else describe(model)
    described = Model(family, *wording, file, design)
    if isinstance(model, PosedPanel):
        effects = tuple(effect.columns for effect in model.effects)
        bar = " + ".join("^".join(map(quoted, each)) for each in effects)
        return described._replace(formula=f"{wording.formula} | {bar}", effects=effects)
    if isinstance(model, PosedRisk):
        return described._replace(formula=_whole_formula(model), groups=model.strata)
    return described


def _whole_formula(model: PosedRisk) -> str:
    """The formula with all strata in it, also those that were given beside it."""
    posed, formula = model.posed, str(model.posed.design.formula)
    assert posed.frame is not None
    read = read_survival(formula, posed.frame)
    beside = [] if read is None else [name for name in model.strata if name not in read.strata]
    return formula + "".join(f" + strata({name if name.isidentifier() else f'`{name}`'})" for name in beside)


def carried_columns(diagnosis: Diagnosis) -> tuple[str, ...]:
    """The columns whose values a certificate of the diagnosis would hold; none where it cannot be written."""
    posed, model = diagnosis.study.posed, _model(diagnosis)
    if posed.wording is None or (diagnosis.split is None and not isinstance(model, PosedPanel | PosedRisk)):
        return ()
    if posed.description is not None:
        return posed.description.carried
    assert not isinstance(model, PosedStream)
    try:
        return describe(model).carried
    except InputError:
        return ()


def describe(model: Posed | PosedPanel | PosedRisk) -> Description:
    """The first description that may be the model's and from which its rows can be rebuilt."""
    posed, also = (model, ()) if isinstance(model, Posed) else (model.posed, _columns_beside(model))
    for description in _candidates(posed):
        whole = replace(description, used=tuple(dict.fromkeys((*description.used, *also))))
        if _rebuilds(whole, model):
            return whole
    otherwise = "give the design as arrays" if isinstance(model, Posed) else "ask without one"
    raise InputError(
        "the rows of this model do not follow from its table by a description, so no certificate of it could be "
        "verified; " + ("leave --certificate out" if names_options() else otherwise)
    )


def _columns_beside(model: PosedPanel | PosedRisk) -> Iterable[str]:
    """The columns that the rows of a model need beside those of its terms."""
    if isinstance(model, PosedRisk):
        return model.strata
    return tuple(name for effect in model.effects for name in effect.columns)


def _candidates(posed: Posed) -> Iterator[Description]:
    """Descriptions that may give the rows of the model: its own, or those that can be made of a formula of Python."""
    if posed.description is not None:
        yield posed.description
    else:
        yield from (describe_python(posed, carry_all=carry) for carry in (False, True))


def _rebuilds(description: Description, model: Posed | PosedPanel | PosedRisk) -> bool:
    """Whether the rows that a description makes of the model's table are those that were asked about."""
    posed = model if isinstance(model, Posed) else model.posed
    assert posed.frame is not None
    assert posed.wording is not None
    frame, beside = posed.frame, Beside(*posed.wording[1:])
    asked: System | Panel | RiskSets
    again: System | Panel | RiskSets
    try:
        if isinstance(model, PosedPanel):
            asked, columns = model.panel, tuple(effect.columns for effect in model.effects)
            again = pose_described_effects(
                description, columns, frame, posed.family, beside, numbers=asked.numbers
            ).panel
        elif isinstance(model, PosedRisk):
            asked = model.risk
            again = pose_described_risk(
                description, model.strata, frame, beside, exact=asked.exact, numbers=asked.numbers
            ).risk
        else:
            asked, wide = posed.system, posed.rows.hidden > 0
            again = pose_described(description, frame, posed.family, beside, numbers=asked.numbers, wide=wide).system
    except InputError:
        return False
    return again.names == asked.names and again.digest() == asked.digest()
