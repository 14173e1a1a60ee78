"""Random problems by number, answered by the library and by exact arithmetic of the campaign's own; see docs/trials.md."""
