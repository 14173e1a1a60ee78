"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gordan.archive import write_certificate
from gordan.certificate import Certificate, ProgramCertificate, SplitCertificate, read_certificate
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.decision import decision_function
from gordan.errors import GordanError, InputError, Interrupted, NotSeparableWarning, UnsuitableSolver
from gordan.many import Many, separate_many
from gordan.outcome import (
    Bracket,
    Cancellation,
    Check,
    Enclosure,
    Inseparable,
    KernelSeparator,
    Outcome,
    Separable,
    Separator,
    Undecided,
    Verdict,
)
from gordan.problem import Conic, Gram, Points, System
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
    ProjectionRescaling,
    Relay,
    RescaledPerceptron,
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

if TYPE_CHECKING:
    from gordan.diagnose import Diagnosis, diagnose, diagnose_many
    from gordan.estimator import MaxMarginClassifier, PerceptronClassifier, separability, separability_scorer
    from gordan.model import pose
    from gordan.online import (
        HingeBound,
        OnlineAggressivePerceptron,
        OnlineInfinityPerceptron,
        OnlineKernelPerceptron,
        OnlinePerceptron,
        OnlineRIndependentPerceptron,
    )
    from gordan.problem import Inequalities, Program
    from gordan.program import feasible
    from gordan.table.mps import read_mps

# Names that are imported when they are first used, and the modules that have them.
_LAZY = {
    "Diagnosis": "gordan.diagnose",
    "HingeBound": "gordan.online",
    "OnlineAggressivePerceptron": "gordan.online",
    "OnlineInfinityPerceptron": "gordan.online",
    "OnlineKernelPerceptron": "gordan.online",
    "OnlinePerceptron": "gordan.online",
    "OnlineRIndependentPerceptron": "gordan.online",
    "MaxMarginClassifier": "gordan.estimator",
    "PerceptronClassifier": "gordan.estimator",
    "Inequalities": "gordan.problem",
    "Program": "gordan.problem",
    "diagnose": "gordan.diagnose",
    "diagnose_many": "gordan.diagnose",
    "feasible": "gordan.program",
    "pose": "gordan.model",
    "separability": "gordan.estimator",
    "separability_scorer": "gordan.estimator",
    "read_mps": "gordan.table.mps",
}

__all__ = [
    "PSD",
    "AggressivePerceptron",
    "Bracket",
    "Cancellation",
    "Certificate",
    "Check",
    "Conic",
    "Diagnosis",
    "Enclosure",
    "GordanError",
    "Gram",
    "Hildreth",
    "HingeBound",
    "Inequalities",
    "InfinityPerceptron",
    "InputError",
    "Inseparable",
    "InteriorPoint",
    "Interrupted",
    "IteratedSmoothPerceptronVonNeumann",
    "KernelSeparator",
    "Log",
    "Lorentz",
    "Many",
    "MaxMarginClassifier",
    "MinNormPoint",
    "MirrorProx",
    "NormalisedPerceptron",
    "NotSeparableWarning",
    "OnlineAggressivePerceptron",
    "OnlineInfinityPerceptron",
    "OnlineKernelPerceptron",
    "OnlinePerceptron",
    "OnlineRIndependentPerceptron",
    "Orthant",
    "Outcome",
    "Perceptron",
    "PerceptronClassifier",
    "Points",
    "Product",
    "Program",
    "ProgramCertificate",
    "Progress",
    "ProjectionRescaling",
    "RIndependentPerceptron",
    "Relay",
    "RescaledPerceptron",
    "Separable",
    "Separator",
    "SmoothPerceptron",
    "SmoothPerceptronVonNeumann",
    "SplitCertificate",
    "System",
    "Trace",
    "Undecided",
    "UnsuitableSolver",
    "Verdict",
    "VonNeumann",
    "Winnow",
    "WorkingSet",
    "__version__",
    "decision_function",
    "diagnose",
    "diagnose_many",
    "feasible",
    "margin_squared",
    "pose",
    "read_certificate",
    "read_mps",
    "separability",
    "separability_scorer",
    "separate",
    "separate_many",
    "solve",
    "verify",
    "write_certificate",
    "write_vipr",
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
