"""The verifier in JavaScript: formats of data, limits, the page that is generated from it, and that it can disagree."""

from __future__ import annotations

import gzip
import importlib.util
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from file.certificate.by_hand import code_by_hand
from file.certificate.made import resealed
from file.certificate.third_check import NODE, SCRIPT, Checker
from gordan.show.report.page import verifier_page
from show.report.invoke import invoke

ROOT = Path(__file__).parents[3]
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def judged(certificate: Path, data: Path, *label: str) -> tuple[int, str]:
    assert NODE is not None
    command = [NODE, str(SCRIPT), str(certificate), str(data), *label]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


@pytest.fixture
def table(tmp_path: Path) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(40, 3)).round(3)
    return X, np.where(X @ [1.0, -2.0, 0.5] > 0, "über", "<low>")


def written(folder: Path, kind: str, X: np.ndarray, y: np.ndarray) -> Path:
    path = folder / f"data.{kind}"
    mark = {"tsv": "\t", "semicolon.csv": ";", "blank.txt": " "}.get(kind, ",")
    if kind == "npz":
        np.savez_compressed(path, X=X, y=y)
        return path
    if kind == "svm":
        entries = [" ".join(f"{j + 1}:{v}" for j, v in enumerate(row) if v) for row in X]
        lines = [f"{int(name == 'über')} {each}" for each, name in zip(entries, y, strict=True)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path
    lines = [mark.join(["a", "b", "c", "class"])] if kind != "bare.csv" else []
    for row, name in zip(X, y, strict=True):
        cells = [str(v).replace(".", ",") if mark == ";" else str(v) for v in row.tolist()]
        lines.append(mark.join([*cells, f'"{name}"' if mark == "," else str(name)]))
    raw = ("\n".join(lines) + "\n").encode()
    path.write_bytes(gzip.compress(raw) if kind.endswith(".gz") else raw)
    return path


KINDS = ("csv", "tsv", "semicolon.csv", "blank.txt", "bare.csv", "csv.gz", "svm", "npz")


@needs_node
@pytest.mark.parametrize("kind", KINDS)
def test_every_format_of_data(kind: str, tmp_path: Path, table: tuple[np.ndarray, np.ndarray]) -> None:
    data = written(tmp_path, kind, *table)
    certificate = tmp_path / "certificate.json"
    assert invoke("check", str(data), "--certificate", str(certificate)).code == 0
    assert code_by_hand(certificate, data)[0] == 0
    assert judged(certificate, data) == (0, "accepted: separable, 40 points in 3 dimensions")
    X, y = table
    X[7, 1] += 0.001
    code, words = judged(certificate, written(tmp_path, kind, X, y))
    assert (code, words) == (1, "refused: data are the certificate's")


@needs_node
def test_kinds_it_does_not_check(tmp_path: Path) -> None:
    problem = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 0], kernel="rbf")
    gordan.certify(problem, gordan.solve(problem), tmp_path / "kernel.json")
    (tmp_path / "data.csv").write_text("0,0\n1,1\n2,0\n")
    code, words = judged(tmp_path / "kernel.json", tmp_path / "data.csv")
    assert code == 2
    assert words.startswith('unusable: cannot check this kind here: "kernel"')


@needs_node
def test_work_is_bounded_before_it_is_done(tmp_path: Path) -> None:
    """Two numbers that lie 600 powers of ten apart make all others long: that is a sentence, and not a wait."""
    X = np.ones((300, 5))
    X[:, 0], X[0, 1], X[1, 1] = np.arange(300) - 150.0, 1e300, 1e-300
    problem = gordan.Points(X, X[:, 0] >= 0, numbers="decimal")
    gordan.certify(problem, gordan.solve(problem, goal="decide"), tmp_path / "long.json")
    np.savez(tmp_path / "long.npz", X=X, y=X[:, 0] >= 0)
    counts: Counter[str] = Counter()
    checker = Checker(counts, [])
    for limit in (1.0, 0.001):
        checker.seen.clear()
        checker.ask((tmp_path / "long.json").read_bytes(), tmp_path / "long.npz", None, limit=limit)
    checker.settle()
    checker.stop()
    assert counts == {"judged the same in JavaScript": 1, "beyond the limit in JavaScript": 1}


@needs_node
def test_a_disagreement_is_noted(tmp_path: Path, table: tuple[np.ndarray, np.ndarray]) -> None:
    """The third checker of the tests would say so if the two differed."""
    problem = gordan.Points(*table)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    np.savez(tmp_path / "data.npz", X=table[0], y=table[1])
    noted: list[str] = []
    checker = Checker(Counter(), noted)
    checker.ask((tmp_path / "c.json").read_bytes(), tmp_path / "data.npz", "refused: as if")
    checker.settle()
    checker.stop()
    assert len(noted) == 1
    assert "'accepted'" in noted[0]


def test_the_page_in_the_docs_is_up_to_date() -> None:
    """python tools/verifier.py writes it."""
    assert (ROOT / "docs" / "verifier.html").read_text(encoding="utf-8") == verifier_page()
    assert importlib.util.find_spec("gordan.show.report") is not None


def test_the_script_shares_nothing() -> None:
    """It asks for nothing, loads nothing, and evaluates nothing that it reads."""
    script = SCRIPT.read_text(encoding="utf-8")
    for word in ("eval(", "Function(", "import(", "fetch(", "XMLHttpRequest", "innerHTML", "document.write", "http"):
        assert word not in script
        assert word not in SCRIPT.with_name("page.js").read_text(encoding="utf-8")


@needs_node
def test_names_do_not_steer_the_terminal(table: tuple[np.ndarray, np.ndarray], tmp_path: Path) -> None:
    data = written(tmp_path, "npz", *table)
    problem = gordan.Points(*table)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")

    def change(members: dict[str, Any]) -> None:
        members["a\x1b[31m\u202e\ud800"] = 1

    (tmp_path / "c.json").write_bytes(resealed((tmp_path / "c.json").read_bytes(), change))
    code, words = judged(tmp_path / "c.json", data)
    assert code == 2
    assert words.endswith("a\\u{1b}[31m\\u{202e}\\u{d800} is not known")
