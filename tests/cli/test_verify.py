"""`gordan verify`: 0 accepted, 1 rejected with the failed checks named, 2 unusable; and nothing of a solver in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from cli.conftest import DATA, IRIS, SOURCE, Run
from cli.test_golden import compare, masked
from file.certificate.by_hand import by_hand
from gordan.cli import ACCEPTED, FAILED, INSEPARABLE, INTERRUPTED, REJECTED, SEPARABLE, UNDECIDED
from gordan.file.certificate.text import checksum

SETOSA, VERSICOLOR = "iris-setosa-certificate.json", "iris-versicolor-certificate.json"
PAGES: dict[str, tuple[int, tuple[object, ...]]] = {
    "verify-setosa.txt": (ACCEPTED, (SETOSA, IRIS)),
    "verify-versicolor.txt": (ACCEPTED, (VERSICOLOR, IRIS)),
    "verify-undecided.txt": (ACCEPTED, ("iris-undecided-certificate.json", IRIS)),
    "verify-setosa-concise.txt": (ACCEPTED, (SETOSA, IRIS, "--output-format", "concise")),
    "verify-another-class.txt": (REJECTED, (SETOSA, IRIS, "--positive", "virginica")),
    "verify-another-class-concise.txt": (
        REJECTED,
        (SETOSA, IRIS, "--positive", "virginica", "--output-format", "concise"),
    ),
    "verify-other-data.txt": (REJECTED, (VERSICOLOR, "no_heading.csv", "--label", "3")),
}


@pytest.mark.parametrize("name", PAGES)
def test_prints_what_it_printed(name: str, command: Run) -> None:
    """The certificates were written by version 0.1.0 and stay good for ever."""
    code, arguments = PAGES[name]
    ran = command("verify", *arguments)
    assert ran.code == code, ran.err
    compare(name, masked(ran.out))


REFUSED: dict[str, tuple[tuple[object, ...], tuple[str, ...]]] = {
    "no certificate": (("verify", "nowhere.json", IRIS), ("there is no file 'nowhere.json'",)),
    "a folder": (("verify", ".", IRIS), ("'.' is a folder",)),
    "no JSON": (("verify", "xor.csv", IRIS), ("xor.csv is cut short or no JSON",)),
    "no data": (("verify", SETOSA, "nowhere.csv"), ("no file 'nowhere.csv'",)),
    "a folder for data": (("verify", SETOSA, "."), ("'.' is a folder",)),
    "a device for data": (("verify", SETOSA, "/dev/zero"), ("'/dev/zero' is a device", "name a file")),
    "a device for a certificate": (("verify", "/dev/zero", IRIS), ("'/dev/zero' is no ordinary file",)),
    "data without the label": (("verify", SETOSA, "xor.csv"), ("xor.csv has no column 'species'",)),
    "data without the class": (("verify", SETOSA, "fruit.csv", "--label", "fruit"), ("3 classes", "--positive")),
    "another label, the same class": (
        ("verify", SETOSA, IRIS, "--label", "1"),
        ("'sepal_length' has 35 classes", "--label"),
    ),
    "one argument": (("verify", SETOSA), ("no data are named",)),
    "a format": (("verify", SETOSA, IRIS, "--output-format", "xml"), ("'xml' is not full or concise or json",)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_used_is_one_sentence(what: str, command: Run) -> None:
    arguments, told = REFUSED[what]
    ran = command(*arguments)
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.startswith("gordan: ")
    assert ran.err.count("\n") == 1
    for words in told:
        assert words in ran.err


def test_a_program_gets_all_of_it(command: Run) -> None:
    accepted = json.loads(command("verify", SETOSA, IRIS, "--output-format", "json").out)
    assert (accepted["verdict"], accepted["failed"]) == ("accepted", [])
    assert accepted["claimed"]["outcome"] == "separable"
    assert accepted["claimed"]["posed"]["classes"] == ["not setosa", "setosa"]
    assert (accepted["label"], accepted["positive"], accepted["file"]) == ("species", "setosa", str(IRIS))
    assert all(check["holds"] for check in accepted["checks"])
    rejected = json.loads(
        command("verify", VERSICOLOR, "no_heading.csv", "--label", "3", "--output-format", "json").out
    )
    assert rejected["verdict"] == "rejected"
    origin = ["question is the certificate's", "data are the certificate's", "columns are the certificate's"]
    assert rejected["failed"] == origin


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--positive", "setosa"), SEPARABLE),
        (("--positive", "versicolor"), INSEPARABLE),
        (("--positive", "versicolor", "--proof", "exact"), INSEPARABLE),
        (("--positive", "setosa", "--proof", "exact"), SEPARABLE),
        (("--positive", "virginica", "--no-intercept"), INSEPARABLE),
        (("--positive", "setosa", "--no-intercept", "--normalise"), SEPARABLE),
        (("--positive", "versicolor", "--max-seconds", "1e-6"), UNDECIDED),
    ],
)
def test_what_check_writes_is_accepted(options: tuple[str, ...], code: int, command: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    ran = command("check", IRIS, "--label", "species", *options, "--certificate", path)
    assert (ran.code, ran.err) == (code, "")
    accepted = command("verify", path, IRIS)
    assert (accepted.code, accepted.err) == (ACCEPTED, "")
    assert accepted.out.startswith("Accepted: ")
    assert by_hand(path, IRIS).startswith("accepted")


@pytest.mark.parametrize("name", ["fruit.csv", "twins.csv", "xor.csv", "no_heading.csv", "sparse.svm", "escape.csv"])
def test_every_format_comes_back(name: str, command: Run, tmp_path: Path) -> None:
    path, more = tmp_path / "c.json", ("--positive", "apple") if name == "fruit.csv" else ()
    assert command("check", name, *more, "--certificate", path).code in (SEPARABLE, INSEPARABLE)
    ran = command("verify", path, name)
    assert ran.code == ACCEPTED, ran.err
    assert "\x1b" not in ran.out


def test_an_archive_of_narrow_numbers(command: Run, tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", X=np.array([[0.1, 0.2], [0.3, 0.7]], np.float32), y=["a", "b"])
    command("check", tmp_path / "two.npz", "--certificate", tmp_path / "c.json")
    assert command("verify", tmp_path / "c.json", tmp_path / "two.npz").code == ACCEPTED
    # The same decimals in double precision are other numbers.
    (tmp_path / "two.csv").write_text("0.1,0.2,a\n0.3,0.7,b\n", encoding="utf-8")
    ran = command("verify", tmp_path / "c.json", tmp_path / "two.csv", "--label", "3", "--output-format", "concise")
    assert (ran.code, ran.out) == (REJECTED, "rejected  question is the certificate's, data are the certificate's\n")


def test_binary_numbers_stay_binary(command: Run, tmp_path: Path) -> None:
    """A certificate made from arrays, held against the same numbers in a file: the question is the certificate's."""
    problem = gordan.Points([[0.1], [0.3]], [0, 1])
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    (tmp_path / "two.csv").write_text("x,y\n0.1,0\n0.3,1\n", encoding="utf-8")
    ran = command("verify", tmp_path / "c.json", tmp_path / "two.csv")
    assert ran.code == ACCEPTED
    assert re.search(r"made from +arrays: 2 rows, 1 column, binary numbers", ran.out)


