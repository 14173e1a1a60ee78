"""Can these points be separated, and what is the proof?

>>> import gordan
>>> gordan.separate([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0]], ["a", "a", "b"]).kind
'separable'
"""

from importlib import import_module as _import_module

# The room of this name becomes an attribute as soon as anything imports it: the function has to come first.
from gordan.outcome.answer import Answer as _Answer
from gordan.verify import verify

# Every public name and the module that has it. What is not used is not imported; `__init__.pyi` says the same to
# type checkers.
_HOME = {
    # questions
    "Conic": "gordan.problem",
    "Gram": "gordan.problem",
    "Inequalities": "gordan.problem",
    "Points": "gordan.problem",
    "Program": "gordan.problem",
    "pose": "gordan.regression.model.pose",
    "read_model": "gordan.feasibility.model",
    "read_mps": "gordan.file.mps",
    "scan": "gordan.file.table",
    # answers
    "diagnose": "gordan.regression.diagnose",
    "diagnose_many": "gordan.regression.diagnose",
    "distance": "gordan.geometry",
    "feasible": "gordan.feasibility.feasible",
    "optimum": "gordan.feasibility.optimum",
    "race": "gordan.engine.race",
    "repair": "gordan.feasibility.repair",
    "tolerance": "gordan.feasibility.repair",
    "separability": "gordan.learn.estimator",
    "separability_scorer": "gordan.learn.estimator",
    "separate": "gordan.engine.loop.separate",
    "separate_many": "gordan.engine.many.separate_many",
    "solve": "gordan.engine.loop.separate",
    "spoilers": "gordan.feasibility.spoilers",
    "trace": "gordan.engine.steps",
    "decision_function": "gordan.engine.decision",
    "margin_squared": "gordan.verify",
    "Apart": "gordan.geometry",
    "Exists": "gordan.regression.diagnose",
    "Feasible": "gordan.outcome.feasibility",
    "Infeasible": "gordan.outcome.feasibility",
    "Inseparable": "gordan.outcome",
    "Optimal": "gordan.outcome.optimum",
    "Separable": "gordan.outcome",
    "Separated": "gordan.regression.diagnose",
    "Touching": "gordan.geometry",
    "Unbounded": "gordan.outcome.optimum",
    "Undecided": "gordan.outcome",
    # proofs in files, and what reading them may cost
    "certify": "gordan.feasibility.certify",
    "read_certificate": "gordan.file",
    "report": "gordan.show.report",
    "limits": "gordan.arithmetic.limit",
    "Limits": "gordan.arithmetic.limit",
    # learning
    "MarginProjection": "gordan.learn.estimator",
    "MaxMarginClassifier": "gordan.learn.estimator",
    "PerceptronClassifier": "gordan.learn.estimator",
    "compress": "gordan.learn.compression",
    "reconstruct": "gordan.learn.compression",
    # errors
    "GordanError": "gordan.errors",
    "InputError": "gordan.errors",
    "Interrupted": "gordan.errors",
    "OverBudget": "gordan.errors",
    "__version__": "gordan.outcome.record",
}

# Rooms and one-screen modules that are names of their own: `gordan.solver.MirrorProx`.
_NAMESPACES = (
    "bound", "compression", "cone", "errors", "file", "geometry", "neural", "online", "outcome", "problem", "show",
    "solver", "testing", "watch",
)  # fmt: skip

# The other rooms, for who reads the source.
_ROOMS = ("arithmetic", "cli", "data", "engine", "feasibility", "learn", "regression")

__all__ = ["verify", *_HOME, *_NAMESPACES]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name in _NAMESPACES or name in _ROOMS:
        return _import_module(f"gordan.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(_HOME[name]), name)
    if name == "race":
        _import_module("gordan.engine.race").Race.plot = _plot_race
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _plot(self, problem=None, *, ax=None):  # type: ignore[no-untyped-def]
    """Draw the answer: hyperplane and margin, the rows that cancel, or where the coefficients of a model go.

    Parameters
    ----------
    problem : Points, Gram or None
        What was asked: an outcome holds no points. A diagnosis needs none.
    ax : axes of matplotlib or None
        Where to draw; None is a new figure.

    Returns
    -------
    a display of `gordan.show`, with `ax_` and `figure_`
    """
    return _import_module("gordan.show").display_of(self, problem).plot(ax)


def _plot_race(self, *, against="seconds", most=6, ax=None):  # type: ignore[no-untyped-def]
    """Draw the brackets of the quickest algorithms against "seconds", "iterations" or "passes"."""
    return _import_module("gordan.show.trace").display_of_race(self, against=against, most=most).plot(ax)


# Bound here, so that no room imports one above it.
_Answer.plot = _plot
