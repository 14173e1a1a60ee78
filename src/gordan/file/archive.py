"""`certify(problem, answer, path)`: an answer put away with its proof, for others to check without asking us.

`certify_model` does the same for the proof of a diagnosis, which names the regression model that it is about.
"""

from __future__ import annotations

import os
from typing import Any, Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.limit import current_limits, raise_limit
from gordan.errors import InputError, OverLimit
from gordan.file.certificate.format import parse, spell
from gordan.file.save import refuse_target, save
from gordan.file.table.record import Table
from gordan.outcome import Outcome
from gordan.outcome.certificate import AnyCertificate, Certificate, ConicCertificate
from gordan.outcome.certificate.bodies import compose_bodies
from gordan.outcome.certificate.compose import (
    compose,
    compose_conic,
    compose_constraints,
    compose_diagnosis,
    compose_program,
)
from gordan.outcome.certificate.mixture import compose_mixture
from gordan.outcome.certificate.points import Source
from gordan.outcome.certificate.program import ProgramProof
from gordan.outcome.certificate.split import Model
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.outcome.optimum import Optimal, Unbounded
from gordan.outcome.panel import PanelClaim
from gordan.outcome.repair import Repaired
from gordan.outcome.risk import RiskClaim
from gordan.outcome.split import LongSplitClaim, SplitClaim
from gordan.problem import Conic, Gram, Inequalities, Points, Program, System
from gordan.problem.bodies import Bodies
from gordan.problem.constraints import Constraints
from gordan.problem.long_system import LongSystem
from gordan.problem.mixture import Mixture
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.verify import verify

__all__ = ["certify", "certify_model"]

_GIVE = "give an answer and the problem it was found for"


@runtime_checkable
class Diagnosed(Protocol):
    """A diagnosis, which has the model that its rows were made of and writes its own certificate."""

    @property
    def system(self) -> System | LongSystem | Panel | RiskSets: ...

    def write_certificate(
        self, path: str | os.PathLike[str], *, file: str | None = None, overwrite: bool = False
    ) -> None: ...


class FromFile(Protocol):
    """A table that was read from a file."""

    @property
    def source(self) -> str: ...


def certify(
    problem: object,
    answer: object,
    path: str | os.PathLike[str],
    *,
    table: FromFile | None = None,
    overwrite: bool = False,
) -> None:
    """Write what was found of a problem, with its proof, to a certificate file.

    As `gordan.certify`, which also reads models of other packages: here the problem is one of gordan's own records.
    """
    if isinstance(answer, Diagnosed):
        if isinstance(answer.system, System | LongSystem | Panel | RiskSets):
            _refuse_other_model(problem, answer.system)
        answer.write_certificate(path, file=None if table is None else table.source, overwrite=overwrite)
        return
    if not isinstance(problem, Points | Gram | Conic | Program | Inequalities | Constraints | Bodies | Mixture):
        kind = type(problem).__name__
        raise InputError(
            f"certificate files are about points, cones, linear programs, bodies and mixtures, and the problem is a "
            f"{kind}; give one of those"
        )
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    if isinstance(problem, Program | Inequalities):
        program = problem.program() if isinstance(problem, Inequalities) else problem
        _put(target, _of_program(program, answer), program, overwrite=overwrite)
        return
    if isinstance(problem, Constraints):
        if not isinstance(answer, Feasible | Infeasible):
            raise InputError(f"the answer is {answer!r}; give what feasible found of the problem, if it was decided")
        _put(target, compose_constraints(answer), problem, overwrite=overwrite)
        return
    if isinstance(problem, Bodies):
        _put(target, compose_bodies(problem, answer), problem, overwrite=overwrite)
        return
    if isinstance(problem, Mixture):
        _put(target, compose_mixture(problem, answer), problem, overwrite=overwrite)
        return
    if not isinstance(answer, Outcome):
        raise InputError(f"the answer is {answer!r}; give what solve or separate returned")
    if not answer.verdict.holds:
        raise InputError(f"the answer's own verdict does not hold ({answer.verdict}); {_GIVE}")
    certificate = compose_conic(problem, answer) if isinstance(problem, Conic) else _of_points(problem, answer, table)
    _put(target, certificate, problem, overwrite=overwrite, answer=answer)


