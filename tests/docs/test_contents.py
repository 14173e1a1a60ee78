"""The lists are whole: api.md has every public name once, and README.md in docs every page."""

from __future__ import annotations

import re

import gordan
from docs.test_readme import ROOT

DOCS = ROOT / "docs"


def test_every_public_name_is_listed_once() -> None:
    listed = re.findall(r"^\| `(\w+)` \| .+ \|$", (DOCS / "api.md").read_text(encoding="utf-8"), re.M)
    assert sorted(listed) == sorted(gordan.__all__)


def test_every_page_is_listed_once() -> None:
    listed = re.findall(r"^\d+\. \[(.+?)\]\(\1\): ", (DOCS / "README.md").read_text(encoding="utf-8"), re.M)
    assert sorted([*listed, "README.md"]) == sorted(path.name for path in DOCS.glob("*.md"))


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *DOCS.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
