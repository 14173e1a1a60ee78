"""Every certificate that `gordan.verify` judges in a test is judged by docs/verify_by_hand.py too: both must agree.

What the verifier accepts must be accepted by hand, and what it refuses must be refused. Only where it refuses because
rounding did not let it prove the claim may the other, which does not round, accept it.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import gordan
from file.certificate.by_hand import BESIDE, code_by_hand, rewrite, script
from file.certificate.third_check import Checker
from gordan.file.certificate.format import spell
from gordan.outcome import Verdict
from gordan.problem.batches import is_batches
from gordan.problem.bodies import Bodies
from gordan.problem.constraints import Constraints
from gordan.problem.long_system import LongSystem
from gordan.problem.mixture import Mixture
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets

__all__ = ["COUNTS", "DISAGREEMENTS", "JAVASCRIPT", "JUDGES", "install", "write_problem"]

LIMIT = "0.02"  # of what is done by hand at the most: some seconds
ENTRIES = 100_000  # numbers that are written out for it
COUNTS: Counter[str] = Counter()
DISAGREEMENTS: list[str] = []
JAVASCRIPT = Checker(COUNTS, DISAGREEMENTS)
JUDGES = ("_certified",)
READERS = ("gordan.file.certificate.format", "gordan.file.archive")
_ROUNDED = (
    "rounding",
    "rounded",
    "ball",
    "modulo a prime",
    "unknown",
)  # how a check that could not be proved was computed
_folder = tempfile.TemporaryDirectory(prefix="by-hand-")
_seen: set[bytes] = set()


def install() -> None:
    """Put the second check behind every judge of certificates; a judge that is gone is an error."""
    home = import_module("gordan.verify.verdict")
    BESIDE.append(JAVASCRIPT.beside)

    for name in JUDGES:
        setattr(home, name, _doubled(getattr(home, name)))
    parse = _doubled_reader(import_module("gordan.file.certificate.format").parse)
    for module in READERS:
        assert import_module(module).parse is parse.__wrapped__
        import_module(module).parse = parse


def _doubled_reader(parse: Callable[..., Any]) -> Any:
    """Whatever is refused as no certificate must be refused by both, and whatever is read must be read by both."""

    @wraps(parse)
    def both(raw: bytes, source: str) -> Any:
        words = _unread(raw, script.LIMIT.times)
        JAVASCRIPT.ask(raw, None, words)
        try:
            certificate = parse(raw, source)
        except gordan.InputError as error:
            if any(
                word in str(error) for word in ("--limit", "gordan.limits(")
            ):  # of gordan's own, which a test may have lowered
                words = words or "beyond a limit"
            COUNTS["refused by both readers"] += words is not None
            if words is None:
                DISAGREEMENTS.append(f"gordan does not read it: {error}; by hand: it is of the format; {raw[:3000]!r}")
            raise
        COUNTS["read by both readers"] += words is None
        if words is not None and "--limit" not in words:
            DISAGREEMENTS.append(f"gordan reads it; by hand: {words}; {raw[:3000]!r}")
        return certificate

    return both


@lru_cache(maxsize=64)
def _unread(raw: bytes, limit: float) -> str | None:
    """Why the bytes are no certificate by hand, or None; `limit` is the one in force, on which that depends."""
    assert limit == script.LIMIT.times
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        script.read_claim(raw)
    except script.Unusable as error:
        return str(error)
    finally:
        sys.set_int_max_str_digits(digits)
    return None


def _doubled(judge: Callable[..., Verdict]) -> Callable[..., Verdict]:
    @wraps(judge)
    def both(problem: Any, certificate: Any, *more: Any) -> Verdict:
        verdict = judge(problem, certificate, *more)
        _compare(problem, certificate, verdict, asked=more[0] if more else None)
        return verdict

    return both


def _compare(problem: Any, certificate: Any, verdict: Verdict, *, asked: str | None) -> None:
    failed = {check.name for check in verdict.failed}
    if "question is the certificate's" in failed:
        COUNTS["about another question"] += 1  # by hand the question is the certificate's
        return
    if not verdict.holds and asked == "exact" != getattr(certificate, "arithmetic", "exact"):
        COUNTS["asked to be exact, which it does not claim"] += 1
        return
    try:
        raw = spell(certificate)
    except Exception:
        COUNTS["no file can hold"] += 1  # made in memory, from what no reader would let through
        return
    if not certificate.unaltered:
        raw = json.dumps({**json.loads(raw), "checksum": "0" * 64}).encode()
    stated = isinstance(problem, Constraints)  # by the certificate itself: there is no file
    data = None if stated else write_problem(problem, Path(_folder.name))
    if data is None and not (stated and problem.G.size + problem.C.size <= ENTRIES):
        COUNTS[f"about more than {ENTRIES:,} numbers"] += 1
        return
    key = hashlib.sha256(raw + str(data).encode()).digest()
    if key in _seen:
        return
    _seen.add(key)
    path = Path(_folder.name) / "certificate.json"
    rewrite(path, raw)
    code, words = code_by_hand(path, data, "--limit", LIMIT)
    if code == 2 and "--limit" in words:
        COUNTS["beyond the limit by hand"] += 1
    elif (code == 0) == verdict.holds:
        COUNTS["accepted by both" if code == 0 else "refused by both"] += 1
    elif code == 0 and _named_otherwise(failed, data):
        COUNTS["named otherwise than data without names"] += 1
    elif code == 0 and _unproved(verdict):
        COUNTS["true, and refused as rounding left it open"] += 1
    else:
        DISAGREEMENTS.append(f"gordan.verify: {verdict}; by hand: {words}; of {raw.decode()[:3000]}")


def _named_otherwise(failed: set[str], data: Path | None) -> bool:
    """Whether names alone differ, which the data are written without."""
    if data is None:
        return False
    of_points = failed == {"columns are the certificate's"} and data.name.startswith(("Points", "Gram"))
    return of_points or (failed == {"names are the certificate's"} and data.suffix == ".txt")


def _unproved(verdict: Verdict) -> bool:
    """Whether all that failed was computed by rounding or up to a limit, or is an end of the bracket.

    The ends that the verifier computes are roots and quotients, rounded outwards; a claim between one and the truth
    holds all the same.
    """
    ends = ("margin at least", "margin at most")
    beyond = ("-inf", "inf", "nan")  # what no double holds is not known to the verifier
    return all(
        check.name in ends or check.quantity in beyond or any(word in check.arithmetic for word in _ROUNDED)
        for check in verdict.failed
    )


def write_problem(problem: Any, folder: Path) -> Path | None:
    """The data in a file, number by number as they are; None where they are too many."""
    if isinstance(problem, LongSystem):
        problem = problem.part(np.arange(problem.n))
    name = f"{type(problem).__name__}-{problem.digest()[:24]}"
    if isinstance(problem, gordan.Program):
        return _write_program(folder / f"{name}.txt", problem)
    if isinstance(problem, gordan.problem.System):
        sizes = problem.n_rows * problem.n_columns
        parts = {"inequalities": problem.inequalities, "equalities": problem.equalities}
        parts["names"] = np.array(problem.names, dtype=np.str_)
        told = hashlib.sha256(repr(problem.names).encode()).hexdigest()[:8]
        return None if sizes > ENTRIES else _save(folder / f"{name}-{told}.npz", parts)
    if isinstance(problem, Panel):
        parts = {"regressors": problem.regressors, "signs": problem.signs, "levels": np.stack(problem.levels, axis=1)}
        parts["names"] = np.array(problem.names, dtype=np.str_)
        told = hashlib.sha256(repr((problem.names, problem.numbers)).encode()).hexdigest()[:8]
        return None if problem.n * (problem.k + 3) > ENTRIES else _save(folder / f"{name}-{told}.npz", parts)
    if isinstance(problem, Bodies | Mixture):
        arrays = problem.arrays()
        return None if sum(each.size for each in arrays.values()) > ENTRIES else _save(folder / f"{name}.npz", arrays)
    if isinstance(problem, RiskSets):
        parts = {name: getattr(problem, name) for name in ("covariates", "stop", "event", "stratum")}
        parts |= {} if problem.start is None else {"start": problem.start}
        parts["names"] = np.array(problem.names, dtype=np.str_)
        told = hashlib.sha256(repr((problem.names, problem.numbers)).encode()).hexdigest()[:8]
        return None if problem.n * (problem.m + 4) > ENTRIES else _save(folder / f"{name}-{told}.npz", parts)
    if problem.n * problem.m > ENTRIES:
        return None
    if isinstance(problem, gordan.Conic):
        return _save(folder / f"{name}-{sum(problem.plain)}.npz", _pieces(problem))
    classes = problem.classes
    y = np.array([classes[-1] if sign > 0 else classes[0] for sign in problem.signs])
    told = hashlib.sha256(repr((classes, y.dtype.str)).encode()).hexdigest()[:8]
    if isinstance(problem, gordan.Gram):
        return _save(folder / f"{name}-{told}.npz", {"K": problem.K, "y": y})
    return _save(folder / f"{name}-{told}-{problem.X.dtype}.npz", {"X": problem.X, "y": y})


def _save(path: Path, arrays: dict[str, Any]) -> Path:
    if not path.exists():
        np.savez(path, **{name: np.asarray(_dense(array), order="C") for name, array in arrays.items()})
    return path


def _dense(array: Any) -> Any:
    if is_batches(array):
        return np.concatenate([piece.values for piece in array.read()])
    return array.toarray() if hasattr(array, "toarray") else np.asarray(array)


def _pieces(problem: gordan.Conic) -> dict[str, Any]:
    """One piece for each part; matrices that were given as such are whole again."""
    A = _dense(problem.A)
    if not any(problem.plain):
        return {"arr_0": A}
    pieces = {}
    for k, (part, where, plain) in enumerate(zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True)):
        pieces[f"arr_{k}"] = A[:, where]
        if plain:
            i, j = part.places
            stack = np.zeros((len(A), part.n, part.n))
            stack[:, i, j] = stack[:, j, i] = A[:, where]
            pieces[f"arr_{k}"] = stack
    return pieces


def _write_program(path: Path, program: gordan.Program) -> Path | None:
    """The file it was read from, if that is still there; else the text whose hash a certificate has."""
    if program.source and Path(program.source).is_file():
        return Path(program.source)
    if len(program.A.values) > ENTRIES:
        return None
    named = program.row_names, program.column_names, program.objective, program.constant, program.maximise
    told = hashlib.sha256(repr(named).encode()).hexdigest()[:8]
    if (lines := _mps(program)) is not None:
        path = path.with_name(f"{path.stem}-{told}.mps")
        rewrite(path, "".join(f"{line}\n" for line in lines).encode())
        return path
    m, n = program.shape
    sides = (*zip(program.row_lower, program.row_upper, strict=True), *zip(program.lower, program.upper, strict=True))
    lines = [f"gordan program {m} {n}", *(f"{low} {high}" for low, high in sides)]
    lines += [f"{i} {j} {v}" for i, row in enumerate(program.A.rows()) for j, v in row]
    if program.objective is not None:
        lines.append(f"{'maximise' if program.maximise else 'minimise'} {program.constant}")
        lines += [f"{j} {v}" for j, v in enumerate(program.objective) if v]
    path = path.with_name(f"{path.stem}-{told}{path.suffix}")
    rewrite(path, "".join(f"{line}\n" for line in lines).encode())
    return path


def _mps(program: gordan.Program) -> list[str] | None:
    """The lines of an MPS file, or None where that cannot say it: other fractions than decimals, names with blanks."""
    names = (*program.row_names, *program.column_names)
    sides = (*program.row_lower, *program.row_upper, *program.lower, *program.upper)
    costs = program.objective or (Fraction(0),) * program.shape[1]
    numbers = [v for v in (*sides, *program.A.values, *costs, program.constant) if v is not None]
    sound = all(name.isascii() and name.isidentifier() and name.upper() != "MARKER" for name in names)
    sound = sound and all(_decimal(v) is not None and abs(v) < 10**30 for v in numbers)
    if not sound or not all(program.A.starts[:-1] < program.A.starts[1:]) or set(names) & {"objective"}:
        return None
    lines, entries = (
        ["OBJSENSE", " MAX" if program.maximise else " MIN", "ROWS", " N objective"],
        [[f" {name} objective {_decimal(cost)}"] for name, cost in zip(program.column_names, costs, strict=True)],
    )
    right, ranges = ["RHS", f" RHS objective {_decimal(-program.constant)}"], ["RANGES"]
    for i, (name, low, high) in enumerate(zip(program.row_names, program.row_lower, program.row_upper, strict=True)):
        if low is None and high is None:
            return None
        lines.append(f" {'E' if low == high else 'L' if low is None else 'G'} {name}")
        right.append(f" RHS {name} {_decimal(high if low is None else low)}")
        if None not in (low, high) and low != high:
            if not low < high or _decimal(high - low) is None:
                return None
            ranges.append(f" RNG {name} {_decimal(high - low)}")
        for j, v in program.A.row(i):
            entries[j].append(f" {program.column_names[j]} {name} {_decimal(v)}")
    bounds = ["BOUNDS"]
    for name, low, high in zip(program.column_names, program.lower, program.upper, strict=True):
        bounds.append(f" MI BND {name}" if low is None else f" LO BND {name} {_decimal(low)}")
        bounds += [] if high is None else [f" UP BND {name} {_decimal(high)}"]
    return [*lines, "COLUMNS", *(line for column in entries for line in column), *right, *ranges, *bounds, "ENDATA"]


def _decimal(value: Any) -> str | None:
    """A fraction as a decimal with all of its digits, or None where it has none, or very many."""
    twos, fives, rest = 0, 0, value.denominator
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    return f"{value.numerator * (10**places // value.denominator)}e-{places}" if rest == 1 and places < 900 else None
