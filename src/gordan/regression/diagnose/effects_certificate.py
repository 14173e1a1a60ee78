"""The certificate of a diagnosis with fixed effects: the model described as data, and its panel rebuilt from it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gordan.errors import InputError
from gordan.file.archive import write_panel
from gordan.outcome.certificate.split import Model
from gordan.outcome.panel import PanelClaim
from gordan.problem.description import Description
from gordan.regression.diagnose.export import describe_rebuilt
from gordan.regression.model.closed import Beside
from gordan.regression.model.effects import PosedPanel, pose_described_effects, quoted

if TYPE_CHECKING:
    from gordan.regression.diagnose.effects import WithEffects

__all__ = ["describe_effects", "write_effects"]


def write_effects(diagnosis: WithEffects, path: str | os.PathLike[str], *, file: str | None, overwrite: bool) -> None:
    """Write the certificate of a model with effects, whose proof is the structure of the levels."""
    parted, model = diagnosis.parted, diagnosis.model
    if parted is None:
        raise InputError(f"the diagnosis is {diagnosis.kind}, so there is nothing to certify; give it more time")
    if not isinstance(parted.claim, PanelClaim):
        raise InputError(
            "the structure of the levels alone does not prove this answer: its proof has every level as a column, "
            "which no certificate of effects after a bar holds; write the effects as terms, C(f) and C(f):x for f[x], "
            "in place of the bar, and ask with proof='exact'"
        )
    wording, columns = model.posed.wording, tuple(effect.columns for effect in model.effects)
    if wording is None:
        raise InputError(
            "the response, weights or offset of this model are arrays, and the certificate of a model with effects "
            "names columns of a table; put them into the data"
        )
    described = Model(
        diagnosis.family,
        f"{wording.formula} | {' + '.join('^'.join(map(quoted, each)) for each in columns)}",
        *wording[1:],
        None if file is None else os.path.basename(file),
        describe_effects(model),
        columns,
    )
    write_panel(path, model.panel, parted.claim, kind=diagnosis.kind, model=described, overwrite=overwrite)


def describe_effects(model: PosedPanel) -> Description:
    """The description of a model with effects whose panel, rebuilt from it and the table, is the one asked about."""
    also = (name for effect in model.effects for name in effect.columns)
    return describe_rebuilt(model.posed, lambda each: _rebuilds(each, model), tuple(also))


def _rebuilds(description: Description, model: PosedPanel) -> bool:
    posed, panel = model.posed, model.panel
    assert posed.frame is not None
    assert posed.wording is not None
    columns, beside = tuple(effect.columns for effect in model.effects), Beside(*posed.wording[1:])
    try:
        again = pose_described_effects(
            description, columns, posed.frame, posed.family, beside, numbers=panel.numbers
        ).panel
    except InputError:
        return False
    return again.names == panel.names and again.digest() == panel.digest()
