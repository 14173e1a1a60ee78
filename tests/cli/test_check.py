"""`gordan check`: it says what the library says, of the right class, on the right stream."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from cli.conftest import IRIS, Run
from gordan.cli.exit import INSEPARABLE, SEPARABLE
from gordan.engine.solver import SOLVERS
from gordan.file.table import read

SETOSA = ("check", IRIS, "--label", "species", "--positive", "setosa")


def record(ran: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.parametrize("positive", ["setosa", "versicolor"])
def test_json_carries_the_outcome(positive: str, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes: list[gordan.outcome.Outcome] = []

    def overheard(*arguments: Any, **options: Any) -> gordan.outcome.Outcome:
        outcomes.append(gordan.solve(*arguments, **options))
        return outcomes[-1]

    monkeypatch.setattr("gordan.cli.commands.check.solve", overheard)
    found = record(command("check", IRIS, "--positive", positive, "--output-format", "json"))
    (outcome,) = outcomes
    assert outcome.coef is not None
    assert outcome.weights is not None
    assert found["outcome"] == outcome.kind
    assert found["classes"] == list(outcome.classes)
    assert found["coef"] == outcome.coef.tolist()
    assert found["intercept"] == outcome.intercept
    assert found["support"] == outcome.support.tolist()
    assert found["weights"] == outcome.weights[outcome.support].tolist()
    assert found["lines"] == [row + 2 for row in found["support"]]
    assert found["bracket"] == {"lower": outcome.bracket.lower, "upper": outcome.bracket.upper}
    assert (found["n_iter"], found["n_passes"]) == (outcome.n_iter, outcome.n_passes)
    assert (found["solver"], found["reason"]) == (outcome.solver, outcome.reason)
    assert found["verdict"]["holds"] is True
    assert [check["name"] for check in found["verdict"]["checks"]] == [check.name for check in outcome.verdict.checks]
    assert (found["file"], found["label"], found["positive"]) == (str(IRIS), "species", positive)
    assert found["names"] == ["sepal_length", "sepal_width", "petal_length", "petal_width"]


@pytest.fixture
def gaussian(tmp_path: Path) -> Path:
    """Points without order in 45 dimensions: 47 of them cancel, and integers for these would fill a page each."""
    rng = np.random.default_rng(1)
    path = tmp_path / "gaussian.csv"
    heading = ",".join([f"x{j}" for j in range(45)] + ["kind"])
    rows = zip(rng.normal(size=(300, 45)), "ab" * 150, strict=True)
    lines = [",".join([f"{v:.4f}" for v in row] + [kind]) for row, kind in rows]
    path.write_text("\n".join([heading, *lines]) + "\n", encoding="utf-8")
    return path


def test_enclosed_weights_are_told_in_a_true_sentence(gaussian: Path, command: Run) -> None:
    ran = command("check", gaussian)
    assert ran.code == INSEPARABLE
    page = " ".join(ran.out.split())
    assert (
        "These 47 rows cancel exactly, with positive weights within 0.06 % of those shown: b and a have the same "
        "weighted mean, so no hyperplane parts them." in page
    )
    assert "--output-format json has 35 more rows and the bounds of the weights." in page
    assert re.search(r"✓ weights are enclosed error/radius 0\.\d+ ≤ 1 rounded", page)
    assert "inseparable  47 rows cancel  " in command("check", gaussian, "--output-format", "concise").out


def test_json_has_the_box_of_enclosed_weights(gaussian: Path, command: Run) -> None:
    found = record(command("check", gaussian, "--output-format", "json"))
    proof = found["proof"]
    assert sorted(proof) == ["centre", "radius", "support"]
    assert proof["centre"] == [dict(zip(found["support"], found["weights"], strict=True))[j] for j in proof["support"]]
    table = read(gaussian)
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    box = gordan.outcome.Enclosure(tuple(proof["support"]), np.array(proof["centre"]), np.array(proof["radius"]))
    weights = np.zeros(problem.n)
    weights[proof["support"]] = proof["centre"]
    claim = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none", "classes": problem.classes}
    bracket = gordan.outcome.Bracket(-np.inf, 0.0)
    assert gordan.verify(problem, claimed.inseparable(bracket=bracket, weights=weights, proof=box, **claim)).holds


def test_integers_of_json_cancel_the_rows_of_the_file(command: Run) -> None:
    found = record(command("check", IRIS, "--positive", "versicolor", "--output-format", "json"))
    X: Any = read(IRIS).X
    tenths = np.round(10 * X).astype(int).tolist()  # tenths are all the file has
    labels = read(IRIS).y.tolist()
    sums = [0] * 5
    for row, text in zip(found["proof"]["support"], found["proof"]["integers"], strict=True):
        weight = int(text) if labels[row] == "versicolor" else -int(text)
        sums = [total + weight * value for total, value in zip(sums, [*tenths[row], 1], strict=True)]
    assert sums == [0] * 5


def test_what_is_not_finite_is_null(command: Run, tmp_path: Path) -> None:
    """All rows are one point: no direction is better than another, and none is shown."""
    (tmp_path / "alike.csv").write_text("x,class\n1,a\n1,b\n")
    found = record(command("check", str(tmp_path / "alike.csv"), "--output-format", "json"))
    assert found["bracket"] == {"lower": None, "upper": 0.0}
    assert found["coef"] is None
    assert found["intercept"] is None


def test_the_printed_hyperplane_separates(command: Run) -> None:
    found = record(command(*SETOSA, "--output-format", "json"))
    name, left, right = split(found["hyperplane"])
    table = read(IRIS)
    assert name == "setosa"
    np.testing.assert_array_equal(evaluate(left, table) > right, table.y == "setosa")


@pytest.mark.parametrize("positive", ["apple", "pear", "plum"])
def test_the_class_asked_for_is_where_it_is_greater(positive: str, command: Run) -> None:
    ran = command("check", "fruit.csv", "--positive", positive, "--output-format", "json")
    table = read("fruit.csv")
    found = record(ran)
    name, left, right = split(found["hyperplane"])
    assert name == positive
    if ran.code == SEPARABLE:
        np.testing.assert_array_equal(evaluate(left, table) > right, table.y == positive)
    # In the record the library's own order holds: the second of the sorted classes is positive.
    values = table.X @ np.array(found["coef"]) + found["intercept"]
    second_is_asked = found["classes"][1] == positive
    if ran.code == SEPARABLE:
        np.testing.assert_array_equal(values > 0, (table.y == positive) == second_is_asked)


def test_without_a_named_class_the_second_is_greater(command: Run) -> None:
    ran = command("check", "no_heading.csv")
    assert "column 3 = 1 where x1 + x2 > 7" in ran.out


def test_distances_are_those_of_the_hyperplane(command: Run) -> None:
    ran = command(*SETOSA, "--solver", "min-norm-point")
    rows = re.findall(r"^ +[\d.]+ +(\d+)  (setosa|other) +([\d.]+)", ran.out, flags=re.M)
    assert [row[1] for row in rows] == ["setosa"] * 3 + ["other"] * 3
    assert rows[0][2] == rows[3][2] == "0.8176"
    assert [float(row[2]) for row in rows[:3]] == sorted(float(row[2]) for row in rows[:3])


def test_separable_points_are_shown_with_their_weights(command: Run) -> None:
    """Half the mass on each class: the rows of the page carry all of it, with nothing left unsaid."""
    ran = command(*SETOSA)
    rows = re.findall(r"^ +([\d.]+) +(\d+)  (setosa|other) ", ran.out, flags=re.M)
    weights = record(command(*SETOSA, "--output-format", "json"))
    shown = {int(line): float(weight) for weight, line, _ in rows if float(weight)}
    told = dict(zip(weights["lines"], weights["weights"], strict=True))
    assert shown == pytest.approx(told, rel=1e-2)
    for kind in ("setosa", "other"):
        assert sum(float(weight) for weight, _, name in rows if name == kind) == pytest.approx(0.5, abs=1e-3)


def test_weights_beyond_the_page_are_counted(command: Run) -> None:
    """Mirror Prox spreads its weights over all rows; the page has the nearest and the heaviest."""
    ran = command(*SETOSA, "--solver", "mirror-prox")
    rows = re.findall(r"^ +[\d.e-]+ +(\d+)  (?:setosa|other) ", ran.out, flags=re.M)
    assert len(rows) == len(set(rows)) == 12
    assert re.search(r"--output-format json has \d+ more rows with weight\.", ran.out)


def test_notes_and_the_log_stay_off_standard_output(command: Run) -> None:
    noted = command("check", "no_heading.csv", "--output-format", "concise")
    assert noted.out.count("\n") == 1
    assert noted.err.splitlines()[0].startswith("gordan: label column: '3'")
    assert len(noted.err.splitlines()) == 2
    logged = command("check", "no_heading.csv", "--output-format", "concise", "--log")
    assert logged.out == noted.out
    assert "iteration" in logged.err
    assert command(*SETOSA).err == ""


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_every_solver_answers(solver: str, command: Run) -> None:
    ran = command(*SETOSA, "--solver", solver, "--output-format", "concise")
    assert ran.code == SEPARABLE, ran.err
    assert ran.out.startswith("separable  margin 0.")
    assert ran.out.endswith("  verified\n")
    assert f"  {solver} " in ran.out


def test_options_reach_the_library(command: Run) -> None:
    exact = command(*SETOSA, "--proof", "exact", "--output-format", "json")
    side = next(check for check in record(exact)["verdict"]["checks"] if check["name"] == "every point on its side")
    assert side["arithmetic"] == "integers"
    widest = command(*SETOSA, "--goal", "margin", "--tol", "0.2", "--output-format", "json")
    bracket = record(widest)["bracket"]
    assert bracket["upper"] - bracket["lower"] <= 0.2 * bracket["upper"]
    through_origin = record(command("check", "no_heading.csv", "--no-intercept", "--output-format", "json"))
    assert through_origin["posed"]["intercept"] is False
    assert through_origin["intercept"] == 0.0


def test_large_integers_are_written_out(command: Run) -> None:
    ran = command("check", "many_columns.csv", "--output-format", "json")
    assert ran.code == INSEPARABLE
    integers = record(ran)["proof"]["integers"]
    assert all(text.isdecimal() for text in integers)
    assert max(map(len, integers)) > 20


def test_an_archive_counts_rows_from_0(command: Run, tmp_path: Path) -> None:
    X = np.array([[0.0, 1.0], [1.0, 0.0], [5.0, 5.0]], dtype=np.float32)
    np.savez(tmp_path / "small.npz", X=X, y=["low", "low", "high"])
    ran = command("check", tmp_path / "small.npz")
    assert ran.code == SEPARABLE
    assert re.search(r"^  weight  row  y ", ran.out, flags=re.M)
    assert re.search(r"^     0.5    2  high ", ran.out, flags=re.M)


def split(hyperplane: str) -> tuple[str, str, float]:
    name, rest = hyperplane.split(" where ")
    left, right = rest.split(" > ")
    return name, left, float(right.replace("−", "-"))


def evaluate(left: str, table: Any) -> Any:
    """The left-hand side as printed, on the rows of the table."""
    total = np.zeros(len(table.y))
    for sign, term in re.findall(r"(^−?|[+−]) ?(\S+)", left):
        size, _, name = term.rpartition("·")
        total += (-1 if sign == "−" else 1) * float(size or 1) * table.X[:, table.names.index(name)]
    return total
