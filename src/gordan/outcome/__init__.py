"""The answer: Separable, Inseparable or Undecided — each with its bracket, its proof and the verifier's verdict."""

from gordan.outcome.answered import Answered, Rows
from gordan.outcome.bracket import Bracket
from gordan.outcome.guarantee import Guarantee
from gordan.outcome.proof import Cancellation, Enclosure, KernelSeparator, Separator
from gordan.outcome.record import Inseparable, Outcome, Separable, Undecided
from gordan.outcome.verdict import Check, Verdict

__all__ = [
    "Answered",
    "Bracket",
    "Cancellation",
    "Check",
    "Enclosure",
    "Guarantee",
    "Inseparable",
    "KernelSeparator",
    "Outcome",
    "Rows",
    "Separable",
    "Separator",
    "Undecided",
    "Verdict",
]
