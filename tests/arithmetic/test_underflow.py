"""Processors that cut small numbers to zero, as -ffast-math sets them up: the probe notices each way of doing so."""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.rounding import gradual_underflow

RESULTS, OPERANDS = 0x8000, 0x0040  # bits of the control word: small results become zero, small operands count as zero
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc",
    reason="the control word is set through glibc's environment of x86-64",
)


def with_control_bits(bits: int, work: Callable[[], Any]) -> Any:
    """What `work` returns in a thread of its own, whose control word has these bits set."""
    results = []

    def run() -> None:
        library, environment = ctypes.CDLL("libm.so.6"), (ctypes.c_uint32 * 8)()
        library.fegetenv(environment)
        environment[7] |= bits
        library.fesetenv(environment)
        results.append(work())

    thread = Thread(target=run)
    thread.start()
    thread.join()
    return results[0]


@pytest.mark.parametrize("bits", [RESULTS, OPERANDS, RESULTS | OPERANDS], ids=["results", "operands", "both"])
def test_numbers_that_are_cut_are_noticed(bits: int) -> None:
    assert with_control_bits(0, gradual_underflow)
    assert not with_control_bits(bits, gradual_underflow)
    assert gradual_underflow()  # the other thread's control word is its own


def test_nothing_is_verified_where_small_numbers_are_cut() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    outcome = gordan.solve(problem)

    def refusal() -> str:
        try:
            gordan.verify(problem, outcome)
        except gordan.InputError as error:
            return str(error)
        return ""

    assert "cuts small numbers to zero" in with_control_bits(RESULTS, refusal)
    assert np.array([2.0**-1022])[0] * 0.5 > 0
