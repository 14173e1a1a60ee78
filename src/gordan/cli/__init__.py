"""The command line, and its exit codes: each is the answer in a number."""

SEPARABLE = ACCEPTED = EXISTS = FEASIBLE = OPTIMAL = 0
INSEPARABLE = REJECTED = SEPARATED = INFEASIBLE = 1
FAILED = 2
UNDECIDED = 3
UNBOUNDED = 4
INTERRUPTED = 130
