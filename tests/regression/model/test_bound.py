"""How many columns a model has is counted from its levels before any is made."""

from __future__ import annotations

import itertools

import pytest

import gordan
from gordan.cli import FAILED
from gordan.cli.exit import run
from gordan.problem.description import limit
from gordan.regression.model.rebuild import design_matrix

LEVELS = 200
DATA = {
    "y": [k % 2 for k in range(LEVELS)],
    "a": [f"a{k}" for k in range(LEVELS)],
    "b": [f"b{k}" for k in range(LEVELS)],
    "x": [0.1 * k for k in range(LEVELS)],
}
BOMBS = ["y ~ C(a):C(b)", "y ~ a:b", "y ~ a*b", "y ~ C(a, Sum):b", "y ~ 0 + a:b:x", "y ~ x + a/b"]


@pytest.mark.parametrize("formula", BOMBS)
def test_crossed_levels_are_counted(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.regression.model.closed.design_matrix", None)  # never called
    with pytest.raises(
        limit.TooLarge, match=r"columns, more than 20,000; .* raise gordan.problem.description.limit.COLUMNS"
    ):
        gordan.diagnose(formula, data=DATA, max_seconds=2)
    assert design_matrix is not None


@pytest.mark.parametrize("formula", ["y ~ np.log1p(x) + C(a):C(b)", "y ~ np.log1p(x) + a:b"])
def test_also_where_python_is_run(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.regression.model.python.materialise._run", None)
    with pytest.raises(limit.TooLarge, match="columns, more than 20,000"):
        gordan.diagnose(formula, data=DATA)


def test_in_a_terminal(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    lines = [",".join(map(str, row)) for row in zip(*DATA.values(), strict=True)]
    (tmp_path / "t.csv").write_text("\n".join([",".join(DATA), *lines]), encoding="utf-8")
    assert run(["diagnose", str(tmp_path / "t.csv"), "--formula", "y ~ C(a):C(b)", "--max-seconds", "2"]) == FAILED
    assert "more than 20,000" in capsys.readouterr().err


def test_many_levels_within_the_limit_are_sparse() -> None:
    """One entry in a row, however many columns."""
    data = {"y": [k % 2 for k in range(3000)], "a": [f"a{k // 2}" for k in range(3000)]}
    posed = gordan.pose("y ~ a", data=data)
    assert posed.system.inequalities.nnz <= 2 * 3000
    assert posed.system.n_columns == 1500


def test_more_columns_than_the_time_allows_are_not_begun() -> None:
    n = 3600
    data = {"y": [k % 2 for k in range(n)], "a": [k % 60 for k in range(n)], "b": [k // 60 for k in range(n)]}
    found = gordan.diagnose("y ~ C(a):C(b)", data=data, max_seconds=4)
    assert found.kind == "undecided"
    assert "max_seconds = 4" in found.reason


def test_crossings_without_end() -> None:
    names = [f"v{k}" for k in range(30)]
    data = {"y": [0, 1]} | {name: [1, 2] for name in names}
    for terms in ("*".join(names), f"({' + '.join(names)})**9", ":".join(f"({a} + {b})" for a, b in _pairs(names))):
        with pytest.raises(limit.TooLarge):
            gordan.diagnose(f"y ~ {terms}", data=data)


def _pairs(names: list[str]) -> list[tuple[str, str]]:
    return list(itertools.islice(itertools.pairwise(names), 0, None, 2))
