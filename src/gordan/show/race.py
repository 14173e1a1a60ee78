"""`display_of_race`: the brackets of the quickest algorithms of a race."""

from __future__ import annotations

from typing import Any

from gordan.engine.race import Race
from gordan.errors import InputError
from gordan.show.trace import Against, TraceDisplay

__all__ = ["display_of_race"]


def display_of_race(race: Race, *, against: Against = "seconds", most: int = 6) -> TraceDisplay:
    """The picture of a race; of more than `most` algorithms the quickest are drawn.

    Examples
    --------
    >>> import gordan
    >>> ran = gordan.race(gordan.Points([[0.0], [1.0], [3.0]], [0, 0, 1]), ["perceptron", "von-neumann"])
    >>> len(display_of_race(ran).traces)
    2
    """
    traces: dict[str, Any] = {each.name: each.trace for each in race.ranked() if len(each.trace)}
    if not traces:
        raise InputError("no algorithm of the race made a step, so there is nothing to draw; allow more seconds")
    return TraceDisplay.from_traces(dict(list(traces.items())[:most]), against=against)
