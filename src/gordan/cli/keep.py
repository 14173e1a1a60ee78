"""`--certificate` of check, diagnose and feasible: the answer put away, where nothing is lost by it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gordan.cli.answer import Answer
from gordan.cli.printer import talk
from gordan.errors import InputError
from gordan.file.archive import certify
from gordan.file.save import refuse_target

if TYPE_CHECKING:
    from gordan.outcome.feasibility import Feasibility
    from gordan.problem import Program
    from gordan.regression.diagnose import Diagnosis

__all__ = ["keep", "keep_diagnosis", "keep_program", "refuse_place"]


def refuse_place(certificate: str | None, file: str, *, force: bool) -> None:
    """What stands against the place is said before any work is done."""
    if certificate is None:
        if force:
            raise InputError("--force replaces an old certificate; name it with --certificate, or leave --force out")
        return
    if os.path.exists(certificate) and os.path.exists(file) and os.path.samefile(certificate, file):
        raise InputError(f"the certificate would replace the data in {file!r}; name another place for it")
    refuse_target(certificate, overwrite=force)


def keep(certificate: str, answer: Answer, *, force: bool) -> bool:
    """Write the certificate of an answer that has been shown; False, and a sentence, where that cannot be done."""
    try:
        certify(answer.problem, answer.outcome, certificate, table=answer.table, overwrite=force)
    except InputError as error:
        talk(str(error))
        return False
    return True


def keep_diagnosis(certificate: str, found: Diagnosis, file: str, *, force: bool) -> bool:
    """Write the certificate of a diagnosis that has been shown; False, and a sentence, where that cannot be done."""
    try:
        found.write_certificate(certificate, file=file, overwrite=force)
    except InputError as error:
        talk(str(error))
        return False
    return True


def keep_program(certificate: str, program: Program, answer: Feasibility, *, force: bool) -> bool:
    """Write the certificate of a program that has been shown; False, and a sentence, where that cannot be done."""
    try:
        certify(program, answer, certificate, overwrite=force)
    except InputError as error:
        talk(str(error))
        return False
    return True
