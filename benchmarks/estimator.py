"""`MaxMarginClassifier` beside LinearSVC and SVC: the margin reached on real separable sets, and accuracy held out.

Margins are computed in the same way for all, from `coef_` and `intercept_`, with sums that are rounded once. The folder
of data is given as for `libsvm`.
"""

from __future__ import annotations

import argparse
import math
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

import gordan
from benchmarks.data_folder import find_data_folder
from benchmarks.result import write
from gordan.file.table import read

SEPARABLE = ("iris_setosa", "colon-cancer", "wdbc", "mushrooms_onehot", "rcv1_small", "rcv1_small.t")
BUNDLED = {"iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer, "digits": load_digits}
_MOST = 100_000  # iterations of LinearSVC, a hundred times its default
_LONGEST = 10_000_000  # iterations of SVC, which has no limit by default


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks estimator", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--repeats", type=int, default=3, help="fits of which the quickest counts")
    options = parser.parse_args(arguments)
    _margins(options.data / "libsvm", options.repeats)
    _accuracy()


def _margins(folder: Path, repeats: int) -> None:
    rows = []
    for name in SEPARABLE:
        if not (path := folder / f"{name}.xz").exists():
            print(f"there is no {path}; give the folder of data with --data or GORDAN_DATA")
            continue
        table = read(path)
        rows += _compare(name, _for_all(table.X), np.asarray(table.y), repeats)
    header = ["set", "rows x features", "classifier", "seconds", "margin", "of ours", "training errors", "proved"]
    note = (
        "The margin is the least distance of a row from the hyperplane, negative where a row is on the wrong side; "
        f"seconds are the best of {repeats} fits, of one where it took more than 10 s. "
        f"LinearSVC has at most {_MOST:,} iterations, SVC {_LONGEST:,}; * marks those that used them up."
    )
    write("estimator_margin", "The margin reached on separable sets", header, rows, note)


def _for_all(X: Any) -> Any:
    """The points in a form that all take: dense where most entries are there, else with indices of 32 bits."""
    if X.nnz > 0.5 * X.shape[0] * X.shape[1]:
        return X.toarray()
    X = X.tocsr()
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    return X


def _compare(name: str, X: Any, y: Any, repeats: int) -> list[list[str]]:
    models = {
        "MaxMarginClassifier()": gordan.MaxMarginClassifier(),
        "LinearSVC(C=1e6)": LinearSVC(C=1e6, max_iter=_MOST, random_state=0),
        "SVC(kernel='linear', C=1e10)": SVC(kernel="linear", C=1e10, max_iter=_LONGEST),
    }
    rows, ours = [], math.nan
    for title, model in models.items():
        seconds, full = _fit(model, X, y, repeats)
        products = _products(model, X) * np.where(y == model.classes_[1], 1.0, -1.0)
        margin, wrong = float(products.min()), int(np.count_nonzero(products <= 0))
        ours = margin if math.isnan(ours) else ours
        proved = _proved(model, X, y) if isinstance(model, gordan.MaxMarginClassifier) else ""
        size = " x ".join(f"{length:,}" for length in X.shape)
        share = f"{margin / ours:.9f}" if margin > 0 else ""
        shown = [f"{seconds:.3f}{'*' if full else ''}", f"{margin:.9g}", share, f"{wrong}", proved]
        rows.append([name, size, title, *shown])
        print(rows[-1], flush=True)
    return rows


def _fit(model: Any, X: Any, y: Any, repeats: int) -> tuple[float, bool]:
    times: list[float] = []
    while len(times) < repeats and (not times or times[-1] < 10.0):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            began = time.perf_counter()
            model.fit(X, y)
            times.append(time.perf_counter() - began)
    return min(times), bool(caught)


def _products(model: Any, X: Any) -> np.ndarray:
    """Distances from the hyperplane."""
    coef, bias = model.coef_, float(model.intercept_[0])
    w = np.asarray(coef.toarray() if hasattr(coef, "toarray") else coef).ravel()
    length = math.sqrt(math.fsum(w * w))
    if hasattr(X, "nnz"):
        rows = X.tocsr()
        parts = (slice(rows.indptr[i], rows.indptr[i + 1]) for i in range(rows.shape[0]))
        sums = [math.fsum([*(rows.data[part] * w[rows.indices[part]]), bias]) for part in parts]
    else:
        sums = [math.fsum([*(row * w), bias]) for row in X]
    return np.array(sums) / length


def _proved(model: Any, X: Any, y: Any) -> str:
    verdict = gordan.verify(gordan.Points(X, y), model.certificate_)
    bracket = model.margin_
    return f"{'holds' if verdict.holds else verdict}: [{bracket.lower:.9g}, {bracket.upper:.9g}]"


def _accuracy() -> None:
    models = {
        "MaxMarginClassifier()": gordan.MaxMarginClassifier(),
        "MaxMarginClassifier(multi_class='ovr')": gordan.MaxMarginClassifier(multi_class="ovr"),
        "PerceptronClassifier()": gordan.PerceptronClassifier(),
        "LinearSVC()": LinearSVC(random_state=0),
        "SVC()": SVC(),
    }
    rows = []
    folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=4, random_state=0)
    for name, load in BUNDLED.items():
        X, y = load(return_X_y=True)
        for title, model in models.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                began = time.perf_counter()
                scores = cross_val_score(make_pipeline(StandardScaler(), model), X, y, cv=folds)
                seconds = (time.perf_counter() - began) / folds.get_n_splits()
            rows.append([name, title, f"{scores.mean():.4f}", f"{scores.std():.4f}", f"{seconds:.3f}"])
            print(rows[-1], flush=True)
    header = ["set", "classifier", "accuracy held out", "its deviation", "seconds a fold"]
    note = "Five folds, four times; features standardised on the training part; all other parameters as they come."
    write("estimator_accuracy", "Accuracy on held-out rows of the bundled sets", header, rows, note)
