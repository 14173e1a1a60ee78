"""Forgers of certificate files: a field is changed, the checksum computed anew, and the file read as any other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

import gordan
from claimed import replace
from file.certificate.split_made import DATA, MODELS, made_split
from gordan.file.certificate.format import parse, spell
from gordan.file.certificate.text import checksum
from gordan.outcome.certificate.compose import compose, compose_conic, compose_program
from gordan.regression.model.closed import Beside, pose_closed
from gordan.regression.model.frame import read_frame
from gordan.verify.origin import formula_gives
from liar.forge.draw_conic import conic_ball, conic_point, conic_separable
from liar.forge.draw_kernel import kernel_cancelling, kernel_separable
from liar.forge.draw_points import boxed, cancelling, separable, undecided
from liar.forge.forger import Case, Forger
from liar.forge.lie_conic import CONIC
from liar.forge.lie_inseparable import INSEPARABLE
from liar.forge.lie_kernel import KERNEL
from liar.forge.lie_optimum import endless, planted
from liar.forge.lie_points import POINTS
from liar.forge.lie_program import contradicted, pointed

__all__ = ["FILES", "REWRITTEN", "written"]


def written(case: Case | None) -> Case | None:
    """The same claim as the bytes of a file; None where no file can hold it, or the writer would claim less."""
    if case is None:
        return None
    try:
        if isinstance(case.problem, gordan.Program):
            proof, strict = case.claim if isinstance(case.claim, tuple) else (case.claim, False)
            raw = spell(compose_program(case.problem, proof, strict=strict, file=None))
            return Case(case.problem, raw, _judge)
        conic = isinstance(case.problem, gordan.Conic)
        certificate: Any = (compose_conic if conic else compose)(case.problem, case.claim)
        raw = spell(certificate)
    except Exception:  # a claim that is so odd cannot be written: the writer is not what is tested here
        return None
    same = certificate.bracket == case.claim.bracket
    # An infinite end is no claim in a file.
    told = certificate.bracket.upper > -np.inf and certificate.bracket.lower < np.inf
    return Case(case.problem, raw, _judge) if same and told else None


def _judge(problem: Any, raw: bytes) -> Any:
    return gordan.verify(problem, parse(raw, "forged.json"))


def _drawn(*draws: Callable[[Any], Case | None]) -> Callable[[Any], Case | None]:
    return lambda rng: written(draws[int(rng.integers(len(draws)))](rng))


def of_a_model(rng: Any) -> Case:
    made = made_split(list(MODELS)[int(rng.integers(len(MODELS)))])
    return Case(made.system, made.raw, _judge)


any_points = _drawn(separable, cancelling, boxed, undecided, kernel_separable, kernel_cancelling)
any_conic = _drawn(conic_separable, conic_point, conic_ball)
any_program = _drawn(pointed, contradicted, planted, endless)


def of_data(rng: Any) -> Case | None:
    return (any_points, any_conic, any_program)[int(rng.integers(3))](rng)


def any_file(rng: Any) -> Case | None:
    return (of_data, of_data, of_data, of_a_model)[int(rng.integers(4))](rng)


def resealed(case: Case, change: Callable[[dict[str, Any]], Any]) -> Case | None:
    members = json.loads(case.claim)
    if change(members) is False:
        return None
    members["checksum"] = checksum(members)
    return case._replace(claim=json.dumps(members).encode())


def an_old_checksum(case: Case, rng: Any) -> Case:
    members = json.loads(case.claim)
    members["gordan"] = "another version"
    return case._replace(claim=json.dumps(members).encode())


def another_question(case: Case, rng: Any) -> Case | None:
    """The same proof for a question that the problem does not ask."""

    def change(members: dict[str, Any]) -> Any:
        problem = members["problem"]
        if "numbers" in problem and rng.integers(2):
            problem["numbers"] = "decimal" if problem["numbers"] == "binary" else "binary"
            return None
        if problem["kind"] == "program":
            problem["entries"] += 1
            return None
        if problem["kind"] in ("points", "kernel", "gram") and len(problem["classes"]) == 2:
            problem["classes"] = problem["classes"][::-1]
            return None
        return False

    return resealed(case, change)


def other_data(case: Case, rng: Any) -> Case | None:
    """The hash of other numbers."""

    def change(members: dict[str, Any]) -> Any:
        members["problem"]["digest"] = members["problem"]["digest"][::-1]

    return resealed(case, change)


def hidden(rng: Any) -> Case | None:
    """An undecided one whose lower end is 0."""
    case = undecided(rng)
    if case is None or not case.claim.bracket.lower > 0:
        return None
    modest = replace(case.claim, bracket=gordan.outcome.Bracket(0.0, case.claim.bracket.upper))
    return written(case._replace(claim=modest))


def a_lower_end_that_decides(case: Case, rng: Any) -> Case | None:
    def change(members: dict[str, Any]) -> Any:
        members["bracket"]["lower"] = (5e-324).hex()

    return resealed(case, change)


def other_names(case: Case, rng: Any) -> Case | None:
    def change(members: dict[str, Any]) -> Any:
        return _rename(members)

    return resealed(case, change)


def _rename(part: Any) -> Any:
    """The first name in a proof becomes another; False where there is none."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "names" and value:
                value[0] = f"not {value[0]}"
                return None
            if key in ("name", "column", "row") and isinstance(value, str):
                part[key] = f"not {value}"
                return None
            if _rename(value) is None:
                return None
    if isinstance(part, list):
        for each in part:
            if _rename(each) is None:
                return None
    return False


