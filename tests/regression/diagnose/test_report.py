"""What is told about a diagnosis: words, tables, JSON, a notebook's page — and the lazy names it is reached by."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from html import unescape

import numpy as np
import pandas as pd
import pytest

import gordan
from claimed import replace
from gordan.regression.diagnose import diagnose

DATA = {"ill": [0, 0, 1, 1, 0, 1], "a": [1, 2, 3, 4, 2, 3], "b": [0, 1, 0, 1, 0, 0]}
NAMES = ["kind", "rows", "coefficients", "direction", "weights", "rank", "aliased", "verdict"]


def test_json_has_the_names_of_the_record() -> None:
    found = diagnose("ill ~ a + b", data=DATA)
    record = json.loads(found.to_json())
    assert set(NAMES) <= set(record)
    assert record["kind"] == found.kind == "complete"
    assert record["rows"] == list(found.rows)
    assert record["coefficients"] == found.coefficients
    assert record["direction"] == found.direction
    assert record["weights"] == found.weights.tolist()
    assert record["verdict"]["holds"] is True
    assert record["verdict"]["checks"]
    assert record["margin"]["lower"] > 0
    assert record["responsible"] == ["a"]


def test_labels_that_json_does_not_have_become_text() -> None:
    index = pd.date_range("2024-01-01", periods=6)
    found = diagnose("ill ~ a", data=pd.DataFrame(DATA, index=index))
    assert json.loads(found.to_json())["rows"][0].startswith("2024-01-01")
    labels = pd.DataFrame(DATA, index=np.arange(6) * 10)
    assert json.loads(diagnose("ill ~ a", data=labels).to_json())["rows"] == [0, 10, 20, 30, 40, 50]


def test_weights_cancel_the_rows_that_are_not_separated() -> None:
    X = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 1.0], [1.0, 2.0], [1.0, 5.0]])
    y = np.array([0, 1, 0, 1, 1])
    found = diagnose(X, y)
    assert (found.kind, found.rows) == ("quasi", (0, 3, 4))
    assert (found.weights > 0).tolist() == [False, True, True, False, False]
    signed = X * np.where(y > 0, 1.0, -1.0)[:, None]
    assert np.abs(found.weights @ signed).max() < 1e-12
    assert (signed @ np.array(list(found.direction.values())) > 1e-9).tolist() == [True, False, False, True, True]


def test_multipliers_of_counts_are_weights_too() -> None:
    X = np.array([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]])
    found = diagnose(X, [2, 0, 1], family="poisson")
    assert found.kind == "overlap"
    signed = X * np.array([1.0, -1.0, 1.0])[:, None]
    assert found.weights[1] > 0
    assert np.abs(found.weights @ signed).max() < 1e-12


def test_an_exact_proof_can_be_checked_from_json_alone() -> None:
    """By fractions, on the decimals of the data, without a line of gordan: what a reader of a paper would do."""
    data = {"ill": [0, 1, 0, 1, 0, 1, 1], "dose": [0.1, 0.2, 0.3, 0.4, 0.7, 0.5, 1.1], "old": [0, 0, 0, 0, 0, 0, 1]}
    told = json.loads(diagnose("ill ~ dose + old", data=data, proof="exact").to_json())
    assert (told["kind"], told["rows"], told["proof"]["exact"]) == ("quasi", [6], True)
    rows = [
        [Fraction(repr(float(v))) * (1 if ill else -1) for v in (1, dose, old)]
        for ill, dose, old in zip(data["ill"], data["dose"], data["old"], strict=True)
    ]
    direction = [int(v) for v in told["proof"]["direction"]]
    products = [sum(v * b for v, b in zip(row, direction, strict=True)) for row in rows]
    assert [j for j, product in enumerate(products) if product > 0] == told["rows"]
    assert all(product == 0 for j, product in enumerate(products) if j not in told["rows"])
    weights = [int(v) for v in told["proof"]["weights"]]
    others = [row for j, row in enumerate(rows) if j not in told["rows"]]
    assert min(weights) > 0
    assert [sum(w * row[c] for w, row in zip(weights, others, strict=True)) for c in range(3)] == [0, 0, 0]


def test_the_verifier_can_be_asked_again() -> None:
    found = diagnose("ill ~ a + b", data=DATA)
    assert found.verify().holds
    assert found.split is not None
    spoilt = replace(found.split, proof=replace(found.split.proof, direction=(1, 0, 0)))
    assert not replace(found, split=spoilt).verify().holds


def test_a_diagnosis_shows_itself_in_a_line() -> None:
    found = diagnose("ill ~ a + b", data=DATA)
    assert repr(found) == "<Separated (complete): binomial, 6 of 6 rows separated, 3 coefficients>"


def test_each_kind_is_a_type_with_what_every_answer_has() -> None:
    rng = np.random.default_rng(0)
    late = diagnose(rng.standard_normal((4000, 40)), rng.integers(0, 2, 4000), max_seconds=1e-6)
    exists, quasi = diagnose("ill ~ b", data=DATA), diagnose([[1.0], [2.0], [2.0], [3.0]], [0, 0, 1, 1])
    complete = diagnose("ill ~ a + b", data=DATA)
    types = {"overlap": gordan.Exists, "quasi": gordan.Separated, "complete": gordan.Separated}
    for found in (exists, quasi, complete):
        assert type(found) is types[found.kind]
        assert not isinstance(found, gordan.Undecided)
        assert found.verdict.holds
        assert found.proof is found.split.proof
        assert (found.reason, found.reason.code.value) == ("", "proved")
    assert isinstance(late, gordan.Undecided)
    assert isinstance(late, gordan.regression.diagnose.Diagnosis)
    assert (late.kind, late.proof, late.rows, sum(late.classes.values())) == ("undecided", None, (), 4000)
    assert not late.verdict.holds
    assert not late.verify().holds
    assert late.reason.code.value in ("not_begun", "unaffordable", "max_seconds")
    for found in (exists, quasi, complete, late):
        record = found.to_dict()
        assert record["reason"] == found.reason
        assert record["reason_code"] == found.reason.code.value
        assert found.run.seconds == found.seconds > 0
        assert found.words() in str(found).replace("\n", " ")
        assert len(repr(found)) < 100


def test_the_frame_has_a_row_for_each_coefficient() -> None:
    found = diagnose("ill ~ a + b", data=DATA)
    frame = found.to_frame()
    assert frame.index.tolist() == list(found.coefficients)
    assert frame["state"].to_dict() == found.coefficients
    assert frame.loc["a", "responsible"]
    assert frame.loc["a", "single"] == "+inf"


def test_words_for_each_kind() -> None:
    complete = str(diagnose("ill ~ a + b", data=DATA))
    assert complete.startswith("Complete separation: finite maximum-likelihood estimates do not exist.")
    assert "a (+inf) separates by itself" in complete
    assert "Firth" in complete
    overlap = str(diagnose("ill ~ b", data=DATA))
    assert overlap.startswith("Overlap: finite maximum-likelihood estimates exist, and they are unique.")
    assert "Firth" not in overlap
    twice = str(diagnose("ill ~ b + I(2 * b)", data=DATA))
    assert "they are not unique" in twice
    assert "not estimable, because collinear: b, I(2 * b)" in twice
    zeros = str(diagnose("n ~ x", data={"n": [3, 0, 0], "x": [1, 2, 3]}, family="poisson"))
    assert zeros.startswith("Separation: ")
    assert "Leave out the 2 separated rows" in zeros
    assert all(len(line) <= 80 for text in (complete, overlap, twice, zeros) for line in text.splitlines())


def test_a_long_report_is_cut() -> None:
    n = 120
    data = {"y": [0, 1] * (n // 2), "x": np.arange(n) % 7, "id": [f"p{k // 2}" if k > 7 else f"s{k}" for k in range(n)]}
    found = diagnose("y ~ x + id", data=data)
    text = str(found)
    assert found.kind == "quasi"
    assert "all finite" in text or "more" in text
    assert len(text.splitlines()) < 60


def test_a_notebook_gets_escaped_elements() -> None:
    data = {"ill": [0, 0, 1, 1], "a<b>": [1, 2, 3, 4]}
    page = diagnose("ill ~ `a<b>`", data=data)._repr_html_()
    assert "a&lt;b&gt;" in page
    assert "<b>" not in page.replace("<strong>", "")
    assert "Complete separation" in page


def test_separated_rows_without_an_answer_are_not_told() -> None:
    rng = np.random.default_rng(0)
    found = diagnose(rng.standard_normal((4000, 40)), rng.integers(0, 2, 4000), max_seconds=1e-6)
    assert json.loads(found.to_json())["separated"] is None
    assert found.to_frame()["state"].unique().tolist() == ["unsettled"]
    assert "max_seconds" in str(found)


def test_the_lazy_names() -> None:
    code = """
