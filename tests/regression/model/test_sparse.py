"""A sparse design is read, not changed, and may have holes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_array, csc_array, csr_array, lil_array

import gordan
from gordan.regression.diagnose import diagnose

HOLED = [[np.nan, 1.0], [0.0, 1.0], [1.0, 0.0], [2.0, 1.0]]


def test_the_given_matrix_is_left_as_it_is() -> None:
    M = csr_array((np.array([1.0, 2, 3, 4]), np.array([1, 0, 1, 0]), np.array([0, 2, 4])), shape=(2, 2))
    found = diagnose(M, [0, 1])
    assert M.indices.tolist() == [1, 0, 1, 0]
    assert M.data.tolist() == [1.0, 2.0, 3.0, 4.0]
    assert found.kind == diagnose(M.toarray(), [0, 1]).kind == "complete"


def test_entries_stored_twice_are_summed_in_a_copy() -> None:
    M = csr_array((np.array([1.0, 2, 3]), np.array([0, 0, 0]), np.array([0, 2, 3])), shape=(2, 1))
    assert diagnose(M, [0, 1]).kind == "overlap"
    assert M.data.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("form", [csr_array, csc_array, coo_array, lil_array])
def test_rows_with_a_hole_are_dropped_on_request(form: type) -> None:
    X, y = form(HOLED), [0, 1, 0, 1]
    found = diagnose(X, y, missing="drop")
    dense = diagnose(np.array(HOLED), y, missing="drop")
    assert (found.n, found.n_missing, found.kind, found.rows) == (3, 1, dense.kind, dense.rows)
    with pytest.raises(gordan.InputError, match=r'1 of 4 rows have a missing value .*missing="drop"'):
        diagnose(X, y)


def test_a_hole_hides_no_infinity() -> None:
    with pytest.raises(gordan.InputError, match="inf"):
        diagnose(csr_array([[np.nan, 1.0], [np.inf, 1.0]]), [0, 1], missing="drop")