def test_other_lines_are_told_but_prove_nothing(command: Run, tmp_path: Path) -> None:
    moved = tmp_path / "moved.csv"
    moved.write_text("# a comment\n" + IRIS.read_text(encoding="utf-8"), encoding="utf-8")
    ran = command("verify", SETOSA, moved)
    assert ran.code == ACCEPTED
    assert ran.err == (
        "gordan: row 23 stands on line 26 of these data, the certificate says line 25; "
        "what is proved is about rows, wherever they stand\n"
    )


@pytest.mark.parametrize("kind", [SETOSA, VERSICOLOR])
def test_a_claim_beyond_what_was_proved_is_rejected(kind: str, command: Run, tmp_path: Path) -> None:
    members = json.loads((DATA / kind).read_bytes())
    members["bracket"]["lower"] = (1.0).hex()
    members["checksum"] = checksum(members)
    (tmp_path / "lie.json").write_text(json.dumps(members), encoding="utf-8")
    ran = command("verify", tmp_path / "lie.json", IRIS, "--output-format", "concise")
    assert (ran.code, ran.out) == (REJECTED, "rejected  margin at least\n")
    assert "Failed: margin at least." in " ".join(command("verify", tmp_path / "lie.json", IRIS).out.split())
    assert by_hand(tmp_path / "lie.json", IRIS) == "refused: margin at least"


