"""A pytest plugin that judges mutants: instead of once, the tests are run once for every mutant, in a fork each.

The changed file is executed anew in its module, whoever has imported something of it gets the new one, and the tests
that run the changed line are run until one fails: first those that are quick, run little else, come from a file that
imports the changed one, or killed neighbours of the mutant. A test that takes several times as long as usual kills too,
by the clock.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from mutation.cover import Cover
from mutation.draw import drawn
from mutation.mutant import Mutant, mutants

__all__ = ["Campaign", "current", "read_state"]

PASSES = (1.0, 30.0)  # seconds of tests that a mutant has survived when it counts as a survivor, first and in the end
SPARE = 1.0  # seconds of processor time beyond three times what a test takes
OURS = {"gordan", "liar", "certificate", "verify", "partition", "law", "test", "tests", "arithmetic"}


class Campaign:
    """Judges the mutants of `files`, until the clock says `end`; `record` gets an entry for each."""

    def __init__(self, root: Path, files: list[Path], *, cover: Cover, state: dict[str, Any], tests: str) -> None:
        self.root, self.files, self.cover, self.state, self.tests = root, files, cover, state, tests
        self.end, self.partial, self.listed = float("inf"), False, set[str]()
        self.every = False  # mutants of a line, and not one
        self.left_out: list[tuple[str, str, str]] = []
        self.record: Callable[[dict[str, Any]], None] = lambda entry: None
        self.items: dict[str, Any] = {}
        self.sources: dict[str, str] = {}  # the text of every test's file
        self.pipe: int | None = None
        self.spent = 0.0  # seconds of processor time on the last mutant
        self.killers: dict[tuple[str, str], list[str]] = {}
        for entry in state.values():
            self._note(entry["mutant"].split(":")[0], entry["around"], entry["killer"])

    def pytest_sessionstart(self) -> None:
        from hypothesis import Phase, settings

        # An example that fails is enough: nobody reads the smallest.
        settings.register_profile("mutation", phases=[Phase.explicit, Phase.generate], database=None)
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """In a fork the first failure is all that is asked for, without a report of it."""
        expected = item.get_closest_marker("xfail") or (
            call.excinfo and call.excinfo.errisinstance(pytest.skip.Exception)
        )
        if self.pipe is not None and call.excinfo and not expected:
            os.write(self.pipe, item.nodeid.encode())
            os._exit(1)

    def pytest_runtestloop(self, session: Any) -> bool:
        lines = self.cover.lines(session.items)
        self.items = {item.nodeid: item for item in session.items if item.nodeid in self.cover.seconds}
        place = _places(session.items)
        texts = {path: path.read_text() for path in {item.path for item in session.items}}
        self.sources = {item.nodeid: texts[item.path] for item in session.items}
        gc.collect()
        gc.freeze()
        for seconds, again in ((PASSES[0], False), *((seconds, True) for seconds in PASSES)):
            for mutant, path in self._waiting(seconds, again):
                if time.monotonic() > self.end:
                    return True
                names = lines.get((str(path), mutant.line), set()) & self.items.keys()
                if self.partial and not names:
                    continue  # other tests may run it
                self._settle(mutant, self._order(mutant, names, place), seconds)
        return True

    def _waiting(self, seconds: float, again: bool) -> Iterator[tuple[Mutant, Path]]:
        """Those that were not judged with so many seconds of the tests as they are; unless `again`, not at all."""
        for path in self.files:
            file = str(path.relative_to(self.root))
            every = mutants(file, path.read_bytes())
            for mutant in every if self.every else drawn(every):
                entry = current(self.state, mutant)
                settled = entry and (
                    not again
                    or entry["verdict"] != "survived"
                    or mutant.key in self.listed
                    or (entry["tests"] == self.tests and entry["seconds"] >= seconds)
                )
                if not settled and not any(mutant.on_line(*rule) for rule in self.left_out):
                    yield mutant, path

    def _order(self, mutant: Mutant, names: set[str], place: dict[str, int]) -> list[str]:
        near = set(self.killers.get((mutant.file, mutant.around), []))
        far = set(self.killers.get((mutant.file, ""), []))
        module = f"from {_module(mutant)} import"

        def rank(name: str) -> float:
            """Seconds times lines: a test of one function alone says more of a line in it than one of everything."""
            cost = (self.cover.seconds[name] + 0.002) * self.cover.breadth[name] * (1 + place[name] / 20)
            cost /= 30 if module in self.sources[name] else 1
            return cost / (50 if name in near else 5 if name in far else 1)

        return sorted(names, key=rank)

    def _settle(self, mutant: Mutant, names: list[str], seconds: float) -> None:
        chosen, total = [], 0.0
        for name in names:
            chosen.append(name)
            total += self.cover.seconds[name]
            if total > seconds:
                break
        verdict, killer = self._judge(mutant, chosen) if chosen else ("survived", "")
        self._note(mutant.file, mutant.around, killer)
        # All tests that there are is as much as any pass can ask for.
        entry = {"key": mutant.key, "around": mutant.around, "verdict": verdict, "tests": self.tests}
        entry |= {"seconds": PASSES[-1] if len(chosen) == len(names) else seconds, "covered": len(names)}
        entry |= {"ran": len(chosen), "killer": killer, "spent": round(self.spent, 3), "mutant": str(mutant)}
        self.state[mutant.key] = entry
        self.record(entry)

    def _note(self, file: str, around: str, killer: str) -> None:
        for part in (around, "") if killer else ():
            listed = self.killers.setdefault((file, part), [])
            listed[:] = [killer, *(name for name in listed if name != killer)]

    def _judge(self, mutant: Mutant, names: list[str]) -> tuple[str, str]:
        """Say "killed", "slow" or "survived", and which test killed."""
        reader, writer = os.pipe()
        if (child := os.fork()) == 0:
            os.close(reader)
            self._die_or_survive(mutant, names, writer)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            last = pipe.read().rsplit("\n", 1)[-1]
        _, status, usage = os.wait4(child, 0)
        self.spent = usage.ru_utime + usage.ru_stime
        code = os.waitstatus_to_exitcode(status)
        clock = (signal.SIGPROF, signal.SIGALRM, signal.SIGXCPU, signal.SIGKILL)
        return ("survived", "") if code == 0 else ("slow" if -code in clock else "killed", last)

    def _die_or_survive(self, mutant: Mutant, names: list[str], writer: int) -> None:
        """In the fork: run the tests, and end the process."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        self.pipe = writer
        try:
            signal.setitimer(signal.ITIMER_PROF, SPARE)
            swap(mutant, self.root)
            for name in names:
                seconds = 3 * self.cover.seconds[name] + SPARE
                signal.setitimer(signal.ITIMER_PROF, seconds)
                signal.alarm(int(10 * seconds) + 10)
                item = self.items[name]
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        except BaseException:
            os._exit(1)
        os._exit(0)


