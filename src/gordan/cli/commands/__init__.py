"""One command per file; each returns its exit code."""
