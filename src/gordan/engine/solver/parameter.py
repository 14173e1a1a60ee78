"""`configure`: a solver's parameters from text, such as `adaptive=false,exit=sad` after the colon of a name."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from gordan.engine.solver.base import Solver
from gordan.errors import InputError

__all__ = ["configure"]

_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LONGEST = 40  # characters of a number


def configure(solver: Any, given: str, named: Callable[[str], Solver]) -> Any:
    """Return the solver with the parameters that the text gives; `named` reads those that are solvers themselves.

    Examples
    --------
    >>> from gordan.engine.solver import named
    >>> configure(named("mirror-prox"), "adaptive=false", named).adaptive
    False
    """
    hints = get_type_hints(type(solver))
    # A parameter that is no field, such as delta in the place of alpha, has its type within an InitVar.
    known = {name: getattr(hints[name], "type", hints[name]) for name in signature(type(solver)).parameters}
    settings: dict[str, Any] = {}
    for part in given.split(","):
        name, sign, text = part.partition("=")
        name, text = name.strip().replace("-", "_"), text.strip()
        if name not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
            raise InputError(f"{solver.name} has no parameter {name!r}; {has}")
        if name in settings:
            raise InputError(f"{solver.name} is given {name} more than once; give it once")
        if not sign:
            raise InputError(f"{solver.name} is given {name!r} without a value; write {name}=VALUE")
        settings[name] = _value(f"{name} of {solver.name}", text, known[name], named)
    return replace(solver, **settings)


def _value(what: str, text: str, hint: Any, named: Callable[[str], Solver]) -> Any:
    """The text as a value of the parameter's type."""
    if get_origin(hint) is Literal:
        return _one_of(what, text, {choice: choice for choice in get_args(hint)})
    kinds = get_args(hint) or (hint,)
    if NoneType in kinds and text.casefold() == "none":
        return None
    if bool in kinds:
        return _one_of(what, text, _TRUTH)
    if int in kinds or float in kinds:
        return _number(what, text, int if int in kinds else float)
    if Solver in kinds:
        return named(text)
    raise InputError(f"{what} cannot be given as text; make the solver in Python, with gordan.solver")


def _one_of(what: str, text: str, choices: dict[str, Any]) -> Any:
    if text.casefold() not in choices:
        shown = ("true", "false") if choices is _TRUTH else tuple(choices)
        raise InputError(f"{what} is {text!r}; give {' or '.join(shown)}")
    return choices[text.casefold()]


def _number(what: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        value = kind(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or len(text) > _LONGEST:
        raise InputError(f"{what} is {text[:_LONGEST]!r}; give a {'whole ' if kind is int else ''}number")
    if what.startswith("random_state") and value < 0:
        raise InputError(f"{what} is {text}; give a whole number, 0 or more")
    return value
