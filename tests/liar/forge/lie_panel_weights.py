"""Panels with three effects and more, and the forgers of the weights that are claimed of their rows."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gordan.feasibility.panel import split_panel
from gordan.outcome.panel import Absorbed, Cycle, PanelClaim
from gordan.problem.panel import Panel
from liar.forge.forger import Case, Forger, drawn_where, proved_by

__all__ = ["PANEL_WEIGHTS", "drawn_further"]


def drawn_further(rng: Any) -> Panel:
    """Three or four effects with small levels, counts or classes, often turned along a direction."""
    n, k, effects = int(rng.integers(6, 60)), int(rng.integers(0, 3)), int(rng.integers(3, 5))
    levels = [rng.integers(0, int(rng.integers(1, 5)), n) for _ in range(effects)]
    X = rng.integers(-2, 3, (n, k)).astype(float)
    if k and not rng.integers(4):
        X[:, 0] = rng.integers(0, 3, 6)[levels[0]] - rng.integers(0, 3, 6)[levels[2]]
    z = X @ rng.integers(-1, 2, k) + sum(rng.integers(-1, 2, 6)[each] for each in levels)
    binomial, turned = bool(rng.integers(2)), bool(rng.integers(2))
    signs = rng.choice([-1, 1] if binomial else [-1, 0], n)
    if turned and binomial:
        signs = np.where(z < 0, -1, np.where(z > 0, 1, signs))
    kept = (z <= 0) if turned and not binomial and (z <= 0).sum() > 3 else np.ones(n, bool)
    if turned and not binomial:
        signs = np.where(z < 0, -1, signs)
    codes = tuple(np.unique(each[kept], return_inverse=True)[1] for each in levels)
    return Panel(X[kept] / (10 if rng.integers(2) else 1), codes, signs[kept], "decimal")


def honest(rng: Any) -> Case | None:
    panel = drawn_further(rng)
    split = split_panel(panel)
    return None if split is None else Case(panel, split.claim)


_where = partial(drawn_where, honest, tries=40)


def _some_flat(case: Case) -> bool:
    return bool((~case.claim.strict).any())


def _weighed(case: Case) -> bool:
    return bool((~case.claim.strict & (case.problem.signs != 0)).any())


def _reweighed(case: Case, rng: Any) -> dict[str, Any]:
    """One weight more on an equality or on an inequality, of its own sign."""
    weights, row = case.claim.proof.weights.copy(), int(rng.choice(np.flatnonzero(~case.claim.strict)))
    weights[row] += int(case.problem.signs[row]) or 1
    return {"weights": weights}


def _turned(case: Case, rng: Any) -> dict[str, Any]:
    """All weights and their correction with the other sign: they still cancel."""
    proof = case.claim.proof
    integers = tuple(-v for v in proof.correction.integers)
    return {"weights": -proof.weights, "correction": Cycle(proof.correction.rows, integers)}


def _strict_weight(case: Case, rng: Any) -> dict[str, Any]:
    """A strict row in the correction, with an integer that changes nothing."""
    row, correction = int(np.flatnonzero(case.claim.strict)[0]), case.claim.proof.correction
    return {"correction": Cycle((*correction.rows, row), (*correction.integers, 0))}


def _unbalanced(case: Case, rng: Any) -> dict[str, Any]:
    """One more cycle in the correction: effects still cancel, and the sums of the pivots no more."""
    proof = case.claim.proof
    correction, cycle = proof.correction, proof.cycles[0]
    much = 10**6 * max(1, abs(int(proof.weights.max())), abs(int(proof.weights.min())), *map(abs, cycle.integers))
    rows, integers = (*correction.rows, *cycle.rows), (*(v * much for v in correction.integers), *cycle.integers)
    return {"factor": proof.factor * much, "correction": Cycle(rows, integers)}


def _strict_flat(case: Case, rng: Any) -> Case:
    strict = case.claim.strict.copy()
    strict[rng.choice(np.flatnonzero(~strict))] = True
    return case._replace(claim=PanelClaim(strict, case.claim.proof))


def _flat_strict(case: Case, rng: Any) -> Case:
    strict = case.claim.strict.copy()
    strict[rng.choice(np.flatnonzero(strict))] = False
    return case._replace(claim=PanelClaim(strict, case.claim.proof))


def _open_cycle(case: Case, rng: Any) -> dict[str, Any]:
    first, *rest = case.claim.proof.cycles
    return {"cycles": (Cycle(first.rows, (first.integers[0] + 1, *first.integers[1:])), *rest)}


def _unabsorbed(case: Case, rng: Any) -> dict[str, Any]:
    first, *rest = case.claim.proof.absorbed
    potentials, row = list(first.potentials), int(np.flatnonzero(~case.claim.strict)[0])
    potentials[int(case.problem.further[-1][row])] += 1
    return {"absorbed": (Absorbed(*first[:2], tuple(potentials)), *rest)}


PANEL_WEIGHTS = [
    Forger(
        "weights of a panel: doubles",
        "an integer for every row",
        honest,
        proved_by(lambda c, rng: {"weights": c.claim.proof.weights * 1.0}),
    ),
    Forger(
        "weights of a panel: potentials too long",
        "integers for every level",
        honest,
        proved_by(lambda c, rng: {"potentials": np.full_like(c.claim.proof.potentials, 2**58)}),
    ),
    Forger(
        "weights of a panel: one more",
        "effects cancel under the weights",
        _where(_some_flat),
        proved_by(_reweighed),
        ("regressors cancel under the weights",),
    ),
    Forger("weights of a panel: turned", "weights have the signs of flat rows", _where(_weighed), proved_by(_turned)),
    Forger(
        "weights of a panel: of a strict row",
        "weights are of flat rows",
        _where(lambda c: c.claim.strict.any()),
        proved_by(_strict_weight),
    ),
    Forger(
        "weights of a panel: unbalanced",
        "regressors cancel under the weights",
        _where(lambda c: c.claim.proof.cycles),
        proved_by(_unbalanced),
    ),
    Forger(
        "weights of a panel: a flat row called strict",
        "strict rows are positive",
        _where(_some_flat),
        _strict_flat,
        ("weights are of flat rows",),
    ),
    Forger(
        "weights of a panel: a strict row called flat",
        "other rows vanish under the direction",
        _where(lambda c: c.claim.strict.any()),
        _flat_strict,
        ("weights have the signs of flat rows", "absorbed regressors vanish with their effects"),
    ),
    Forger(
        "weights of a panel: a cycle that is open",
        "effects cancel in every cycle",
        _where(lambda c: c.claim.proof.cycles),
        proved_by(_open_cycle),
        ("cycles are independent",),
    ),
    Forger(
        "weights of a panel: a cycle too few",
        "cycles are independent",
        _where(lambda c: c.claim.proof.cycles),
        proved_by(lambda c, rng: {"cycles": c.claim.proof.cycles[:-1]}),
    ),
    Forger(
        "weights of a panel: a regressor forgotten",
        "every regressor is a pivot or absorbed",
        _where(lambda c: c.problem.k),
        proved_by(lambda c, rng: {"pivots": (), "cycles": (), "absorbed": ()}),
    ),
    Forger(
        "weights of a panel: another potential",
        "absorbed regressors vanish with their effects",
        _where(lambda c: c.claim.proof.absorbed and _some_flat(c)),
        proved_by(_unabsorbed),
    ),
]
