"""Certificates of Cox models: written, read, rebuilt from a table, and refused where spoilt."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
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
from gordan.outcome.certificate import RiskCertificate
from gordan.outcome.certificate.compose import compose_diagnosis
from liar.forge.lie_risk import RISKS

# All deaths are among those on placebo; dose is twice age less 3; times are tied, entries late, a centre is missing.
DATA = pd.DataFrame(
    {
        "time": [3, 5, 5, 2, 8, 8, 9, 4, 6, 7, 2, 3, 9, 5.5],
        "entry": [0, 1, 2, 0, 3, 0, 8, 1, 0, 0.5, 1, 0, 2, 5],
        "died": [1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0],
        "age": [61, 54, 70, 66, 50, 59, 73, 58, 62, 49, 77, 55, 60, 64],
        "placebo": [1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0],
        "centre": ["b", "a", "b", "a", "b", "a", "a", "b", "b", "a", "b", "a", "b", None],
        "sex": [0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1],
        "often": [1, 1, 2, 1, 1, 0.5, 1, 1, 1, 1, 1, 0, 1, 1],
    }
)
DATA["dose"] = 2 * DATA["age"] - 3
MODELS: dict[str, tuple[str, dict[str, Any]]] = {
    "overlap": ("Surv(time, died) ~ age", {}),
    "monotone": ("Surv(time, died) ~ age + placebo", {}),
    "collinear": ("Surv(time, died == 1) ~ age + dose + placebo", {}),
    "entries": ("Surv(entry, time, died) ~ age + sex", {}),
    "strata": ("Surv(time, died) ~ age + strata(centre)", {}),
    "two strata": ("Surv(time, died) ~ age + strata(centre, sex)", {}),
    "beside": ("Surv(time, died) ~ age", {"strata": "sex", "weights": "often", "offset": "dose"}),
    "exact": ("Surv(time, died) ~ age + placebo", {"ties": "exact"}),
    "binary": ("Surv(time, died) ~ I(age / 10) + placebo", {"numbers": "binary"}),
    "factor": ("Surv(time, died) ~ age + C(centre)", {}),
    "carried": ("Surv(time, died) ~ np.log(age) + placebo", {}),
}
every_model = pytest.mark.parametrize("name", MODELS)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Any, bytes]]:
    folder, known = tmp_path_factory.mktemp("risks"), {}

    def make(name: str) -> tuple[Any, bytes]:
        if name not in known:
            formula, options = MODELS[name]
            found = gordan.diagnose(formula, data=DATA, family="cox", **options)
            gordan.certify(found.system, found, folder / f"{name}.json")
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
    assert isinstance(certificate, RiskCertificate)
    assert spell(certificate) == raw
    assert gordan.verify(found.system, certificate).holds
    code, words = heard(tmp_path, raw, DATA, capsys)
    assert code == ACCEPTED, words
    assert words.startswith(f"accepted  {found.kind}  {len(found.rows)} of {found.n_events} events separated")
    assert ("taken from the certificate" in words) == (name == "carried")
    finite = {name for name, state in found.coefficients.items() if state == "finite"}
    assert {*certificate.finite} == finite - {*found.aliased}


def test_the_page_says_what_is_proved(made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewrite(tmp_path / "c.json", made("two strata")[1])
    DATA.to_csv(tmp_path / "data.csv", index=False)
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv")]) == ACCEPTED
    page = " ".join(capsys.readouterr().out.split())
    assert "strata centre, sex" in page
    assert "partial-likelihood estimates" in page
    assert "RiskCertificate" in parse(made("exact")[1], "c.json")._repr_html_()


@pytest.mark.parametrize(
    ("column", "value"), [("time", 2.5), ("died", 0), ("age", 61.5), ("placebo", 0), ("centre", "a")]
)
def test_one_changed_cell_is_refused(
    column: str, value: Any, made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = made("strata" if column == "centre" else "monotone")[1]
    data = DATA.assign(**{column: [value, *DATA[column][1:]]})
    code, words = heard(tmp_path, raw, data, capsys)
    assert code == REJECTED
    assert "the certificate's" in words


@pytest.mark.parametrize("name", ["overlap", "collinear", "entries", "exact"])
def test_every_changed_number_of_the_proof_is_refused_or_proves_the_same(name: str, made: Any) -> None:
    """The events that can be strict are the only ones: a proof that still holds has the same ones."""
    found, raw = made(name)
    members, refused, total = json.loads(raw), 0, 0
    for place, path in enumerate(numbers(members["proof"])):
        for by in (-1, 1) if place % 3 == 0 or path[0] in ("rows", "direction") else ():

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
                assert path[0] != "rows"
                assert list(claim.rows) == members["proof"]["rows"]
    assert refused > total / 2


@pytest.mark.parametrize("seed", range(8))
def test_drawn_risk_sets_and_what_forgers_make_of_them(seed: int, made: Any) -> None:
    """Written, read and judged; behind the verifier stands the checker by hand, which must agree."""
    model, draws = parse(made("overlap")[1], "c.json").model, np.random.default_rng(seed)
    for forger in RISKS:
        case = forger.honest(draws)
        if case is None:
            continue
        strict = case.claim.strict
        kind = "overlap" if not strict.any() else "complete" if case.claim.complete else "quasi"
        read = parse(spell(compose_diagnosis(case.problem, case.claim, kind=kind, model=model)), "c.json")
        assert gordan.verify(case.problem, read).holds
        forged = forger.forge(case, draws)
        if forged is None or forger.check in ("a mark for every row", "complete or not", "integers, pairs and columns"):
            continue  # no certificate can say it
        if forged.claim.complete != case.claim.complete:
            kind = "complete" if kind != "complete" else "quasi"
        lie = compose_diagnosis(forged.problem, forged.claim, kind=kind, model=model)
        assert not gordan.verify(case.problem, lie).holds


@pytest.mark.parametrize(
    ("field", "value", "check"),
    [
        ("rows", [], "kind is that of the split"),
        ("direction", ["0", "0"], "separated events are those with a positive comparison"),
        ("direction", ["0", "-1"], "no comparison is negative"),
    ],
)
def test_a_spoilt_proof_is_refused_by_its_check(field: str, value: Any, check: str, made: Any) -> None:
    found, raw = made("monotone")
    verdict = gordan.verify(
        found.system, parse(resealed(raw, lambda members: members["proof"].update({field: value})), "c.json")
    )
    assert check in {each.name for each in verdict.failed}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m["proof"].update(direction=["1"]), "proof.direction has 1 members"),
        (lambda m: m["proof"]["pairs"].__setitem__(0, [0, 99]), "pairs[0][1] is 99"),
        (lambda m: m["proof"]["pairs"].__setitem__(0, [0]), "pairs[0] has 1 members"),
        (lambda m: m["proof"]["weights"].extend(["1"] * 999), "proof.weights has"),
        (lambda m: m["proof"]["flat"]["witness"].append(10**6), "flat.witness"),
        (lambda m: m["problem"].update(events=0), "problem.events is 0"),
        (lambda m: m["problem"].update(exact=0), "problem.exact"),
        (lambda m: m["model"].update(family="poisson"), "model.family is 'poisson'"),
        (lambda m: m["model"].update(design=None), "model.design is null"),
        (lambda m: m["proof"].update(more=1), "proof.more is not known"),
    ],
)
def test_what_is_not_of_the_format_is_refused_with_its_field(change: Any, words: str, made: Any) -> None:
    with pytest.raises(InputError) as refusal:
        parse(resealed(made("monotone")[1], change), "c.json")
    assert words in str(refusal.value)


def test_ties_are_part_of_the_question(made: Any) -> None:
    found, raw = made("monotone")
    claim = parse(resealed(raw, lambda members: members["problem"].update(exact=True)), "c.json")
    assert {each.name for each in gordan.verify(found.system, claim).failed} == {"question is the certificate's"}


def test_strata_that_the_model_does_not_use_are_unusable(
    made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = resealed(made("strata")[1], lambda m: m["model"].update(groups=["sex"]))
    code, words = heard(tmp_path, raw, DATA, capsys)
    assert code == FAILED
    assert "'sex'" in words


def test_a_time_before_the_entry_is_unusable(made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, words = heard(tmp_path, made("entries")[1], DATA.assign(entry=DATA["time"] + 1), capsys)
    assert code == FAILED
    assert "stop before they start" in words


@pytest.mark.parametrize("formula", ["Surv(time, died) ~ age", "died ~ age", "Surv(time, died) ~ age + nowhere"])
def test_another_formula_than_the_described_model_is_rejected(
    formula: str, made: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By hand no formula is read, and the checker says so."""
    rewrite(tmp_path / "c.json", resealed(made("monotone")[1], lambda m: m["model"].update(formula=formula)))
    DATA.to_csv(tmp_path / "data.csv", index=False)
    asked = [str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--output-format", "concise"]
    assert run(["verify", *asked]) == REJECTED
    assert capsys.readouterr().out == "rejected  formula gives the described rows\n"


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    arrays = gordan.diagnose(DATA[["age"]], (DATA["time"], DATA["died"]), family="cox")
    with pytest.raises(InputError, match="give a formula with Surv"):
        arrays.write_certificate(tmp_path / "c.json")
    other = gordan.diagnose("Surv(time, died) ~ placebo", data=DATA, family="cox")
    with pytest.raises(InputError, match="other rows than the problem's"):
        gordan.certify(arrays.system, other, tmp_path / "c.json")
    assert not (tmp_path / "c.json").exists()


def test_the_command_line_writes_what_it_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DATA.to_csv(tmp_path / "data.csv", index=False)
    asked = [str(tmp_path / "data.csv"), "--formula", "Surv(time, died) ~ age + placebo", "--family", "cox"]
    assert run(["diagnose", *asked, "--certificate", str(tmp_path / "c.json")]) == 1
    assert json.loads((tmp_path / "c.json").read_text())["model"]["file"] == "data.csv"
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv")]) == ACCEPTED
    assert run(["diagnose", *asked, "--report", str(tmp_path / "r.html")]) == 1
    assert "this one is checked by the command" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert run(["certificate", "export", str(tmp_path / "c.json"), str(tmp_path / "data.csv")]) == FAILED
    assert "risk sets" in capsys.readouterr().err


def test_long_integers_of_a_direction_are_bounded_before_any_is_made(made: Any) -> None:
    """Every row would be held as an integer as long as the direction's, to be sorted."""
    found, raw = made("monotone")
    problem, certificate = found.system, parse(raw, "c.json")
    assert isinstance(certificate, RiskCertificate)
    direction = (1, 1 << 40_000)
    long = replace(certificate, proof=replace(certificate.proof, direction=direction))
    with gordan.limits(memory=20_000), pytest.raises(gordan.OverBudget, match="long integers"):
        gordan.verify(problem, long)
    for proof in (None, replace(certificate.proof, direction=(np.int64(1),) * problem.m)):
        assert not gordan.verify(problem, replace(certificate, proof=proof)).holds
