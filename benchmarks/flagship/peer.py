"""Who is asked: every solver of the comparison, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

__all__ = ["OURS", "PEERS", "Peer"]

BOTH = ("decide", "margin")


@dataclass(frozen=True)
class Peer:
    """One solver: where its adapter is, what it can be asked, and which library it needs.

    `family` is "ours" for the flagship, "seed" for the papers' algorithms of this library, and the library otherwise.
    """

    name: str
    adapter: str
    tasks: tuple[str, ...]
    family: str
    package: str = ""
    refutes: bool = True

    @property
    def installed(self) -> bool:
        return not self.package or self.version != ""

    @property
    def version(self) -> str:
        if not self.package:
            import gordan

            return f"gordan {gordan.__version__}"
        try:
            return f"{self.package} {version(self.package)}"
        except PackageNotFoundError:
            return ""

    def builder(self) -> Callable[[Any], Callable[[], Any]]:
        module, name = self.adapter.split(":")
        return getattr(import_module(f"benchmarks.flagship.peers.{module}"), name)


# The quick ones first: an interrupted run has then the most telling rows.
PEERS = {
    peer.name: peer
    for peer in (
        Peer("gordan", "ours:flagship", BOTH, "ours"),
        Peer("liblinear", "sklearn:liblinear", BOTH, "scikit-learn", "scikit-learn", refutes=False),
        Peer("highs-qp", "highs:qp", ("margin",), "highs", "highspy"),
        Peer("highs-ipm", "highs:ipm", ("decide",), "highs", "highspy"),
        Peer("highs-simplex", "highs:simplex", ("decide",), "highs", "highspy"),
        Peer("highs-pdlp", "highs:pdlp", ("decide",), "highs", "highspy"),
        Peer("ortools-pdlp", "ortools:pdlp", BOTH, "ortools", "ortools"),
        Peer("clarabel", "clarabel:qp", BOTH, "clarabel", "clarabel"),
        Peer("libsvm", "sklearn:libsvm", BOTH, "scikit-learn", "scikit-learn"),
        Peer("sklearn-perceptron", "sklearn:perceptron", ("decide",), "scikit-learn", "scikit-learn", refutes=False),
        Peer("mirror-prox", "ours:mirror_prox", ("decide",), "seed"),
        Peer("smooth-perceptron", "ours:smooth_perceptron", ("decide",), "seed"),
        Peer("smooth-von-neumann", "ours:smooth_perceptron_von_neumann", ("decide",), "seed"),
        Peer("perceptron", "ours:perceptron", ("decide",), "seed", refutes=False),
    )
}
OURS = PEERS["gordan"]
