"""Writes docs/verifier.html, which checks certificates in a browser.

Run it when a part of the page changes: `python tools/verifier.py`.
"""

from __future__ import annotations

from pathlib import Path

from gordan.show.report.page import verifier_page

TARGET = Path(__file__).parents[1] / "docs" / "verifier.html"


def main() -> None:
    TARGET.write_text(verifier_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
