"""Which tests run which lines of the verifier, and how long each takes: a pytest plugin."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

__all__ = ["Cover"]


class Cover:
    """Records, for every test, the lines of `files` that it ran, in its setup or in its call; needs `coverage`."""

    def __init__(self, files: list[str]) -> None:
        import coverage

        self._measured = coverage.Coverage(data_file=None, include=files, config_file=False)
        self.seconds: dict[str, float] = {}
        self._running = True
        self._measured.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        if not self._running:
            yield
            return
        start = time.perf_counter()
        self._measured.switch_context(item.nodeid)
        yield
        self.seconds[item.nodeid] = time.perf_counter() - start

    def lines(self) -> dict[str, dict[int, list[str]]]:
        """For every file and line the tests that ran it."""
        self._running = False
        self._measured.stop()
        data = self._measured.get_data()
        return {file: data.contexts_by_lineno(file) for file in data.measured_files()}
