"""`Compressed`: the few examples that a rule is made of, and how; written and read without loss."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from gordan.errors import InputError
from gordan.outcome import Separator

__all__ = ["FORMAT", "Compressed", "Scheme"]

Scheme = Literal["perceptron", "support"]
FORMAT = "gordan compressed sample 1"


@dataclass(frozen=True)
class Compressed:
    """A rule as the examples it can be rebuilt from.

    Parameters
    ----------
    scheme : {"perceptron", "support"}
        Whether the rule is the sum of the updates, or the maximum-margin hyperplane of the examples.
    rows : tuple of int
        Their row numbers in the sample, each once.
    examples : tuple of tuples of float
        The points.
    signs : tuple of int
        +1 for the second of `classes`, −1 for the first.
    order : tuple of int
        Positions in `examples`: the updates of the perceptron in their order, an example as often as it was added.
        For supports every position once.
    offset_from : tuple of int
        Positions of the two examples that the offset lies half-way between; none without an intercept.
    centre : tuple of float
        What was taken off every point before it was added; empty where nothing was. It is a mean over the whole sample:
        a rule that has one is rebuilt from more than its examples.
    scale : float
        A power of two that multiplied the points first; 1 but for extreme data.
    intercept, normalise, numbers, classes
        The question, as in `Points`.
    n : int
        The size of the sample.
    errors : int
        How many of its points the rule has on the wrong side or on the boundary.
    limit : float
        The theorem's limit for the number of updates or of supports.
    limited_by : str
        Its formula.
    """

    scheme: Scheme
    rows: tuple[int, ...]
    examples: tuple[tuple[float, ...], ...] = field(repr=False)
    signs: tuple[int, ...] = field(repr=False)
    order: tuple[int, ...] = field(repr=False)
    offset_from: tuple[int, ...]
    centre: tuple[float, ...] = field(repr=False)
    scale: float
    intercept: bool
    normalise: bool
    numbers: str
    classes: tuple[Any, ...]
    n: int
    errors: int
    limit: float
    limited_by: str

    @property
    def size(self) -> int:
        """How many examples, each counted once."""
        return len(self.rows)

    @property
    def updates(self) -> int:
        """How many examples, as often as they were added."""
        return len(self.order)

    @property
    def multiplicities(self) -> dict[int, int]:
        """For every row that is part of the sum, how often."""
        counts: dict[int, int] = {}
        for position in self.order:
            counts[self.rows[position]] = counts.get(self.rows[position], 0) + 1
        return counts

    @property
    def selects(self) -> bool:
        """Whether the rule is a function of the examples alone, as theorems on compression demand."""
        return not self.centre

    def reconstruct(self) -> Separator:
        """The rule, bit for bit; `gordan.reconstruct`."""
        from gordan.learn.compression.sample.reconstruct import reconstruct

        return reconstruct(self)

    def to_json(self) -> str:
        """Text that `Compressed.from_json` reads back as this very record: JSON's numbers are shortest decimals."""
        fields = asdict(self) | {"limit": self.limit if math.isfinite(self.limit) else None}
        try:
            return json.dumps({"format": FORMAT, **fields}, indent=1, allow_nan=False)
        except TypeError:
            raise InputError(f"classes {self.classes!r} have no form in JSON; label by text or numbers") from None

    @classmethod
    def from_json(cls, text: str) -> Compressed:
        """The record that `to_json` wrote; each of its fields is looked at."""
        from gordan.learn.compression.sample.plausible import require_plausible

        try:
            fields = json.loads(text)
            if fields.pop("format") != FORMAT:
                raise ValueError
            tuples = {name: _tuple(value) for name, value in fields.items()}
            record = cls(**tuples | ({"limit": math.inf} if fields["limit"] is None else {}))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(f"the text is not a {FORMAT!r} file; give what Compressed.to_json wrote") from None
        require_plausible(record)
        return record

    def save(self, path: str | Path) -> None:
        """Write `to_json` to a file."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Compressed:
        """Read what `save` wrote."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, ValueError, TypeError) as error:  # ValueError: a zero character in the path, or no UTF-8
            raise InputError(f"{path!s} cannot be read ({error}); give the file that Compressed.save wrote") from None
        return cls.from_json(text)

    def __str__(self) -> str:
        made = {"perceptron": "updates in order", "support": "supports of the maximum margin"}[self.scheme]
        return (
            f"Compressed: {self.n:,} examples to {self.size:,} ({self.updates:,} {made})\n"
            f"  at most {self.limit:,.0f} by {self.limited_by}; {self.errors:,} errors on the sample"
        )


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
