"""Fixed effects after a bar, `trade ~ tariff | exporter + importer`: read, coded, and never written out as columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description import Description
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.problem.panel import MOST_EFFECTS, Panel
from gordan.regression.model.closed import Beside, pose_described
from gordan.regression.model.column import Column
from gordan.regression.model.formula import Circular
from gordan.regression.model.formula.sides import bare, cut_bar, parted, take_apart, write_dot
from gordan.regression.model.frame import Frame
from gordan.regression.model.system import FAMILIES, Posed

__all__ = [
    "ABSORBING",
    "Effect",
    "PosedPanel",
    "absorb_effects",
    "pose_described_effects",
    "quoted",
    "read_bar",
    "read_factors",
    "refuse_unabsorbed",
]

ABSORBING = ("poisson", "negative-binomial", "binomial")  # families that effects go with
_NO_CONSTANT = re.compile(r"\s*-\s*1\s*$")
MANY = 200  # levels from which on a factor is an effect
_FACTOR = re.compile(r"\s*(?:C|factor|i)\s*\(\s*(?:`([^`]+)`|([^\W\d][\w.]*))\s*\)\s*")
_SLOPE = re.compile(r"\s*([^\[\]]+?)\s*(?:\[\[([^\[\]]+)\]\]|\[([^\[\]]+)\])\s*")
_ENTRIES = 4e8  # of regressors that are held densely


@dataclass(frozen=True, eq=False)
class Effect:
    """One effect: the level of each row by number, and what the levels are called."""

    columns: tuple[str, ...]
    codes: Positions
    levels: npt.NDArray[np.object_]

    @property
    def name(self) -> str:
        return "^".join(self.columns)


@dataclass(frozen=True, eq=False)
class PosedPanel:
    """A model with effects: its regressors as `posed` has them, and the panel of the rows that say something.

    `rows` are the places of the panel's rows among those of the design. The panel has the effects with more levels
    first, those of the model are in the order of the formula.
    """

    posed: Posed
    panel: Panel
    rows: Positions
    effects: tuple[Effect, ...]


class Bar(NamedTuple):
    """A formula in two parts: the model without effects, and the columns of each effect."""

    model: str
    effects: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of all effects, each once."""
        return tuple(dict.fromkeys(name for effect in self.effects for name in effect))


def read_bar(formula: str, frame: Frame) -> Bar | None:
    """The two parts of a formula with a bar; None where it has none.

    Examples
    --------
    >>> from gordan.regression.model.frame import read_frame
    >>> frame = read_frame({"y": [0, 1], "f": [1, 2], "g": [1, 1]})
    >>> read_bar("y ~ 1 | f + f^g", frame)
    Bar(model='y ~ 1 ', effects=(('f',), ('f', 'g')))
    """
    cut = cut_bar(formula)
    if cut is None:
        return None
    model, after = cut
    parts, slopes = _slopes(parted(after, "+"), frame)
    effects = tuple(tuple(_column(name, frame) for name in parted(part, "^")) for part in parts)
    if slopes:
        model = f"{model.rstrip()} + {' + '.join(slopes)}" + ("" if effects else " ")
    if not effects and slopes:
        raise InputError(
            f"{shown(after.strip())} has slopes and no effect; write them before the bar, as {slopes[0]}, or f[x] for "
            "both"
        )
    if not effects:
        raise InputError(
            f"nothing stands after the bar of {shown(formula)}; name the effects, as in y ~ x | firm + year"
        )
    again = next((effect for k, effect in enumerate(effects) if set(effect) in map(set, effects[:k])), None)
    if again is not None:
        raise InputError(f"the formula {shown(formula)} names the effect {shown('^'.join(again))} twice; name it once")
    left, _, right = model.partition("~")
    response = {bare(part, frame) for part in parted(left, "+")}
    twice = next((name for effect in effects for name in effect if name in response), None)
    if twice is not None:
        raise Circular(f"the response {shown(twice)} stands among its own effects; leave it out after the bar")
    used = [*parted(left, "+"), *(f"`{name}`" for effect in effects for name in effect)]
    return Bar(f"{left}~{write_dot(right, used, frame) if right.strip() else ' 1'}", effects)


