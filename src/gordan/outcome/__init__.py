"""What is answered: a claim about the data with its proof, the verifier's verdict on it, and the run that found it."""

from gordan.outcome.answer import Answer
from gordan.outcome.claim import Claim, HullPoint, InnerBall
from gordan.outcome.proof import (
    Cancellation,
    Cancels,
    Domination,
    Enclosure,
    IntegerKernelSeparator,
    IntegerSeparator,
    Interior,
    KernelSeparator,
    NullSpaceBall,
    NullSpacePoint,
    Separates,
    Separator,
)
from gordan.outcome.run import Code, Guarantee, Reason, Run
from gordan.outcome.separation import Inseparable, Outcome, Rows, Separable, Separation, Undecided, answer_of
from gordan.outcome.verdict import UNJUDGED, Bracket, Check, LowerEnd, Relation, UpperEnd, Verdict

__all__ = [
    "UNJUDGED",
    "Answer",
    "Bracket",
    "Cancellation",
    "Cancels",
    "Check",
    "Claim",
    "Code",
    "Domination",
    "Enclosure",
    "Guarantee",
    "HullPoint",
    "InnerBall",
    "Inseparable",
    "IntegerKernelSeparator",
    "IntegerSeparator",
    "Interior",
    "KernelSeparator",
    "LowerEnd",
    "NullSpaceBall",
    "NullSpacePoint",
    "Outcome",
    "Reason",
    "Relation",
    "Rows",
    "Run",
    "Separable",
    "Separates",
    "Separation",
    "Separator",
    "Undecided",
    "UpperEnd",
    "Verdict",
    "answer_of",
]
