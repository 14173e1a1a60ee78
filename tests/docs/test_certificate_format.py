"""The specification is true: its example is a certificate, its bytes are those hashed, its table names every field."""

from __future__ import annotations

import csv
import doctest
import hashlib
import json
import re
import struct
import tempfile
from pathlib import Path
from typing import Any

import pytest

import gordan
from file.certificate.by_hand import by_hand
from file.certificate.conic_made import NAMES, made_conic
from file.certificate.made import made, resealed
from file.certificate.split_made import made_split
from gordan.cli.exit import run
from gordan.file import number
from gordan.file.certificate.format import parse, spell
from gordan.file.certificate.split import FAMILIES
from gordan.file.table import read as read_table
from gordan.file.table.frame import read_frame
from gordan.outcome.certificate import ConicCertificate, SplitCertificate
from gordan.problem.cone_part import FORMS

TEXT = (Path(__file__).parents[2] / "docs" / "certificate-format.md").read_text(encoding="utf-8")
CSV, JSON = (re.search(rf"```{kind}\n(.*?)```", TEXT, re.S)[1] for kind in ("csv", "json"))  # type: ignore[index]


def test_the_example_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "between.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "between.json").write_text(JSON, encoding="utf-8")
    table = read_table(tmp_path / "between.csv")
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    certificate = gordan.read_certificate(tmp_path / "between.json")
    assert gordan.verify(problem, certificate).holds
    assert gordan.verify(problem, certificate, proof="exact").holds
    assert spell(certificate) == JSON.encode()
    assert by_hand(tmp_path / "between.json", tmp_path / "between.csv").startswith("accepted")


def test_the_example_is_what_would_be_written(tmp_path: Path) -> None:
    (tmp_path / "between.csv").write_text(CSV, encoding="utf-8")
    table = read_table(tmp_path / "between.csv")
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json", table=table)
    written, shown = json.loads((tmp_path / "c.json").read_text()), json.loads(JSON)
    for field in ("problem", "source", "alternative", "arithmetic", "proof", "weights", "lines"):
        assert written[field] == shown[field]
    assert list(written) == list(shown)


def test_the_bytes_of_the_hash() -> None:
    signs = bytes.fromhex(re.search(r"sign bytes +([0-9a-f ]+)\n", TEXT)[1])  # type: ignore[index]
    records = b"".join(bytes.fromhex(found) for found in re.findall(r"\(\d, 0, 0\.\d\) +([0-9a-f ]+)\n", TEXT))
    assert len(records) == 3 * 24
    block = hashlib.sha256(signs + records)
    assert f"D_0          {block.hexdigest()}\n" in TEXT
    whole = hashlib.sha256(b"gordan points 3 1" + block.digest()).hexdigest()
    assert whole == json.loads(JSON)["problem"]["digest"]
    assert whole in TEXT.split("## The hash of the data")[1]


def names(value: Any) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(names, value))
    if not isinstance(value, dict):
        return set()
    return set(value) | set().union(*map(names, value.values()))


def test_every_field_is_told() -> None:
    told = set(re.findall(r"[`.{\"]([a-z]+)[`\"]", TEXT))
    for kind in ("separable", "cancellation", "enclosure", "undecided"):
        assert names(json.loads(made(kind, "intercept", "decimal", "dense").raw)) <= told


def test_every_limit_is_told() -> None:
    allowed = gordan.Limits()
    for limit in (allowed.digits, number.FRACTION_DIGITS, allowed.members, allowed.nesting):
        assert f"{limit:,}" in TEXT
    assert f"{allowed.certificate >> 20} MiB" in TEXT


def test_fields_may_stand_in_any_order() -> None:
    """As the page says."""

    def turned(members: Any) -> None:
        for name in sorted(members):
            members[name] = members.pop(name)

    assert spell(parse(resealed(JSON.encode(), turned), "c.json")) == JSON.encode()


SPLIT = TEXT.split('## The kind "split"')[1].split("## The kind")[0]
SPLIT_CSV, SPLIT_JSON = (re.search(rf"```{kind}\n(.*?)```", SPLIT, re.S)[1] for kind in ("csv", "json"))  # type: ignore[index]


def test_the_example_of_a_split_is_what_would_be_written(tmp_path: Path) -> None:
    (tmp_path / "dose.csv").write_text(SPLIT_CSV, encoding="utf-8")
    (tmp_path / "dose.json").write_text(SPLIT_JSON, encoding="utf-8")
    frame = read_frame(tmp_path / "dose.csv")
    certificate = gordan.read_certificate(tmp_path / "dose.json")
    assert isinstance(certificate, SplitCertificate)
    assert gordan.verify(gordan.pose("ill ~ dose", data=frame).system, certificate).holds
    assert spell(certificate) == SPLIT_JSON.encode()
    found = gordan.diagnose("ill ~ dose", data=frame, proof="exact")
    found.write_certificate(tmp_path / "c.json", file="dose.csv")
    written, shown = json.loads((tmp_path / "c.json").read_text()), json.loads(SPLIT_JSON)
    assert list(written) == list(shown)
    for field in ("problem", "model", "alternative"):
        assert written[field] == shown[field]


