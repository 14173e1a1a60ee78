"""An oracle behind a curtain, with its cone and its frames: it deals in opaque arrays and nothing else.

A solver that runs here uses + − and multiples of directions and weights, and otherwise only what its oracle and cone
offer: then it serves a Gram matrix, blocks on other machines, or a convex body as well as it serves columns.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from gordan.testing.opaque import DIRECTION, OPEN, RECORD, WEIGHTS, Kind, reveal, seal

__all__ = ["Curtain"]

# The kind of each method's result, then those of its arguments; an attribute has its own kind only. Numbers about the
# data or about atoms are in the open. Margins count as weight vectors: they pair with them.
SIGNATURES: dict[str, dict[str, tuple[Kind, ...]]] = {
    "oracle": {
        **dict.fromkeys(("blocks", "dimension", "size", "radius", "reach", "scale"), (OPEN,)),
        **dict.fromkeys(("squared_reach", "spectral", "rounding", "support_rounding"), (OPEN,)),
        "cone": ("cone",),
        "worst": (RECORD, DIRECTION, OPEN),
        "place": (WEIGHTS, OPEN, OPEN),
        "support": (RECORD, WEIGHTS),
        "carrying": (OPEN, WEIGHTS),
        "begin_with": (RECORD,),
        "frame": ("frame",),
        "zero": (DIRECTION,),
        "norm": (OPEN, DIRECTION),
        "dot": (OPEN, DIRECTION, DIRECTION),
        "margins": (WEIGHTS, DIRECTION),
        "combine": (DIRECTION, WEIGHTS),
        "newton": ("newton", WEIGHTS, WEIGHTS),
        "unit": (WEIGHTS,),
        "scaled": ("scaled", WEIGHTS, WEIGHTS),
        "tight": (WEIGHTS, WEIGHTS, WEIGHTS, OPEN),
        "basic": (WEIGHTS, WEIGHTS),
        # samples
        "draw": (DIRECTION, WEIGHTS, OPEN, OPEN),
        "glance": (WEIGHTS, DIRECTION, OPEN, OPEN),
        "share": (OPEN, OPEN),
        # sweeps
        "begin": (RECORD,),
        "sweep": (RECORD, RECORD, OPEN, OPEN),
        "due": (OPEN, RECORD),
        # multipliers
        "visited": (OPEN,),
        "multipliers": (RECORD, WEIGHTS),
        "price": (RECORD, RECORD),
        "ascend": (RECORD, RECORD, WEIGHTS, OPEN),
        "climb": (RECORD, RECORD),
        "equalise": (RECORD, RECORD, WEIGHTS),
        # restricted and rescaled oracles
        "restrict": ("oracle", RECORD),
        "lift": (RECORD, RECORD, OPEN),
        "lower": (WEIGHTS, WEIGHTS),
        "spans": ("oracle",),
        "squeezable": ("oracle",),
        "rescale": ("oracle", RECORD),
        "squeeze": ("oracle", WEIGHTS),
        "ratio": (OPEN, RECORD),
        "peak": (OPEN, WEIGHTS),
    },
    "cone": {
        **dict.fromkeys(("size", "rank", "blocks", "theta", "spread"), (OPEN,)),
        "centre": (RECORD,),
        "lowest": (OPEN, WEIGHTS),
        "soften": (WEIGHTS, WEIGHTS, OPEN),
        "prox": (RECORD, WEIGHTS, WEIGHTS),
        "divergence": (OPEN, RECORD, RECORD),
        "pair": (OPEN, WEIGHTS, WEIGHTS),
        "project": (WEIGHTS, WEIGHTS),
        "normalise": (WEIGHTS, WEIGHTS),
        "violation": (OPEN, WEIGHTS),
        "clear": (WEIGHTS, WEIGHTS, OPEN),
        "room": (OPEN, WEIGHTS, WEIGHTS),
    },
    "frame": {
        "add": (OPEN, RECORD),
        "drop": (OPEN, OPEN),
        "load": (OPEN, RECORD),
        "solution": ((DIRECTION, OPEN),),
        "coordinates": ((OPEN, DIRECTION), RECORD),
    },
    "newton": {"step": (RECORD, OPEN, RECORD)},
    "scaled": {"change": (RECORD, OPEN, OPEN)},
}


class Curtain:
    """An oracle, a cone, a frame or a Newton system; it offers what the one behind it offers, in sealed arrays."""

    def __init__(self, inner: object, what: str = "oracle") -> None:
        self._inner, self._what = inner, what

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # a copy asks before it has anything of its own
            raise AttributeError(name)
        if name not in SIGNATURES[self._what]:
            raise AttributeError(f"the {self._what} of a contract has no {name}")
        result, *arguments = SIGNATURES[self._what][name]
        # A capability that the inner one lacks is lacking here as well.
        behind = getattr(self._inner, name)
        if not callable(behind):
            return _sealed(behind, result)

        def call(*given: object, **named: object) -> object:
            if named:
                given = signature(behind).bind(*given, **named).args
            revealed = [reveal(value, kind) for value, kind in zip(given, arguments, strict=False)]
            return _sealed(behind(*revealed, *given[len(arguments) :]), result)

        return call


def _sealed(value: Any, kind: Kind) -> object:
    if kind not in SIGNATURES or value is None:
        return seal(value, kind)
    if isinstance(value, tuple):  # two rescaled oracles, of which one may be missing
        return tuple(_sealed(each, kind) for each in value)
    return Curtain(value, str(kind))
