"""Names of columns in a certificate about points: held against those of the data, wherever both have some."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import gordan
from claimed import replace
from file.certificate.by_hand import code_by_hand
from gordan.cli import ACCEPTED, REJECTED
from gordan.cli.exit import run

TABLE = "dose,age,ill\n1,4,no\n2,3,no\n3,7,yes\n4,8,yes\n"
HEADINGS = {
    "the same": ("dose,age,ill", True),
    "another": ("dose,weight,ill", False),
    "exchanged": ("age,dose,ill", False),
    "one without a name": ("dose,,ill", True),
    "none": (None, True),
}


@pytest.mark.parametrize("heading", HEADINGS)
def test_names_of_a_table(heading: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, same = HEADINGS[heading]
    (tmp_path / "own.csv").write_text(TABLE)
    label = ["--label", "ill" if first else "3"]
    rows = TABLE.splitlines()[1:]
    (tmp_path / "other.csv").write_text("\n".join([*([first] if first else []), *rows]))
    certificate = str(tmp_path / "c.json")
    assert run(["check", str(tmp_path / "own.csv"), "--certificate", certificate]) == 0
    code = run(["verify", certificate, str(tmp_path / "other.csv"), *label, "--output-format", "concise"])
    assert code == (ACCEPTED if same else REJECTED)
    assert ("columns are the certificate's" in capsys.readouterr().out) != same
    by_hand, words = code_by_hand(Path(certificate), tmp_path / "other.csv", *label)
    assert (by_hand == 0) == same, words


def test_names_of_a_frame(tmp_path: Path) -> None:
    frame, y = pd.DataFrame({"dose": [1.0, 2.0, 3.0, 4.0], "age": [4.0, 3.0, 7.0, 8.0]}), [0, 0, 1, 1]
    problem = gordan.Points(frame, y)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.names == ("dose", "age")
    assert gordan.verify(problem, certificate).holds
    assert gordan.verify(gordan.Points(frame.to_numpy(), y), certificate).holds  # an array has none
    renamed = gordan.verify(gordan.Points(frame.rename(columns={"age": "weight"}), y), certificate)
    assert [check.name for check in renamed.failed] == ["columns are the certificate's"]
    assert (renamed.failed[0].quantity, renamed.failed[0].bound) == ("data have 'weight'", "certificate has 'age'")
    assert gordan.verify(problem, replace(certificate, names=())).holds  # it claims none


def test_a_failing_check_says_whose_hash_is_whose(tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0]], ["a", "b"])
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    other = gordan.Points([[0.0], [2.0]], ["a", "b"])
    check = next(each for each in gordan.verify(other, certificate).failed if each.name == "data are the certificate's")
    assert check.quantity == f"data have SHA-256 {other.digest()[:16]}…"
    assert check.bound == f"certificate has SHA-256 {problem.digest()[:16]}…"
