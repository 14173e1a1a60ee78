"""The svmlight format: one example a line, `label index:value index:value … # comment`."""

from __future__ import annotations

import re
from array import array

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.file.table.record import LabelColumn, Table
from gordan.file.table.rounding import Rounding
from gordan.file.table.text import Text, refuse_costly, refuse_wide
from gordan.file.table.wording import cell_refusal, number, shown

__all__ = ["SVMLIGHT", "looks_svmlight", "read_svmlight"]

SVMLIGHT = (".svm", ".svmlight", ".libsvm")

# A line is checked as a whole, so that its colons can then be split away blindly; nan and inf fail here and are named.
_LINE = re.compile(r"\s*[^\s:]+(?:\s+qid:[^\s:]+)?(?:\s+[0-9]+:[-+.0-9eE]+)*\s*")
_EXPECTED = "expected lines such as '+1 1:0.5 3:2'"
_LARGEST = 2**31 - 1  # a direction has one double per feature: more would fit no memory


def looks_svmlight(sample: list[str]) -> bool:
    """Whether the first line with more than a label has the form of this format.

    Examples
    --------
    >>> looks_svmlight(["+1", "-1 3:0.5 7:1"]), looks_svmlight(["1,2,a"])
    (True, False)
    """
    bodies = (line.partition("#")[0] for line in sample)
    body = next((body for body in bodies if len(body.split()) > 1), "")
    return ":" in body and _LINE.fullmatch(body) is not None


def read_svmlight(text: Text) -> Table:
    """Read svmlight text into a CSR array; indices count from 1, or from 0 if a 0 appears.

    Raises
    ------
    InputError
        A token, index or label that the format does not allow, with its line.

    Examples
    --------
    >>> from gordan.file.table.text import decode
    >>> table = read_svmlight(decode(b"+1 1:0.5 3:2\\n-1 2:1 # a comment\\n", "t.svm"))
    >>> table.X.toarray().tolist(), table.y.tolist()
    ([[0.5, 0.0, 2.0], [0.0, 1.0, 0.0]], [1, -1])
    """
    refuse_costly(text, "svmlight")
    indices, values, ends, lines = array("q"), array("d"), array("q", [0]), array("q")
    labels = LabelColumn(text.source, "label")
    rounding = Rounding(text, place=lambda name: f"index {name}")
    queries = False
    for line_number, line in enumerate(text.lines(), text.first):
        body = line.partition("#")[0]
        if not body or body.isspace():
            continue
        where = f"{text.source}, line {line_number}"
        if _LINE.fullmatch(body) is None:
            raise _refusal(body, where)
        label, *pieces = body.replace(":", " ").split()
        if "," in label:
            raise InputError(f"{where} has several labels ({shown(label)}); expected one for each example, so keep one")
        if pieces[:1] == ["qid"]:
            queries = True
            del pieces[:2]
        names, cells = pieces[0::2], pieces[1::2]
        try:
            indices.extend(map(int, names))
            numbers = list(map(float, cells))
        except (ValueError, OverflowError) as error:
            raise _refusal(body, where) from error
        rounding.look(cells, numbers, line=line_number, names=names)
        values.extend(numbers)
        labels.add(label, line_number)
        ends.append(len(indices))
        lines.append(line_number)
    if not len(labels):
        raise InputError(f"{text.source} is empty; {_EXPECTED}")
    if not len(indices):
        raise InputError(f"{text.source} has labels but no features; {_EXPECTED}")
    parts = [np.frombuffer(part, dtype=part.typecode) for part in (indices, values, ends, lines)]
    notes = text.notes + rounding.notes() + (("query numbers (qid:) were ignored",) if queries else ())
    return _assemble(text.source, labels, *parts, notes=notes)


def _assemble(
    source: str,
    labels: LabelColumn,
    indices: NDArray[np.int64],
    values: NDArray[np.float64],
    ends: NDArray[np.int64],
    lines: NDArray[np.int64],
    *,
    notes: tuple[str, ...],
) -> Table:
    from scipy.sparse import csr_array  # here, so that reading delimited text does not wait for scipy

    def where(entry: int) -> str:
        return f"{source}, line {lines[np.searchsorted(ends, entry, side='right') - 1]}"

    if indices.max() > _LARGEST:
        entry = int(indices.argmax())
        raise _too_large(str(indices[entry]), where(entry))
    refuse_wide(int(indices.max()), source, where(int(indices.argmax())))
    if not np.isfinite(values).all():  # digits only, but too many: 1e999
        entry = int(np.argmin(np.isfinite(values)))
        raise cell_refusal("inf", where=f"{where(entry)}, index {indices[entry]}")
    first = min(1, int(indices.min()))
    if first == 0:
        notes += ("an index 0 appears, so features are counted from 0",)
    shape = (len(labels), int(indices.max()) + 1 - first)
    X = csr_array((values, (indices - first).astype(np.int32), ends), shape=shape)
    X.sort_indices()
    again = np.setdiff1d(np.flatnonzero(X.indices[1:] == X.indices[:-1]) + 1, ends)  # an end parts two examples
    if len(again):
        raise InputError(
            f"{where(again[0])}: the index {X.indices[again[0]] + first} appears twice; "
            "expected each index once in a line, so remove or add up the repeats"
        )
    X.eliminate_zeros()
    return Table(X, labels.array(), (), "label", lines, source, "svmlight", notes, first=first)


def _refusal(body: str, where: str) -> InputError:
    """Find the token that the line was refused for."""
    label, *tokens = body.split()
    if ":" in label:
        return InputError(f"{where} begins with {shown(label)}; expected a label before the first index:value")
    for token in tokens[1:] if tokens and tokens[0].startswith("qid:") else tokens:
        index, colon, value = token.partition(":")
        if not (colon and index.isascii() and index.isdecimal()) or ":" in value:
            return InputError(f"{where}: {shown(token)} is not index:value with an index from 1; mend or remove it")
        if len(index) > len(str(_LARGEST)):
            return _too_large(index, where)
        if number(value) is None:
            return cell_refusal(value, where=f"{where}, index {index}")
    return InputError(f"{where} cannot be read; {_EXPECTED}")


def _too_large(index: str, where: str) -> InputError:
    return InputError(f"{where}: the index {shown(index)} is beyond {_LARGEST}; renumber the features")
