"""Repairs of a program: every field of a proof wrong by itself, and every check violated by itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import gordan
from claimed import replace
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.blame import ContradictionCover
from gordan.outcome.objective import Bound
from gordan.outcome.repair import Change, Repaired, RepairProof
from gordan.problem import Program
from gordan.verify.repair import judge_repair

ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
# r1: x1 ≥ 2 against r2: x1 ≤ 0, and r3: x2 ≤ 1 against the bound x2 ≥ 2; r4 holds 1 below and 1 above.
PROGRAM = Program(
    [[1, 0], [1, 0], [0, 1], [1, 1]],
    row_lower=[2, None, None, 3],
    row_upper=[None, 0, 1, 5],
    lower=[None, 2],
)
WEIGHTS = (
    Term("row", 0, "lower", 1),
    Term("row", 1, "upper", 1),
    Term("row", 2, "upper", 1),
    Term("column", 1, "lower", 1),
)
CHANGES = (Change("row", 1, "upper", TWO), Change("column", 1, "lower", ONE))
PROOF = RepairProof(Fraction(3), Point((TWO, ONE)), CHANGES, Bound(WEIGHTS, 1), "sum", (ONE,) * 4, (ONE,) * 2)
# x ≥ 2 and x ≤ 0 meet in the middle, at 1: each moves by 1.
APART = Program([[1], [1]], row_lower=[2, None], row_upper=[None, 0])
MIDDLE = RepairProof(
    ONE,
    Point((ONE,)),
    (Change("row", 0, "lower", ONE), Change("row", 1, "upper", ONE)),
    Bound((Term("row", 0, "lower", 1), Term("row", 1, "upper", 1)), 2),
    "max",
    (ONE, ONE),
    (ONE,),
)
FORMED = "repair has a fraction for every column, price and change"
HOLD, COST, WITHIN = "changed sides hold", "changes cost the value", "weights are within the prices"
CANCEL, VALUE = "weighted rows cancel", "weighted sides add up to the value"
NAMES, KIND, SHOWN = "names are the program's", "proof is of its kind", "changes shown are the proof's"
COUNT = "contradictions have shares, and what is hard did not change"


class Text(str):
    """Compares as plain text does, today."""


def failed(program: Program, claim: Any) -> list[str]:
    return [check.name for check in judge_repair(program, claim).failed]


def test_what_is_true_is_accepted() -> None:
    for program, proof in ((PROGRAM, PROOF), (APART, MIDDLE)):
        names = [check.name for check in judge_repair(program, proof).checks]
        assert names == [FORMED, HOLD, COST, WITHIN, CANCEL, VALUE]
        assert failed(program, proof) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"row_prices": [ONE] * 4},
        {"row_prices": (ONE,) * 3},
        {"column_prices": (ONE,) * 3},
        {"row_prices": (ONE, ONE, ONE, 1)},
        {"row_prices": (ONE, ONE, ONE, -ONE)},
        {"norm": Text("sum")},
        {"norm": "least"},
        {"norm": "max", "row_prices": (ONE, ONE, ONE, TWO)},
        {"point": (TWO, ONE)},
        {"point": Point([TWO, ONE])},  # type: ignore[arg-type]
        {"point": Point((TWO, ONE, ONE))},
        {"point": Point((TWO, 1))},  # type: ignore[arg-type]
        {"value": 3},
        {"bound": WEIGHTS},
        {"bound": Bound(WEIGHTS, ONE)},  # type: ignore[arg-type]
        {"bound": Bound(WEIGHTS, 0)},
        {"bound": Bound(WEIGHTS, -1)},
        {"bound": Bound((*WEIGHTS, WEIGHTS[0]), 1)},
        {"changes": list(CHANGES)},
        {"changes": (*CHANGES, ("row", 0, "lower", ONE))},
        {"changes": (*CHANGES, Change("row", 0, Text("lower"), ONE))},  # type: ignore[arg-type]
        {"changes": (*CHANGES, Change("place", 0, "lower", ONE))},  # type: ignore[arg-type]
        {"changes": (*CHANGES, Change("row", 0, "middle", ONE))},  # type: ignore[arg-type]
        {"changes": (*CHANGES, Change("row", True, "lower", ONE))},
        {"changes": (*CHANGES, Change("row", -1, "lower", ONE))},
        {"changes": (*CHANGES, Change("row", 4, "lower", ONE))},
        {"changes": (*CHANGES, Change("column", 2, "lower", ONE))},
        {"changes": (*CHANGES, Change("row", 0, "lower", 1))},  # type: ignore[arg-type]
        {"changes": (*CHANGES, Change("row", 0, "lower", Fraction(0)))},
        {"changes": (*CHANGES, Change("row", 0, "lower", -ONE))},
        {"changes": (*CHANGES, Change("row", 0, "upper", ONE))},
        {"changes": (*CHANGES, CHANGES[0])},
        {"changes": (*CHANGES, Change("row", 1, "upper", ONE))},
        {"row_prices": (ONE, None, ONE, ONE)},
    ],
)
def test_repairs_are_well_formed(changes: dict[str, Any]) -> None:
    assert failed(PROGRAM, replace(PROOF, **changes)) == [FORMED]


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        # The first row and its number may change as any other does.
        ({"changes": (Change("row", 0, "lower", TWO), CHANGES[1]), "point": Point((Fraction(0), ONE))}, [HOLD]),
        (
            {
                "changes": (Change("row", 0, "lower", TWO), CHANGES[1], Change("row", 3, "lower", TWO)),
                "point": Point((Fraction(0), ONE)),
            },
            [COST],
        ),
        ({"point": Point((TWO, HALF))}, [HOLD]),
        ({"point": Point((TWO + HALF, ONE))}, [HOLD]),
        ({"changes": (CHANGES[0], Change("column", 1, "lower", HALF))}, [HOLD, COST]),
        ({"changes": (*CHANGES, Change("row", 3, "lower", ONE), Change("row", 3, "upper", ONE))}, [COST]),
        ({"column_prices": (ONE, HALF)}, [COST, WITHIN]),
        ({"row_prices": (HALF, ONE, ONE, ONE)}, [WITHIN]),
        ({"row_prices": (None, ONE, None, None)}, []),  # what is hard may weigh anything
        ({"row_prices": (Fraction(0), ONE, ONE, ONE)}, [WITHIN]),
        ({"row_prices": (ONE, ONE, ONE, Fraction(0))}, []),
        ({"bound": Bound(WEIGHTS, 2)}, [VALUE]),
        ({"bound": Bound((*WEIGHTS, Term("row", 3, "lower", 1)), 1)}, [CANCEL, VALUE]),
        ({"bound": Bound(WEIGHTS[:2], 1)}, [VALUE]),
        ({"value": Fraction(2)}, [COST, VALUE]),
        ({"norm": "max", "value": TWO}, [WITHIN, VALUE]),
    ],
)
def test_every_check_by_itself(changes: dict[str, Any], names: list[str]) -> None:
    assert failed(PROGRAM, replace(PROOF, **changes)) == names


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"value": TWO}, [COST, VALUE]),
        ({"bound": Bound(MIDDLE.bound.terms, 1)}, [WITHIN, VALUE]),
        ({"row_prices": (ONE, None)}, [FORMED]),
        ({"changes": (MIDDLE.changes[0], Change("row", 1, "upper", HALF))}, [HOLD]),
        ({"changes": (MIDDLE.changes[0], Change("row", 1, "upper", TWO))}, [COST]),
    ],
)
def test_the_greatest_change(changes: dict[str, Any], names: list[str]) -> None:
    assert failed(APART, replace(MIDDLE, **changes)) == names


def test_only_what_has_a_price_counts_for_the_greatest_change() -> None:
    """Where r1 is hard, r2 moves by 2: both weigh 1, and the price is of the one."""
    alone = replace(
        MIDDLE,
        value=TWO,
        point=Point((TWO,)),
        changes=(Change("row", 1, "upper", TWO),),
        bound=Bound(MIDDLE.bound.terms, 1),
        row_prices=(None, ONE),
    )
    assert failed(APART, alone) == []
    assert failed(APART, replace(alone, row_prices=(ONE, ONE))) == [WITHIN]


def test_a_program_that_holds_needs_no_change() -> None:
    program = Program([[1]], row_lower=[0])
    for norm in ("sum", "max"):
        nothing = RepairProof(Fraction(0), Point((ONE,)), (), Bound((), 1), norm, (ONE,), (ONE,))  # type: ignore[arg-type]
        assert failed(program, nothing) == []
        assert failed(program, replace(nothing, point=Point((-ONE,)))) == [HOLD]
    free = Program([[1]])
    nothing = RepairProof(Fraction(0), Point((ONE,)), (), Bound((), 1), "sum", (ONE,), (ONE,))
    assert failed(free, nothing) == []


ANSWER: Any = gordan.repair(APART)


def test_what_an_answer_shows_is_the_proofs() -> None:
    assert failed(APART, ANSWER) == []
    first = ANSWER.members[0]
    for changes, names in (
        ({"row_names": ("r1", "r3")}, [NAMES]),
        ({"row_names": list(ANSWER.row_names)}, [NAMES]),
        ({"column_names": (Text("x1"),)}, [NAMES]),
        ({"proof": MIDDLE.point}, [KIND]),
        ({"proof": None}, [KIND]),
        ({"members": list(ANSWER.members)}, [SHOWN]),
        ({"members": ()}, [SHOWN]),
        ({"members": (tuple(first),)}, [SHOWN]),
        ({"members": (first._replace(name="other"),)}, [SHOWN]),
        ({"members": (first._replace(name=Text(first.name)),)}, [SHOWN]),
        ({"members": (first._replace(place="column"),)}, [SHOWN]),
        ({"at_least": 1}, [COUNT]),
    ):
        assert failed(APART, replace(ANSWER, **changes)) == names, changes
    # What is shown beside a proof that fails is not looked at.
    lie = replace(ANSWER, proof=replace(ANSWER.proof, value=Fraction(7)), members=(), at_least=1)
    assert failed(APART, lie) == [COST, VALUE]


def test_members_show_columns_by_their_names() -> None:
    program = Program([[1]], row_upper=[0], lower=[1])
    answer: Any = gordan.repair(program, hard=["r1"])
    assert [member[:3] for member in answer.members] == [("column", "x1", "lower")]
    assert failed(program, answer) == []


def test_names_that_change_are_not_hard() -> None:
    """A count of changes takes as hard what had no price, and nothing else."""
    contradiction = Contradiction(MIDDLE.bound.terms)
    hard: Any = gordan.repair(APART, hard=["r1"])
    assert isinstance(hard, Repaired)

    def counted(answer: Any, *names: str) -> list[str]:
        return failed(APART, replace(answer, at_least=1, cover=ContradictionCover(names, (contradiction,), (ONE,))))

    assert counted(hard) == counted(hard, "r1") == counted(ANSWER) == []
    assert counted(hard, "r2") == counted(ANSWER, "r1") == counted(hard, "x1") == counted(hard, "none") == [COUNT]
    assert failed(APART, replace(hard, at_least=2, cover=ContradictionCover((), (contradiction,), (ONE,)))) == [
        "shares reach the lower bound"
    ]
