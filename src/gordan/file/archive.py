"""`write_certificate(path, problem, outcome)`: an answer put away, for others to check without asking us.

`write_split` does the same for a split; people reach it as `Diagnosis.write_certificate`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from gordan.arithmetic.limit import current_limits, raise_limit
from gordan.errors import InputError
from gordan.file.certificate.compose import compose
from gordan.file.certificate.conic.compose import compose_conic
from gordan.file.certificate.conic.spell import spell_conic
from gordan.file.certificate.parse import parse
from gordan.file.certificate.program.compose import compose_program
from gordan.file.certificate.program.spell import spell_program
from gordan.file.certificate.save import refuse_target, save
from gordan.file.certificate.spell import spell
from gordan.file.certificate.split.compose import compose_split
from gordan.file.certificate.split.spell import spell_split
from gordan.outcome import Outcome, Separation, Verdict
from gordan.outcome.alternative import Contradiction, Point
from gordan.outcome.certificate.points import Source
from gordan.outcome.certificate.split import Model
from gordan.outcome.split import SplitProof
from gordan.problem import Conic, Gram, Inequalities, Points, Program, System
from gordan.verify import verify

if TYPE_CHECKING:
    from gordan.file.table import Table

__all__ = ["write_certificate", "write_split"]


def write_certificate(
    path: str | os.PathLike[str],
    problem: Points | Gram | Conic | Program | Inequalities,
    outcome: Any,
    *,
    table: Table | None = None,
    overwrite: bool = False,
) -> None:
    """Write what was found of a problem, with its proof, to a certificate file.

    The file holds no data, only their hash, and is written whole or not at all. Before it gets its name, its own bytes
    are read back and verified against the problem: a certificate that does not hold is never written.

    Parameters
    ----------
    path
        Where to; usually called .json.
    problem : Points, Gram, Conic, Program or Inequalities
        The raw data. A kernel must be one by name.
    outcome : Separable, Inseparable or Undecided; of a program Feasible or Infeasible
        What `solve` or `separate` found, or `feasible`.
    table : Table or None
        The file that the problem was made of, as `gordan.file.table.read` returned it: the certificate then has its
        name, its label column and the lines of the rows.
    overwrite : bool
        Whether a file of this name may be replaced.

    Raises
    ------
    InputError
        The outcome was not verified, or not for this problem; the file exists, or cannot be written.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [3.0]], ["low", "high"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "apart.json")
    ...     gordan.write_certificate(path, problem, gordan.solve(problem))
    ...     gordan.read_certificate(path).alternative
    'separable'
    """
    if not isinstance(problem, Points | Gram | Conic | Program | Inequalities):
        kind = type(problem).__name__
        raise InputError(
            f"certificate files are about points, cones and linear programs, and the problem is a {kind}; give one of "
            "those"
        )
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    if isinstance(problem, Program | Inequalities):
        program = problem.program() if isinstance(problem, Inequalities) else problem
        _put(target, _spell_program(program, outcome), program, overwrite=overwrite)
        return
    _refuse_unverified(problem, outcome)
    if isinstance(problem, Conic):
        _put(target, spell_conic(compose_conic(problem, outcome)), problem, overwrite=overwrite)
        return
    if table is None:
        certificate = compose(problem, outcome)
    elif table.X.shape != (problem.n, problem.m):
        raise InputError(f"the table has shape {table.X.shape}, the problem {problem.n, problem.m}; give its own table")
    else:
        origin = Source(os.path.basename(table.source), table.format, table.label, table.positive)
        # Rows of an archive stand on no lines.
        lines = None if table.format == "npz" else table.lines.tolist()
        certificate = compose(problem, outcome, names=table.names, source=origin, lines=lines)
    _put(target, spell(certificate), problem, overwrite=overwrite)


def write_split(
    path: str | os.PathLike[str],
    system: System,
    strict: Any,
    proof: SplitProof,
    *,
    kind: str,
    model: Model | None = None,
    overwrite: bool = False,
) -> None:
    """Write a split of a system, with both halves of its proof, which must be in integers.

    Parameters
    ----------
    path, overwrite
        As in `write_certificate`.
    system : System
        The raw rows.
    strict, proof, kind
        True on every inequality that can be strict, what proves it, and what such a split is called.
    model : Model or None
        The regression model that the system was posed from.
    """
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    content = spell_split(compose_split(system, strict, proof, kind=kind, model=model))
    _put(target, content, system, overwrite=overwrite)


def _spell_program(program: Program, outcome: Any) -> bytes:
    proof = getattr(outcome, "proof", None)
    if not isinstance(proof, Point | Contradiction):
        raise InputError(f"outcome is {outcome!r}; give what feasible found of this program, if it was decided")
    # First of all, for nothing can be said of rows and columns that this program does not have.
    _refuse(verify(program, outcome), "the outcome, judged against this program,")
    file = os.path.basename(program.source) or None
    return spell_program(compose_program(program, proof, strict=bool(outcome.strict), file=file))


def _put(target: str, content: bytes, problem: Points | Gram | Conic | System | Program, *, overwrite: bool) -> None:
    """Read what would be written, have it judged, and only then write it."""
    if len(content) > (most := current_limits().certificate):
        raise InputError(
            f"the certificate would have {len(content):,} bytes, more than the {most:,} that are read; "
            f"{raise_limit('certificate', len(content))}"
        )
    _refuse(verify(problem, parse(content, target)), "what would stand in the certificate")
    save(target, content, overwrite=overwrite)


def _refuse_unverified(problem: Points | Gram | Conic, outcome: Outcome) -> None:
    if not isinstance(outcome, Separation):
        raise InputError(f"outcome is {outcome!r}; give what solve or separate returned")
    _refuse(outcome.verdict, "the outcome's own verdict")
    _refuse(verify(problem, outcome, proof=outcome.verdict.proof), "the outcome, judged against this problem,")


def _refuse(verdict: Verdict, what: str) -> None:
    if not verdict.holds:
        raise InputError(f"{what} does not hold ({verdict}); give an outcome and the problem it was found for")
