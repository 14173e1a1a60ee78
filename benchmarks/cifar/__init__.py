"""Error against iterations on CIFAR-10, one class against the rest: figure 2 of Yu, Kılınç-Karzan and Carbonell."""

from benchmarks.cifar.face import main

__all__ = ["main"]
