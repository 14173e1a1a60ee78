"""The command line, and its exit codes: each is the answer in a number."""

SEPARABLE = ACCEPTED = EXISTS = FEASIBLE = OPTIMAL = REPAIRED = 0
INSEPARABLE = REJECTED = SEPARATED = INFEASIBLE = 1
FAILED = 2
UNDECIDED = 3
UNBOUNDED = 4
INTERRUPTED = 130

# Of the kinds of answers; spoilers of a model have a code of their own, for there an overlap is what has to go.
CODES = {
    **{"separable": SEPARABLE, "inseparable": INSEPARABLE, "undecided": UNDECIDED},
    **{"overlap": EXISTS, "complete": SEPARATED, "quasi": SEPARATED},
    **{"feasible": FEASIBLE, "infeasible": INFEASIBLE, "repaired": REPAIRED},
    **{"optimal": OPTIMAL, "unbounded": UNBOUNDED},
}
