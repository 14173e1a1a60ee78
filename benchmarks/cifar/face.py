"""The command: runs all methods under both kernels, prints the table and draws the figure."""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np

import gordan
from benchmarks.cifar.course import LIMITS, Course, follow
from benchmarks.cifar.draw import draw
from benchmarks.cifar.images import KERNELS, products, read_images
from benchmarks.data_folder import find_data_folder
from benchmarks.result import FOLDER, write

METHODS: dict[str, Any] = {
    "Mirror Prox (MPKFP)": gordan.solver.MirrorProx(adaptive=False),
    "Mirror Prox, adaptive steps": gordan.solver.MirrorProx(),
    "ISNKPVN": gordan.solver.IteratedSmoothPerceptronVonNeumann(),
    "kernel perceptron, worst first": gordan.solver.NormalisedPerceptron(),
    "kernel perceptron, cyclic": None,
    "kernel von Neumann": gordan.solver.VonNeumann(),
    "flagship (min-norm point)": gordan.solver.MinNormPoint(),
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
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--images", type=int, default=10_000, help="training and test images to use")
    parser.add_argument("--kernel", choices=[*KERNELS, "both"], default="both")
    options = parser.parse_args(arguments)
    images = read_images(options.data / "cifar10")
    chosen = np.random.default_rng(0).permutation(len(images.y))[: options.images]
    X, y, X_test, y_test = (part[chosen] for part in images)
    for kernel in KERNELS if options.kernel == "both" else [options.kernel]:
        _run(kernel, X, y, X_test, y_test)
    # Each kernel's rows are kept in a file of their own, so that the two can be run one after the other or apart.
    kept = [line for kernel in KERNELS for line in _kept(kernel)]
    write("cifar", "CIFAR-10, one class against the rest", HEADER, kept, NOTE)
    draw({(row[0], row[1]): [float(cell.split()[0]) for cell in row[2:7]] for row in kept}, FOLDER / "cifar.png")


def _run(kernel: str, X: Any, y: Any, X_test: Any, y_test: Any) -> None:
    begun, rows = time.perf_counter(), []
    K, K_test = products(kernel, X, X), products(kernel, X_test, X)
    np.fill_diagonal(K, 1.0)
    for method, solver in METHODS.items():
        course = follow(solver, K, y)
        shown = [f"{100 * error:.2f} %" for error in _errors(course, K_test, y_test)]
        separated = "" if solver is None else str(sum(each[-1].lower > 0 for each in course.snapshots))
        rows.append([KERNELS[kernel], method, *shown, f"{course.products:,.0f}", separated, f"{course.seconds:.0f}"])
        print(rows[-1], flush=True)
    print(f"{KERNELS[kernel]}: {time.perf_counter() - begun:.0f} s in all", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with _file(kernel).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def _file(kernel: str) -> Path:
    return FOLDER / f"cifar_{kernel.replace(' ', '_')}.csv"


def _kept(kernel: str) -> list[list[str]]:
    if not _file(kernel).exists():
        return []
    with _file(kernel).open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def _errors(course: Course, K_test: Any, y_test: Any) -> list[float]:
    errors = []
    for k in range(len(LIMITS)):
        C = np.stack([each[k].coefficients for each in course.snapshots], axis=1).astype(np.float32)
        errors.append(float(np.mean((K_test @ C).argmax(axis=1) != y_test)))
    return errors
