"""A network and its loss, and one pass of theirs over the examples.

The gradients of two layers are written out: only the examples that err enter them, and no second pass is needed to find
these. With PyTorch's own gradients and `BetaHinge` as the loss the same steps take about twice as long; a test compares
the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.beta.case import Case, Setting

__all__ = ["Learner"]

AHEAD = 4  # batches looked at together; those after the first one with an error are looked at again

Batch = tuple[int, Any, Any, Any]


@dataclass(frozen=True)
class Learner:
    """What learns; `hinge` is None for cross-entropy, `shift` where hidden neurons have no clocks."""

    setting: Setting
    network: Any
    hinge: Any
    shift: Any = None

    @classmethod
    def begin(cls, case: Case, seed: int, *, setting: Setting) -> Learner:
        import torch

        torch.manual_seed(seed)
        network = torch.nn.Sequential(
            torch.nn.Linear(784, setting.hidden), torch.nn.ReLU(), torch.nn.Linear(setting.hidden, 10)
        )
        return cls(setting, network, case.hinge(setting.scale), case.shift(network[0], setting.scale))

    def learn(self, X: Any, y: Any, *, order: Any, epoch: int) -> int:
        """One pass, and its updates; the steps get shorter with every example seen, towards nothing at the end."""
        import torch

        updates = 0
        with torch.no_grad():
            one_of_ten = torch.nn.functional.one_hot(y, 10).to(X.dtype)
            for seen, x, hidden, slopes in self._batches(X, y, order, one_of_ten):
                done = (epoch + seen / len(order)) / self.setting.epochs
                self._step(x, hidden, slopes, rate=self.setting.rate * (1.0 - min(done, 1.0)))
                updates += 1
        return updates

    def test(self, X: Any, y: Any) -> float:
        """The error in per cent."""
        import torch

        with torch.no_grad():
            return 100.0 * float((self.network(X).argmax(dim=1) != y).double().mean())

    def state_dict(self) -> dict[str, Any]:
        return {"network": self.network.state_dict(), "clocks": [each.state_dict() for each in self._clocked()]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        for clocked, kept in zip(self._clocked(), state["clocks"], strict=True):
            clocked.load_state_dict(kept)

    def _clocked(self) -> list[Any]:
        return [each for each in (self.hinge, self.shift) if each is not None]

    def _step(self, x: Any, hidden: Any, slopes: Any, *, rate: float) -> None:
        """Move all weights against the loss, whose slopes in the outputs are given, and count what has moved."""
        first, _, last = self.network
        back = (slopes @ last.weight).mul_(hidden > 0)
        last.weight.addmm_(slopes.t(), hidden, alpha=-rate)
        last.bias.sub_(slopes.sum(dim=0), alpha=rate)
        first.weight.addmm_(back.t(), x, alpha=-rate)
        first.bias.sub_(back.sum(dim=0), alpha=rate)
        for clocked, moved in ((self.hinge, slopes), (self.shift, back)):
            if clocked is not None:
                clocked.clock.note(moved.any(dim=0).numpy())
                clocked.advance()

    def _batches(self, X: Any, y: Any, order: Any, one_of_ten: Any) -> Iterator[Batch]:
        """The batches that move something: examples seen before, inputs, hidden layer, slopes of the loss."""
        if self.hinge is None:
            for seen in range(0, len(order), self.setting.batch):
                piece = order[seen : seen + self.setting.batch]
                x = X[piece]
                hidden, outputs = self._forward(x)
                yield seen, x, hidden, (outputs.softmax(dim=1) - one_of_ten[piece]) / len(piece)
        elif self.setting.wait:
            yield from self._waited(X, y, order)
        else:
            yield from self._erring(X, order, 2 * one_of_ten - 1)

    def _forward(self, x: Any) -> tuple[Any, Any]:
        hidden = self.network[1](self.network[0](x))
        return hidden, self.network[2](hidden)

    def _wrong(self, outputs: Any, signs: Any) -> Any:
        """Which neurons err on which examples; all thresholds here are inclusive."""
        return ~(signs * outputs > outputs.new_tensor(self.hinge.beta))

    def _erring(self, X: Any, order: Any, signs: Any) -> Iterator[Batch]:
        """Of the batches that have an error the examples that err: the others have no slopes.

        While there is no error nothing changes, so that several batches can be looked at together.
        """
        seen, size, ahead = 0, self.setting.batch, 1
        while seen < len(order):
            piece = order[seen : seen + ahead * size]
            x, f = X[piece], signs[piece]
            hidden, outputs = self._forward(x)
            wrong = self._wrong(outputs, f)
            erring = wrong.any(dim=1).nonzero().flatten()
            if not len(erring):
                seen, ahead = seen + len(piece), min(2 * ahead, AHEAD)
                continue
            begin = int(erring[0]) // size * size
            end = min(begin + size, len(piece))
            erring = erring[erring < end]
            yield seen + begin, x[erring], hidden[erring], -(f * wrong)[erring] / (end - begin)
            seen, ahead = seen + end, 1

    def _waited(self, X: Any, y: Any, order: Any) -> Iterator[Batch]:
        """Batches of errors; one in which rounding left none moves nothing, and is passed over."""
        import torch

        from gordan.learn.neural import gather_errors

        seen, size = 0, self.setting.batch

        def pieces() -> Iterator[tuple[Any, Any]]:
            nonlocal seen
            for seen in range(0, len(order), size):
                piece = order[seen : seen + size]
                yield X[piece], y[piece]

        for x, labels in gather_errors(self.network, self.hinge, examples=pieces(), errors=size):
            hidden, outputs = self._forward(x)
            signs = 2 * torch.nn.functional.one_hot(labels, 10).to(x.dtype) - 1
            wrong = self._wrong(outputs, signs)
            if wrong.any():
                yield seen, x, hidden, -(signs * wrong) / len(x)
