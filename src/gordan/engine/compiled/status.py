"""How a compiled loop ended: at its limit of steps, at the solution, or with weights that cancel."""

__all__ = ["CANCELS", "LIMIT", "SOLVED"]

LIMIT, SOLVED, CANCELS = 0, 1, 2
