"""`Named`: weights by the name of a feature, for examples that are dictionaries; plain Python, for that is quickest."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from numbers import Real
from operator import mul
from typing import Any, NoReturn

import numpy as np

from gordan.errors import InputError
from gordan.learn.online.run import LEAST, Run

__all__ = ["Named", "is_named", "read"]

Weights = dict[Hashable, float]
Ballot = tuple[Weights, float, float, int]  # a mistaken point, its sign, its squared lift, the examples before it


@dataclass
class Named:
    """A direction over features that may join at any time.

    >>> from gordan.engine.compiled import Rule
    >>> named = Named(Run(Rule.rosenblatt(), False))
    >>> named.learn({"length": 2.0}, -1.0)
    >>> named.decide({"length": 1.0, "width": 5.0})
    -2.0
    """

    run: Run
    combine: str = "last"
    w: Weights = field(default_factory=dict)
    weighted: Weights = field(default_factory=dict)
    ballots: list[Ballot] = field(default_factory=list)

    def learn(self, x: Any, sign: float) -> None:
        """See one example."""
        run, w = self.run, self.w
        try:
            product = sum(map(mul, map(w.__getitem__, x), x.values()))
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
            product = None
        # Zero weights betray NaN and infinity too; numbers that are not Python's own are converted before they spread.
        known = type(product) is float and -inf < product < inf
        if not known:
            x = read(x)
            product = self._product(x, w)
        margin = sign * (product + run.lift * run.b)
        passed = run.passes(margin)
        squared = 0.0 if passed else self._squared(x)
        # An example that was refused has left no name behind.
        if not known:
            for name in x:
                w.setdefault(name, 0.0)
        if not passed:
            self._update(x, sign, margin, squared)
        run.examples += 1

    def _squared(self, x: dict[Hashable, float]) -> float:
        try:
            squared = float(sum(map(mul, x.values(), x.values())))
        except OverflowError:
            squared = inf
        if not LEAST**2 <= squared <= LEAST**-2:
            self.run.refuse_length(squared, "the example", zero=not any(x.values()))
        return squared

    def _update(self, x: dict[Hashable, float], sign: float, margin: float, squared: float) -> None:
        run, w = self.run, self.w
        run.update(margin, sign, squared)
        if sign > 0.0:
            for name, value in x.items():
                w[name] += value
        else:
            for name, value in x.items():
                w[name] -= value
        if self.combine == "averaged":
            share, weighted = sign * run.examples, self.weighted
            for name, value in x.items():
                weighted[name] = weighted.get(name, 0.0) + share * value
        elif self.combine == "voted":
            self.ballots.append((dict(x), sign, run.lift * run.lift, run.examples))

    def decide(self, x: object) -> float:
        """The signed product of an example, by which it is classified."""
        point, run = read(x), self.run
        if self.combine == "voted":
            return self._vote(point)
        decision = self._product(point, self.w) + run.lift * run.b
        if self.combine == "averaged" and run.examples:
            decision -= (self._product(point, self.weighted) + run.lift * run.weighted_b) / run.examples
        return decision

    def numbers(self, x: object) -> dict[Hashable, float]:
        """One example in Python's own numbers, or a sentence about what it is instead."""
        return read(x)

    def matrix(self, X: object) -> NoReturn:
        """Named features come one example at a time."""
        raise InputError("this learner has seen dictionaries; go on with learn_one, or begin a new one for batches")

    def direction(self) -> Weights:
        """The weights by name, averaged where that is asked."""
        if self.combine != "averaged" or not self.run.examples:
            return dict(self.w)
        return {name: w - self.weighted.get(name, 0.0) / self.run.examples for name, w in self.w.items()}

    def flip(self) -> None:
        """Let the classes change places."""
        self.run.flip()
        self.w = {name: -value for name, value in self.w.items()}
        self.weighted = {name: -value for name, value in self.weighted.items()}
        self.ballots = [(x, -sign, lift, seen) for x, sign, lift, seen in self.ballots]

    def _vote(self, x: dict[Hashable, float]) -> float:
        product, votes = 0.0, 0.0
        ends = [ballot[3] for ballot in self.ballots[1:]] + [self.run.examples]
        for (point, sign, lift, seen), end in zip(self.ballots, ends, strict=True):
            product += sign * (self._product(x, point) + lift)
            votes += (end - seen) * ((product > 0.0) - (product < 0.0))
        _refuse_endless(product)
        return votes

    @staticmethod
    def _product(x: dict[Hashable, float], w: Weights) -> float:
        product = float(sum([w.get(name, 0.0) * value for name, value in x.items()]))
        _refuse_endless(product)
        return product


def _refuse_endless(product: float) -> None:
    if not -inf < product < inf:
        raise InputError("the product with the weights is no double; divide all features by one factor")


def is_named(x: object) -> bool:
    """Whether an example is a dictionary, or reads like one."""
    return isinstance(x, Mapping)


def read(x: object) -> dict[Hashable, float]:
    """The example with its values as floats of Python."""
    if not isinstance(x, Mapping):
        raise InputError(
            f"this learner has seen dictionaries and was now given {type(x).__name__}; give it one form of examples"
        )
    return {
        name: value if type(value) is float and isfinite(value) else _number(name, value) for name, value in x.items()
    }


def _number(name: Hashable, value: object) -> float:
    if not isinstance(value, Real | np.bool_):
        raise InputError(f"the feature {name!r} is {value!r}, which is not a number; encode it or leave it out")
    try:
        with np.errstate(over="ignore"):  # longer doubles than Python's
            number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise InputError(f"the feature {name!r} is {value!r}; give finite numbers, or leave the feature out")
    return number
