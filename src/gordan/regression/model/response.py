"""What the response says about each row, read as its family reads it, with a sentence for what it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.wording import listed, shown
from gordan.problem.description import Carried, Expression, Response
from gordan.regression.model.block import level_of
from gordan.regression.model.column import Column, Mask
from gordan.regression.model.design import AmountsNote
from gordan.regression.model.frame import Labels, placed_at

__all__ = ["Codes", "describe_response", "read_amounts", "read_binary", "read_counted", "read_counts", "read_ordered"]


_SHOWN = 5  # levels in a sentence


@dataclass(frozen=True, eq=False)
class Codes:
    """Classes as text, and for each row which of them were seen (n × K); `notes` say what was assumed."""

    classes: tuple[str, ...]
    seen: Mask
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        twice = next((each for each in self.classes if self.classes.count(each) > 1), None)
        if twice is not None:
            raise InputError(
                f"two classes of the response are both called {twice!r}, such as the number 1 and the text '1'; give "
                "every class a name of its own"
            )

    @property
    def code(self) -> NDArray[np.int64]:
        """The class of each row, where every row has one."""
        return np.asarray(self.seen.argmax(axis=1), dtype=np.int64)


def read_binary(y: tuple[Column, ...], name: str) -> Codes:
    """Failures and successes: two values, proportions, or two columns of counts (successes, failures).

    Numbers from 0 to 1 are proportions as soon as one of them lies strictly between, even if there are two values only:
    nobody calls two classes 0.25 and 0.75.

    Examples
    --------
    >>> from gordan.regression.model.column import read_column
    >>> codes = read_binary((read_column(["no", "yes"], "y"),), "y")
    >>> codes.classes, codes.seen.tolist()
    (('no', 'yes'), [[True, False], [False, True]])
    """
    if len(y) == 2:
        successes, failures = (_counts(column) for column in y)
        codes = Codes((y[1].name, y[0].name), np.column_stack([failures > 0, successes > 0]))
    elif len(y) > 2:
        raise InputError(f"the response has {len(y)} columns; give one, or two with the successes and the failures")
    elif not y[0].text and y[0].values.dtype != bool and _proportions(y[0].values):
        values = y[0].values
        note = f"the response {name} holds proportions: a row strictly between 0 and 1 has both successes and failures"
        codes = Codes(("failures", "successes"), np.column_stack([values < 1, values > 0]), (note,))
    else:
        codes = _classes(y[0], name)
        if len(codes.classes) > 2:
            raise InputError(
                f"the response {name!r} has {len(codes.classes)} values ({listed(codes.classes, 5)}); a binomial model "
                f"needs two: compare with one of them, or choose {_other_families(y[0])}"
            )
    if len(codes.classes) < 2 or not codes.seen.any(axis=0).all():
        there = codes.classes[int(codes.seen.any(axis=0).argmax())] if codes.seen.any() else "nothing"
        raise InputError(
            f"the response {name!r} has one value only ({there}) in the {len(codes.seen):,} rows that are used; "
            "nothing can be estimated from it: give rows of both kinds"
        )
    return codes


def read_counts(column: Column, family: str, labels: Labels = None) -> tuple[Mask, tuple[str, ...]]:
    """Whether each row counted anything, for a family of counts.

    Fractions are no counts; a Poisson pseudo-likelihood is defined for them, and is separated in the same way.
    """
    values = column.numbers("the response")
    if family == "poisson" and _fractions(values) and not (values < 0).any():
        note = AmountsNote(
            f"the response {column.name} is not made of whole numbers: the answer is that of the Poisson "
            "pseudo-likelihood"
        )
        return values > 0, (note,)
    return _counts(column, labels) > 0, ()


def read_amounts(column: Column, labels: Labels = None) -> Mask:
    """Whether each amount is positive; none may be negative."""
    values = column.numbers("the response")
    if (values < 0).any():
        first = int((values < 0).argmax())
        raise InputError(
            f"{column.name!r} holds {values[first]:g}{_at(labels, first)}, which is negative; amounts are from 0 on: "
            "check the column"
        )
    return np.asarray(values > 0)


def read_counted(y: tuple[Column, ...], name: str) -> Codes:
    """Classes of a multinomial: one column of values, or a column of counts for each class."""
    if len(y) > 1:
        counts = np.column_stack([_counts(column) for column in y])
        codes = Codes(tuple(column.name for column in y), counts > 0)
        used = np.asarray(codes.seen.any(axis=0), dtype=bool)
        gone = [each for each, there in zip(codes.classes, used, strict=True) if not there]
        notes = (f"no row counts {listed(gone, 3)}: the model is that of the other classes",) if gone else ()
        codes = Codes(tuple(each for each in codes.classes if each not in gone), codes.seen[:, used], notes)
    else:
        codes = _classes(y[0], name)
    if len(codes.classes) < 2:
        raise InputError(f"the response {name!r} has one class only ({', '.join(codes.classes)}); give two or more")
    return codes


def read_ordered(column: Column, name: str, *, formula: bool = False) -> Codes:
    """Categories in their order: numbers, booleans, or a column whose levels are declared in order."""
    if column.text and not (column.levels is not None and column.ordered):
        # A categorical declares levels, which are likely to be in their order, though it does not say so.
        words = (
            [*map(str, _listing(column, name))] if column.levels is not None else sorted(set(map(str, column.values)))
        )
        quoted = ", ".join(map(shown, words[:_SHOWN])) + (", …" if len(words) > _SHOWN else "")
        written = name if name.isidentifier() else f"`{name}`"
        raise InputError(
            f"the response {name!r} holds text ({quoted}) without an order; "
            + (
                f"write C({written}, levels=[{quoted}]) before ~, with the levels in their order"
                if formula
                else "give numbers, or an ordered categorical: pandas.Categorical(values, categories=[…], ordered=True)"
            )
        )
    codes = _classes(column, name)
    if len(codes.classes) < 2:
        raise InputError(f"the response {name!r} has one category only ({codes.classes[0]}); give two or more")
    return codes


def describe_response(family: str, y: tuple[Column, ...], values: Sequence[Expression | Carried]) -> Response:
    """What the response says about each row, as data: counts, a proportion, or classes in their order."""
    names = tuple(column.name for column in y)
    if len(y) > 1 or family in ("poisson", "negative-binomial", "gamma"):
        return Response("counts", names, tuple(values))
    column = y[0]
    plain = not column.text and column.values.dtype != bool
    if plain and family not in ("multinomial", "ordinal") and _proportions(column.values):
        return Response("proportion", names, tuple(values))
    listing = _listing(column, column.name)
    truths = all(isinstance(level, bool | np.bool_) for level in listing)
    levels = tuple(bool(level) if truths else level_of(level) for level in listing)
    if any(level is None for level in levels):
        raise InputError(f"the response {column.name!r} has classes that are neither text nor numbers; rename them")
    return Response("classes", names, tuple(values), levels)  # type: ignore[arg-type]


def _listing(column: Column, name: str) -> list[object]:
    """The values that occur, in declared or sorted order."""
    if column.levels is None and column.values.dtype != object:
        return list(np.unique(column.values).tolist())
    occurring = set(column.values.tolist())
    try:
        return sorted(occurring) if column.levels is None else [each for each in column.levels if each in occurring]
    except TypeError:
        raise InputError(f"the response {name!r} mixes text and numbers; make it all one or the other") from None


def _classes(column: Column, name: str) -> Codes:
    """The values that occur, in declared or sorted order."""
    values, listing = column.values, _listing(column, name)
    notes: tuple[str, ...] = ()
    if column.levels is None and values.dtype != object:
        _, which = np.unique(values, return_inverse=True)
    else:
        occurring = set(values.tolist())
        gone = [str(level) for level in column.levels or () if level not in occurring]
        if gone:
            notes = (f"no row has {name} = {listed(gone, 3)}: the model is that of the other levels",)
        place = {level: k for k, level in enumerate(listing)}
        which = np.array([place[v] for v in values.tolist()], dtype=np.int64)
    seen = which[:, None] == np.arange(len(listing))
    return Codes(tuple(_name_of(level) for level in listing), seen, notes)


def _name_of(level: object) -> str:
    return str(int(level)) if isinstance(level, float) and level.is_integer() else str(level)


def _other_families(column: Column) -> str:
    """The families that a response of more than two values may belong to."""
    numbers = not column.text and column.values.dtype != bool and bool((column.values >= 0).all())
    names = [*(("poisson",) * numbers), "multinomial", "ordinal"]
    *first, last = (setting("family", name) for name in names)
    return f"{', '.join(first)} or {last}" + (" (Poisson for counts and amounts)" if numbers else "")


def _counts(column: Column, labels: Labels = None) -> Array:
    values = column.numbers("the column of counts")
    amounts = f", or choose {setting('family', 'poisson')} for a pseudo-likelihood of amounts"
    for wrong, why, otherwise in (
        (values < 0, "is negative", ""),
        (_fraction(values), "is not a whole number", amounts),
    ):
        if wrong.any():
            value, at = values[int(wrong.argmax())], _at(labels, int(wrong.argmax()))
            raise InputError(
                f"{column.name!r} holds {value:g}{at}, which {why}; counts are 0, 1, 2, …: check the column{otherwise}"
            )
    return values


def _at(labels: Labels, place: int) -> str:
    """Where a row stands, for a sentence."""
    return "" if labels is None else f" {placed_at(labels, place)}"


def _proportions(values: Array) -> bool:
    inside = (values > 0) & (values < 1)
    return bool(inside.any() and (values >= 0).all() and (values <= 1).all())


def _fraction(values: Array) -> Mask:
    return np.asarray(values != np.floor(values))


def _fractions(values: Array) -> bool:
    return bool(_fraction(values).any())
