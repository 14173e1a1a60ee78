"""The lists are whole: public names in api.md, pages in README.md of docs, solvers in `gordan.solver`."""

from __future__ import annotations

import re
import runpy

import gordan
from docs.test_readme import ROOT
from gordan.engine.solver import POSITIVE_SOLVERS, SOLVERS

DOCS = ROOT / "docs"


def test_every_public_name_is_listed_once() -> None:
    listed = re.findall(r"^\| `(\w+)` \| .+ \|$", (DOCS / "api.md").read_text(encoding="utf-8"), re.M)
    assert sorted([*listed, "__version__"]) == sorted(gordan.__all__)


def test_the_page_and_the_stub_are_those_of_the_table() -> None:
    """`python tools/api.py` writes both."""
    tool = runpy.run_path(str(ROOT / "tools" / "api.py"))
    assert tool["page"]() == (DOCS / "api.md").read_text(encoding="utf-8")
    assert tool["stub"]() == (ROOT / "src" / "gordan" / "__init__.pyi").read_text(encoding="utf-8")


def test_users_can_import_every_solver() -> None:
    known = {solver.__name__: solver for solver in (SOLVERS | POSITIVE_SOLVERS).values()}
    assert sorted(gordan.solver.__all__) == sorted(known)
    for name, solver in known.items():
        assert getattr(gordan.solver, name) is solver


def test_every_page_is_listed_once() -> None:
    listed = re.findall(r"^\d+\. \[(.+?)\]\(\1\): ", (DOCS / "README.md").read_text(encoding="utf-8"), re.M)
    assert sorted([*listed, "README.md"]) == sorted(path.name for path in DOCS.glob("*.md"))


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *DOCS.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
