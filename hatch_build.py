"""Compile gordan's loops while it is installed, so that their first use costs nothing.

The machine code that numba keeps beside the sources is put into the wheel; an editable install finds it in its own
folder. It is of use to this processor and this version of Python alone. `GORDAN_COMPILE=0` leaves it out, for a wheel
that fits every machine; there, and where compiling fails, loops are compiled when they are first used.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "gordan.engine.compiled.beforehand"
FOLDER = "gordan/engine/compiled/__pycache__"


class CompiledLoops(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("GORDAN_COMPILE") == "0":
            return
        # What pip has installed for the build alone is on its own PYTHONPATH.
        paths = [str(Path(self.root, "src")), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        environment.pop("NUMBA_CACHE_DIR", None)
        if version != "editable":
            self._kept = tempfile.TemporaryDirectory()
            environment["NUMBA_CACHE_DIR"] = self._kept.name
        command = [sys.executable, "-m", MODULE]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(f"loops are compiled at their first use, since now it failed:\n{done.stderr}")
        elif version != "editable":
            files = Path(self._kept.name).rglob("*.nb[ci]")
            build_data["force_include"] |= {str(file): f"{FOLDER}/{file.name}" for file in files}
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_kept"):
            self._kept.cleanup()
