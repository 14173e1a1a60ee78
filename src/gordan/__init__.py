"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

from gordan.archive import write_certificate
from gordan.certificate import Certificate, read_certificate
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
from gordan.version import __version__
from gordan.vipr import write_vipr
from gordan.watch import Log, Progress, Trace

__all__ = [
    "AggressivePerceptron",
    "Bracket",
    "Cancellation",
    "Certificate",
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
    "__version__",
    "margin_squared",
    "read_certificate",
    "separate",
    "separate_many",
    "solve",
    "verify",
    "write_certificate",
    "write_vipr",
]
