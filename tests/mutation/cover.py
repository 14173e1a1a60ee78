"""Which tests run which lines of the verifier, and how long each takes: a pytest plugin.

What was recorded is kept in a file and holds as long as the source does, test by test as long as the test's file does:
after a change to some tests only those are run again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Cover", "digest"]


def digest(paths: list[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


class Cover:
    """Records, for every test, the lines of `files` that it runs, in its setup or in its call; needs `coverage`."""

    def __init__(self, files: list[Path], kept: Path) -> None:
        import coverage

        self._measured = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
        self._source, self._kept = digest(files), kept
        self.seconds: dict[str, float] = {}
        self.breadth: dict[str, int] = {}  # how many lines each test runs
        self.failed: set[str] = set()
        self._running = True
        self._measured.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        if not self._running:
            yield
            return
        # Processor time: what else the machine does has no say in which tests are quick.
        start = time.process_time()
        self._measured.switch_context(item.nodeid)
        yield
        self.seconds[item.nodeid] = time.process_time() - start

    def pytest_runtest_logreport(self, report: Any) -> None:
        if self._running and report.failed:
            text = report.longreprtext[-1500:]
            print(f"fails without any mutant, and is left out: {report.nodeid}\n{text}", flush=True)
            self.failed.add(report.nodeid)

    def lines(self, items: list[Any]) -> dict[tuple[str, int], set[str]]:
        """For every file and line the tests that run it; runs those of which nothing is known."""
        before = json.loads(self._kept.read_text()) if self._kept.exists() else {}
        known = before.get("tests", {}) if before.get("source") == self._source else {}
        imported = known.pop("", {"lines": {}})["lines"]
        paths = {str(item.path) for item in items} | {entry["path"] for entry in known.values()}
        files = {path: digest([Path(path)]) for path in paths if Path(path).exists()}
        known = {name: entry for name, entry in known.items() if files.get(entry["path"]) == entry["file"]}
        for item in items:
            if item.nodeid not in known:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        self._running = False
        self._measured.stop()
        ran = self._by_test()
        for item in items:
            name, path = item.nodeid, str(item.path)
            if name in self.seconds and name not in self.failed:
                entry = {"path": path, "file": files[path], "seconds": self.seconds[name]}
                known[name] = {**entry, "lines": ran.get(name, {})}
        self.seconds = {name: entry["seconds"] for name, entry in known.items()}
        self.breadth = {name: 1 + sum(map(len, entry["lines"].values())) for name, entry in known.items()}
        imported |= ran.get("", {})
        kept = {"source": self._source, "tests": known | {"": {"lines": imported}}}
        self._kept.write_text(json.dumps(kept))
        return _by_line(known, imported)

    def _by_test(self) -> dict[str, dict[str, list[int]]]:
        data, ran = self._measured.get_data(), {}
        for file in data.measured_files():
            for line, names in data.contexts_by_lineno(file).items():
                for name in names:
                    ran.setdefault(name, {}).setdefault(file, []).append(line)
        return ran


def _by_line(known: dict[str, Any], imported: dict[str, list[int]]) -> dict[tuple[str, int], set[str]]:
    lines: dict[tuple[str, int], set[str]] = {}
    every: dict[str, set[str]] = {}
    for name, entry in known.items():
        for file, numbers in entry["lines"].items():
            every.setdefault(file, set()).add(name)
            for line in numbers:
                lines.setdefault((file, line), set()).add(name)
    # What is executed at import, before any test, is the business of all tests of the file.
    for file, numbers in imported.items():
        for line in numbers:
            lines.setdefault((file, line), every.get(file, set()))
    return lines
