"""Reports: what stands in them, how large they are, what is escaped, and where they may be written."""

from __future__ import annotations

import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gordan
from file.certificate.by_hand import code_by_hand
from file.certificate.third_check import NODE, SCRIPT
from gordan.show.report.page import LARGEST
from show.report.invoke import invoke

DATA = Path(gordan.__file__).parent / "data"


class Read(HTMLParser):
    """The text of a page, its elements, and its scripts of JSON."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = [("", {})]
        self.stored: dict[str, str] = {}
        self.texts: list[str] = []
        self.certificates: list[str] = []  # of several classes
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.elements.append(("", {}))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.elements[-1]
        if tag == "script" and attributes.get("id"):
            self.stored[str(attributes["id"])] = data
        elif attributes.get("class") == "certificate":
            self.certificates.append(data)
        elif tag not in ("script", "style"):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)


def made(problem: object, answer: gordan.outcome.Outcome, folder: Path) -> Read:
    path = folder / "report.html"
    assert gordan.report(problem, answer, path) == (str(path),)
    assert path.stat().st_size <= LARGEST
    return Read(path.read_text(encoding="utf-8"))


def test_verdict_evidence_and_certificate(tmp_path: Path) -> None:
    problem = gordan.Points([[0.0, 0.0], [0.0, 1.0], [3.0, 1.0], [4.0, 0.0]], ["a", "a", "b", "b"])
    outcome = gordan.solve(problem)
    page = made(problem, outcome, tmp_path)
    assert page.text.index("Separable") < page.text.index("A hyperplane puts every point on its own side.")
    for part in (
        problem.digest(),
        "every point on its side",
        str(outcome.bracket),
        gordan.__version__,
        "gordan verify",
    ):
        assert part in page.text
    (tmp_path / "inside.json").write_text(page.stored["certificate"], encoding="utf-8")
    assert gordan.verify(problem, gordan.read_certificate(tmp_path / "inside.json")).holds
    assert len([tag for tag, has in page.elements if "pt" in str(has.get("class", "")).split()]) == 4


def test_nothing_is_fetched_and_everything_escaped(tmp_path: Path) -> None:
    rtl = "\u0634\u0643\u0644\u202e<b>"
    rows = "\n".join(f"{v},{v * v % 7},{'</script><script>alert(1)</script>' if v < 9 else '&amp;'}" for v in range(20))
    (tmp_path / "a.csv").write_text(f'"<img src=x>","{rtl}",class\n{rows}\n', encoding="utf-8")
    assert invoke("report", str(tmp_path / "a.csv"), "-o", str(tmp_path / "r.html")).code == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    page = Read(text)
    tags = [tag for tag, _ in page.elements]
    assert tags.count("script") == 4  # certificate, picture, verifier, page
    assert "img" not in tags
    assert "</script><script>alert(1)</script>" in page.text
    assert "\u202e" not in page.text  # it would turn what follows around; spelt out instead
    assert not re.search(r"(src|href)=\"(?!#)", text)
    assert not re.search(r"url\((?!#)|@import|https?://", text)
    assert json.loads(page.stored["certificate"])["problem"]["names"][0] == "<img src=x>"


def test_a_large_problem_has_a_small_page(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 30))
    problem = gordan.Points(X, X @ rng.normal(size=30) > 0)
    page = made(problem, gordan.solve(problem, goal="decide", max_seconds=20), tmp_path)
    assert "20,000 rows" in page.text
    assert "rows are drawn" in page.text


def test_a_long_certificate_lies_beside(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    wide = gordan.Points(np.abs(rng.normal(size=(10, 9000))), [0, 1] * 5)
    outcome = gordan.solve(wide, goal="decide")
    written = gordan.report(wide, outcome, tmp_path / "wide.html")
    assert [Path(each).name for each in written] == ["wide.html", "wide.certificate.json"]
    assert gordan.verify(wide, gordan.read_certificate(written[1])).holds
    assert (tmp_path / "wide.html").stat().st_size <= LARGEST
    assert "wide.certificate.json" in (tmp_path / "wide.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["diagnosis", "exists", "program", "feasible", "kernel", "undecided"])
def test_every_answer_has_a_page(kind: str, tmp_path: Path) -> None:
    if kind in ("diagnosis", "exists"):
        ill = [0, 0, 0, 1, 1, 1] if kind == "diagnosis" else [0, 1, 0, 1, 0, 1]
        data = {"ill": ill, "dose": [0.1, 0.2, 0.3, 0.3, 0.4, 0.5]}
        answer = gordan.diagnose("ill ~ dose", data=data, proof="exact")
        page = made(answer.system, answer, tmp_path)
        assert ("Quasi-complete separation" in page.text) == (kind == "diagnosis")
        assert ("Overlap" in page.text) == (kind == "exists")
    elif kind in ("program", "feasible"):
        path = tmp_path / "model.mps"
        sign = "G" if kind == "program" else "L"
        lines = [
            "ROWS",
            " N cost",
            f" {sign} least",
            "COLUMNS",
            " x least 1",
            "RHS",
            " RHS least 2",
            "BOUNDS",
            " UP BND x 1",
        ]
        path.write_text("\n".join([*lines, "ENDATA"]) + "\n")
        program = gordan.read_mps(path)
        answer = gordan.feasible(program)
        page = made(program, answer, tmp_path)
        assert page.text.split()[0].startswith(("Infeasible", "Feasible")) or answer.kind.capitalize() in page.text
    elif kind == "kernel":
        problem = gordan.Points([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1], kernel="rbf")
        page = made(problem, gordan.solve(problem), tmp_path)
        assert "is checked by the command" in page.text
    else:
        rng = np.random.default_rng(0)
        X = rng.normal(size=(60, 5))
        problem = gordan.Points(X, X[:, 0] > 0)
        outcome = gordan.solve(problem, solver="von-neumann", max_iter=1)
        assert outcome.kind == "undecided"
        page = made(problem, outcome, tmp_path)
        assert "Neither answer is proved" in page.text


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    outcome, path = gordan.solve(problem), tmp_path / "report.html"
    gordan.report(problem, outcome, path)
    before = path.read_bytes()
    with pytest.raises(gordan.InputError, match="not overwritten"):
        gordan.report(problem, outcome, path)
    with pytest.raises(gordan.InputError, match="no folder"):
        gordan.report(problem, outcome, tmp_path / "none" / "report.html")
    with pytest.raises(gordan.InputError, match="the answer is a str"):
        gordan.report(problem, "separable", tmp_path / "other.html")
    assert path.read_bytes() == before
    gordan.report(problem, outcome, path, overwrite=True)
    assert path.read_bytes() == before  # the same data give the same file


def test_the_commands(tmp_path: Path) -> None:
    iris, page = str(DATA / "iris.csv"), str(tmp_path / "iris.html")
    done = invoke("report", iris, "--positive", "setosa", "-o", page)
    assert done.code == 0
    assert "the report is in" in done.err
    again = invoke("report", iris, "--positive", "setosa", "-o", page)
    assert again.code == 2
    assert "--force" in again.err
    assert invoke("report", iris, "--positive", "setosa", "-o", page, "--force").code == 0
    assert invoke("report", iris, "--positive", "setosa", "-o", iris).code == 2
    assert "drop the data on it" in done.err
    feed = str(DATA / "feed.mps")
    done = invoke("feasible", feed, "--report", str(tmp_path / "feed.html"))
    assert done.code == 1
    assert "it has the command that verifies it" in done.err
    (tmp_path / "dose.csv").write_text("dose,ill\n0.1,no\n0.2,no\n0.3,no\n0.3,yes\n0.4,yes\n0.5,yes\n")
    asked = ("diagnose", str(tmp_path / "dose.csv"), "--formula", "ill ~ dose", "--report", str(tmp_path / "dose.html"))
    assert invoke(*asked).code == 1
    assert invoke(*asked).code == 2
    assert invoke(*asked, "--force").code == 1
    assert "certificate" in Read((tmp_path / "dose.html").read_text(encoding="utf-8")).stored


def test_columns_left_out_of_a_report_are_left_out_by_its_verifier(tmp_path: Path) -> None:
    data, page = tmp_path / "days.csv", tmp_path / "days.html"
    data.write_text("id,date,size,kind\n1,2024-01-01,1.5,a\n2,2024-01-02,2.5,a\n3,2024-01-03,4,b\n", encoding="utf-8")
    assert invoke("report", str(data), "--label", "kind", "-o", str(page)).code == 2  # a date is no number
    assert invoke("report", str(data), "--label", "kind", "--drop", "id,date", "-o", str(page)).code == 0
    certificate = tmp_path / "days.json"
    certificate.write_text(Read(page.read_text(encoding="utf-8")).stored["certificate"], encoding="utf-8")
    assert invoke("verify", str(certificate), str(data)).code == 0
    if NODE is None:
        pytest.skip("node is not installed, so the verifier of the page was not run")
    words = [NODE, str(SCRIPT), str(certificate), str(data)]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr + done.stdout


def test_a_page_without_a_certificate_says_so(tmp_path: Path) -> None:
    data, page = tmp_path / "trial.csv", tmp_path / "trial.html"
    data.write_text("cost,arm\n1.5,1\n2,1\n0,0\n3,1\n0,0\n", encoding="utf-8")
    asked = ("diagnose", str(data), "--family", "gamma", "--formula", "cost ~ arm")
    done = invoke(*asked, "--report", str(page))
    assert done.code == 1
    assert "it has no certificate: certificates of Gamma models cannot be written yet" in done.err
    assert "drop the data" not in done.err
    read = Read(page.read_text(encoding="utf-8"))
    assert "Separation" in read.text
    assert "certificate" not in read.stored
    refused = invoke(*asked, "--certificate", str(tmp_path / "trial.json"))
    assert refused.code == 2
    assert "cannot be written yet" in refused.err


def test_lines_are_called_lines_whatever_the_file_is_called(tmp_path: Path) -> None:
    (tmp_path / "dose").write_text("dose,ill\n0,0\n0,1\n1,1\n", encoding="utf-8")
    done = invoke("diagnose", str(tmp_path / "dose"), "--formula", "ill ~ dose")
    assert "on lines 4." in " ".join(done.out.split())


def judged_by_all(certificate: Path, data: Path, *options: str) -> int:
    """The exit code of `gordan verify`, which those by hand and in JavaScript share."""
    code = invoke("verify", str(certificate), str(data), *options).code
    assert code_by_hand(certificate, data, *options)[0] == code
    if NODE is not None:
        words = [NODE, str(SCRIPT), *options, str(certificate), str(data)]
        assert subprocess.run(words, capture_output=True, check=False).returncode == code
    return code


def test_several_classes_each_with_its_certificate(tmp_path: Path) -> None:
    data, path = DATA / "iris.csv", tmp_path / "iris.html"
    done = invoke("report", str(data), "-o", str(path))
    assert done.code == 1
    assert "drop the data on it" in done.err
    assert path.stat().st_size <= LARGEST
    page = Read(path.read_text(encoding="utf-8"))
    assert "Of 3 pairs of classes 2 separable and 1 inseparable" in page.text
    raw = [json.loads(each) for each in page.certificates]
    classes = [tuple(each["text"] for each in certificate["problem"]["classes"]) for certificate in raw]
    assert classes[:3] == [("setosa", "versicolor"), ("setosa", "virginica"), ("versicolor", "virginica")]
    assert [certificate["source"]["positive"] for certificate in raw[3:]] == ["setosa", "versicolor", "virginica"]
    assert [certificate["alternative"] for certificate in raw].count("separable") == 3
    for number, text in enumerate(page.certificates):
        certificate = tmp_path / f"{number}.json"
        certificate.write_text(text, encoding="utf-8")
        assert judged_by_all(certificate, data, *(["--pair"] if number < 3 else [])) == 0
    refused = invoke("verify", str(tmp_path / "0.json"), str(data))
    assert refused.code == 2
    assert "--pair takes the rows of these two" in refused.err
    # Rows of the two classes that are not the certificate's are refused by their hash.
    changed = tmp_path / "changed.csv"
    changed.write_text(data.read_text(encoding="utf-8").replace("5.1,3.5,1.4", "5.1,3.6,1.4", 1), encoding="utf-8")
    assert judged_by_all(tmp_path / "0.json", changed, "--pair") == 1
    assert judged_by_all(tmp_path / "2.json", changed, "--pair") == 0  # not about the row that was changed


def test_certificates_of_many_classes_lie_beside(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(11), 6)
    X = rng.normal(size=(y.size, 60)).round(2) + 0.1 * y[:, None]
    np.savez(tmp_path / "many.npz", X=X, y=y)
    asked = ("report", str(tmp_path / "many.npz"), "-o", str(tmp_path / "many.html"))
    assert invoke(*asked).code in (0, 1)
    assert (tmp_path / "many.html").stat().st_size <= LARGEST
    beside = sorted((tmp_path / "many.certificates").iterdir())
    assert len(beside) == 55 + 11
    assert judged_by_all(beside[0], tmp_path / "many.npz", "--pair") == 0
    assert judged_by_all(beside[-1], tmp_path / "many.npz") == 0
    (tmp_path / "many.html").unlink()
    again = invoke(*asked)
    assert again.code == 2
    assert "there is a folder" in again.err


def test_several_classes_in_python(tmp_path: Path) -> None:
    X, y = np.array([[0.0], [1.0], [4.0], [9.0], [2.0]]), np.array(["a", "a", "b", "c", "c"])
    table = gordan.separability(X, y)
    assert gordan.report((X, y), table, tmp_path / "r.html") == (str(tmp_path / "r.html"),)
    page = Read((tmp_path / "r.html").read_text(encoding="utf-8"))
    np.savez(tmp_path / "data.npz", X=X, y=y)
    assert len(page.certificates) == 6
    for number, text in enumerate(page.certificates):
        (tmp_path / "c.json").write_text(text, encoding="utf-8")
        assert judged_by_all(tmp_path / "c.json", tmp_path / "data.npz", *(["--pair"] if number < 3 else [])) == 0
    with pytest.raises(gordan.InputError, match="other data"):
        gordan.report((X[::-1], y), table, tmp_path / "other.html")
    with pytest.raises(gordan.InputError, match="give its data"):
        gordan.report(gordan.Points(X[:3], y[:3]), table, tmp_path / "other.html")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a.parquet", "does not read a.parquet"),
        ("a.csv.xz", "does not unpack .xz files"),
        ("a.csv.gz", "drop the data on it"),
        ("a.npz", "drop the data on it"),
    ],
)
def test_the_page_says_which_files_a_browser_checks(name: str, sentence: str, tmp_path: Path) -> None:
    frame = pd.DataFrame({"u": [0.5, 1.0, 3.0, 4.0], "v": [1.0, 0.0, 1.0, 2.0], "y": [0, 0, 1, 1]})
    path = tmp_path / name
    if name.endswith(".npz"):
        np.savez(path, X=frame[["u", "v"]].to_numpy(), y=frame["y"].to_numpy())
    else:
        (frame.to_parquet if name.endswith(".parquet") else frame.to_csv)(path, index=False)
    done = invoke("report", str(path), "--label", "y", "-o", str(tmp_path / "r.html"))
    assert done.code == 0
    assert sentence in done.err
    page = Read((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert ("A browser does not" in page.text) == ("does not" in sentence)
