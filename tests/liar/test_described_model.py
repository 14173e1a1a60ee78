"""A split certificate whose model lies: nothing of it is ever run, and rows that are not its own are refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gordan
from cli.conftest import DATA as STORED
from cli.conftest import HISTOLOGY
from file.certificate.by_hand import rewrite
from file.certificate.made import resealed
from file.certificate.split_made import made_split, write_data
from gordan.cli import ACCEPTED, FAILED, REJECTED
from gordan.cli.exit import run
from gordan.cli.repose import repose
from gordan.file.certificate.format import parse
from gordan.file.table.frame import read_frame
from gordan.outcome.certificate.split import SplitCertificate
from gordan.problem.description import limit
from gordan.regression.model.frame import read_frame as columns_of

# A column of this name in a comment, and then one whose name has the spelling that formulaic gives the first: put back
# by text replacement, the name stood outside of its backticks, and was run.
COMMAND = list(b"touch evil")
CODE = f"+np.testing._private.utils.os.system(np.uint8({COMMAND}).tobytes())+"
SPELT = re.sub(r"\W", "_", CODE)
EXPLOIT = f"I(#`{CODE}`\n`dose_formulaic_{SPELT}dose`)"
HOSTILE = [
    EXPLOIT,
    EXPLOIT.replace("dose", "x"),
    f"`x`{CODE}`x`",
    f"I(`x`{CODE}`x`)",
    "I(x)\n#`\nI(z)",
    "I(x) # and no more",
    "__import__('os').system('touch evil')",
    "I(x.__class__.__mro__)",
    "{(lambda: open('evil', 'w'))()}",
    "np.os.system('touch evil')",
    "I(open('evil', 'w'))",
    "C(x, open('evil', 'w'))",
    "poly(x, open('evil', 'w'))",
    "Q(open('evil', 'w'))",
    "center(open('evil', 'w'))",
    "I(f'{x}')",
    "I('ab' * 1000000000)",
    "I(9**9**9)",
    "poly(x, 1000000)",
    "bs(x, df=1000000)",
    "x" + "*x" * 30 + "".join(f"*`a{k}`" for k in range(30)),
    "(" + " + ".join(f"`a{k}`" for k in range(40)) + ")**16",
    "I(x" + " + x" * 3000 + ")",
    "(" * 2000 + "x" + ")" * 2000,
    "I(" + "-" * 5000 + "x)",
    "I(" + "(" * 5000 + "x" + ")" * 5000 + ")",
    "x" + " + x" * 60_000,
    "x\x00",
    "`x",
    "I(`x)",
    "'x'",
    "{x",
    "\u202ex",
]


@pytest.fixture(autouse=True)
def nothing_was_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    write_data(tmp_path / "data.csv")
    yield
    assert not (tmp_path / "evil").exists()


def verify(raw: bytes, data: object = "data.csv", *options: str) -> int:
    rewrite(Path("c.json"), raw)
    return run(["verify", "c.json", str(data), "--output-format", "concise", *options])


@pytest.mark.parametrize("terms", HOSTILE, ids=lambda terms: repr(terms[:30]))
def test_a_formula_of_version_1_is_never_run(terms: str, capsys: pytest.CaptureFixture[str]) -> None:
    old = (STORED / "histology-quasi-certificate.json").read_bytes()
    raw = resealed(old, lambda members: members["model"].update(formula=f"high_grade ~ {terms}"))
    assert verify(raw, HISTOLOGY) == FAILED
    said = capsys.readouterr()
    assert said.err.startswith("gordan: ")
    assert said.err.count("\n") == 1
    assert "failed with" not in said.err


@pytest.mark.parametrize("terms", HOSTILE, ids=lambda terms: repr(terms[:30]))
def test_a_formula_of_version_2_is_text(terms: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It stands there for people: refused where it gives other rows, told where it cannot be read, and never run."""
    raw = resealed(made_split("quasi").raw, lambda members: members["model"].update(formula=f"y ~ {terms}"))
    code, told = verify(raw), capsys.readouterr().out
    assert "formula not confirmed" in told if code == ACCEPTED else "formula gives the described rows" in told
    assert code in (ACCEPTED, REJECTED)
    run(["verify", "c.json", "data.csv"])
    assert all(sign.isprintable() or sign == "\n" for sign in capsys.readouterr().out)


