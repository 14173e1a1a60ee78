"""`write_vipr(path, problem, outcome)`: the proof in a format that other programs check."""

from __future__ import annotations

import os

from gordan.errors import InputError
from gordan.file.save import refuse_target, save
from gordan.file.vipr.lines import lines
from gordan.outcome import Outcome
from gordan.problem import Points
from gordan.verify import verify

__all__ = ["write_vipr"]


def write_vipr(path: str | os.PathLike[str], problem: Points, outcome: Outcome, *, overwrite: bool = False) -> None:
    """Write the proof of an outcome as a VIPR file, which checkers of linear programs read.

    The file holds the constraints y(a·w + b) ≥ 1 in fractions: all rows with a solution where the points are
    separable, and where they are not, the rows of the proof with the multipliers that add up to 0 ≥ 1. The same
    problem and outcome always give the same file.

    Parameters
    ----------
    path
        Where to; usually called .vipr.
    problem : Points
        The raw data.
    outcome : Separable or Inseparable
        What `solve` or `separate` found; an `Enclosure` has no rational weights and is refused.
    overwrite : bool
        Whether a file of this name may be replaced.

    Raises
    ------
    InputError
        The outcome has no rational proof, or the verifier refuses it; the file exists, or cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [1.0]], ["left", "right"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "apart.vipr")
    ...     gordan.file.write_vipr(path, problem, gordan.solve(problem))
    ...     print(path.read_text().splitlines()[-2])
    separator 2 0 2 1 -1
    """
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    verdict = verify(problem, outcome)
    if not verdict.holds:
        raise InputError(f"the outcome does not hold ({verdict}); give it with the problem it was found for")
    text = lines(problem, outcome)
    save(target, (f"{line}\n".encode("ascii") for line in text), overwrite=overwrite)
