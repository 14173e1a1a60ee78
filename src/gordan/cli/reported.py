"""`--report PATH`: the page of an answer with its proof, in a file of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gordan.arithmetic.deadline import overtime
from gordan.cli.live import live
from gordan.cli.printer import talk
from gordan.errors import InputError, OverBudget

if TYPE_CHECKING:
    from gordan.cli.classes import ClassTable

__all__ = ["refuse_report", "write_class_report", "write_report"]


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
