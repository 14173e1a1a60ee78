"""docs/security.md: the limits that it lists are the ones in force, in all three checkers."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import gordan
from file.certificate.by_hand import script
from file.certificate.third_check import SCRIPT

TEXT = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")


def test_the_table_of_limits() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+(?: MiB)?) \|", TEXT, re.MULTILINE))
    sizes = {name: text.replace(",", "").replace(" MiB", "") for name, text in listed.items()}
    numbers = {name: int(text) << (20 if "MiB" in listed[name] else 0) for name, text in sizes.items()}
    assert numbers == asdict(gordan.Limits())


def test_limits_of_the_other_checkers() -> None:
    words = " ".join(TEXT.split())
    assert f"more than {script.WORK // 10**6} million, some minutes" in words
    work, entries = (
        float(re.search(rf"const {name} = ([\d.e]+);", SCRIPT.read_text(encoding="utf-8"))[1])  # type: ignore[index]
        for name in ("WORK", "ENTRIES")
    )
    assert f"stops at {work / 1e6:.0f} million and at {entries / 1e6:.0f} million numbers" in words
    assert (
        f"{script.FRACTION_DIGITS:,} digits in the offset of a certificate, and {script.LABEL_DIGITS:,} in a" in words
    )