def _slopes(parts: list[str], frame: Frame) -> tuple[list[str], list[str]]:
    """Effects without slopes, and the terms of slopes: `f[x]` is an effect with one, `f[[x]]` a slope alone."""
    effects, terms = [], []
    for part in parts:
        match = _SLOPE.fullmatch(part)
        if match is None:
            effects.append(part)
            continue
        if match[2] is None:
            effects.append(match[1])
        level = ":".join(f"C({quoted(_column(name, frame))})" for name in parted(match[1], "^"))
        terms += [f"{level}:{quoted(_column(name, frame))}" for name in (match[2] or match[3]).split(",")]
    return effects, terms


def quoted(name: str) -> str:
    """The name as a formula has it: in backticks where it is no word."""
    return name if re.fullmatch(r"[^\W\d][\w.]*", name) else f"`{name}`"


def read_factors(formula: str, frame: Frame) -> Bar | None:
    """A formula without a bar in which a factor C(g), factor(g) or i(g) has many levels: that one as an effect.

    A factor that other terms use too stays where it is. None where nothing is to be done. A constant that is left out
    makes no difference beside an effect.

    Examples
    --------
    >>> from gordan.regression.model.frame import read_frame
    >>> frame = read_frame({"y": [0, 1] * 150, "x": range(300), "firm": range(300)})
    >>> read_factors("y ~ x + C(firm)", frame)
    Bar(model='y ~ x', effects=(('firm',),))
    >>> read_factors("y ~ x + C(firm) - 1", frame)
    Bar(model='y ~ x', effects=(('firm',),))
    """
    left, tilde, right = formula.partition("~")
    if not tilde or not _FACTOR.search(right) or cut_bar(formula) is not None:
        return None
    right = take_apart(formula, frame)[1]
    # The columns of an effect add up to the constant: without one, written - 1 or + 0, they span the same.
    terms = [_NO_CONSTANT.sub("", term) for term in parted(right, "+") if term.strip() != "0"]
    named = {k: match[1] or match[2] for k, term in enumerate(terms) if (match := _FACTOR.fullmatch(term))}
    # What is no column, such as day.dt.month, is for others to read or to refuse.
    named = {k: name for k, name in named.items() if name in frame.names and _alone(name, k, terms, left)}
    large = [k for k, name in sorted(named.items()) if _count(frame, name) >= MANY][:MOST_EFFECTS]
    if not large:
        return None
    rest = " + ".join(term.strip() for k, term in enumerate(terms) if k not in large)
    return Bar(f"{left}~ {rest or '1'}", tuple((named[k],) for k in large))


def _alone(name: str, place: int, terms: list[str], left: str) -> bool:
    """Whether no other part of the formula names the column."""
    others = " + ".join([left, *(term for k, term in enumerate(terms) if k != place)])
    return re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", others) is None


def _count(frame: Frame, name: str) -> int:
    import pandas as pd

    column = frame.column(name, "the factor")
    return int(pd.unique(pd.Series(column.values[~column.missing])).size)


def _column(part: str, frame: Frame) -> str:
    name = bare(part, frame)
    if name is None:
        raise InputError(
            f"the effect {shown(part.strip())} is no column; give names of columns after the bar, as in | firm + year, "
            "or firm^year for an effect of each pair, firm[x] for an effect with a slope of x for each level; what is "
            "computed is put into a column of the data first"
        )
    frame.column(name, "the effect")  # refused with the nearest name where there is none
    return name


def refuse_unabsorbed(family: str) -> None:
    """Families that effects after a bar do not go with."""
    if family not in ABSORBING:
        raise InputError(
            f"effects after a bar go with binomial, poisson and negative-binomial models, and this one is "
            f"{FAMILIES[family]}; {_in_place_of_effects(family)}"
        )


def pose_described_effects(
    description: Description,
    effects: tuple[tuple[str, ...], ...],
    frame: Frame,
    family: str,
    beside: Beside,
    *,
    numbers: Numbers,
    formula: str = "",
) -> PosedPanel:
    """The panel of a described model, whose description names the columns of the effects among those it uses."""
    unused = next((name for effect in effects for name in effect if name not in description.used), None)
    if unused is not None:
        raise InputError(
            f"the certificate's model has the effect {shown(unused)}, which is not among the columns that it uses; get "
            "the certificate again or write it anew"
        )
    posed = pose_described(description, frame, family, beside, numbers=numbers, formula=formula)
    return absorb_effects(posed, effects, frame, numbers)


