"""Certificates of models with fixed effects: written, read, rebuilt from a table, and refused where spoilt."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from file.certificate.by_hand import by_hand, rewrite
from file.certificate.made import numbers, resealed
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.errors import InputError
from gordan.file.certificate.format import parse, spell
from gordan.outcome.certificate import PanelCertificate
from gordan.outcome.certificate.compose import compose_diagnosis
from liar.forge.lie_panel import PANELS
from liar.forge.lie_panel_weights import PANEL_WEIGHTS

# Level ch exports nothing, fr only to jp; area depends on the exporter, and far on tariff and the importer.
DATA = pd.DataFrame(
    {
        "exporter": ["at", "be", "ch", "ch", "at", "be", "de", "de", "at", "fr", "de", "be", "ch", "at"],
        "importer": ["us", "us", "us", "jp", "jp", "jp", "us", "jp", "br", "br", "br", "br", "br", "us"],
        "year": [10, 9, 9, 10, 9, 10, 9, 10, 10, 9, 9, 10, 9, None],
        "tariff": [0.1, 0.7, 0.3, 0.5, 0.2, 0.6, 0.4, 0.5, 0.9, 0.8, 0.3, 0.2, 0.1, 0.4],
        "flow": [3, 1, 0, 0, 2, 1, 5, 1, 0, 0, 2, 0, 0, 2],
        "often": [1, 1, 2, 1, 1, 0.5, 1, 1, 1, 1, 1, 0, 1, 1],
    }
)
DATA["area"] = DATA["exporter"].map({"at": 8.4, "be": 3.1, "ch": 4.1, "de": 35.8, "fr": 55.1})
DATA["far"] = DATA["tariff"] * 2 + DATA["importer"].map({"us": 3.0, "jp": 5.0, "br": 4.0})
DATA["traded"] = (DATA["flow"] > 0).astype(int)
DATA["lost"] = [0, 1, 0, 2, 0, 0, 0, 0, 3, 0, 0, 1, 1, 0]
MODELS: dict[str, tuple[str, dict[str, Any]]] = {
    "one effect": ("flow ~ 1 | exporter", {"family": "poisson"}),
    "regressor": ("flow ~ tariff | exporter", {"family": "poisson"}),
    "two effects": ("flow ~ tariff | exporter + importer", {"family": "poisson"}),
    "absorbed": ("flow ~ tariff + area + far | exporter + importer", {"family": "negative-binomial"}),
    "three effects": ("flow ~ tariff | exporter + importer + year", {"family": "poisson"}),
    "pairs": ("flow ~ 1 | exporter^year + importer", {"family": "poisson"}),
    "binomial": ("traded ~ 1 | exporter + importer", {}),
    "counts": ("flow + lost ~ tariff | importer", {}),
    "weights": ("flow ~ tariff | importer", {"family": "poisson", "weights": "often", "offset": "tariff"}),
    "binary": ("flow ~ tariff + area | exporter + importer", {"family": "poisson", "numbers": "binary"}),
    "nothing separated": ("lost ~ tariff | year", {"family": "poisson"}),
    "described": ("flow ~ I(tariff**2) + C(importer) | exporter", {"family": "poisson"}),
    "carried": ("flow ~ np.exp(tariff) | importer", {"family": "poisson"}),
}
every_model = pytest.mark.parametrize("name", MODELS)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Any, bytes]]:
    folder, known = tmp_path_factory.mktemp("panels"), {}

    def make(name: str) -> tuple[Any, bytes]:
        if name not in known:
            formula, options = MODELS[name]
            found = gordan.diagnose(formula, data=DATA, **options)
            found.write_certificate(folder / f"{name}.json", file="somewhere/data.csv")
            known[name] = found, (folder / f"{name}.json").read_bytes()
        return known[name]

    return make


def heard(folder: Path, raw: bytes, data: pd.DataFrame, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What `gordan verify` says; the checker by hand must agree on the same table."""
    rewrite(folder / "c.json", raw)
    rewrite(folder / "data.csv", data.to_csv(index=False).encode())
    capsys.readouterr()
    code = run(["verify", str(folder / "c.json"), str(folder / "data.csv"), "--output-format", "concise"])
    said = capsys.readouterr()
    told = by_hand(folder / "c.json", folder / "data.csv")
    assert told.startswith({ACCEPTED: "accepted", REJECTED: "refused", FAILED: "unusable"}[code]), (told, said)
    assert "failed with" not in said.err
    return code, said.out + said.err


