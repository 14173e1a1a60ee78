"""Beside every test: certificates are judged twice, and a disagreement fails the test in which it came up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

from file.certificate.second_check import COUNTS, DISAGREEMENTS, JAVASCRIPT, install

KEY = "judged twice"

# The whole of CI has fifteen minutes; `--hypothesis-profile=thorough` draws ten times as many examples.
settings.register_profile("quick", max_examples=50)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile("quick")


def pytest_configure() -> None:
    install()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, Any, Any]:
    """Whatever the code under test makes of an exception, what was noted down stays."""
    DISAGREEMENTS.clear()
    try:
        result = yield
    finally:
        JAVASCRIPT.settle()
    if DISAGREEMENTS:
        pytest.fail("two checkers disagree about a certificate: " + "\n".join(DISAGREEMENTS), pytrace=False)
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With several processes, each tells its counts to the first."""
    JAVASCRIPT.stop()
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[KEY] = dict(COUNTS)


class _Collected:
    """Adds up what the processes tell; registered only where there are some."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        COUNTS.update(Counter(getattr(node, "workeroutput", {}).get(KEY, {})))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if COUNTS:
        told = ", ".join(f"{count:,} {what}" for what, count in sorted(COUNTS.items()))
        terminalreporter.write_line(f"certificates judged by hand too: {told}")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.pluginmanager.register(_Collected(), "by-hand-counts")