def test_the_hash_of_a_split_is_as_told() -> None:
    """Rows −(1, dose) of those who are well, then (1, dose) of those who are ill; no equalities."""
    signed = [(-1.0 if ill == "no" else 1.0, float(dose)) for dose, ill in csv.reader(SPLIT_CSV.splitlines()[1:])]
    records = [struct.pack("<qqdqqd", i, 0, sign, i, 1, sign * dose) for i, (sign, dose) in enumerate(signed)]
    block = hashlib.sha256(bytes([1] * 6) + b"".join(records)).digest()
    told = json.loads(SPLIT_JSON)["problem"]["digest"]
    assert hashlib.sha256(b"gordan split 6 0 2" + block).hexdigest() == told


def test_every_field_of_a_split_is_told() -> None:
    told = set(re.findall(r"[`.{\"]([a-z]+)[`\"]", SPLIT.split("```")[-1]))
    fields = names(json.loads(made_split("collinear").raw))
    assert fields <= told | {"problem", "proof"}
    assert {"relations", "integers", "strata"} <= fields
    assert set(FAMILIES) <= set(re.findall(r"`([a-z-]+)`", SPLIT))


PANEL = TEXT.split('## The kind "panel"')[1].split("## The kind")[0]
PANEL_CSV, PANEL_JSON = (re.search(rf"```{kind}\n(.*?)```", PANEL, re.S)[1] for kind in ("csv", "json"))  # type: ignore[index]


def test_the_example_of_a_panel_is_what_would_be_written(tmp_path: Path) -> None:
    (tmp_path / "trade.csv").write_text(PANEL_CSV, encoding="utf-8")
    asked = ["--formula", "flow ~ tariff | exporter", "--family", "poisson"]
    run(["diagnose", str(tmp_path / "trade.csv"), *asked, "--certificate", str(tmp_path / "trade.json")])
    assert (tmp_path / "trade.json").read_text(encoding="utf-8") == PANEL_JSON
    assert run(["verify", str(tmp_path / "trade.json"), str(tmp_path / "trade.csv")]) == 0
    assert by_hand(tmp_path / "trade.json", tmp_path / "trade.csv").startswith("accepted")
    for field in re.findall(r'"(\w+)":', PANEL_JSON.split('"proof"')[1]):
        assert f"`{field}`" in PANEL or f".{field}`" in PANEL, field


def test_the_hash_of_a_panel_is_as_told() -> None:
    rows = list(csv.reader(PANEL_CSV.splitlines()[1:]))
    marks = b"".join(struct.pack("<Bq", 1 if flow != "0" else 0, ["at", "ch"].index(level)) for level, _, flow in rows)
    records = b"".join(struct.pack("<qqd", i, 0, float(tariff)) for i, (_, tariff, _) in enumerate(rows))
    told = json.loads(PANEL_JSON)["problem"]["digest"]
    assert hashlib.sha256(b"gordan panel 4 1 2" + hashlib.sha256(marks + records).digest()).hexdigest() == told


RISK = TEXT.split('## The kind "risk"')[1].split("## The kind")[0]
RISK_CSV, RISK_JSON = (re.search(rf"```{kind}\n(.*?)```", RISK, re.S)[1] for kind in ("csv", "json"))  # type: ignore[index]


def test_the_example_of_a_cox_model_is_what_would_be_written(tmp_path: Path) -> None:
    (tmp_path / "trial.csv").write_text(RISK_CSV, encoding="utf-8")
    asked = ["--formula", "Surv(months, died) ~ arm", "--family", "cox"]
    run(["diagnose", str(tmp_path / "trial.csv"), *asked, "--certificate", str(tmp_path / "trial.json")])
    assert (tmp_path / "trial.json").read_text(encoding="utf-8") == RISK_JSON
    assert run(["verify", str(tmp_path / "trial.json"), str(tmp_path / "trial.csv")]) == 0
    assert by_hand(tmp_path / "trial.json", tmp_path / "trial.csv").startswith("accepted")
    for field in re.findall(r'"(\w+)":', RISK_JSON.split('"proof"')[1]):
        assert f"`{field}`" in RISK or f".{field}`" in RISK, field


def test_the_hash_of_a_cox_model_is_as_told() -> None:
    rows = list(csv.reader(RISK_CSV.splitlines()[1:]))
    marks = b"".join(struct.pack("<Bqd", int(died), 0, float(months)) for months, died, _ in rows)
    records = b"".join(struct.pack("<qqd", i, 0, float(arm)) for i, (_, _, arm) in enumerate(rows) if arm != "0")
    told = json.loads(RISK_JSON)["problem"]["digest"]
    assert hashlib.sha256(b"gordan risk 4 1 compared" + hashlib.sha256(marks + records).digest()).hexdigest() == told


