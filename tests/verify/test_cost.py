"""What is asked of the time before a certificate is checked, and of the fields of one that is not as declared."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import gordan
from claimed import replace
from gordan.arithmetic.deadline import deadline
from gordan.geometry import Ball, Bodies, Box, Mixture, Touching, sparse_farkas
from gordan.outcome import Cancellation, Claim, HullPoint, InnerBall, IntegerKernelSeparator, IntegerSeparator
from gordan.outcome.alternative import Point, PointExact, Term
from gordan.outcome.bodies import CommonPoint
from gordan.outcome.certificate.bodies import compose_bodies
from gordan.outcome.certificate.compose import compose, compose_constraints, compose_program
from gordan.outcome.certificate.mixture import compose_mixture
from gordan.problem.kernel import Kernel
from gordan.verify.cost import enough_time, estimated_seconds
from gordan.verify.declared import as_declared
from liar.test_constraints_certificate import made as made_constraints

MEETING = Bodies(Box([0.0], [1.0]), Ball([3.0], 2.0))


def certificate() -> Any:
    return compose_bodies(MEETING, Touching(proof=CommonPoint((Fraction(1),))))


def test_doubles_need_no_exact_arithmetic() -> None:
    for claim in (Claim(), Claim(proof=IntegerSeparator((1, 1), Fraction(0))), object()):
        assert estimated_seconds(MEETING, claim) is None
    with enough_time(MEETING, Claim()):
        pass


def test_parts_that_no_certificate_has_are_left_to_their_own_check() -> None:
    broken = replace(certificate(), question=None)
    with pytest.raises(AttributeError):
        estimated_seconds(MEETING, broken)
    with deadline(0.5), enough_time(MEETING, broken):
        pass


def test_work_that_cannot_end_is_refused() -> None:
    long = replace(certificate(), proof=CommonPoint((Fraction(10**200_000 + 1, 10**200_000),)))
    assert estimated_seconds(MEETING, long) > estimated_seconds(MEETING, certificate())  # type: ignore[operator]
    with pytest.raises(gordan.OverBudget), deadline(1e-4), enough_time(MEETING, long):
        pytest.fail("it was begun")


def test_a_word_is_one_of_those_declared() -> None:
    assert as_declared(certificate()).holds
    assert as_declared(Term("row", 0, "lower", 1)).holds
    for place in (7, "elsewhere", None):
        assert as_declared(Term(place, 0, "lower", 1)).quantity.startswith("claim.place")  # type: ignore[arg-type]


POINTS = gordan.Points([[1.0, 0.5], [2.0, 0.0], [3.0, 0.0]], [0, 1, 0])
LONG = 1 << 100_000


def of_points(proof: Any, ball: Any = None) -> Any:
    answer = gordan.solve(gordan.Points(POINTS.X[:2], [0, 1]))
    return replace(compose(gordan.Points(POINTS.X[:2], [0, 1]), answer), proof=proof, ball=ball)


def seconds(problem: object, claim: object) -> float:
    found = estimated_seconds(problem, claim)
    assert found is not None
    return found


def test_long_integers_are_paid_for_where_they_are_multiplied() -> None:
    """Of every kind of proof: with every number of a row, or every row."""
    short, long = Cancellation((0, 1), (1, 1)), Cancellation((0, 1), (1, LONG))
    assert seconds(POINTS, of_points(long)) > 1000 * seconds(POINTS, of_points(short)) > 0
    wide = replace(of_points(long), question=of_points(long).question._replace(m=4))
    assert seconds(object(), wide) == pytest.approx(2 * seconds(object(), of_points(long)))
    whole = [IntegerSeparator((1, each), Fraction(0)) for each in (1, LONG)]
    assert seconds(POINTS, of_points(whole[1])) > 1000 * seconds(POINTS, of_points(whole[0])) > 0
    assert seconds(object(), of_points(whole[1])) == 0.0
    images = [IntegerKernelSeparator((0, 1), (1, each), Fraction(0)) for each in (1, LONG)]
    assert seconds(POINTS, of_points(images[1])) > 1000 * seconds(POINTS, of_points(images[0])) > 0
    assert seconds(object(), of_points(images[1])) == 0.0
    cubic = of_points(images[1]).question._replace(kernel=Kernel("poly", degree=3))
    dearer = replace(of_points(images[1]), question=cubic)
    assert seconds(POINTS, dearer) == pytest.approx(3 * seconds(POINTS, of_points(images[1])))
    ball = InnerBall(0.5, ((HullPoint((0,), (LONG,)), HullPoint((1,), (1,))),))
    separator = gordan.solve(gordan.Points([[0.0], [1.0]], [0, 1])).proof
    assert seconds(POINTS, of_points(separator, ball)) > 1000 * seconds(POINTS, of_points(short))
    assert estimated_seconds(POINTS, of_points(separator)) is None


def test_long_fractions_of_programs_and_constraints() -> None:
    program = gordan.Inequalities([[1, 2], [3, -1]]).program()
    values = (Fraction(1), Fraction(LONG, 3))
    found = compose_program(program, Point(values), strict=False, file=None)
    assert seconds(program, found) == seconds(gordan.Inequalities([[1, 2], [3, -1]]), found) > 1e-5
    for other in (gordan.Program([[1, 2]]), gordan.Program([[1], [2]]), POINTS):
        assert seconds(other, found) == 0.0
    constraints = compose_constraints(made_constraints("point of integers").answer)
    long = replace(constraints, proof=PointExact((1, LONG), 1))
    assert seconds(object(), long) > 1000 * seconds(object(), constraints) > 0


def test_columns_of_a_mixture_are_paid_for_equation_by_equation() -> None:
    """Of weights the columns count, of a sum how long its counts are."""
    twice, long = ([0.5, 0.25], {"columns": (0, 1, 0, 1)}, 2), ([-1.0, 1.0], {"counts": (LONG,)}, 500)
    for b, part, dearer in (twice, long):
        problem = Mixture([[1.0, 0.0], [0.0, 1.0]], b, 5.0)
        found: Any = compose_mixture(problem, sparse_farkas(problem.A, problem.b, eps=0.1, mass=5.0))
        short = seconds(problem, found)
        assert 0 < short < 1e-4
        assert seconds(problem, replace(found, proof=found.proof._replace(**part))) >= dearer * short
        wide = replace(found, question=found.question._replace(m=2 * found.question.m))
        assert seconds(problem, wide) == pytest.approx(2 * short)
