"""Effects after a bar: the same answers as with a column for every level, in the words of their users."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.errors import InputError
from liar.forge.lie_panel_weights import drawn_further


def trade(seed: int, n: int = 60) -> pd.DataFrame:
    generator = np.random.default_rng(seed)
    data = pd.DataFrame(
        {
            "exporter": generator.choice(["at", "be", "ch", "de", "es"], n),
            "importer": generator.choice(["us", "jp", "br"], n),
            "year": generator.integers(2001, 2004, n),
            "tariff": generator.integers(0, 20, n) / 10,
            "area": np.nan,
            "flow": generator.poisson(0.6, n),
        }
    )
    data["area"] = data["exporter"].map({"at": 8.4, "be": 3.1, "ch": 4.1, "de": 35.8, "es": 50.6})
    data.loc[data["exporter"] == "ch", "flow"] = 0
    return data


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bar", ["exporter", "exporter + importer", "exporter + importer + year", "exporter^year"])
def test_rows_are_those_of_written_out_effects(seed: int, bar: str) -> None:
    data = trade(seed)
    written = " + ".join(f"C({part.strip()})" for part in bar.split("+")).replace("^", "):C(")
    absorbed = gordan.diagnose(f"flow ~ tariff | {bar}", data=data, family="poisson")
    general = gordan.diagnose(f"flow ~ tariff + {written}", data=data, family="poisson")
    assert (absorbed.kind, absorbed.rows) == (general.kind, general.rows)
    assert absorbed.coefficients == {"tariff": general.coefficients["tariff"]}
    assert absorbed.verdict.holds
    assert absorbed.verify().holds
    assert isinstance(absorbed, gordan.Separated)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("terms", ["1", "tariff"])
def test_binomial_effects_have_levels_of_both_kinds(seed: int, terms: str) -> None:
    data = trade(seed)
    data["traded"] = (data["flow"] > 0) | (data["exporter"] == "es")
    absorbed = gordan.diagnose(f"traded ~ {terms} | exporter + importer", data=data)
    general = gordan.diagnose(f"traded ~ {terms} + C(exporter) + C(importer)", data=data)
    assert (absorbed.kind, absorbed.rows) == (general.kind, general.rows)
    levels = absorbed.levels.set_index("level")
    assert (levels.loc["ch", "state"], levels.loc["es", "state"]) == ("-inf", "+inf")


def test_the_page_names_levels_rows_and_what_to_do() -> None:
    data = trade(0)
    answer = gordan.diagnose("flow ~ tariff + area | exporter + importer", data=data, family="poisson")
    count = int((data["exporter"] == "ch").sum())
    text = " ".join(str(answer).split())
    assert f"exporter: 1 of 5 levels has no positive response: ch ({count} rows)" in text
    assert "not estimable beside the effects: area" in text
    assert "answer.keep(data)" in text
    assert answer.aliased == ("area",)
    assert repr(answer).startswith("<Separated (quasi): poisson, ")
    kept = answer.keep(data)
    assert len(kept) == len(data) - len(answer.rows)
    again = gordan.diagnose("flow ~ tariff | exporter + importer", data=kept, family="poisson")
    assert again.kind == "overlap"
    assert "exist, and those of the regressors are unique" in " ".join(str(again).split())
    assert "<table>" in answer._repr_html_()


def test_json_lists_the_levels_concerned() -> None:
    answer = gordan.diagnose("flow ~ tariff | exporter", data=trade(1), family="poisson")
    record = json.loads(answer.to_json())
    assert record["effects"] == {"exporter": 5}
    assert [level["level"] for level in record["levels"] if level["state"] == "-inf"] == ["ch"]
    assert record["rows"] == list(answer.rows)


def test_missing_levels_are_left_out_and_masks_speak_of_the_given_rows() -> None:
    data = trade(2)
    data.loc[[0, 5], "exporter"] = None
    data.index = ["same"] * len(data)
    answer = gordan.diagnose("flow ~ tariff | exporter", data=data, family="poisson")
    assert (answer.n, answer.n_missing) == (len(data) - 2, 2)
    assert np.array_equal(np.flatnonzero(answer.mask), np.flatnonzero(data["exporter"] == "ch"))


@pytest.mark.parametrize(
    ("formula", "family", "words"),
    [
        ("flow ~ tariff | ", "poisson", "name the effects"),
        ("flow ~ tariff | exporter | importer", "poisson", "2 bars"),
        ("flow ~ tariff | exporter + exporter", "poisson", "the effect 'exporter' twice"),
        ("flow ~ tariff | exporte", "poisson", "exporter"),
        ("flow = tariff | exporter", "poisson", "has no ~"),
        ("flow ~ tariff | flow", "poisson", "among its own effects"),
        ("flow ~ tariff | log(year)", "poisson", "is no column"),
        ("exporter ~ tariff | year", "multinomial", "effects after a bar go with"),
    ],
)
def test_bad_bars_get_a_sentence(formula: str, family: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        gordan.diagnose(formula, data=trade(0), family=family)


def test_what_needs_a_system_says_so() -> None:
    data = trade(0)
    with pytest.raises(InputError, match="has no system"):
        gordan.pose("flow ~ tariff | exporter", data=data, family="poisson")
    answer = gordan.diagnose("flow ~ tariff | exporter", data=data, family="poisson")
    with pytest.raises(InputError, match="has no weights"):
        _ = answer.weights


def test_no_fit_is_advised_where_no_row_is_left() -> None:
    text = str(gordan.diagnose("flow ~ tariff | exporter", data=trade(0).assign(flow=0), family="poisson"))
    assert "No row is left" in text
    assert "fit the same formula" not in text


def test_rows_are_kept_in_the_order_of_the_diagnosis_only() -> None:
    data = trade(0)
    answer = gordan.diagnose("flow ~ tariff | exporter", data=data, family="poisson")
    with pytest.raises(InputError, match="another order"):
        answer.keep(data.sort_values("tariff"))
    renamed = data.set_index(np.array([f"r{k}" for k in range(len(data))]))
    assert answer.keep(renamed)["flow"].tolist() == answer.keep(data)["flow"].tolist()


def test_amounts_without_a_family_are_sent_to_poisson() -> None:
    with pytest.raises(InputError, match='choose family="poisson", family="multinomial" or'):
        gordan.diagnose("flow ~ tariff | exporter", data=trade(0))


def test_a_regressor_that_separates_is_named_with_its_direction() -> None:
    data = trade(0, 400)
    data["sanction"] = (data["flow"] == 0) & (data["year"] == 2003)
    answer = gordan.diagnose("flow ~ tariff + sanction | exporter + importer", data=data, family="poisson")
    assert answer.coefficients == {"tariff": "finite", "sanction": "-inf"}
    assert set(answer.direction.values()) == {0.0, -1.0}
    text = " ".join(str(answer).split())
    assert "by sanction, by the levels between which they lie, or by both together" in text
    without = "flow ~ tariff | exporter + importer"
    assert f"fit {without} (there sanction is made up by the effects and the rest):" in text
    assert answer.refit_formula == without
    assert gordan.diagnose(without, data=answer.keep(data), family="poisson").unique


def test_pairs_of_levels_are_named_as_the_effect_is() -> None:
    answer = gordan.diagnose("flow ~ tariff | exporter^year", data=trade(0), family="poisson")
    assert "ch^2001" in set(answer.levels["level"])


def test_the_slip_among_numbers_is_shown() -> None:
    data = trade(0).astype({"flow": str})
    data.loc[7, "flow"] = "12 kg"
    with pytest.raises(InputError, match=r"the response 'flow' holds text \('12 kg'\)"):
        gordan.diagnose("flow ~ tariff | exporter", data=data, family="poisson")


def _firms(n: int = 600) -> pd.DataFrame:
    random = np.random.default_rng(0)
    firm = np.arange(n) % 200
    y = np.where(firm < 3, 0, random.poisson(2.0, n) + (np.arange(n) < 200))
    return pd.DataFrame({"y": y, "x": random.integers(0, 9, n), "firm": firm, "year": np.arange(n) % 3})


@pytest.mark.parametrize("term", ["C(firm)", "factor(firm)", "i(firm)", "C(`firm`)"])
def test_a_factor_with_200_levels_is_an_effect(term: str) -> None:
    data = _firms()
    answer, bar = (gordan.diagnose(each, data=data, family="poisson") for each in (f"y ~ x + {term}", "y ~ x | firm"))
    assert (answer.rows, answer.coefficients) == (bar.rows, bar.coefficients)
    assert answer.rows == tuple(np.flatnonzero(data["firm"] < 3).tolist())
    assert list(answer.levels["state"]).count("-inf") == 3
    assert "C(firm) has 200 levels, so it is taken for an effect, as after a bar" in answer.notes
    assert answer.named_levels == ["firm=0 -inf", "firm=1 -inf", "firm=2 -inf"]


def test_the_same_factor_as_columns_gives_the_same_rows() -> None:
    data = _firms()
    written = gordan.diagnose("y ~ x + C(firm)", data=data, family="poisson", proof="exact")
    assert written.rows == gordan.diagnose("y ~ x + C(firm)", data=data, family="poisson").rows
    assert len(written.coefficients) == 201


@pytest.mark.parametrize("formula", ["y ~ C(firm):x + C(firm)", "y ~ x + C(year)"])
def test_factors_with_few_levels_or_in_other_terms_stay_columns(formula: str) -> None:
    data = _firms()[:210] if "firm" in formula else _firms()
    assert not hasattr(gordan.diagnose(formula, data=data, family="poisson", max_seconds=5), "levels")


def test_two_factors_are_effects_and_a_third_one_stays() -> None:
    data = _firms().assign(town=lambda d: (d["firm"] * 7 + d["year"]) % 205, place=lambda d: d["x"])
    answer = gordan.diagnose("y ~ C(firm) + C(place) + C(town)", data=data, family="poisson")
    assert sorted(set(answer.levels["effect"])) == ["firm", "town"]
    assert len(answer.coefficients) == 8


@pytest.mark.parametrize(("slopes", "terms"), [("year[x]", "C(year):x | year"), ("year[[x]] + f", "C(year):x | f")])
def test_slopes_by_level_are_terms(slopes: str, terms: str) -> None:
    """As fixest writes them; a level in which only a small x has a count separates by its slope."""
    draws = np.random.default_rng(0)
    data = pd.DataFrame({"f": draws.integers(0, 5, 300), "year": draws.integers(0, 4, 300)})
    data["x"] = draws.integers(0, 9, 300) * 1.0
    data["y"] = draws.poisson(1.0, 300) * ~((data["year"] == 2) & (data["x"] > 0))
    answer = gordan.diagnose(f"y ~ 1 | {slopes}", data=data, family="poisson")
    asked = gordan.diagnose(f"y ~ {terms}", data=data, family="poisson")
    assert answer.coefficients == asked.coefficients
    assert list(answer.rows) == list(asked.rows)
    assert "-inf" in answer.coefficients.values()
    assert answer.verify().holds


def test_many_slopes_are_sparse_columns() -> None:
    draws = np.random.default_rng(1)
    data = pd.DataFrame({"f": draws.integers(0, 120, 2400), "g": draws.integers(0, 5, 2400)})
    data["x"], data["y"] = draws.integers(-9, 9, 2400) / 10, draws.poisson(1.0, 2400)
    answer = gordan.diagnose("y ~ 1 | f[x] + g", data=data, family="poisson")
    assert (answer.kind, len(answer.coefficients)) == ("overlap", 120)
    assert answer.verify().holds


def test_slopes_without_an_effect_are_told_where_to_go() -> None:
    data = pd.DataFrame({"f": [0, 1, 1], "x": [1.0, 2.0, 3.0], "y": [0, 1, 2]})
    with pytest.raises(InputError, match=r"slopes and no effect; write them before the bar, as C\(f\):x"):
        gordan.diagnose("y ~ 1 | f[[x]]", data=data, family="poisson")


@pytest.mark.parametrize("written", ["x + C(firm) - 1", "0 + x + C(firm)", "x - 1 + factor(firm)"])
def test_a_constant_left_out_beside_a_large_factor_makes_no_difference(written: str) -> None:
    rng = np.random.default_rng(4)
    data = pd.DataFrame(
        {"firm": rng.integers(0, 300, 1500), "x": rng.integers(-9, 10, 1500), "y": rng.random(1500) < 0.3}
    )
    plain, found = (gordan.diagnose(f"y ~ {terms}", data=data.astype(int)) for terms in ("x + C(firm)", written))
    assert found.verdict.holds
    assert (found.kind, found.coefficients) == (plain.kind, plain.coefficients)
    assert np.array_equal(found.mask, plain.mask)


def test_advice_speaks_of_time_only_where_time_was_short(monkeypatch: pytest.MonkeyPatch) -> None:
    from gordan.feasibility.panel import core

    monkeypatch.setattr(core, "_MOST", 1)
    rng = np.random.default_rng(0)
    levels = {name: rng.integers(0, 1_200, 9_000) for name in "fgh"}
    data = pd.DataFrame({**levels, "y": rng.poisson(1.0, 9_000)})
    answer = gordan.diagnose("y ~ 1 | f + g + h", data=data, family="poisson")
    assert answer.kind == "undecided"
    assert "a system of at most 1 is solved" in str(answer.run.reason)
    assert "Leave out an effect" in str(answer)
    assert "more time" not in str(answer)


def test_ways_that_the_levels_leave_open_are_settled_with_columns() -> None:
    from gordan.feasibility.panel import split_panel
    from gordan.regression.diagnose.panel_split import Parted, split_or_reason

    panel = drawn_further(np.random.default_rng([4, 51]))
    split = split_panel(panel)
    assert split is not None
    assert "unsettled" in split.states
    parted = split_or_reason(panel, exact=False)
    assert isinstance(parted, Parted)
    assert "unsettled" not in parted.states


def test_levels_are_named_as_they_are_read() -> None:
    data = pd.DataFrame(
        {"day": pd.date_range("2001-01-01", periods=4).repeat(3), "place": " a", "y": [0, 0, 0] + [1] * 9}
    )
    data.loc[0, "place"] = "b"
    text = " ".join(str(gordan.diagnose("y ~ 1 | day", data=data, family="poisson")).split())
    assert "day: 1 of 4 levels has no positive response: 2001-01-01 (3 rows)" in text
    data.loc[3:, "place"] = "b"
    text = " ".join(str(gordan.diagnose("y ~ 1 | place", data=data, family="poisson", weights=np.ones(12))).split())
    assert "effects place (2 levels)" in text
    assert "no positive response: ' a' (2 rows)" in text
    assert "weights given as an array: a row of weight 0 is left out" in text
    text = str(gordan.diagnose("y ~ 1 | day", data=data.assign(y=0, day=1), family="poisson"))
    assert "day (1 level)" in text
    assert "no row has a positive response" in text


def test_slopes_have_a_certificate_when_written_as_terms(tmp_path: Path) -> None:
    """What the refusal advises can be followed."""
    rng = np.random.default_rng(0)
    data = pd.DataFrame({"f": rng.integers(0, 101, 900), "x": rng.integers(0, 9, 900), "y": rng.poisson(1.0, 900)})
    answer = gordan.diagnose("y ~ 1 | f[x]", data=data, family="poisson")
    with pytest.raises(InputError, match=r"C\(f\) and C\(f\):x for f\[x\], in place of the bar, and ask with proof="):
        answer.write_certificate(tmp_path / "bar.json")
    terms = gordan.diagnose("y ~ C(f) + C(f):x", data=data, family="poisson", proof="exact")
    assert terms.kind == answer.kind
    terms.write_certificate(tmp_path / "terms.json")
    assert gordan.verify(terms.system, gordan.read_certificate(tmp_path / "terms.json")).holds


def test_a_computed_regressor_is_named_with_its_relation() -> None:
    """Beside effects it stays a regressor of its own, and who reads the answer is told."""
    rng = np.random.default_rng(5)
    data = pd.DataFrame({"firm": rng.integers(0, 5, 100), "a": rng.integers(0, 30, 100) / 10})
    data["b"], data["y"] = rng.integers(1, 90, 100), rng.poisson(1.0, 100)
    data["cost"] = data["a"] * 0.1 + data["b"] * 0.03
    answer = gordan.diagnose("y ~ a + b + cost | firm", data=data, family="poisson")
    note = next(note for note in answer.notes if "rounding" in note)
    assert note.startswith("up to rounding cost = 0.1 a + 0.03 b (largest difference ")
    assert "leave it out" in note
    literal = gordan.diagnose("y ~ a + b + cost | firm", data=data, family="poisson", literal=True)
    assert not any("rounding" in note for note in literal.notes)
