"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

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
from gordan.verify import margin_squared, verify
from gordan.watch import Log, Progress, Trace

__version__ = "0.1.0"

__all__ = [
    "AggressivePerceptron",
    "Bracket",
    "Cancellation",
    "Check",
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
    "margin_squared",
    "separate",
    "separate_many",
    "solve",
    "verify",
]
