"""The data people have, beside the tools they use: text, gene expression, one-hot tables; seconds and ratios.

Every solver has a process of its own, and their runs are interleaved, so that whatever else the machine does falls on
all of them. Peers are called as their users call them; what they return counts where it puts every point on its side.
Sets in LIBSVM's format are looked for in the folder `libsvm` of the data folder; data_folder.py says where that is.
Text is drawn: words by Zipf's law, rows of unit length, labels by the sign of a random direction; and so are tables of
ones and zeros, whose columns are as unequal as words, levels of categorical columns, and numbers scattered at random. A
third number in a name is the share of labels swapped in thousandths: text-3000-1000-10.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from benchmarks.data_folder import find_data_folder
from benchmarks.result import write

LIBSVM = ("iris_setosa", "banknote", "ionosphere", "wdbc", "colon-cancer", "a1a", "mushrooms_onehot")
SPARSE = ("rcv1_small.t", "rcv1_small", "text-3000-20000", "text-11000-30000")
NARROW = ("text-3000-1000-10", "text-3000-1000-50", "text-3000-500-200")  # the last of which does not separate
WIDE = ("levels-2000-50", "levels-20000-50", "scattered-5000-2000")
ONES = ("onehot-50000-300", "onehot-50000-300-10")  # the second of which does not separate
DENSE = ("gauss-50-7000", "gauss-200-60", "gauss-300-40", "gauss-500-80", "gauss-1000-100")
LARGE = "text-100000-50000"
# Of these only linear programs say so; others go on for minutes.
INSEPARABLE = ("a1a", "banknote", "ionosphere", "text-3000-500-200", "onehot-50000-300-10")
LONG = 5.0  # seconds, of a run that is not repeated
EPOCHS = 300  # of the perceptron, after which it has failed


class Answer(NamedTuple):
    """Whether an answer is right, and the direction that it is about, if any."""

    right: bool
    direction: Any = None


class Task(NamedTuple):
    """A set, whether there is an intercept, and what is asked."""

    data: str
    intercept: bool
    goal: str

    @property
    def tol(self) -> float:
        return 1e-3 if self.data == LARGE else 1e-6


def text(n: int, m: int, *, length: int = 100, seed: int = 0) -> tuple[Any, Any]:
    """n documents of m words: tf-idf of words drawn by Zipf's law, unit rows, labels by a random direction."""
    generator = np.random.default_rng(seed)
    shares = np.cumsum(1.0 / (np.arange(m) + 2.7))
    lengths = generator.poisson(length, n) + 5
    words = np.searchsorted(shares, generator.random(int(lengths.sum())) * shares[-1])
    counts = sp.coo_array((np.ones(words.size), (np.repeat(np.arange(n), lengths), words)), shape=(n, m)).tocsr()
    rarity = np.log((1.0 + n) / (1.0 + np.bincount(counts.indices, minlength=m))) + 1.0
    values = (1.0 + np.log(counts.data)) * rarity[counts.indices]
    squares = np.add.reduceat(values * values, counts.indptr[:-1])
    values /= np.repeat(np.sqrt(squares), np.diff(counts.indptr))
    X = sp.csr_array((values, counts.indices.astype(np.int32), counts.indptr.astype(np.int32)), shape=(n, m))
    return X, np.where(X @ generator.standard_normal(m) > 0, 1, -1)


