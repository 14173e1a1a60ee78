"""A true certificate of a split, spoilt: `gordan verify` refuses it and names what it found.

Spoilt by accident, it no longer has its checksum. A liar makes that anew: then the claim itself is judged, and what is
still accepted has to be true by `truly_proves`, which shares no code with the verifier.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import gordan
from file.certificate.by_hand import rewrite
from file.certificate.made import numbers, resealed
from file.certificate.split_made import DATA, MODELS, made_split, truly_proves, write_data
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.file.certificate.format import parse
from gordan.file.table.frame import read_frame

every_model = pytest.mark.parametrize("name", MODELS)
SEPARATED = [name for name in MODELS if made_split(name).found.separated]
OTHERS = [name for name in MODELS if made_split(name).found.kind != "complete"]


class Heard(NamedTuple):
    code: int
    words: str


Ask = Callable[[bytes], Heard]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Hold a certificate against the table; what is written there before stays."""
    if not (tmp_path / "data.csv").exists():
        write_data(tmp_path / "data.csv")

    def heard(raw: bytes) -> Heard:
        rewrite(tmp_path / "c.json", raw)
        capsys.readouterr()
        code = run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--output-format", "concise"])
        captured = capsys.readouterr()
        assert code in (ACCEPTED, REJECTED, FAILED)
        assert code != REJECTED or captured.out.startswith("rejected  ")
        assert code != FAILED or captured.err.startswith("gordan: ")
        assert "failed with" not in captured.err
        return Heard(code, captured.out + captured.err)

    return heard


@every_model
def test_the_truth_is_accepted(name: str, ask: Ask) -> None:
    said = ask(made_split(name).raw)
    assert said.code == ACCEPTED, said.words
    assert said.words.startswith(f"accepted  {made_split(name).found.kind}  ")


def at(members: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        members = members[key]
    return members


def nudged(value: Any) -> list[Any]:
    if type(value) is int:
        return [value + 1, max(value - 1, 0)] if value else [1]
    return [str(int(value) + 1), str(int(value) - 1), str(-int(value) - 3), str(int(value) * 10 + 7)]


@every_model
def test_one_digit_of_any_number(name: str, ask: Ask) -> None:
    """Without the checksum always refused; by a liar, wherever it is not still a proof."""
    system, _, raw = made_split(name)
    members = json.loads(raw)
    places = [path for path in numbers(members) if path[0] not in ("checksum", "version", "gordan", "model")]
    refused = 0
    for path in places:
        for value in nudged(at(members, path)):

            def change(told: Any, path: tuple[Any, ...] = path, value: Any = value) -> None:
                at(told, path[:-1])[path[-1]] = value

            lie = resealed(raw, change)
            accident = json.dumps({**json.loads(lie), "checksum": members["checksum"]}).encode()
            try:
                claim = parse(lie, "c.json")
            except gordan.InputError:
                refused += 1
                continue
            assert not gordan.verify(system, parse(accident, "c.json")).holds
            verdict = gordan.verify(system, claim)
            refused += not verdict.holds
            assert not verdict.holds or truly_proves(system, claim), (path, value)
            if path[:2] in (("proof", "weights"), ("proof", "rows"), ("proof", "direction")):
                assert verdict.holds == truly_proves(system, claim), (path, value)
            assert not verdict.holds or path[0] != "problem", (path, value)
    assert refused > len(places)
    assert ask(accident).code in (REJECTED, FAILED)


def moved(members: Any, row: int) -> None:
    """The row changes sides; its weight comes or goes with it, so that only the mathematics can object."""
    proof, n = members["proof"], members["problem"]["inequalities"]
    others = [i for i in range(n) if i not in proof["rows"]]
    if row in proof["rows"]:
        proof["rows"].remove(row)
        proof["weights"].insert(sum(i < row for i in others), "1")
    else:
        proof["rows"] = sorted([*proof["rows"], row])
        proof["weights"].pop(others.index(row))
    whole = len(proof["rows"]) == n and not members["problem"]["equalities"]
    members["alternative"] = "complete" if whole else "quasi" if proof["rows"] else "overlap"


@every_model
def test_a_row_that_changes_sides(name: str, ask: Ask) -> None:
    system, found, raw = made_split(name)
    strict = found.split.strict
    for row in range(min(system.n_inequalities, 40)):
        lie = resealed(raw, lambda members, row=row: moved(members, row))
        verdict = gordan.verify(system, parse(lie, "c.json"))
        failed = {check.name for check in verdict.failed}
        expected = "other rows vanish under the direction" if strict[row] else "strict rows are positive"
        assert expected in failed
    if system.n_inequalities:
        said = ask(lie)
        assert said.code == REJECTED
        assert expected in said.words


@pytest.mark.parametrize("name", OTHERS)
def test_swapped_weights(name: str, ask: Ask) -> None:
    system, _, raw = made_split(name)
    weights = json.loads(raw)["proof"]["weights"]
    pairs = [(i, j) for i in range(len(weights)) for j in range(i) if weights[i] != weights[j]][:40]
    for i, j in pairs:

        def swap(members: Any, i: int = i, j: int = j) -> None:
            held = members["proof"]["weights"]
            held[i], held[j] = held[j], held[i]

        lie = resealed(raw, swap)
        claim = parse(lie, "c.json")
        assert gordan.verify(system, claim).holds == truly_proves(system, claim)
        said = ask(lie)
        assert (said.code == ACCEPTED) == truly_proves(system, claim)
        assert said.code == ACCEPTED or "weight" in said.words


@pytest.mark.parametrize("name", SEPARATED)
@pytest.mark.parametrize("kind", ["complete", "quasi", "overlap"])
def test_another_kind(name: str, kind: str, ask: Ask) -> None:
    truth = made_split(name)
    if kind == truth.found.kind:
        return
    said = ask(resealed(truth.raw, lambda members: members.update(alternative=kind)))
    assert (said.code, said.words) == (REJECTED, "rejected  kind is that of the split\n")


def edited(**model: Any) -> Callable[[Any], None]:
    return lambda members: members["model"].update(model)


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("quasi", edited(family="log-binomial"), "question is the certificate's"),
        ("weights", edited(weights=None), "question is the certificate's"),
        ("ordinal", edited(family="multinomial"), "question is the certificate's"),
    ],
)
def test_another_model(name: str, change: Callable[[Any], None], told: str, ask: Ask) -> None:
    """The rows are posed from what the certificate says, and are then not those it speaks of."""
    said = ask(resealed(made_split(name).raw, change))
    assert said.code == REJECTED
    assert told in said.words


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("quasi", edited(weights="nothing"), "'nothing' is not a column"),
        ("quasi", edited(family="conditional"), "needs strata"),
        ("quasi", edited(design=None, formula=None, file=None), "describes no model"),
        ("quasi", lambda members: members.update(model=None), "describes no model"),
    ],
)
def test_a_model_that_cannot_be_posed(name: str, change: Callable[[Any], None], told: str, ask: Ask) -> None:
    said = ask(resealed(made_split(name).raw, change))
    assert said.code == FAILED
    assert told in said.words


