"""Points and contradictions of a program, spoilt one thing at a time: each is refused, naming the check."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import gordan
from claimed import replace
from file.certificate.made import resealed
from gordan.file.certificate.format import parse, spell
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim, Term
from gordan.outcome.certificate.compose import compose_program
from gordan.problem import Program
from gordan.verify.program import verify_program

# 2 ≤ x + y ≤ 5, x − y = 1/2, x ≥ 0, y ≤ 4; and with y ≥ 3 in the place of y ≤ 4 nothing is left.
FINE = Program([[1, 1], [1, -1]], [2, Fraction(1, 2)], [5, Fraction(1, 2)], lower=[0, None], upper=[None, 4])
WRONG = Program([[1, 1], [1, -1]], [2, Fraction(1, 2)], [5, Fraction(1, 2)], lower=[0, 3])
POINT = Point((Fraction(3, 2), Fraction(1)))
TERMS = (Term("row", 1, "lower", 1), Term("row", 0, "upper", 1), Term("column", 1, "lower", 2))
PROOF = Contradiction(TERMS, irreducible=True)


def failed(program: Program, proof: Any, strict: bool = False) -> list[str]:
    return [check.name for check in verify_program(program, ProgramClaim(proof, strict)).failed]


def test_the_truth_is_accepted() -> None:
    assert failed(FINE, POINT) == failed(WRONG, PROOF) == []
    assert failed(FINE, POINT, strict=True) == []


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ((Fraction(3, 2),), ["a fraction for every column"]),
        ((1.5, Fraction(1)), ["a fraction for every column"]),
        ((Fraction(-1), Fraction(-3, 2)), ["bounds of columns hold", "rows hold"]),
        ((Fraction(3, 2), Fraction(1) + Fraction(1, 10**40)), ["rows hold"]),
        ((Fraction(5), Fraction(9, 2)), ["bounds of columns hold", "rows hold"]),
        ((Fraction(5, 4), Fraction(3, 4) - Fraction(1, 10**40)), ["rows hold"]),
    ],
)
def test_a_spoilt_point_is_refused(values: Any, names: list[str]) -> None:
    assert failed(FINE, Point(values)) == names


def test_a_point_on_a_side_is_not_strict() -> None:
    edge = Point((Fraction(5, 4), Fraction(3, 4)))
    assert failed(FINE, edge) == []
    assert failed(FINE, edge, strict=True) == ["rows hold strictly"]


@pytest.mark.parametrize(
    ("terms", "name"),
    [
        ((), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("column", 1, "lower", 0)), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("column", 1, "lower", -2)), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("column", 1, "lower", 2.0)), "sides exist, weights are positive"),  # type: ignore[arg-type]
        ((*TERMS[:2], Term("column", 1, "upper", 2)), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("column", 2, "lower", 2)), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("column", -1, "lower", 2)), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("corner", 1, "lower", 2)), "sides exist, weights are positive"),  # type: ignore[arg-type]
        ((*TERMS, TERMS[0]), "sides exist, weights are positive"),
        ((*TERMS[:2], Term("column", 1, "lower", 3)), "weighted rows cancel"),
        ((TERMS[1], Term("row", 1, "upper", 1), TERMS[2]), "weighted rows cancel"),
        ((Term("row", 0, "upper", 1), Term("row", 0, "lower", 1)), "weighted sides add up to above 0"),
        ((Term("row", 1, "upper", 1), Term("row", 1, "lower", 1)), "weighted sides add up to above 0"),
    ],
)
def test_a_spoilt_contradiction_is_refused(terms: Any, name: str) -> None:
    assert name in failed(WRONG, Contradiction(terms, irreducible=True))


def test_a_sum_of_nothing_refutes_strict_solutions_only() -> None:
    touching = Program([[1], [-1]], row_lower=[1, -1])
    proof = Contradiction((Term("row", 0, "lower", 1), Term("row", 1, "lower", 1)), irreducible=True)
    assert failed(touching, proof) == ["weighted sides add up to above 0"]
    assert failed(touching, proof, strict=True) == []
    equal = Program([[1], [1]], row_lower=[1, 1], row_upper=[1, 1])
    proof = Contradiction((Term("row", 0, "lower", 1), Term("row", 1, "upper", 1)))
    assert failed(equal, proof, strict=True) == ["an inequality among sides of sum 0"]


def test_what_could_be_smaller_is_not_irreducible() -> None:
    program = Program([[1], [1], [-1]], row_lower=[1, 2, 0])
    terms = tuple(Term("row", i, "lower", w) for i, w in ((0, 1), (1, 1), (2, 2)))
    assert failed(program, Contradiction(terms)) == []
    assert failed(program, Contradiction(terms, irreducible=True)) == ["no smaller part of them cancels"]
    twice = Program([[1], [1]], row_lower=[2, 0], row_upper=[1, 0], lower=[1])
    pair = (Term("row", 0, "lower", 1), Term("row", 0, "upper", 1))
    assert failed(twice, Contradiction(pair, irreducible=True)) == []
    more = (*pair, Term("row", 1, "upper", 1), Term("column", 0, "lower", 1))
    assert failed(twice, Contradiction(more, irreducible=True)) == ["no smaller part of them cancels"]


def made(program: Program, proof: Any) -> bytes:
    return spell(compose_program(program, proof, strict=False, file="m.mps"))


Spoil = Callable[[dict[str, Any]], Any]
REFUSED: dict[str, tuple[Spoil, str]] = {
    "rows": (lambda c: c["problem"].update(rows=3), "question is the certificate's"),
    "entries": (lambda c: c["problem"].update(entries=5), "question is the certificate's"),
    "digest": (lambda c: c["problem"].update(digest="0" * 64), "data are the certificate's"),
    "names": (lambda c: c["proof"]["row_upper"].update(names=["r2"]), "names are the certificate's"),
    "weights": (lambda c: c["proof"]["row_upper"].update(weights=["2"]), "weighted rows cancel"),
    "numbers": (lambda c: c["proof"]["row_upper"].update(numbers=[1]), "weighted rows cancel"),
}
UNREADABLE: dict[str, tuple[Spoil, str]] = {
    "weight 0": (lambda c: c["proof"]["row_upper"].update(weights=["0"]), "weights"),
    "weight 01": (lambda c: c["proof"]["row_upper"].update(weights=["01"]), "weights"),
    "beyond": (lambda c: c["proof"]["row_upper"].update(numbers=[9]), "numbers"),
    "lengths": (lambda c: c["proof"]["row_upper"].update(weights=[]), "weights"),
    "no names": (lambda c: c["proof"]["row_upper"].update(names=[]), "names"),
    "names of numbers": (lambda c: c["proof"]["row_upper"].update(names=[3]), "names"),
    "one more": (lambda c: c["proof"].update(more=1), "more"),
    "missing": (lambda c: c["proof"].pop("column_upper"), "column_upper"),
    "kind": (lambda c: c["proof"].update(kind="point"), "kind"),
    "alternative": (lambda c: c.update(alternative="maybe"), "alternative"),
    "strict": (lambda c: c["problem"].update(strict=0), "strict"),
    "folder": (lambda c: c.update(file="a/m.mps"), "file"),
    "columns": (lambda c: c["problem"].update(columns=10**9), "columns"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_spoilt_certificate_is_refused(name: str) -> None:
    spoil, check = REFUSED[name]
    found = parse(resealed(made(WRONG, PROOF), spoil), "c.json")
    assert check in [each.name for each in gordan.verify(WRONG, found).failed]
    members = json.loads(made(WRONG, PROOF))
    spoil(members)
    told = parse(json.dumps(members).encode(), "c.json")
    assert "certificate is unaltered" in [each.name for each in gordan.verify(WRONG, told).failed]


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_not_of_the_format_is_not_read(name: str) -> None:
    spoil, word = UNREADABLE[name]
    with pytest.raises(gordan.InputError, match=word):
        parse(resealed(made(WRONG, PROOF), spoil), "c.json")


@pytest.mark.parametrize("value", ["1/1", "2/4", "3/-2", "1.5", "", "0x1"])
def test_fractions_have_one_spelling(value: str) -> None:
    raw = made(FINE, POINT)
    assert json.loads(raw)["proof"]["values"] == ["3/2", "1"]
    with pytest.raises(gordan.InputError, match="values"):
        parse(resealed(raw, lambda c: c["proof"].update(values=[value, "1"])), "c.json")


def test_a_certificate_says_again_what_was_written() -> None:
    long = Point((Fraction(10**3000 + 1, 3**4000), Fraction(0)))
    wide = Program([[1, 1]])
    for program, proof in ((FINE, POINT), (WRONG, PROOF), (wide, long)):
        raw = spell(compose_program(program, proof, strict=False, file=None))
        found = parse(raw, "c.json")
        assert isinstance(found, gordan.outcome.certificate.ProgramCertificate)
        assert found.proof == proof
        assert spell(found) == raw
        assert gordan.verify(program, found).holds
    liar = replace(found, alternative="infeasible")
    assert "proof is of its kind" in [each.name for each in gordan.verify(wide, liar).failed]


def test_undecided_and_foreign_answers_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    found = gordan.feasible(FINE)
    with pytest.raises(gordan.InputError, match="does not hold"):
        gordan.certify(WRONG, found, path)
    with pytest.raises(gordan.InputError, match="give what feasible, optimum or repair found"):
        gordan.certify(FINE, gordan.feasible(FINE, max_seconds=1e-9), path)
    assert not path.exists()
    gordan.certify(FINE, found, path)
    assert gordan.verify(FINE, gordan.read_certificate(path)).holds
    with pytest.raises(gordan.InputError, match="give points"):
        gordan.verify(FINE, gordan.separate([[0.0], [1.0]], [0, 1]))


def test_one_side_of_a_row_without_entries_is_enough() -> None:
    found = gordan.feasible(program := Program([[0]], row_lower=2, row_upper=1))
    assert found.kind == "infeasible"
    assert len(found.subsystem) == 1
    assert failed(program, Contradiction((Term("row", 0, "lower", 1), Term("row", 0, "upper", 1)), True))
    other = Program([[0, 0], [1, 1]], row_lower=[1, 0], row_upper=[3, 5])
    both = Term("row", 0, "lower", 4), Term("row", 0, "upper", 1)
    assert failed(other, Contradiction(both, True)) == ["no smaller part of them cancels"]
    assert failed(other, Contradiction(both[:1], True)) == []
    crossing = Program([[1, 1]], row_lower=2, row_upper=1)
    assert failed(crossing, Contradiction((Term("row", 0, "lower", 1), Term("row", 0, "upper", 1)), True)) == []


def test_entries_over_the_prime_of_the_rank() -> None:
    prime = 2**61 - 1
    program = Program([[Fraction(1, prime), 1], [Fraction(-1, prime), -1]], row_lower=[1, 1])
    used = Term("row", 0, "lower", 1), Term("row", 1, "lower", 1)
    assert failed(program, Contradiction(used, True)) == []
    multiple = Program([[prime], [-prime], [prime]], row_lower=[1, 1, 1])
    assert failed(multiple, Contradiction(used, True)) == []
    assert failed(multiple, Contradiction((*used, Term("row", 2, "lower", 1)), True))
    found = gordan.feasible(program)
    assert found.kind == "infeasible"
    assert gordan.feasible(Program([[Fraction(1, prime), 1]], row_lower=[1])).kind == "feasible"


@pytest.mark.parametrize(
    "terms",
    [
        (("row", 0, "lower", 1),),
        [Term("row", 0, "lower", 1)],
        (Term([], 0, "lower", 1),),  # type: ignore[arg-type]
        (None,),
        None,
    ],
)
def test_what_is_no_side_is_refused(terms: Any) -> None:
    verdict = gordan.verify(FINE, Contradiction(terms))
    assert [check.name for check in verdict.failed] == ["sides exist, weights are positive"]


def test_a_point_that_is_no_tuple_is_refused() -> None:
    assert failed(FINE, Point(None)) == ["a fraction for every column"]  # type: ignore[arg-type]


def test_an_answer_is_judged_as_strictly_as_it_was_asked() -> None:
    problem = gordan.Inequalities([[1], [-1]])
    strictly, loosely = gordan.feasible(problem, strict=True), gordan.feasible(problem)
    assert gordan.verify(problem, strictly).holds
    assert gordan.verify(problem, loosely).holds
    assert not gordan.verify(problem, replace(strictly, strict=False)).holds
    assert not gordan.verify(problem, replace(loosely, strict=True)).holds
    wrong = replace(strictly, proof=loosely.proof)
    assert [check.name for check in gordan.verify(problem, wrong).failed] == ["proof is of its kind"]
    renamed = replace(strictly, subsystem=strictly.subsystem[::-1])
    assert [check.name for check in gordan.verify(problem, renamed).failed] == ["names are the proof's"]


def test_a_wide_contradiction_is_projected_and_one_too_large_is_refused() -> None:
    """Rows of 300 columns in common: the rank is taken after a random map to few columns, which can only lower it."""
    A = [[(3 * j + 5 * i * i * j) % 17 - 8 for j in range(300)] for i in range(4)]
    A += [[-sum(column) for column in zip(*A, strict=True)], A[0], [-v for v in A[0]]]
    program = Program(A, row_lower=[1] * 7)
    used = tuple(Term("row", i, "lower", 1) for i in range(5))
    assert failed(program, Contradiction(used, True)) == []
    both = (*used, Term("row", 5, "lower", 1), Term("row", 6, "lower", 1))
    assert failed(program, Contradiction(both, True)) == ["no smaller part of them cancels"]