def certify_model(
    path: str | os.PathLike[str],
    problem: System | LongSystem | Panel | RiskSets,
    claim: SplitClaim | LongSplitClaim | PanelClaim | RiskClaim,
    *,
    kind: str,
    model: Model | None = None,
    overwrite: bool = False,
) -> None:
    """Write which rows of a regression model can be strict, with the proof, which must be in integers.

    Parameters
    ----------
    path, overwrite
        As in `certify`.
    problem, claim, kind
        The raw rows, what is claimed of them, and what such a split is called.
    model : Model or None
        The regression model that the rows were posed from.
    """
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    _put(target, compose_diagnosis(problem, claim, kind=kind, model=model), problem, overwrite=overwrite)


def _refuse_other_model(problem: object, system: System | LongSystem | Panel | RiskSets) -> None:
    """A diagnosis is about the rows of one model: they must be those of the problem."""
    asked = getattr(problem, "system", problem) if isinstance(system, System) else problem
    if not isinstance(asked, type(system)):
        raise InputError(
            f"the answer is a diagnosis, and the problem is a {type(problem).__name__}; give "
            + ("what gordan.pose returned" if isinstance(system, System) else "its own .system")
        )
    if asked is not system and (asked.names, asked.digest()) != (system.names, system.digest()):
        raise InputError(f"the diagnosis is about other rows than the problem's; {_GIVE}")


def _of_points(problem: Points | Gram, answer: Outcome, table: FromFile | None) -> Certificate:
    if not isinstance(table, Table):
        return compose(problem, answer)
    if table.X.shape != (problem.n, problem.m):
        raise InputError(f"the table has shape {table.X.shape}, the problem {problem.n, problem.m}; give its own table")
    origin = Source(os.path.basename(table.source), table.format, table.label, table.positive)
    # Rows of an archive stand on no lines.
    lines: Any = table.lines if table.on_lines else None
    return compose(problem, answer, names=table.names, source=origin, lines=lines, part=table.part, files=table.files)


def _of_program(program: Program, answer: object) -> AnyCertificate:
    known = Feasible | Infeasible | Optimal | Unbounded | Repaired
    if not isinstance(answer, known) or not isinstance(answer.proof, ProgramProof):
        raise InputError(
            f"the answer is {answer!r}; give what feasible, optimum or repair found of this program, if it was decided"
        )
    file = os.path.basename(program.source) or None
    certificate = compose_program(program, answer.proof, strict=bool(getattr(answer, "strict", False)), file=file)
    if certificate.alternative != answer.kind:
        raise InputError(
            f"the answer is {answer.kind} and its proof shows that the program is {certificate.alternative}; {_GIVE}"
        )
    return certificate


def _put(
    target: str,
    certificate: AnyCertificate,
    problem: Points | Gram | Conic | System | LongSystem | Panel | RiskSets | Program | Constraints | Bodies | Mixture,
    *,
    overwrite: bool,
    answer: Outcome | None = None,
) -> None:
    """Read what would be written, verify it, and only then write it."""
    content = spell(certificate)
    if len(content) > (most := current_limits().certificate):
        raise InputError(
            f"the certificate would have {len(content):,} bytes, more than the {most:,} that are read; "
            f"{raise_limit('certificate', len(content))}"
        )
    try:
        written = parse(content, target)
    except OverLimit:
        raise
    except InputError as error:
        raise InputError(f"what would stand in the certificate could not be read ({error}); {_GIVE}") from error
    verdict = verify(problem, written)
    if not verdict.holds:
        raise InputError(f"what would stand in the certificate does not hold ({verdict}); {_GIVE}")
    if answer is not None:
        _refuse_shown_otherwise(answer, problem, written)
    save(target, content, overwrite=overwrite)


def _refuse_shown_otherwise(answer: Outcome, problem: Any, written: AnyCertificate) -> None:
    """An answer shows classes, a hyperplane and a bracket: they must be those that the certificate proves."""
    assert isinstance(written, Certificate | ConicCertificate)
    claim = written.claim(problem)
    shown = {"classes": answer.classes == claim.classes, "bounds of the margin": answer.bracket == claim.bracket}
    if answer.kind == "undecided" and answer.bracket.lower > 0.0:
        # The certificate claims no positive lower end, which would decide; that one was proved is in the verdict.
        shown["bounds of the margin"] = answer.bracket.lower <= answer.verdict.bracket.lower
    if answer.kind == "separable":
        shown["coef and intercept"] = (
            _equal(answer.coef, claim.coef)
            and _equal(answer.dual_coef, claim.dual_coef)
            and answer.intercept == claim.intercept
        )
    for name, same in shown.items():
        if not same:
            raise InputError(f"the answer shows other {name} than its certificate would; {_GIVE}")


def _equal(a: Array | None, b: Array | None) -> bool:
    return a is b is None or (a is not None and b is not None and np.array_equal(a, b))
