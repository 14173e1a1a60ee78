"""The certificate of a diagnosis and the table it names, as the rows that the certificate is about."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from gordan.arithmetic.array import Mask, Positions
from gordan.errors import InputError
from gordan.file.table.columns import COLUMNAR, ColumnBatches, open_columns
from gordan.file.table.frame import Frame, read_frame
from gordan.file.table.scan import is_long
from gordan.outcome.certificate import PanelCertificate, RiskCertificate, SplitCertificate
from gordan.outcome.certificate.split import Model
from gordan.problem.description import Description
from gordan.problem.description.limit import TooLarge
from gordan.problem.long_system import LongSystem
from gordan.problem.numbers import Numbers
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.problem.system import System
from gordan.regression.model.closed import Beside, pose_closed, pose_described
from gordan.regression.model.cox import PosedRisk, Ties, pose_described_risk, pose_survival
from gordan.regression.model.effects import PosedPanel, absorb_effects, pose_described_effects, read_bar
from gordan.regression.model.formula import OutsideGrammar
from gordan.regression.model.frame import Frame as TableColumns
from gordan.regression.model.frame import read_frame as columns_of
from gordan.regression.model.stream import PosedStream, pose_described_stream, pose_stream
from gordan.regression.model.system import Posed
from gordan.verify import first_strict_rows

__all__ = ["FIRST", "Reposed", "repose"]

FIRST = 12  # lines of separated rows that are looked for in data that are read in batches


class Reposed(NamedTuple):
    """The table, the model posed on it, and whether somebody here gave its formula.

    `formula` says what became of the certificate's own, where the rows follow from a description: read here it gave the
    "same" rows or "other" ones, or it was "not read", for it is no formula of the closed grammar. Elsewhere, and where
    the certificate has none, it is empty.
    """

    frame: Frame | ColumnBatches
    model: Posed | PosedPanel | PosedStream | PosedRisk
    given: bool = False
    formula: str = ""

    @property
    def posed(self) -> Posed:
        return self.model if isinstance(self.model, Posed) else self.model.posed

    @property
    def problem(self) -> System | LongSystem | Panel | RiskSets:
        """The rows that the certificate is about."""
        if isinstance(self.model, PosedPanel):
            return self.model.panel
        return self.model.risk if isinstance(self.model, PosedRisk) else self.model.system

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what was assumed while reading."""
        return tuple(getattr(self.frame, "notes", ()))

    def lines(self, certificate: SplitCertificate | PanelCertificate | RiskCertificate) -> list[int]:
        """The lines of the separated rows, of a certificate that holds of these data; of batches the first of them."""
        model, design = self.model, self.posed.design
        rows: Positions | Mask
        if isinstance(model, PosedStream):
            assert isinstance(certificate, SplitCertificate)
            rows = first_strict_rows(model.system, certificate, FIRST)
        elif isinstance(model, PosedRisk):
            rows = certificate.strict()
        elif isinstance(model, PosedPanel):
            rows = model.rows[certificate.strict()]
        else:
            rows = model.rows.separated(certificate.strict(), design.n)
        return [int(line) for line in design.labels[rows]]

    @property
    def carries(self) -> bool:
        """Whether numbers of the rows stand in the certificate: then no formula of the grammar need give them."""
        return self.posed.description is not None and bool(self.posed.description.carried)


def repose(
    claimed: SplitCertificate | PanelCertificate | RiskCertificate,
    data: str,
    formula: str | None = None,
    python: str | None = None,
) -> Reposed:
    """Pose the certificate's model on the data, from its description.

    A formula given here takes its place; `python` is one that is run as a program, at its author's risk.
    """
    model = claimed.model
    if formula is not None and python is not None:
        raise InputError("--formula and --python-formula are both given; leave one out")
    if model is None or (model.design is None and model.formula is None and formula is None and python is None):
        raise InputError(
            "the certificate was made from arrays and describes no model; give one with --formula, or verify it in "
            "Python with gordan.verify(gordan.pose(…).system, certificate)"
        )
    numbers: Numbers = "decimal" if claimed.question.numbers == "decimal" else "binary"
    beside = Beside(model.weights, model.offset, model.strata)
    if isinstance(claimed, SplitCertificate) and claimed.core is not None and python is None:
        return _repose_batches(model, data, formula, beside, numbers)
    frame = _read_table(data)
    if python is not None:
        return Reposed(frame, _run(python, frame, model.family, beside, numbers), given=True)
    table = columns_of(frame)
    if formula is not None:
        return Reposed(frame, pose_closed(formula, table, model.family, beside, numbers=numbers), given=True)
    if model.design is None:
        return Reposed(frame, _pose_version_1(str(model.formula), table, model.family, beside, numbers))
    described = _described(claimed, model.design, table, beside, numbers)
    reposed = Reposed(frame, described)
    if model.formula is None:
        return reposed
    return reposed._replace(formula=_gives(reposed.problem, lambda: _read(claimed, table, beside, numbers)))


