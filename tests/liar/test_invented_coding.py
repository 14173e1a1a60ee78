"""A model whose levels have numbers that somebody made up: a proof of it may hold, and the reader is told so."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import gordan
from claimed import replace
from file.certificate.by_hand import by_hand, script
from file.certificate.split_made import DATA
from gordan.cli import ACCEPTED
from gordan.cli.exit import run
from gordan.feasibility.split.split import Split, split
from gordan.file.certificate.format import spell
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.outcome.certificate.split import Model
from gordan.outcome.split import SplitClaim
from gordan.problem.description import Description, Levels
from gordan.regression.model.closed import Beside, pose_closed, pose_described
from gordan.regression.model.formula.coding import Coding, invented_codings
from gordan.regression.model.frame import read_frame

FORMULA = "y ~ C(grade, {})"
CODINGS = {
    "Sum": Coding("sum"),
    "Helmert": Coding("helmert"),
    "Poly": Coding("poly"),
    "Diff": Coding("diff"),
}


def described(coding: str) -> Description:
    posed = pose_closed(FORMULA.format(coding), read_frame(DATA), "binomial", Beside(), numbers="decimal")
    assert posed.description is not None
    return posed.description


def with_coding(description: Description, level: int, value: float) -> Description:
    """The same design, with one number of the coding replaced."""
    (factor,) = description.factors
    assert isinstance(factor, Levels)
    assert factor.coding is not None
    first = (*factor.coding[0][:level], value, *factor.coding[0][level + 1 :])
    return replace(description, factors=(replace(factor, coding=(first, *factor.coding[1:])),))


def write_proved(description: Description, folder: Path) -> None:
    """The table, and a true certificate of the split of what the description makes of it."""
    DATA.to_csv(folder / "data.csv", index=False)
    system = pose_described(description, read_frame(DATA), "binomial", Beside(), numbers="decimal").system
    halves = split(system, proof="exact")
    assert isinstance(halves, Split)
    model = Model("binomial", file="data.csv", design=description)
    certificate = compose_diagnosis(system, SplitClaim(halves.strict, halves.proof), kind=halves.kind, model=model)
    (folder / "c.json").write_bytes(spell(certificate))


@pytest.mark.parametrize("coding", CODINGS)
def test_numbers_that_somebody_made_up_are_listed(
    coding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standard = described(coding)
    names = list(standard.factors[0].names)
    for description, listed in ((standard, []), (with_coding(standard, 0, 0.75), names)):
        write_proved(description, tmp_path)
        told = by_hand(tmp_path / "c.json", tmp_path / "data.csv")
        assert told.startswith("accepted: ")
        assert ("taken from the certificate, not recomputed" in told) == bool(listed)
        command = ["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--output-format", "json"]
        assert run(command) == ACCEPTED
        assert json.loads(capsys.readouterr().out)["carried"] == listed


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8, 9, 17, 40])
def test_both_checkers_know_the_standard_codings(n: int) -> None:
    """Bit by bit: the next double is no standard coding any more."""
    levels = tuple(str(k) for k in range(n))
    response = described("Sum").response
    for coding in (
        *CODINGS.values(),
        *(Coding("helmert", reverse=reverse, scale=scale) for reverse in (True, False) for scale in (True, False)),
        Coding("diff", reverse=False),
    ):
        factor = coding.columns("g", described("Sum").factors[0].value, levels, levels, reduced=True)  # type: ignore[union-attr]
        description = Description(("grade",), response, (factor,), ((0,),))
        assert factor.coding is not None
        assert invented_codings(description) == ()
        assert not script.invented([list(column) for column in factor.coding])
        other = with_coding(description, n - 1, float(np.nextafter(factor.coding[0][-1], 9.0)))
        assert invented_codings(other) == factor.names
        assert script.invented([list(column) for column in other.factors[0].coding])  # type: ignore[union-attr]


def test_a_coding_of_fewer_columns_is_listed() -> None:
    sums = described("Sum")
    (factor,) = sums.factors
    assert isinstance(factor, Levels)
    assert factor.coding is not None
    less = replace(factor, names=factor.names[:1], coding=factor.coding[:1])
    assert invented_codings(replace(sums, factors=(less,))) == factor.names[:1]
    assert script.invented([list(factor.coding[0])])


def test_what_gordan_writes_is_standard() -> None:
    found = gordan.diagnose("y ~ C(grade, Poly) + C(site, Sum)", data=DATA, proof="exact")
    assert found.study is not None
    description = found.study.posed.description
    assert description is None or invented_codings(description) == ()
