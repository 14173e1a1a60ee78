"""`gordan feasible MODEL.mps`: does a linear program have a solution, and what is the proof?"""

from __future__ import annotations

from typing import Annotated

import typer

from gordan.arithmetic.deadline import overtime
from gordan.cli import parameter as given
from gordan.cli.bounded import bounded
from gordan.cli.code import FAILED, FEASIBLE, INFEASIBLE, INTERRUPTED, UNDECIDED
from gordan.cli.feasibility import FeasibilityPage
from gordan.cli.keep import keep_program, refuse_place
from gordan.cli.printer import show, talk

__all__ = ["feasible"]

_CODES = {"feasible": FEASIBLE, "infeasible": INFEASIBLE, "undecided": UNDECIDED}


def feasible(
    model: given.Model,
    strict: Annotated[
        bool, typer.Option("--strict", help="Ask for a point that satisfies every inequality strictly.")
    ] = False,
    implied: Annotated[
        bool, typer.Option("--implied", help="List the inequalities that every solution meets with equality.")
    ] = False,
    max_seconds: given.MaxSeconds = None,
    max_memory: given.MaxMemory = None,
    limit: given.Limit = None,
    certificate: given.Certificate = None,
    force: given.Force = False,
    output_format: given.OutputFormat = "full",
) -> int:
    """Can all constraints of a linear program be satisfied together? Answers with an exact proof.

    A feasible program gets a point in fractions, an infeasible one the irreducible part that contradicts itself. The
    decimals of MODEL are taken as they are written. Whole numbers are not asked for: the relaxation is decided. The
    exit code is 0 for feasible, 1 for infeasible, 3 for undecided, also where the time or memory allowed did not
    suffice, 2 if the question could not be put or the certificate not be written, and 130 after Ctrl-C.
    """
    from gordan.feasibility.face import feasible as decide
    from gordan.file.mps import read_mps

    refuse_place(certificate, model, force=force)
    try:
        with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
            with overtime():
                program = read_mps(model)
            for note in program.notes:
                talk(note)
            answer = decide(program, strict=strict, implied=implied, max_seconds=max_seconds)
        for note in answer.notes[len(program.notes) :]:
            talk(note)
        show(FeasibilityPage(program, answer), output_format)
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    code = _CODES[answer.kind]
    if certificate is None:
        return code
    if code == UNDECIDED:
        talk("undecided, so no certificate was written")
        return UNDECIDED
    return code if keep_program(certificate, program, answer, force=force) else FAILED
