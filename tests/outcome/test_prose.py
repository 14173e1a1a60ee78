"""Sentences are for people: no module decides by searching a reason, a note, an error or a docstring."""

from __future__ import annotations

import re
from pathlib import Path

import gordan

SOURCE = Path(gordan.__file__).parent
ERROR = r"str\((?:error|over|problem|refusal|refused|exception|warning|\w+\.reason|reason)\)"
SEARCHED = re.compile(
    rf"""["'] (?:not )?in {ERROR}"""
    rf"|{ERROR}\.(?:partition|rpartition|startswith|endswith|find|index|count|replace)\("
    rf"|\.(?:search|match|fullmatch|findall|sub)\([^()]*{ERROR}"
    r"|[\"'] (?:not )?in (?:\w+\.)*(?:reason|note)\b"
    r"|reason\.(?:partition|startswith|endswith|find|index)\("
    r"|__doc__"
    r"|check\.(?:quantity|bound|arithmetic) (?:==|!=|(?:not )?in) "
    r"|check\.(?:quantity|bound|arithmetic)\.(?:partition|split|startswith|endswith|find|index)\("
)
# A method that is hidden from scikit-learn keeps its own docstring.
SHOWN = {"learn/estimator/sequence.py"}
# formulaic marks places in its own messages with colours, which are taken out before they are shown.
COLOURED = {"regression/model/python/__init__.py"}


def test_nothing_searches_a_sentence() -> None:
    hits = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in sorted(SOURCE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if SEARCHED.search(line) and path.relative_to(SOURCE).as_posix() not in SHOWN | COLOURED
    ]
    assert hits == []


def test_the_search_sees_what_it_is_for() -> None:
    for line in (
        'if "pickle" in str(error):',
        "str(over).partition(';')[0]",
        "found = _LINE.search(str(error))",
        'if "max_iter" in outcome.reason:',
        '[note for note in notes if "likelihood" not in note]',
        'inspect.cleandoc(auto.__doc__ or "")',
        'if check.bound == "True":',
        "check.arithmetic.startswith(ROUNDED)",
    ):
        assert SEARCHED.search(line), line


def test_what_did_not_suffice_stands_apart_from_the_advice() -> None:
    error = gordan.OverBudget("the work was not done within 2 s", "allow more")
    assert (error.why, error.advice) == ("the work was not done within 2 s", "allow more")
    assert str(error) == "the work was not done within 2 s; allow more"
