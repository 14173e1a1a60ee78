"""`split`: the inequalities that some admissible direction makes positive, those that none does, and the proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import deadline, now, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.errors import InputError, OverBudget
from gordan.feasibility.split.coordinates import Coordinates, coordinates, exact_direction
from gordan.feasibility.split.dependence import dependence
from gordan.feasibility.split.exact import Mask
from gordan.feasibility.split.face import LARGE, Face, face
from gordan.feasibility.split.reduction import reduction
from gordan.feasibility.split.score import balance, score
from gordan.feasibility.split.weights import exact_weights, full_weights
from gordan.outcome import UNJUDGED, Code, Reason, Verdict
from gordan.outcome.split import Dependence, SplitClaim, SplitProof
from gordan.problem.system import System
from gordan.verify import verify

__all__ = ["Split", "Unsettled", "split"]

Kind = Literal["complete", "quasi", "overlap"]

# Of the free coordinates: short integers first, then all that a double has, then with the centre's.
_BITS = (20, 52, 80)
_SMALL = 50_000  # numbers: up to here the simplex method in integers ends within seconds
_PATIENCE = 30.0  # seconds for it, where no budget was given


@dataclass(frozen=True, eq=False, kw_only=True)
class Split:
    """S | L, proved: `strict` is True on S.

    `direction` is positive on S and zero elsewhere; `weights` are positive on all of L and cancel its rows with
    `multipliers` of the equalities: each the nearest doubles to what `proof` has. `aliased` are columns that depend on
    earlier ones, on all rows.
    """

    strict: Mask
    direction: Array
    weights: Array
    multipliers: Array
    rank: int
    aliased: tuple[int, ...]
    proof: SplitProof = field(repr=False)
    verdict: Verdict

    @property
    def kind(self) -> Kind:
        """Complete where no row is flat and there are no equalities, overlap where no row is strict, quasi between."""
        if not self.strict.any():
            return "overlap"
        return "complete" if self.strict.all() and not self.multipliers.size else "quasi"


@dataclass(frozen=True, eq=False, kw_only=True)
class Unsettled:
    """No split was proved. `strict` is the best guess where there is one, and `verdict` what was said of its proof."""

    reason: Reason
    strict: Mask | None = None
    verdict: Verdict = UNJUDGED


def split(
    system: System,
    *,
    proof: Literal["rounded", "exact"] = "rounded",
    weights: Array | None = None,
    max_seconds: float | None = None,
) -> Split | Unsettled:
    """The one split of the inequalities, with the proof of both halves.

    Parameters
    ----------
    system : System
        A_I b ≥ 0, A_E b = 0.
    proof : {"rounded", "exact"}
        "rounded" lets rigorous floating bounds settle what they can; "exact" gives integers only.
    weights : array, optional
        Of all rows, those of the inequalities positive, which may be near such as cancel: tried first.
    max_seconds : float, optional
        A budget for the search.

    Returns
    -------
    Split or Unsettled
        What could not be proved is never guessed.

    Examples
    --------
    >>> answer = split(System([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]))
    >>> answer.kind, answer.strict.tolist(), answer.rank
    ('quasi', [True, False, False], 2)
    """
    if proof not in ("rounded", "exact"):
        raise InputError(f"proof is {proof!r}; give 'rounded' or 'exact'")
    limit = None if max_seconds is None else max(max_seconds, 1e-9)
    # Sizes at the ends of the doubles may overflow in the search; what is proved is proved apart from it.
    with deadline(limit) as known, one_thread(with_scipy=True), np.errstate(all="ignore"):
        try:
            answer = _search(system, proof == "exact", weights, known.until)
        except ArithmeticError as problem:
            return Unsettled(reason=Reason(str(problem), Code.OVERFLOW))
        except OverBudget as problem:
            answer = Unsettled(reason=Reason(str(problem), Code.UNAFFORDABLE))
        if isinstance(answer, Unsettled) and seconds_left() < 0:
            spent = f"the {known.seconds:g} s allowed ran out before a split was proved"
            return replace(answer, reason=Reason(spent, Code.MAX_SECONDS, max_seconds=known.seconds))
    return answer


def _search(system: System, exact: bool, weights: Array | None, until: float) -> Split | Unsettled:
    """Faces from linear programs, and for each the proofs that may hold, until the verifier accepts one."""
    table = dependence(system, np.arange(system.n_rows))
    at = coordinates(system)
    last = Unsettled(reason=Reason("no linear program was solved to the end", Code.UNPROVED))
    for guess in _guesses(at, table, weights, until):
        for claim in _claims(at, guess, table, exact):
            verdict = verify(system, SplitClaim(~guess.flat, claim), proof="exact" if exact else "rounded")
            if verdict.holds:
                return _split(system, ~guess.flat, claim, verdict)
            reason = Reason(f"the proof was {verdict}", Code.UNPROVED)
            last = Unsettled(reason=reason, strict=~guess.flat, verdict=verdict)
            if now() > until:
                return last
    return _in_integers(system, table, exact, until, last)


def _guesses(at: Coordinates, table: Dependence, weights: Array | None, until: float) -> Iterator[Face]:
    """Flat rows as floating point has them: of a large system by Newton's method first, then by linear programs."""
    system = at.system
    guess = None if weights is None else balance(at, table.pivots, weights)
    if guess is not None:
        yield guess
    if system.n_rows * system.n_columns > LARGE:
        guess = score(at, table.pivots, until=until)
        if guess is not None:
            yield guess
    equalities = np.arange(system.n_inequalities, system.n_rows)
    equal = dependence(system, equalities) if equalities.size else None
    for tight in (False, True):
        guess = face(at, equal, tight=tight, until=until)
        if guess is None:
            return
        yield guess


