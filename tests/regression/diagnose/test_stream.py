"""Models whose rows come in batches: the answers are those of the same rows in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.errors import InputError
from gordan.regression.diagnose.streamed import OfBatches

RNG = np.random.default_rng(7)
N = 3_000
DATA = pd.DataFrame(
    {
        "a": RNG.standard_normal(N).round(2),
        "b": RNG.integers(0, 4, N),
        "g": RNG.choice(["u", "v", "w", "x"], N),
        "firm": RNG.integers(0, 60, N),
        "w": RNG.integers(0, 3, N),
    }
)
DATA["y"] = np.where(DATA.a + RNG.standard_normal(N) > 0, "yes", "no")
DATA["over"] = (DATA.a > 0.5).astype(int)
DATA["count"] = np.where(DATA.g == "x", 0, RNG.poisson(1.0, N))
DATA["share"] = np.where(DATA.b == 3, 1.0, RNG.integers(0, 5, N) / 4)
DATA["n_yes"], DATA["n_no"] = RNG.integers(0, 3, N), RNG.integers(0, 3, N)
DATA.loc[::17, "a"] = np.nan


def batches() -> Iterator[pd.DataFrame]:
    for start in range(0, N, 700):
        yield DATA[start : start + 700]


MODELS = [
    ("y ~ a + C(b) + g", "binomial"),
    ("over ~ a + g", "binomial"),
    ("over ~ a", "log-binomial"),
    ("share ~ a + C(b)", "binomial"),
    ("n_yes + n_no ~ a * g", "binomial"),
    ("count ~ a + g", "poisson"),
    ("count ~ a + g + I(a**2) + C(b):g", "negative-binomial"),
    ("count ~ g + I(2 * b) + b", "poisson"),
]


def same(one: Any, other: Any) -> None:
    for name in ("kind", "n", "n_given", "n_missing", "n_zero_weight", "rank", "aliased", "redundant", "classes"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.coefficients == other.coefficients
    assert one.mask.tolist() == other.mask.tolist()
    assert one.verdict.holds


@pytest.mark.parametrize(("formula", "family"), MODELS)
def test_as_in_memory(formula: str, family: str) -> None:
    answer = gordan.diagnose(formula, data=batches, family=family)
    assert isinstance(answer, OfBatches)
    same(answer, gordan.diagnose(formula, data=DATA, family=family))
    assert answer.verify().holds
    assert answer.to_dict()["kind"] == answer.kind
    assert str(answer).startswith(("Overlap", "Separation", "Complete", "Quasi"))


def test_weights_beside() -> None:
    answer = gordan.diagnose("y ~ a", data=batches, weights="w")
    same(answer, gordan.diagnose("y ~ a", data=DATA, weights="w"))


def test_files(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    DATA.to_parquet(tmp_path / "t.parquet")
    DATA.to_csv(tmp_path / "t.csv", index=False)
    for formula, family in MODELS[:1] + MODELS[5:6]:
        known = gordan.diagnose(formula, data=DATA, family=family)
        same(gordan.diagnose(formula, data=tmp_path / "t.parquet", family=family), known)
        text = gordan.diagnose(formula, data=str(tmp_path / "t.csv"), family=family)
        same(text, known)
        assert list(text.rows) == [row + 2 for row in known.rows]  # lines of the file


def test_read_anew_where_the_columns_are_too_many(tmp_path: Path) -> None:
    """Beyond the memory that reading may take nothing is kept, and every pass reads the source again."""
    calls = []

    def counted() -> Iterator[pd.DataFrame]:
        calls.append(1)
        return batches()

    with gordan.limits(memory="64KB"):
        answer = gordan.diagnose("over ~ a + g", data=counted)
    assert len(calls) > 4
    same(answer, gordan.diagnose("over ~ a + g", data=DATA))


def test_effects_hold_their_columns(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    DATA.to_parquet(tmp_path / "t.parquet")
    answer = gordan.diagnose("count ~ a | firm", data=tmp_path / "t.parquet", family="poisson")
    known = gordan.diagnose("count ~ a | firm", data=DATA, family="poisson")
    assert (answer.kind, answer.n, answer.coefficients) == (known.kind, known.n, known.coefficients)
    assert answer.mask.tolist() == known.mask.tolist()


def test_families_with_several_rows_hold_theirs() -> None:
    answer = gordan.diagnose("g ~ a", data=batches, family="multinomial")
    assert answer.kind == gordan.diagnose("g ~ a", data=DATA, family="multinomial").kind


def test_dask() -> None:
    dd = pytest.importorskip("dask.dataframe")
    frame = dd.from_pandas(DATA, npartitions=3)
    same(
        gordan.diagnose("count ~ a + g", data=frame, family="poisson"),
        gordan.diagnose(*MODELS[5][:1], data=DATA, family="poisson"),
    )


def changing() -> Any:
    calls: list[int] = []

    def factory() -> Iterator[pd.DataFrame]:
        calls.append(1)
        return iter([DATA[:700].assign(a=1.0 * len(calls) + DATA.b[:700]), DATA[700:]])

    return factory


REFUSED = [
    ("y ~ poly(a, 2)", lambda: batches, "poly( ) needs all values"),
    ("y ~ scale(a)", lambda: batches, "scale( ) needs all values"),
    ("y ~ aa", lambda: batches, "which is neither a column of the data"),
    ("y ~ a", batches, "can be read once only"),
    ("y ~ a", lambda: lambda: iter([DATA[:700], DATA[700:].drop(columns="a")]), "batch 2: there is no column 'a'"),
    ("y ~ a", lambda: lambda: iter([]), "there are no rows in the batches"),
    ("y ~ a", lambda: "nowhere.parquet", "there is no file 'nowhere.parquet'"),
    ("b ~ a", lambda: batches, "a binomial model needs two"),
    ("y ~ a", lambda: lambda: iter([{"a": [1.0], "y": [0]}, {"a": ["u"], "y": [1]}]), "text in others"),
]


@pytest.mark.parametrize(("formula", "data", "sentence"), REFUSED)
def test_refused(formula: str, data: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        gordan.diagnose(formula, data=data())


def test_a_negative_count_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,y\n1,0\n2,-3\n4,5\n")
    with pytest.raises(InputError, match=r"'y' holds -3 in row 3, which is negative"):
        gordan.diagnose("y ~ a", data=tmp_path / "t.csv", family="poisson")


def test_other_numbers_in_a_later_pass() -> None:
    with gordan.limits(memory="64KB"), pytest.raises(InputError, match="pass 2, batch 1: other numbers"):
        gordan.diagnose("over ~ a", data=changing())


@pytest.mark.parametrize(("formula", "family"), MODELS)
def test_certificate(formula: str, family: str, tmp_path: Path) -> None:
    """Accepted of the batches it was written for, of others, and of the same rows in memory."""
    answer = gordan.diagnose(formula, data=batches, family=family, proof="exact")
    gordan.certify(answer.system, answer, tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert (certificate.alternative, certificate.n_strict) == (answer.kind, answer.separated_places.size)
    again = gordan.diagnose(formula, data=lambda: iter([DATA]), family=family).system
    in_memory = gordan.pose(formula, data=DATA, family=family).system
    for system in (answer.system, again, in_memory):
        assert system.hashes().blocks == certificate.blocks
        assert gordan.verify(system, certificate).holds
    assert certificate.finite == tuple(name for name, state in answer.coefficients.items() if state == "finite")


def test_a_rounded_proof_is_not_certified(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'ask with proof="exact"'):
        gordan.diagnose("share ~ a + C(b)", data=batches).write_certificate(tmp_path / "c.json")


def test_halves_need_the_rows_in_memory(tmp_path: Path) -> None:
    gordan.diagnose("over ~ a", data=DATA, proof="exact").write_certificate(tmp_path / "c.json")
    system = gordan.diagnose("over ~ a", data=batches).system
    with pytest.raises(InputError, match="a weight for every row, and the rows are read in batches"):
        gordan.verify(system, gordan.read_certificate(tmp_path / "c.json"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("pyarrow")
    place = tmp_path_factory.mktemp("stream") / "parts"
    place.mkdir()
    for k, start in enumerate(range(0, N, 1000)):
        DATA[start : start + 1000].to_parquet(place / f"part-{k}.parquet")
    return place


def judged(certificate: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    from gordan.cli.exit import run

    capsys.readouterr()
    code = run(["verify", str(certificate), str(data), "--output-format", "concise"])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_the_file_that_differs_is_named(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One cell of one file of a folder; the same rows in one CSV, or in batches of other sizes, are the same."""
    path = tmp_path / "c.json"
    answer = gordan.diagnose("count ~ a + g", data=folder, family="poisson", proof="exact")
    answer.write_certificate(path, file=str(folder))
    certificate = gordan.read_certificate(path)
    assert [each.file for each in certificate.files] == [f"part-{k}.parquet" for k in range(3)]
    rows = [sum(each.rows) for each in certificate.files]
    assert rows == [DATA.a[k : k + 1000].notna().sum() for k in (0, 1000, 2000)]
    DATA.to_csv(tmp_path / "t.csv", index=False)
    DATA.to_parquet(tmp_path / "t.parquet")
    for data in (folder, tmp_path / "t.csv", tmp_path / "t.parquet"):
        code, words = judged(path, data, capsys)
        assert (code, words.startswith("accepted  quasi  714 of")) == (0, True), words
    other = tmp_path / "other"
    other.mkdir()
    for k in range(3):
        part = DATA[1000 * k : 1000 * k + 1000].copy()
        if k == 1:
            part.loc[1500, "a"] += 0.01
        part.to_parquet(other / f"part-{k}.parquet")
    code, words = judged(path, other, capsys)
    assert code == 1
    changed = gordan.diagnose("count ~ a + g", data=other, family="poisson").system
    failed = {check.name: check.quantity for check in gordan.verify(changed, certificate).failed}
    assert "rows of part-1.parquet have SHA-256" in failed["files are the certificate's"]
    assert "(1 of 3 files differ)" in failed["files are the certificate's"]
    assert failed["blocks are the certificate's"].startswith("rows 0 to ")


def test_columns_that_are_gone(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gordan.diagnose("over ~ a", data=folder, proof="exact").write_certificate(tmp_path / "c.json")
    DATA.drop(columns="a").to_parquet(tmp_path / "t.parquet")
    code, words = judged(tmp_path / "c.json", tmp_path / "t.parquet", capsys)
    assert (code, "has no column 'a', which the certificate's model uses" in words) == (2, True), words
