"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gordan.errors import GordanError, InputError, Interrupted, UnsuitableSolver
from gordan.many import Many, separate_many
from gordan.outcome import (
    Bracket,
    Cancellation,
    Check,
    Enclosure,
    Inseparable,
    Outcome,
    Separable,
    Separator,
    Undecided,
    Verdict,
)
from gordan.problem import Points
from gordan.solve import separate, solve
from gordan.solver import (
    AggressivePerceptron,
    Hildreth,
    InfinityPerceptron,
    InteriorPoint,
    IteratedSmoothPerceptronVonNeumann,
    MinNormPoint,
    MirrorProx,
    NormalisedPerceptron,
    Perceptron,
    Relay,
    RIndependentPerceptron,
    SmoothPerceptron,
    SmoothPerceptronVonNeumann,
    VonNeumann,
    Winnow,
    WorkingSet,
)
from gordan.verify import verify
from gordan.watch import Log, Progress, Trace

if TYPE_CHECKING:
    from gordan.diagnose import Diagnosis, diagnose, diagnose_many

__version__ = "0.1.0"

# Names that are imported when they are first used, and the modules that have them.
_LAZY = {
    "Diagnosis": "gordan.diagnose",
    "diagnose": "gordan.diagnose",
    "diagnose_many": "gordan.diagnose",
}

__all__ = [
    "AggressivePerceptron",
    "Bracket",
    "Cancellation",
    "Check",
    "Diagnosis",
    "Enclosure",
    "GordanError",
    "Hildreth",
    "InfinityPerceptron",
    "InputError",
    "Inseparable",
    "InteriorPoint",
    "Interrupted",
    "IteratedSmoothPerceptronVonNeumann",
    "Log",
    "Many",
    "MinNormPoint",
    "MirrorProx",
    "NormalisedPerceptron",
    "Outcome",
    "Perceptron",
    "Points",
    "Progress",
    "RIndependentPerceptron",
    "Relay",
    "Separable",
    "Separator",
    "SmoothPerceptron",
    "SmoothPerceptronVonNeumann",
    "Trace",
    "Undecided",
    "UnsuitableSolver",
    "Verdict",
    "VonNeumann",
    "Winnow",
    "WorkingSet",
    "diagnose",
    "diagnose_many",
    "separate",
    "separate_many",
    "solve",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value  # importing a package put the package in this place
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
