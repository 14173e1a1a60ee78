"""`--plot`: a picture after the answer, named by lines and columns of the file, never over another file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cli.conftest import HISTOLOGY, IRIS, Run
from gordan.cli import FAILED, INSEPARABLE, SEPARABLE, SEPARATED

pytest.importorskip("matplotlib")
VERSICOLOR = ("check", IRIS, "--label", "species", "--positive", "versicolor", "--output-format", "concise")


def test_the_answer_is_the_same_with_a_picture(command: Run, tmp_path: Path) -> None:
    plain, drawn = command(*VERSICOLOR), command(*VERSICOLOR, "--plot", tmp_path / "iris.png")
    assert (drawn.code, drawn.out, drawn.err) == (INSEPARABLE, plain.out, "")
    assert (tmp_path / "iris.png").read_bytes().startswith(b"\x89PNG")
    assert os.listdir(tmp_path) == ["iris.png"]


@pytest.mark.parametrize(("name", "head"), [("a.svg", b"<?xml"), ("a.PDF", b"%PDF")])
def test_the_end_of_the_name_is_the_format_and_the_same_data_give_the_same_file(
    command: Run, tmp_path: Path, name: str, head: bytes
) -> None:
    narrow = ("check", "xor.csv", "--output-format", "concise")
    written = []
    for _ in range(2):
        assert command(*narrow, "--plot", tmp_path / name, "--force").code == INSEPARABLE
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    assert written[0].startswith(head)


def test_rows_are_named_by_line_and_axes_by_column(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gordan.show import MarginDisplay

    shown = []
    monkeypatch.setattr(MarginDisplay, "save", lambda self, *_, **__: shown.append(self.plot()))
    data = tmp_path / "two.csv"
    data.write_text("width,$h$,kind\n0,0,a\n0,1,a\n3,0.5,b\n", encoding="utf-8")
    assert command("check", data, "--plot", tmp_path / "p.png").code == SEPARABLE
    ax = shown[0].ax_
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("width", "\\$h\\$")
    assert {text.get_text(): tuple(text.xy) for text in ax.texts} == {"2": (0, 0), "3": (0, 1), "4": (3, 0.5)}
    assert "deciding rows, by line" in [text.get_text() for text in ax.get_legend().get_texts()]


def test_a_diagnosis_has_a_picture_too(command: Run, tmp_path: Path) -> None:
    asked = (
        "diagnose",
        HISTOLOGY,
        "--formula",
        "high_grade ~ invasion + pulsatility + height",
        "--output-format",
        "concise",
    )
    assert command(*asked, "--plot", tmp_path / "d.png").code == SEPARATED
    assert (tmp_path / "d.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--plot", "picture.jpg"), "a .png, .svg or .pdf file"),
        (("--plot", "there.png"), "there is a file"),
        (("--plot", "folder.png"), "is a folder"),
        (("--plot", "nowhere/p.png"), "there is no folder"),
        (("--plot", "data.png", "--force"), "would replace the data"),
        (("--plot", "c.png", "--certificate", "c.png"), "would replace the certificate"),
        (("--force",), "--certificate"),
    ],
)
def test_places_are_refused_before_the_work(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], told: str
) -> None:
    (tmp_path / "there.png").write_text("mine", encoding="utf-8")
    (tmp_path / "data.png").write_text("a,b,y\n0,0,0\n", encoding="utf-8")
    (tmp_path / "folder.png").mkdir()
    monkeypatch.chdir(tmp_path)
    ran = command("check", "data.png", *options)
    assert (ran.code, ran.out) == (FAILED, "")
    assert told in ran.err
    assert (tmp_path / "there.png").read_text(encoding="utf-8") == "mine"


def test_without_matplotlib_a_sentence_says_what_to_install(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    ran = command(*VERSICOLOR, "--plot", tmp_path / "p.png")
    assert (ran.code, ran.out) == (FAILED, "")
    assert 'pip install "gordan[plot]"' in ran.err
    assert not os.listdir(tmp_path)
