"""`--certificate` of check, diagnose and feasible: where a certificate may be written, and writing it."""

from __future__ import annotations

import os

from gordan.cli.printer import talk
from gordan.errors import InputError
from gordan.file.archive import FromFile, certify
from gordan.file.save import refuse_target
from gordan.outcome.answer import Answer

__all__ = ["keep", "refuse_place"]


def refuse_place(certificate: str | None, file: str, *, force: bool) -> None:
    """Refuse a place where no certificate can be written, before any work is done."""
    if certificate is None:
        if force:
            raise InputError("--force replaces an old certificate; name it with --certificate, or leave --force out")
        return
    if os.path.exists(certificate) and os.path.exists(file) and os.path.samefile(certificate, file):
        raise InputError(f"the certificate would replace the data in {file!r}; name another place for it")
    refuse_target(certificate, overwrite=force)


def keep(certificate: str, problem: object, answer: Answer, *, table: FromFile | None = None, force: bool) -> bool:
    """Write the certificate of an answer that has been shown; False, and a sentence, where that cannot be done."""
    try:
        certify(problem, answer, certificate, table=table, overwrite=force)
    except InputError as error:
        talk(str(error))
        return False
    return True
