"""The linear algebra's threads are as they were when a run ends, however it ends."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import gordan
from gordan.arithmetic.threads import all_threads, one_thread


def numbers() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


@pytest.fixture(autouse=True)
def two_threads() -> object:
    with threadpool_limits(2, user_api="blas"):
        if numbers() != [2] * len(numbers()):
            pytest.skip("this BLAS has no two threads to choose from")
        yield


def test_one_thread_and_back() -> None:
    with one_thread():
        assert set(numbers()) == {1}
        with all_threads():
            assert set(numbers()) == {2}
        assert set(numbers()) == {1}
    assert set(numbers()) == {2}


def test_nobody_asked() -> None:
    with all_threads():
        assert set(numbers()) == {2}
    with one_thread(), all_threads(False):
        assert set(numbers()) == {1}


def test_an_error_leaves_no_trace() -> None:
    with pytest.raises(ValueError, match="broken"), one_thread():
        raise ValueError("broken")
    assert set(numbers()) == {2}


def test_one_within_another() -> None:
    with one_thread():
        with one_thread():
            assert set(numbers()) == {1}
        assert set(numbers()) == {1}
    assert set(numbers()) == {2}


def test_a_run_leaves_them_as_they_were() -> None:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((400, 5))
    gordan.separate(X, X[:, 0] > 0)
    assert set(numbers()) == {2}
    with pytest.raises(gordan.InputError):
        gordan.separate(X, X[:, 0] > 0, tol=-1.0)
    assert set(numbers()) == {2}


_TWICE = """
import sys
import numpy as np
import gordan
assert "scipy.linalg" not in sys.modules
rng = np.random.default_rng(300)
X = rng.normal(size=(300, 10))
problem = gordan.Points(X, np.linalg.norm(X, axis=1) > 10**0.5, kernel="rbf", gamma=0.2)
first, second = gordan.solve(problem), gordan.solve(problem)
assert first.dual_coef.tobytes() == second.dual_coef.tobytes()
assert first.bracket == second.bracket
"""


def test_a_library_that_comes_later_changes_no_digit() -> None:
    """SciPy's BLAS is loaded during the first run; sums over two threads end in other digits than over one."""
    subprocess.run([sys.executable, "-c", _TWICE], check=True, timeout=300)
