"""`python -m benchmarks papers [NAME …]`: measure what is missing, then write the pages in docs/papers.

Without a size the usual one is measured; `--quick` is a few minutes for everything, `--full` adds what takes hours.
Sizes are nested: what a smaller one has measured is not measured again.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from types import ModuleType

from benchmarks.papers.index import write_index
from benchmarks.papers.page import busy
from benchmarks.papers.part import SIZES, Missing, Part, Size
from benchmarks.papers.store import PAGES, Store

__all__ = ["NAMES", "main", "write_page"]

NAMES = ("yu", "ramdas", "moran", "lecture")


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    papers = {name: import_module(f"benchmarks.papers.{name}") for name in options.names}
    parts = [part for paper in papers.values() for part in paper.PARTS if options.only in (None, part.name)]
    if not parts:
        names = ", ".join(part.name for paper in papers.values() for part in paper.PARTS)
        raise SystemExit(f"no part is called {options.only!r}; there are {names}")
    if options.list:
        return _list(parts)
    try:
        for part in [] if options.pages else parts:
            _measure(part, options.size, again=options.again)
    except KeyboardInterrupt:
        print("interrupted: the same command goes on here", file=sys.stderr)
    for name, paper in papers.items():
        write_page(name, paper)
    write_index()


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks papers", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"papers, of {', '.join(NAMES)}; default: all")
    parser.add_argument("--only", metavar="PART", help="one part; --list names them")
    size = parser.add_mutually_exclusive_group()
    for name in SIZES:
        size.add_argument(f"--{name}", dest="size", action="store_const", const=name)
    parser.add_argument("--again", action="store_true", help="measure again what was measured")
    parser.add_argument("--pages", action="store_true", help="measure nothing, write the pages")
    parser.add_argument("--list", action="store_true", help="list the parts and how much of them is measured")
    parser.set_defaults(size="usual")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in NAMES:
            parser.error(f"no paper is called {name!r}; there are {', '.join(NAMES)}")
    options.names = options.names or list(NAMES)
    return options


def _list(parts: list[Part]) -> None:
    for part in parts:
        store = Store(part.paper, part.name)
        counts = []
        for size in SIZES:
            wanted = part.wanted(size)
            counts.append(f"{size} {sum(map(store.has, wanted))}/{len(wanted)}")
        print(f"{part.paper:8} {part.name:14} {', '.join(counts):40} {part.title}")


def _measure(part: Part, size: Size, *, again: bool) -> None:
    """Measure the cells of a part that are missing, and print how long it took."""
    store, cells, began = Store(part.paper, part.name), part.wanted(size), time.perf_counter()
    if again:
        store.forget(cells)
    missing = [cell for cell in cells if not store.has(cell)]
    for cell in missing:
        what = " ".join(f"{name}={value}" for name, value in cell.key.items())
        try:
            print(f"{part.paper} {part.name}: {what}: {store.measure(cell):.1f} s", flush=True)
        except Missing as reason:
            print(f"{part.paper} {part.name}: {what}: left out, {reason}", flush=True)
    took = time.perf_counter() - began
    print(f"{part.paper} {part.name}: {len(missing)} of {len(cells)} cells in {took:.0f} s", flush=True)


def write_page(name: str, paper: ModuleType) -> None:
    """Write docs/papers/NAME.md from what is kept."""
    sections = []
    for part in paper.PARTS:
        store = Store(part.paper, part.name)
        records = store.records()
        wanted = part.wanted("usual")
        done = sum(map(store.has, wanted))
        command = f"`python -m benchmarks papers {name} --only {part.name}`"
        left = "" if done == len(wanted) else f"; {done} of {len(wanted)} cells of the usual size are measured"
        took = f"{store.seconds() / 60:.1f} minutes in all" if store.seconds() >= 60 else f"{store.seconds():.0f} s"
        body = part.show(records) if records or part.ready else "Not measured yet.\n"
        sections.append(f"## {part.title}\n\n{body}\n{busy(records) if part.timed else ''}{command}, {took}{left}.\n")
    contents = "".join(f"* [{part.title}](#{_anchor(part.title)})\n" for part in paper.PARTS)
    head = f"# {paper.TITLE}\n\n{paper.INTRODUCTION.strip()}\n\n{contents}* [Slips](#slips)\n\n"
    PAGES.mkdir(parents=True, exist_ok=True)
    text = head + "\n".join(sections) + f"\n## Slips\n\n{paper.SLIPS.strip()}\n"
    (PAGES / f"{name}.md").write_text(text, encoding="utf-8")
    print(f"wrote {PAGES / name}.md")


def _anchor(title: str) -> str:
    """The anchor that GitHub gives a heading."""
    kept = "".join(c for c in title.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")
