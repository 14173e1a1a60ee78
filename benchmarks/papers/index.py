"""The index: every item of the papers with its code, test, command and finding, read from index.toml."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.papers.page import table
from benchmarks.papers.store import PAGES
from benchmarks.result import ROOT

__all__ = ["Entry", "entries", "source_of", "write_index"]

_FILE = Path(__file__).with_name("index.toml")
_TITLES = {
    "yu": "Yu, Kılınç-Karzan and Carbonell: saddle points and accelerated perceptron algorithms",
    "ramdas": "Ramdas and Peña: margins, kernels and non-linear smoothed perceptrons",
    "moran": "Moran, Nachum, Panasoff and Yehudayoff: on the perceptron's compression",
    "lecture": "Lecture notes on the perceptron algorithm",
}
_HEAD = """# The papers, reproduced

gordan began as an implementation of five texts. Each has a page on which its tables, figures and theorems are
measured, theirs and ours side by side, with what agrees, what differs and why:

{pages}
`make papers` measures what is missing and writes these pages (`python -m benchmarks papers [NAME …] [--only PART]`;
`--quick` takes minutes, `--full` hours; an interrupted run goes on where it stopped). What was measured is kept in
[data](data), one line of JSON for each cell. A solver that is asked for by name runs as
published, and the papers' own abbreviations are names of solvers.

Below is every algorithm, theorem, lemma, example, table, figure and remark of these texts: where it is in the
code, which test holds it, which command measures it, and what was found. The list is
`benchmarks/papers/index.toml`, and a test fails where one of its entries points nowhere. A dash under "test"
means that there is none.
"""


@dataclass(frozen=True)
class Entry:
    """One item of a paper; `code` are dotted names or files, `tests` pytest's node ids or files."""

    paper: str
    item: str
    what: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    command: str
    finding: str


def entries() -> Iterator[Entry]:
    """All items, paper by paper, in the order of the text."""
    for paper, rows in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        for row in rows:
            yield Entry(paper, **{name: tuple(v) if isinstance(v, list) else v for name, v in row.items()})


def write_index() -> None:
    """Write docs/papers/index.md."""
    kept = list(entries())
    sections = []
    for paper, title in _TITLES.items():
        rows = [
            [
                f"**{entry.item}**: {entry.what}",
                ", ".join(map(_link_code, entry.code)),
                ", ".join(_link(node) for node in entry.tests) or "–",
                f"`{entry.command}`",
                entry.finding,
            ]
            for entry in kept
            if entry.paper == paper
        ]
        sections.append(f"## {title}\n\n{table(['item', 'code', 'test', 'command', 'finding'], rows)}")
    pages = "".join(f"* [{title}]({paper}.md)\n" for paper, title in _TITLES.items())
    text = _HEAD.format(pages=pages) + "\n" + "\n".join(sections)
    (PAGES / "index.md").write_text(text, encoding="utf-8")
    print(f"wrote {PAGES / 'index.md'}")


def source_of(name: str) -> Path:
    """The file, below the project's folder, in which a dotted name is defined; of a path, itself."""
    if "/" in name:
        return Path(name)
    thing: Any = import_module(name.split(".")[0])
    for k, part in enumerate(name.split(".")[1:], start=2):
        try:
            thing = getattr(thing, part)
        except AttributeError:
            thing = import_module(".".join(name.split(".")[:k]))
    return Path(str(inspect.getsourcefile(inspect.unwrap(thing)))).resolve().relative_to(ROOT)


def _link_code(name: str) -> str:
    path = source_of(name).as_posix()
    return _link(path) if "/" in name else f"[`{name.removeprefix('gordan.')}`](../../{path})"


def _link(node: str) -> str:
    """A link to a file, named after the test in it where there is one."""
    path, _, name = node.partition("::")
    shown = name or "/".join(path.split("/")[-2:])
    return f"[{shown.removeprefix('test_').replace('_', ' ') if name else shown}](../../{path})"
