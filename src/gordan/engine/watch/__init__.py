"""Anything that looks on while a problem is solved."""

from gordan.engine.watch.base import Event, Watcher
from gordan.engine.watch.log import Log
from gordan.engine.watch.progress import Progress
from gordan.engine.watch.trace import Trace

__all__ = ["Event", "Log", "Progress", "Trace", "Watcher"]
