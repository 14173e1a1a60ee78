"""Whether a certificate is about this problem: unaltered, the same question, asked of the same numbers and names."""

from __future__ import annotations

from typing import Any, NamedTuple

from gordan.outcome import Check, Verdict
from gordan.outcome.certificate import AnyCertificate, Certificate, PanelCertificate, RiskCertificate, SplitCertificate
from gordan.outcome.certificate.points import FileHash
from gordan.outcome.certificate.program import ProgramQuestion
from gordan.problem import Conic, Gram, Points, Program, System
from gordan.problem.bodies import Bodies
from gordan.problem.constraints import Constraints
from gordan.problem.digest import BLOCK_ROWS, FileRows, Hashes
from gordan.problem.long_system import LongSystem
from gordan.problem.mixture import Mixture
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.verify.check import fact, shown_value

__all__ = ["compare_names", "formula_gives", "judge_origin", "named_alike", "with_formula", "with_names"]

Names = tuple[str, ...]
Described = Points | Gram | Conic | Program | System | LongSystem | Panel | RiskSets | Constraints | Bodies | Mixture
_SHOWN = 16  # digits of a hash that tell any two apart for a reader; all of them are compared
_PARTS = 4  # members of a list that are shown; all of them are compared


def judge_origin(problem: Described, certificate: AnyCertificate) -> tuple[list[Check], bool]:
    """The checks, and whether more can be judged: only of the problem's own size is a claim made."""
    claimed = certificate.question
    asked: dict[str, Any] = {}
    if isinstance(claimed, ProgramQuestion):
        asked = {"strict": claimed.strict, "kind": claimed.kind}
    here = type(claimed).of(problem, **asked)  # type: ignore[arg-type]
    shown = (here.size, claimed.size) if claimed == here else _differing(here, claimed)
    checks = [
        _is_unaltered(certificate.unaltered),
        fact("question is the certificate's", *shown, claimed == here),
    ]
    diagnosed = SplitCertificate | PanelCertificate | RiskCertificate
    rebuilt = isinstance(certificate, diagnosed)
    if isinstance(certificate, diagnosed) and isinstance(problem, System | LongSystem | Panel | RiskSets):
        checks.append(named_alike(problem.names, certificate.names, owner="model has", loose=False))
    elif isinstance(certificate, Certificate) and isinstance(problem, Points | Gram) and problem.names:
        checks.append(named_alike(problem.names, certificate.names))
    objective = isinstance(problem, Program) and asked.get("kind") == "optimum"
    files = _files(certificate, here)
    hashes = _hashes(problem, tuple(each.rows for each in files), objective=objective)
    checks.append(_is_the_data(hashes.digest, certificate.digest, rebuilt=rebuilt))
    blocks = getattr(certificate, "blocks", None)
    if blocks is not None:
        checks.append(_are_the_blocks(hashes.blocks, blocks, sum(_sizes(here))))
    if getattr(certificate, "files", None) is not None:
        checks.append(_are_the_files(hashes.files, files))
    # Of points with other labels, or other numbers, all the rest is judged as well.
    same = claimed[1:3] == here[1:3] if isinstance(certificate, Certificate) else claimed == here
    return checks, same


def named_alike(here: Names, there: Names, *, owner: str = "data have", loose: bool = True) -> Check:
    """Whether the columns of data and certificate have the same names, where both have some.

    With `loose` a name that is a number is none: it stands for a column without a name.

    Examples
    --------
    >>> named_alike(("dose", "2"), ("dose", "age")).holds, named_alike(("dose",), ("age",)).quantity
    (True, "data have 'dose'")
    """
    if not (here and there):
        return fact("columns are the certificate's", "no names to compare", "none", True)
    return fact("columns are the certificate's", *compare_names(here, there, owner=owner, loose=loose))


def compare_names(here: Names, there: Names, *, owner: str = "data have", loose: bool = False) -> tuple[str, str, bool]:
    """The first names that differ, or how many there are, of both sides; and whether all are the same."""
    pairs = (pair for pair in zip(here, there, strict=False) if pair[0] != pair[1])
    first = next((pair for pair in pairs if not (loose and any(map(_is_number, pair)))), None)
    if first is not None:
        return f"{owner} {first[0]!r}", f"certificate has {first[1]!r}", False
    return f"{len(here)} names", f"{len(there)} names", len(here) == len(there)


def formula_gives(rows: str) -> Check:
    """Whether the formula that a certificate shows, read on the data, gives the rows that it is about.

    `rows` are the "same" or "other" ones.

    Examples
    --------
    >>> formula_gives("other").holds
    False
    """
    return fact("formula gives the described rows", f"{rows} rows", "same rows", rows == "same")


def with_names(verdict: Verdict, here: tuple[str, ...], certificate: Certificate) -> Verdict:
    """The verdict on a certificate, with the names of a table's columns compared too."""
    return Verdict((*verdict.checks, named_alike(here, certificate.names)), verdict.proof)


