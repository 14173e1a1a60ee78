"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gordan.archive import write_certificate
from gordan.certificate import Certificate, ConicCertificate, ProgramCertificate, SplitCertificate, read_certificate
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.decision import decision_function
from gordan.errors import GordanError, InputError, Interrupted, NotSeparableWarning, OverBudget, UnsuitableSolver
from gordan.limit import Limits, limits
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
    from gordan.compression import (
        AffineImage,
        Apart,
        Ball,
        Bodies,
        Bound,
        Bounds,
        Box,
        Compressed,
        Distance,
        Ellipsoid,
        Game,
        HalfspaceIntersection,
        Hull,
        MinkowskiSum,
        Near,
        SparseRefutation,
        SparseSolution,
        Unresolved,
        bound,
        compress,
        count_partitions,
        measure_distance,
        partition_bound,
        play,
        reconstruct,
        separate_bodies,
        sparse_farkas,
    )
    from gordan.diagnose import Diagnosis, diagnose, diagnose_many
    from gordan.estimator import (
        MarginProjection,
        MaxMarginClassifier,
        PerceptronClassifier,
        separability,
        separability_scorer,
    )
    from gordan.model import pose
    from gordan.neural import BetaHinge, BetaSchedule
    from gordan.online import (
        HingeBound,
        OnlineAggressivePerceptron,
        OnlineInfinityPerceptron,
        OnlineKernelPerceptron,
        OnlinePerceptron,
        OnlineRIndependentPerceptron,
    )
    from gordan.plot import GameDisplay
    from gordan.problem import Inequalities, Program
    from gordan.program import feasible
    from gordan.table.mps import read_mps

# Names that are imported when they are first used, and the modules that have them.
_LAZY = {
    "AffineImage": "gordan.compression",
    "Apart": "gordan.compression",
    "Ball": "gordan.compression",
    "BetaHinge": "gordan.neural",
    "BetaSchedule": "gordan.neural",
    "Bodies": "gordan.compression",
    "Bound": "gordan.compression",
    "Bounds": "gordan.compression",
    "Box": "gordan.compression",
    "Compressed": "gordan.compression",
    "Diagnosis": "gordan.diagnose",
    "Distance": "gordan.compression",
    "Ellipsoid": "gordan.compression",
    "Game": "gordan.compression",
    "GameDisplay": "gordan.plot",
    "HalfspaceIntersection": "gordan.compression",
    "HingeBound": "gordan.online",
    "Hull": "gordan.compression",
    "Inequalities": "gordan.problem",
    "MarginProjection": "gordan.estimator",
    "MaxMarginClassifier": "gordan.estimator",
    "MinkowskiSum": "gordan.compression",
    "Near": "gordan.compression",
    "OnlineAggressivePerceptron": "gordan.online",
    "OnlineInfinityPerceptron": "gordan.online",
    "OnlineKernelPerceptron": "gordan.online",
    "OnlinePerceptron": "gordan.online",
    "OnlineRIndependentPerceptron": "gordan.online",
    "PerceptronClassifier": "gordan.estimator",
    "Program": "gordan.problem",
    "SparseRefutation": "gordan.compression",
    "SparseSolution": "gordan.compression",
    "Unresolved": "gordan.compression",
    "bound": "gordan.compression",
    "compress": "gordan.compression",
    "count_partitions": "gordan.compression",
    "diagnose": "gordan.diagnose",
    "diagnose_many": "gordan.diagnose",
    "feasible": "gordan.program",
    "measure_distance": "gordan.compression",
    "partition_bound": "gordan.compression",
    "play": "gordan.compression",
    "pose": "gordan.model",
    "read_mps": "gordan.table.mps",
    "reconstruct": "gordan.compression",
    "separability": "gordan.estimator",
    "separability_scorer": "gordan.estimator",
    "separate_bodies": "gordan.compression",
    "sparse_farkas": "gordan.compression",
}

__all__ = [
    "PSD",
    "AffineImage",
    "AggressivePerceptron",
    "Apart",
    "Ball",
    "BetaHinge",
    "BetaSchedule",
    "Bodies",
    "Bound",
    "Bounds",
    "Box",
    "Bracket",
    "Cancellation",
    "Certificate",
    "Check",
    "Compressed",
    "Conic",
    "ConicCertificate",
    "Diagnosis",
    "Distance",
    "Ellipsoid",
    "Enclosure",
    "Game",
    "GameDisplay",
    "GordanError",
    "Gram",
    "HalfspaceIntersection",
    "Hildreth",
    "HingeBound",
    "Hull",
    "Inequalities",
    "InfinityPerceptron",
    "InputError",
    "Inseparable",
    "InteriorPoint",
    "Interrupted",
    "IteratedSmoothPerceptronVonNeumann",
    "KernelSeparator",
    "Limits",
    "Log",
    "Lorentz",
    "Many",
    "MarginProjection",
    "MaxMarginClassifier",
    "MinNormPoint",
    "MinkowskiSum",
    "MirrorProx",
    "Near",
    "NormalisedPerceptron",
    "NotSeparableWarning",
    "OnlineAggressivePerceptron",
    "OnlineInfinityPerceptron",
    "OnlineKernelPerceptron",
    "OnlinePerceptron",
    "OnlineRIndependentPerceptron",
    "Orthant",
    "Outcome",
    "OverBudget",
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
    "SparseRefutation",
    "SparseSolution",
    "SplitCertificate",
    "System",
    "Trace",
    "Undecided",
    "Unresolved",
    "UnsuitableSolver",
    "Verdict",
    "VonNeumann",
    "Winnow",
    "WorkingSet",
    "__version__",
    "bound",
    "compress",
    "count_partitions",
    "decision_function",
    "diagnose",
    "diagnose_many",
    "feasible",
    "limits",
    "margin_squared",
    "measure_distance",
    "partition_bound",
    "play",
    "pose",
    "read_certificate",
    "read_mps",
    "reconstruct",
    "separability",
    "separability_scorer",
    "separate",
    "separate_bodies",
    "separate_many",
    "solve",
    "sparse_farkas",
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