@every_model
def test_the_truth_is_accepted(name: str, made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, raw = made(name)
    certificate = parse(raw, "c.json")
    assert isinstance(certificate, PanelCertificate)
    assert spell(certificate) == raw
    assert gordan.verify(found.system, certificate).holds
    code, words = heard(tmp_path, raw, DATA, capsys)
    assert code == ACCEPTED, words
    assert words.startswith(f"accepted  {found.kind}  ")
    assert ("taken from the certificate" in words) == (name == "carried")


def test_the_page_says_what_is_proved(made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewrite(tmp_path / "c.json", made("absorbed")[1])
    DATA.to_csv(tmp_path / "data.csv", index=False)
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv")]) == ACCEPTED
    page = " ".join(capsys.readouterr().out.split())
    assert "effects exporter (5 levels), importer (3 levels)" in page
    assert "estimates do not exist" in page
    assert "finite no coefficient" in page  # each stands in a relation with effects
    assert "PanelCertificate" in parse(made("absorbed")[1], "c.json")._repr_html_()


def test_levels_are_numbered_by_their_values_and_not_by_their_rows(made: Any) -> None:
    """Rows in another order are other rows, but each level keeps its number."""
    turned = DATA.iloc[::-1].reset_index(drop=True)
    there = gordan.diagnose(MODELS["three effects"][0], data=turned, family="poisson").system
    here = made("three effects")[0].system
    for codes, others in zip(here.levels, there.levels, strict=True):
        assert codes.tolist() == others[::-1].tolist()


def with_flow(data: pd.DataFrame) -> None:
    data.loc[8, "flow"] = 1


def with_nothing(data: pd.DataFrame) -> None:
    data.loc[0, "flow"] = 0


def with_level(data: pd.DataFrame) -> None:
    data.loc[3, "exporter"] = "be"


def with_new_level(data: pd.DataFrame) -> None:
    data.loc[3, "importer"] = "aa"


def with_number(data: pd.DataFrame) -> None:
    data.loc[5, "tariff"] = 0.61


@pytest.mark.parametrize("change", [with_flow, with_nothing, with_level, with_new_level, with_number])
def test_one_changed_cell_is_refused(
    change: Callable[[pd.DataFrame], None], made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = DATA.copy()
    change(data)
    code, words = heard(tmp_path, made("two effects")[1], data, capsys)
    assert code == REJECTED
    assert "rows are the certificate's" in words


@pytest.mark.parametrize("name", ["one effect", "absorbed", "three effects", "binomial"])
def test_every_changed_number_of_the_proof_is_refused_or_proves_the_same(name: str, made: Any) -> None:
    """The rows that can be strict are the only ones: a proof that still holds has the same ones."""
    found, raw = made(name)
    members, refused, total = json.loads(raw), 0, 0
    for path in numbers(members["proof"]):
        for by in (-1, 1):

            def nudge(whole: Any, path: Any = path, by: int = by) -> None:
                where = whole["proof"]
                for key in path[:-1]:
                    where = where[key]
                value = where[path[-1]]
                where[path[-1]] = str(int(value) + by) if isinstance(value, str) else value + by

            total += 1
            try:
                claim = parse(resealed(raw, nudge), "c.json")
            except InputError:
                refused += 1
                continue
            if not gordan.verify(found.system, claim).holds:
                refused += 1
            else:
                assert path[0] != "rows"  # another row may join the same two levels
                assert list(claim.rows) == members["proof"]["rows"]
    assert refused > total / 2


@pytest.mark.parametrize("seed", range(8))
def test_drawn_panels_and_what_forgers_make_of_them(seed: int, made: Any) -> None:
    """Written, read and judged; behind the verifier stands the checker by hand, which must agree."""
    model, draws = parse(made("two effects")[1], "c.json").model, np.random.default_rng(seed)
    for forger in (*PANELS, *PANEL_WEIGHTS):
        case = forger.honest(draws)
        if case is None:
            continue
        strict = case.claim.strict
        kind = "overlap" if not strict.any() else "complete" if strict.all() else "quasi"
        certificate = compose_diagnosis(case.problem, case.claim, kind=kind, model=model)
        read = parse(spell(certificate), "c.json")
        assert gordan.verify(case.problem, read).holds
        forged = forger.forge(case, draws)
        if forged is not None and forged.problem is case.problem and len(forged.claim.strict) == strict.size:
            lie = compose_diagnosis(forged.problem, forged.claim, kind=kind, model=model)
            assert not gordan.verify(case.problem, lie).holds


@pytest.mark.parametrize(
    ("field", "value", "check"),
    [
        ("rows", [], "kind is that of the split"),
        ("pivots", [], "every regressor is a pivot or absorbed"),
        ("balance", None, "sums of the cycles cancel"),
    ],
)
def test_a_spoilt_proof_is_refused_by_its_check(field: str, value: Any, check: str, made: Any) -> None:
    found, raw = made("two effects")

    def spoil(members: Any) -> None:
        members["proof"][field] = ["1"] * len(members["proof"]["cycles"]) if value is None else value

    verdict = gordan.verify(found.system, parse(resealed(raw, spoil), "c.json"))
    assert check in {each.name for each in verdict.failed}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m["proof"].update(component=[0]), "proof.component has 1 members"),
        (lambda m: m["proof"]["potentials"].__setitem__(0, str(2**61)), "potentials[0] is too large"),
        (lambda m: m["proof"]["outward"]["rows"].__setitem__(0, 99), "outward.rows[0] is 99"),
        (lambda m: m["problem"].update(levels=[1, 2, 3]), "proof.kind is 'structure'"),
        (lambda m: m["problem"].update(levels=[1] * 17), "problem.levels has 17 members"),
        (lambda m: m["problem"].update(levels=[10**15]), "has 8 members"),
        (lambda m: m["model"].update(effects=[]), "model.effects has 0 members"),
        (lambda m: m["model"].update(family="ordinal"), "model.family is 'ordinal'"),
        (lambda m: m["model"].update(design=None), "model.design is null"),
        (lambda m: m["proof"].update(more=1), "proof.more is not known"),
    ],
)
def test_what_is_not_of_the_format_is_refused_with_its_field(change: Any, words: str, made: Any) -> None:
    with pytest.raises(InputError) as refusal:
        parse(resealed(made("two effects")[1], change), "c.json")
    assert words in str(refusal.value)


