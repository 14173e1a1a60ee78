"""What every answer has: a kind, a run, a verdict, and the words for people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from html import escape

from gordan.outcome.reason import Reason
from gordan.outcome.run import Guarantee, Run
from gordan.outcome.verdict import UNJUDGED, Verdict

__all__ = ["Answer"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Answer(ABC):
    """An answer to any question; `run` is None where it was read from a file and not found here."""

    run: Run | None = None
    verdict: Verdict = UNJUDGED

    @property
    @abstractmethod
    def kind(self) -> str:
        """The answer in one word."""

    @abstractmethod
    def words(self) -> str:
        """One sentence that says what was proved."""

    @property
    def reason(self) -> Reason:
        """Why the run ended: a sentence with a code."""
        return Reason() if self.run is None else self.run.reason

    @property
    def solver(self) -> str:
        return "" if self.run is None else self.run.solver

    @property
    def n_iter(self) -> int:
        return 0 if self.run is None else self.run.n_iter

    @property
    def n_passes(self) -> int:
        return 0 if self.run is None else self.run.n_passes

    @property
    def seconds(self) -> float:
        return 0.0 if self.run is None else self.run.seconds

    @property
    def guarantee(self) -> Guarantee | None:
        return None if self.run is None else self.run.guarantee

    def lines(self) -> list[str]:
        """What `str` shows, the sentence first."""
        lines = [f"{self.kind.capitalize()}: {self.words()}"]
        if self.run is not None:
            lines.append(str(self.run))
            if self.run.guarantee is not None:
                lines.append(self.run.guarantee.words(self.run.n_iter))
        return [*lines, f"verifier {self.verdict}"]

    def __str__(self) -> str:
        head, *rest = self.lines()
        return "\n".join([head, *(f"  {line}" for line in rest)])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.words()}>"

    def _repr_html_(self) -> str:
        head, *rest = self.lines()
        items = "".join(f"<li>{escape(line)}</li>" for line in rest)
        return f"<div><strong>{escape(head)}</strong><ul>{items}</ul></div>"
