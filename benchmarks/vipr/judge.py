"""Whether a VIPR file proves what it claims, by the specification's own definitions, in rational arithmetic."""

from __future__ import annotations

from fractions import Fraction

from benchmarks.vipr.record import Constraint, Derivation, File, Refused, Terms

__all__ = ["judge"]


def judge(file: File) -> str:
    """What is proved, in words; Refused names what fails."""
    values = [_value(file, solution) for solution in file.solutions]
    known = list(file.constraints)
    last = [None] * len(known)
    for each in file.derivations:
        _follow(each, known, last)
        known.append(each.constraint)
        last.append(each.last)
    if file.infeasible:
        if not file.derivations or not _absurd(known[-1]):
            raise Refused("infeasibility is claimed, but the last derivation is no absurdity")
        return f"{len(file.constraints)} constraints have no solution"
    if file.lower is not None and file.upper is not None and file.lower > file.upper:
        raise Refused("the lower bound claimed is above the upper one")
    # A solution proves the bound on the side one would like to pass, derivations that on the other.
    reached, derived = (file.upper, file.lower) if file.minimise else (file.lower, file.upper)
    best = min(values, default=None) if file.minimise else max(values, default=None)
    sense = 1 if file.minimise else -1
    if reached is None and derived is None:
        raise Refused("no bound is claimed, so nothing is proved")
    if reached is not None and (best is None or sense * (best - reached) > 0):
        raise Refused("no solution is as good as claimed")
    wanted = None if derived is None else Constraint("", sense, derived, file.objective)
    if wanted is not None and not (file.derivations and _dominates(known[-1], wanted)):
        raise Refused("the last derivation does not bound the objective as claimed")
    return f"{len(file.constraints)} constraints have a solution" if derived is None else "the objective is bounded"


def _value(file: File, solution: Terms) -> Fraction:
    """The objective at a solution that is one."""
    for index in file.integers:
        if solution.get(index, Fraction(0)).denominator != 1:
            raise Refused(f"a solution gives the integer variable {file.variables[index]} a fraction")
    for each in file.constraints:
        excess = _product(each.terms, solution) - each.bound
        if excess * each.sense < 0 or (each.sense == 0 and excess):
            raise Refused(f"a solution violates the constraint {each.name}")
    return _product(file.objective, solution)


def _follow(each: Derivation, known: list[Constraint], last: list[int | None]) -> None:
    """A suitable linear combination of what is known must dominate the constraint."""
    own, terms, bound, senses = len(known), dict[int, Fraction](), Fraction(0), set[int]()
    for index, factor in each.multipliers.items():
        limit = last[index]
        if limit is not None and limit < own:
            raise Refused(f"{each.constraint.name} refers to {known[index].name}, which was to be forgotten by then")
        used = known[index]
        senses.add(used.sense * (1 if factor > 0 else -1))
        bound += factor * used.bound
        for k, value in used.terms.items():
            terms[k] = terms.get(k, Fraction(0)) + factor * value
    if {1, -1} <= senses:
        raise Refused(f"{each.constraint.name} adds up inequalities of opposite senses")
    sense = next(iter(senses - {0}), 0)
    found = Constraint("", sense, bound, {k: value for k, value in terms.items() if value})
    if not _dominates(found, each.constraint):
        raise Refused(f"{each.constraint.name} does not follow from its multipliers")


def _dominates(one: Constraint, other: Constraint) -> bool:
    if _absurd(one):
        return True
    if one.terms != other.terms or (one.sense != other.sense and one.sense != 0):
        return False
    return one.bound == other.bound if other.sense == 0 else (one.bound - other.bound) * other.sense >= 0


def _absurd(one: Constraint) -> bool:
    """0 ≥ something positive, 0 ≤ something negative, or 0 = something else."""
    return not one.terms and (one.bound != 0 if one.sense == 0 else one.bound * one.sense > 0)


def _product(terms: Terms, point: Terms) -> Fraction:
    return sum((value * point[k] for k, value in terms.items() if k in point), Fraction(0))
