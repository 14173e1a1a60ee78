"""`--certificate` of check, diagnose and feasible: where a certificate may be written, and writing it."""

from __future__ import annotations

import os

from gordan.cli.printer import talk
from gordan.errors import InputError
from gordan.file.archive import FromFile, certify
from gordan.file.save import refuse_target
from gordan.outcome.answer import Answer

__all__ = ["keep", "refuse_place"]


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
    refuse_target(path, overwrite=force)


def keep(certificate: str, problem: object, answer: Answer, *, table: FromFile | None = None, force: bool) -> bool:
    """Write the certificate of an answer that has been shown; False, and a sentence, where that cannot be done."""
    try:
        certify(problem, answer, certificate, table=table, overwrite=force)
    except InputError as error:
        talk(str(error))
        return False
    return True