def test_effects_that_the_model_does_not_use_are_unusable(
    made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = resealed(made("two effects")[1], lambda m: m["model"].update(effects=[["exporter"], ["year"]]))
    code, words = heard(tmp_path, raw, DATA, capsys)
    assert code == FAILED
    assert "'year'" in words


@pytest.mark.parametrize("formula", ["flow ~ tariff | importer", "flow ~ tariff", "flow ~ tariff | nowhere"])
def test_another_formula_than_the_described_model_is_rejected(
    formula: str, made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By hand no formula is read, and the checker says so."""
    rewrite(tmp_path / "c.json", resealed(made("two effects")[1], lambda m: m["model"].update(formula=formula)))
    DATA.to_csv(tmp_path / "data.csv", index=False)
    assert (
        run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--output-format", "concise"]) == REJECTED
    )
    assert capsys.readouterr().out == "rejected  formula gives the described rows\n"


def test_names_with_blanks_stand_in_backticks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = DATA.rename(columns={"exporter": "from where"})
    found = gordan.diagnose("flow ~ tariff | `from where`^year + importer", data=data, family="poisson")
    gordan.certify(found.system, found, tmp_path / "c.json")
    raw = (tmp_path / "c.json").read_bytes()
    assert json.loads(raw)["model"]["formula"] == "flow ~ tariff | `from where`^year + importer"
    assert heard(tmp_path, raw, data, capsys)[0] == ACCEPTED


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    draws, n = np.random.default_rng(50), 12
    columns = {name: draws.integers(-3, 4, n) for name in ("x", "w", "v")}
    data = pd.DataFrame({**columns, "f": draws.integers(0, 4, n), "g": draws.integers(0, 3, n)})
    data["y"] = draws.integers(0, 2, n)
    written_out = gordan.diagnose("y ~ x + w + v | f + g", data=data, proof="exact")
    assert isinstance(written_out.system, gordan.problem.System)
    with pytest.raises(InputError, match="every level as a column"):
        written_out.write_certificate(tmp_path / "c.json")
    found = gordan.diagnose("~ tariff | exporter", DATA["flow"].to_numpy(), data=DATA, family="poisson")
    with pytest.raises(InputError, match="put them into the data"):
        found.write_certificate(tmp_path / "c.json")
    other = gordan.diagnose("flow ~ 1 | exporter", data=DATA, family="poisson")
    with pytest.raises(InputError, match="other rows than the problem's"):
        gordan.certify(found.system, other, tmp_path / "c.json")
    with pytest.raises(InputError, match="give its own"):
        gordan.certify(gordan.Points([[0.0], [1.0]], [0, 1]), other, tmp_path / "c.json")
    assert not (tmp_path / "c.json").exists()


def test_it_is_not_exported(made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewrite(tmp_path / "c.json", made("one effect")[1])
    DATA.to_csv(tmp_path / "data.csv", index=False)
    assert run(["certificate", "export", str(tmp_path / "c.json"), str(tmp_path / "data.csv")]) == FAILED
    assert "without fixed effects" in capsys.readouterr().err


def test_the_command_line_writes_what_it_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DATA.to_csv(tmp_path / "data.csv", index=False)
    asked = [str(tmp_path / "data.csv"), "--formula", "flow ~ tariff | exporter + importer", "--family", "poisson"]
    assert run(["diagnose", *asked, "--certificate", str(tmp_path / "c.json")]) == 1
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv")]) == ACCEPTED
    capsys.readouterr()
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--formula", "flow ~ tariff"]) == FAILED
    assert "leave --formula out" in capsys.readouterr().err


def test_the_page_of_a_report_sends_to_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DATA.to_csv(tmp_path / "data.csv", index=False)
    asked = [str(tmp_path / "data.csv"), "--formula", "flow ~ tariff | exporter", "--family", "poisson"]
    assert run(["diagnose", *asked, "--report", str(tmp_path / "r.html")]) == 1
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "models without fixed effects or risk sets; this one is checked by the command" in page
    assert "Save the certificate" in page
