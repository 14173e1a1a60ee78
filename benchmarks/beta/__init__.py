"""Growing thresholds in a network, 784-800-10 on MNIST: table 1 of Moran, Nachum, Panasoff and Yehudayoff."""

from benchmarks.beta.face import main

__all__ = ["main"]