@pytest.mark.parametrize("terms", HOSTILE, ids=lambda terms: repr(terms[:30]))
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_formula_in_a_terminal_is_never_run(terms: str, side: str, capsys: pytest.CaptureFixture[str]) -> None:
    formula = f"y ~ {terms}" if side == "right" else f"{terms} ~ x"
    assert run(["diagnose", "data.csv", "--formula", formula]) == FAILED
    said = capsys.readouterr()
    assert said.err.startswith("gordan: ")
    assert "failed with" not in said.err
    with pytest.raises(gordan.InputError):
        gordan.diagnose(formula, data=read_frame("data.csv"), python=False)


def changed(name: str, change: Callable[[Any], None]) -> bytes:
    return resealed(made_split(name).raw, lambda members: change(members["model"]["design"]))


def put(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(design: Any) -> None:
        inner = design
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return change


def recoded(design: Any) -> None:
    coded = next(each for each in design["factors"] if each.get("coding"))
    coded["coding"][0][0] = (2.0).hex()


X, Z = ["column", "x"], ["column", "z"]
ONE = ["number", (1.0).hex()]
COLUMNS = "columns are the certificate's"
ROWS = "rows are the certificate's"
OTHER_MODELS: dict[str, tuple[str, Callable[[Any], None], int, str]] = {
    "terms exchanged": ("quasi", put("terms", value=[[], [1], [0]]), REJECTED, COLUMNS),
    "a term more": ("quasi", put("terms", value=[[], [0], [1], [0, 1]]), REJECTED, "question is the certificate's"),
    "a term less": ("quasi", put("terms", value=[[], [0]]), REJECTED, "question is the certificate's"),
    "a term twice": ("quasi", put("terms", value=[[], [0], [0]]), FAILED, "would both be called 'x'"),
    "no intercept": ("quasi", put("terms", value=[[0], [1], [0, 1]]), REJECTED, COLUMNS),
    "another column": ("quasi", put("factors", 0, "value", value=Z), REJECTED, ROWS),
    "another name": ("quasi", put("factors", 0, "names", value=["u"]), REJECTED, COLUMNS),
    "another number": ("quasi", put("factors", 0, "value", value=["+", X, ONE]), REJECTED, ROWS),
    "a power": ("quasi", put("factors", 0, "value", value=["power", X, ONE[:1] + [(2.0).hex()]]), REJECTED, ROWS),
    "a text": ("poisson", put("factors", 0, "value", value=["column", "site"]), FAILED, "holds text"),
    "no column": ("quasi", put("factors", 0, "value", value=["column", "nothing"]), FAILED, "'nothing'"),
    "no such used": ("quasi", put("used", value=["nothing"]), FAILED, "'nothing' is not a column"),
    "used less": ("quasi", put("used", value=["x", "y"]), FAILED, "'z', which is not a column"),
    "infinite": ("quasi", put("factors", 0, "value", value=["/", X, Z]), FAILED, "infinite"),
    "classes exchanged": (
        "quasi",
        put("response", "levels", "number", value=[(1.0).hex(), "0x0.0p+0"]),
        REJECTED,
        ROWS,
    ),
    "a class less": ("quasi", put("response", "levels", "number", value=[(1.0).hex()]), FAILED, "none of the 1 levels"),
    "a class more": (
        "multinomial",
        put("response", "levels", "number", value=[(k + 0.0).hex() for k in (1, 2, 3, 4)]),
        ACCEPTED,
        "",
    ),
    "another response": ("quasi", put("response", "values", value=[["*", Z, Z]]), REJECTED, ROWS),
    "counts exchanged": (
        "equalities",
        put("response", "values", value=[["column", "bad"], ["column", "good"]]),
        REJECTED,
        ROWS,
    ),
    "a level less": ("poisson", put("factors", 1, "levels", "text", value=["b"]), FAILED, "expected rising"),
    "levels exchanged": ("poisson", put("factors", 1, "levels", "text", value=["b", "a"]), REJECTED, ROWS),
    "another indicator": ("poisson", put("factors", 1, "indicators", value=[0]), REJECTED, ROWS),
    "a coding": ("described", recoded, REJECTED, ROWS),
    "alpha": ("bases", put("factors", 0, "alpha", 0, value=(2.0).hex()), REJECTED, ROWS),
    "norms": ("bases", put("factors", 0, "norms", 1, value=(2.0).hex()), REJECTED, ROWS),
    "norms of nothing": ("bases", put("factors", 0, "norms", 1, value="0x0.0p+0"), FAILED, "norms"),
    "knots": ("bases", put("factors", 1, "knots", 4, value=(0.75).hex()), REJECTED, ROWS),
    "knots too narrow": (
        "bases",
        put("factors", 1, "knots", value=[(0.0).hex()] * 4 + [(0.1).hex()] * 5),
        FAILED,
        "range",
    ),
    "degree": ("bases", put("factors", 1, "degree", value=2), REJECTED, ROWS),
    "functions": ("bases", put("factors", 1, "functions", value=[0, 1, 2, 3]), REJECTED, ROWS),
    "carried": ("carried", put("factors", 1, "values", 0, 2, value=(2.0).hex()), REJECTED, ROWS),
    "carried too few": ("carried", lambda d: d["factors"][1]["values"][0].pop(), FAILED, "carries 7 values"),
    "carried nothing": ("carried", put("factors", 1, "values", 0, 2, value=None), REJECTED, "question"),
    "carried response": (
        "carried response",
        put("response", "values", 0, "carried", 0, value=(1.0).hex()),
        REJECTED,
        ROWS,
    ),
    "proportion": (
        "proportions",
        put("response", "values", value=[["/", X, ["number", (0.25).hex()]]]),
        FAILED,
        "not from 0",
    ),
}


@pytest.mark.parametrize("what", OTHER_MODELS)
def test_another_model(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, change, code, told = OTHER_MODELS[what]
    assert verify(changed(name, change)) == code
    said = capsys.readouterr()
    assert told in said.out + said.err
    assert "failed with" not in said.err


DEEP: Any = X
for _ in range(limit.DEPTH):
    DEEP = ["minus", DEEP]
WIDE: Any = ["abs", X]
for _ in range(9):
    WIDE = ["+", WIDE, WIDE]
NO_DESCRIPTION: dict[str, tuple[Callable[[Any], None], str]] = {
    "code": (put("factors", 0, "value", value=["__import__", ["text", "os"]]), "factors[0].value"),
    "a call": (put("factors", 0, "value", value=["call", ["text", "os.system"], X]), "factors[0].value"),
    "a bare text": (put("factors", 0, "value", value="x"), "value is text; expected a list"),
    "an empty list": (put("factors", 0, "value", value=[]), "factors[0].value"),
    "too many arguments": (put("factors", 0, "value", value=["+", X, X, X]), "factors[0].value"),
    "a large power": (put("factors", 0, "value", value=["power", X, ["number", (99.0).hex()]]), "a power"),
    "a power of half": (put("factors", 0, "value", value=["power", X, ["number", (0.5).hex()]]), "a power"),
    "a power of a column": (put("factors", 0, "value", value=["power", X, Z]), "a power"),
    "a number in digits": (put("factors", 0, "value", value=["number", "1.0"]), "factors[0].value"),
    "too deep": (put("factors", 0, "value", value=DEEP), "too large"),
    "too wide": (put("factors", 0, "value", value=WIDE), "too large"),
    "another kind": (put("factors", 0, "kind", value="python"), "factors[0].kind is 'python'"),
    "no name": (put("factors", 0, "names", value=[]), "factors[0].names"),
    "a factor that is not there": (put("terms", value=[[], [7]]), "terms[1]"),
    "a factor below": (put("terms", value=[[-1]]), "terms[0]"),
    "a factor twice in a term": (put("terms", value=[[0, 0]]), "twice"),
    "no terms": (put("terms", value=[]), "terms has 0 members"),
    "too many in a term": (put("terms", value=[list(range(17))]), "terms[0]"),
    "too many terms": (put("terms", value=[[0]] * (limit.TERMS + 1)), "terms has 20,001 members"),
    "another response": (put("response", "kind", value="program"), "response.kind"),
    "levels of two kinds": (
        put("response", "levels", value={"text": ["a"], "number": []}),
        "levels.number is not known",
    ),
    "levels twice": (put("response", "levels", "number", value=["0x0.0p+0"] * 2), "twice"),
    "no levels": (put("response", "levels", value=None), "levels is null"),
}


@pytest.mark.parametrize("what", NO_DESCRIPTION)
def test_no_description(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    change, told = NO_DESCRIPTION[what]
    assert verify(changed("quasi", change)) == FAILED
    assert told in capsys.readouterr().err


def test_levels_crossed_without_end_are_counted_before_any_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    """Sixteen factors of a thousand columns each would be 10^48 columns."""

    def bomb(design: Any) -> None:
        levels = [str(k) for k in range(1000)]
        factor = {"kind": "levels", "names": levels, "value": ["column", "site"]}
        factor |= {"levels": {"text": levels}, "indicators": list(range(1000)), "coding": None}
        design["factors"] += [factor] * 16
        design["terms"].append(list(range(2, 18)))

    assert verify(changed("quasi", bomb)) == FAILED
    told = capsys.readouterr().err
    assert "more than 20,000" in told
    assert "gordan.problem.description.limit.COLUMNS can be raised" in told


def test_each_field_of_the_description_counts() -> None:
    """Whatever is put in the place of any member: a sentence, a refusal, or the same rows as before."""
    for name in ("poisson", "described", "bases", "carried", "carried response", "proportions"):
        system, _, raw = made_split(name)
        for path in paths(json.loads(raw)["model"]["design"]):
            for value in (0, 1, "x", "z", "w", None, [], {}, X, ["column", "w"], (2.0).hex(), "\x1b[2J", "__import__"):
                lie = changed(name, put(*path, value=value))
                try:
                    claim = parse(lie, "c.json")
                    assert isinstance(claim, SplitCertificate)
                    posed = repose(claim, "data.csv", None).posed
                except gordan.InputError:
                    continue
                same = posed.system.digest() == system.digest() and posed.system.names == system.names
                assert gordan.verify(posed.system, claim).holds == same, (name, path, value)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in members:
        yield (*path, key)
        yield from paths(each, (*path, key))


@pytest.mark.parametrize("evil", ["a`b", "x\n", "#", "I(x)", "\x1b[31mred", "__class__", "a:b", "[red]", "\u202eabc"])
def test_columns_and_levels_of_any_name(evil: str, tmp_path: Path) -> None:
    """In memory, where names may be anything; written, read back and rebuilt by the description alone."""
    data = {"y": [0, 0, 1, 1, 0, 1], evil: [1, 2, 3, 4, 3, 2], "g": [evil, "b", evil, "b", "b", evil]}
    formula = "y ~ g" if "`" in evil else f"y ~ `{evil}` + g"
    found = gordan.diagnose(formula, data=data, proof="exact")
    found.write_certificate(tmp_path / "n.json")
    claim = gordan.read_certificate(tmp_path / "n.json")
    assert isinstance(claim, SplitCertificate)
    assert found.study is not None
    assert found.study.posed.python is None
    assert gordan.verify(found.study.posed.system, claim).holds
    assert columns_of(data).names == ("y", evil, "g")