def with_formula(verdict: Verdict, rows: str) -> Verdict:
    """The verdict on a certificate, with the rows that its formula gives compared too: the "same" or "other" ones."""
    return Verdict((*verdict.checks, formula_gives(rows)), verdict.proof)


def _is_unaltered(unaltered: bool) -> Check:
    checksum = "its own checksum" if unaltered else "another checksum"
    return fact("certificate is unaltered", checksum, "its own checksum", unaltered)


def _is_the_data(digest: str, claimed: str, *, rebuilt: bool) -> Check:
    """Whether the hashes agree; of rows that were rebuilt from data and a description, it is the rows that do."""
    shown = f"SHA-256 {digest[:_SHOWN]}…", f"SHA-256 {claimed[:_SHOWN]}…"
    if digest != claimed:
        shown = f"{'rows' if rebuilt else 'data'} have {shown[0]}", f"certificate has {shown[1]}"
    if rebuilt:
        return fact("rows are the certificate's", *shown, digest == claimed)
    return fact("data are the certificate's", *shown, digest == claimed)


def _hashes(problem: Described, files: FileRows, *, objective: bool) -> Hashes:
    """The hash of the data and, of points and systems, those of their blocks and files, in one pass."""
    if isinstance(problem, Points | System | LongSystem):
        return problem.hashes(files)
    return Hashes(
        problem.digest(objective=True) if isinstance(problem, Program) and objective else problem.digest(), ()
    )


def _sizes(question: Any) -> tuple[int, ...]:
    """How many rows there are: of points one number, of a system those of its inequalities and of its equalities."""
    return (question.n,) if hasattr(question, "n") else (question.inequalities, question.equalities)


def _files(certificate: AnyCertificate, question: Any) -> tuple[FileHash, ...]:
    """The files of the certificate, where they have all rows and no others; none elsewhere."""
    files = getattr(certificate, "files", None) or ()
    if not files:
        return ()
    plain = all(type(rows) is int and rows >= 0 for each in files for rows in each.rows)
    sums = tuple(map(sum, zip(*(each.rows for each in files), strict=False))) if plain else ()
    return files if sums == _sizes(question) and {len(each.rows) for each in files} == {len(sums)} else ()


def _are_the_files(here: Names, files: tuple[FileHash, ...]) -> Check:
    """Whether the hashes of all files agree; the first that does not is named.

    The rows of a file are those that the certificate gives it, in whatever files they stand now.
    """
    name, wrong = "files are the certificate's", [k for k, each in enumerate(files) if each.hash != here[k]]
    if not wrong:
        return fact(name, f"{len(files):,} files", f"{len(files):,} files with all rows", bool(files))
    k = wrong[0]
    shown = f"rows of {files[k].file} have SHA-256 {here[k][:_SHOWN]}… ({len(wrong):,} of {len(files):,} files differ)"
    return fact(name, shown, f"certificate has SHA-256 {files[k].hash[:_SHOWN]}…", False)


def _are_the_blocks(here: Names, there: Names, n: int) -> Check:
    """Whether the hashes of all blocks agree; the first that does not is named by its rows, counted from 0."""
    name, alike = "blocks are the certificate's", here == there
    k = next((k for k, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), None)
    if alike or k is None:
        return fact(name, f"{len(here):,} blocks of rows", f"{len(there):,} blocks of rows", alike)
    differing = sum(a != b for a, b in zip(here, there, strict=False))
    rows = f"rows {k * BLOCK_ROWS:,} to {min((k + 1) * BLOCK_ROWS, n) - 1:,}"
    shown = f"{rows} have SHA-256 {here[k][:_SHOWN]}… ({differing:,} of {len(here):,} blocks differ)"
    return fact(name, shown, f"certificate has SHA-256 {there[k][:_SHOWN]}…", False)


def _differing(here: NamedTuple, claimed: NamedTuple) -> tuple[str, str]:
    """The fields in which two questions differ, each side in words."""
    ours, theirs = here._asdict(), claimed._asdict()
    names = [name for name in ours if ours[name] != theirs[name]]
    present = ", ".join(f"{name} {_from_difference(ours[name], theirs[name])}" for name in names)
    needed = ", ".join(f"{name} {_from_difference(theirs[name], ours[name])}" for name in names)
    return f"problem has {present}", f"certificate has {needed}"


def _from_difference(value: object, other: object) -> str:
    """The value; of a list with many members a few, from the first that differs."""
    if not (isinstance(value, tuple) and isinstance(other, tuple)) or max(len(value), len(other)) <= 2:
        return shown_value(value)
    pairs = enumerate(zip(value, other, strict=False))
    start = next((k for k, (a, b) in pairs if a != b), min(len(value), len(other)))
    before, after = "…, " if start else "", ", …" if len(value) > start + _PARTS else ""
    return f"{before}{', '.join(map(shown_value, value[start : start + _PARTS]))}{after}"


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal()
