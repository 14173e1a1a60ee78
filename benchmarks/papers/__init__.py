"""Tables, figures and theorems of the papers, measured and put beside the published numbers in docs/papers."""

from benchmarks.papers.face import main

__all__ = ["main"]
