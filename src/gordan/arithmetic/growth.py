"""The exponent α by which the thresholds of Algorithm 4 of Moran, Nachum, Panasoff and Yehudayoff grow."""

from __future__ import annotations

from numbers import Real

from gordan.errors import InputError

__all__ = ["growth_exponent"]


def growth_exponent(alpha: object, delta: object = None, *, default: float | None = None) -> float:
    """Return Algorithm 4's α, given itself or by δ with α = 2(1 − δ); an α at its default yields to δ.

    >>> growth_exponent(1.25, 0.25, default=1.25)
    1.5
    """
    if delta is None:
        if not _between(1, alpha, 2):
            raise InputError(f"alpha is {alpha!r}; give a number between 1 and 2")
        return float(alpha)  # type: ignore[arg-type]
    if not _between(0, delta, 0.5):
        raise InputError(f"delta is {delta!r}; give a number between 0 and 0.5, for alpha = 2(1 - delta)")
    exponent = 2.0 * (1.0 - float(delta))  # type: ignore[arg-type]
    if alpha != default and alpha != exponent:
        raise InputError(f"alpha is {alpha!r} and delta is {delta!r}, for which it is {exponent:g}; give one of them")
    return exponent


def _between(least: float, value: object, most: float) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and least < float(value) < most
