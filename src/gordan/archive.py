"""`write_certificate(path, problem, outcome)`: an answer put away, for others to check without asking us."""

from __future__ import annotations

import os

from gordan.certificate.compose import compose
from gordan.certificate.parse import parse
from gordan.certificate.read import LARGEST
from gordan.certificate.record import Source
from gordan.certificate.save import refuse_target, save
from gordan.certificate.spell import spell
from gordan.errors import InputError
from gordan.outcome import Answered, Outcome, Verdict
from gordan.problem import Points
from gordan.table import Table
from gordan.verify import verify

__all__ = ["write_certificate"]


def write_certificate(
    path: str | os.PathLike[str],
    problem: Points,
    outcome: Outcome,
    *,
    table: Table | None = None,
    overwrite: bool = False,
) -> None:
    """Write what was found of a problem, with its proof, to a certificate file.

    The file holds no data, only their hash, and is written whole or not at all. Before it gets its name, its own bytes
    are read back and verified against the problem: a certificate that does not hold is never written.

    Parameters
    ----------
    path
        Where to; usually called .json.
    problem : Points
        The raw data.
    outcome : Separable, Inseparable or Undecided
        What `solve` or `separate` found.
    table : Table or None
        The file that the problem was made of, as `gordan.table.read` returned it: its name, label column and the lines
        of the rows are then told too.
    overwrite : bool
        Whether a file of this name may be replaced.

    Raises
    ------
    InputError
        The outcome was not verified, or not for this problem; the file exists, or cannot be written.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [3.0]], ["low", "high"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "apart.json")
    ...     gordan.write_certificate(path, problem, gordan.solve(problem))
    ...     gordan.read_certificate(path).alternative
    'separable'
    """
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    _refuse_unverified(problem, outcome)
    if table is None:
        certificate = compose(problem, outcome)
    else:
        origin = Source(os.path.basename(table.source), table.format, table.label, table.positive)
        # Rows of an archive stand on no lines.
        lines = None if table.format == "npz" else table.lines.tolist()
        certificate = compose(problem, outcome, names=table.names, source=origin, lines=lines)
    content = spell(certificate)
    if len(content) > LARGEST:
        raise InputError(f"the certificate would have {len(content):,} bytes, more than is ever read; ask for less")
    _refuse(verify(problem, parse(content, target)), "what would stand in the certificate")
    save(target, content, overwrite=overwrite)


def _refuse_unverified(problem: Points, outcome: Outcome) -> None:
    if not isinstance(outcome, Answered):
        raise InputError(f"outcome is {outcome!r}; give what solve or separate returned")
    _refuse(outcome.verdict, "the outcome's own verdict")
    _refuse(verify(problem, outcome, proof=outcome.verdict.proof), "the outcome, judged against this problem,")


def _refuse(verdict: Verdict, what: str) -> None:
    if not verdict.holds:
        raise InputError(f"{what} does not hold ({verdict}); give an outcome and the problem it was found for")
