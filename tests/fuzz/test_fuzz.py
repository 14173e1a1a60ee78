"""Whatever bytes a reader is given, it reads or refuses them with a sentence: the corpus, and some changes of it.

`make fuzz` goes on from here, with atheris where it installs.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from fuzz.mutate import mutated
from fuzz.target import TARGETS, Target, corpus, outcome_of

MUTATIONS = 150
SECONDS = 20  # for one input: far beyond what any small file may take

every_target = pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])


@contextmanager
def ending() -> Iterator[None]:
    def late(*_: Any) -> None:
        raise TimeoutError(f"a reader took more than {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@every_target
def test_the_corpus_is_read_or_refused(target: Target) -> None:
    results = set()
    for raw in corpus(target):
        with ending():
            results.add(outcome_of(target, raw))
    assert "read" in results, "a corpus of refusals only is none"


@every_target
def test_changes_of_the_corpus_are_read_or_refused(target: Target) -> None:
    seeds = corpus(target)
    for seed in range(MUTATIONS):
        raw = mutated(seeds, seed)
        with ending():
            outcome_of(target, raw)


@pytest.mark.parametrize("raw", [b"", b"\x00", b"\n", b"\xff" * 40, b"\xef\xbb\xbf", b"[" * 100_000], ids=repr)
@every_target
def test_what_is_nothing(target: Target, raw: bytes) -> None:
    with ending():
        outcome_of(target, raw)
