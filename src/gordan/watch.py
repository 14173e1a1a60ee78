"""Who may look on at a run: `separate(…, watch=Trace())`."""

from gordan.engine.watch import Event, Log, Progress, Trace, Watcher

__all__ = ["Event", "Log", "Progress", "Trace", "Watcher"]
