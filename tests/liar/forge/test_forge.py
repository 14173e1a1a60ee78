"""Every check of the verifier has a forger, and no forgery is accepted; `make forge` makes many more of them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from liar.forge.forger import Forger, attempt
from liar.forge.registry import FORGERS, check_names

WANTED, AT_MOST = 4, 60  # forgeries of each forger, and seeds to find them with
# Accepted today, and on the list of what is to be mended.
KNOWN: dict[str, str] = dict.fromkeys(
    [
        "agreeable classes",
        "an alternating outcome",
    ],
    "objects that only seem to be what they are",
)


def test_every_check_has_a_forger() -> None:
    """A new check is listed here by itself, and fails until somebody has tried to get past it."""
    forged = {forger.check for forger in FORGERS}
    missing = [
        f"{name} ({place})" for name, place in check_names().items() if not any(re.fullmatch(name, f) for f in forged)
    ]
    assert missing == []


def test_every_forger_attacks_a_check() -> None:
    names = check_names()
    assert [f.name for f in FORGERS if not any(re.fullmatch(name, f.check) for name in names)] == []
    assert [name for name, times in Counter(f.name for f in FORGERS).items() if times > 1] == []


@pytest.mark.parametrize("forger", FORGERS, ids=[forger.name for forger in FORGERS])
def test_forgeries_are_refused(forger: Forger, request: pytest.FixtureRequest) -> None:
    """By the check that they violate, and by no other."""
    if forger.name in KNOWN:
        request.applymarker(pytest.mark.xfail(strict=True, reason=KNOWN[forger.name]))
    refused, wanted = 0, AT_MOST if forger.name in KNOWN else WANTED
    for seed in range(AT_MOST):
        trial = attempt(forger, seed)
        assert trial.result in ("refused", "none", "dishonest", "input"), (seed, trial)
        refused += trial.result in ("refused", "input")
        if refused == wanted:
            break
    assert refused >= 2, "too few forgeries to say anything"