def another_kind_of_split(case: Case, rng: Any) -> Case | None:
    def change(members: dict[str, Any]) -> Any:
        others = [kind for kind in ("complete", "quasi", "overlap") if kind != members["alternative"]]
        members["alternative"] = others[rng.integers(2)]

    return resealed(case, change)


def of_a_part(rng: Any) -> Case:
    """Separable or inseparable points, as the first rows of longer data."""
    X, unit = rng.integers(-9, 10, (int(rng.integers(4, 40)), 2)), 2.0 ** int(rng.integers(-300, 300))
    y = rng.integers(0, 2, len(X)) if rng.integers(2) else X @ [2, 1] > 0
    y[:2] = [False, True]
    problem = gordan.Points(unit * X, y)
    return Case(problem, spell(compose(problem, gordan.solve(problem), part=True)), _judge)


def other_blocks(case: Case, rng: Any) -> Case | None:
    """The hash of other rows beside the right hash of all of them."""

    def change(members: dict[str, Any]) -> Any:
        members["blocks"][0] = members["blocks"][0][::-1]

    return resealed(case, change)


def of_a_ball(rng: Any) -> Case:
    """Points on the axes, about which a ball is inside their hull, or three on a line."""
    m, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    if rng.integers(2):
        problem = gordan.Points(unit * np.array([[1.0], [2.0], [3.0]]), [0, 1, 0])
    else:
        problem = gordan.Points(unit * np.vstack([np.eye(m), -np.eye(m)]), [1] * (2 * m), intercept=False)
    return Case(problem, spell(compose(problem, gordan.solve(problem, depth=True))), _judge)


def a_larger_ball(case: Case, rng: Any) -> Case | None:
    def change(members: dict[str, Any]) -> Any:
        factor = 1.5 + rng.random()
        members["ball"]["radius"] = (factor * float.fromhex(members["ball"]["radius"])).hex()
        if rng.integers(2):
            members["bracket"]["upper"] = "-" + members["ball"]["radius"]

    return resealed(case, change)


def an_upper_end_beyond_the_ball(case: Case, rng: Any) -> Case | None:
    def change(members: dict[str, Any]) -> Any:
        upper = float.fromhex(members["bracket"]["upper"])
        members["bracket"]["upper"] = (upper * (1.0 + rng.random())).hex() if rng.integers(2) else (2 * upper).hex()
        members["bracket"]["lower"] = members["hyperplane"] = None

    return resealed(case, change)


def one_point_twice(case: Case, rng: Any) -> Case | None:
    """Both points of a pair on one side, so that the other side is open."""

    def change(members: dict[str, Any]) -> Any:
        pairs = members["ball"]["pairs"]
        pair = pairs[rng.integers(len(pairs))]
        pair[0] = pair[1]

    return resealed(case, change)


def another_alternative(case: Case, rng: Any) -> Case | None:
    """What the proof shows, under another name: a file of it cannot be read, a record of it is refused."""

    def judge(problem: Any, raw: bytes) -> Any:
        certificate = parse(raw, "forged.json")
        others = [kind for kind in ("separable", "inseparable", "undecided") if kind != certificate.alternative]
        return gordan.verify(problem, replace(certificate, alternative=others[len(raw) % 2]))

    return case._replace(judge=judge)


def rows_twice(case: Case, rng: Any) -> Case | None:
    """A row of the split named again, or from the end."""

    def judge(problem: Any, raw: bytes) -> Any:
        certificate = parse(raw, "forged.json")
        rows = certificate.rows or (0,)
        lie = (*rows, rows[-1]) if len(raw) % 2 else (*rows, -1)
        return gordan.verify(problem, replace(certificate, rows=lie))

    return case._replace(judge=judge)


def other_columns(case: Case, rng: Any) -> Case | None:
    def change(members: dict[str, Any]) -> Any:
        names = members["problem"].get("names", members["problem"].get("columns"))
        if not isinstance(names, list) or not names:
            return False
        names[0] = f"not {names[0]}"

    return resealed(case, change)


