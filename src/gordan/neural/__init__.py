"""The β-hinge loss, its schedules, batches that wait for errors and shifted neurons; torch is imported when used."""

from gordan.neural.beta_hinge import BetaHinge
from gordan.neural.gather import gather_errors
from gordan.neural.schedule import BetaSchedule
from gordan.neural.shift import NeuronShift

__all__ = ["BetaHinge", "BetaSchedule", "NeuronShift", "gather_errors"]
