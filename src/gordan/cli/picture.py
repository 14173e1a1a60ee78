"""`--plot PATH`: the picture of an answer, in a file of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from gordan.arithmetic.deadline import overtime
from gordan.cli.printer import refuse_place, talk
from gordan.errors import InputError, OverBudget
from gordan.file.table import Table

__all__ = ["draw_picture", "refuse_places", "save_picture"]


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
