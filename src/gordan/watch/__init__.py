"""Anything that looks on while a problem is solved."""

from gordan.watch.base import Event, Watcher
from gordan.watch.log import Log
from gordan.watch.progress import Progress
from gordan.watch.trace import Trace

__all__ = ["Event", "Log", "Progress", "Trace", "Watcher"]
