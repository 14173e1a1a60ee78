"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gordan.archive import write_certificate
from gordan.certificate import Certificate, SplitCertificate, read_certificate
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
from gordan.problem import Points, System
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
    from gordan.estimator import MarginProjection
    from gordan.model import pose
    from gordan.plot import GameDisplay

# Names that are imported when they are first used, and the modules that have them.
_LAZY = {
    "AffineImage": "gordan.compression",
    "Apart": "gordan.compression",
    "Ball": "gordan.compression",
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
    "Hull": "gordan.compression",
    "MarginProjection": "gordan.estimator",
    "MinkowskiSum": "gordan.compression",
    "Near": "gordan.compression",
    "SparseRefutation": "gordan.compression",
    "SparseSolution": "gordan.compression",
    "Unresolved": "gordan.compression",
    "bound": "gordan.compression",
    "compress": "gordan.compression",
    "count_partitions": "gordan.compression",
    "diagnose": "gordan.diagnose",
    "diagnose_many": "gordan.diagnose",
    "measure_distance": "gordan.compression",
    "partition_bound": "gordan.compression",
    "play": "gordan.compression",
    "pose": "gordan.model",
    "reconstruct": "gordan.compression",
    "separate_bodies": "gordan.compression",
    "sparse_farkas": "gordan.compression",
}

__all__ = [
    "AffineImage",
    "AggressivePerceptron",
    "Apart",
    "Ball",
    "Bodies",
    "Bound",
    "Bounds",
    "Box",
    "Bracket",
    "Cancellation",
    "Certificate",
    "Check",
    "Compressed",
    "Diagnosis",
    "Distance",
    "Ellipsoid",
    "Enclosure",
    "Game",
    "GameDisplay",
    "GordanError",
    "HalfspaceIntersection",
    "Hildreth",
    "Hull",
    "InfinityPerceptron",
    "InputError",
    "Inseparable",
    "InteriorPoint",
    "Interrupted",
    "IteratedSmoothPerceptronVonNeumann",
    "Log",
    "Many",
    "MarginProjection",
    "MinNormPoint",
    "MinkowskiSum",
    "MirrorProx",
    "Near",
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
    "diagnose",
    "diagnose_many",
    "margin_squared",
    "measure_distance",
    "partition_bound",
    "play",
    "pose",
    "read_certificate",
    "reconstruct",
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
