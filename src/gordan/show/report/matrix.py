"""`draw_matrix`: which classes separate, as a matrix of pairs in SVG; drawn from what a display computed."""

from __future__ import annotations

from collections.abc import Iterator

from gordan.show.report.page import text
from gordan.show.separability import SeparabilityDisplay

__all__ = ["draw_matrix"]

_NAMED = 12  # classes up to which every cell has its number and words
_LABELLED = 40  # classes up to which rows and columns are named
_LEFT, _WIDE = 150.0, 560.0  # room for the names of rows, and for the cells
_GAP = 0.4  # of a cell, before the column for all others
_WORDS = {"separable": "margin over radius", "inseparable": "rows on the wrong side", "undecided": "not known"}


def draw_matrix(display: SeparabilityDisplay) -> str:
    """A cell for each question: pairs below the diagonal, and each class against all others at the right."""
    k = len(display.classes)
    side = min(64.0, _WIDE / (k + 1.0))
    height = k * side + (95.0 if k <= _LABELLED else 12.0)
    parts = [
        f'<figure><svg class="matrix" viewBox="0 0 720 {height:.0f}" role="img" '
        'aria-label="which classes separate: every pair, and each against all others">',
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="7" height="7" class="ground"/><path d="M0 0V7" class="stroke"/></pattern></defs>',
        *(_worded(display, side) if k <= _NAMED else _plain(display, side)),
        *(_names(display, side) if k <= _LABELLED else ()),
    ]
    drawn = "".join(parts).replace("<bdi>", "").replace("</bdi>", "")  # SVG has no such element
    return f"{drawn}</svg>{_legend(display)}</figure>"


def _left(column: int, k: int, side: float) -> float:
    """Where a column begins; that for all others stands where the diagonal ends, behind a gap."""
    return _LEFT + (column + (_GAP - 1.0 if column == k else 0.0)) * side


def _worded(display: SeparabilityDisplay, side: float) -> Iterator[str]:
    """Cells with their numbers, and words under the pointer."""
    names, k = display.classes, len(display.classes)
    for cell in display.cells:
        x, y = _left(cell.column, k, side), cell.row * side
        against = "all others" if cell.column == k else names[cell.column]
        words = f"{names[cell.row]} | {against}: {cell.verdict}, {_WORDS[cell.verdict]} {cell.text}"
        middle, base = x + side / 2, y + side / 2 + 4
        yield (
            f'<g class="{cell.verdict}"><title>{text(words)}</title>'
            f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{side - 2:.1f}" height="{side - 2:.1f}"/>'
            f'<text x="{middle:.1f}" y="{base:.1f}" text-anchor="middle">{text(cell.text)}</text></g>'
        )


def _plain(display: SeparabilityDisplay, side: float) -> Iterator[str]:
    """One path for all cells of a verdict: a thousand of them have to fit into a page."""
    k, size = len(display.classes), side - 0.6
    for verdict in _WORDS:
        corners = [(_left(cell.column, k, side), cell.row * side) for cell in display.cells if cell.verdict == verdict]
        path = "".join(f"M{x:.1f} {y:.1f}h{size:.1f}v{size:.1f}H{x:.1f}z" for x, y in corners)
        if path:
            yield f'<g class="{verdict}"><path d="{path}"/></g>'


def _names(display: SeparabilityDisplay, side: float) -> Iterator[str]:
    k = len(display.classes)
    shown = [text(name, 18) for name in display.classes]
    for row, name in enumerate(shown):
        yield f'<text x="{_LEFT - 8}" y="{(row + 0.5) * side + 4:.1f}" text-anchor="end">{name}</text>'
    ends = [*((column, shown[column]) for column in range(k - 1)), *([(k, "all others")] if display.rest else [])]
    for column, name in ends:
        x, y = _left(column, k, side) + side / 2, k * side + 14
        turned = f"rotate(-40 {x:.1f} {y:.1f})"
        yield f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="end" transform="{turned}">{name}</text>'


def _legend(display: SeparabilityDisplay) -> str:
    there = [verdict for verdict in _WORDS if any(cell.verdict == verdict for cell in display.cells)]
    number = len(display.classes) <= _NAMED
    keys = (
        f'<li><span class="key {verdict}">■</span> {verdict}{f": {_WORDS[verdict]}" if number else ""}</li>'
        for verdict in there
    )
    return f'<ul class="legend">{"".join(keys)}</ul>'
