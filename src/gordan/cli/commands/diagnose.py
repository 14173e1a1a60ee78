"""`gordan diagnose FILE --formula "y ~ a + b"`: will the estimates of this regression exist?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gordan
from gordan.arithmetic.deadline import overtime
from gordan.cli import CODES, FAILED, INTERRUPTED, UNDECIDED, parameter
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.live import live
from gordan.cli.printer import keep, show, talk
from gordan.cli.written import draw_picture, refuse_places, refuse_report, write_report
from gordan.errors import InputError
from gordan.file.table.wording import source_name
from gordan.outcome import Undecided

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gordan.file.table.columns import ColumnBatches
    from gordan.file.table.frame import Frame
    from gordan.regression.diagnose import Diagnosis
    from gordan.regression.model.closed import Beside

__all__ = ["Page", "diagnose", "read_columns"]

_NAME = 48  # characters of a coefficient's name: interactions of factors are long


@dataclass(frozen=True)
class Page:
    """One diagnosis of the model in one file; `carried` are columns whose values its certificate will hold, if any."""

    source: str
    diagnosis: Diagnosis
    carried: tuple[str, ...] | None = None

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import Wide, columns, headline, indented, pairs
        from gordan.regression.diagnose.export import CELLS

        page = self.diagnosis.page(file=source_name(self.source))
        yield headline(page.title, page.claim, CODES[page.kind])
        yield ""
        yield pairs((word, clean(sentence, None)) for word, sentence in page.facts)
        if page.table:
            yield ""
            grid = columns("coefficient", "estimate", "direction", "", no_wrap=True)
            for name, state, direction, remark in page.table:
                style = "" if state == "finite" else "magenta"
                grid.add_row(clean(name, _NAME), Text(state, style=style), direction, Text(remark, style="dim"))
            yield Wide(indented(grid))
            if page.left_out:
                yield indented(Text(f"{page.left_out:,} more: --output-format json has them all.", style="dim"))
        if page.cells:
            yield ""
            grid = columns(*CELLS, no_wrap=True)
            for factor, level, *counts in page.cells:
                grid.add_row(clean(factor, _NAME), clean(level, _NAME), *counts)
            yield Wide(indented(grid))
        if page.advice:
            yield ""
            yield Text("What is usually done next:", style="bold")
            yield ""
            for each in page.advice:
                yield pairs([("  -", clean(each, None))], style="", gap=1)

    def concise(self) -> str:
        diagnosis = self.diagnosis
        verified = "verified" if diagnosis.verdict.holds else "not verified"
        if isinstance(diagnosis, Undecided):
            return f"undecided  {clean(diagnosis.reason, None)}"
        infinite = ", ".join(f"{name} {diagnosis.coefficients[name]}" for name in diagnosis.infinite)
        rows = f"{len(diagnosis.rows):,} of {diagnosis.n:,} rows separated"
        infinite = ", ".join([infinite] * bool(infinite) + diagnosis.named_levels)
        parts = [diagnosis.kind, rows, *([infinite] if infinite else []), f"rank {diagnosis.rank}", verified]
        parts += [f"collinear up to rounding: {each.text}" for each in diagnosis.collinear]
        parts += ["rests on last digits"] * diagnosis.fragile
        return "  ".join(clean(part, None) for part in parts)

    def record(self) -> dict[str, object]:
        carried = {} if self.carried is None else {"values_in_certificate": list(self.carried)}
        return {**self.diagnosis.to_dict(), **carried, "file": self.source, "gordan": gordan.__version__}


def diagnose(
    file: parameter.TableFile,
    formula: parameter.Formula = None,
    python_formula: parameter.PythonFormula = None,
    family: parameter.Family = "binomial",
    weights: parameter.Weights = None,
    offset: parameter.Offset = None,
    strata: parameter.Strata = None,
    ties: parameter.Ties = "efron",
    literal: parameter.Literally = False,
    proof: parameter.Proof = "rounded",
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    certificate: parameter.ExactCertificate = None,
    plot: parameter.Picture = None,
    report: parameter.ReportPage = None,
    force: parameter.ForceAll = False,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """Do finite maximum-likelihood estimates of a regression model exist? Answers with a proof.

    Rows with a missing value in a column of the model are left out, and counted. The exit code is 0 if the estimates
    exist, 1 if the data are separated, 3 for undecided, also where the time or memory allowed did not suffice, 2 if the
    question could not be put or a file not be written, and 130 after Ctrl-C. A certificate holds integers
    only, so --certificate and --report ask for an exact proof.
    """
    from gordan.file.table.columns import ColumnBatches
    from gordan.regression.diagnose import diagnose as ask
    from gordan.regression.diagnose.certificate import carried_columns
    from gordan.regression.diagnose.streamed import NO_REPORT
    from gordan.regression.model.closed import Beside

    if (formula is None) == (python_formula is None):
        raise InputError(
            'there is no model; give one with --formula, such as "ill ~ age"'
            if formula is None
            else "--formula and --python-formula are both given; leave one out"
        )
    replaces_one = force and (certificate is not None or plot is not None or report is None)
    refuse_places(certificate, plot, file, force=replaces_one)
    refuse_report(report, file, certificate, plot, force=force)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        try:
            with overtime(), live("diagnose"):
                data = read_columns(file, formula, Beside(weights, offset, strata))
            for note in getattr(data, "notes", ()):
                talk(note)
            if isinstance(data, ColumnBatches) and report is not None:
                raise InputError(NO_REPORT)
            with live("diagnose"):
                diagnosis = ask(
                    formula or python_formula,
                    data=data,
                    family=family,
                    weights=weights,
                    offset=offset,
                    strata=strata,
                    ties=ties,
                    proof=proof if certificate is None and report is None else "exact",
                    python=python_formula is not None,
                    literal=literal,
                    max_seconds=max_seconds,
                )
            carried = None if certificate is None else carried_columns(diagnosis)
            # Within the bounds: the page computes what stands beside the answer, such as the columns responsible.
            show(Page(file, diagnosis, carried), output_format)
        except KeyboardInterrupt:
            talk("interrupted before anything was known")
            return INTERRUPTED
        if not draw_picture(plot, diagnosis, force=force):
            return FAILED
        if report is not None and not write_report(report, diagnosis.system, diagnosis, table=data, force=force):
            return FAILED
        if certificate is None:
            return CODES[diagnosis.kind]
        if isinstance(diagnosis, Undecided):
            talk("undecided, so no certificate was written")
            return UNDECIDED
        if not keep(certificate, diagnosis.system, diagnosis, table=data, force=force):
            return FAILED
        if carried:
            columns = ", ".join(map(clean, carried))
            talk(f"{certificate} holds the values, row by row, of {columns}: whoever has it reads them")
        return CODES[diagnosis.kind]


def read_columns(file: str, formula: str | None, beside: Beside) -> Frame | ColumnBatches:
    """The table of a file: in batches where it is long, of columnar formats the columns that the model names."""
    from gordan.file.table.columns import COLUMNAR, open_columns
    from gordan.file.table.frame import read_frame
    from gordan.file.table.scan import is_long
    from gordan.regression.model.cox import is_survival
    from gordan.regression.model.formula.sides import cut_bar
    from gordan.regression.model.pose import hold_columns

    columnar = file.lower().endswith(COLUMNAR) or os.path.isdir(file)
    if not columnar and not is_long(file):
        return read_frame(file)
    table = open_columns(file)
    assert table is not None
    # Effects need the levels of all rows at once; what a Cox model names is read where it is posed.
    if formula is None or is_survival(formula) or (is_long(file) and cut_bar(formula) is None):
        return table
    return hold_columns(formula, table, beside)
