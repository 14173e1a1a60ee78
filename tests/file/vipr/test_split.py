"""The split of a regression's rows as the optimum of one linear program, for other checkers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read

import gordan
from file.vipr.test_program import by_cvc5
from gordan.feasibility.split import Split, System, split
from gordan.file.export import lines
from gordan.outcome.split import SplitClaim


def splits() -> list[tuple[System, SplitClaim]]:
    rng, made = np.random.default_rng(11), []
    for _ in range(20):
        A = rng.integers(-2, 3, (rng.integers(1, 7), 3)) / 2
        E = rng.integers(-1, 2, (rng.integers(0, 3), 3))
        system = System(A, E)
        found = split(system, proof="exact")
        assert isinstance(found, Split)
        made.append((system, SplitClaim(found.strict, found.proof)))
    return made


SPLITS = splits()


def test_all_three_kinds_are_there() -> None:
    assert {(bool(claim.strict.any()), bool(claim.strict.all())) for _, claim in SPLITS} >= {(0, 0), (1, 0), (1, 1)}


@pytest.mark.parametrize("number", range(len(SPLITS)))
def test_the_best_value_is_the_number_of_strict_rows(number: int) -> None:
    system, claim = SPLITS[number]
    file = read("\n".join(lines(system, claim)) + "\n")
    judge(file)
    assert (file.lower, file.upper) == (claim.strict.sum(), claim.strict.sum())


def test_z3_and_cvc5_find_the_same_value() -> None:
    z3, cvc5 = pytest.importorskip("z3"), pytest.importorskip("cvc5")
    for system, claim in SPLITS[:8]:
        script = "\n".join(lines(system, claim, "smt"))
        assert by_cvc5(cvc5, script) == ["unsat", "sat"]
        better, as_good = script.partition("(push 1)")[2].partition("(pop 1)")[::2]
        system_alone = script.partition("(push 1)")[0]
        for part, expected in ((better, "unsat"), (as_good, "sat")):
            solver = z3.Solver()
            solver.from_string(system_alone + part.replace("(check-sat)", ""))
            assert str(solver.check()) == expected


def test_rounded_weights_are_refused() -> None:
    system, claim = next((system, claim) for system, claim in SPLITS if not claim.strict.all())
    rounded = replace(claim.proof, weights=np.array(claim.proof.weights, dtype=float))
    with pytest.raises(gordan.InputError, match="rounded"):
        lines(system, SplitClaim(claim.strict, rounded))
