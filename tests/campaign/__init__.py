"""Random problems by number, answered by the library and by exact arithmetic of its own; see docs/trials.md."""
