"""The exact solvers in the sizes they are tested in; small working sets must price, grow and clear on small data."""

from __future__ import annotations

from typing import Any

from gordan.solver import CoordinateAscent, InteriorPoint, MinNormPoint, MirrorProx, Relay, WorkingSet

__all__ = ["FLAGSHIP", "QUESTIONS"]

FLAGSHIP: dict[str, Any] = {
    "min-norm-point": MinNormPoint(),
    "interior-point": InteriorPoint(),
    "working-set": WorkingSet(),
    "small sets": WorkingSet(MinNormPoint(), first=0.3, batch=0.2, most=1.5, keep=0.5),
    "small sets, solved outright": WorkingSet(MinNormPoint(), first=0.5, batch=0.5, most=2.0, keep=0.5, share=1e-9),
    "interior points in small sets": WorkingSet(InteriorPoint(), first=1.0, batch=0.5, most=3.0, keep=1.0),
    "opened": WorkingSet(InteriorPoint(), first=1.0, batch=0.5, most=3.0, opening=MirrorProx(), patience=5),
    "sampled, each set at once": WorkingSet(
        MinNormPoint(at_once=True), first=1.0, batch=0.5, most=3.0, keep=1.0, thin=2
    ),
    "relay": Relay(),
    "coordinate-ascent": CoordinateAscent(),
    "auto": "auto",
}

QUESTIONS = {"no intercept": False, "intercept": True}
