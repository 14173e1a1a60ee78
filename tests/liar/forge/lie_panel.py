"""Panels with one or two effects, and the forgers of what is claimed of their rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from claimed import replace
from gordan.feasibility.panel import split_panel
from gordan.outcome.panel import Absorbed, Cycle, PanelClaim, Tree
from gordan.problem.panel import Panel
from liar.forge.forger import Case, Forger, drawn_where, proved_by

__all__ = ["PANELS", "drawn_panel"]

TREES = ("every level is reached from its root", "every level leads to its root")


def drawn_panel(rng: Any) -> Panel:
    """Small levels, signs of any kind, regressors at any scale, some of which the effects absorb."""
    n, k = int(rng.integers(8, 40)), int(rng.integers(0, 4))
    levels = tuple(rng.integers(0, int(rng.integers(1, 6)), n) for _ in range(int(rng.integers(1, 3))))
    X = rng.integers(-3, 4, (n, k)).astype(float)
    if k and rng.integers(2):
        X[:, 0] = rng.integers(0, 9, 6)[levels[0]]
    if k > 1 and rng.integers(2):
        X[:, -1] = 2 * X[:, 0] + rng.integers(0, 3, 6)[levels[-1]]
    X = X * 2.0 ** int(rng.integers(-900, 900)) if rng.integers(2) else X / 10
    share = rng.random()
    signs = rng.choice([-1, 1], n) if not rng.integers(4) else np.where(rng.random(n) < share, 0, -1)
    return Panel(X, levels, signs, "decimal" if rng.integers(2) else "binary")


def honest(rng: Any) -> Case | None:
    panel = drawn_panel(rng)
    split = split_panel(panel)
    return None if split is None else Case(panel, split.claim)


_where = partial(drawn_where, honest, tries=40)


def _changed(values: Any, place: int, by: int) -> Any:
    changed = values.copy()
    changed[place] += by
    return changed


def _mark_flat(case: Case, rng: Any) -> Case:
    """A strict row called one that cannot be strict."""
    strict = case.claim.strict.copy()
    strict[rng.choice(np.flatnonzero(strict))] = False
    return case._replace(claim=PanelClaim(strict, case.claim.proof))


def _mark_strict(case: Case, rng: Any) -> Case:
    strict = case.claim.strict.copy()
    strict[rng.choice(np.flatnonzero(~strict))] = True
    return case._replace(claim=PanelClaim(strict, case.claim.proof))


def _one_component(case: Case, rng: Any) -> dict[str, Any]:
    """Two components called one: their flat rows are still between equal potentials."""
    component = case.claim.proof.component
    return {"component": np.zeros_like(component)}


def _cut_tree(which: str) -> Callable[[Case, Any], dict[str, Any]]:
    """A vertex that is its own ancestor: it hangs on a row to a child of its own."""

    def forge(case: Case, rng: Any) -> dict[str, Any]:
        tree = getattr(case.claim.proof, which)
        child = int(rng.choice(np.flatnonzero(tree.row >= 0)))
        return {which: Tree(tree.row, _changed(tree.depth, child, 1))}

    return forge


def path(rng: Any) -> Case | None:
    """One row from one level to the constant, at equal potentials, reached from one end and leading to the other."""
    panel = Panel(np.zeros((1, 0)), (np.array([0]),), np.array([0]))
    split = split_panel(panel)
    return None if split is None else Case(panel, split.claim)


def _directed(case: Case, rng: Any) -> Case:
    """The same row as an inequality: it can be strict, and the two trees have different roots."""
    panel = Panel(np.zeros((1, 0)), (np.array([0]),), np.array([-1]))
    outward, inward = Tree(np.array([-1, 0]), np.array([0, 1])), Tree(np.array([0, -1]), np.array([1, 0]))
    proof = replace(case.claim.proof, component=np.array([0, 0]), outward=outward, inward=inward)
    return Case(panel, PanelClaim(np.array([False]), replace(proof, potentials=np.array([0, 0]))))


def _pivots(case: Case) -> bool:
    return bool(case.claim.proof.cycles)


def _directed_cycles(case: Case) -> bool:
    return any(case.problem.signs[list(cycle.rows)].any() for cycle in case.claim.proof.cycles)


def _against(case: Case, rng: Any) -> dict[str, Any]:
    """A cycle that goes against the signs of its rows; with its factor turned round the sums still cancel."""
    cycles, balance = list(case.claim.proof.cycles), list(case.claim.proof.balance)
    place = next(k for k, cycle in enumerate(cycles) if case.problem.signs[list(cycle.rows)].any())
    cycles[place] = Cycle(cycles[place].rows, tuple(-integer for integer in cycles[place].integers))
    balance[place] = -balance[place]
    return {"cycles": tuple(cycles), "balance": tuple(balance)}


def _unbalanced(case: Case, rng: Any) -> dict[str, Any]:
    balance = list(case.claim.proof.balance)
    directed = [bool(case.problem.signs[list(cycle.rows)].any()) for cycle in case.claim.proof.cycles]
    balance[directed.index(True)] = 0
    return {"balance": tuple(balance)}


def _other_beta(case: Case, rng: Any) -> dict[str, Any]:
    """A regressor that is not 0 on some flat row has a part in the direction."""
    beta = list(case.claim.proof.coefficients or (0,) * case.problem.k)
    beta[int(np.flatnonzero(case.problem.regressors[~case.claim.strict].any(axis=0))[0])] += 1
    return {"coefficients": tuple(beta)}


def _open_cycle(case: Case, rng: Any) -> dict[str, Any]:
    cycles = list(case.claim.proof.cycles)
    cycles[0] = Cycle(cycles[0].rows, (cycles[0].integers[0] + 1, *cycles[0].integers[1:]))
    return {"cycles": tuple(cycles)}


def _same_cycle(case: Case, rng: Any) -> dict[str, Any]:
    """Nothing but one cycle of equalities, or none."""
    cycles, pivots = case.claim.proof.cycles, case.claim.proof.pivots
    kept = tuple(cycle for cycle in cycles if not case.problem.signs[list(cycle.rows)].any())[: len(pivots) - 1]
    return {"cycles": kept, "balance": (0,) * len(kept)}


def _unabsorbed(case: Case, rng: Any) -> dict[str, Any]:
    """One potential moved, of a level that some flat row has."""
    first, *rest = case.claim.proof.absorbed
    flat = np.flatnonzero(~case.claim.strict)
    potentials = list(first.potentials)
    potentials[int(case.problem.tail[flat[0]])] += 1
    return {"absorbed": (Absorbed(*first[:2], tuple(potentials)), *rest)}


PANELS = [
    Forger(
        "panel: a mark too few",
        "a mark for every row",
        honest,
        lambda c, rng: c._replace(claim=replace(c.claim, strict=c.claim.strict[1:])),
        None,
    ),
    Forger(
        "panel: doubles for levels",
        "integers for every level",
        honest,
        proved_by(lambda c, rng: {"potentials": c.claim.proof.potentials * 1.0}),
    ),
    Forger(
        "panel: the least integer",
        "integers for every level",
        honest,
        proved_by(lambda c, rng: {"potentials": _changed(np.full_like(c.claim.proof.potentials, -(2**63)), 0, 0)}),
    ),
    Forger(
        "panel: a flat row called strict",
        "strict rows are positive",
        _where(lambda c: (~c.claim.strict).any()),
        _mark_strict,
        (*TREES, "cycles follow the signs of flat rows"),
    ),
    Forger(
        "panel: a strict row called flat",
        "other rows vanish under the direction",
        _where(lambda c: c.claim.strict.any()),
        _mark_flat,
        ("flat rows stay in a component", "absorbed regressors vanish with their effects"),
    ),
    Forger(
        "panel: a component cut",
        "flat rows stay in a component",
        _where(lambda c: (~c.claim.strict).any()),
        proved_by(
            lambda c, rng: {
                "component": _changed(
                    c.claim.proof.component, int(c.problem.tail[np.flatnonzero(~c.claim.strict)[0]]), 10**6
                )
            }
        ),
        TREES,
    ),
    Forger(
        "panel: components joined",
        "every level is reached from its root",
        _where(lambda c: np.unique(c.claim.proof.component).size > 1),
        proved_by(_one_component),
        TREES,
    ),
    Forger(
        "panel: a depth of its own",
        "every level is reached from its root",
        _where(lambda c: (c.claim.proof.outward.row >= 0).any()),
        proved_by(_cut_tree("outward")),
    ),
    Forger(
        "panel: a depth of its own, inward",
        "every level leads to its root",
        _where(lambda c: (c.claim.proof.inward.row >= 0).any()),
        proved_by(_cut_tree("inward")),
    ),
    Forger("panel: a path called a cycle", "both trees have the same roots", path, _directed),
    Forger(
        "panel: a regressor forgotten",
        "every regressor is a pivot or absorbed",
        _where(lambda c: c.problem.k),
        proved_by(lambda c, rng: {"pivots": (), "cycles": (), "absorbed": ()}),
    ),
    Forger(
        "panel: a cycle that is open",
        "effects cancel in every cycle",
        _where(_pivots),
        proved_by(_open_cycle),
        ("cycles are independent", "cycles follow the signs of flat rows", "sums of the cycles cancel"),
    ),
    Forger("panel: a cycle too few", "cycles are independent", _where(_pivots), proved_by(_same_cycle)),
    Forger(
        "panel: another potential",
        "absorbed regressors vanish with their effects",
        _where(lambda c: c.claim.proof.absorbed and (~c.claim.strict).any()),
        proved_by(_unabsorbed),
    ),
    Forger(
        "panel: against the signs",
        "cycles follow the signs of flat rows",
        _where(_directed_cycles),
        proved_by(_against),
        ("sums of the cycles cancel",),
    ),
    Forger(
        "panel: a cycle without a factor", "sums of the cycles cancel", _where(_directed_cycles), proved_by(_unbalanced)
    ),
    Forger(
        "panel: another β",
        "other rows vanish under the direction",
        _where(lambda c: c.problem.k and c.problem.regressors[~c.claim.strict].any()),
        proved_by(_other_beta),
        ("strict rows are positive",),
    ),
]
