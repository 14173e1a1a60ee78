"""Records of certificates, changed in memory: what is shown beside a proof must be what it proves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.outcome.certificate.points import Weights
from gordan.problem.description import ColumnOf, Spline
from gordan.regression.model.block import splines

BETWEEN = gordan.Points([[0.0], [1.0], [2.0]], ["a", "b", "a"])
APART = gordan.Points([[0.0], [1.0], [2.0]], ["a", "b", "b"])
DOSES = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}


def certificate_of(problem: Any, folder: Path) -> Any:
    gordan.certify(problem, gordan.solve(problem), folder / "c.json")
    return gordan.read_certificate(folder / "c.json")


@pytest.mark.parametrize("problem", [BETWEEN, APART], ids=["inseparable", "separable"])
@pytest.mark.parametrize("change", [{"alternative": "undecided"}, {"alternative": "boo"}, {"arithmetic": "exactly"}])
def test_a_certificate_is_called_what_it_proves(problem: Any, change: dict[str, str], tmp_path: Path) -> None:
    certificate = certificate_of(problem, tmp_path)
    assert gordan.verify(problem, certificate).holds
    other = {"separable": "inseparable", "inseparable": "separable"}[certificate.alternative]
    for lie in (change, {"alternative": other}):
        names = {check.name for check in gordan.verify(problem, replace(certificate, **lie)).failed}
        assert "alternative is the proof's" in names


def test_rows_of_a_split_rise(tmp_path: Path) -> None:
    gordan.diagnose("ill ~ dose", data=DOSES, proof="exact").write_certificate(tmp_path / "c.json")
    certificate, system = gordan.read_certificate(tmp_path / "c.json"), gordan.pose("ill ~ dose", data=DOSES).system
    assert gordan.verify(system, certificate).holds
    for rows, kind in (((0, 1, 4, 5, 5, 5), "complete"), ((0, 1, -2, -1), "quasi"), ((0, 1, 5, 4), "quasi")):
        verdict = gordan.verify(system, replace(certificate, rows=rows, alternative=kind))
        assert [check.name for check in verdict.failed] == ["rows exist and rise"]


def test_rows_of_weights_rise(tmp_path: Path) -> None:
    certificate = certificate_of(APART, tmp_path)
    for rows in ((0, -1), (1, 0), (0, 0), (0, 3)):
        with pytest.raises(gordan.InputError, match="do not rise"):
            gordan.verify(APART, replace(certificate, weights=Weights(rows, np.array([0.5, 0.5]))))


def test_a_spline_looks_at_its_own_knots_only() -> None:
    """A hundred thousand knots and one function: as many numbers as the function has intervals."""
    knots = (0.0,) * 4 + tuple(np.linspace(0.0, 1.0, 100_000)[1:-1].tolist()) + (1.0,) * 4
    x = np.linspace(0.0, 1.0, 1001)
    values = splines(x, Spline(("s",), ColumnOf("x"), knots, 3, (50_000,)))
    assert values.shape == (1001, 1)
    assert 0 < values.max() <= 1