def of_a_formula(rng: Any) -> Case:
    """A split whose formula the closed grammar reads."""
    names = [name for name, (formula, _) in MODELS.items() if "np." not in formula]
    made = made_split(names[int(rng.integers(len(names)))])
    return Case(made.system, made.raw, _judge_with_formula)


def _judge_with_formula(system: Any, raw: bytes) -> Any:
    """As in a terminal, where the formula is read on the table."""
    certificate: Any = parse(raw, "forged.json")
    model, numbers = certificate.model, certificate.question.numbers
    beside = Beside(model.weights, model.offset, model.strata)
    try:
        read = pose_closed(model.formula, read_frame(DATA), model.family, beside, numbers=numbers).system
        same = (read.names, read.digest()) == (system.names, system.digest())
    except gordan.InputError:
        same = False
    verdict = gordan.verify(system, certificate)
    return gordan.outcome.Verdict((*verdict.checks, formula_gives("same" if same else "other")))


def another_formula(case: Case, rng: Any) -> Case | None:
    """The formula of another model, above the rows of this one."""

    def change(members: dict[str, Any]) -> Any:
        left, right = members["model"]["formula"].split("~")
        lies = [f"{left}~ I(2 * x)", f"nothing ~{right}", f"{left}~{right} + pair", f"{left}~ 0 +{right}"]
        # What is constant within strata makes no difference there, nor does a constant beside thresholds.
        several = lies[: {"conditional": 2, "ordinal": 3}.get(members["model"]["family"], 4)]
        members["model"]["formula"] = several[rng.integers(len(several))]

    return resealed(case, change)


def of_named_points(rng: Any) -> Case | None:
    """Points of a data frame, which has names."""
    X, y = rng.integers(-9, 10, (6, 2)).astype(float), np.array([0, 0, 0, 1, 1, 1])
    problem = gordan.Points(pd.DataFrame(X, columns=["dose", "age"]), y)
    return written(Case(problem, gordan.solve(problem), _judge))


def _rewritten(forger: Forger) -> Forger:
    """The same forgery, written to a file and read back: what no file can hold is no forgery there."""

    def honest(rng: Any) -> Case | None:
        return forger.honest(rng)

    def forge(case: Case, rng: Any) -> Case | None:
        forged = forger.forge(case, rng)
        return None if forged is None or forged.judge is not case.judge else written(forged)

    return Forger(f"{forger.name}, in a file", forger.check, honest, forge, None)


QUESTION = "question is the certificate's"
FILES = [
    Forger("file: an old checksum", "certificate is unaltered", any_file, an_old_checksum),
    Forger("file: another question", QUESTION, any_file, another_question, None),
    Forger("file: other data", "data are the certificate's", of_data, other_data),
    Forger("file: other blocks", "blocks are the certificate's", of_a_part, other_blocks),
    Forger("file: other rows", "rows are the certificate's", of_a_model, other_data),
    Forger(
        "file: a lower end that decides",
        "undecided, so no lower bound is positive",
        hidden,
        a_lower_end_that_decides,
        ("margin at least",),
    ),
    Forger("file: other names", "names are the certificate's", any_program, other_names, (QUESTION,)),
    Forger("file: a ball too large", "margin at most", of_a_ball, a_larger_ball),
    Forger("file: an upper end beyond its ball", "margin at most", of_a_ball, an_upper_end_beyond_the_ball),
    Forger("file: a ball with a point twice", "margin at most", of_a_ball, one_point_twice),
    Forger("file: another kind of split", "kind is that of the split", of_a_model, another_kind_of_split),
    Forger("file: another alternative", "alternative is the proof's", any_points, another_alternative, None),
    Forger("file: rows named twice", "rows exist and rise", of_a_model, rows_twice, None),
    Forger("file: other columns", "columns are the certificate's", of_a_model, other_columns),
    Forger("file: other columns of points", "columns are the certificate's", of_named_points, other_columns),
    Forger("file: another formula", "formula gives the described rows", of_a_formula, another_formula),
]
ENDS = (
    "a lower end above",
    "an upper end below",
    "a point on",
    "an image on",
    "integers that leave",
    "a box beside",
    "an offset at",
    "a direction on",
    "a radius",
    "integers just",
)
# What is planted for kernels and cones has a positive lower end, which no file calls undecided.
REWRITTEN = [
    _rewritten(f)
    for f in (*POINTS, *INSEPARABLE, *[f for f in (*KERNEL, *CONIC) if "undecided" not in f.name])
    if any(f.name.split(": ")[-1].startswith(e) for e in ENDS)
]
