"""What the words of an answer mean, for `gordan explain WORD`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["CONCEPTS", "Concept"]

CONCEPTS: dict[str, tuple[str, ...]] = {
    "margin": (
        "How far the best hyperplane stays from the nearest point: ρ = max over w of min over j of y_j(w·x_j + b)/‖w‖, "
        "in the units of the data. With an intercept it is half the distance between the two classes' convex hulls.",
        "ρ > 0 means that the classes can be separated. Where they cannot ρ ≤ 0, and how far below 0 it is is NP-hard "
        "to say. With --normalise every point is scaled to length 1, as in the papers: then ρ is the sine of an angle.",
        "Iterations of the papers' algorithms grow as 1/ρ² (perceptrons, von Neumann) or 1/ρ (smoothed ones, Mirror "
        "Prox); `gordan solvers` lists the bounds.",
    ),
    "certificate": (
        "The proof of an answer in a file, with a hash of the data: `gordan check FILE --certificate PATH` writes it, "
        "and `gordan verify PATH DATA` checks it against the data, without any solver.",
        "Separable: a hyperplane, whose sign on every row is settled by rigorous rounding bounds or by integers. "
        "Inseparable: positive weights of a few rows that cancel exactly, which no hyperplane allows (Gordan's "
        "theorem). A bracket on the margin is proved beside it.",
        "docs/certificate-format.md describes every field, and how to check it by hand.",
    ),
    "bracket": (
        "Two proved ends between which the margin ρ lies: lowest(A*w)/‖w‖ ≤ ρ ≤ ‖Ax‖, for any direction w and any "
        "convex weights x of the signed points a_j = y_j x_j.",
        "Every candidate of every algorithm tightens it. It closes where ρ > 0; where ρ ≤ 0 its upper end goes to 0, "
        "and only weights that cancel exactly prove that the classes are inseparable.",
    ),
    "polish": (
        "To turn an algorithm's rounded vectors into a proof: the least-norm point of the heaviest rows, a support as "
        "small as can be, and integers or an enclosure for its weights.",
        "auto and the finite methods polish as they go. The papers' algorithms run as published: their own exits, "
        "counts and vectors, and at the end one attempt to make a proof of what they hold. --polish asks for it "
        "while they run, which often ends them early; --no-polish forbids it to the others.",
    ),
}


class Concept:
    """One word as a page.

    Examples
    --------
    >>> Concept("margin").concise()[:43]
    'margin  How far the best hyperplane stays f'
    """

    def __init__(self, name: str) -> None:
        self.name, self.paragraphs = name, CONCEPTS[name]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.text import Text

        yield Text(self.name, style="bold")
        for paragraph in self.paragraphs:
            yield ""
            yield Padding(Text(paragraph), (0, 0, 0, 2))

    def concise(self) -> str:
        return f"{self.name}  {self.paragraphs[0]}"

    def record(self) -> dict[str, Any]:
        return {"name": self.name, "text": list(self.paragraphs)}
