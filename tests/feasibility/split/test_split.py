"""Systems with answers known by hand, and what is said of bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.errors import InputError
from gordan.feasibility.split import Split, System, Unsettled, coefficients, split

NONE = np.zeros((0, 2))

KNOWN: dict[str, tuple[Any, Any, str, list[bool], int, tuple[int, ...]]] = {
    "complete": ([[1, 0], [1, 1], [2, -1]], None, "complete", [True] * 3, 2, ()),
    "overlap": ([[1, 0], [0, 1], [-1, -1]], None, "overlap", [False] * 3, 2, ()),
    "quasi": ([[1, 0], [0, 1], [0, -1]], None, "quasi", [True, False, False], 2, ()),
    "equality blocks": ([[1, 0], [0, 1]], [[1, 1]], "overlap", [False, False], 2, ()),
    "equality leaves one": ([[1, 0], [0, 1]], [[0, 3]], "quasi", [True, False], 2, ()),
    "complete but for an equality": ([[1, 0], [1, 1]], [[0, 1]], "quasi", [True, True], 2, ()),
    "no inequality": (NONE, [[1, 2]], "overlap", [], 1, (1,)),
    "nothing at all": (NONE, None, "overlap", [], 0, (0, 1)),
    "zero rows": ([[0, 0], [1, 0], [0, 0]], None, "quasi", [False, True, False], 1, (1,)),
    "only zero rows": ([[0, 0]], [[0, 0]], "overlap", [False], 0, (0, 1)),
    "repeated rows": ([[1, 0]] * 3 + [[0, 1]] * 2, None, "complete", [True] * 5, 2, ()),
    "opposite rows": ([[1, 2], [-1, -2], [0, 1]], None, "quasi", [False, False, True], 2, ()),
    "dependent columns": ([[1, 2], [2, 4]], None, "complete", [True, True], 1, (1,)),
    "a column of zeros": ([[0, 1], [0, -1]], None, "overlap", [False, False], 1, (0,)),
    "one row": ([[-1, 3]], None, "complete", [True], 1, (1,)),
}


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", KNOWN)
def test_known_answers(name: str, sparse: bool, proof: Any) -> None:
    A, E, kind, strict, rank, aliased = KNOWN[name]
    A = np.asarray(A, dtype=float)
    E = None if E is None else np.asarray(E, dtype=float)
    if sparse:
        A, E = csr_array(A), None if E is None else csr_array(E)
    found = split(System(A, E), proof=proof)
    assert isinstance(found, Split)
    assert found.verdict.holds
    assert (found.kind, found.strict.tolist(), found.rank, found.aliased) == (kind, strict, rank, aliased)


def test_what_is_shown_has_the_signs_that_were_proved() -> None:
    A, E = np.array([[1.0, 0, 1], [0, 1, 0], [0, -2, 0]]), np.array([[0.0, 1, 1], [0, 0, 2]])
    found = split(System(A, E), proof="exact")
    assert isinstance(found, Split)
    assert (A @ found.direction > 0).tolist() == found.strict.tolist() == [True, False, False]
    assert np.all(A[1:] @ found.direction == 0)
    assert np.all(E @ found.direction == 0)
    assert (found.weights > 0).tolist() == [False, True, True]
    assert np.allclose(A.T @ found.weights + E.T @ found.multipliers, 0.0)


def test_decimals_cancel_where_their_doubles_do_not() -> None:
    A = [[0.1, 0.3], [0.7, 2.1], [-0.8, -2.4]]
    told = {numbers: split(System(A, numbers=numbers)) for numbers in ("binary", "decimal")}
    assert told["decimal"].kind == "overlap"  # type: ignore[union-attr]
    assert told["decimal"].rank == 1  # type: ignore[union-attr]
    assert told["binary"].rank == 2  # type: ignore[union-attr]


def test_narrow_numbers_are_read_in_their_own_width() -> None:
    A = np.array([[0.1, 0.3], [0.7, 2.1], [-0.8, -2.4]], dtype=np.float32)
    found = split(System(A, numbers="decimal"))
    assert isinstance(found, Split)
    assert found.rank == 1


def test_a_budget_that_is_spent_gives_no_answer() -> None:
    found = split(System(np.random.default_rng(0).normal(size=(50, 4))), max_seconds=0.0)
    assert isinstance(found, Unsettled)
    assert "allowed" in found.reason


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[1.0, 2.0]], [[1.0]]), "same columns"),
        (([[np.nan, 2.0]],), "finite numbers"),
        (([1.0, 2.0],), "dimension"),
        (([[1.0]], None, "octal"), "'binary' or 'decimal'"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        System(*arguments)


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize("sizes", [(1e308, 1.0), (5e-324, 1.0), (1e308, 5e-324), (1e-300, 1e300)])
def test_the_ends_of_the_doubles(sizes: Any, numbers: Any, proof: Any) -> None:
    for name in ("quasi", "overlap", "complete", "opposite rows"):
        A, _, kind, strict, rank, aliased = KNOWN[name]
        # Entries are at most 2 in size: halved where doubling would overflow, for a common factor changes nothing.
        factor = [0.5 if size > 1e300 else 1.0 for size in sizes]
        system = System(np.asarray(A, dtype=float) * np.array(factor) * np.array(sizes), numbers=numbers)
        found = split(system, proof=proof)
        assert isinstance(found, Split)
        assert (found.kind, found.strict.tolist(), found.rank, found.aliased) == (kind, strict, rank, aliased)


def test_bad_requests_are_refused_in_a_sentence() -> None:
    system = System([[1.0]])
    with pytest.raises(InputError, match="'rounded' or 'exact'"):
        split(system, proof="none")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="proved Split"):
        coefficients(system, split(System(np.eye(2)), max_seconds=0.0))  # type: ignore[arg-type]
    found = split(system)
    assert isinstance(found, Split)
    with pytest.raises(InputError, match="column 1"):
        coefficients(system, found, [1])
    with pytest.raises(InputError, match="split of this system"):
        coefficients(System(np.eye(2)), found)


def test_rows_that_doubles_cannot_weigh_are_split_in_integers() -> None:
    """The weights overflow: that is no error, and no reason to leave the question open."""
    x = [5.367013622730341e-285, -8.456070886892567e75, 4.960107814872812e-35, -5.3517397694041975e-86]
    X = np.column_stack([x, np.multiply(2.0, x)])
    answer = gordan.diagnose(X, [1, 0, 0, 1], family="poisson", numbers="binary", literal=True)
    assert answer.kind == "overlap"
    assert list(answer.coefficients.values()) == ["finite", "undetermined", "undetermined"]
