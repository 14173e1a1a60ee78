"""The second reader keeps to the specification: what proves passes, what does not is refused for its own reason."""

from __future__ import annotations

import re

import pytest
from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read
from benchmarks.vipr.record import Refused

# min x + y with 2x ≥ 1 and x − y ≤ 0: at (1/2, 1/2) it is 1, and 1·(2x ≥ 1) − 1·(x − y ≤ 0) says x + y ≥ 1.
BOUNDED = """% a comment
%another
VER 1.1
VAR 2 x y
INT 0
OBJ min 2 0 1 1 1
CON 2 1
half G 1 1 0 2
below L 0 2 0 1 1 -1
RTP range 1 1.0
SOL 1 corner 2 0 1/2 1 0.5
DER 2
twice G 2 2 0 2 1 2 { lin 2 0 2 1 -2 } 3
least G 1 OBJ { lin 1 2 1/2 } -1
"""

SPOILT = {
    "VER 1.2": ("VER 1.1", "VER 1.2", "'1.2' where 1.0 or 1.1 belongs"),
    "a section is missing": ("INT 0\n", "", "'OBJ' where INT belongs"),
    "one name too few": ("VAR 2 x y", "VAR 2 x", "'0' where INT belongs"),
    "a variable too far": ("half G 1 1 0 2", "half G 1 1 2 2", "'2' where an index below 2 belongs"),
    "an integer variable too far": ("INT 0", "INT 1 2", "'2' where an index below 2 belongs"),
    "a fraction of an integer variable": ("INT 0", "INT 1 0", "integer variable x a fraction"),
    "a sense that is none": ("half G", "half g", "'g' where G or E or L belongs"),
    "a denominator of zero": ("0 1/2 1", "0 1/0 1", "'1/0' where a rational number belongs"),
    "an exponent": ("1.0", "1e0", "'1e0' where a rational number belongs"),
    "a plus sign": ("half G 1 ", "half G +1 ", "'+1' where a rational number belongs"),
    "an index twice": ("below L 0 2 0 1 1 -1", "below L 0 2 0 1 0 -1", "names something twice"),
    "a name twice": ("below L", "half L", "names something twice"),
    "a bound with two variables": ("CON 2 1", "CON 2 2", "2 bound constraints, which do not come first"),
    "more after the end": ("} -1\n", "} -1\nCON\n", "'CON' after the last section"),
    "an early end": (" } -1\n", "", "the end of the file, too early"),
    "a late comment": ("INT 0", "% comment\nINT 0", "'%' where INT belongs"),
    "a solution too small": ("0 1/2 1 0.5", "0 1/3 1 0.5", "violates the constraint half"),
    "a solution too large": ("0 1/2 1 0.5", "0 1/2 1 0.4", "violates the constraint below"),
    "a solution not good enough": ("0 1/2 1 0.5", "0 1/2 1 0.6", "no solution is as good as claimed"),
    "no solution": ("SOL 1 corner 2 0 1/2 1 0.5", "SOL 0", "no solution is as good as claimed"),
    "bounds that cross": ("range 1 1.0", "range 2 1.0", "above the upper one"),
    "nothing claimed": ("range 1 1.0", "range -inf inf", "nothing is proved"),
    "a claim too high": ("range 1 1.0", "range 1.01 1.1", "does not bound the objective"),
    "a claim of infeasibility": ("range 1 1.0", "infeas", "no absurdity"),
    "a derivation too strong": ("twice G 2 2", "twice G 2.1 2", "twice does not follow"),
    "another left-hand side": ("twice G 2 2 0 2 1 2", "twice G 2 2 0 2 1 3", "twice does not follow"),
    "another sense": ("twice G 2 2", "twice L 2 2", "twice does not follow"),
    "senses that do not add up": ("lin 2 0 2 1 -2", "lin 2 0 2 1 2", "opposite senses"),
    "a reference ahead": ("lin 1 2 1/2", "lin 1 3 1/2", "'3' where an index below 3 belongs"),
    "a reference to what was forgotten": ("} 3", "} 2", "which was to be forgotten by then"),
    "an assumption": ("{ lin 1 2 1/2 }", "{ asm }", "the reason 'asm'"),
    "an incomplete derivation": ("{ lin 1 2 1/2 }", "{ lin incomplete 0 }", "proves nothing yet"),
}


def test_the_example_is_proved() -> None:
    assert judge(read(BOUNDED)) == "the objective is bounded"


@pytest.mark.parametrize(("old", "new", "reason"), SPOILT.values(), ids=SPOILT)
def test_what_is_spoilt_is_refused(old: str, new: str, reason: str) -> None:
    assert BOUNDED.count(old) == 1
    with pytest.raises(Refused, match=re.escape(reason)):
        judge(read(BOUNDED.replace(old, new)))


def test_infeasibility_needs_a_derivation() -> None:
    head = "VER 1.0 VAR 1 x INT 0 OBJ max 0 CON 2 0 up G 1 1 0 1 down L 0 1 0 1 RTP infeas SOL 0 "
    assert judge(read(head + "DER 1 end G 1 0 { lin 2 0 1 1 -1 } -1")) == "2 constraints have no solution"
    # An absurdity dominates whatever is written; what is written must then be one too.
    assert judge(read(head + "DER 1 end E 7 0 { lin 2 0 1 1 -1 } -1")) == "2 constraints have no solution"
    for rest in ("DER 0", "DER 1 end G 0 0 { lin 2 0 1 1 -1 } -1", "DER 1 end G 1 0 { lin 2 0 1 1 -2 } -1"):
        with pytest.raises(Refused):
            judge(read(head + rest))
