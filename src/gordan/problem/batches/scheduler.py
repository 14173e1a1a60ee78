"""The client of a Dask scheduler: connecting to it, waiting for its workers, and which of them keeps which block."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gordan.arithmetic.deadline import check_deadline
from gordan.errors import InputError

__all__ = ["await_results", "connected", "current_client", "share_blocks"]

_PATIENCE = 10  # seconds until a scheduler must have answered
_LOOK = 0.5  # seconds between two looks at the clock, and at the workers, while blocks are computed
_LEFT_ALONE = 60  # seconds without any worker, in which one that was lost may come back


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """The client of the scheduler at this address, in force inside a `with` block.

    Raises
    ------
    InputError
        There is no scheduler, or the package distributed is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "a scheduler needs the package distributed; install it with: pip install 'gordan[dask]'"
        ) from None
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.utils"):
        # Its loggers print tracebacks on the terminal; what is wrong is raised, and said in a sentence.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            f"no scheduler answers at {address!r} ({type(error).__name__}); start one with `dask scheduler`, or check "
            "the address"
        ) from error
    try:
        yield client
    finally:
        client.close()


def current_client() -> Any:
    """The client in force, where there is one."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    try:
        return distributed.default_client()
    except ValueError:
        return None


def await_results(client: Any, futures: list[Any], *, gather: bool = False) -> list[Any]:
    """Wait for the results, within the deadline and for a limited time where no worker is left.

    Without `gather` they stay where they are; what failed is raised in either case.
    """
    from distributed import wait

    seen = time.monotonic()
    while True:
        try:
            wait(futures, timeout=_LOOK)
            if gather:
                return list(client.gather(futures))
            for future in futures:
                if future.status == "error":
                    future.result()
            return []
        except TimeoutError:
            pass
        check_deadline("waiting for the workers")
        if client.scheduler_info()["workers"]:
            seen = time.monotonic()
        elif time.monotonic() - seen > _LEFT_ALONE:
            raise InputError(
                f"the scheduler has had no worker for {_LEFT_ALONE} s, so that no block can be computed; start some "
                "and ask again, with a checkpoint to go on from"
            )


def share_blocks(client: Any, futures: list[Any], rows: list[int]) -> list[str]:
    """The worker that is to keep each block: the one that has it, but for some that go where there are fewer rows."""
    places, load = client.who_has(futures), dict.fromkeys(client.scheduler_info(n_workers=-1)["workers"], 0)
    homes = [min(places.get(future.key) or [""]) for future in futures]
    for k, size in enumerate(rows):
        if not homes[k] and load:  # lost meanwhile
            homes[k] = min(load, key=load.__getitem__)
        load[homes[k]] = load.get(homes[k], 0) + size
    while True:
        most, least = max(load, key=load.__getitem__), min(load, key=load.__getitem__)
        # A block that moves must leave both nearer to one another than they were.
        gap = load[most] - load[least]
        movable = [k for k, home in enumerate(homes) if home == most and 0 < rows[k] < gap]
        if not movable:
            return homes
        k = min(movable, key=lambda k: abs(gap - 2 * rows[k]))
        homes[k] = least
        load[most] -= rows[k]
        load[least] += rows[k]
