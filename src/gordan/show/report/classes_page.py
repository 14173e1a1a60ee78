"""`write_classes`: one page for all pairs of several classes and each against the rest, with their certificates."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gordan.arithmetic.deadline import part_of
from gordan.engine.loop.separate import solve
from gordan.errors import InputError
from gordan.file.save import refuse_target, save
from gordan.file.table.read import class_parts
from gordan.file.table.record import Table
from gordan.file.table.wording import source_name
from gordan.learn.estimator.probe import SeparabilityTable, measure
from gordan.learn.estimator.reading import read_unowned
from gordan.outcome import Outcome
from gordan.outcome.notebook import Sheet
from gordan.problem import Points
from gordan.show.picked import deciding_rows
from gordan.show.report.matrix import draw_matrix
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
from gordan.show.separability import SeparabilityDisplay

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Question", "frame_of", "report_classes", "write_classes"]

_SHOWN = 300  # questions in the table, those that do not separate first
_ROWS = 150  # deciding rows of all questions together
_COLUMNS = 5  # of the data, beside them
_ARRAYS = "X and y"  # the name of data that came from no file
_WORST = ("undecided", "inseparable", "separable")
_STATE = {"separable": "yes", "undecided": "open"}
_MEANING = (
    "Each pair of classes, and each class against all others, is a question of its own. Separable: some hyperplane has "
    "one side's rows on one side and the other's on the other. Inseparable: weights on some rows of both have the same "
    "mean, so that no hyperplane does."
)


class Question(NamedTuple):
    """A class, what it is set against (None for the rest), the problem, its answer, and the table it was made of."""

    first: str
    second: str | None
    problem: Points
    outcome: Outcome
    table: Any

    @property
    def words(self) -> str:
        return f"{self.first} | {'all others' if self.second is None else self.second}"

    @property
    def kind(self) -> str:
        return self.outcome.kind


def frame_of(questions: Sequence[Question]) -> pd.DataFrame:
    """The answers as the data frame of `gordan.separability`, as far as its picture needs it."""
    import pandas as pd

    rows = []
    for each in questions:
        against = "rest" if each.second is None else "class"
        row = {"first": each.first, "second": each.second, "against": against, "verdict": each.kind}
        rows.append(row | measure(each.problem, each.outcome))
    return pd.DataFrame(rows)


def write_classes(
    questions: Sequence[Question],
    path: str | os.PathLike[str],
    *,
    table: Any,
    sentence: str,
    overwrite: bool = False,
) -> tuple[tuple[str, ...], str]:
    """Write the page and, where they are too long for it, a folder with the certificates beside it.

    Parameters
    ----------
    questions
        All pairs, and each class against the rest.
    table : Table
        The file with all classes; `sentence` says in one line what was answered about them.

    Returns
    -------
    tuple
        The files that were written, and why a reader cannot verify them in the page, empty where that can be done.
    """
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite, what="report")
    page = _ClassesPage(questions, table, sentence, f"{os.path.splitext(target)[0]}.certificates")
    obstacle = unreadable(page.file, table.format, table.X.shape)
    inside = sum(map(len, page.certificates.values()))
    content = page.html(embed=True) if inside <= EMBEDDED else b""
    if content and len(content) <= LARGEST:
        save(target, content, overwrite=overwrite, what="report")
        return (target,), obstacle
    for shown in (_SHOWN, _SHOWN // 4):
        content = page.html(embed=False, shown=shown)
        if len(content) <= LARGEST:
            break
    folder = page.beside
    _write_folder(folder, {page.file_names[k]: raw for k, raw in page.certificates.items()}, overwrite=overwrite)
    save(target, content, overwrite=overwrite, what="report")
    return (target, folder), obstacle


def report_classes(
    data: object, answers: SeparabilityTable, path: str | os.PathLike[str], *, overwrite: bool
) -> tuple[tuple[str, ...], str]:
    """Write the page of what `gordan.separability` returned of these data, X and y.

    A data frame holds no proofs: the questions are asked again, and a different verdict is refused.
    """
    if not (isinstance(data, tuple | list) and len(data) == 2):
        raise InputError("the answer is of gordan.separability; give its data as the problem, (X, y)")
    if answers.attrs.get("kernel", "linear") != "linear":
        raise InputError("a report of several classes is about hyperplanes between the points themselves, not a kernel")
    X, y = read_unowned(*data)
    table = Table(X, y, (), "y", np.arange(len(y)), _ARRAYS, "npz")
    known = {(each["first"], each["second"]): each["verdict"] for each in answers.to_dict("records")}
    questions = []
    for first, second, part in class_parts(table):
        problem = Points(part.X, part.y, intercept=bool(answers.attrs.get("intercept", True)))
        if (first, second) in known:
            outcome = solve(problem)
            if "undecided" not in (outcome.kind, known[first, second]) and outcome.kind != known[first, second]:
                raise InputError(f"the answer about {first!r} and {second!r} is of other data; give those it is about")
            questions.append(Question(str(first), None if second is None else str(second), problem, outcome, part))
    counts = Counter(each.kind for each in questions)
    sentence = f"Of {len(questions):,} questions {', '.join(f'{n:,} {kind}' for kind, n in counts.items())}"
    return write_classes(questions, path, table=table, sentence=sentence, overwrite=overwrite)


def _write_folder(folder: str, files: dict[str, bytes], *, overwrite: bool) -> None:
    """Write the files into a new folder, or with `overwrite` into one that is there."""
    try:
        os.makedirs(folder, exist_ok=overwrite)
        for name, content in files.items():
            save(os.path.join(folder, name), content, overwrite=overwrite)
    except FileExistsError:
        raise InputError(
            f"there is a folder {folder!r} already, which is not written to; name another place, or ask for it with "
            "--force (overwrite=True)"
        ) from None
    except OSError as error:
        raise InputError(f"the certificates cannot be written to the folder {folder!r} ({error})") from error


class _ClassesPage:
    """The parts of the page, in the order in which they are read."""

    def __init__(self, questions: Sequence[Question], table: Any, sentence: str, beside: str) -> None:
        self.questions, self.table, self.sentence, self.beside = questions, table, sentence, beside
        self.name = source_name(table.source)
        self.file = "" if table.source in ("-", _ARRAYS) else os.path.basename(table.source)
        both = {}
        for k, each in enumerate(questions):
            with part_of(f"the certificate of {each.words}, {k + 1:,} of {len(questions):,}", k / len(questions)):
                both[k] = certificate_of(each.problem, each.outcome, each.table)
        self.certificates = {number: raw for number, (raw, _) in both.items() if raw is not None}
        self.missing = {number: reason for number, (raw, reason) in both.items() if raw is None}
        self.digests = {k: str(json.loads(raw)["problem"]["digest"])[:16] for k, raw in self.certificates.items()}
        width = len(str(len(questions)))
        self.file_names = {k: f"{k + 1:0{width}}-{_file_name(questions[k])}.json" for k in self.certificates}

    def html(self, *, embed: bool, shown: int = _SHOWN) -> bytes:
        kind = next(kind for kind in _WORST if any(each.kind == kind for each in self.questions))
        display = SeparabilityDisplay.from_frame(frame_of(self.questions))
        body = [
            f'<header class="{_STATE.get(kind, "no")}"><h1>{text(kind.capitalize())}</h1>',
            f"<p>{text(self.sentence, 2000)}.</p>",
            f'<p class="dim">{text(_MEANING, 2000)}</p></header><main>{facts(self._facts())}',
            f"<section><h2>The picture</h2>{draw_matrix(display)}</section>",
            self._answers(shown),
            sheet_table(self._deciding()),
            self._checks(),
            self._again(embed),
            f'</main><footer class="dim">{text(versions())}</footer>',
        ]
        data = []
        if embed:
            data = [embedded(self.file_names[k], raw.decode(), several=True) for k, raw in self.certificates.items()]
        return html(f"{kind.capitalize()} – {self.file or 'gordan'}", body, data=data).encode()

    def _facts(self) -> Iterator[tuple[str, str]]:
        labels, counts = np.unique(self.table.y, return_counts=True)
        n, m = self.table.X.shape
        if self.name:
            yield "data", text(self.name)
        yield "size", text(f"{n:,} rows, {m:,} columns, and the label {self.table.label}")
        listed = [f"{label} ({count:,} rows)" for label, count in zip(labels.tolist(), counts.tolist(), strict=True)]
        yield "classes", text(", ".join(listed), 2000)
        yield "margin", "half the distance between the two sides"

    def _answers(self, shown: int) -> str:
        order = sorted(range(len(self.questions)), key=lambda k: _WORST.index(self.questions[k].kind))
        kept = sorted(order[:shown])
        rows, marks = [], []
        for k in kept:
            each, outcome = self.questions[k], self.questions[k].outcome
            margin = "at most 0" if each.kind == "inseparable" else str(outcome.bracket.shown()[0])
            if each.kind == "undecided":
                margin = f"in {outcome.bracket}"
            rows.append((each.first, each.second or "all others", f"{each.problem.n:,}", each.kind, margin))
            marks.append(self.digests.get(k, ""))
        hidden = len(self.questions) - len(kept)
        sheet = Sheet("Every question", ("class", "against", "rows", "answer", "margin"), tuple(rows), hidden)
        return sheet_table(sheet, marks=("digest", marks))

    def _deciding(self) -> Sheet:
        """Of each question the heaviest rows, as many as the page has room for."""
        most = max(2, _ROWS // len(self.questions))
        given = self.table.names or [f"x{j + 1}" for j in range(self.table.X.shape[1])]
        headings = ["row", "question", "class", "weight", *map(str, given[:_COLUMNS])]
        rows: list[tuple[str, ...]] = []
        hidden = 0
        for each in self.questions:
            order, weights = deciding_rows(each.outcome), each.outcome.weights
            hidden += max(order.size - most, 0)
            for row in order[:most].tolist() if len(rows) < _ROWS else ():
                place = f"{'line' if self.table.on_lines else 'row'} {each.table.lines[row]}"
                weight = "" if weights is None else f"{weights[row]:.6g}"
                values = [f"{v:.6g}" for v in each.problem.rows([row])[0, :_COLUMNS].tolist()]
                rows.append((place, each.words, str(each.table.y[row]), weight, *values))
        return Sheet("The rows that decide", tuple(headings), tuple(rows), hidden)

    def _checks(self) -> str:
        """Every check by name: in how many answers it was made and holds, and by which arithmetic."""
        made: Counter[tuple[str, str]] = Counter()
        held: Counter[tuple[str, str]] = Counter()
        for each in self.questions:
            for check in each.outcome.verdict.checks:
                made[check.name, check.arithmetic] += 1
                held[check.name, check.arithmetic] += check.holds
        rows = []
        for (name, arithmetic), count in made.items():
            kept = held[name, arithmetic]
            rows.append(("✓" if kept == count else "✗", name, f"{kept:,} of {count:,} answers", arithmetic))
        return checks_section("Every answer was verified on the raw rows of its question.", "holds in", rows)

    def _again(self, embed: bool) -> str:
        """How anybody verifies it: here, or with a command for each question."""
        if not self.certificates:
            reason = next(iter(self.missing.values()), "")
            return f"<section><h2>Verify it again</h2><p>This page has no certificates: {text(reason)}.</p></section>"
        parts = ["<section><h2>Verify it again</h2>"]
        if self.missing:
            reason = next(iter(self.missing.values()))
            parts.append(f"<p>{len(self.missing):,} answers have no certificate: {text(reason)}.</p>")
        folder, what = os.path.basename(self.beside), self.file or "the data file"
        if self.table.source == _ARRAYS:
            what = "an .npz file with the arrays X and y"
        obstacle = unreadable(self.file, self.table.format, self.table.X.shape)
        asked = "" if embed else f" and the files of {folder}"
        words = f"Drop {what}{asked} here: every claim is recomputed in exact integers, in this browser."
        if obstacle:
            parts.append(f"<p>{text(obstacle[:1].upper() + obstacle[1:], 2000)}.</p>")
            words = f"Drop the table as a CSV file{asked} here: every claim is recomputed in exact integers."
        parts.append(drop_area(words, several=True))
        if embed:
            options = "".join(f"<option>{text(name)}</option>" for name in self.file_names.values())
            parts.append(
                f'<p class="tools"><label>certificate <select id="chosen">{options}</select></label> '
                '<a id="download" href="#">Save it</a></p>'
            )
        commands, data = [], self.file or ("DATA.npz" if self.table.source == _ARRAYS else "DATA")
        for pair in (True, False):
            number = next((k for k in self.certificates if (self.questions[k].second is not None) == pair), None)
            if number is not None:
                name = self.file_names[number] if embed else os.path.join(folder, self.file_names[number])
                option = " --pair" if pair else ""
                commands.append(f"gordan verify {shlex.quote(name)} {shlex.quote(data)}{option}")
        shown = "".join(f"<pre>{text(command, 2000)}</pre>" for command in commands)
        return f"{''.join(parts)}<p>Each with a command, such as</p>{shown}</section>"


def _file_name(question: Question) -> str:
    """A name for the certificate's file, of letters and digits."""
    words = f"{question.first[:24]}-{'rest' if question.second is None else question.second[:24]}"
    return re.sub(r"[^\w-]+", "_", words, flags=re.ASCII)
