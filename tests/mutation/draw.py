"""Which of the mutants are judged: one for each line."""

from __future__ import annotations

from mutation.mutant import Mutant

__all__ = ["drawn"]


def drawn(every: list[Mutant]) -> list[Mutant]:
    """One mutant for each line, drawn by its key, which nobody chooses: the least.

    A line whose one change is noticed seldom hides another. (Petrović and Ivanković, "State of mutation testing at
    Google", 2018, draw one for each line too.)
    """
    first: dict[tuple[str, int], Mutant] = {}
    for each in every:
        place = each.file, each.line
        if place not in first or each.key < first[place].key:
            first[place] = each
    return list(first.values())
