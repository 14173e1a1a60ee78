"""The only place that prints: the answer on standard output, talk on standard error, and a certificate to its file.

A page is one structure that can be drawn in three ways; which one is the reader's choice.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol

from gordan.arithmetic.deadline import overtime
from gordan.cli import environment
from gordan.cli.clean import clean, spell
from gordan.errors import InputError, OverBudget
from gordan.file.table.wording import visible
from gordan.outcome.record import plain

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gordan.file.archive import FromFile
    from gordan.outcome.answer import Answer


__all__ = ["Format", "Page", "keep", "murmur", "pour", "refuse_place", "show", "talk", "write"]

Format = Literal["full", "concise", "json"]
Record = dict[str, object] | list[dict[str, object]]


class Page(Protocol):
    """What a command answers."""

    def full(self, width: int) -> Iterable[RenderableType]:
        """The parts of the page, for a person."""

    def concise(self) -> str:
        """The least that answers the question, for a log or a shell."""

    def record(self) -> Record:
        """All of it, for a program."""


def show(page: Page, format: Format) -> None:
    """Print the page as the reader asked for it."""
    if format == "full":
        text = _drawn(page)
    elif format == "concise":
        text = "\n".join(map(visible, page.concise().split("\n")))
    else:
        text = _json(page.record())
    write(text)


def talk(sentence: str) -> None:
    """Write a sentence to standard error."""
    murmur(f"gordan: {clean(sentence, clip=None)}")


def murmur(text: str) -> None:
    """Write a text to standard error, if that can be written to."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def write(text: str) -> None:
    """Write a text to standard output."""
    pour([text])


def pour(lines: Iterable[str]) -> None:
    """Write lines to standard output as they come."""
    try:
        for line in lines:
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does; the exit code is that of the answer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _drawn(page: Page) -> str:
    from rich.console import Console

    coloured, columns = environment.coloured(sys.stdout), environment.width()
    # Names come from files: nothing in them may be taken for markup, and nothing be guessed to be a number or a link.
    console = Console(
        file=sys.stdout,
        width=columns,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        for part in page.full(columns):
            console.print(spell(part, sys.stdout.encoding or "ascii"), crop=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _json(record: Record) -> str:
    """One member to a line: long arrays stay on theirs, and the whole still reads well."""
    members = plain(record)
    if isinstance(members, list):
        return "[\n" + ",\n".join(f"  {_dump(each)}" for each in members) + "\n]"
    return "{\n" + ",\n".join(f"  {_dump(key)}: {_dump(value)}" for key, value in members.items()) + "\n}"


def _dump(value: object) -> str:
    encoding = (sys.stdout.encoding or "ascii").lower()
    text = json.dumps(value, ensure_ascii=not encoding.startswith("utf"), allow_nan=False)
    # JSON lets signs stand that steer a terminal, such as those that turn the direction of writing.
    return text if text.isprintable() else "".join(s if s.isprintable() else json.dumps(s)[1:-1] for s in text)


def refuse_place(path: str | None, *sources: str, force: bool, option: str = "certificate") -> None:
    """Refuse a place where nothing can be written, or that is one of the sources, before any work is done."""
    what = "certificate" if option == "certificate" else "file"
    if path is None:
        if force:
            raise InputError(f"--force replaces an old {what}; name it with --{option}, or leave --force out")
        return
    for source in sources:
        if os.path.exists(path) and os.path.exists(source) and os.path.samefile(path, source):
            if option == "certificate":
                raise InputError(f"the certificate would replace the data in {source!r}; name another place for it")
            raise InputError(f"the output would replace {source!r}, which it is made from; name another place")
    from gordan.file.save import refuse_target

    refuse_target(path, overwrite=force)


def keep(certificate: str, problem: object, answer: Answer, *, table: FromFile | None = None, force: bool) -> bool:
    """Write the certificate of an answer that has been shown; False, and a sentence, where that cannot be done.

    It is verified before it is written, within the time of the command and what that may be overstayed by.
    """
    from gordan.file.archive import certify

    try:
        with overtime(anew=True):
            certify(problem, answer, certificate, table=table, overwrite=force)
    except InputError as error:
        talk(str(error))
        return False
    except OverBudget as error:
        talk(f"no certificate was written: {error}")
        return False
    except MemoryError:  # the answer has been shown, and stands
        talk("no certificate was written: the memory of --max-memory does not suffice for it; allow more")
        return False
    return True
