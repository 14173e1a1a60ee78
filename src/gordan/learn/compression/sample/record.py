"""`Compressed`: the few examples that a rule is made of, and how; written and read without loss."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.outcome import KernelSeparator, Separator
from gordan.problem import Points
from gordan.problem.number import count, extent, length
from gordan.problem.numbers import Numbers

__all__ = ["FORMAT", "Compressed", "Scheme", "require_plausible"]

Scheme = Literal["perceptron", "support"]
FORMAT = "gordan compressed sample 1"
T = TypeVar("T", bound=tuple[Any, ...])


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
    kernel : tuple or None
        Name, gamma, degree and coef0 of the kernel in whose space the rule is.
    sampled : bool
        Whether gamma came from the whole sample: such a rule is rebuilt from more than its examples.
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
    numbers: Numbers
    classes: tuple[object, ...]
    n: int
    errors: int
    limit: float
    limited_by: str
    kernel: tuple[str, float, int, float] | None = None
    sampled: bool = False

    @classmethod
    def of(
        cls,
        problem: Points,
        added: tuple[int, ...],
        nearest: tuple[int, ...],
        *,
        limit: float,
        limited_by: str,
        scheme: Scheme = "perceptron",
    ) -> Compressed:
        """The rows that were added, in order, and those that the offset lies between."""
        rows = tuple(dict.fromkeys((*added, *nearest)))
        place = {row: position for position, row in enumerate(rows)}
        kernel = problem.kernel if problem.implicit else None
        summed = scheme == "perceptron" and kernel is None
        canonical = problem.canonical() if summed else None
        # A subset has the doubles that narrow decimals stand for; a sum of updates is of the narrow numbers themselves.
        values: Matrix = problem.rows(rows) if summed or kernel is not None or not rows else problem.subset(rows).X
        return cls(
            scheme=scheme,
            rows=rows,
            examples=tuple(map(tuple, (values.toarray() if hasattr(values, "nnz") else values).tolist())),
            signs=tuple(int(problem.signs[row]) for row in rows),
            order=tuple(place[row] for row in added),
            offset_from=tuple(place[row] for row in nearest),
            centre=() if canonical is None or canonical.centre is None else tuple(canonical.centre.tolist()),
            scale=1.0 if canonical is None else canonical.scale,
            intercept=bool(problem.intercept),
            normalise=bool(problem.normalise),
            numbers=problem.numbers,
            classes=problem.classes,
            n=problem.n,
            errors=0,
            limit=float(limit),
            limited_by=limited_by,
            kernel=None
            if kernel is None
            else (kernel.name, float(kernel.gamma), int(kernel.degree), float(kernel.coef0)),
            sampled=kernel is not None and problem.gamma == "scale" and kernel.name != "linear",
        )

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
        return dict(Counter(self.rows[position] for position in self.order))

    @property
    def selects(self) -> bool:
        """Whether the rule is a function of the examples alone, as theorems on compression demand."""
        return not self.centre and not self.sampled

    def reconstruct(self) -> Separator | KernelSeparator:
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


def require_plausible(record: Compressed) -> None:
    """Refuse, by name, a field that no compressed sample has."""
    size = len(_positions("rows", record.rows, count("n", record.n)))
    _require(len(set(record.rows)) == size, "rows", record.rows, "every row once")
    widths = {len(_numbers("examples", point)) for point in _listed("examples", record.examples, size)}
    _require(len(widths) <= 1, "examples", record.examples, "points with equally many coordinates")
    signed = all(type(sign) is int and abs(sign) == 1 for sign in _listed("signs", record.signs, size))
    _require(signed, "signs", record.signs, "1 and −1")
    _require(record.scheme in ("perceptron", "support"), "scheme", record.scheme, "'perceptron' or 'support'")
    _positions("order", record.order, size)
    once = record.scheme == "perceptron" or sorted(record.order) == list(range(size))
    _require(once, "order", record.order, "every position of a support once")
    between = len(_positions("offset_from", record.offset_from, size))
    _require(between in (0, 2), "offset_from", record.offset_from, "two positions or none")
    centre = len(_numbers("centre", record.centre))
    _require(centre == 0 or {centre} == widths, "centre", record.centre, "as many coordinates as its points")
    extent("scale", record.scale)
    for name in ("intercept", "normalise"):
        _require(isinstance(getattr(record, name), bool), name, getattr(record, name), "true or false")
    _require(record.numbers in ("binary", "decimal"), "numbers", record.numbers, "'binary' or 'decimal'")
    _require(isinstance(record.classes, tuple) and record.classes, "classes", record.classes, "the labels")
    _require(count("errors", record.errors, least=0) <= record.n, "errors", record.errors, "no more than n")
    if record.limit != math.inf:
        length("limit", record.limit)
    _require(isinstance(record.limited_by, str), "limited_by", record.limited_by, "text")
    _require(isinstance(record.sampled, bool), "sampled", record.sampled, "true or false")
    kernel = record.kernel
    known = isinstance(kernel, tuple) and len(kernel) == 4 and kernel[0] in ("rbf", "laplacian", "poly", "linear")
    _require(kernel is None or known, "kernel", kernel, "a name, gamma, degree and coef0")


def _listed(name: str, values: T, size: int) -> T:
    _require(isinstance(values, tuple) and len(values) == size, name, values, f"a list of {size}, as many as rows")
    return values


def _positions(name: str, values: T, end: int) -> T:
    _require(isinstance(values, tuple), name, values, "a list of whole numbers")
    for value in values:
        _require(count(f"an entry of {name}", value, least=0) < end, name, values, f"numbers below {end}")
    return values


def _numbers(name: str, values: T) -> T:
    _require(isinstance(values, tuple), name, values, "a list of numbers")
    for value in values:
        length(f"the size of an entry of {name}", abs(value) if isinstance(value, int | float) else value)
    return values


def _require(holds: object, name: str, given: object, expected: str) -> None:
    if not holds:
        raise InputError(
            f"{name} is {given!r}, where a compressed sample has {expected}; give what Compressed.to_json wrote"
        )
