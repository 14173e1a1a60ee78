"""A forger takes an honest claim and makes of it one that is false in the matter of a single check."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import gordan
from claimed import replace
from gordan.outcome import Verdict

__all__ = ["DOOR", "Case", "Forger", "Trial", "attempt", "drawn_where", "exactly", "proved_by"]

DOOR = "claim is made of plain values"  # what is no value of ours is refused before any check looks at it


def _verify(problem: Any, claim: Any) -> Verdict:
    return gordan.verify(problem, claim)


def exactly(problem: Any, claim: Any) -> Verdict:
    """The judge who takes nothing but integers and fractions."""
    return gordan.verify(problem, claim, proof="exact")


class Case(NamedTuple):
    """A problem, what is claimed of it, and who judges that."""

    problem: Any
    claim: Any
    judge: Callable[[Any, Any], Verdict] = _verify

    def verdict(self) -> Verdict:
        return self.judge(self.problem, self.claim)


class Forger(NamedTuple):
    """Makes forgeries of one kind; `forge` returns None where this honest claim leaves no room for one.

    `others` names checks that may fail beside `check`, or in its place; None where any may.
    """

    name: str
    check: str
    honest: Callable[[Any], Case | None]
    forge: Callable[[Case, Any], Case | None]
    others: tuple[str, ...] | None = ()


def drawn_where(
    honest: Callable[[Any], Case | None], test: Callable[[Case], Any], *, tries: int
) -> Callable[[Any], Case | None]:
    """A function that draws honest cases until one passes the test, at most `tries` of them."""

    def drawn(rng: Any) -> Case | None:
        for _ in range(tries):
            case = honest(rng)
            if case is not None and test(case):
                return case
        return None

    return drawn


def proved_by(forge: Callable[[Case, Any], dict[str, Any]]) -> Callable[[Case, Any], Case]:
    """A forger that replaces those fields of the proof that `forge` returns."""

    def forged(case: Case, rng: Any) -> Case:
        return case._replace(claim=replace(case.claim, proof=replace(case.claim.proof, **forge(case, rng))))

    return forged


class Trial(NamedTuple):
    """What came of one attempt: "refused" by the right check, "accepted", and whatever else may happen."""

    result: str
    failed: tuple[str, ...] = ()
    forged: Case | None = None
    error: str = ""


def attempt(forger: Forger, seed: int) -> Trial:
    """One forgery, the same for the same seed.

    "dishonest": the claim it starts from is not accepted, so that nothing can be learnt. "none": there was nothing to
    forge. "input": refused with a sentence. "crash": the verifier raised something else. "another": refused, by other
    checks than the one violated.
    """
    rng = np.random.default_rng([seed, zlib.crc32(forger.name.encode())])
    honest = forger.honest(rng)
    if honest is None or not honest.verdict().holds:
        return Trial("dishonest")
    forged = forger.forge(honest, rng)
    if forged is None:
        return Trial("none")
    try:
        verdict = forged.verdict()
    except gordan.InputError as error:
        return Trial("input", forged=forged, error=str(error))
    except Exception as error:  # whatever it is, it is a finding
        return Trial("crash", forged=forged, error=f"{type(error).__name__}: {error}")
    failed = tuple(check.name for check in verdict.failed)
    if verdict.holds:
        return Trial("accepted", failed, forged)
    expected = forger.others is None or set(failed) <= {forger.check, *forger.others, DOOR}
    return Trial("refused" if expected else "another", failed, forged)
