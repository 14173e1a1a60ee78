"""Pictures of answers; matplotlib is imported when the first is drawn.

Every display has a method that makes it from an answer (`from_outcome`, `from_diagnosis`, …), `plot(ax=None)`, which
draws it and leaves `ax_` and `figure_`, and `save(path)`.
"""

from gordan.show.bodies import BodiesDisplay
from gordan.show.cancellation import CancellationDisplay
from gordan.show.choice import display_of
from gordan.show.compression import CompressionDisplay
from gordan.show.diagnosis import DiagnosisDisplay
from gordan.show.game import GameDisplay
from gordan.show.layers import LayerDisplay
from gordan.show.margin import MarginDisplay
from gordan.show.names import RowNames
from gordan.show.separability import SeparabilityDisplay
from gordan.show.steps import StepDisplay
from gordan.show.trace import TraceDisplay

__all__ = [
    "BodiesDisplay",
    "CancellationDisplay",
    "CompressionDisplay",
    "DiagnosisDisplay",
    "GameDisplay",
    "LayerDisplay",
    "MarginDisplay",
    "RowNames",
    "SeparabilityDisplay",
    "StepDisplay",
    "TraceDisplay",
    "display_of",
]
