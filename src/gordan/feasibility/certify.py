"""`certify(problem, answer, path)` of whatever can be asked about, models of other packages included."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gordan.feasibility.model import is_model, read_model
from gordan.file.archive import certify as write_certificate
from gordan.outcome.certificate.program import ProgramProof

if TYPE_CHECKING:
    from gordan.file.archive import FromFile

__all__ = ["certify"]


def certify(
    problem: object,
    answer: object,
    path: str | os.PathLike[str],
    *,
    table: FromFile | None = None,
    overwrite: bool = False,
) -> None:
    """Write what was found of a problem, with its proof, to a certificate file.

    The file holds no data, only their hash, and is written whole or not at all; of a CVXPY problem it states the
    constraints, for there is no file to compare them with. Before it gets its name, its own bytes
    are read back and verified against the problem: a certificate that does not hold is never written.

    Parameters
    ----------
    problem : Points, Gram, Conic, Program, Inequalities, Bodies, Mixture, what `pose` returned, or what `read_model` \
takes
        The raw data. A kernel must be one by name. Models of Pyomo, linopy, PuLP, OR-tools, HiGHS and CVXPY are read
        again, and the answer must be about what is read.
    answer : Separable, Inseparable or Undecided; of a program Feasible, Infeasible, Optimal, Unbounded or Repaired; \
of a model Exists or Separated; of bodies Apart, Touching or Near; of a mixture SparseSolution or SparseRefutation
        What `solve` or `separate` returned, or `feasible`, `optimum`, `repair` or `tolerance`, `distance`,
        `separate_bodies`, `sparse_farkas`, or `diagnose` with proof="exact".
    path
        Where to; usually called .json.
    table : Table or None
        The file that the problem was made of, as `gordan.file.table.read` returned it: the certificate then has its
        name, and of points the label column and the lines of the rows.
    overwrite : bool
        Whether a file of this name may be replaced.

    Raises
    ------
    InputError
        The answer was not verified, or not for this problem; the file exists, or cannot be written.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [3.0]], ["low", "high"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "apart.json")
    ...     gordan.certify(problem, gordan.solve(problem), path)
    ...     gordan.read_certificate(path).alternative
    'separable'
    """
    if is_model(problem):
        problem = read_model(problem, linear=isinstance(getattr(answer, "proof", None), ProgramProof))
    write_certificate(problem, answer, path, table=table, overwrite=overwrite)
