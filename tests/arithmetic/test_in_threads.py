"""Work handed to threads: every item once, in order, and few at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gordan.arithmetic.in_threads import in_threads


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_every_item_comes_once_and_in_order(workers: int, count: int) -> None:
    assert list(in_threads(lambda v: v * v, range(count), workers)) == [v * v for v in range(count)]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_no_more_items_are_taken_than_wait(workers: int) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for v in range(20):
            taken += 1
            yield v

    for done, v in enumerate(in_threads(abs, items(), workers), start=1):
        assert v == done - 1
        assert taken <= done + workers
