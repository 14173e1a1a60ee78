"""Where real data are looked for; none of them are part of the project."""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.result import ROOT

__all__ = ["find_data_folder"]


def find_data_folder() -> Path:
    """The folder that GORDAN_DATA names, else benchmarks/data, else shared/data beside the project.

    Where neither of the last two exists it is benchmarks/data, so that a benchmark can say what is missing there.
    """
    if named := os.environ.get("GORDAN_DATA"):
        return Path(named)
    own, beside = ROOT / "benchmarks" / "data", ROOT.parent / "shared" / "data"
    return beside if beside.is_dir() and not own.is_dir() else own
