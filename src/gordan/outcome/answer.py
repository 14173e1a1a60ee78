"""What every answer has: a kind, a run, a verdict, the words for people, and its page in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from gordan.outcome.notebook import Sheet, draw_page
from gordan.outcome.record import __version__, plain, plain_verdict
from gordan.outcome.run import Guarantee, Reason, Run
from gordan.outcome.verdict import UNJUDGED, Verdict

__all__ = ["Answer"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Answer(ABC):
    """An answer to any question; `run` is None where it was read from a file and not found here."""

    run: Run | None = None
    verdict: Verdict = UNJUDGED
    plot: ClassVar[Callable[..., Any]]  # bound in gordan/__init__.py, since pictures are of a room above

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
        return [*lines, f"verifier {self.verdict}", *(f"note: {note}" for note in getattr(self, "notes", ()))]

    def __str__(self) -> str:
        # Names come from files, and what could steer a terminal is spelt out.
        head, *rest = ("".join(s if s.isprintable() else ascii(s)[1:-1] for s in line) for line in self.lines())
        return "\n".join([head, *(f"  {line}" for line in rest)])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.words()}>"

    def to_dict(self) -> dict[str, Any]:
        """The answer in plain values, which `json.dumps` takes: what the command line prints as JSON."""
        entries = {"outcome": self.kind, **self._claimed(), **self._effort(), "verdict": plain_verdict(self.verdict)}
        return {**{key: plain(value) for key, value in entries.items()}, "gordan": __version__}

    @abstractmethod
    def _claimed(self) -> dict[str, object]:
        """What `to_dict` says of the data."""

    def _effort(self) -> dict[str, object]:
        """What `to_dict` says of the run."""
        promised = self.guarantee
        return {
            "solver": self.solver,
            "n_iter": self.n_iter,
            "n_passes": self.n_passes,
            "seconds": self.seconds,
            "guarantee": None if promised is None else {"iterations": promised.known, "text": promised.text},
        }

    def facts(self) -> list[tuple[str, str]]:
        """What stands below the sentence in a notebook, each under a word."""
        if self.run is None:
            return []
        promised = [] if self.guarantee is None else [("guarantee", self.guarantee.words(self.n_iter))]
        return [("solver", str(self.run)), *promised]

    def sheets(self) -> list[Sheet]:
        """The tables of the notebook's page: rows, weights, coefficients; a bounded number of each."""
        return []

    def _repr_html_(self) -> str:
        return draw_page(self.kind, self.words(), self.facts(), self.sheets(), self.verdict)
