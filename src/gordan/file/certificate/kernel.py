"""A kernel as a certificate tells it, and hyperplanes that are sums of kernel values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.file.certificate import number
from gordan.file.certificate.section import Section
from gordan.problem.kernel import Kernel

__all__ = ["Coefficients", "coefficients_of", "read_coefficients", "read_kernel_section", "spell_kernel", "told_kernel"]

_NAMES = ("poly", "rbf", "laplacian")


class Coefficients(NamedTuple):
    """A hyperplane in a kernel's space: its nonzero coefficients, the rows they belong to, and the offset."""

    rows: tuple[int, ...]
    values: Array
    offset: float | Fraction

    def whole(self, n: int) -> Array:
        """One coefficient for each of n rows."""
        c = np.zeros(n)
        c[list(self.rows)] = self.values
        return c


def coefficients_of(c: Array, offset: float | Fraction) -> Coefficients:
    rows = np.flatnonzero(c)
    return Coefficients(tuple(rows.tolist()), c[rows], offset)


def told_kernel(kernel: Kernel | None) -> Kernel | None:
    """The kernel, if a file can tell it."""
    if kernel is not None and kernel.name == "callable":
        raise InputError(
            f"the {kernel} is a function, which no file can hold; use a kernel by name, or write a certificate of "
            "Gram(K, y) with its values"
        )
    return kernel


def spell_kernel(kernel: Kernel) -> dict[str, Any]:
    told: dict[str, Any] = {"name": kernel.name, "gamma": number.spell_double(kernel.gamma)}
    if kernel.name == "poly":
        told |= {"degree": kernel.degree, "coef0": number.spell_double(kernel.coef0)}
    return told


def read_kernel_section(section: Section) -> Kernel:
    """The kernel, refused where `Points` would refuse it."""
    name, gamma = section.text("name", *_NAMES), section.number("gamma", number.double)
    if gamma <= 0:
        section.refuse("gamma", f"is {gamma:g}", "a number greater than 0")
    kernel = Kernel(name, gamma)
    if name == "poly":
        kernel = Kernel(name, gamma, section.count("degree"), section.number("coef0", number.double))
        if kernel.coef0 < 0:
            section.refuse("coef0", f"is {kernel.coef0:g}", "0 or more")
    section.end()
    return kernel


def read_coefficients(section: Section, n: int) -> Coefficients:
    rows = section.rising("rows", 0, n)
    values = section.doubles("coefficients", len(rows))
    return Coefficients(rows, values, section.number("offset", number.offset))
