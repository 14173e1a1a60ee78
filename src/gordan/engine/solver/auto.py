"""The choice of an algorithm when none is named: `CHOICES`, of which the first that suits a question is taken.

`gordan explain auto` prints them, and the reason of every run that was chosen so quotes one. Sweeps begin where there
are at most 20 rows for a column and 5,000 of either, and go on where a few of them separate the points. To decide, a
working set prices all points as soon as its own are separated. To find the margin it solves them further, and most of
all where a pass costs more than a step within it. Where both sides are long a Newton step costs as much as dozens of
products: Mirror Prox separates the first sets, which are small. In a kernel's space hundreds of points support the
margin: they join the active set in blocks, and the working set is cleared early, for what it is factorised into grows
with its square. Of millions of dense numbers in few columns a sample is solved first, and sets are solved to the end by
compiled code: then four to six passes over all points are left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from gordan.engine.solver.base import Solver
from gordan.engine.solver.central_path import CentralPath
from gordan.engine.solver.coordinate_ascent import CoordinateAscent
from gordan.engine.solver.interior_point import InteriorPoint
from gordan.engine.solver.linear_program import LinearProgram
from gordan.engine.solver.min_norm_point import MinNormPoint
from gordan.engine.solver.mirror_prox import MirrorProx
from gordan.engine.solver.working_set import WorkingSet

__all__ = ["CHOICES", "WRITTEN", "Choice", "Question", "choose", "many_for_their_columns", "many_supports"]

_FEW_COLUMNS, _FEW_ROWS, _MANY = 40, 60, 5000
_CLEARED, _STAYING = 8.0, 5.0  # points for each dimension: sets of data in batches are cleared early, to as few
_BOTH, _TALL = 400, 20
_DEAR = 20
_OPENED = 200
_SWEEPS = 4
_BLOCK = 2000
_NEWTON = 2e9  # of m²n: half a second for a step
_SMALL, _SMALL_SIDE = 250_000, 200
WRITTEN = 40_000  # numbers of sparse data, zeros included, that are written out
_NARROW, _SCATTERED = 150, 4_000_000  # columns of sparse data, and numbers with the zeros, of which some rows are
_SHORT = 250
_LOADED = 4_000_000  # numbers, below which loading compiled code takes far longer than it saves
_SIFTED, _SEPARATED = 150, 100  # columns up to which active sets are quicker than Newton steps: margin, and to decide
_THIN = 16  # points for one of a sample: of fewer it takes longer to solve, of more it says less of the others


@dataclass(frozen=True)
class Question:
    """What the choice may depend on: n points in m dimensions, the intercept, the goal, an earlier answer at hand.

    Implicit points are known by their products alone; positive ones ask for w ≥ 0; those in batches are read anew for
    every pass. `compiled` says that least-norm points are found by compiled code. A cone that is no orthant has its
    rank beside the sizes of its map.
    """

    n: int = 1000
    m: int = 10
    goal: str | None = None
    intercept: bool = True
    resumed: bool = False
    implicit: bool = False
    positive: bool = False
    dense: bool = True
    batches: bool = False
    compiled: bool = False
    rank: int | None = None


@dataclass(frozen=True)
class Choice:
    """One line of the table: the data and the goal it is for in words and as a test, the solver, and the reason."""

    data: str
    asked: str
    why: str
    suits: Callable[[Question], bool]
    solver: Callable[[Question], Solver]

    @property
    def chosen(self) -> str:
        """The solver by name, with the one inside it."""
        solver = self.solver(Question())
        if isinstance(solver, WorkingSet):
            return f"{solver.name}, {solver.inside}"
        return solver.name

    def note(self, solver: Solver) -> str:
        """The sentence in which a run says why its solver was chosen."""
        inside = f" with {solver.inside} inside" if isinstance(solver, WorkingSet) else ""
        return f"auto chose {solver.name}{inside}: {self.why}"


@lru_cache(maxsize=256)
def choose(question: Question) -> tuple[Solver, str]:
    """The solver and the reason for it.

    Examples
    --------
    >>> choose(Question(n=100_000, m=10))[1]
    'auto chose working-set with min-norm-point inside: active sets stay small'
    >>> choose(Question(rank=10))[1]
    'auto chose central-path: few Newton steps, whatever the margin'
    """
    choice = next(each for each in CHOICES if each.suits(question))
    solver = choice.solver(question)
    return solver, choice.note(solver)


def _working_set(inner: Solver, question: Question) -> WorkingSet:
    """How many points it begins with, and how far they are solved before all points are priced again."""
    if question.goal == "decide":
        return WorkingSet(inner, first=2.0, share=1.0)
    # A pass touches n m entries, a Newton step in a set of about 5m points some 5m³.
    return WorkingSet(inner, first=3.0, share=0.1 if question.n > _DEAR * question.m**2 else 0.3)


def _newton(question: Question) -> WorkingSet:
    plain = _working_set(InteriorPoint(), question)
    if not (question.dense and min(question.n, question.m) >= _OPENED):
        # Where a pass costs more than the steps between two, more points at a time save some.
        dear = question.goal != "decide" and question.n > _DEAR * question.m**2
        return replace(plain, first=6.0, batch=6.0) if dear else plain
    # Sets that are only to be separated stay small; to solve them further, what is lowest must be among them.
    return replace(plain, opening=MirrorProx(), first=1.0, batch=1.0 if question.goal == "decide" else 2.0)


def many_supports(question: Question) -> WorkingSet:
    """The working set for implicit points, also where it is asked for by its name.

    Sets have a few hundred to a few thousand points, whatever the number of all: the oracle counts 1/50 of them.
    """
    dimension = max(1.0, question.n / 50)
    first, batch, most, keep = (min(*sizes) for sizes in _few_at_a_time(dimension))
    share = 1.0 if question.goal == "decide" else 0.1
    return WorkingSet(MinNormPoint(block=_BLOCK), first=first, batch=batch, most=most, keep=keep, share=share)


def _few_at_a_time(dimension: float) -> list[tuple[float, float]]:
    return [(3.0, 700 / dimension), (2.0, 1000 / dimension), (5.0, 5000 / dimension), (1.0, 1000 / dimension)]


def _suits_sweeps(question: Question) -> bool:
    """Whether both sides are long enough for a Newton step to cost more than dozens of sweeps through the points."""
    asked = question.goal != "decide"
    return asked and _BOTH < min(question.n, question.m) <= _MANY and question.n <= _TALL * question.m


def many_for_their_columns(n: int, m: int, goal: str | None) -> bool:
    """Whether points are so many that passes over all of them take longer than the least-norm points of some."""
    return n * m > _LOADED and m <= (_SEPARATED if goal == "decide" else _SIFTED) and n >= _TALL * m


def _sifted(question: Question) -> WorkingSet:
    """Sets are solved to the end, from a sample on: then few passes are left."""
    share = 1.0 if question.goal == "decide" else 0.1
    return WorkingSet(MinNormPoint(at_once=True), first=10.0, batch=6.0, keep=10.0, share=share, thin=_THIN)


def _suits_sets(question: Question) -> bool:
    """Whether sparse data have so few columns that an active set stays smaller than the support."""
    asked = question.goal != "decide" and not (question.dense or question.resumed)
    return asked and question.m <= _NARROW and question.n * question.m <= _SCATTERED


def _ascent(question: Question) -> CoordinateAscent:
    """To decide, all points are looked at after every sweep."""
    return CoordinateAscent(sweeps=1) if question.goal == "decide" else CoordinateAscent()


def _active(question: Question) -> WorkingSet:
    return _working_set(MinNormPoint(), question)


def _fits(question: Question) -> bool:
    return min(question.n, question.m) <= _MANY


def _few_passes(question: Question) -> WorkingSet:
    """Large sets, solved far: a pass reads all data, and costs more than any step within the set."""
    inner = MinNormPoint() if question.m <= _FEW_COLUMNS else InteriorPoint()
    if question.goal == "decide":
        return WorkingSet(inner, first=6.0, batch=6.0, share=1.0)
    # Sets of 12,000 points in 1,000 dimensions are cleared: a Newton step takes longer than reading some gigabytes.
    return WorkingSet(inner, first=6.0, batch=6.0, most=_CLEARED, keep=_STAYING, share=0.1)


CHOICES = (
    Choice(
        data="a cone that is no orthant",
        asked="margin",
        why="it goes on to the greatest margin",
        suits=lambda q: q.rank is not None and q.goal == "margin",
        solver=lambda q: MirrorProx(),
    ),
    Choice(
        data=f"a cone, up to {_NEWTON:.0e} for m²n",
        asked="decide",
        why="few Newton steps, whatever the margin",
        suits=lambda q: q.rank is not None and q.m**2 * q.n <= _NEWTON,
        solver=lambda q: CentralPath(),
    ),
    Choice(
        data="a larger cone",
        asked="decide",
        why="its steps are products with the map",
        suits=lambda q: q.rank is not None,
        solver=lambda q: MirrorProx(),
    ),
    Choice(
        data="points that ask for w ≥ 0",
        asked="any",
        why="both players of one linear program are answers",
        suits=lambda q: q.positive,
        solver=lambda q: LinearProgram(),
    ),
    Choice(
        data="known by products, or a kernel",
        asked="any",
        why="few columns of the products are needed",
        suits=lambda q: q.implicit,
        solver=many_supports,
    ),
    Choice(
        data="read in batches",
        asked="any",
        why="a pass reads all data, and few are needed",
        suits=lambda q: q.batches,
        solver=_few_passes,
    ),
    Choice(
        data=f"sparse, up to {WRITTEN:,} numbers with the zeros",
        asked="any",
        why="one small active set",
        suits=lambda q: not (q.dense or q.resumed) and q.n * q.m <= WRITTEN and min(q.n, q.m) <= _SMALL_SIDE,
        solver=lambda q: MinNormPoint(),
    ),
    Choice(
        data=f"sparse, up to {_NARROW} columns and {_SCATTERED:,} numbers with the zeros",
        asked="margin",
        why="active sets stay small",
        suits=_suits_sets,
        solver=lambda q: MinNormPoint(),
    ),
    Choice(
        data=f"sparse, over {_FEW_ROWS} columns and rows",
        asked="any",
        why="a visit costs the entries of one row",
        suits=lambda q: not q.dense and min(q.n, q.m) > _FEW_ROWS,
        solver=_ascent,
    ),
    Choice(
        data=f"an earlier answer, up to {_MANY:,} columns or rows",
        asked="any",
        why="the earlier answer is taken up again",
        suits=lambda q: q.resumed and _fits(q),
        solver=_active,
    ),
    Choice(
        data=f"dense, up to {_SMALL:,} numbers and {_SMALL_SIDE} columns or rows",
        asked="any",
        why="one small active set",
        suits=lambda q: q.dense and q.n * q.m <= _SMALL and min(q.n, q.m) <= _SMALL_SIDE,
        solver=lambda q: MinNormPoint(),
    ),
    Choice(
        data=f"dense, up to {_SHORT} rows and more columns",
        asked="any",
        why="one small active set, on the products of the rows",
        suits=lambda q: q.dense and q.n <= min(_SHORT, q.m),
        solver=lambda q: MinNormPoint(),
    ),
    Choice(
        data=f"dense, over {_LOADED:,} numbers, up to {_SIFTED} columns (to decide {_SEPARATED})",
        asked="any",
        why="few passes, with compiled active sets between them",
        suits=lambda q: q.dense and q.compiled and many_for_their_columns(q.n, q.m, q.goal),
        solver=_sifted,
    ),
    Choice(
        data=f"up to {_FEW_COLUMNS} columns or {_FEW_ROWS} rows",
        asked="any",
        why="active sets stay small",
        suits=lambda q: q.m <= _FEW_COLUMNS or q.n <= _FEW_ROWS,
        solver=_active,
    ),
    Choice(
        data="dense, more columns than rows",
        asked="any",
        why="most points support the margin, and a visit costs one row",
        suits=lambda q: q.n <= q.m,
        solver=_ascent,
    ),
    Choice(
        data=f"over {_BOTH} of both",
        asked="margin",
        why="sweeps are quick where the margin is wide",
        suits=_suits_sweeps,
        solver=lambda q: CoordinateAscent(patience=_SWEEPS, then=_working_set(InteriorPoint(), q)),
    ),
    Choice(
        data=f"up to {_MANY:,} columns or rows",
        asked="any",
        why="few Newton steps of the small side's size",
        suits=_fits,
        solver=_newton,
    ),
    Choice(
        data="more",
        asked="any",
        why="no matrix of either side fits",
        suits=lambda q: True,
        solver=_ascent,
    ),
)
