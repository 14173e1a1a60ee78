"""`--plot PATH` and `--report PATH`: the picture of an answer and its page with the proof, in files of their own."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gordan.arithmetic.deadline import overtime
from gordan.cli.live import live
from gordan.cli.printer import refuse_place, talk
from gordan.errors import InputError, OverBudget
from gordan.file.table import Table

if TYPE_CHECKING:
    from gordan.cli.classes import ClassTable

__all__ = ["draw_picture", "refuse_places", "refuse_report", "save_picture", "write_class_report", "write_report"]


def refuse_places(certificate: str | None, plot: str | None, source: str, *, force: bool) -> None:
    """Refuse places where certificate and picture cannot be, before any work is done."""
    if plot is None:
        refuse_place(certificate, source, force=force)
        return
    from gordan.file.save import refuse_target
    from gordan.show.display import picture_format, require_matplotlib

    refuse_place(certificate, source, force=force and certificate is not None)
    picture_format(plot)
    for other, what in ((source, "the data"), (certificate, "the certificate")):
        if other is not None and _same(plot, other):
            raise InputError(f"the picture would replace {what} in {other!r}; name another place for it")
    refuse_target(plot, overwrite=force, what="picture")
    require_matplotlib()


def draw_picture(
    plot: str | None, answer: Any, problem: Any = None, *, table: Table | None = None, force: bool
) -> bool:
    """Write the picture of an answer that has been shown; False, and a sentence, where that cannot be done."""
    if plot is None:
        return True
    from gordan.show import RowNames, display_of

    rows, columns = (None, ()) if table is None else (RowNames(table.lines.tolist(), "line"), table.names)
    return save_picture(plot, lambda: display_of(answer, problem, row_names=rows, column_names=columns), force=force)


def save_picture(plot: str, make: Callable[[], Any], *, force: bool) -> bool:
    """Write the display that `make` returns; False, and a sentence, where that cannot be done."""
    try:
        with overtime(anew=True):
            make().save(plot, overwrite=force)
    except (InputError, OverBudget) as error:
        talk(f"no picture was drawn: {error}")
        return False
    return True


def _same(path: str, other: str) -> bool:
    if os.path.exists(path) and os.path.exists(other):
        return os.path.samefile(path, other)
    return os.path.abspath(path) == os.path.abspath(other)


def refuse_report(report: str | None, *others: str | None, force: bool) -> None:
    """Refuse a place where no report can be, before any work is done; `others` are the files it must not replace."""
    if report is None:
        return
    from gordan.file.save import refuse_target

    for other in others:
        if other is not None and os.path.realpath(report) == os.path.realpath(other):
            raise InputError(f"the report would replace {other!r}; name another place for it")
    refuse_target(report, overwrite=force, what="report")


def write_report(report: str | None, problem: Any, answer: Any, *, table: Any = None, force: bool) -> bool:
    """Write the report of an answer that has been shown; False, and a sentence, where that cannot be done."""
    if report is None:
        return True
    from gordan.show.report.answer_page import write_page

    return _written(lambda: write_page(problem, answer, report, table=table, overwrite=force))


def write_class_report(report: str, page: ClassTable, *, force: bool) -> bool:
    """Write the report of the answers about several classes; False, and a sentence, where that cannot be done."""
    from gordan.show.report.classes_page import write_classes

    if page.interrupted:
        talk("interrupted, so no report was written")
        return True
    summary = page.summary()
    asked: dict[str, Any] = {"table": page.table, "sentence": f"{summary[:1].upper()}{summary[1:]}", "overwrite": force}
    return _written(lambda: write_classes(page.questions(), report, **asked))


def _written(write: Callable[[], tuple[tuple[str, ...], str]]) -> bool:
    try:
        with overtime(anew=True), live("report"):
            written, obstacle = write()
    except (InputError, OverBudget) as error:
        talk(f"no report was written: {error}")
        return False
    then = f"; {obstacle}" if obstacle else ", and drop the data on it"
    talk(f"the report is in {' and '.join(written)}; open it in a browser{then}")
    return True
