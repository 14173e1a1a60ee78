"""The command: runs all methods under both kernels, prints the table and draws the figure."""

from __future__ import annotations

import argparse
import csv
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.cifar.course import LIMITS, Course, follow
from benchmarks.cifar.draw import draw
from benchmarks.cifar.images import KERNELS, products, read_images
from benchmarks.result import FOLDER, ROOT, write

import gordan

METHODS: dict[str, Any] = {
    "Mirror Prox (MPKFP)": gordan.MirrorProx(adaptive=False),
    "Mirror Prox, adaptive steps": gordan.MirrorProx(),
    "ISNKPVN": gordan.IteratedSmoothPerceptronVonNeumann(),
    "kernel perceptron, worst first": gordan.NormalisedPerceptron(),
    "kernel perceptron, cyclic": None,
    "kernel von Neumann": gordan.VonNeumann(),
    "flagship (min-norm point)": gordan.MinNormPoint(),
}
HEADER = ["kernel", "method", *(f"error at {limit:,}" for limit in LIMITS), "products", "separated", "seconds"]
NOTE = (
    "Error is the share of 10,000 test images that ten one-against-the-rest classifiers get wrong, after so many "
    "iterations per classifier; directions are scaled to unit length before the greatest output decides. Products are "
    "those with the whole matrix, per classifier; separated counts the classes whose training images a direction was "
    "found to separate within 1,000 iterations (not looked at for cyclic updates). Seconds are for all ten classes, "
    "whose products are taken together. The flagship's iterations are steps of its active set."
)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks cifar", description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("GORDAN_DATA", ROOT.parent / "shared" / "data"))
    )
    parser.add_argument("--images", type=int, default=10_000, help="training and test images to use")
    options = parser.parse_args(arguments)
    images = read_images(options.data / "cifar10")
    chosen = np.random.default_rng(0).permutation(len(images.y))[: options.images]
    X, y, X_test, y_test = (part[chosen] for part in images)
    rows, curves = [], {}
    for kernel, formula in KERNELS.items():
        begun = time.perf_counter()
        K, K_test = products(kernel, X, X), products(kernel, X_test, X)
        np.fill_diagonal(K, 1.0)
        for method, solver in METHODS.items():
            course = follow(solver, K, y)
            errors = _errors(course, K_test, y_test)
            curves[formula, method] = errors
            separated = "" if solver is None else str(sum(each[-1].lower > 0 for each in course.snapshots))
            shown = [f"{100 * error:.2f} %" for error in errors]
            rows.append([formula, method, *shown, f"{course.products:,.0f}", separated, f"{course.seconds:.1f}"])
            print(rows[-1], flush=True)
        print(f"{formula}: {time.perf_counter() - begun:.0f} s in all", flush=True)
    write("cifar", "CIFAR-10, one class against the rest", HEADER, rows, NOTE)
    draw(curves, FOLDER / "cifar.png")
    with (FOLDER / "cifar_curves.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*key, *values] for key, values in curves.items()])


def _errors(course: Course, K_test: Any, y_test: Any) -> list[float]:
    errors = []
    for k in range(len(LIMITS)):
        C = np.stack([each[k].coefficients for each in course.snapshots], axis=1).astype(np.float32)
        errors.append(float(np.mean((K_test @ C).argmax(axis=1) != y_test)))
    return errors
