"""docs/papers: every entry of the index leads somewhere, and the pages are those of the data that are kept."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from benchmarks.__main__ import NAMES as BENCHMARKS
from benchmarks.papers import face, store
from benchmarks.papers.index import Entry, entries, source_of, write_index
from benchmarks.papers.part import SIZES, Cell, Part

from docs.test_readme import ROOT
from gordan.engine.solver import named

PAPERS = {name: import_module(f"benchmarks.papers.{name}") for name in face.NAMES}
PARTS = [part for paper in PAPERS.values() for part in paper.PARTS]
ENTRIES = list(entries())


def _name(entry: Entry) -> str:
    return f"{entry.paper}: {entry.item}"


@cache
def _functions(path: Path) -> set[str]:
    return {
        node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_code_and_tests_are_there(entry: Entry) -> None:
    assert entry.code, "an entry without code"
    for name in entry.code:
        assert (ROOT / source_of(name)).is_file(), name
    for node in entry.tests:
        path, _, function = node.partition("::")
        assert (ROOT / path).is_file(), path
        assert not function or function in _functions(ROOT / path), node


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_commands_are_there(entry: Entry) -> None:
    words = shlex.split(entry.command)
    if words[:2] == ["gordan", "explain"]:
        assert words[2] == "auto" or named(words[2]).name
        return
    assert words[:3] == ["python", "-m", "benchmarks"], entry.command
    assert words[3] in BENCHMARKS
    if words[3] == "papers":
        assert any(part.paper == words[4] and part.name == words[6] for part in PARTS), entry.command


def test_the_index_has_every_numbered_item() -> None:
    """The numbers as they are printed in the papers."""
    printed = {
        "yu": "(1), (2), (3), (4), (5), (6), (7), (8), Section 4, Footnotes 1 and 2, Algorithm 1, Theorem 1, Lemma 1, "
        "Theorem 2, Theorem 3, Table 1, Table 2, Figure 1, Figure 2",
        "ramdas": ", ".join(
            f"{kind} {k}"
            for kind, last in (("Algorithm", 7), ("Lemma", 9), ("Theorem", 4), ("Footnote", 1))
            for k in range(1, last + 1)
        ),
        "moran": "Algorithm 1, Algorithm 2, Algorithm 3, Algorithm 4, Theorem 1.1, Theorem 1.2, Example 1.3, "
        "Theorem 1.4, Theorem 1.5, Lemma 1.6, Claim 1.7, Example 2.1, Theorem 4.1, Lemma 5.1, Table 1, Appendix A, "
        "Footnote 1, Footnote 2, Footnote 3, Footnote 4, Footnote 5",
        "lecture": "Footnote 1, Footnote 2, Theorem 1, Theorem 2, Section 1, Section 2.1, Section 2.2, Section 2.3, "
        "Section 2.4, Section 2.5, Section 3.1, Section 3.2",
    }
    for paper, items in printed.items():
        listed = " / ".join(entry.item for entry in ENTRIES if entry.paper == paper)
        for item in items.split(", "):
            assert item in listed, f"{paper}: {item}"


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "docs" / "papers").glob("*.md"):
        for target in re.findall(r"\]\(([^)#:\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_items_are_listed_once() -> None:
    names = list(map(_name, ENTRIES))
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.paper}-{part.name}")
def test_every_part_has_records_that_it_can_show(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.papers.page.PICTURES", False)
    records = store.Store(part.paper, part.name).records()
    assert records or part.ready, "nothing is kept: run the quick size"
    assert "|" in part.show(records)


def test_pictures_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("benchmarks.papers.page.PAGES", tmp_path)
    part = next(part for part in PARTS if part.name == "slopes")
    part.show(store.Store(part.paper, part.name).records())
    assert (tmp_path / "yu-slopes.svg").read_text(encoding="utf-8").count("<path") > 20


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.paper}-{part.name}")
def test_keys_are_one_cell_each(part: Part) -> None:
    keys = [repr(sorted(cell.key.items(), key=str)) for cell in part.cells()]
    assert len(set(keys)) == len(keys)
    assert {cell.size for cell in part.cells()} <= set(SIZES)


@pytest.mark.parametrize("name", [*face.NAMES, "index"])
def test_pages_are_those_of_the_data(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m benchmarks papers --pages` writes them."""
    monkeypatch.setattr("benchmarks.papers.page.PICTURES", False)
    for module in ("page", "face", "index"):
        monkeypatch.setattr(f"benchmarks.papers.{module}.PAGES", tmp_path)
    write_index() if name == "index" else face.write_page(name, PAPERS[name])
    written = (tmp_path / f"{name}.md").read_text(encoding="utf-8")
    assert written == (ROOT / "docs" / "papers" / f"{name}.md").read_text(encoding="utf-8")


def test_what_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    asked: list[int] = []

    def measure(records: list[dict[str, object]]) -> dict[str, object]:
        asked.append(len(records))
        return {"value": len(asked)}

    kept = store.Store("a", "b", folder=tmp_path)
    cells = [Cell({"k": k}, measure) for k in range(3)]
    for cell in cells[:2]:
        kept.measure(cell)
    with kept.path.open("a", encoding="utf-8") as file:
        file.write('{"key": {"k": 2}, "val')  # interrupted while writing
    again = store.Store("a", "b", folder=tmp_path)
    assert [again.has(cell) for cell in cells] == [True, True, False]
    again.measure(cells[2])
    assert asked == [0, 1, 2]
    assert [record["value"] for record in again.records()] == [1, 2, 3]
    again.forget(cells[:1])
    assert [again.has(cell) for cell in cells] == [False, True, True]