def onehot(n: int, m: int, *, share: float = 0.04, seed: int = 0) -> tuple[Any, Any]:
    """n rows of ones in some of m columns, the first ones oftenest; labels by a random direction, a few positive.

    As in w8a, which is 49,749 × 300 with 4 % ones, columns come in groups of which a row has one at the most, and
    3 % of the labels are positive.
    """
    generator = np.random.default_rng(seed)
    group = max(2, m // 30)
    often = 1.0 / (1.0 + np.arange(m // group) / 5.0)
    often *= share * m / often.sum()
    present = generator.random((n, often.size)) < np.minimum(often, 1.0)
    rows, groups = np.nonzero(present)
    inside = np.minimum((generator.random(rows.size) ** 2 * group).astype(np.int64), group - 1)
    X = sp.csr_array((np.ones(rows.size), (rows, groups * group + inside)), shape=(n, m))
    X = sp.csr_array((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=(n, m))
    values = X @ generator.standard_normal(m)
    return X, np.where(values > np.quantile(values, 0.97), 1, -1)


def levels(n: int, columns: int, *, many: int = 100, seed: int = 0) -> tuple[Any, Any]:
    """n rows of so many categorical columns, each of a hundred levels alike, as ones and zeros; a random direction."""
    generator = np.random.default_rng(seed)
    chosen = generator.integers(0, many, (n, columns)) + many * np.arange(columns)
    starts = np.arange(0, n * columns + 1, columns, dtype=np.int32)
    X = sp.csr_array((np.ones(chosen.size), chosen.ravel().astype(np.int32), starts), shape=(n, columns * many))
    values = X @ generator.standard_normal(columns * many)
    return X, np.where(values > np.median(values), 1, -1)


def scattered(n: int, m: int, *, share: float = 0.01, seed: int = 0) -> tuple[Any, Any]:
    """n rows with Gaussian numbers in one of a hundred places, labels by a random direction."""
    generator = np.random.default_rng(seed)
    X = sp.random_array((n, m), density=share, rng=generator, data_sampler=generator.standard_normal)
    X = X.tocsr()
    X = sp.csr_array((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=(n, m))
    values = X @ generator.standard_normal(m)
    return X, np.where(values > np.median(values), 1, -1)


DRAWN = {"text": text, "onehot": onehot, "levels": levels, "scattered": scattered}


def swapped(y: Any, thousandths: int) -> Any:
    """Labels of which so many in a thousand are the other ones."""
    rows = np.random.default_rng(1).choice(y.size, y.size * thousandths // 1000, replace=False)
    return y * np.where(np.isin(np.arange(y.size), rows), -1, 1)


def load(name: str) -> tuple[Any, Any]:
    """A set by its name: drawn, or read from the data folder."""
    kind, *sizes = name.split("-")
    if kind in DRAWN:
        X, y = DRAWN[kind](int(sizes[0]), int(sizes[1]))
        return X, swapped(y, int(sizes[2])) if len(sizes) > 2 else y
    if kind == "gauss":
        generator = np.random.default_rng(0)
        X = generator.standard_normal((int(sizes[0]), int(sizes[1])))
        return X, np.where(X @ generator.standard_normal(X.shape[1]) > 0, 1, -1)
    from gordan.file.table import read

    table = read(find_data_folder() / "libsvm" / f"{name}.xz")
    X, y = table.X, np.where(np.asarray(table.y) == np.unique(table.y)[1], 1, -1)
    if not sp.issparse(X):
        return X, y
    if X.nnz > 0.5 * X.shape[0] * X.shape[1]:
        return X.toarray(), y
    # scikit-learn takes 32-bit indices only.
    return sp.csr_array((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=X.shape), y


def gordan(X: Any, y: Any, task: Task) -> Answer:
    from gordan import separate

    outcome = separate(X, y, intercept=task.intercept, goal=task.goal, tol=task.tol)
    narrow = task.goal == "decide" or outcome.kind != "separable" or outcome.bracket.gap <= task.tol
    right = outcome.kind != "undecided" and outcome.verdict.holds and narrow
    return Answer(right, outcome.coef if outcome.kind == "separable" else None)


def linear_svc(X: Any, y: Any, task: Task) -> Answer:
    from sklearn.svm import LinearSVC

    model = LinearSVC(C=1e6, fit_intercept=task.intercept).fit(X, y)
    return Answer(bool((model.predict(X) == y).all()), model.coef_[0])


def svc(X: Any, y: Any, task: Task) -> Answer:
    from sklearn.svm import SVC

    return Answer(bool((SVC(kernel="linear", C=1e6).fit(X, y).predict(X) == y).all()))


def perceptron(X: Any, y: Any, task: Task) -> Answer:
    from sklearn.linear_model import Perceptron

    model = Perceptron(fit_intercept=task.intercept)
    return Answer(any((model.partial_fit(X, y, classes=[-1, 1]).predict(X) == y).all() for _ in range(EPOCHS)))


def linprog(X: Any, y: Any, task: Task) -> Answer:
    from scipy.optimize import linprog as solve

    signed = sp.diags_array(-y.astype(float)) @ sp.csr_array(X) if sp.issparse(X) else -y[:, None] * X
    stack = sp.hstack if sp.issparse(X) else np.hstack
    A = stack([signed, -y[:, None].astype(float)]) if task.intercept else signed
    found = solve(np.zeros(A.shape[1]), A_ub=A, b_ub=-np.ones(len(y)), bounds=(None, None))
    return Answer(found.status in (0, 2))


def highs(X: Any, y: Any, task: Task) -> Answer:
    """The same linear program, its matrix given row by row."""
    from highspy import Highs, HighsLp, HighsModelStatus, MatrixFormat, kHighsInf

    dense, labels = not sp.issparse(X), y[:, None].astype(float)
    A: Any = labels * X if dense else X.multiply(labels).tocsr()
    if task.intercept:
        A = np.hstack([A, labels]) if dense else sp.hstack([A, labels]).tocsr()
    (n, m), model = A.shape, HighsLp()
    model.num_col_, model.num_row_, model.col_cost_ = m, n, np.zeros(m)
    model.col_lower_, model.col_upper_ = np.full(m, -kHighsInf), np.full(m, kHighsInf)
    model.row_lower_, model.row_upper_ = np.ones(n), np.full(n, kHighsInf)
    model.a_matrix_.format_ = MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.arange(0, n * m + 1, m) if dense else A.indptr
    model.a_matrix_.index_ = np.tile(np.arange(m), n) if dense else A.indices
    model.a_matrix_.value_ = A.ravel() if dense else A.data
    solver = Highs()
    solver.silent()
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() == HighsModelStatus.kInfeasible:
        return Answer(True)
    return Answer(bool((A @ np.asarray(solver.getSolution().col_value) > 0).all()))


def margin_of(X: Any, y: Any, task: Task, w: Any) -> float:
    """The geometric margin of a direction; with an intercept that of the best offset."""
    if w is None:
        return np.nan
    z = y * (X @ w)
    lowest = 0.5 * (z[y > 0].min() + z[y < 0].min()) if task.intercept else z.min()
    return float(lowest / np.linalg.norm(w))


SOLVERS: dict[str, Callable[[Any, Any, Task], Answer]] = {
    "gordan": gordan,
    "LinearSVC": linear_svc,
    "SVC": svc,
    "Perceptron": perceptron,
    "linprog": linprog,
}
if find_spec("highspy"):
    SOLVERS["highspy"] = highs


def suits(name: str, task: Task) -> bool:
    """Whether a peer answers the question, within minutes."""
    programs = ("linprog", "highspy")
    if task.data in INSEPARABLE and name not in ("gordan", *programs):
        return False
    if name == "SVC":  # which always has an intercept
        return (
            task.intercept
            and task.goal == "margin"
            and task.data not in ("text-11000-30000", "levels-20000-50", LARGE, *ONES)
        )
    if name in programs:
        return task.goal == "decide" and task.data not in (*SPARSE, *WIDE, LARGE)
    return name != "Perceptron" or task.goal == "decide"


def serve(name: str, pipe: Connection, cpu: bool) -> None:
    """Run tasks as they come, and send back the seconds and whether the answer is right."""
    warnings.simplefilter("ignore")
    clock = time.process_time if cpu else time.perf_counter
    data: dict[str, tuple[Any, Any]] = {}
    while (task := pipe.recv()) is not None:
        if task.data not in data:
            data = {task.data: load(task.data)}
        began = clock()
        answer = SOLVERS[name](*data[task.data], task)
        took = clock() - began
        pipe.send((took, answer.right, margin_of(*data[task.data], task, answer.direction)))


def tasks(names: list[str]) -> Iterator[Task]:
    for name in names:
        for intercept in (True, False):
            for goal in ("decide", "margin"):
                yield Task(name, intercept, goal)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks real", description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[], help="names of sets; text-N-M and gauss-N-M draw their own")
    parser.add_argument("--cpu", action="store_true", help="processor seconds, for a machine that others use too")
    parser.add_argument("--large", action="store_true", help=f"{LARGE} too, which takes minutes")
    options = parser.parse_args(arguments)
    names = options.only or [*LIBSVM, *SPARSE, *NARROW, *WIDE, *ONES, *DENSE, *([LARGE] if options.large else [])]
    context = multiprocessing.get_context("spawn")
    pipes = {}
    for name in SOLVERS:
        pipes[name], other = context.Pipe()
        context.Process(target=serve, args=(name, other, options.cpu), daemon=True).start()
    rows = [_measured(task, pipes, options.repeats) for task in tasks(names)]
    for pipe in pipes.values():
        pipe.send(None)
    header = ["set", "intercept", "asked", "gordan, ms", *(f"{name}, ratio" for name in SOLVERS if name != "gordan")]
    header.append("LinearSVC's margin")
    notes = (
        f"Medians of {options.repeats} interleaved runs after one that does not count; ratio: a peer's time over ours.",
        "LinearSVC stops by a tolerance of its own: the last column is the margin of its direction over the maximum.",
        "A peer that does not put every point on its side is marked ✗: its time is that of no answer. On sets that no "
        "hyperplane separates only linear programs say so. LinearSVC's intercept is a regularised one, and no peer "
        "gives a bound on the margin.",
    )
    write("real", "The data people have", header, rows, *notes)


def _measured(task: Task, pipes: dict[str, Any], repeats: int) -> list[str]:
    seconds: dict[str, list[float]] = {name: [] for name in pipes if suits(name, task)}
    right, margins = {}, {}
    for repeat in range(repeats + 1):
        for name, times in seconds.items():
            if times and times[0] > LONG:
                continue
            pipes[name].send(task)
            took, right[name], margins[name] = pipes[name].recv()
            if repeat or took > LONG:
                times.append(took)
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    ours = medians.pop("gordan")
    cells = [f"{medians[n] / ours:.2f}{'' if right[n] else ' ✗'}" if n in medians else "–" for n in list(pipes)[1:]]
    share = margins.get("LinearSVC", np.nan) / margins["gordan"] if task.goal == "margin" else np.nan
    cells.append("–" if np.isnan(share) else f"{share:.4f}")
    row = [
        task.data,
        "yes" if task.intercept else "no",
        task.goal,
        f"{1e3 * ours:.2f}{'' if right['gordan'] else ' ✗'}",
    ]
    print([*row, *cells], flush=True)
    return [*row, *cells]
