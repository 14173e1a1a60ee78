"""The search for an optimum: bases from HiGHS made exact, refined where they are not the right ones.

1. HiGHS ends with a basis; its point and multipliers are solved for without rounding
2. a feasible point and multipliers of the right signs prove the optimum; either by itself is one end of a bracket
3. else what is missing to sides and signs, known without rounding, is magnified and solved for again from that basis
   (Gleixner, Steffy and Wolter 2016)
4. where HiGHS says that there is no optimum, or rounds do not end, the proof of that is a question of feasibility:
   of the program, of the directions in which it improves, or of both problems together
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline, now
from gordan.errors import OverBudget
from gordan.feasibility.program.attempt import Stopwatch, fractions
from gordan.feasibility.program.basic_solution import BasicSolution, bound_of, objective_at, solve_basis
from gordan.feasibility.program.dixon import TooLong
from gordan.feasibility.program.doubles import Doubles, nearest, sides
from gordan.feasibility.program.duality import both_problems, directions
from gordan.feasibility.program.highs import Basis, Solver, Vertex
from gordan.feasibility.program.ranging import ranges_of
from gordan.feasibility.program.search import search
from gordan.feasibility.program.small import crossed
from gordan.outcome import UNJUDGED, Code, Reason, Verdict
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.outcome.objective import Bound, ObjectiveBracket, Optimum, Ray
from gordan.outcome.optimum import Range
from gordan.problem.program import Program
from gordan.verify import verify

__all__ = ["Found", "Search"]

_ROUNDS = 12
_PATIENCE = 30.0  # seconds of HiGHS in one run
_USUAL, _TIGHT = 1e-7, 1e-9
_GAIN = 2.0**40  # most by which one round magnifies more than the one before
_LARGEST = 2.0**900

Proof = Optimum | Ray | Contradiction


class Found(NamedTuple):
    """A proof that the verifier accepted, its verdict, how it was found, and the basis that it is of."""

    proof: Proof
    verdict: Verdict
    solver: str
    basis: tuple[Basis, BasicSolution] | None = None


class Search:
    """One search, and the best point and bound that it has proved so far."""

    def __init__(self, program: Program, *, until: float, watch: Stopwatch) -> None:
        self.program, self.until, self.watch = program, until, watch
        sign = -1 if program.maximise else 1
        self.costs = [sign * c for c in program.objective]
        self.known = ObjectiveBracket()
        self.verdict: Verdict = UNJUDGED
        self._seen: set[bytes] = set()

    def run(self) -> Found | Reason:
        """The proof, or the reason why there is none."""
        try:
            for found in self._sources():
                if found is not None:
                    return found
                if now() > self.until:
                    raise TooLong
        except (OverBudget, TooLong):
            return Reason("The time allowed ran out.", Code.MAX_SECONDS)
        return Reason("No basis that HiGHS found was the exact one.", Code.UNPROVED)

    def _sources(self) -> Iterator[Found | None]:
        clash = crossed(self.program)
        if clash is not None:
            yield self._contradiction(clash, "inspection")
        said = ""
        if self.program.shape[0] and self.program.shape[1]:
            doubles = Doubles.of(self.program)
            for presolve, tolerance in ((True, _USUAL), (False, _TIGHT)):
                for vertex, found in self._refined(doubles, presolve=presolve, tolerance=tolerance):
                    said = vertex.said
                    yield found
                if said in ("infeasible", "unbounded", "either"):
                    break
        yield from self._by_feasibility(said)

    def _refined(self, doubles: Doubles, *, presolve: bool, tolerance: float) -> Iterator[tuple[Vertex, Found | None]]:
        """What HiGHS ends with, round by round, and the proof that each makes, if any."""
        costs = nearest(self.costs)
        top = float(np.abs(costs * doubles.unit).max(initial=0.0)) or 1.0
        factor = 2.0 ** -np.rint(np.log2(top)) if np.isfinite(top) else 1.0
        with self.watch.during("HiGHS"):
            solver = Solver(doubles, costs * factor)
            vertex = solver.run(presolve=presolve, tolerance=tolerance, until=min(self.until, now() + _PATIENCE))
        scales = (1.0, factor)
        x: list[Fraction] | None = None
        y: list[Fraction] | None = None
        for _ in range(_ROUNDS):
            yield vertex, self._judge(vertex)
            if vertex.said != "optimal" or vertex.x is None or vertex.y is None or vertex.basis is None:
                return
            with self.watch.during("refinement"):
                primal, dual = Fraction(scales[0]), Fraction(scales[1])
                x = _added(x, fractions(vertex.x), primal)
                y = _added(y, fractions(vertex.y), dual)
                model, cost, scales = self._magnified(doubles, x, y, scales)
            with self.watch.during("HiGHS"):
                solver.replace(model, cost, vertex.basis)
                until = min(self.until, now() + _PATIENCE)
                vertex = solver.run(presolve=False, tolerance=_TIGHT, until=until)

    def _magnified(
        self, doubles: Doubles, x: Sequence[Fraction], y: Sequence[Fraction], scales: tuple[float, float]
    ) -> tuple[Doubles, Array, tuple[float, float]]:
        """What is left of sides and costs at x and y, as large as the greatest thing missing allows."""
        program = self.program
        at, reduced = [], list(self.costs)
        for row, weight in zip(program.A.rows(), y, strict=True):
            check_deadline("refining a basis")
            total = Fraction(0)
            for j, a in row:
                total += a * x[j]
                if weight:
                    reduced[j] -= weight * a
            at.append(total)
        gaps = {
            "row_lower": [_less(s, v) for s, v in zip(program.row_lower, at, strict=True)],
            "row_upper": [_less(s, v) for s, v in zip(program.row_upper, at, strict=True)],
            "lower": [_less(s, v) for s, v in zip(program.lower, x, strict=True)],
            "upper": [_less(s, v) for s, v in zip(program.upper, x, strict=True)],
        }
        units = {name: doubles.row_unit if name.startswith("row") else doubles.unit for name in gaps}
        missing = max(
            (
                (gap if name.endswith("lower") else -gap) / Fraction(unit)
                for name, values in gaps.items()
                for gap, unit in zip(values, units[name].tolist(), strict=True)
                if gap is not None
            ),
            default=Fraction(0),
        )
        wrong = Fraction(0)
        for j, d in enumerate(reduced):
            beyond = (d > 0 and x[j] != program.lower[j]) or (d < 0 and x[j] != program.upper[j])
            if beyond and not (program.lower[j] == program.upper[j] is not None):
                wrong = max(wrong, abs(d) * Fraction(doubles.unit[j]))
        primal, dual = _gain(missing, scales[0]), _gain(wrong, scales[1])
        absent = {"row_lower": -np.inf, "row_upper": np.inf, "lower": -np.inf, "upper": np.inf}
        shifted = {
            name: sides([None if g is None else g * Fraction(primal) for g in values], absent[name]) / units[name]
            for name, values in gaps.items()
        }
        cost = nearest([d * Fraction(dual) for d in reduced])
        return replace(doubles, **shifted), cost, (primal, dual)

    def _judge(self, vertex: Vertex) -> Found | None:
        """The proof that a basis gives, if any; one half of a proof gives an end of the bracket."""
        basis = vertex.basis
        if basis is None or basis.key() in self._seen:
            return None
        self._seen.add(basis.key())
        with self.watch.during("exact"):
            solution = solve_basis(self.program, self.costs, basis, self.until)
        if solution is None:
            return None
        return self.weigh(solution, basis, "highs")

    def ranges(self, found: Found) -> tuple[Range, ...] | str:
        """The ranges of an optimum, or why they are not known."""
        if found.basis is None:
            return "ranges are not known: the optimum was found without a basis"
        try:
            with self.watch.during("ranges"):
                return ranges_of(self.program, *found.basis, self.until)
        except (OverBudget, TooLong):
            return "ranges are not known: the time allowed ran out"

    def weigh(self, solution: BasicSolution, basis: Basis | None, solver: str) -> Found | None:
        """Have the verifier look at a point and its multipliers."""
        point, bound = Point(solution.x), bound_of(self.program, solution.y, solution.reduced)
        value = objective_at(self.program, point)
        if bound is not None:
            proof = Optimum(value, point, bound)
            with self.watch.during("verification"):
                verdict = verify(self.program, proof)
            if verdict.holds:
                return Found(proof, verdict, solver, None if basis is None else (basis, solution))
        self.keep(ObjectiveBracket(value=value, point=point))
        if bound is not None:
            self.keep(ObjectiveBracket(limit=self.limit_of(bound), bound=bound))
        return None

    def limit_of(self, bound: Bound) -> Fraction:
        """The value that a bound proves no point to pass."""
        total = Fraction(0)
        for term in bound.terms:
            side = self.program.side(term.place, term.number, term.side)
            assert side is not None
            total += term.weight * (side if term.side == "lower" else -side)
        sign = -1 if self.program.maximise else 1
        return sign * total / bound.denominator + Fraction(self.program.constant)

    def keep(self, end: ObjectiveBracket) -> None:
        """Take over an end of the bracket that is better than what is known, if the verifier accepts it."""
        sign = -1 if self.program.maximise else 1
        old, new = (self.known.value, end.value) if end.point is not None else (self.known.limit, end.limit)
        gain = 1 if end.point is not None else -1
        if new is None or (old is not None and gain * sign * (old - new) <= 0):
            return
        with self.watch.during("verification"):
            if not verify(self.program, end).holds:
                return
            if end.point is not None:
                self.known = replace(self.known, value=end.value, point=end.point)
            else:
                self.known = replace(self.known, limit=end.limit, bound=end.bound)
            self.verdict = verify(self.program, self.known)

    def _by_feasibility(self, said: str) -> Iterator[Found | None]:
        """Infeasible, unbounded or optimal as questions of feasibility, the likeliest first."""
        program = self.program
        ways = {"unbounded": (self._unbounded, self._infeasible), "either": (self._infeasible, self._unbounded)}
        for way in ways.get(said, (self._infeasible, self._both, self._unbounded)):
            yield way()
        if said in ways and all(program.shape):
            yield self._both()

    def _point(self) -> Point | None:
        return self.known.point

    def _infeasible(self) -> Found | None:
        if self._point() is not None:
            return None
        proved = search(self.program, strict=False, until=self.until, watch=self.watch)
        if isinstance(proved, Reason):
            return None
        if isinstance(proved.proof, Contradiction):
            return Found(proved.proof, proved.verdict, proved.solver)
        if isinstance(proved.proof, Point):
            self.keep(ObjectiveBracket(value=objective_at(self.program, proved.proof), point=proved.proof))
        return None

    def _unbounded(self) -> Found | None:
        if self.known.bound is not None:
            return None
        ray = search(directions(self.program, self.costs), strict=False, until=self.until, watch=self.watch)
        if isinstance(ray, Reason) or not isinstance(ray.proof, Point):
            return None
        found = self._infeasible()
        point = self._point()
        if found is not None or point is None:
            return found
        proof = Ray(point, ray.proof)
        with self.watch.during("verification"):
            verdict = verify(self.program, proof)
        return Found(proof, verdict, ray.solver) if verdict.holds else None

    def _both(self) -> Found | None:
        whole = both_problems(self.program, self.costs)
        proved = search(whole.program, strict=False, until=self.until, watch=self.watch)
        if isinstance(proved, Reason) or not isinstance(proved.proof, Point):
            return None
        x, y, reduced = whole.parts(proved.proof)
        return self.weigh(BasicSolution(x, y, reduced), None, proved.solver)

    def _contradiction(self, clash: Contradiction, solver: str) -> Found | None:
        with self.watch.during("verification"):
            verdict = verify(self.program, ProgramClaim(clash))
        return Found(clash, verdict, solver) if verdict.holds else None


def _added(value: list[Fraction] | None, more: list[Fraction], scale: Fraction) -> list[Fraction]:
    if value is None:
        return [v / scale for v in more]
    return [v + w / scale for v, w in zip(value, more, strict=True)]


def _less(side: Fraction | None, value: Fraction) -> Fraction | None:
    return None if side is None else side - value


def _gain(missing: Fraction, before: float) -> float:
    """A power of two that makes what is missing about 1; where nothing is, much more than before."""
    most = min(before * _GAIN, _LARGEST)
    if missing <= 0:
        return most
    size = missing.denominator.bit_length() - missing.numerator.bit_length()
    return float(min(max(2.0 ** min(size, 1000), before), most))
