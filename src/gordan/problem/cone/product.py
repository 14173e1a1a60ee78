"""A product of cones on one joint base: the parts share the mass ⟨e, x⟩ = 1, and all eigenvalues one entropy.

A base for every part would ask for weight in each of them, and accept columns 3 and −1; here the vertex may lie in any
part, so that the lowest product is the least of the parts' least. The entropy is Σ v ln v over the masses on all rays,
with the range ln(Σ ranks). Equal parts are treated together, as a stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.errors import InputError
from gordan.problem.cone.base import Entropic, Part, Point, Spectrum, inner

__all__ = ["Product"]

_FARTHEST = 2.0**-20  # stretched by more at once, a space would lose half of its digits


@dataclass(frozen=True)
class Product(Entropic):
    """The product of some cones, on one joint base.

    Parameters
    ----------
    parts : sequence of Orthant, Lorentz, PSD or Product
        The factors, in the order of their entries; products are taken apart.

    Examples
    --------
    >>> import numpy as np
    >>> from gordan.problem.cone import Lorentz, Orthant
    >>> Product([Orthant(2), Lorentz(3)]).lowest(np.array([5.0, 2.0, 3.0, 4.0, 6.0]))
    1.0
    """

    parts: tuple[Part, ...]
    blocks = 1

    def __init__(self, parts: Sequence[Part | Product]) -> None:
        if not isinstance(parts, Sequence) or not parts:
            raise InputError(f"Product({parts!r}) has no parts; give a list such as [Orthant(3), Lorentz(4)]")
        flat: list[Part] = []
        for part in parts:
            if isinstance(part, Product):
                flat += part.parts
            elif hasattr(part, "compose"):
                flat.append(part)
            else:
                raise InputError(f"a part of the product is {part!r}; give Orthant, Lorentz, PSD or Product")
        object.__setattr__(self, "parts", tuple(flat))

    @cached_property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @cached_property
    def rank(self) -> int:
        return sum(part.rank for part in self.parts)

    @cached_property
    def slices(self) -> tuple[slice, ...]:
        """Where each part's entries are."""
        ends = np.cumsum([part.size for part in self.parts]).tolist()
        return tuple(slice(end - part.size, end) for part, end in zip(self.parts, ends, strict=True))

    @cached_property
    def stacks(self) -> tuple[tuple[Part, list[int], Positions], ...]:
        """Equal parts together: the part, its numbers, and their entries as an array of shape (k, size)."""
        numbers: dict[Part, list[int]] = {}
        for i, part in enumerate(self.parts):
            numbers.setdefault(part, []).append(i)
        return tuple(
            (part, which, np.array([range(*self.slices[i].indices(self.size)) for i in which]))
            for part, which in numbers.items()
        )

    @cached_property
    def unit(self) -> Array:
        return np.concatenate([part.unit for part in self.parts])

    @property
    def theta(self) -> float:
        # A single ray has no entropy at all; any positive bound is a bound, and the steps divide by it.
        return float(np.log(self.rank)) or 0.5

    @property
    def spread(self) -> float:
        return max(part.length for part in self.parts)

    @cached_property
    def centre(self) -> Point:
        return self.prox(np.zeros(self.size), np.zeros(self.size))

    def lowest(self, z: Array) -> float:
        return float(min(part.meet(z[where]).values.min() for part, _, where in self.stacks))

    def rays(self, z: Array, k: int = 1) -> list[tuple[float, int, Array]]:
        """The k lowest rays of the frames of z, lowest first: product, number of the part, ray as its weights."""
        rays = []
        for part, which, where in self.stacks:
            spectrum = part.meet(z[where])
            order = np.argsort(spectrum.values, axis=None, kind="stable")[:k]
            rays += [(value, which[row], ray) for value, row, ray in _rays(part, spectrum, order)]
        return sorted(rays, key=lambda one: one[0])[:k]

    def masses(self, x: Array) -> list[tuple[float, int, Array]]:
        """The weights x as masses on rays: mass, number of the part, ray; none is negative just when x is in K."""
        rays = []
        for part, which, where in self.stacks:
            spectrum = part.resolve(x[where])
            taken = _rays(part, spectrum, np.arange(spectrum.values.size))
            rays += [(value, which[row], ray) for value, row, ray in taken]
        return rays

    def heaviest(self, x: Array) -> float:
        """The greatest mass of x on a ray of its frames."""
        return float(max(part.resolve(x[where]).values.max() for part, _, where in self.stacks))

    def hindering(self, x: Array, limit: float) -> list[Spectrum]:
        """For the rays of the frames of x, by how much they may be stretched: mass/limit in powers of two, 1 at least.

        Only rays with twice the limit are stretched.
        """
        spectra = [part.resolve(x[where]) for part, _, where in self.stacks]
        heaviest = max(float(values.max()) for values, _ in spectra)
        limit = max(limit, _FARTHEST * heaviest)
        return [Spectrum(np.exp2(np.floor(np.log2(np.maximum(v / limit, 1.0)))), frame) for v, frame in spectra]

    def stretch(self, M: Array, factors: list[Spectrum]) -> Array:
        """The rows of M mapped by the automorphism that stretches each frame by its factors."""
        image = M.copy()
        for (part, _, where), (values, frame) in zip(self.stacks, factors, strict=True):
            for k in np.flatnonzero((values != 1.0).any(axis=1)).tolist():
                own = Spectrum(values[k : k + 1], None if frame is None else frame[k : k + 1])
                image[:, where[k]] = part.stretch(M[:, where[k]], own)
        return image

    def positive(self, x: Array) -> float:
        """The mass of what is left of x when rays with a negative one are dropped."""
        values = (part.resolve(x[where]).values for part, _, where in self.stacks)
        return float(sum(np.maximum(value, 0.0).sum() for value in values))

    def soften(self, z: Array, mu: float) -> Array:
        return self.prox(np.zeros(self.size), z / mu).weights

    def prox(self, s: Array, z: Array) -> Point:
        dual = s - z
        spectra = [part.meet(dual[where]) for part, _, where in self.stacks]
        shift = max(float(spectrum.values.max()) for spectrum in spectra)
        masses = [np.exp(spectrum.values - shift) for spectrum in spectra]
        total = float(sum(mass.sum() for mass in masses))
        weights = self._compose([mass / total for mass in masses], spectra)
        return Point(dual - (shift + np.log(total)) * self.unit, weights)

    def _compose(self, masses: list[Array], spectra: list[Spectrum]) -> Array:
        x = np.empty(self.size)
        for (part, _, where), mass, spectrum in zip(self.stacks, masses, spectra, strict=True):
            x[where] = part.compose(Spectrum(mass, spectrum.frame))
        return x

    def project(self, z: Array) -> Array:
        spectra = [part.resolve(z[where]) for part, _, where in self.stacks]
        values = np.concatenate([spectrum.values.ravel() for spectrum in spectra])
        lengths = np.concatenate(
            [np.full(s.values.size, part.length) for s, (part, _, _) in zip(spectra, self.stacks, strict=True)]
        )
        level = _level(values, lengths)
        shifts = [level / part.length for part, _, _ in self.stacks]
        masses = [np.maximum(s.values - shift, 0.0) for s, shift in zip(spectra, shifts, strict=True)]
        return self._compose(masses, spectra)

    def normalise(self, counts: Array) -> Array | None:
        total = inner(self.unit, counts)
        return counts / total if total > 0.0 else None

    def violation(self, x: Array) -> float:
        least = min(float(part.resolve(x[where]).values.min()) for part, _, where in self.stacks)
        return max(-least, abs(inner(self.unit, x) - 1.0), 0.0)


def _level(values: Array, lengths: Array) -> float:
    """The τ for which Σ max(v − τ/l, 0) = 1: masses on rays of squared length l, nearest to v."""
    order = np.argsort(-values * lengths)
    tops = (values * lengths)[order]
    mass, rate = np.cumsum(values[order]), np.cumsum(1.0 / lengths[order])
    levels = (mass - 1.0) / rate
    last = int(np.nonzero(tops > levels)[0][-1])
    return float(levels[last])


def _rays(part: Part, spectrum: Spectrum, order: Positions) -> Iterator[tuple[float, int, Array]]:
    """Values with their rows and rays, in this order of a stack's flattened values."""
    values, frame = spectrum
    for flat in order:
        row, ray = divmod(int(flat), values.shape[1])
        only = np.zeros((1, values.shape[1]))
        only[0, ray] = 1.0
        own = None if frame is None else frame[row : row + 1]
        yield float(values[row, ray]), row, part.compose(Spectrum(only, own))[0]