def absorb_effects(
    posed: Posed, columns: tuple[tuple[str, ...], ...], data: Frame, numbers: Numbers, *, taken: bool = False
) -> PosedPanel:
    """The panel of a model whose rows are posed, with the effects of these columns of its table.

    `taken` says that these were factors with many levels.
    """
    kept = posed.design.kept
    assert kept is not None
    signs, rows = _signs(posed)
    if rows.size == kept.size == posed.design.n_given:
        rows = kept  # both are all rows: one list of them is enough
    # The panel has the rows from now on: their second copy, with an intercept, is let go.
    nothing = np.zeros((0, len(posed.rows.names)))
    posed = replace(posed, rows=replace(posed.rows, inequalities=nothing, equalities=None))
    effects = tuple(_effect(each, data, kept[rows]) for each in columns)
    largest = sorted(effects, key=lambda effect: -effect.levels.size)
    X, names = _regressors(posed, rows)
    if taken:
        posed = replace(posed, design=posed.design.noted(*map(_taken, effects)))
    panel = Panel(X, tuple(effect.codes for effect in largest), signs, numbers, names)
    return PosedPanel(posed, panel, rows, effects)


def _taken(effect: Effect) -> str:
    return f"C({effect.name}) has {effect.levels.size:,} levels, so it is taken for an effect, as after a bar"


def _in_place_of_effects(family: str) -> str:
    """What the family has in place of effects."""
    if family == "conditional":
        return f"give the column of the groups with {setting('strata')}, and leave the bar out"
    return "write them among the terms, as C(…), and leave the bar out"


def _signs(posed: Posed) -> tuple[npt.NDArray[np.int8], Positions]:
    """What each row asks of its product: at least, at most or equal to 0; and the rows that ask anything."""
    rows, n = posed.rows, posed.design.n
    signs, used = np.zeros(n, np.int8), np.zeros(n, bool)
    used[rows.owner] = used[rows.pinned] = True
    signs[rows.owner] = -1
    if posed.codes is not None:
        signs[rows.owner] = np.where(posed.codes.seen[rows.owner, 1], 1, -1)
    places = np.flatnonzero(used)
    return signs[places], places


def _regressors(posed: Posed, rows: Positions) -> tuple[Array, tuple[str, ...]]:
    """The columns of the design but the intercept, whose place the effects take."""
    design = posed.design
    names = design.names[1:] if design.added else design.names
    constant = None if design.added else design.constant
    kept = [j for j in range(len(names)) if j != constant]
    if is_sparse(design.X) and len(kept) * rows.size > _ENTRIES:
        raise InputError(
            f"the terms before the bar have {len(kept):,} columns; put the factor with the most levels after the bar"
        )
    # Millions of rows are not written a second time: columns that stand side by side are a view.
    together = bool(kept) and kept[-1] - kept[0] == len(kept) - 1
    X = design.X[:, kept[0] : kept[-1] + 1] if together else design.X[:, kept]
    X = X.toarray() if is_sparse(X) else X
    return X if rows.size == design.n else X[rows], tuple(names[j] for j in kept)


def _effect(columns: tuple[str, ...], frame: Frame, kept: Positions) -> Effect:
    parts = [_coded(frame.column(name), kept) for name in columns]
    codes, levels = parts[0]
    for more, names in parts[1:]:
        pairs, codes = np.unique(codes * names.size + more, return_inverse=True)
        first, second = np.divmod(pairs, names.size)
        levels = np.array([f"{levels[a]}^{names[b]}" for a, b in zip(first, second, strict=True)], dtype=object)
    return Effect(columns, codes.astype(np.int64, copy=False), levels)


def _coded(column: Column, kept: Positions) -> tuple[Positions, npt.NDArray[np.object_]]:
    """Numbers of levels in their order, or where they have none in that of their first row; 1.0 is called 1."""
    import pandas as pd

    values = column.values if kept.size == column.values.size else column.values[kept]
    try:
        codes, levels = pd.factorize(values, sort=True)
    except TypeError:  # text among numbers
        codes, levels = pd.factorize(values)
    texts = [str(int(v)) if isinstance(v, float) and v.is_integer() else str(v) for v in np.asarray(levels).tolist()]
    return np.asarray(codes, np.int64), np.array(texts, dtype=object)
