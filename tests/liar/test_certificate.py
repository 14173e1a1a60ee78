"""A true certificate, spoilt: `gordan verify` and the verifier by hand refuse it, each naming what it found.

Spoilt by accident, a certificate no longer has its checksum. A liar makes the checksum anew: then the claim itself is
judged, and what both verifiers still accept has to be true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import gordan
from file.certificate.by_hand import by_hand, rewrite, write_table
from file.certificate.made import KINDS, Made, made, resealed
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.file.certificate.format import parse

QUESTIONS = ("intercept", "no intercept", "normalised")
CASES = [(kind, question, "decimal", "dense") for kind in KINDS if kind != "unknown" for question in QUESTIONS]
HEX, WHOLE = re.compile(r"-?0x[01]\.[0-9a-f]+p[+-][0-9]+"), re.compile(r"[0-9]+")
every_case = pytest.mark.parametrize("case", CASES, ids=", ".join)


class Heard(NamedTuple):
    """What was said to a certificate: by the command with its exit code, and by hand."""

    code: int
    words: str
    by_hand: str

    @property
    def refused(self) -> bool:
        return self.code != ACCEPTED and not self.by_hand.startswith("accepted: ")


Ask = Callable[[bytes], Heard]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[Made], Ask]:
    """Hold certificates against the data of a case."""

    def against(case: Made) -> Ask:
        write_table(tmp_path / "data.csv", case.problem)

        def heard(raw: bytes) -> Heard:
            rewrite(tmp_path / "c.json", raw)
            capsys.readouterr()
            code = run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--output-format", "concise"])
            captured = capsys.readouterr()
            notes = [line for line in captured.err.splitlines() if "label column: 'label'" not in line]
            words = captured.out if code != FAILED else notes[-1]
            assert words.count("\n") <= 1
            assert code != REJECTED or words.startswith("rejected  ")
            return Heard(code, words, by_hand(tmp_path / "c.json", tmp_path / "data.csv"))

        return heard

    return against


@every_case
def test_the_truth_is_accepted(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    truth = made(*case)
    for raw in (truth.raw, resealed(truth.raw, lambda members: None)):
        heard = ask(truth)(raw)
        assert (heard.code, heard.by_hand.split(":")[0]) == (ACCEPTED, "accepted")


def digits(raw: bytes) -> Iterator[int]:
    """The places of one digit of every number: the first and the last of its own, and of its exponent."""
    body = raw[: raw.rindex(b'"checksum"')].decode()
    for found in re.finditer(r"-?0x[01]\.[0-9a-f]+p[+-][0-9]+|(?<![\w.])[0-9]+(?![\w.])", body):
        places = [found.end() - 1]
        if "x" in found.group():
            places += [found.start() + found.group().index(".") + 1, found.start() + found.group().index("p") - 1]
        yield from places


@every_case
def test_one_digit_of_any_number_by_accident(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    truth = made(*case)
    heard, places = ask(truth), list(digits(truth.raw))
    assert len(places) > 10
    for place in places:
        raw = bytearray(truth.raw)
        raw[place] = ord("1" if raw[place] != ord("1") else "2")
        said = heard(bytes(raw))
        assert said.refused
        # A number that is spelt as none, or another version, is refused by the reader.
        assert said.code == FAILED or "certificate is unaltered" in said.words
        assert said.by_hand == "refused: checksum" or said.by_hand.startswith("unusable: certificate: ")
        another = "another version" in said.words  # by hand all versions are read
        assert another or (said.code == FAILED) == said.by_hand.startswith("unusable: ")


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all that is spelt as a number, or is one."""
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in members:
        yield from numbers(each, (*path, key))
    if type(value) is int or (isinstance(value, str) and (HEX.fullmatch(value) or WHOLE.fullmatch(value))):
        yield path


