"""`report(problem, answer, path)`: one page with the answer, its proof, and a verifier for the reader's browser."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.errors import InputError
from gordan.file.save import refuse_target, save
from gordan.file.table.wording import source_name
from gordan.outcome import Separation, Verdict
from gordan.outcome.answer import Answer
from gordan.outcome.notebook import Sheet
from gordan.problem import Points
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.regression.diagnose import Diagnosis
from gordan.show.choice import display_of
from gordan.show.names import RowNames
from gordan.show.picked import deciding_rows
from gordan.show.report.page import (
    EMBEDDED,
    LARGEST,
    certificate_of,
    checks_section,
    drop_area,
    embedded,
    facts,
    html,
    sheet_table,
    text,
    unreadable,
    versions,
)
from gordan.show.report.picture import Scatter, scatter_of

if TYPE_CHECKING:
    from gordan.learn.estimator.probe import SeparabilityTable

__all__ = ["report", "write_page"]

_ROWS = 200  # deciding rows in the table
_COLUMNS = 6  # of the data, in that table
_VERDICT = {"separable": "yes", "overlap": "yes", "feasible": "yes", "undecided": "open"}
_MEANING = {
    "separable": "Some hyperplane has all rows of one class on one side and all rows of the other class on the other "
    "side. The margin is how far it can stay away from every row.",
    "inseparable": "No hyperplane has the two classes on its two sides. The rows below prove it: with their "
    "weights, the mean of one class is the mean of the other, so the classes have a point in common.",
    "undecided": "Neither answer is proved. What is known is below; more time or another algorithm may decide.",
    "feasible": "The point below satisfies every constraint.",
    "infeasible": "No point satisfies all constraints: those below, multiplied by the weights given and added up, "
    "contradict themselves.",
}


def report(
    problem: object,
    answer: Answer | SeparabilityTable,
    path: str | os.PathLike[str],
    *,
    table: Any = None,
    overwrite: bool = False,
) -> tuple[str, ...]:
    """Write an answer as one HTML page that can be read anywhere and proves itself.

    The page has the verdict in words, the margin, the rows that decide it, a picture, every check with its
    arithmetic, and the hash of the data. It holds the certificate and a verifier in JavaScript: whoever drops the data
    file on it sees the claim recomputed in exact integers, in their own browser and without a network. It asks for
    nothing from outside, is at most 300 kB long whatever the size of the data, and is read without a script too. A
    certificate that is too long for the page is written beside it.

    Parameters
    ----------
    problem : Points, Gram, Conic, Program, what `pose` returned, or (X, y)
        What was asked; of a diagnosis its `system` will do, and of several classes it is (X, y).
    answer : Separable, Inseparable, Undecided, Feasible, Infeasible, Exists, Separated or a data frame
        What `solve`, `separate`, `feasible`, `diagnose` or `separability` returned. Of the last the page has every
        question; they are asked again for their proofs, which a data frame does not hold.
    path
        Where to; usually called .html.
    table : Table or None
        The file that the problem was made of, as `gordan.file.table.read` returned it: names and lines are its own.
    overwrite : bool
        Whether files of these names may be replaced.

    Returns
    -------
    tuple of str
        The files that were written: the page, and the certificate, or the folder of them, where it lies beside.

    Raises
    ------
    InputError
        The file exists, cannot be written, or the answer is none.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "report.html")
    ...     written = report(problem, gordan.solve(problem), path)
    ...     [os.path.basename(each) for each in written], os.path.getsize(path) < 300_000
    (['report.html'], True)
    """
    if not isinstance(answer, Answer) and type(answer).__name__ == "SeparabilityTable":
        from gordan.show.report.classes_page import report_classes  # needs pandas, which other reports do not

        return report_classes(problem, answer, path, overwrite=overwrite)[0]
    return write_page(problem, answer, path, table=table, overwrite=overwrite)[0]


def write_page(
    problem: object,
    answer: object,
    path: str | os.PathLike[str],
    *,
    table: Any = None,
    overwrite: bool = False,
) -> tuple[tuple[str, ...], str]:
    """Write what `report` writes; also why its reader cannot verify it in the page, empty where that can be done."""
    if not isinstance(answer, Answer):
        raise InputError(f"the answer is a {type(answer).__name__}; give what solve, feasible or diagnose returned")
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite, what="report")
    certificate, missing = certificate_of(problem, answer, table)
    beside = f"{os.path.splitext(target)[0]}.certificate.json"
    page = _Page(problem, answer, table, os.path.basename(beside))
    elsewhere = page.unreadable() if page._checkable() else "it has the command that verifies it"
    if certificate is not None:  # hashing large data takes seconds, and it has been done
        page.digest = str(json.loads(certificate)["problem"]["digest"])
    if certificate is not None and len(certificate) <= EMBEDDED:
        content = page.html(certificate, missing)
        if len(content) <= LARGEST:
            save(target, content, overwrite=overwrite, what="report")
            return (target,), elsewhere
    content = page.html(None, missing)
    if certificate is None:
        save(target, content, overwrite=overwrite, what="report")
        return (target,), f"it has no certificate: {missing}"
    refuse_target(beside, overwrite=overwrite)
    save(beside, certificate, overwrite=overwrite)
    save(target, content, overwrite=overwrite, what="report")
    return (target, beside), elsewhere


class _Page:
    """The parts of one report, in the order in which they are read."""

    def __init__(self, problem: Any, answer: Answer, table: Any, beside: str) -> None:
        self.problem, self.answer, self.table, self.beside = problem, answer, table, beside
        self.digest = ""
        source = getattr(table, "source", "") or getattr(problem, "source", "") or ""
        self.name = source_name(source)
        self.file = "" if source == "-" else os.path.basename(source)
        lines = getattr(table, "lines", None)
        self.on_lines = lines is not None and isinstance(answer, Separation) and getattr(table, "on_lines", True)
        self.lines = lines if self.on_lines else None

    def row_name(self, row: int) -> str:
        return f"line {self.lines[row]}" if self.lines is not None else f"row {row}"

    def html(self, certificate: bytes | None, missing: str) -> bytes:
        answer = self.answer
        scatter = self._scatter()
        title, claim = self._headline()
        body = [
            f'<header class="{_VERDICT.get(answer.kind, "no")}"><h1>{text(title)}</h1><p>{text(claim, 2000)}</p>',
            f'<p class="dim">{text(_MEANING.get(answer.kind, ""), 2000)}</p></header>',
            f"<main>{facts(self._facts())}",
            *([f"<section><h2>The picture</h2>{scatter.draw()}</section>"] if scatter else []),
            *self._tables(),
            *_advice(answer),
            _checks(answer.verdict),
            self._again(certificate, missing),
            "</main>",
            f'<footer class="dim">{text(versions())}</footer>',
        ]
        data = [embedded("certificate", certificate.decode())] if certificate is not None else []
        data += [scatter.data()] if scatter else []
        return html(f"{title} – {self.file or 'gordan'}", body, data=data).encode()

    def _headline(self) -> tuple[str, str]:
        if isinstance(self.answer, Diagnosis):
            page = self.answer.page(file=self.name or None)
            return page.title, f"{page.claim[:1].upper()}{page.claim[1:]}"
        # Why the run ended stands among the facts.
        words = self.answer.words().removesuffix(str(self.answer.reason)).rstrip()
        return self.answer.kind.capitalize(), f"{words[:1].upper()}{words[1:]}"

    def _facts(self) -> list[tuple[str, str]]:
        answer, problem = self.answer, self.problem
        if isinstance(answer, Diagnosis):
            pairs = list(answer.page(file=self.name or None).facts)
        else:
            size = [("size", f"{problem.n:,} rows, {problem.m:,} columns")] if hasattr(problem, "n") else []
            ended = [("ended", str(answer.reason))] if str(answer.reason) else []
            pairs = [*([("data", self.name)] if self.name else []), *size, *self._named().facts(), *ended]
        system = answer.system if isinstance(answer, Diagnosis) else problem
        digest = (lambda: self.digest) if self.digest else getattr(system, "digest", None)
        shown = [(word, text(value, 2000)) for word, value in pairs]
        if digest is not None:
            shown.append(("hash of the data", f"<code>{text(digest())}</code>"))
        return shown

    def _named(self) -> Answer:
        """The answer with the columns called as in the table."""
        names, answer = getattr(self.table, "names", ()), self.answer
        return replace(answer, names=tuple(names)) if isinstance(answer, Separation) and names else answer

    def _scatter(self) -> Scatter | None:
        try:
            names = RowNames(self.lines.tolist(), "line") if self.lines is not None else None
            columns: Sequence[str] = getattr(self.table, "names", ()) if isinstance(self.problem, Points) else ()
            display = display_of(self.answer, self.problem, row_names=names, column_names=columns)
        except InputError:  # no picture of such an answer
            return None
        return scatter_of(display, self.problem, self.row_name, columns)

    def _tables(self) -> list[str]:
        if isinstance(self.answer, Diagnosis):
            page = self.answer.page()
            hidden = page.left_out
            sheet = Sheet("Coefficients", ("coefficient", "estimate", "direction", "remark"), page.table, hidden)
            return [sheet_table(sheet)] if page.table else []
        if isinstance(self.answer, Separation) and hasattr(self.problem, "signs"):
            sheet = self._deciding(self.answer)
            return [sheet_table(sheet, rows=True)] if sheet.rows else []
        return [sheet_table(sheet) for sheet in self.answer.sheets() if sheet.rows]

    def _deciding(self, answer: Any) -> Sheet:
        """The rows that decide the answer, heaviest first: their class, weight, w·x + b, and first columns."""
        problem, weights, order = self.problem, answer.weights, deciding_rows(answer)
        weighted = weights is not None and bool(weights[order].any())
        rows = [int(row) for row in order[:_ROWS]]
        headings, columns = ["row", "class"], [[self.row_name(row) for row in rows], self._classes(rows)]
        if weighted:
            headings.append("weight")
            columns.append([f"{weights[row]:.6g}" for row in rows])
        if isinstance(problem, Points) and not problem.implicit and rows:
            values = np.asarray(problem.rows(rows), dtype=np.float64)
            if answer.coef is not None:
                headings.append("w·x + b")
                columns.append([f"{v:.6g}" for v in answer.decision_function(values).tolist()])
            given = getattr(self.table, "names", ()) or problem.names
            names = given if len(given) == problem.m else [f"x{j + 1}" for j in range(problem.m)]
            headings += [str(name) for name in names[:_COLUMNS]]
            columns += [[f"{v:.6g}" for v in values[:, j].tolist()] for j in range(min(_COLUMNS, problem.m))]
        title = "The rows that cancel" if answer.kind == "inseparable" else "The rows that decide the margin"
        return Sheet(title, tuple(headings), tuple(zip(*columns, strict=True)), max(len(order) - len(rows), 0))

    def _classes(self, rows: list[int]) -> list[str]:
        classes, signs = self.problem.classes, self.problem.signs
        return [str(classes[-1] if signs[row] > 0 else classes[0]) for row in rows]

    def _again(self, certificate: bytes | None, missing: str) -> str:
        """How anybody verifies it: here, or with a command."""
        file = self.file or "DATA"
        if certificate is None and missing:
            words = f"This page has no certificate: {text(missing, 2000)}."
            return f"<section><h2>Verify it again</h2><p>{words}</p></section>"
        name = "certificate.json" if certificate is not None else self.beside
        command = f"gordan verify {shlex.quote(name)} {shlex.quote(file)}"
        what = f"{file} " if self.file else "the data file "
        asked = "" if certificate is not None else f"and {self.beside} "
        kind, obstacle = self._checkable(), self.unreadable()
        words = f"Drop {what}{asked}here: the claim is recomputed in exact integers, in this browser."
        if obstacle:
            words = f"Drop the table as a CSV file {asked}here: the claim is recomputed in exact integers."
        kinds = "points and models without fixed effects or risk sets"
        other = f"{kinds}; this one is checked by the command"
        note = f"<p>{text(obstacle[:1].upper() + obstacle[1:], 2000)}.</p>" if kind and obstacle else ""
        area = (
            note + drop_area(words)
            if kind
            else f'<p class="screen">The verifier in this page checks {text(other)}.</p>'
        )
        if certificate is not None:
            area += (
                '<p class="tools"><a id="download" download="certificate.json" href="#">Save the certificate</a></p>'
            )
        return f"<section><h2>Verify it again</h2>{area}<p>With the command</p><pre>{text(command)}</pre></section>"

    def unreadable(self) -> str:
        """Why a browser cannot check the data as they are, empty where it can or where no file is known."""
        shape = (self.problem.n, self.problem.m) if isinstance(self.problem, Points) else ()
        return unreadable(self.file, getattr(self.table, "format", "") or _suffix(self.file), shape)

    def _checkable(self) -> bool:
        problem = self.problem
        if isinstance(self.answer, Diagnosis):
            return not isinstance(problem, Panel | RiskSets)
        return isinstance(problem, Points) and not problem.implicit and not problem.positive


def _suffix(file: str) -> str:
    """The format of a table's file by its name; text where it tells nothing."""
    ending = os.path.splitext(file.removesuffix(".gz"))[1].lower().lstrip(".")
    return ending if ending in ("parquet", "pq", "arrow", "feather", "zarr", "npy", "dta") else ""


def _advice(answer: Answer) -> list[str]:
    if not isinstance(answer, Diagnosis) or not (advice := answer.page().advice):
        return []
    items = "".join(f"<li>{text(each, 2000)}</li>" for each in advice)
    return [f"<section><h2>What is usually done next</h2><ul>{items}</ul></section>"]


def _checks(verdict: Verdict) -> str:
    """Every check with what was computed, what was needed and by which arithmetic."""
    if not verdict.checks:
        return "<section><h2>Checks</h2><p>Nothing was proved, so nothing was checked.</p></section>"
    rows = [("✓" if each.holds else "✗", each.name, each.compared(), each.arithmetic) for each in verdict.checks]
    return checks_section(f"The verifier {text(verdict, 2000)}.", "found and needed", rows)
