"""The β-hinge loss, its schedules, batches that wait for errors and shifted neurons; torch is imported when used."""

from gordan.learn.neural.beta_hinge import BetaHinge
from gordan.learn.neural.gather import gather_errors
from gordan.learn.neural.schedule import BetaSchedule
from gordan.learn.neural.shift import NeuronShift

__all__ = ["BetaHinge", "BetaSchedule", "NeuronShift", "gather_errors"]
