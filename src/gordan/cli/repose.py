"""The certificate of a diagnosis and the table it names, as the rows that the certificate is about."""

from __future__ import annotations

import os
from typing import NamedTuple

from gordan.errors import InputError
from gordan.file.table.columns import COLUMNAR, ColumnBatches, open_columns
from gordan.file.table.frame import Frame, read_frame
from gordan.file.table.scan import is_long
from gordan.outcome.certificate import PanelCertificate, RiskCertificate, SplitCertificate
from gordan.outcome.certificate.split import Model
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

__all__ = ["FIRST", "Reposed", "repose", "repose_effects", "repose_risk"]

FIRST = 12  # lines of separated rows that are looked for in data that are read in batches


class Reposed(NamedTuple):
    """The table, the model posed on it, and whether somebody here gave its formula.

    `formula` says what became of the certificate's own, where the rows follow from a description: read here it gave the
    "same" rows or "other" ones, or it was "not read", for it is no formula of the closed grammar. Elsewhere, and where
    the certificate has none, it is empty. `model` is there where the model has fixed effects, `risk` where it is Cox's,
    and `stream` where its rows are read in batches.
    """

    frame: Frame | ColumnBatches
    posed: Posed
    given: bool = False
    formula: str = ""
    model: PosedPanel | None = None
    stream: PosedStream | None = None
    risk: PosedRisk | None = None

    @property
    def system(self) -> System | LongSystem:
        return self.posed.system if self.stream is None else self.stream.system

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what was assumed while reading."""
        return tuple(getattr(self.frame, "notes", ()))

    def lines(self, certificate: SplitCertificate | PanelCertificate | RiskCertificate) -> list[int]:
        """The lines of the separated rows, of a certificate that holds of these data; of batches the first of them."""
        design = self.posed.design
        if self.stream is not None:
            assert isinstance(certificate, SplitCertificate)
            return [int(line) for line in design.labels[first_strict_rows(self.stream.system, certificate, FIRST)]]
        if self.risk is not None:
            return [int(line) for line in design.labels[certificate.strict()]]
        if self.model is not None:
            return [int(line) for line in design.labels[self.model.rows[certificate.strict()]]]
        return [int(line) for line in design.labels[self.posed.rows.separated(certificate.strict(), design.n)]]

    @property
    def carries(self) -> bool:
        """Whether numbers of the rows stand in the certificate: then no formula of the grammar need give them."""
        return self.posed.description is not None and bool(self.posed.description.carried)


def repose(claimed: SplitCertificate, data: str, formula: str | None, python: str | None = None) -> Reposed:
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
    if claimed.core is not None and python is None:
        return _repose_batches(model, data, formula, beside, numbers)
    frame = _read_table(data)
    table = columns_of(frame)
    if python is not None:
        return Reposed(frame, _run(python, frame, model.family, beside, numbers), given=True)
    if formula is not None:
        return Reposed(frame, pose_closed(formula, table, model.family, beside, numbers=numbers), given=True)
    if model.design is None:
        return Reposed(frame, _pose_version_1(str(model.formula), columns_of(frame), model.family, beside, numbers))
    posed = pose_described(
        model.design,
        table,
        model.family,
        beside,
        numbers=numbers,
        formula=model.formula or "",
        wide=claimed.question.columns > len(claimed.names),
    )
    if model.formula is None:
        return Reposed(frame, posed)
    return Reposed(frame, posed, formula=_compared(posed, model.formula, table, model.family, beside, numbers))


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
        return Reposed(table, stream.posed, given=True, stream=stream)
    if model.design is None:
        raise InputError("the certificate describes no model; give one with --formula")
    stream = pose_described_stream(
        model.design, table, model.family, beside, numbers=numbers, formula=model.formula or ""
    )
    if model.formula is None:
        return Reposed(table, stream.posed, stream=stream)
    try:
        again = pose_stream(model.formula, table, model.family, beside, missing=None, numbers=numbers)
        alike = again.posed.description == model.design
        # Of two ways to describe the same rows, the rows themselves tell.
        alike = alike or (again.system.names, again.system.digest()) == (stream.system.names, stream.system.digest())
        gives = "same" if alike else "other"
    except (OutsideGrammar, TooLarge):
        gives = "not read"
    except InputError:
        gives = "other"
    return Reposed(table, stream.posed, formula=gives, stream=stream)


def repose_effects(claimed: PanelCertificate, data: str) -> Reposed:
    """The panel of the certificate's model on the data, from its description."""
    model, frame = claimed.model, _read_table(data)
    assert model.design is not None  # without one, no certificate of this kind is read
    numbers: Numbers = "decimal" if claimed.question.numbers == "decimal" else "binary"
    beside, table = Beside(model.weights, model.offset, model.strata), columns_of(frame)
    posed = pose_described_effects(
        model.design, model.effects, table, model.family, beside, numbers=numbers, formula=model.formula or ""
    )
    gives = "" if model.formula is None else _gives(posed.panel, model.formula, table, model.family, beside)
    return Reposed(frame, posed.posed, formula=gives, model=posed)