def test_control_c(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gordan.cli.commands.verify.judge", stopped)
    ran = command("verify", SETOSA, IRIS)
    assert (ran.code, ran.out, ran.err) == (INTERRUPTED, "", "gordan: interrupted before anything was known\n")


# The package without its `__init__`, which imports everything: what is loaded then is what the command asked for.
BARE = """
import sys, types
package = types.ModuleType("gordan")
package.__path__ = [{source!r}]
sys.modules["gordan"] = package
from gordan.cli.commands.verify import verify
code = verify({certificate!r}, {data!r})
found = [name for name in sys.modules if name.startswith({forbidden!r})]
print(code, found, "gordan.verify.verdict" in sys.modules)
"""


def test_no_solver_is_ever_loaded() -> None:
    forbidden = tuple(
        f"gordan.{name}" for name in ("solve", "oracle", "polish", "_kernels", "many", "archive", "watch")
    )
    program = BARE.format(
        source=str(SOURCE / "gordan"), certificate=str(DATA / SETOSA), data=str(IRIS), forbidden=forbidden
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[0].startswith("Accepted: ")
    assert done.stdout.splitlines()[-1] == "0 [] True"


def test_the_forbidden_modules_would_be_found() -> None:
    found = "[n for n in sys.modules if n.startswith(('gordan.engine.loop', 'gordan.engine.polish'))]"
    code = f"import gordan, sys; gordan.separate; print({found} != [])"
    ran: Any = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "True"


def test_checks_have_the_same_fields_as_those_of_an_answer(command: Run, tmp_path: Path) -> None:
    asked = ("check", IRIS, "--label", "species", "--positive", "setosa", "--output-format", "json")
    answer = json.loads(command(*asked, "--certificate", tmp_path / "c.json").out)
    judged = json.loads(command("verify", tmp_path / "c.json", IRIS, "--output-format", "json").out)
    assert {key for check in judged["checks"] for key in check} == {*answer["verdict"]["checks"][0]}


@pytest.mark.parametrize(
    ("family", "formula"),
    [("binomial", "event ~ z"), ("binomial", "event ~ z | g"), ("cox", "Surv(time, event) ~ z")],
)
def test_models_of_parquet_files_are_verified_on_them(family: str, formula: str, command: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    table = pd.DataFrame({"time": range(1, 13), "event": [0, 0, 1] + [0, 1, 1] * 3, "g": ["a", "b"] * 6})
    table["z"] = [1, 1, 0] * 1 + [0] * 9
    table.to_parquet(tmp_path / "t.parquet")
    path = tmp_path / "c.json"
    given = ("--family", family, "--formula", formula, "--certificate", path)
    assert command("diagnose", tmp_path / "t.parquet", *given).err == ""
    ran = command("verify", path, tmp_path / "t.parquet")
    assert (ran.code, ran.err) == (ACCEPTED, "")
    assert "on lines" not in ran.out
    if family == "binomial":
        assert "separated    2 rows, counted from 0: 0, 1" in ran.out
    else:
        assert "bool" not in ran.out


def test_points_of_stata_are_refused_by_name(command: Run, tmp_path: Path) -> None:
    pd.DataFrame({"x": [0.0, 1.0], "y": [0.0, 1.0]}).to_stata(tmp_path / "t.dta", write_index=False)
    ran = command("check", tmp_path / "t.dta")
    assert ran.code == FAILED
    assert "is a data set of Stata" in ran.err


def test_a_certificate_of_named_columns_is_verified_on_files_without_names(command: Run, tmp_path: Path) -> None:
    """The label's name is the certificate's, not the user's: where columns have none, it is the format's own column."""
    X = np.round(np.random.default_rng(3).standard_normal((60, 3)), 2)
    y = (X @ [1.0, -1.0, 0.5] > 0).astype(int)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(kind=y)
    frame.to_csv(tmp_path / "t.csv", index=False)
    np.save(tmp_path / "t.npy", frame.to_numpy())
    np.savez(tmp_path / "t.npz", X=X, y=y)
    rows = [" ".join(f"{j}:{value!r}" for j, value in enumerate(row, 1)) for row in X.tolist()]
    (tmp_path / "t.svm").write_text("".join(f"{label} {row}\n" for label, row in zip(y, rows, strict=True)))
    certificate = tmp_path / "c.json"
    assert command("check", tmp_path / "t.csv", "--label", "kind", "--certificate", certificate).code == SEPARABLE
    for name in ("t.csv", "t.npy", "t.npz", "t.svm"):
        ran = command("verify", certificate, tmp_path / name)
        assert ran.code == ACCEPTED, (name, ran.err)
