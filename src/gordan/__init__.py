"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gordan.arithmetic.limit import Limits, limits
from gordan.engine.decision import decision_function
from gordan.engine.loop import separate, solve
from gordan.engine.many import Many, separate_many
from gordan.engine.solver import (
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
from gordan.engine.watch import Log, Progress, Trace
from gordan.errors import GordanError, InputError, Interrupted, NotSeparableWarning, OverBudget, UnsuitableSolver
from gordan.file.archive import write_certificate
from gordan.file.certificate import read_certificate
from gordan.file.vipr import write_vipr
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
from gordan.outcome.certificate import Certificate, ConicCertificate, ProgramCertificate, SplitCertificate
from gordan.outcome.certificate.version import __version__
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.problem import Conic, Gram, Points, System
from gordan.problem.cone import PSD, Lorentz, Orthant, Product
from gordan.verify import margin_squared, verify

if TYPE_CHECKING:
    from gordan.feasibility.face import feasible
    from gordan.file.mps import read_mps
    from gordan.geometry import (
        AffineImage,
        Apart,
        Ball,
        Bodies,
        Box,
        Ellipsoid,
        Game,
        HalfspaceIntersection,
        Hull,
        MinkowskiSum,
        Near,
        SparseRefutation,
        SparseSolution,
        Touching,
        distance,
        play,
        separate_bodies,
        sparse_farkas,
    )
    from gordan.learn.compression import (
        Bound,
        Bounds,
        Compressed,
        bound,
        compress,
        count_partitions,
        partition_bound,
        reconstruct,
    )
    from gordan.learn.estimator import (
        MarginProjection,
        MaxMarginClassifier,
        PerceptronClassifier,
        separability,
        separability_scorer,
    )
    from gordan.learn.neural import BetaHinge, BetaSchedule
    from gordan.learn.online import (
        HingeBound,
        OnlineAggressivePerceptron,
        OnlineInfinityPerceptron,
        OnlineKernelPerceptron,
        OnlinePerceptron,
        OnlineRIndependentPerceptron,
    )
    from gordan.problem import Inequalities, Program
    from gordan.regression.diagnose import Diagnosis, Exists, Separated, diagnose, diagnose_many
    from gordan.regression.model import pose
    from gordan.show import GameDisplay

# Names that are imported when they are first used, and the modules that have them.
_LAZY = {
    "AffineImage": "gordan.geometry",
    "Apart": "gordan.geometry",
    "Ball": "gordan.geometry",
    "BetaHinge": "gordan.learn.neural",
    "BetaSchedule": "gordan.learn.neural",
    "Bodies": "gordan.geometry",
    "Bound": "gordan.learn.compression",
    "Bounds": "gordan.learn.compression",
    "Box": "gordan.geometry",
    "Compressed": "gordan.learn.compression",
    "Diagnosis": "gordan.regression.diagnose",
    "Ellipsoid": "gordan.geometry",
    "Exists": "gordan.regression.diagnose",
    "Game": "gordan.geometry",
    "GameDisplay": "gordan.show",
    "HalfspaceIntersection": "gordan.geometry",
    "HingeBound": "gordan.learn.online",
    "Hull": "gordan.geometry",
    "Inequalities": "gordan.problem",
    "MarginProjection": "gordan.learn.estimator",
    "MaxMarginClassifier": "gordan.learn.estimator",
    "MinkowskiSum": "gordan.geometry",
    "Near": "gordan.geometry",
    "OnlineAggressivePerceptron": "gordan.learn.online",
    "OnlineInfinityPerceptron": "gordan.learn.online",
    "OnlineKernelPerceptron": "gordan.learn.online",
    "OnlinePerceptron": "gordan.learn.online",
    "OnlineRIndependentPerceptron": "gordan.learn.online",
    "PerceptronClassifier": "gordan.learn.estimator",
    "Program": "gordan.problem",
    "Separated": "gordan.regression.diagnose",
    "SparseRefutation": "gordan.geometry",
    "SparseSolution": "gordan.geometry",
    "Touching": "gordan.geometry",
    "bound": "gordan.learn.compression",
    "compress": "gordan.learn.compression",
    "count_partitions": "gordan.learn.compression",
    "diagnose": "gordan.regression.diagnose",
    "diagnose_many": "gordan.regression.diagnose",
    "distance": "gordan.geometry",
    "feasible": "gordan.feasibility.face",
    "partition_bound": "gordan.learn.compression",
    "play": "gordan.geometry",
    "pose": "gordan.regression.model",
    "read_mps": "gordan.file.mps",
    "reconstruct": "gordan.learn.compression",
    "separability": "gordan.learn.estimator",
    "separability_scorer": "gordan.learn.estimator",
    "separate_bodies": "gordan.geometry",
    "sparse_farkas": "gordan.geometry",
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
    "Ellipsoid",
    "Enclosure",
    "Exists",
    "Feasible",
    "Game",
    "GameDisplay",
    "GordanError",
    "Gram",
    "HalfspaceIntersection",
    "Hildreth",
    "HingeBound",
    "Hull",
    "Inequalities",
    "Infeasible",
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
    "Separated",
    "Separator",
    "SmoothPerceptron",
    "SmoothPerceptronVonNeumann",
    "SparseRefutation",
    "SparseSolution",
    "SplitCertificate",
    "System",
    "Touching",
    "Trace",
    "Undecided",
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
    "distance",
    "feasible",
    "limits",
    "margin_squared",
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