def _module(mutant: Mutant) -> str:
    return mutant.file.removeprefix("src/").removesuffix(".py").replace("/", ".")


def current(state: dict[str, dict[str, Any]], mutant: Mutant) -> dict[str, Any] | None:
    """What is known of a mutant, if it was judged in the function as it is now."""
    entry = state.get(mutant.key)
    return entry if entry and entry.get("around") == mutant.around else None


def read_state(path: Path) -> dict[str, dict[str, Any]]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def swap(mutant: Mutant, root: Path) -> None:
    """Execute the mutant in its module, and hand what is new to all who imported the old.

    Classes stay the objects they are, so that instances made before are still instances; their methods and plain values
    are the new.
    """
    module = import_module(_module(mutant))  # where tests are not run first, nobody may have needed it yet
    names = vars(module)
    before = dict(names)
    exec(compile(mutant.apply((root / mutant.file).read_bytes()), str(root / mutant.file), "exec"), names)
    old: dict[int, Any] = {}
    for name, value in before.items():
        if names.get(name) is value:
            continue
        if isinstance(value, type) and value.__module__ == module.__name__:
            for part, new in vars(names[name]).items():
                plain = isinstance(new, bool | int | float | str) and not part.startswith("__")
                if plain or isinstance(new, FunctionType | property | cached_property | classmethod | staticmethod):
                    setattr(value, part, new)
            names[name] = value
        else:
            old[id(value)] = names[name]
    for other in [each for each in sys.modules.values() if each is not None and each is not module]:
        if str(getattr(other, "__name__", "")).split(".")[0] in OURS:
            theirs = getattr(other, "__dict__", {})
            for name, value in list(theirs.items()):
                if id(value) in old and not name.startswith("__"):
                    theirs[name] = old[id(value)]


def _places(items: list[Any]) -> dict[str, int]:
    """The number of each test among those of the same function: parameters make many of one."""
    seen: dict[str, int] = {}
    place = {}
    for item in items:
        function = item.nodeid.split("[")[0]
        place[item.nodeid] = seen[function] = seen.get(function, -1) + 1
    return place
