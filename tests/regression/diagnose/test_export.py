"""What an export says, and what it leaves alone."""

from __future__ import annotations

import json
import sys

from claimed import replace
from gordan.regression.diagnose import diagnose

X, Y = [[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1]


def test_integers_of_any_length_are_written_without_changing_python() -> None:
    found = diagnose(X, Y, proof="exact")
    proof = found.split.proof
    long = tuple(int(v) * 10**5000 for v in proof.weights)
    longer = replace(found, split=replace(found.split, proof=replace(proof, weights=long)))
    before = sys.get_int_max_str_digits()
    told = json.loads(longer.to_json())["proof"]
    assert sys.get_int_max_str_digits() == before
    assert told["weights"] == [f"{int(v)}{'0' * 5000}" for v in proof.weights]


def test_a_separated_row_may_have_weight_where_it_has_several_inequalities() -> None:
    """As the words about `weights` have it: a row counts as separated once one of its inequalities is strict."""
    found = diagnose([[1.0], [2.0], [3.0], [2.0], [9.0]], [0, 1, 0, 1, 2], family="multinomial")
    assert found.kind == "quasi"
    assert any(found.weights[list(found.rows)] != 0)


def test_the_report_says_what_was_verified() -> None:
    assert "verified on the rows of the model" in str(diagnose(X, Y))
