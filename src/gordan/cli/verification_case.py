"""What the page of `gordan verify` says by kind of certificate: of points, a cone, a linear program or a split."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gordan.arithmetic.fraction import as_float, spell_fraction
from gordan.cli.clean import clean
from gordan.cli.digits import bracket_ends, bracket_words, brief, counted, size_of
from gordan.cli.sides import claim_sentence, data_sentence, take_sides
from gordan.file.table import Table
from gordan.outcome import Cancellation, Interior, NullSpaceBall
from gordan.outcome.alternative import Contradiction, ContradictionBall, FaceChain, PointBall, PointExact
from gordan.outcome.bodies import NearMeans, SparseNormal
from gordan.outcome.certificate import (
    BodiesCertificate,
    Certificate,
    ConicCertificate,
    ConstraintsCertificate,
    MixtureCertificate,
    PanelCertificate,
    ProgramCertificate,
    RiskCertificate,
    SplitCertificate,
)
from gordan.outcome.certificate.conic import Integers
from gordan.outcome.certificate.mixture import ColumnWeights
from gordan.outcome.certificate.risk import RiskQuestion
from gordan.outcome.feasibility import short
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.repair import RepairProof
from gordan.problem import Points, Program
from gordan.problem.long_system import LongSystem

if TYPE_CHECKING:
    from gordan.cli.repose import Reposed

_Diagnosed = SplitCertificate | PanelCertificate | RiskCertificate

__all__ = [
    "Case",
    "case_of_bodies",
    "case_of_cone",
    "case_of_constraints",
    "case_of_mixture",
    "case_of_points",
    "case_of_program",
    "case_of_split",
]

Facts = tuple[tuple[str, str], ...]
_LISTED = 12  # lines or names in a sentence
_PARTS = 6  # parts of a cone in a line
_CARRIED = "taken from the certificate, not recomputed"
_FORMULA = {
    "other": "its formula is not confirmed: read on these data it gives other rows",
    "not read": "its formula is not confirmed: the closed grammar cannot read it on these data",
}


class Case(NamedTuple):
    """What is proved in a sentence, the facts line by line, and the fields of the record.

    `claimed` are fields of what the certificate claims, `about` those of the data. `accepted` and `caveats` stand in
    the concise line before and after the number of checks; `on` says what was checked.
    """

    proved: str
    facts: Facts
    claimed: dict[str, object]
    about: dict[str, object]
    accepted: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    on: str = "the raw rows"


def case_of_points(certificate: Certificate, table: Table, problem: Points, *, proved_here: bool) -> Case:
    """The case of points, or of points in the space of a kernel."""
    question, alternative, sides = certificate.question, certificate.alternative, take_sides(table, problem)
    proved = ""
    if proved_here:
        claim = claim_sentence(alternative, sides, problem)
        proved = f"the certificate proves that {claim}."
        if alternative == "undecided":
            proved = f"{claim}, but the bounds of its margin are proved."
    origin = "arrays" if certificate.source is None else clean(certificate.source.file, 60)
    size = f"{counted(question.n, 'row')}, {counted(question.m, 'column')}"
    return Case(
        proved,
        (
            ("claim", f"{alternative}, margin {bracket_words(certificate.bracket)}"),
            ("made from", f"{origin}: {size}, {question.numbers} numbers"),
            ("data", data_sentence(table, problem, sides)),
        ),
        {"source": None if certificate.source is None else certificate.source._asdict()},
        {"file": table.source, "label": table.label, "positive": table.positive},
        accepted=(f"margin {bracket_ends(certificate.bracket)}",),
    )


def case_of_cone(certificate: ConicCertificate, source: str) -> Case:
    """The case of a linear map, in a file, and a cone."""
    question, proof, alternative = certificate.question, certificate.proof, certificate.alternative
    inside, cancels = "some y has A*y inside the cone", "some x ≠ 0 in the cone has Ax = 0"
    proved = f"it is not known whether {inside}, but the bounds of its margin are proved."
    if alternative != "undecided":
        proved = f"the certificate proves that {inside if alternative == 'separable' else cancels}."
    parts = ", ".join(map(str, question.cone[:_PARTS]))
    if len(question.cone) > _PARTS:
        parts = f"{parts} and {counted(len(question.cone) - _PARTS, 'part')} more"
    words = "weights near given ones, each within a radius"
    if isinstance(proof, Interior):
        words = "a direction y"
    elif isinstance(proof, NullSpaceBall):
        words = f"weights near given ones, within {brief(proof.radius)}"
    elif isinstance(proof, Integers | Cancellation):
        words = f"weights in integers, {counted(len(proof.integers), 'entry')} not 0"
    return Case(
        proved,
        (
            ("claim", f"{alternative}, margin {bracket_words(certificate.bracket)}"),
            # Whoever wrote the certificate chose the cone: it is part of what is proved.
            ("cone", parts),
            *((("proof", words),) if proof is not None else ()),
            ("map", f"{clean(os.path.basename(source), 60)}: {question.m:,} x {question.n:,}"),
        ),
        {},
        {"file": source},
        accepted=(f"margin {bracket_ends(certificate.bracket)}",),
        on="the map",
    )


def case_of_bodies(certificate: BodiesCertificate, source: str) -> Case:
    """The case of two bodies, whose numbers are in a file."""
    question, at_least = certificate.question, brief(certificate.at_least)
    proof, apart = certificate.proof, certificate.alternative == "apart"
    proved, claim = f"the bodies are at least {at_least} apart", f"apart, by at least {at_least}"
    words, accepted = "a hyperplane between them", f"distance at least {at_least}"
    if isinstance(proof, SparseNormal):
        made = f"a sum of {counted(len(proof.pairs.times), 'pair')} of their points, repeats not counted"
        words = f"a hyperplane, half of that away from each, whose normal is {made}"
    elif isinstance(proof, NearMeans):
        at_most, pairs = brief(proof.at_most), counted(len(proof.pairs.times), "pair")
        proved, claim = f"two points of the bodies are at most {at_most} apart", f"near, at most {at_most} apart"
        words, accepted = f"the means of {pairs} of their points", f"distance at most {at_most}"
    elif not apart:
        proved, claim, words = "the bodies have a point in common", "touching", "a point of both, in fractions"
    return Case(
        f"the certificate proves that {proved}.",
        (
            ("claim", claim),
            # Whoever wrote the certificate chose the forms: they are part of what is proved.
            ("bodies", f"K is a {question.K}, L is a {question.L}"),
            ("proof", words),
            ("numbers", f"{clean(os.path.basename(source), 60)}: dimension {question.dimension:,}"),
        ),
        {},
        {"file": source},
        accepted=(accepted,),
        on="the bodies' numbers",
    )


def case_of_mixture(certificate: MixtureCertificate, source: str) -> Case:
    """The case of columns that make a vector, or do not."""
    question, proof = certificate.question, certificate.proof
    columns = counted(len(proof.columns), "column")
    if isinstance(proof, ColumnWeights):
        distance = f"at most {brief(proof.at_most)}"
        proved = f"some x ≥ 0 within the mass has A x {distance} from b"
        words = f"weights of {columns}"
    else:
        distance = f"at least {brief(proof.at_least)}"
        proved = f"every x ≥ 0 within the mass has A x {distance} from b, and none is b"
        if proof.unconditional:
            proved += ", whatever the mass"
        words = f"a vector y, b {counted(proof.times, 'time')} less a sum of {columns}, repeats not counted"
    return Case(
        f"the certificate proves that {proved}.",
        (
            ("claim", f"{certificate.alternative}, {distance} from b"),
            ("proof", words),
            ("numbers", f"{clean(os.path.basename(source), 60)}: {question.m:,} x {question.n:,}"),
        ),
        {},
        {"file": source},
        accepted=(f"{distance} from b",),
        on="A, b and the mass",
    )


def case_of_constraints(certificate: ConstraintsCertificate) -> Case:
    """The case of constraints over cones, which the certificate states itself."""
    question, proof = certificate.question, certificate.proof
    names = [clean(name) for name in question.names]
    if isinstance(proof, PointBall | PointExact):
        proved = "a point satisfies all of the constraints that it states"
        near = isinstance(proof, PointBall) and proof.radius > 0.0
        words = f"a point within {brief(proof.radius)} of the one given" if near else "a point"  # type: ignore[union-attr]
    else:
        proved = "no point satisfies all of the constraints that it states"
        words = "multipliers that combine them to a contradiction"
        if isinstance(proof, FaceChain):
            words = f"{counted(len(proof.steps), 'step')} from face to face of the cones"
    return Case(
        f"the certificate proves that {proved}.",
        (
            ("claim", f"{certificate.alternative}: {counted(len(names), 'constraint')}"),
            # Whoever wrote the certificate chose the constraints: they are part of what is proved.
            ("names", _listed(names) or "none"),
            ("stated", question.size.partition(", ")[2]),
            ("proof", words),
        ),
        {"names": list(question.names)},
        {},
        caveats=("constraints are the certificate's own",),
        on="the constraints as the certificate states them",
    )


def case_of_program(certificate: ProgramCertificate, program: Program) -> Case:
    """The case of a linear program."""
    proof, names = certificate.proof, [clean(name) for name in certificate.names]
    kept = " strictly" if certificate.question.strict else ""
    if isinstance(proof, Contradiction):
        least = ", irreducible" if proof.irreducible else ""
        claim = f"infeasible: {counted(len(proof.terms), 'inequality')} in contradiction{least}"
        proved = f"no point satisfies every constraint{kept}"
    elif isinstance(proof, ContradictionBall):
        claim = f"infeasible: {counted(len(proof.terms), 'inequality')} in contradiction, weights to {proof.radius:.2g}"
        proved = f"no point satisfies every constraint{kept}"
    elif isinstance(proof, Optimum):
        text = spell_fraction(proof.value)
        value = text if len(text) <= 60 else f"≈ {as_float(proof.value):.17g}, a fraction of {len(text):,} characters"
        claim = f"optimal: {value}, {counted(len(proof.bound.terms), 'side')} with weight"
        proved = f"the {'greatest' if program.maximise else 'least'} objective is {value}"
    elif isinstance(proof, RepairProof):
        value = short(proof.value)
        claim = f"repaired: {counted(len(proof.changes), 'change')}, {value}"
        proved = f"every constraint can be satisfied after changes that cost {value}, and after none that cost less"
        if proof.norm == "max":
            proved = f"with a tolerance of {value} every constraint can be satisfied, and with none that is less"
    elif isinstance(proof, Ray):
        claim = f"unbounded: {counted(sum(map(bool, proof.direction.values)), 'column')} in the ray"
        proved = f"the objective {'rises' if program.maximise else 'falls'} without end"
    else:
        claim, proved = f"feasible: {counted(len(names), 'column')} not 0", f"a point satisfies every constraint{kept}"
    return Case(
        f"the certificate proves that {proved}.",
        (
            ("claim", claim),
            ("names", _listed(names) or "none"),
            ("made from", clean(certificate.file or "a program in memory", 60)),
            ("program", f"{clean(os.path.basename(program.source), 60)}: {size_of(program)}"),
        ),
        {"names": list(certificate.names), "file": certificate.file},
        {"file": program.source},
    )


def case_of_split(certificate: _Diagnosed, reposed: Reposed, *, proved_here: bool) -> Case:
    """The case of a split, which is about a regression model."""
    posed, model = reposed.posed, certificate.model
    # The lines of the separated rows are known only where the certificate holds of these data.
    lines = reposed.lines(certificate) if proved_here else []
    carried = _carried(reposed)
    unconfirmed = _FORMULA.get(reposed.formula, "")
    batches = isinstance(reposed.problem, LongSystem)
    separated = certificate.n_strict if batches else len(lines)
    proved = f"the certificate proves that {_estimates(certificate, reposed, separated)}" if proved_here else ""
    proved += f" — of the model that it describes; {unconfirmed}" if unconfirmed else ""
    proved += f" — with {counted(len(carried), 'column')} {_CARRIED}" if carried else ""
    strict = _strict(certificate)
    words = None if model is None else {name: v for name, v in model._asdict().items() if name != "design"}
    if words is not None and not isinstance(certificate, RiskCertificate):
        del words["groups"]
    taken = (f"{counted(len(carried), 'column')} {_CARRIED}",) if carried else ()
    about: dict[str, object] = {
        "file": reposed.frame.source,
        "formula": posed.design.formula,
        "lines": lines if proved_here else None,
        **({"separated": separated if proved_here else None} if batches else {}),
        "finite": list(certificate.finite) if proved_here and reposed.formula != "other" else None,
        "carried": list(carried),
        "formula_gives": f"{reposed.formula} rows" if reposed.formula in ("same", "other") else None,
    }
    return Case(
        f"{proved}.",
        tuple(_split_facts(certificate, reposed, carried, lines, proved_here=proved_here)),
        {"names": list(certificate.names), "rows": None if batches else list(certificate.rows), "model": words},
        about,
        accepted=(f"{strict} {'separated' if isinstance(certificate, RiskCertificate) else 'strict'}",),
        caveats=(*taken, *(("formula not confirmed",) if unconfirmed else ())),
        on="the rows, of which the certificate gave the carried columns" if carried else "the raw rows",
    )


def _strict(certificate: _Diagnosed) -> str:
    """How many rows can be strict, of how many."""
    question = certificate.question
    if isinstance(question, RiskQuestion):
        return f"{certificate.n_strict:,} of {counted(question.events, 'event')}"
    return f"{certificate.n_strict:,} of {counted(question.inequalities, 'inequality')}"


def _carried(reposed: Reposed) -> tuple[str, ...]:
    """The columns whose numbers come from the certificate alone: carried ones, and levels in a coding of its own."""
    from gordan.regression.model.formula.coding import invented_codings

    description = reposed.posed.description
    if reposed.given or description is None:
        return ()
    return (*description.carried, *invented_codings(description))


def _estimates(certificate: _Diagnosed, reposed: Reposed, lines: int) -> str:
    """What follows for the estimates of the model."""
    if isinstance(certificate, RiskCertificate):
        if certificate.alternative != "overlap":
            return f"finite maximum partial-likelihood estimates do not exist: {_strict(certificate)} are separated"
        unique = "and they are unique" if certificate.full_rank else "but they are not unique"
        return f"finite maximum partial-likelihood estimates exist, {unique}: no event is separated"
    if certificate.alternative == "overlap" and isinstance(certificate, PanelCertificate):
        # Of effects only differences within connected levels are.
        words = "are unique" if certificate.full_rank else "are not all unique"
        unique = f", and those of the regressors {words}" if certificate.names else ""
        return f"finite maximum-likelihood estimates exist{unique}: no row is separated"
    if certificate.alternative == "overlap":
        unique = "and they are unique" if certificate.full_rank else "but they are not unique"
        return f"finite maximum-likelihood estimates exist, {unique}: no row is separated"
    separated = f"{lines:,} of {counted(reposed.posed.design.n, 'row')} are separated"
    if reposed.posed.family == "log-binomial":  # whose likelihood may still have its maximum
        return separated
    return f"finite maximum-likelihood estimates do not exist: {separated}"


def _split_facts(
    certificate: _Diagnosed,
    reposed: Reposed,
    carried: Sequence[str],
    lines: Sequence[int],
    *,
    proved_here: bool,
) -> Iterator[tuple[str, str]]:
    from gordan.file.table.columns import placed
    from gordan.regression.model.cox import PosedRisk
    from gordan.regression.model.effects import PosedPanel
    from gordan.regression.model.system import FAMILIES

    question, posed, model = certificate.question, reposed.posed, certificate.model
    if isinstance(question, RiskQuestion):
        yield "claim", f"{certificate.alternative}: {_strict(certificate)} separated, among {question.rows:,} rows"
    else:
        beside = f", beside {counted(question.equalities, 'equality')}" if question.equalities else ""
        yield "claim", f"{certificate.alternative}: {_strict(certificate)} can be strict{beside}"
    formula = model and model.formula
    yield "model", f"{clean(posed.design.formula or 'described', None)} ({FAMILIES[posed.family]})"
    if isinstance(reposed.model, PosedPanel):
        counts = (f"{clean(each.name)} ({counted(each.levels.size, 'level')})" for each in reposed.model.effects)
        yield "effects", ", ".join(counts)
    if isinstance(reposed.model, PosedRisk):
        ties = (
            "exact: not compared with one another" if reposed.model.risk.exact else "compared, as Efron and Breslow do"
        )
        yield "ties", ties
        if reposed.model.strata:
            yield "strata", ", ".join(map(clean, reposed.model.strata))
    if reposed.given and formula != posed.design.formula:
        yield "", "The formula was given here; the certificate has " + ("another." if formula else "none.")
    if reposed.formula in _FORMULA:
        columns = _listed([clean(name) for name in posed.rows.names])
        yield "", f"This is what the certificate says; {_FORMULA[reposed.formula]}. Its columns: {columns}."
    names = {} if model is None else {name: getattr(model, name) for name in ("weights", "offset", "strata")}
    if any(names.values()):
        yield "beside", ", ".join(f"{name} {clean(column)}" for name, column in names.items() if column)
    if carried:
        yield "carried", f"{_listed([clean(name) for name in carried])}: {_CARRIED}"
    origin = clean(model.file, 60) if model is not None and model.file else "a table in memory"
    yield "made from", f"{origin}, {question.numbers} numbers"
    used = f"{posed.design.n:,} of {counted(posed.design.n_given, 'row')} used"
    yield "data", f"{clean(os.path.basename(reposed.frame.source), 60)}: {used}"
    if proved_here and certificate.n_strict and isinstance(reposed.problem, LongSystem):
        more = f" and {certificate.n_strict - len(lines):,} more" if certificate.n_strict > len(lines) else ""
        yield (
            "separated",
            f"{counted(certificate.n_strict, 'row')}{placed(reposed.frame.source)} {_listed(lines)}{more}",
        )
    elif proved_here and certificate.rows:
        yield "separated", f"{counted(len(lines), 'row')}{placed(reposed.frame.source)} {_listed(lines)}"
    # Names of columns are the certificate's own where nothing here confirms them.
    if proved_here and certificate.names and reposed.formula != "other":
        yield "finite", _listed([clean(name) for name in certificate.finite]) or "no coefficient"


def _listed(names: Sequence[object]) -> str:
    shown = ", ".join(str(name) for name in names[:_LISTED])
    return f"{shown} and {len(names) - _LISTED:,} more" if len(names) > _LISTED else shown
