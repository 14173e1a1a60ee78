"""Units do not matter: powers of ten and integer shifts of decimal columns change no verdict, row or state."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from gordan.data import path
from gordan.regression.diagnose import diagnose

COLUMNS = ["invasion", "pulsatility", "height"]


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("terms", ["invasion + pulsatility + height", "pulsatility + height"])
def test_powers_of_ten_and_shifts_change_nothing(terms: str, seed: int) -> None:
    data = pd.read_csv(path("histology.csv")).dropna()
    rng = np.random.default_rng(seed)
    moved = data.copy()
    for name in COLUMNS:
        power, shift = int(rng.integers(-6, 7)), int(rng.integers(-(10**8), 10**8 + 1))
        moved[name] = [float((Decimal(repr(float(v))) + shift).scaleb(power)) for v in data[name]]
    before, after = (diagnose(f"high_grade ~ {terms}", data=each) for each in (data, moved))
    assert (before.kind, before.rows, before.rank) == (after.kind, after.rows, after.rank)
    # A shift may send the intercept along.
    states = [[found.coefficients[name] for name in COLUMNS if name in terms] for found in (before, after)]
    assert states[0] == states[1]
    assert before.singles == after.singles
    assert before.responsible == after.responsible


def test_as_binary_fractions_the_same_shift_is_another_question() -> None:
    """The law above is one about decimals: rounded to doubles, a shifted column is no longer a multiple of another."""
    x = np.array([0.1, 0.2, 0.3, 0.4, 0.7])
    X = np.column_stack([x, [float(Decimal(repr(float(v))) * 3) for v in x]])
    y = [0, 1, 0, 1, 0]
    assert diagnose(X, y).rank == 2
    assert diagnose(X, y, numbers="binary").rank == 3