def repose_risk(claimed: RiskCertificate, data: str) -> Reposed:
    """The risk sets of the certificate's model on the data, from its description."""
    model, frame, question = claimed.model, _read_table(data), claimed.question
    assert model.design is not None  # without one, no certificate of this kind is read
    numbers: Numbers = "decimal" if question.numbers == "decimal" else "binary"
    beside, table = Beside(model.weights, model.offset, model.strata), columns_of(frame)
    described = pose_described_risk(
        model.design,
        model.groups,
        table,
        beside,
        exact=question.exact,
        numbers=numbers,
        formula=model.formula or "",
    )
    gives = "" if model.formula is None else _gives_risk(described.risk, model.formula, table, beside)
    return Reposed(frame, described.posed, formula=gives, risk=described)


def _gives_risk(risk: RiskSets, formula: str, table: TableColumns, beside: Beside) -> str:
    """Whether a formula with Surv(), which is shown to people, gives the rows of the description."""

    def pose(model: str, own: Beside, also: tuple[str, ...]) -> Posed:
        return pose_closed(model, table, "cox", own, numbers=risk.numbers, also=also)

    try:
        ties: Ties = "exact" if risk.exact else "efron"
        read = pose_survival(formula, table, beside, pose, ties=ties, numbers=risk.numbers).risk
    except (OutsideGrammar, TooLarge):
        return "not read"
    except InputError:
        return "other"
    return "same" if (read.names, read.digest()) == (risk.names, risk.digest()) else "other"


def _gives(panel: Panel, formula: str, table: TableColumns, family: str, beside: Beside) -> str:
    """Whether a formula with effects, which is shown to people, gives the rows of the description."""
    try:
        bar = read_bar(formula, table)
        if bar is None:
            return "other"
        posed = pose_closed(bar.model, table, family, beside, numbers=panel.numbers, also=bar.columns)
        read = absorb_effects(posed, bar.effects, table, panel.numbers).panel
    except (OutsideGrammar, TooLarge):
        return "not read"
    except InputError:
        return "other"
    return "same" if (read.names, read.digest()) == (panel.names, panel.digest()) else "other"


def _compared(described: Posed, formula: str, table: object, family: str, beside: Beside, numbers: Numbers) -> str:
    """Whether the formula, which is shown to people, gives the rows of the description, which are checked.

    One that can be read, and names what these data do not have, gives other rows: none.
    """
    try:
        system = pose_closed(formula, columns_of(table), family, beside, numbers=numbers).system
    except (OutsideGrammar, TooLarge):
        return "not read"
    except InputError:
        return "other"
    same = (system.names, system.digest()) == (described.system.names, described.system.digest())
    return "same" if same else "other"


def _pose_version_1(formula: str, table: object, family: str, beside: Beside, numbers: Numbers) -> Posed:
    """A certificate of version 1 has a formula only; it is read by the closed grammar and never run."""
    try:
        return pose_closed(formula, columns_of(table), family, beside, numbers=numbers)
    except OutsideGrammar as error:
        raise InputError(
            f"the certificate is of version 1, and its formula is not in the closed grammar ({error}); if you know the "
            "formula, give it yourself with --formula, or with --python-formula, which runs it"
        ) from error


def _run(formula: str, frame: Frame, family: str, beside: Beside, numbers: Numbers) -> Posed:
    """The reader's own formula, run as Python."""
    from gordan.regression.model.pose import pose

    return pose(formula, data=frame, family=family, numbers=numbers, **beside._asdict())
