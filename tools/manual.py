"""Writes src/gordan/cli/manual.json, which `gordan explain` shows, from the docstrings of the solvers' files.

Run it when one of these docstrings changes: `python tools/manual.py`.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path

from gordan.engine.solver import POSITIVE_SOLVERS, SOLVERS, Solver, named

TARGET = Path(__file__).parents[1] / "src" / "gordan" / "cli" / "manual.json"
SECTIONS = ("Guarantee", "Needs", "Reference")


def main() -> None:
    TARGET.write_text(manual(), encoding="utf-8")


def manual() -> str:
    """Every solver's title, steps and remarks, sections, and the meanings of its parameters."""
    pages = {name: _page(named(name)) for name in SOLVERS | POSITIVE_SOLVERS}
    return json.dumps(pages, indent=1, ensure_ascii=False) + "\n"


def _page(solver: Solver) -> dict[str, object]:
    title, *lines = inspect.cleandoc(sys.modules[type(solver).__module__].__doc__ or "").splitlines()
    body, sections = _split(lines)
    return {"title": title, "blocks": _blocks(body), "sections": sections, "parameters": _meanings(solver)}


def _split(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines before the first section, and each section's text in one run."""
    body: list[str] = []
    sections: dict[str, list[str]] = {}
    current = body
    for line in lines:
        if line in SECTIONS:
            current = sections.setdefault(line, [])
        else:
            current.append(line)
    return body, {heading: " ".join(" ".join(text).split()) for heading, text in sections.items()}


def _blocks(lines: list[str]) -> list[list[str]]:
    """Paragraphs: steps keep their lines, prose is run together to be wrapped anew."""
    blocks = []
    for paragraph in "\n".join(lines).split("\n\n"):
        kept = [line.rstrip() for line in paragraph.splitlines() if line.strip()]
        if kept:
            steps = kept[0].lstrip()[:1].isdecimal()
            blocks.append(kept if steps else [" ".join(line.strip() for line in kept)])
    return blocks


def _meanings(solver: Solver) -> dict[str, str]:
    """What stands in the class's docstring, indented below `name : type`."""
    meanings: dict[str, list[str]] = {}
    current: list[str] = []
    for line in inspect.cleandoc(type(solver).__doc__ or "").splitlines():
        if " : " in line and not line.startswith(" "):
            current = meanings.setdefault(line.split(" : ")[0], [])
        elif line.startswith(" "):
            current.append(line.strip())
    return {name: " ".join(text) for name, text in meanings.items()}


if __name__ == "__main__":
    main()