def test_the_example_of_a_program_is_accepted(tmp_path: Path) -> None:
    part = TEXT.split('## The kind "program"')[1].split("## The kind")[0]
    model, shown = (re.search(rf"```{kind}\n(.*?)```", part, re.S)[1] for kind in ("mps", "json"))  # type: ignore[index]
    (tmp_path / "hay.mps").write_text(model, encoding="utf-8")
    (tmp_path / "hay.json").write_text(shown, encoding="utf-8")
    program = gordan.read_mps(tmp_path / "hay.mps")
    assert gordan.verify(program, gordan.read_certificate(tmp_path / "hay.json")).holds
    gordan.certify(program, gordan.feasible(program), tmp_path / "today.json")
    assert json.loads((tmp_path / "today.json").read_text()) == json.loads(shown)
    lines = ["gordan program 2 1", "10 None", "None 12/5", "0 None", "0 0 1", "1 0 1/4", ""]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == program.digest()
    for field in re.findall(r'"(\w+)":', shown):
        assert f"`{field}`" in part or f".{field}`" in part or f"`{field}." in part, field


CONIC = TEXT.split('## The kind "conic"')[1].split('## The kind "bodies"')[0]
CONIC_JSON = re.search(r"```json\n(.*?)```", CONIC, re.S)[1]  # type: ignore[index]


def test_the_example_of_a_cone_is_what_would_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", lambda: str(tmp_path))
    lines = re.search(r"```python\n(.*?)```", CONIC, re.S)[1]  # type: ignore[index]
    test = doctest.DocTestParser().get_doctest(lines, {}, "conic", None, 0)
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    assert (tmp_path / "cancel.json").read_text() == CONIC_JSON
    certificate = gordan.read_certificate(tmp_path / "cancel.json")
    assert isinstance(certificate, ConicCertificate)
    assert spell(certificate) == CONIC_JSON.encode()
    assert gordan.verify(test.globs["problem"], certificate).holds
    assert run(["verify", str(tmp_path / "cancel.json"), str(tmp_path / "map.npz")]) == 0


def test_the_hash_of_a_cone_is_as_told() -> None:
    words = re.search(r"`(gordan conic [^`]+)`", CONIC)[1]  # type: ignore[index]
    told = re.findall(r"A_(\d)(\d) = (−?\d)", CONIC)
    records = b"".join(struct.pack("<qqd", int(i), int(j), float(v.replace("−", "-"))) for i, j, v in told)
    whole = hashlib.sha256(words.encode() + hashlib.sha256(records).digest()).hexdigest()
    assert whole == json.loads(CONIC_JSON)["problem"]["digest"]


def test_every_field_of_a_cone_is_told() -> None:
    told = set(re.findall(r"[`.{\"]([a-z]+)[`\"]", CONIC))
    for name in NAMES:
        members = json.loads(made_conic(name).raw)
        assert names(members) <= told | {"problem", "format", "version", "lower", "upper"}
        assert members["proof"] is None or f'`"{members["proof"]["kind"]}"`' in CONIC
    assert set(FORMS) <= set(re.findall(r'`"([a-z-]+)"`', CONIC))


BODIES = TEXT.split('## The kind "bodies"')[1]


def test_the_example_of_two_bodies_is_what_would_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", lambda: str(tmp_path))
    lines = re.search(r"```python\n(.*?)```", BODIES, re.S)[1]  # type: ignore[index]
    test = doctest.DocTestParser().get_doctest(lines, {}, "bodies", None, 0)
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    shown = json.loads(re.search(r"```json\n(.*?)```", BODIES, re.S)[1])  # type: ignore[index]
    (tmp_path / "shown.json").write_text(json.dumps(shown))
    # The last digits of a hyperplane depend on the machine; what is shown must hold.
    assert json.loads((tmp_path / "apart.json").read_text())["problem"] == shown["problem"]
    for name in ("apart.json", "shown.json"):
        assert run(["verify", str(tmp_path / name), str(tmp_path / "bodies.npz")]) == 0


def test_the_hash_of_bodies_is_as_told() -> None:
    words = re.search(r"`(gordan bodies [^`]+)`", BODIES)[1]  # type: ignore[index]
    rows = [[float(v) for v in row.split(",")] for row in re.findall(r"\(([\d, ]+)\)", BODIES.split(words)[1])[:5]]
    records = b"".join(struct.pack("<qqd", i, j, v) for i, row in enumerate(rows) for j, v in enumerate(row) if v)
    whole = hashlib.sha256(words.encode() + hashlib.sha256(records).digest()).hexdigest()
    assert f'"digest": "{whole}"' in BODIES


def test_the_examples_of_pairs_and_of_a_mixture_are_what_would_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", lambda: str(tmp_path))
    lines = "\n".join(re.findall(r"```python\n(.*?)```", BODIES, re.S))
    test = doctest.DocTestParser().get_doctest(lines, {}, "mixture", None, 0)
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    shown = json.loads(re.findall(r"```json\n(.*?)```", BODIES, re.S)[1])
    (tmp_path / "shown.json").write_text(json.dumps(shown))
    assert json.loads((tmp_path / "none.json").read_text())["problem"] == shown["problem"]
    for name in ("none.json", "shown.json"):
        assert run(["verify", str(tmp_path / name), str(tmp_path / "mixture.npz")]) == 0
