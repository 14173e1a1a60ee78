"""The contract of an oracle: its answers agree with one another and with exact arithmetic; its bounds are bounds."""

from __future__ import annotations

from typing import Protocol, cast

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Oracle, SupportOracle, offers
from gordan.engine.oracle.sweep import Order, Pass, Rule, SweepOracle
from gordan.errors import UnsuitableSolver
from gordan.testing.product import check_products
from gordan.testing.support import check_support, require

__all__ = ["check_oracle", "check_sweeps"]


class Swept(Oracle, SweepOracle, Protocol):
    """An oracle that multiplies and sweeps."""


def check_oracle(oracle: SupportOracle, *, random_state: int = 0) -> None:
    """Hold an oracle to as much of the contract as it offers; AssertionError says what is amiss.

    Parameters
    ----------
    oracle : SupportOracle, Oracle or SweepOracle
        The data as a solver sees them. A few dozen points are enough; beyond that, exact arithmetic is left out.
    random_state : int
        Seeds the directions and weights it is tried on.

    Examples
    --------
    >>> from gordan import Points
    >>> from gordan.engine.oracle.build import build
    >>> check_oracle(build(Points([[0.0, 1.0], [1.0, 0.0], [3.0, 2.0]], [0, 1, 1]).canonical()))
    """
    rng = np.random.default_rng(random_state)
    require(offers(oracle, SupportOracle), "not even a support oracle: an operation is missing")
    full = cast(Swept, oracle)
    directions = _directions(full, rng)
    check_support(full, directions)
    if offers(oracle, Oracle):
        check_products(full, directions, _weights(full, rng))
    if offers(oracle, SweepOracle):
        check_sweeps(full)


def _directions(oracle: Oracle, rng: np.random.Generator) -> list[Array]:
    """Random combinations of the atoms: the only directions an oracle is sure to understand."""
    first = [atom for block in oracle.worst(oracle.zero(), 5) for atom in block]
    directions = []
    for _ in range(3):
        w = oracle.zero()
        for atom in first:
            w = w + atom.column * float(rng.standard_normal())
        directions.append(w)
    return directions


def _weights(oracle: Oracle, rng: np.random.Generator) -> list[Array]:
    """Points of the base, spread out and concentrated."""
    cone = oracle.cone
    drawn = [cone.soften(rng.standard_normal(cone.size), mu) for mu in (1.0, 0.3, 0.05)]
    return [cone.centre.weights, *drawn]


_SUMMED = 1e-9  # running sums of a few sweeps, relative to the longest column
_SWEEPS = 12  # clearly separable points are quiet by then


def check_sweeps(oracle: Swept) -> None:
    """Sweep a few times by every rule, to and fro."""
    reach = oracle.reach
    require(bool(np.isfinite(reach)) and reach > 0, f"reach is {reach}, and thresholds are made of it")
    _check_reach(oracle)
    rules = [
        Rule.rosenblatt(),
        Rule.aggressive(reach**2),
        Rule.r_independent(),
        Rule.infinity(1.5, reach),
        Rule.winnow(1.0, signed=True),
        Rule.hildreth(),
    ]
    forth = np.arange(oracle.size)
    for rule in rules:
        if _refused(oracle, rule, forth):
            continue
        run = oracle.begin()
        require(run.updates == 0 and run.lowest is None, "a run that has not begun has updates")
        for k in range(_SWEEPS):
            before = np.copy(run.direction)
            after = oracle.sweep(run, rule, forth if k % 2 == 0 else forth[::-1])
            require(np.array_equal(run.direction, before), f"{rule.name}: a sweep changes the pass it went on from")
            require(after.updates >= run.updates, f"{rule.name}: a sweep takes updates back")
            quiet = after.updates == run.updates
            require(quiet == (after.lowest is not None), f"{rule.name}: lowest is known just when nothing was updated")
            _check_pass(oracle, rule, after)
            _check_due(oracle, after)
            run = after
            if quiet:
                _check_threshold(oracle, rule, after)
                break


