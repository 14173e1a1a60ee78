"""Lower bounds of blame: what a liar would make of points that violate nothing, of shares and of parts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import gordan
from claimed import replace
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.blame import Blame, ContradictionCover, Partition, PointCover
from gordan.problem import Program
from gordan.verify.blame import judge_blame, judge_count

ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
# x ≥ 1 and −x ≥ −1: strictly they contradict one another, and x = 1 violates neither.
TOUCHING = Program([[1], [-1]], row_lower=[1, -1])
# r1: x1 ≥ 1 against r2: −x1 ≥ 0, and the same of x2; the column x2 has a bound of its own that nothing violates.
PAIRS = Program([[1, 0], [-1, 0], [0, 1], [0, -1]], row_lower=[1, 0, 1, 0], upper=[None, 9])
ANSWER: Any = gordan.feasible(PAIRS, smallest=True, all=True)
BLAME = ANSWER.blame
NAMES = ("r1", "r2", "r3", "r4", "x1", "x2")
FORMED = "every row and column is hard or part of what may be blamed"
PARTS = "parts to blame are the contradiction's"
POINTS, HARD = (
    "points of the bound have a fraction for every column, and a share",
    "points of the bound satisfy what is hard",
)
WITHIN, REACHED = "shares are within the weights of parts", "shares reach the lower bound"
OTHERS, APART = "further contradictions hold", "contradictions share no part"
COUNTED = "contradictions have shares, and what is hard did not change"
COUNTED_HOLD = "contradictions of the bound hold"


class Text(str):
    """Compares as plain text does, today."""


def failed(program: Program, answer: Any) -> list[str]:
    return [check.name for check in gordan.verify(program, answer).failed]


def blamed(**changes: Any) -> list[str]:
    """What fails where fields of the blame, of its partition (`rows`, `columns`, `weights`) or its cover are others."""
    blame, partition, cover = BLAME, BLAME.partition, BLAME.cover
    inside = {k: changes.pop(k) for k in ("rows", "columns", "weights") if k in changes}
    proof = {k: changes.pop(k) for k in ("points", "shares") if k in changes}
    own = {k: changes.pop(k) for k in ("others", "strict") if k in changes}
    partition = Partition(**{**vars(partition), **inside}) if inside else partition
    cover = PointCover(**{**vars(cover), **proof}) if proof else cover
    blame = replace(blame, **{"partition": partition, "cover": cover, **changes})
    return [check.name for check in judge_blame(PAIRS, replace(ANSWER, blame=blame, **own)) if not check.holds]


def weighing(**weights: Any) -> tuple[tuple[str, Fraction], ...]:
    return tuple((name, weights.get(name, ONE)) for name in NAMES)


def at(*values: Any) -> Point:
    return Point(tuple(map(Fraction, values)))


def test_sides_that_touch_have_no_bound() -> None:
    """The point that violates nothing would take any share: one contradiction of two parts was said to weigh 10⁶."""
    answer = gordan.feasible(TOUCHING, strict=True)
    assert answer.kind == "infeasible"
    names = (*TOUCHING.row_names, *TOUCHING.column_names)
    partition = Partition(TOUCHING.row_names, TOUCHING.column_names, tuple((name, Fraction(1)) for name in names))
    for point, share in ((Point((Fraction(1),)), Fraction(10**6)), (Point((Fraction(0),)), Fraction(1))):
        blame = Blame(
            parts=TOUCHING.row_names,
            minimal=True,
            weight=Fraction(2),
            at_least=share,
            partition=partition,
            cover=PointCover((point,), (share,)),
        )
        lie = replace(answer, blame=blame)
        assert failed(TOUCHING, lie) == [FORMED]


def test_what_is_true_is_accepted() -> None:
    assert BLAME.parts == ("r3", "r4")
    assert (BLAME.cover.points, len(ANSWER.others)) == ((at(0, 1), at(1, 0)), 1)
    assert blamed() == []
    assert [check.name for check in judge_blame(PAIRS, ANSWER)] == [
        FORMED,
        PARTS,
        POINTS,
        HARD,
        WITHIN,
        REACHED,
        OTHERS,
        APART,
    ]
    unbound = judge_blame(PAIRS, replace(ANSWER, blame=replace(BLAME, at_least=None, cover=None), others=()))
    assert [check.name for check in unbound] == [FORMED, PARTS]
    assert blamed(cover=None, at_least=Fraction(0)) == []  # nothing is shown, and nothing claimed
    assert blamed(rows=(None, "r2", "r3", "r4"), others=()) == [HARD]  # the first point violates r1
    hard = {"rows": ("r1", "r2", None, "r4"), "parts": ("r4",), "weight": ONE}
    assert blamed(**hard, at_least=None, others=()) == []  # what is hard is part of nothing
    # Groups, and weights that are no whole numbers.
    assert blamed(weights=weighing(r3=HALF), weight=HALF + 1, shares=(HALF, HALF), at_least=ONE) == []
    heavier = {"weights": weighing(r1=TWO, r2=TWO, r3=TWO, r4=TWO), "weight": Fraction(4)}
    assert blamed(**heavier, shares=(ONE, HALF), at_least=TWO) == []  # of whole weights the bound is rounded up


@pytest.mark.parametrize(
    "changes",
    [
        {"strict": True},
        {"strict": 0},
        {"partition": None},
        {"partition": (NAMES[:4], NAMES[4:], weighing())},
        {"parts": ["r3", "r4"]},
        {"parts": (Text("r3"), "r4")},
        {"weight": 2},
        {"weights": list(weighing())},
        {"weights": (*weighing(), ["more", ONE])},
        {"weights": (*weighing(), ("more", ONE, ONE))},
        {"weights": (*weighing(), (Text("more"), ONE))},
        {"weights": (*weighing(), ("more", 1))},
        {"weights": (*weighing(), ("more", Fraction(0)))},
        {"weights": (*weighing(), ("r1", TWO))},
        {"rows": list(NAMES[:4])},
        {"rows": NAMES[:3]},
        {"columns": (*NAMES[4:], "x2")},
        {"columns": ("x1", "another")},
        {"columns": ("x1", Text("x2"))},
        {"columns": ("x1", 0)},
    ],
)
def test_blame_is_well_formed(changes: dict[str, Any]) -> None:
    assert blamed(**changes) == [FORMED]


def test_blame_is_a_record_of_its_own_kind() -> None:
    class Other(Blame):
        pass

    for blame in (None, Other(**vars(BLAME)), "r3"):
        checks = judge_blame(PAIRS, replace(ANSWER, blame=blame))
        assert [(check.name, check.holds) for check in checks] == [(FORMED, False)]


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"parts": ("r3", "r4", "r4")}, [PARTS]),
        ({"parts": ("r3",)}, [PARTS]),
        ({"parts": ("r3", "r4", "x1")}, [PARTS]),
        ({"weight": Fraction(1)}, [PARTS]),
        ({"weights": weighing(r3=TWO)}, [PARTS]),
        ({"cover": ((at(0, 1),), (ONE,))}, [POINTS]),
        ({"at_least": 2}, [POINTS]),
        ({"at_least": 2.0}, [POINTS]),
        ({"points": [at(0, 1), at(1, 0)]}, [POINTS]),
        ({"shares": [ONE, ONE]}, [POINTS]),
        ({"shares": (ONE,)}, [POINTS]),
        ({"shares": (ONE, 1)}, [POINTS]),
        ({"points": (at(0, 1), ONE)}, [POINTS]),
        ({"points": (at(0, 1), at(1))}, [POINTS]),
        ({"points": (at(0, 1), at(1, 0, 0))}, [POINTS]),
        ({"points": (at(0, 1), Point([ONE, ONE]))}, [POINTS]),  # type: ignore[arg-type]
        ({"points": (at(0, 1), Point((ONE, 0)))}, [POINTS]),  # type: ignore[arg-type]
        # The other point violates r3 as well, or the same row below or above, or the bound of a column that is hard.
        ({"points": (at(0, 0), at(0, 1)), "shares": (HALF, HALF), "at_least": ONE}, []),
        ({"points": (at(0, 0), at(0, 1))}, [WITHIN]),
        ({"points": (at(0, 1), at(1, 10)), "columns": ("x1", None)}, [HARD]),
        ({"points": (at(0, 0), at(1, 9)), "columns": ("x1", None)}, []),
        ({"points": (at(0, 1), at(1, HALF))}, [WITHIN]),  # violates both r3 and r4, which have one share each
        ({"shares": (ONE, -ONE), "at_least": Fraction(0)}, [WITHIN]),
        ({"shares": (TWO, Fraction(0))}, [WITHIN]),
        ({"shares": (ONE, Fraction(0))}, [REACHED]),
        ({"at_least": Fraction(9, 4)}, [REACHED]),
        ({"weights": weighing(x1=HALF), "shares": (ONE, HALF)}, [REACHED]),  # not rounded up
    ],
)
def test_the_bound_of_blame(changes: dict[str, Any], names: list[str]) -> None:
    assert blamed(others=(), **changes) == names


def test_further_contradictions_are_judged() -> None:
    (other,) = ANSWER.others
    first = replace(ANSWER, others=())
    assert other.blame.parts == ("r1", "r2")
    bad = replace(other, proof=Contradiction((Term("row", 0, "lower", 1), Term("row", 1, "lower", 2))))
    for others in (
        [],
        [other],
        (bad,),
        (replace(other, others=(first,)),),
        (replace(other, others=[]),),
        (replace(other, strict=True),),
        (replace(other, strict=0),),
        (replace(other, blame=None),),
        (replace(other, blame=replace(other.blame, parts=["r1", "r2"])),),
        (replace(other, blame=replace(other.blame, parts=(Text("r1"), "r2"))),),
        (replace(other, proof=at(1, 1)),),
        (other.proof,),
    ):
        assert blamed(others=others) == [OTHERS], others
    assert blamed(others=(first,)) == [APART]
    assert blamed(others=(other, other)) == [APART]


def test_further_contradictions_show_their_own_parts() -> None:
    (other,) = ANSWER.others
    lie = replace(other, blame=replace(other.blame, parts=("r1",)))
    assert OTHERS in blamed(others=(lie,)) or APART in blamed(others=(lie,))
    whole = {"rows": ("group", "group", "group", "group"), "weights": (*weighing(), ("group", TWO))}
    # Both contradictions are of the one group.
    assert APART in blamed(parts=("group",), weight=TWO, cover=None, at_least=None, **whole)


FIRST = Contradiction((Term("row", 0, "lower", 1), Term("row", 1, "lower", 1)))
SECOND = Contradiction((Term("row", 2, "lower", 1), Term("row", 3, "lower", 1)))
BAD = Contradiction((Term("row", 2, "lower", 1), Term("row", 3, "lower", 2)))
UNPRICED = frozenset(("r1", "x1", "x2"))


def counted(least: Any, hard: Any, contradictions: Any, shares: Any) -> list[str]:
    checks = judge_count(PAIRS, least, ContradictionCover(hard, contradictions, shares), UNPRICED)
    return [check.name for check in checks if not check.holds]


@pytest.mark.parametrize(
    ("least", "hard", "contradictions", "shares", "names"),
    [
        (2, (), (FIRST, SECOND), (ONE, ONE), []),
        (2, ("r1",), (FIRST, SECOND), (ONE, ONE), []),
        (2, ("r1",), (FIRST, SECOND), (ONE, HALF), []),  # half a row changes as a whole
        (0, (), (), (), []),
        (True, (), (FIRST,), (ONE,), [COUNTED]),
        (Fraction(1), (), (FIRST,), (ONE,), [COUNTED]),
        (1, ("r2",), (FIRST,), (ONE,), [COUNTED]),
        (1, ["r1"], (FIRST,), (ONE,), [COUNTED]),
        (1, (Text("r1"),), (FIRST,), (ONE,), [COUNTED]),
        (1, (), [FIRST], (ONE,), [COUNTED]),
        (1, (), (FIRST,), [ONE], [COUNTED]),
        (1, (), (FIRST,), (1,), [COUNTED]),
        (1, (), (FIRST,), (ONE, ONE), [COUNTED]),
        (1, (), (FIRST, at(1, 1)), (ONE, ONE), [COUNTED]),
        (1, (), (FIRST, BAD), (ONE, ONE), [COUNTED_HOLD]),
        (2, (), (FIRST, FIRST), (ONE, ONE), [WITHIN]),
        (2, (), (FIRST, SECOND), (TWO, Fraction(0)), [WITHIN]),
        (2, (), (FIRST, SECOND), (Fraction(3), -ONE), [WITHIN]),
        (2, ("r1",), (FIRST, SECOND), (TWO, Fraction(0)), [WITHIN]),
        (3, (), (FIRST, SECOND), (ONE, ONE), [REACHED]),
    ],
)
def test_the_count_of_changes(least: Any, hard: Any, contradictions: Any, shares: Any, names: list[str]) -> None:
    assert counted(least, hard, contradictions, shares) == names


def test_a_cover_is_of_its_kind() -> None:
    for cover in (None, PointCover((), ()), ((), (), ())):
        assert [check.name for check in judge_count(PAIRS, 0, cover, UNPRICED)] == [COUNTED]


def test_columns_have_names_that_may_be_hard() -> None:
    """x ≥ 1 by its bound, and x ≤ 0 by its row: where the column is hard the row alone takes the share."""
    program = Program([[1]], row_upper=[0], lower=[1])
    proof = Contradiction((Term("column", 0, "lower", 1), Term("row", 0, "upper", 1)))
    for hard in ((), ("x1",), ("r1",)):
        cover = ContradictionCover(hard, (proof,), (ONE,))
        assert all(check.holds for check in judge_count(program, 1, cover, frozenset(hard)))
        cover = ContradictionCover(hard, (proof, proof), (ONE, ONE))
        assert [c.name for c in judge_count(program, 2, cover, frozenset(hard)) if not c.holds] == [WITHIN]