def at(members: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        members = members[key]
    return members


def nudged(value: Any) -> list[Any]:
    """The number with a digit changed: greatly, and by as little as its spelling can."""
    if type(value) is int:
        return [value + 1, value + 10]
    if WHOLE.fullmatch(value):
        return [str(int(value) + 1), str(int(value) * 10 + 7)]
    x = float.fromhex(value)
    return [y.hex() for y in (-x, x * 1.5, x / 2, np.nextafter(x, np.inf), np.nextafter(x, -np.inf)) if y != x and y]


def true_of(problem: gordan.Points, raw: bytes) -> bool:
    """Whether the verifier in memory accepts it; a refusal by the reader is one."""
    try:
        return gordan.verify(problem, parse(raw, "c.json")).holds
    except gordan.InputError:
        return False


@every_case
def test_one_digit_of_any_number_by_a_liar(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    """The command never accepts what the exact verifier by hand refuses, and no lie about which data are meant."""
    truth = made(*case)
    heard, members = ask(truth), json.loads(truth.raw)
    refused, places = 0, [path for path in numbers(members) if path[0] not in ("version", "checksum")]
    for path in places:
        for value in nudged(at(members, path)):
            lie = resealed(truth.raw, lambda m, path=path, value=value: at(m, path[:-1]).__setitem__(path[-1], value))
            said = heard(lie)
            refused += said.refused
            assert said.code != ACCEPTED or said.by_hand.startswith("accepted"), (path, value)
            assert said.code == ACCEPTED or len(said.words) > len("rejected  "), (path, value)
            assert true_of(truth.problem, lie) == (said.code == ACCEPTED)
            # Weights that cancel have no room; a hyperplane in integers has.
            weighed = path[:2] in (("proof", "rows"), ("proof", "integers")) and case[0] != "integers"
            must = path[0] == "problem" or weighed
            assert said.refused or not must, (path, value, said)
    assert refused > len(places)


def inward(end: str, by: float) -> Callable[[Any], None]:
    def change(members: Any) -> None:
        members["bracket"][end] = (float.fromhex(members["bracket"][end]) + by).hex()

    return change


@every_case
def test_a_bracket_that_claims_more(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    truth = made(*case)
    bracket = truth.outcome.bracket
    gap = abs(bracket.lower) + abs(bracket.upper) + truth.problem.extent
    low = ask(truth)(resealed(truth.raw, inward("lower", gap)))
    assert (low.code, low.by_hand) == (REJECTED, "refused: margin at least")
    assert "margin at least" in low.words
    proved = truth.outcome.kind == "inseparable" and truth.outcome.claim.ball is None
    name = "upper bound of the margin" if proved else "margin at most"
    high = ask(truth)(resealed(truth.raw, inward("upper", min(-bracket.upper, 0.0) - 1e-9)))
    assert (high.code, high.by_hand) == (REJECTED, f"refused: {name}")
    assert name in high.words


@every_case
def test_swapped_rows(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    """Two weights change places; the rows stay."""
    truth = made(*case)
    integers, centre = ("proof", "integers"), ("proof", "centre")
    field = {"cancellation": integers, "ball": integers, "enclosure": centre}.get(case[0], ("weights", "values"))
    values = at(json.loads(truth.raw), field)
    pairs = [(i, j) for i in range(len(values)) for j in range(i) if values[i] != values[j]]
    cancel = "weighted rows cancel"
    told = {"cancellation": cancel, "ball": cancel, "enclosure": "weights are enclosed"}.get(case[0], "margin at most")
    refused = 0
    for i, j in pairs:

        def swap(members: Any, i: int = i, j: int = j) -> None:
            list_ = at(members, field)
            list_[i], list_[j] = list_[j], list_[i]

        said = ask(truth)(resealed(truth.raw, swap))
        refused += said.refused
        assert (said.code == ACCEPTED) == said.by_hand.startswith("accepted")
        assert not said.refused or (told in said.words and told in said.by_hand)
    # An upper bound may survive a swap where it was wide; a cancellation never does.
    assert refused == len(pairs) or field[0] == "weights"


@every_case
def test_other_data(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    """One entry in its last digit, one label, two rows exchanged, a row more."""
    truth = made(*case)
    problem = truth.problem
    X, y = np.array(problem.X), np.array(problem.y)
    entry, label = X.copy(), y.copy()
    entry[0, 0] = np.nextafter(entry[0, 0], np.inf)
    label[0] = -label[0]
    order = np.arange(len(y))
    order[:2] = 1, 0
    others = [(entry, y), (X, label), (X[order], y[order]), (np.vstack([X, X[:1]]), np.append(y, y[0]))]
    question = {name: getattr(problem, name) for name in ("intercept", "normalise", "numbers")}
    for other, labels in others:
        case_of_others = Made(gordan.Points(other, labels, **question), None, truth.raw)
        said = ask(case_of_others)(truth.raw)
        assert said.code == REJECTED
        assert "data are the certificate's" in said.words
        names = ("data are the certificate's", "sizes are the certificate's", "classes are the labels of the data")
        assert said.by_hand in [f"refused: {name}" for name in names]


@every_case
def test_other_numbers(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    """The problem with tenths is another one in binary; where tenths have to cancel, they do not."""
    truth = made(*case)

    def binary(members: Any) -> None:
        members["problem"]["numbers"] = "binary"

    lie = resealed(truth.raw, binary)
    verdict = gordan.verify(truth.problem, parse(lie, "c.json"))
    assert "question is the certificate's" in {check.name for check in verdict.failed}
    said = ask(truth)(lie)
    assert (said.code == ACCEPTED) == said.by_hand.startswith("accepted")
    if case[0] == "cancellation":
        assert (said.code, said.words) == (REJECTED, "rejected  weighted rows cancel\n")
        assert said.by_hand == "refused: weighted rows cancel"


@every_case
def test_cut_short(case: tuple[str, str, str, str], ask: Callable[[Made], Ask], tmp_path: Path) -> None:
    truth = made(*case)
    write_table(tmp_path / "data.csv", truth.problem)
    for end in [*range(0, len(truth.raw) - 1, 10), len(truth.raw) - 2]:
        with pytest.raises(gordan.InputError, match="cut short"):
            parse(truth.raw[:end], "c.json")
        rewrite(tmp_path / "short.json", truth.raw[:end])
        said = by_hand(tmp_path / "short.json", tmp_path / "data.csv")
        assert said.startswith("unusable: certificate: ")
    heard = ask(truth)(truth.raw[: len(truth.raw) // 2])
    assert heard.code == FAILED
    assert "cut short" in heard.words


def add_to(members: Any, where: str, row: int) -> dict[str, Any]:
    """The section with a row more, in its place."""
    section = members[where]
    place = sum(each < row for each in section["rows"])
    section["rows"].insert(place, row)
    for name, value in (("centre", (1e-30).hex()), ("radius", (1e-31).hex()), ("values", (1e-30).hex())):
        if name in section:
            section[name].insert(place, value)
    if "integers" in section:
        section["integers"] = [str(int(v) * 10**30) for v in section["integers"]]
        section["integers"].insert(place, "1")
    return dict(section)


@pytest.mark.parametrize("case", [case for case in CASES if "of inseparable" not in case[0]], ids=", ".join)
def test_an_added_weight_of_next_to_nothing(case: tuple[str, str, str, str], ask: Callable[[Made], Ask]) -> None:
    truth = made(*case)
    where = "proof" if truth.outcome.kind == "inseparable" else "weights"
    rows = at(json.loads(truth.raw), (where, "rows"))
    free = next(row for row in range(truth.problem.n) if row not in rows and truth.problem.rows([row]).any())
    lie = resealed(truth.raw, lambda members: add_to(members, where, free))
    said = ask(truth)(lie)
    if where == "proof":
        name = "system is square" if case[0] == "enclosure" else "weighted rows cancel"
        assert said.refused
        assert name in said.words
        assert name in said.by_hand
    else:
        # The bound moves by 1e-30 of itself; rounded outwards as it is, it still holds, and both say so.
        assert (said.code == ACCEPTED) == said.by_hand.startswith("accepted")
    # Without the new checksum it is refused whatever it does.
    members = {**json.loads(lie), "checksum": json.loads(truth.raw)["checksum"]}
    said = ask(truth)(json.dumps(members).encode())
    assert (said.code, said.by_hand) == (REJECTED, "refused: checksum")
    assert "certificate is unaltered" in said.words