def _in_integers(system: System, table: Dependence, exact: bool, until: float, last: Unsettled) -> Split | Unsettled:
    """The simplex method in integers, for what floating point leaves open in a small system."""
    if system.n_rows * system.n_columns > _SMALL:
        return last
    reduced = reduction(system, table, min(until, now() + _PATIENCE))
    if reduced is None:
        return last
    verdict = verify(system, SplitClaim(*reduced), proof="exact" if exact else "rounded")
    return _split(system, reduced[0], reduced[1], verdict) if verdict.holds else last


def _claims(at: Coordinates, guess: Face, table: Dependence, exact: bool) -> Iterator[SplitProof]:
    """Proofs to try, the cheap ones first."""
    system = at.system
    rows = np.concatenate([np.flatnonzero(guess.flat), np.arange(system.n_inequalities, system.n_rows)])
    flat = table if rows.size == system.n_rows else dependence(system, rows)
    x = full_weights(at, guess, rows, flat.pivots)
    if not np.isfinite(x).all():  # the rows differ by more than doubles can weigh
        return
    if not exact:
        yield SplitProof(exact_direction(at, guess.direction, flat, _BITS[0]), x, flat, table)
    for bits in _BITS:
        weights = exact_weights(at, rows, x, flat, bits)
        if weights is not None:
            yield SplitProof(exact_direction(at, guess.direction, flat, bits), weights, flat, table)


def _split(system: System, strict: Mask, proof: SplitProof, verdict: Verdict) -> Split:
    n = int((~strict).sum())
    values = _doubles(proof.weights) if proof.exact else np.asarray(proof.weights)
    weights = np.zeros(system.n_inequalities)
    weights[~strict] = values[:n]
    return Split(
        strict=strict,
        direction=_doubles(proof.direction),
        weights=weights,
        multipliers=values[n:],
        rank=proof.table.rank,
        aliased=proof.table.dependent,
        proof=proof,
        verdict=verdict,
    )


def _doubles(integers: Sequence[int] | Array) -> Array:
    """The nearest doubles to the integers in units of the largest."""
    top = max((abs(v) for v in integers), default=0) or 1
    return np.array([v / top for v in integers], dtype=np.float64)