import sys, gordan
assert "gordan.regression.diagnose" not in sys.modules and "pandas" not in sys.modules
assert "diagnose" in dir(gordan)
from gordan.regression.diagnose import Diagnosis
X, y = [[1.0], [2.0], [3.0]], [0, 1, 0]
assert gordan.diagnose(X, y).kind == "overlap"
assert gordan.regression.diagnose.Diagnosis is Diagnosis
assert "formulaic" not in sys.modules
print(len(gordan.diagnose_many([(X, y)])))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"
    with pytest.raises(AttributeError, match="no attribute 'diagnos'"):
        _ = gordan.diagnos


def test_a_multinomial_report_names_the_coefficient_of_each_class() -> None:
    data = {"dose": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0], "cause": [*"aaabbcbc"], "age": [1, 3, 2, 2, 3, 1, 2, 2]}
    found = diagnose("cause ~ dose + age", data=data, family="multinomial")
    said = " ".join(str(found).split())
    assert "relative to a: +inf at b:… means towards b, away from a" in said
    assert found.singles == {"b:dose": "+inf", "c:dose": "+inf"}
    assert "dose (b:dose +inf, c:dose +inf) separates by itself" in said
    assert found.to_frame()["single"].to_dict()["c:dose"] == "+inf"
    assert found.to_frame()["responsible"].to_dict() == {name: name.endswith(":dose") for name in found.coefficients}
    assert found.responsible == ("dose",)


