"""What looks like a claim and answers as it likes is refused before anything is read of it."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.verify.genuine import genuine

PROBLEM = gordan.Points([[0.0, 1.0], [2.0, 0.0], [3.0, 1.0]], [0, 1, 1])
HONEST = gordan.solve(PROBLEM)
NAME = "claim is made of plain values"


class Multiplier(np.ndarray):
    """An array whose products are whatever passes."""

    def __matmul__(self, other: Any) -> Any:
        return np.abs(np.asarray(self) @ np.asarray(other)) + 1e9


class Equal(tuple[Any, ...]):
    """A tuple that equals everything."""

    __hash__ = tuple.__hash__

    def __eq__(self, other: object) -> bool:
        return True


class Small(float):
    """A double that is below everything."""

    def __le__(self, other: object) -> bool:
        return True

    __lt__ = __le__


class Half(Fraction):
    """A fraction that is on the side that is asked for."""

    def __lt__(self, other: object) -> bool:
        return True

    __gt__ = __lt__


class Alike(type):
    """A class of classes that equal every class."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(float)


class Great(float, metaclass=Alike):
    """A double whose class passes for a plain one, and that is on both sides of everything."""

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__


class Two(gordan.Separable):
    """An answer that shows another bracket each time."""

    reads = 0

    @property
    def bracket(self) -> Any:  # type: ignore[override]
        Two.reads += 1
        return HONEST.bracket if Two.reads < 20 else gordan.outcome.Bracket(1e9, 2e9)

    @bracket.setter
    def bracket(self, value: Any) -> None:
        pass


def alternating() -> Any:
    lie = object.__new__(Two)
    lie.__dict__.update(HONEST.__dict__)
    return lie


LIES = {
    "an array that multiplies as it likes": lambda: replace(
        HONEST,
        coef=-HONEST.coef.view(Multiplier),
        proof=replace(HONEST.proof, direction=-HONEST.proof.direction.view(Multiplier)),
    ),
    "a masked array": lambda: replace(HONEST, weights=np.ma.array(HONEST.weights, mask=[True, False, False])),
    "a masked direction": lambda: replace(
        HONEST, proof=replace(HONEST.proof, direction=np.ma.array(HONEST.proof.direction, mask=[True, False]))
    ),
    "a bracket of another kind": lambda: replace(
        HONEST, bracket=gordan.outcome.Bracket(Small(9.0), HONEST.bracket.upper)
    ),
    "a bracket whose class equals that of doubles": lambda: replace(
        HONEST, bracket=gordan.outcome.Bracket(Great(1e9), Great(2e9))
    ),
    "rows whose class equals that of doubles": lambda: replace(HONEST, nearest=(0, Great(1.0))),
    "an offset of another kind": lambda: replace(HONEST, proof=replace(HONEST.proof, offset=Half(10**9))),
    "a subclass of the answer": alternating,
}


@pytest.mark.parametrize("name", LIES)
def test_disguises_are_refused(name: str) -> None:
    verdict = gordan.verify(PROBLEM, LIES[name]())
    assert [check.name for check in verdict.failed] == [NAME]


class Shifting:
    """Something that is a claim from some look at its class on, whose bracket is honest when it is read first."""

    def __init__(self, looks: int) -> None:
        self.looks, self.reads = looks, 0

    @property
    def __class__(self) -> Any:
        self.looks -= 1
        return gordan.outcome.Claim if self.looks < 0 else Shifting

    def __getattr__(self, name: str) -> Any:
        return getattr(HONEST.claim, name)


@pytest.mark.parametrize("looks", range(30))
def test_what_becomes_a_claim_while_it_is_judged_is_none(looks: int) -> None:
    claim: Any = Shifting(looks)
    try:
        verdict = gordan.verify(PROBLEM, claim)
    except gordan.InputError:
        return
    assert not verdict.holds


@pytest.mark.parametrize("classes", [Equal((7, 8)), Equal((0, 1)), [0, 1], (0.0, "1"), (1, 0), (0, 1, 1), None])
def test_labels_are_the_problems_own(classes: Any) -> None:
    assert "classes" in {check.name for check in gordan.verify(PROBLEM, replace(HONEST, classes=classes)).failed}


def test_an_honest_claim_is_plain() -> None:
    assert gordan.verify(PROBLEM, HONEST).holds
    assert gordan.verify(PROBLEM, replace(HONEST, classes=(np.int64(0), np.int64(1)))).holds


def test_no_bound_holds_where_small_numbers_are_cut_to_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("gordan.verify.verdict"), "gradual_underflow", lambda: False)
    with pytest.raises(gordan.InputError, match="cuts small numbers to zero"):
        gordan.verify(PROBLEM, HONEST)


def test_iteration_does_not_take_an_error_for_the_end() -> None:
    many = gordan.separate_many([gordan.Points([[0.0], [1.0]], [0, 1]) for _ in range(3)])
    part = many._parts[0]
    broken = type(many)(many._parts, many._part, many._row, many.seconds)
    object.__setattr__(part, "outcome", lambda row: (_ for _ in ()).throw(IndexError("of a problem")))
    with pytest.raises(IndexError, match="of a problem"):
        list(broken)


def test_fractions_of_other_numbers_are_not_plain() -> None:
    odd = Fraction(1, 2)
    object.__setattr__(odd, "_numerator", 2)
    object.__setattr__(odd, "_denominator", 4)
    half_numbers = Fraction(1, 2)
    object.__setattr__(half_numbers, "_numerator", 1.0)
    for each in (odd, half_numbers):
        assert not genuine((each,)).holds
    assert genuine((Fraction(1, 2),)).holds


def test_an_attribute_that_no_method_has_stands_before_nothing() -> None:
    """Fields with defaults are attributes of the class as well; they are the record's own all the same."""
    claim = gordan.separate([[0.0], [1.0]], [0, 1]).claim
    object.__setattr__(claim, "remark", "mine")
    assert genuine(claim).holds