def _refused(oracle: Swept, rule: Rule, order: Order) -> bool:
    """Whether a rule that multiplies coordinates is refused in a sentence, where there are none; no other may be."""
    try:
        oracle.sweep(oracle.begin(), rule, order)
    except UnsuitableSolver:
        require(rule.multiplicative, f"{rule.name} is refused, and asks for sums only")
        return True
    return False


def _check_reach(oracle: Swept) -> None:
    """No column is longer than reach; with an intercept only half-differences of points have a length of their own."""
    first, *second = oracle.worst(oracle.zero(), min(oracle.size, 50))
    for atom in first:
        for other in second[0] if second else [None]:
            column = atom.column if other is None else (atom.column + other.column) * 0.5
            length = oracle.norm(column)
            above = max(1e-12, 4.0 * oracle.support_rounding)
            require(length <= oracle.reach * (1 + above), f"reach = {oracle.reach!r}, and a column has {length!r}")


def _check_pass(oracle: Swept, rule: Rule, run: Pass) -> None:
    slack = max(_SUMMED, 8.0 * oracle.rounding) * oracle.reach
    require(bool(np.isfinite(run.direction).all()), f"{rule.name}: a sweep ends with a direction that is not finite")
    require((run.weights is None) == (run.image is None), f"{rule.name}: weights and image come together")
    if run.weights is not None and run.image is not None:
        off = oracle.cone.violation(run.weights)
        require(off <= 1e-12, f"{rule.name}: the weights of a sweep are {off:.3g} off the base")
        off = oracle.norm(oracle.combine(run.weights) - run.image)
        require(off <= slack, f"{rule.name}: the image of a sweep is {off:.3g} off that of its weights")
    if run.lowest is not None:
        truth = oracle.cone.lowest(oracle.margins(run.direction))
        off = abs(run.lowest - truth)
        allowed = slack * oracle.norm(run.direction)
        require(off <= allowed, f"{rule.name}: lowest is {run.lowest!r} and should be {truth!r}")
    if oracle.blocks == 1 and not rule.multiplicative and run.image is not None:
        # Hildreth's multipliers add up to anything; the others' counts to the updates.
        length = oracle.norm(run.direction)
        along = oracle.norm(run.image) / length if rule.name == "hildreth" and length > 0 else 1.0 / run.updates
        off = oracle.norm(run.direction * along - run.image)
        require(off <= slack, f"{rule.name}: the direction is not the sum that the weights make, by {off:.3g}")


def _check_due(oracle: Swept, run: Pass) -> None:
    """What is due holds every example that carries weight, and every one lower than 1 as far as no lift hides it."""
    due = oracle.due(run)
    z = oracle.margins(run.direction)
    truth, slack = oracle.cone.lowest(z), 8.0 * oracle.rounding * oracle.reach * (1.0 + oracle.norm(run.direction))
    require(abs(due.lowest - truth) <= slack, f"due says lowest = {due.lowest!r}, and it is {truth!r}")
    listed = np.zeros(oracle.size, dtype=bool)
    listed[due.order] = True
    require(int(listed.sum()) == len(due.order), "due names an example twice")
    if run.weights is not None:
        require(bool(listed[run.weights > 0].all()), "due leaves out an example that carries weight")
    if oracle.blocks == 1:
        require(bool(listed[z < 1.0 - slack].all()), "due leaves out an example whose product is below 1")


def _check_threshold(oracle: Swept, rule: Rule, run: Pass) -> None:
    """A quiet sweep leaves every product at the rule's threshold or above (unlifted ones: the lift has its share)."""
    if oracle.blocks == 2 or rule.multiplicative or run.lowest is None or run.weights is None:
        return
    beta = 0.0
    if rule.name == "r_independent":
        # By then the threshold has reached the squared length of every point that was ever added.
        atoms = oracle.worst(oracle.zero(), oracle.size)[0]
        beta = max(oracle.dot(atom.column, atom.column) for atom in atoms if run.weights[atom.key] > 0)
    elif rule.name == "hildreth":
        beta = 1.0
    elif rule.name == "infinity":
        beta = rule.threshold(0.0, run.updates, 0.0)
    else:
        beta = rule.parameters[0]
    require(
        run.lowest >= beta * (1 - 1e-9), f"{rule.name}: a quiet sweep has {run.lowest!r} and the threshold is {beta!r}"
    )
