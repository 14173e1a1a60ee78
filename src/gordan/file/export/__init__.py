"""Proofs in formats that other programs check: VIPR, SMT-LIB 2, Coq."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Protocol

from gordan.errors import InputError
from gordan.file.export.coq import coq_lines, coq_theory
from gordan.file.export.points import statement_of_points
from gordan.file.export.program import statement_of_program
from gordan.file.export.smt import smt_lines
from gordan.file.export.split import statement_of_split
from gordan.file.export.statement import Statement
from gordan.file.export.vipr import vipr_lines
from gordan.file.save import refuse_target, save
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.split import SplitClaim
from gordan.problem import Gram, Points, System
from gordan.problem.program import Inequalities, Program
from gordan.verify import verify

__all__ = ["WRITERS", "lines", "write_coq", "write_smt", "write_vipr"]

Format = Literal["vipr", "smt", "coq"]
_LINES: dict[Format, Callable[[Statement], Iterator[str]]] = {"vipr": vipr_lines, "smt": smt_lines, "coq": coq_lines}

_Path = str | os.PathLike[str]


class Proved(Protocol):
    """An answer, or a claim."""

    @property
    def proof(self) -> Any: ...


def write_vipr(path: _Path, problem: object, answer: Proved | Optimum | Ray, *, overwrite: bool = False) -> None:
    """Write the proof of an answer as a VIPR file, which checkers of linear programs read.

    Of points the file holds the constraints y(a·w + b) ≥ 1 in fractions: all rows with a solution where the points are
    separable, and where they are not, the rows of the proof with the multipliers that add up to 0 ≥ 1. Of a linear
    program it holds the constraints and a point, or those that contradict one another; of its optimum the best point
    and the multipliers that show that none is better. The same problem and answer always give the same file.

    Parameters
    ----------
    path
        Where to; usually called .vipr.
    problem : Points, Program, Inequalities or System
        The raw data.
    answer : Separable, Inseparable, Feasible, Infeasible or Optimal; of a System a SplitClaim
        What `separate`, `solve`, `feasible` or `optimum` found; an `Enclosure` has no rational weights and is refused.
    overwrite : bool
        Whether a file of this name may be replaced.

    Raises
    ------
    InputError
        The answer has no rational proof, or the verifier refuses it; the file exists, or cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [1.0]], ["left", "right"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "apart.vipr")
    ...     gordan.file.write_vipr(path, problem, gordan.solve(problem))
    ...     print(path.read_text().splitlines()[-2])
    separator 2 0 2 1 -1
    """
    _write(path, problem, answer, "vipr", overwrite=overwrite)


def write_smt(path: _Path, problem: object, answer: Proved | Optimum | Ray, *, overwrite: bool = False) -> None:
    """Write the question of an answer as an SMT-LIB 2 script, whose `check-sat` says what the answer says.

    Parameters and errors are those of `write_vipr`. The script holds the constraints and no proof: Z3 or cvc5 find
    their own. A point is `sat`; of a contradiction the script has the constraints that make it, and is `unsat`.

    Examples
    --------
    >>> import pathlib, tempfile, gordan
    >>> program = gordan.Program([[1, 1]], row_lower=3, upper=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "no.smt2")
    ...     gordan.file.write_smt(path, program, gordan.feasible(program))
    ...     "(set-info :status unsat)" in path.read_text()
    True
    """
    _write(path, problem, answer, "smt", overwrite=overwrite)


def write_coq(path: _Path, problem: object, answer: Proved | Optimum | Ray, *, overwrite: bool = False) -> None:
    """Write the proof of an answer as a Coq file, and the theory that it needs as Gordan.v beside it.

    Parameters and errors are those of `write_vipr`. `coqc Gordan.v` and `coqc FILE.v` check it: the theorem states the
    numbers of the data and is closed by computation.

    Examples
    --------
    >>> import pathlib, tempfile, gordan
    >>> program = gordan.Program([[1, 1]], row_lower=3, upper=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "no.v")
    ...     gordan.file.write_coq(path, program, gordan.feasible(program))
    ...     sorted(each.name for each in pathlib.Path(folder).iterdir())
    ['Gordan.v', 'no.v']
    """
    _write(path, problem, answer, "coq", overwrite=overwrite)


def _write(path: _Path, problem: object, answer: Proved | Optimum | Ray, format: Format, *, overwrite: bool) -> None:
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    verdict = verify(problem, answer)  # type: ignore[arg-type]
    if not verdict.holds:
        raise InputError(f"the answer does not hold ({verdict}); give it with the problem it was found for")
    text = lines(problem, answer, format)
    if format == "coq":
        _write_theory(target, overwrite=overwrite)
    save(target, (f"{line}\n".encode("ascii", "backslashreplace") for line in text), overwrite=overwrite)


def _write_theory(target: str, *, overwrite: bool) -> None:
    """Gordan.v in the folder of the file, unless the same text stands there already."""
    theory, place = coq_theory(), Path(target).with_name("Gordan.v")
    if Path(target).name == "Gordan.v":
        raise InputError("the file is to be called Gordan.v, which is the name of the theory; give it another name")
    if not place.exists() or place.read_text(encoding="utf-8", errors="replace") != theory:
        refuse_target(os.fspath(place), overwrite=overwrite)
        save(os.fspath(place), [theory.encode("ascii")], overwrite=overwrite)


def lines(problem: object, answer: Proved | Optimum | Ray, format: Format = "vipr") -> Iterator[str]:
    """The lines of the file that proves an answer, without their ends.

    Raises
    ------
    InputError
        The answer has no proof in rational numbers.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0], [2.0]], ["out", "in", "out"])
    >>> print(list(lines(problem, gordan.solve(problem)))[-1])
    end G 1 0 { lin 3 0 1/4 1 1/2 2 1/4 } -1
    """
    # Made here and not with the first line: what cannot be stated must not begin a file.
    return _LINES[format](_statement(problem, answer))


def _statement(problem: object, answer: Proved | Optimum | Ray) -> Statement:
    if isinstance(problem, Points | Gram) and not isinstance(answer, Optimum | Ray):
        return statement_of_points(problem, answer.proof)
    if isinstance(problem, Inequalities):
        problem = problem.program()
    if isinstance(problem, Program):
        proof = answer if isinstance(answer, Optimum | Ray) else answer.proof
        return statement_of_program(problem, proof, strict=getattr(answer, "strict", False))
    if isinstance(problem, System) and isinstance(answer, SplitClaim):
        return statement_of_split(problem, answer)
    raise InputError(
        f"a {type(problem).__name__} with a {type(answer).__name__} is no linear program; give Points, a Program or "
        "Inequalities with their answer, or a System with its SplitClaim"
    )


WRITERS = {"vipr": write_vipr, "smt": write_smt, "coq": write_coq}
