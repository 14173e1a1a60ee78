"""What is printed, word for word. GORDAN_GOLDEN=write makes the files anew; read the difference before keeping it."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import HISTOLOGY, IRIS, Run
from gordan.cli import EXISTS, FAILED, INSEPARABLE, SEPARABLE, SEPARATED, UNDECIDED

GOLDEN = Path(__file__).parent / "golden"
IRIS_SETOSA = ("check", IRIS, "--label", "species", "--positive", "setosa")
IRIS_VERSICOLOR = ("check", IRIS, "--label", "species", "--positive", "versicolor")
IRIS_UNDECIDED = (*IRIS_VERSICOLOR, "--max-seconds", "1e-6")
SPOILERS = ("spoilers", IRIS, "--label", "species", "--positive", "virginica")
SPOILERS_MODEL = ("spoilers", "birds.csv", "--formula", "seen ~ hours", "--family", "poisson")

HISTOLOGY_QUASI = ("diagnose", HISTOLOGY, "--formula", "high_grade ~ invasion + pulsatility + height")
HISTOLOGY_OVERLAP = ("diagnose", HISTOLOGY, "--formula", "high_grade ~ pulsatility + height + C(site)")
HISTOLOGY_COLLINEAR = ("diagnose", HISTOLOGY, "--formula", "high_grade ~ 0 + height + I(2 * height) + site")
BIRDS = ("diagnose", "birds.csv", "--family", "poisson", "--formula", "seen ~ hours + place")

ORDERED = "C(grade, levels=['low', 'middle', 'high']) ~ dose"
GRADES = ("diagnose", "grades.csv", "--formula")

CASES: dict[str, tuple[int, tuple[object, ...]]] = {
    "iris-setosa.txt": (SEPARABLE, IRIS_SETOSA),
    "iris-setosa-widest.txt": (SEPARABLE, (*IRIS_SETOSA, "--solver", "min-norm-point")),
    "iris-setosa-concise.txt": (SEPARABLE, (*IRIS_SETOSA, "--output-format", "concise")),
    "iris-setosa.json": (SEPARABLE, (*IRIS_SETOSA, "--output-format", "json")),
    "iris-versicolor.txt": (INSEPARABLE, IRIS_VERSICOLOR),
    "iris-versicolor-concise.txt": (INSEPARABLE, (*IRIS_VERSICOLOR, "--output-format", "concise")),
    "iris-versicolor.json": (INSEPARABLE, (*IRIS_VERSICOLOR, "--output-format", "json")),
    "iris-versicolor-depth.txt": (INSEPARABLE, (*IRIS_VERSICOLOR, "--depth")),
    "xor-depth.json": (INSEPARABLE, ("check", "xor.csv", "--depth", "--output-format", "json")),
    "iris-undecided.txt": (UNDECIDED, IRIS_UNDECIDED),
    "iris-undecided-concise.txt": (UNDECIDED, (*IRIS_UNDECIDED, "--output-format", "concise")),
    "iris-undecided.json": (UNDECIDED, (*IRIS_UNDECIDED, "--output-format", "json")),
    "spoilers-iris.txt": (INSEPARABLE, SPOILERS),
    "spoilers-iris-concise.txt": (INSEPARABLE, (*SPOILERS, "--output-format", "concise")),
    "spoilers-iris.json": (INSEPARABLE, (*SPOILERS, "--output-format", "json")),
    "spoilers-none.txt": (SEPARABLE, ("spoilers", "fruit.csv", "--positive", "apple")),
    "spoilers-poisson.txt": (INSEPARABLE, SPOILERS_MODEL),
    "spoilers-poisson-concise.txt": (INSEPARABLE, (*SPOILERS_MODEL, "--output-format", "concise")),
    "spoilers-poisson.json": (INSEPARABLE, (*SPOILERS_MODEL, "--output-format", "json")),
    "fruit.txt": (SEPARABLE, ("check", "fruit.csv", "--positive", "apple")),
    "nonnegative.txt": (SEPARABLE, ("check", "doses.csv", "--nonnegative")),
    "nonnegative-refuted.txt": (INSEPARABLE, ("check", "doses.csv", "--label", "site", "--nonnegative")),
    "nonnegative-refuted.json": (
        INSEPARABLE,
        ("check", "doses.csv", "--label", "site", "--nonnegative", "--output-format", "json"),
    ),
    "iris-classes.txt": (INSEPARABLE, ("check", IRIS, "--label", "species")),
    "iris-classes-concise.txt": (INSEPARABLE, ("check", IRIS, "--label", "species", "--output-format", "concise")),
    "twins.txt": (INSEPARABLE, ("check", "twins.csv")),
    "xor.txt": (INSEPARABLE, ("check", "xor.csv")),
    "xor-rbf.txt": (SEPARABLE, ("check", "xor.csv", "--kernel", "rbf", "--gamma", "0.5")),
    "xor-planes.txt": (INSEPARABLE, ("check", "xor.csv", "--kernel", "poly", "--degree", "1", "--coef0", "1")),
    "zero-row.txt": (INSEPARABLE, ("check", "zero_row.csv", "--no-intercept")),
    "one-sign.txt": (INSEPARABLE, ("check", "one_sign.csv", "--no-intercept")),
    "no-heading.txt": (SEPARABLE, ("check", "no_heading.csv")),
    "normalised.txt": (INSEPARABLE, ("check", "no_heading.csv", "--no-intercept", "--normalise")),
    "many-columns.txt": (INSEPARABLE, ("check", "many_columns.csv")),
    "sparse.txt": (SEPARABLE, ("check", "sparse.svm")),
    "escape.txt": (SEPARABLE, ("check", "escape.csv")),
    "diagnose-quasi.txt": (SEPARATED, HISTOLOGY_QUASI),
    "diagnose-quasi-concise.txt": (SEPARATED, (*HISTOLOGY_QUASI, "--output-format", "concise")),
    "diagnose-quasi.json": (SEPARATED, (*HISTOLOGY_QUASI, "--output-format", "json")),
    "diagnose-exact.txt": (SEPARATED, (*HISTOLOGY_QUASI, "--proof", "exact")),
    "diagnose-overlap.txt": (EXISTS, HISTOLOGY_OVERLAP),
    "diagnose-overlap-concise.txt": (EXISTS, (*HISTOLOGY_OVERLAP, "--output-format", "concise")),
    "diagnose-collinear.txt": (EXISTS, HISTOLOGY_COLLINEAR),
    "diagnose-poisson.txt": (SEPARATED, BIRDS),
    "diagnose-complete.txt": (SEPARATED, ("diagnose", "birds.csv", "--formula", "I(hours > 2) ~ hours + place")),
    "diagnose-undecided.txt": (UNDECIDED, (*HISTOLOGY_QUASI, "--max-seconds", "1e-9")),
    "diagnose-undecided-concise.txt": (
        UNDECIDED,
        (*HISTOLOGY_QUASI, "--max-seconds", "1e-9", "--output-format", "concise"),
    ),
    "diagnose-ordinal.txt": (SEPARATED, (*GRADES, ORDERED, "--family", "ordinal", "--weights", "patients")),
    "diagnose-multinomial.txt": (SEPARATED, (*GRADES, ORDERED, "--family", "multinomial", "--offset", "age")),
    "diagnose-conditional.txt": (
        SEPARATED,
        (*GRADES, "I(grade == 'low') ~ dose", "--family", "conditional", "--strata", "ward"),
    ),
    "solvers.txt": (SEPARABLE, ("solvers",)),
    "solvers-concise.txt": (SEPARABLE, ("solvers", "--output-format", "concise")),
    "solvers.json": (SEPARABLE, ("solvers", "--output-format", "json")),
    "explain-mirror-prox.txt": (SEPARABLE, ("explain", "mirror-prox")),
    "explain-perceptron-concise.txt": (SEPARABLE, ("explain", "perceptron", "--output-format", "concise")),
    "explain-winnow.json": (SEPARABLE, ("explain", "winnow", "--output-format", "json")),
}


@pytest.mark.parametrize("name", CASES)
def test_prints_what_it_printed(name: str, command: Run) -> None:
    code, arguments = CASES[name]
    ran = command(*arguments)
    assert ran.code == code, ran.err
    compare(name, masked_json(ran.out) if name.endswith(".json") else masked(ran.out))


def test_help_without_arguments_is_a_failure_on_standard_error(command: Run) -> None:
    asked, unasked = command("--help"), command()
    assert (asked.code, asked.err) == (SEPARABLE, "")
    assert (unasked.code, unasked.out) == (FAILED, "")
    assert unasked.err == asked.out
    for word in ("check", "diagnose", "solvers", "explain", "--version", "inseparable"):
        assert word in asked.out


def test_no_line_is_longer_than_the_page() -> None:
    for path in GOLDEN.glob("*.txt"):
        if "concise" not in path.name:
            for line in path.read_text(encoding="utf-8").splitlines():
                assert len(line) <= 80, (path.name, line)
                assert line == line.rstrip()


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("GORDAN_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def masked(text: str) -> str:
    """Without what depends on the machine: seconds, and counts that follow from how fast polishing was."""
    text = re.sub(r"[\d,]+ iterations?, [\d,]+ pass(es)? over the data, \S+ s", "I iterations, P passes, S s", text)
    text = re.sub(r"[\d,]+ questions?, \S+ s", "Q questions, S s", text)
    text = re.sub(r"Used [\d,]+ of at most [\d,]+ iterations", "Used I of at most G iterations", text)
    text = re.sub(r"(?<=[a-z]) [\d,]+ iterations?(?=  )", " I iterations", text)
    text = re.sub(r"(\d\.\d{6})\d* ?± ?\de-1\d", r"\1… ± tiny", text)
    text = re.sub(r"-?\d(\.\d+)?e-1\d", "tiny", text)
    text = re.sub(r"\d+ of \d+ checks hold(?!\.)", "all checks hold", text)
    # Whether a coefficient of rounding's size is there at all is the arithmetic library's matter.
    return re.sub(r"\n? +[−+] tiny·\w+", "", text)


def masked_json(text: str) -> str:
    record = json.loads(text)
    if isinstance(record, dict) and "outcome" in record:
        for name in ("n_iter", "n_passes", "seconds"):
            assert record[name] >= 0
            record[name] = None
        if record["guarantee"]:
            record["guarantee"]["iterations"] = None
        record["gordan"] = record["file"] = None
    elif isinstance(record, dict) and "coefficients" in record:
        assert record["seconds"] >= 0
        record["seconds"] = record["gordan"] = record["file"] = None
        # Any positive weights that cancel do; which are found is the linear program's matter.
        record["weights"] = [(weight > 0) - (weight < 0) for weight in record["weights"]]
        assert all(check["holds"] for check in record["verdict"]["checks"])
        record["verdict"] = {"holds": record["verdict"]["holds"]}
        record["proof"] = {name: len(value) for name, value in record["proof"].items() if name != "exact"}
    members = rounded(record).items() if isinstance(record, dict) else enumerate(rounded(record))
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in members)


def rounded(value: Any) -> Any:
    """Nine digits: the last ones belong to the linear algebra library."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, str) and re.fullmatch(r"-?\d{9,}/\d{9,}", value):
        return f"{float(Fraction(value)):.9g}"
    if isinstance(value, str):
        return re.sub(r"-?\d+\.\d{9,}(e-?\d+)?", lambda found: f"{float(found.group()):.9g}", value)
    if isinstance(value, list):
        return [rounded(each) for each in value]
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return value
