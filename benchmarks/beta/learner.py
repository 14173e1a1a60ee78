"""A network, its loss and its optimiser, and one pass of theirs over the examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.beta.case import Case, Setting

__all__ = ["Learner"]


@dataclass(frozen=True)
class Learner:
    """What learns; `hinge` is None for cross-entropy, `shift` where hidden neurons have no clocks."""

    setting: Setting
    network: Any
    optimizer: Any
    hinge: Any
    shift: Any = None

    @classmethod
    def begin(cls, case: Case, seed: int, *, setting: Setting) -> Learner:
        import torch

        torch.manual_seed(seed)
        network = torch.nn.Sequential(
            torch.nn.Linear(784, setting.hidden), torch.nn.ReLU(), torch.nn.Linear(setting.hidden, 10)
        )
        optimizer = torch.optim.SGD(network.parameters(), lr=setting.rate)
        return cls(setting, network, optimizer, case.hinge(setting.scale), case.shift(network[0], setting.scale))

    def learn(self, X: Any, y: Any, *, order: Any, epoch: int) -> int:
        """One pass, and its updates; the steps get shorter with every example seen, towards nothing at the end."""
        import torch

        updates, loss = 0, torch.nn.CrossEntropyLoss() if self.hinge is None else self.hinge
        for seen, x, label in self._batches(X, y, order):
            done = (epoch + seen / len(order)) / self.setting.epochs
            for group in self.optimizer.param_groups:
                group["lr"] = self.setting.rate * (1.0 - min(done, 1.0))
            self.optimizer.zero_grad()
            loss(self.network(x), label).backward()
            if self.hinge is None or self.hinge.errors:
                self.optimizer.step()
                updates += 1
            for clocked in self._clocked():
                clocked.advance()
        return updates

    def test(self, X: Any, y: Any) -> float:
        """The error in per cent."""
        import torch

        with torch.no_grad():
            return 100.0 * float((self.network(X).argmax(dim=1) != y).double().mean())

    def state_dict(self) -> dict[str, Any]:
        clocks = [clocked.state_dict() for clocked in self._clocked()]
        return {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "clocks": clocks}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        for clocked, kept in zip(self._clocked(), state["clocks"], strict=True):
            clocked.load_state_dict(kept)

    def _clocked(self) -> list[Any]:
        return [each for each in (self.hinge, self.shift) if each is not None]

    def _batches(self, X: Any, y: Any, order: Any) -> Iterator[tuple[int, Any, Any]]:
        """Batches, each with the number of examples before the piece that it was completed in."""
        from gordan.learn.neural import gather_errors

        seen, size = 0, self.setting.batch

        def pieces() -> Iterator[tuple[Any, Any]]:
            nonlocal seen
            for seen in range(0, len(order), size):
                piece = order[seen : seen + size]
                yield X[piece], y[piece]

        batches = pieces()
        if self.setting.wait and self.hinge is not None:
            batches = gather_errors(self.network, self.hinge, examples=batches, errors=size)
        for x, label in batches:
            yield seen, x, label
