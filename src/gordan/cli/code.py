"""The exit codes: the answer, in a number."""

__all__ = [
    "ACCEPTED",
    "EXISTS",
    "FAILED",
    "INSEPARABLE",
    "INTERRUPTED",
    "REJECTED",
    "SEPARABLE",
    "SEPARATED",
    "UNDECIDED",
]

SEPARABLE = ACCEPTED = EXISTS = 0
INSEPARABLE = REJECTED = SEPARATED = 1
FAILED = 2
UNDECIDED = 3
INTERRUPTED = 130
