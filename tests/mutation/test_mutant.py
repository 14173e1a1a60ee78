"""The mutants are what they say: one change each, with a key that outlives changes elsewhere in the file."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mutation.campaign import swap
from mutation.draw import drawn
from mutation.mutant import mutants
from mutation.record import read_record, written

SOURCE = b'''
def bound(values, error):
    """A docstring is left alone: 1 < 2."""
    if not values:
        return 0.0
    low = min(values) - 2 * error
    return low if low > 0 and error >= 0 else -1
'''


def texts(source: bytes) -> set[str]:
    return {each.apply(source).decode() for each in mutants("bound.py", source)}


def test_the_usual_slips_are_made() -> None:
    changed = texts(SOURCE)
    for before, after in (
        ("min(values)", "max(values)"),
        ("not values", "True"),
        ("min(values) - 2 * error", "(min(values))"),
        ("2 * error", "(2)"),
        ("low > 0", "((low) >= (0))"),
        ("error >= 0", "((error) > (0))"),
        ("low > 0 and error >= 0", "((low > 0))"),
        ("-1", "(1)"),
        ("0.0", "1.0"),
    ):
        assert SOURCE.decode().replace(before, after, 1) in changed, after


def test_each_is_another_program() -> None:
    every = mutants("bound.py", SOURCE)
    assert len({each.apply(SOURCE) for each in every}) == len({(each.start, each.end, each.after) for each in every})
    assert all(each.apply(SOURCE) != SOURCE for each in every)
    assert not any("docstring" in each.before for each in every)


def test_none_is_made_that_another_implies() -> None:
    changed = texts(SOURCE)
    for before, after in (
        ("not values", "(values)"),  # True and False stand for it
        ("2 * error", "((2) / (error))"),  # the factor left out does
        ("low > 0", "((low) <= (0))"),  # the boundary, True and False do
        ("low > 0 and error >= 0", "((low > 0) or (error >= 0))"),  # either condition left out does
    ):
        assert SOURCE.decode().replace(before, after, 1) not in changed, after


def test_keys_outlive_changes_elsewhere() -> None:
    keys = {each.key for each in mutants("bound.py", SOURCE)}
    moved = b"LATER = 3\n" + SOURCE + b"\n\ndef other(x):\n    return x + 1\n"
    assert keys <= {each.key for each in mutants("bound.py", moved)}
    assert len(keys) == len(mutants("bound.py", SOURCE))


def test_a_mutant_knows_the_function_that_it_was_made_in() -> None:
    changed = SOURCE.replace(b"return 0.0", b"return 0.5")
    before = {each.key: each.around for each in mutants("bound.py", SOURCE)}
    after = {each.key: each.around for each in mutants("bound.py", changed)}
    shared = before.keys() & after.keys()
    assert shared
    assert all(before[key] != after[key] for key in shared)


def test_keys_outlive_a_move_of_the_file() -> None:
    here, there = mutants("verify/bound.py", SOURCE), mutants("other/room/bound.py", SOURCE)
    assert [each.key for each in here] == [each.key for each in there]


def test_the_sign_of_a_label_is_never_zero() -> None:
    source = b"def up(problem, S):\n    return problem.signs[S] > 0, zip(S, S, strict=True)\n"
    assert {each.after for each in mutants("up.py", source)} == {"True", "1"}


def test_what_is_only_shown_is_left_alone() -> None:
    source = b"def check(v):\n    shown = v + 1\n    return fact('name', v - 2, v * 3, v > 4)\n"
    assert {each.before for each in mutants("check.py", source)} == {"v > 4", "4"}


def test_a_record_is_read_as_it_was_written() -> None:
    every = mutants("bound.py", SOURCE)
    verdicts = ["killed", "slow", "survived"]
    state = {each.key: {"around": each.around, "verdict": verdicts[i % 3]} for i, each in enumerate(every) if i % 4}
    text = written({"bound.py": SOURCE}, state)
    read = read_record(text, {"bound.py": SOURCE})
    assert {key: entry["verdict"] for key, entry in read.items()} == {
        key: entry["verdict"] for key, entry in state.items()
    }
    assert all(read[each.key]["around"] == each.around for each in every if each.key in read)
    # Of a function that has changed nothing is known, nor where mutants are made in another way.
    assert read_record(text, {"bound.py": SOURCE.replace(b"0.0", b"0.5")}) == {}
    assert read_record(text.replace("made by ", "made by 0"), {"bound.py": SOURCE}) == {}


def test_a_module_that_nobody_has_imported_is_no_killed_mutant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what tests run is known from before, modules may not be imported when the first mutant is judged."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/bound_of_nobody.py").write_bytes(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    [mutant, *_] = mutants("src/bound_of_nobody.py", SOURCE)
    swap(mutant, tmp_path)
    assert sys.modules.pop("bound_of_nobody").__file__ == str(tmp_path / "src/bound_of_nobody.py")


def test_what_classes_compute_is_changed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The class stays, so that instances made before are still of it; methods, properties and values are the new."""
    source = b"""from functools import cached_property


class Once:
    value = 5

    def plain(self):
        return 5

    @property
    def each_time(self):
        return 5

    @cached_property
    def kept(self):
        return 5
"""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/computed_once.py").write_bytes(source)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    before = import_module("computed_once").Once
    found = {}
    for mutant in mutants("src/computed_once.py", source):
        swap(mutant, tmp_path)
        found[mutant.function] = before.value, before().plain(), before().each_time, before().kept
    assert found == {"Once": (4, 5, 5, 5), "plain": (5, 4, 5, 5), "each_time": (5, 5, 4, 5), "kept": (5, 5, 5, 4)}
    assert sys.modules.pop("computed_once").Once is before


def test_lines_functions_and_files_are_left_out() -> None:
    every = mutants("bound.py", SOURCE + b"\n\ndef other(x):\n    low = x + 1\n    return low\n")
    by_line = {each.function for each in every if each.on_line("bound.py", "low = ")}
    assert by_line == {"bound", "other"}
    assert {each.text for each in every if each.on_line("bound.py", "", "other")} == {"    low = x + 1"}
    assert not any(each.on_line("bound.py", "low = ", "third") for each in every)
    assert all(each.on_line("bound.py", "") and not each.on_line("other.py", "") for each in every)


def test_reasons_are_given_for_mutants_that_there_are() -> None:
    """Where a function changes its mutants may get other keys: a reason without a mutant is of no use to anybody."""
    from mutation.__main__ import HERE, ROOT, left_out, listed

    named = r"^# (\S+\.py)|^file = \"(\S+)\"$"
    commented = ["".join(pair) for pair in re.findall(named, (HERE / "survivors.toml").read_text(), re.M)]
    files = {f"src/gordan/{file}" for file in commented} | {file for file, _, _ in left_out()}
    every = {file: mutants(file, (ROOT / file).read_bytes()) for file in sorted(files)}
    assert sorted(set(listed()) - {each.key for own in every.values() for each in own}) == []
    for rule in left_out():
        assert any(each.on_line(*rule) for each in every[rule[0]]), rule


def test_one_mutant_is_drawn_for_each_line() -> None:
    every = mutants("bound.py", SOURCE)
    few = drawn(every)
    assert len(few) < len(every)
    assert [each.line for each in few] == sorted({each.line for each in every})
    assert drawn(list(reversed(every))) == list(reversed(few))