def _described(
    claimed: SplitCertificate | PanelCertificate | RiskCertificate,
    design: Description,
    table: TableColumns,
    beside: Beside,
    numbers: Numbers,
) -> Posed | PosedPanel | PosedRisk:
    """The model that the certificate describes, on the data."""
    model = claimed.model
    assert model is not None
    formula = model.formula or ""
    if isinstance(claimed, PanelCertificate):
        return pose_described_effects(
            design, model.effects, table, model.family, beside, numbers=numbers, formula=formula
        )
    if isinstance(claimed, RiskCertificate):
        return pose_described_risk(
            design, model.groups, table, beside, exact=claimed.question.exact, numbers=numbers, formula=formula
        )
    wide = claimed.question.columns > len(claimed.names)
    return pose_described(design, table, model.family, beside, numbers=numbers, formula=formula, wide=wide)


def _read(
    claimed: SplitCertificate | PanelCertificate | RiskCertificate,
    table: TableColumns,
    beside: Beside,
    numbers: Numbers,
) -> System | Panel | RiskSets | None:
    """The rows that the formula of the certificate, which is shown to people, gives; None where it names no effects."""
    model = claimed.model
    assert model is not None
    formula = str(model.formula)

    def pose(own: str, beside: Beside, also: tuple[str, ...]) -> Posed:
        return pose_closed(own, table, model.family, beside, numbers=numbers, also=also)

    if isinstance(claimed, RiskCertificate):
        ties: Ties = "exact" if claimed.question.exact else "efron"
        return pose_survival(formula, table, beside, pose, ties=ties, numbers=numbers).risk
    if isinstance(claimed, PanelCertificate):
        bar = read_bar(formula, table)
        if bar is None:
            return None
        return absorb_effects(pose(bar.model, beside, bar.columns), bar.effects, table, numbers).panel
    return pose(formula, beside, ()).system


def _gives(
    described: System | LongSystem | Panel | RiskSets, read: Callable[[], System | LongSystem | Panel | RiskSets | None]
) -> str:
    """Whether the formula, which is shown to people, gives the rows of the description, which are checked.

    One that can be read, and names what these data do not have, gives other rows: none.
    """
    try:
        rows = read()
    except (OutsideGrammar, TooLarge):
        return "not read"
    except InputError:
        return "other"
    same = rows is described or (rows is not None and _identity(rows) == _identity(described))
    return "same" if same else "other"


def _identity(rows: System | LongSystem | Panel | RiskSets) -> tuple[tuple[str, ...], str]:
    return rows.names, rows.digest()


def _read_table(data: str) -> Frame:
    """The columns of a text, a data set of Stata, or a file of columns, in memory."""
    table = open_columns(data) if data.lower().endswith(COLUMNAR) or os.path.isdir(data) else None
    return read_frame(data) if table is None else table.held(table.names)


def _repose_batches(model: Model, data: str, formula: str | None, beside: Beside, numbers: Numbers) -> Reposed:
    """The model on a table that is read in batches, whatever its size."""
    table = open_columns(data if data.lower().endswith(COLUMNAR) or os.path.isdir(data) or is_long(data) else None)
    if table is None:
        frame = read_frame(data)
        table = ColumnBatches(data, lambda _: iter([(frame.index, frame.values)]))
    if formula is not None:
        stream = pose_stream(formula, table, model.family, beside, missing=None, numbers=numbers)
        return Reposed(table, stream, given=True)
    if model.design is None:
        raise InputError("the certificate describes no model; give one with --formula")
    described = pose_described_stream(
        model.design, table, model.family, beside, numbers=numbers, formula=model.formula or ""
    )
    if model.formula is None:
        return Reposed(table, described)

    def read() -> LongSystem:
        again = pose_stream(str(model.formula), table, model.family, beside, missing=None, numbers=numbers)
        # Of two ways to describe the same rows, the rows themselves tell.
        return described.system if again.posed.description == model.design else again.system

    return Reposed(table, described, formula=_gives(described.system, read))


def _pose_version_1(formula: str, table: TableColumns, family: str, beside: Beside, numbers: Numbers) -> Posed:
    """A certificate of version 1 has a formula only; it is read by the closed grammar and never run."""
    try:
        return pose_closed(formula, table, family, beside, numbers=numbers)
    except OutsideGrammar as error:
        raise InputError(
            f"the certificate is of version 1, and its formula is not in the closed grammar ({error}); if you know the "
            "formula, give it yourself with --formula, or with --python-formula, which runs it"
        ) from error


def _run(formula: str, frame: Frame, family: str, beside: Beside, numbers: Numbers) -> Posed:
    """The reader's own formula, run as Python."""
    from gordan.regression.model.pose import pose

    return pose(formula, data=frame, family=family, numbers=numbers, **beside._asdict())
