"""Problems of every kind with true outcomes, and the certificates made of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

import claimed
import gordan
from claimed import integers_of, replace
from gordan.engine.loop.depth import deepen
from gordan.engine.polish.enclosure import enclosure
from gordan.file.certificate.format import spell
from gordan.file.certificate.text import checksum
from gordan.outcome.certificate.compose import compose
from liar.truthful import AROUND, AROUND_SIDES, INSIDE, INSIDE_SIDES, RAY_SIDES, RAYS, SIDES, STRIP

__all__ = ["CASES", "KINDS", "Made", "made", "numbers", "resealed", "verified"]


class Made(NamedTuple):
    """A problem, its verified outcome, and the bytes of the certificate."""

    problem: gordan.Points
    outcome: Any
    raw: bytes


def verified(problem: gordan.Points, outcome: Any, proof: str = "rounded") -> Any:
    """The outcome with the verdict that `write_certificate` asks for."""
    return replace(outcome, verdict=gordan.verify(problem, outcome, proof=proof))


def boxed(problem: gordan.Points, outcome: Any) -> Any:
    """The same answer with a box where it had integers."""
    proof = enclosure(problem, sorted(outcome.proof.support))
    assert proof is not None
    return replace(outcome, proof=proof, weights=proof.weights(problem.n))


def whole(problem: gordan.Points, outcome: Any) -> Any:
    """The same answer with integers where it had doubles."""
    proof = integers_of(outcome.proof)
    return replace(outcome, proof=proof, **proof.shown)


def deeper(problem: gordan.Points, outcome: Any) -> Any:
    """The same answer with a ball inside the hull, which proves an upper end below 0."""
    deep = deepen(problem, outcome)
    assert deep.bracket.upper < 0
    return deep


def stopped(problem: gordan.Points, outcome: Any) -> Any:
    """The same direction and weights, as if neither had been proved."""
    # A lower end above 0 would decide.
    bracket, x = gordan.outcome.Bracket(min(outcome.bracket.lower, 0.0), outcome.bracket.upper), outcome.weights
    if outcome.kind == "inseparable":
        # Weights that do not cancel, and a bound that holds for any.
        bracket, x = gordan.outcome.Bracket(bracket.lower, 8.0 * problem.extent), np.where(problem.signs > 0, 1.0, 2.0)
    claim = {name: getattr(outcome, name) for name in ("coef", "centre", "offset", "intercept", "classes")}
    told = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none"}
    return claimed.undecided(bracket=bracket, weights=x, **claim, **told)


def unknown(problem: gordan.Points, outcome: Any) -> Any:
    """Nothing at all is known."""
    told = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "none"}
    return claimed.undecided(bracket=gordan.outcome.Bracket(), classes=problem.classes, **told)


def as_found(_: gordan.Points, outcome: Any) -> Any:
    return outcome


KINDS: dict[str, tuple[str, Callable[[gordan.Points, Any], Any]]] = {
    "separable": ("separable", as_found),
    "integers": ("separable", whole),
    "cancellation": ("inseparable", as_found),
    "enclosure": ("inseparable", boxed),
    "ball": ("inseparable", deeper),
    "undecided": ("separable", stopped),
    "undecided of inseparable points": ("inseparable", stopped),
    "unknown": ("separable", unknown),
}
QUESTIONS = {
    "intercept": {},
    "no intercept": {"intercept": False},
    "normalised": {"intercept": False, "normalise": True},
}
FORMS: dict[str, Callable[[Any], Any]] = {
    "dense": lambda X: X,
    "single": lambda X: X.astype(np.float32),
    "sparse": sp.csr_array,
    "by column": lambda X: sp.csc_array(X.astype(np.float32)),
}
CASES = [
    (kind, question, numbers, form)
    for kind in KINDS
    for question in QUESTIONS
    for numbers in ("binary", "decimal")
    for form in FORMS
]


def data(alternative: str, question: str, numbers: str) -> tuple[Any, Any]:
    """Points whose tenths are no binary numbers; that cancel in binary where they are to."""
    if alternative == "separable":
        X, y = (STRIP, SIDES) if question == "intercept" else (RAYS, RAY_SIDES)
        return X / 10, y
    X, y = (INSIDE, INSIDE_SIDES) if question == "intercept" else (AROUND, AROUND_SIDES)
    return (X / 10 if numbers == "decimal" else X), y


@cache
def made(kind: str, question: str, numbers: str, form: str) -> Made:
    alternative, alter = KINDS[kind]
    X, y = data(alternative, question, numbers)
    problem = gordan.Points(FORMS[form](X), y, numbers=numbers, **QUESTIONS[question])
    outcome = alter(problem, gordan.solve(problem, solver="min-norm-point", max_seconds=20.0))
    assert outcome.kind == ("undecided" if kind[:2] == "un" else alternative)
    outcome = verified(problem, outcome)
    return Made(problem, outcome, spell(compose(problem, outcome)))


def resealed(raw: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    """The certificate with something changed and its checksum made anew: what a liar would write."""
    members = json.loads(raw)
    change(members)
    if isinstance(members, dict):
        members["checksum"] = checksum(members)
    return json.dumps(members, indent=1).encode()


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all that is a number, or is spelt as one."""
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in members:
        yield from numbers(each, (*path, key))
    if type(value) is int or (isinstance(value, str) and value.removeprefix("-").isdecimal()):
        yield path
