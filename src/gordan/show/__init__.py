"""Pictures, one per file; matplotlib is imported when the first is drawn."""

from gordan.show.game import GameDisplay

__all__ = ["GameDisplay"]