@pytest.mark.parametrize("what", ["digit", "label", "order", "row"])
@every_model
def test_other_data(name: str, what: str, ask: Ask, tmp_path: Path) -> None:
    """One number in its last digit, one response, rows exchanged, a row more: the hash tells.

    Only where an inequality and an equality have changed places, or two equal rows, is the system the same.
    """
    other = DATA.astype(object)
    if what == "digit":
        other.loc[[1, 4], ["x", "z", "w"]] = [0.1000000000000001, 1e-9, 1.5]
    elif what == "label":
        other.loc[[0, 1], ["y", "grade"]] = [1, 3]
        other.loc[0, ["good", "bad", "seen"]] = [0, 5, 7]
    elif what == "order":
        other = other.iloc[[1, 0, 2, 3, 5, 4, 6, 7]]
    else:
        other = other.iloc[[*range(8), 4]]
    other.to_csv(tmp_path / "data.csv", index=False)
    said = ask(made_split(name).raw)
    formula, options = MODELS[name]
    frame = read_frame(tmp_path / "data.csv")
    if "carried" in name:  # its numbers are the certificate's, of as many rows as it was made of
        assert said.code == REJECTED or "carries 8 values" in said.words or (name, what) in BESIDE
        return
    same = gordan.pose(formula, data=frame, **options).system.digest() == made_split(name).system.digest()
    assert not same or what == "order" or (name, what) in BESIDE
    assert (said.code == ACCEPTED) == same, said.words
    assert same or (said.code == REJECTED and "rows are the certificate's" in said.words)


# Changes of columns that the model does not use.
BESIDE = {("all equalities", "label"), ("proportions", "label"), ("carried response", "label")}


def test_other_numbers(ask: Ask) -> None:
    """Tenths that cancel as decimals do not as doubles, and the verifier holds the certificate to what it says."""
    system, _, raw = made_split("collinear")
    lie = resealed(raw, lambda members: members["problem"].update(numbers="binary"))
    assert "question is the certificate's" in str(gordan.verify(system, parse(lie, "c.json")))
    said = ask(lie)
    assert said.code == REJECTED
    assert "weighted rows cancel" in said.words
    assert "columns that depend on all rows" in said.words


@pytest.mark.parametrize("name", ["quasi", "equalities"])
def test_cut_short(name: str, ask: Ask) -> None:
    raw = made_split(name).raw
    for end in [*range(0, len(raw) - 1, 10), len(raw) - 2]:
        with pytest.raises(gordan.InputError, match="cut short"):
            parse(raw[:end], "c.json")
    assert ask(raw[: len(raw) // 2]).code == FAILED


def test_a_name_does_not_reach_the_terminal_as_it_is(
    ask: Ask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(members: Any) -> None:
        members["problem"]["names"][1] = "\x1b[2J"
        members["model"]["file"] = members["gordan"] = "\x1b[2J"

    assert ask(resealed(made_split("quasi").raw, change)).code == REJECTED
    for page in ("full", "concise", "json"):
        run(["verify", str(tmp_path / "c.json"), str(tmp_path / "data.csv"), "--output-format", page])
        said = capsys.readouterr().out
        assert "\x1b" not in said
        assert said
