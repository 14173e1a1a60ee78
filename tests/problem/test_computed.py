"""Numbers of sixteen and more digits, against the digits that Python prints."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import scipy.sparse as sp

from gordan.problem.computed import computed, computed_columns, computed_entries


def printed(value: float) -> bool:
    return value != round(value) and len(Decimal(repr(value)).normalize().as_tuple().digits) >= 16


def test_as_printed() -> None:
    rng = np.random.default_rng(0)
    digits = rng.integers(1, 18, 4000)
    texts = [f"{rng.integers(10 ** (k - 1), 10**k)}e{rng.integers(-30, 16) - k}" for k in digits.tolist()]
    edges = [10.0**k for k in range(-30, 10)]
    edges += [float(np.nextafter(v, 0)) for v in edges] + [5e-324, 2.2e-308, 1e300]
    values = np.array([*map(float, texts), *edges])
    assert computed(values).tolist() == [printed(v) for v in values.tolist()]
    assert computed(-values).tolist() == computed(values).tolist()


def test_sparse_as_dense() -> None:
    dense = np.array([[1 / 3, 0.0, 2.0], [0.5, -(0.1 + 0.2), 0.0]])
    assert computed_columns(sp.csr_array(dense)) == computed_columns(dense) == (0, 1)
    assert computed_entries(sp.csr_array(dense)).toarray().tolist() == computed_entries(dense).tolist()