def test_weights_offset_and_strata_are_shown() -> None:
    data = {"ill": [0, 1, 0, 1, 1, 0], "a": [1, 2, 3, 4, 2, 3], "set": [1, 1, 2, 2, 3, 3], "freq": [1, 2, 1, 3, 1, 0]}
    matched = diagnose("ill ~ a", data=data, family="conditional", strata="set", offset="a")
    said = " ".join(str(matched).split())
    assert "offset column a: it moves the estimates, but does not change whether they exist" in said
    assert "strata column set: 3 strata, rows compared within each" in said
    assert json.loads(matched.to_json())["beside"] == {"offset": "a", "strata": "set"}
    weighted = diagnose("ill ~ a", data=data, weights=data["freq"])
    assert weighted.beside == {"weights": None}
    assert "weights given as an array: a row of weight 0 is left out" in " ".join(str(weighted).split())
    assert diagnose("ill ~ a", data=data, weights="freq").beside == {"weights": "freq"}
    assert diagnose("ill ~ a", data=data).beside == {}


@pytest.mark.parametrize(
    ("family", "values"),
    [("binomial", [0.5, 1, 0, 0.25, 1, 0]), ("poisson", [0.5, 1, 0, 2.5, 1, 0]), ("multinomial", [*"xyxyzz"])],
)
@pytest.mark.parametrize("name", ["deaths", "éclat", "ǆ", "no row has deaths"])
def test_a_column_keeps_its_name_wherever_it_stands(family: str, values: list[object], name: str) -> None:
    column = pd.Categorical(values, categories=[*"xyzw"]) if family == "multinomial" else values
    data = pd.DataFrame({name: column, "dose": [1, 2, 3, 3, 2, 1]})
    found = diagnose(f"`{name}` ~ dose", data=data, family=family)
    assert found.notes
    for page in (" ".join(str(found).split()), unescape(found._repr_html_())):
        for note in found.notes:
            assert name in note
            assert note[1:] in page
        assert name[:1].upper() + name[1:] not in page


def test_arrays_are_told_what_to_leave_out() -> None:
    X = pd.DataFrame({"dose": [1, 2, 3, 4, 1, 2, 2, 1], "mutation": [0, 0, 0, 0, 1, 1, 0, 0]})
    y = np.array([0, 1, 0, 1, 1, 1, 0, 1])
    found = gordan.diagnose(X, y)
    text = " ".join(str(found).split())
    assert "leave out the 2 separated rows (answer.keep(data) does) and column mutation." in text
    left = found.keep(X)[["dose"]]
    assert gordan.diagnose(left, y[~found.mask]).unique
    complete = gordan.diagnose(X[["mutation"]], X["mutation"])
    assert "as they are in the limit" not in str(complete)
