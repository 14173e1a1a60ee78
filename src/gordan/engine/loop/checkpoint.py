"""What a run knows after each pass, in a file that is always whole: a run that was killed goes on from there.

The file has the best direction and weights, the bracket they gave, the working set, and a hash of the data. It is no
proof: what it holds is where the search begins, and every answer is verified as always. Arrays only; nothing is run.
"""

from __future__ import annotations

import hashlib
import io
import os
from contextlib import suppress
from typing import Any
from zipfile import ZIP_STORED

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.loop.evidence import Evidence
from gordan.errors import InputError
from gordan.problem import Points
from gordan.problem.batches import Batches

__all__ = ["Checkpoint"]

_FORM = 1  # of the file
_EVERY = 1.0  # seconds between two files where passes are shorter, of data in memory; but for the last
_FIELDS = {"form": "i", "hash": "U", "solver": "U", "n_iter": "i", "bracket": "f", "direction": "f", "rows": "i"}
_FIELDS |= {"weights": "f", "keys": "i"}


class Checkpoint:
    """The checkpoint of one problem at one place."""

    def __init__(self, path: str | os.PathLike[str], problem: object) -> None:
        if not isinstance(problem, Points) or problem.implicit:
            raise InputError("checkpoints are kept of points with coordinates; leave out checkpoint")
        self.path, self._problem, self._hash = os.fspath(path), problem, _identity(problem)
        folder = os.path.dirname(self.path) or "."
        if os.path.isdir(self.path) or not os.path.isdir(folder):
            raise InputError(
                f"there is no place for a checkpoint at {self.path!r}; name a file in a folder that exists"
            )
        self._passes, self._written, self.trouble = -1, -np.inf, ""
        self._keys: tuple[int, ...] = ()  # of the last working set: between two passes candidates have none

    def keep(self, known: Evidence, candidate: Candidate, *, last: bool = False) -> None:
        """Write what is known, where a pass has ended since the last time; a full disk costs the file, not the run.

        The last candidate of a run is kept whenever it comes.
        """
        if type(candidate.state) is tuple and candidate.state:
            self._keys = candidate.state
        passes = known.oracle.passes
        short = not isinstance(self._problem.X, Batches) and now() - self._written < _EVERY
        if (not last and (passes == self._passes or short)) or known.best.direction is None:
            return
        self._passes, self._written = passes, now()
        try:
            _write(self.path, self._content(known))
            self.trouble = ""
        except OSError as error:
            self.trouble = (
                f"the checkpoint {self.path!r} could not be written ({error}), and the run went on without it"
            )

    def _content(self, known: Evidence) -> bytes:
        best = known.best
        weights = np.zeros(0) if best.weights is None else best.weights
        rows = np.flatnonzero(weights)
        content = io.BytesIO()
        np.savez(
            content,
            form=_FORM,
            hash=self._hash,
            solver=known.solver.name,
            n_iter=known.n_iter,
            bracket=[best.bracket.lower, best.bracket.upper],
            direction=np.asarray(best.direction, dtype=np.float64),
            rows=rows,
            weights=weights[rows],
            keys=np.array(self._keys, dtype=np.int64),
        )
        return content.getvalue()

    def load(self) -> Candidate | None:
        """Where the search begins; None where there is no file yet.

        Raises
        ------
        InputError
            The file is none of these, or about other data.
        """
        if not os.path.exists(self.path):
            return None
        held = _read(self.path)
        if str(held["hash"]) != self._hash:
            raise InputError(
                f"the checkpoint {self.path!r} is about other data, or about another question; name another place, or "
                "remove it to begin anew"
            )
        n, m = self._problem.n, self._problem.m
        rows, keys = held["rows"], held["keys"]
        direction, own = (held[name].astype(np.float64) for name in ("direction", "weights"))  # infinite if too large
        sound = direction.shape == (m,) and np.isfinite(direction).all() and rows.shape == own.shape
        inside = all(part.ndim == 1 and ((part >= 0) & (part < n)).all() for part in (rows, keys))
        if not sound or not inside or not (np.isfinite(own) & (own >= 0)).all():
            raise _damaged(self.path, "its numbers are none that a run has")
        weights: Any = None
        if rows.size:
            weights = np.zeros(n)
            weights[rows] = own
        return Candidate(direction, weights, kind=Kind.START, state=tuple(keys.tolist()))


def _identity(problem: Points) -> str:
    """A hash of the question and its data: of batches, that of what the first pass found in each."""
    asked = f"{problem.n} {problem.m} {problem.intercept} {problem.normalise} {problem.numbers}"
    whole = hashlib.sha256(asked.encode())
    if isinstance(problem.X, Batches):
        whole.update(np.array(problem.X.surveyed.prints, dtype=np.uint64).tobytes())
        whole.update(np.asarray(problem.signs, dtype=np.int8).tobytes())
    else:
        whole.update(problem.digest().encode())
    return whole.hexdigest()


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
            # None of its arrays is packed: what it takes on the disk is all that it takes in memory.
            sizes = [each.file_size for each in archive.zip.infolist() if each.compress_type == ZIP_STORED]
            if len(sizes) != len(archive.files) or sum(sizes) > os.path.getsize(path):
                raise ValueError("it is packed")
            held = {name: archive[name] for name in archive.files if name in _FIELDS}
    except Exception as error:  # zipfile, zlib, struct and numpy each fail in their own way
        raise _damaged(path, str(error)) from error
    if any(name not in held or held[name].dtype.kind != kind for name, kind in _FIELDS.items()):
        raise _damaged(path, "it has other fields")
    if held["form"].shape or held["form"] != _FORM:
        raise _damaged(path, f"it has the form {held['form']}")
    return held


def _damaged(path: str, why: str) -> InputError:
    return InputError(f"{path!r} is no checkpoint of gordan ({why}); name another place, or remove it to begin anew")


def _write(path: str, content: bytes) -> None:
    """Put the content there at once: it is complete and on the disk before it takes the place of the last one."""
    apart = f"{path}.part"
    with suppress(FileNotFoundError):
        os.unlink(apart)  # of a run that was killed; or a link that leads elsewhere, which is not followed
    try:
        with open(apart, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(apart, path)
    except OSError:
        with suppress(OSError):
            os.unlink(apart)
        raise
    with suppress(OSError):
        handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
