"""One algorithm per file, named as in its paper."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from gordan.engine.solver.aggressive_perceptron import AggressivePerceptron
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.central_path import CentralPath
from gordan.engine.solver.coordinate_ascent import CoordinateAscent
from gordan.engine.solver.hildreth import Hildreth
from gordan.engine.solver.infinity_perceptron import InfinityPerceptron
from gordan.engine.solver.interior_point import InteriorPoint
from gordan.engine.solver.iterated_smooth_perceptron_von_neumann import IteratedSmoothPerceptronVonNeumann
from gordan.engine.solver.linear_program import LinearProgram
from gordan.engine.solver.min_norm_point import MinNormPoint
from gordan.engine.solver.mirror_prox import MirrorProx
from gordan.engine.solver.normalised_perceptron import NormalisedPerceptron
from gordan.engine.solver.parameter import configure
from gordan.engine.solver.perceptron import Perceptron
from gordan.engine.solver.projection_rescaling import ProjectionRescaling
from gordan.engine.solver.r_independent_perceptron import RIndependentPerceptron
from gordan.engine.solver.randomised_mirror_prox import RandomisedMirrorProx
from gordan.engine.solver.relay import Relay
from gordan.engine.solver.rescaled_perceptron import RescaledPerceptron
from gordan.engine.solver.smooth_perceptron import SmoothPerceptron
from gordan.engine.solver.smooth_perceptron_von_neumann import SmoothPerceptronVonNeumann
from gordan.engine.solver.smooth_winnow import SmoothWinnow
from gordan.engine.solver.von_neumann import VonNeumann
from gordan.engine.solver.winnow import Winnow
from gordan.engine.solver.winnow_mirror_prox import WinnowMirrorProx
from gordan.engine.solver.working_set import WorkingSet
from gordan.errors import InputError

__all__ = [
    "PAPER_NAMES",
    "POSITIVE_SOLVERS",
    "SOLVERS",
    "AggressivePerceptron",
    "CentralPath",
    "CoordinateAscent",
    "Hildreth",
    "InfinityPerceptron",
    "InteriorPoint",
    "IteratedSmoothPerceptronVonNeumann",
    "LinearProgram",
    "MinNormPoint",
    "MirrorProx",
    "NormalisedPerceptron",
    "Perceptron",
    "ProjectionRescaling",
    "RIndependentPerceptron",
    "RandomisedMirrorProx",
    "Relay",
    "RescaledPerceptron",
    "SmoothPerceptron",
    "SmoothPerceptronVonNeumann",
    "SmoothWinnow",
    "Solver",
    "Terms",
    "VonNeumann",
    "Winnow",
    "WinnowMirrorProx",
    "WorkingSet",
    "named",
    "spelling",
]

SOLVERS: dict[str, type[Any]] = {
    solver.name: solver
    for solver in (
        Perceptron,
        NormalisedPerceptron,
        AggressivePerceptron,
        RIndependentPerceptron,
        InfinityPerceptron,
        Winnow,
        VonNeumann,
        SmoothPerceptron,
        SmoothPerceptronVonNeumann,
        IteratedSmoothPerceptronVonNeumann,
        MirrorProx,
        RandomisedMirrorProx,
        RescaledPerceptron,
        ProjectionRescaling,
        CentralPath,
        Hildreth,
        CoordinateAscent,
        MinNormPoint,
        InteriorPoint,
        WorkingSet,
        Relay,
    )
}
# Those that answer for w ≥ 0 alone; Winnow answers either question.
POSITIVE_SOLVERS: dict[str, type[Any]] = {
    solver.name: solver for solver in (SmoothWinnow, WinnowMirrorProx, LinearProgram)
}


# The names of Ramdas and Peña, of Yu, Kılınç-Karzan and Carbonell and of Moran et al., each with the parameters and the
# exit that it has there.
PAPER_NAMES: dict[str, Callable[[], Any]] = {
    "NP": NormalisedPerceptron,
    "NKP": NormalisedPerceptron,
    "PCT": NormalisedPerceptron,
    "KPCT": NormalisedPerceptron,
    "NVN": lambda: VonNeumann(start="uniform"),
    "VN": lambda: VonNeumann(start="uniform"),
    "KVN": lambda: VonNeumann(start="uniform"),
    "SNKP": SmoothPerceptron,
    "SPCT": SmoothPerceptron,
    "SNKPVN": lambda: SmoothPerceptronVonNeumann(smoothing="paper"),
    "ISNKPVN": lambda: IteratedSmoothPerceptronVonNeumann(smoothing="paper", exit="round"),
    "ISPVN": lambda: IteratedSmoothPerceptronVonNeumann(smoothing="paper", exit="round"),
    "MP": lambda: MirrorProx(adaptive=False, exit="sad"),
    "MPFP": lambda: MirrorProx(adaptive=False, exit="sad"),
    "MPLFP": lambda: MirrorProx(adaptive=False, exit="sad"),
    "MPKFP": lambda: MirrorProx(adaptive=False, exit="sad"),
    "MPCFP": lambda: MirrorProx(adaptive=False, exit="sad"),
    "∞-perceptron": InfinityPerceptron,
}


def named(name: str) -> Solver:
    """The solver of this name with its default parameters; a typo is answered with the nearest names.

    An abbreviation of the papers means the algorithm as it is published there. Capital and small letters are the same,
    and so are spaces, dashes and underlines. Other parameters stand after a colon.

    >>> named("Mirror Prox").adaptive, named("MPLFP").adaptive
    (True, False)
    >>> named("von-neumann:start=uniform")
    VonNeumann(start='uniform')
    """
    name, colon, parameters = name.partition(":")
    known = SOLVERS | POSITIVE_SOLVERS
    made = {key.casefold(): build for key, build in (known | PAPER_NAMES).items()}.get(spelling(name))
    if made is not None:
        return configure(made(), parameters, named) if colon else made()  # type: ignore[no-any-return]
    near = get_close_matches(spelling(name), known, n=3, cutoff=0.5)
    question = f"; did you mean {' or '.join(near)}?" if near else ""
    raise InputError(f"there is no solver {name!r}{question} (gordan solvers lists them all)")


def spelling(name: str) -> str:
    """The name as solvers are known by it.

    >>> spelling("von Neumann"), spelling("Normalized_Perceptron")
    ('von-neumann', 'normalised-perceptron')
    """
    return "-".join(name.casefold().replace("_", " ").replace("-", " ").replace("ized", "ised").split())
