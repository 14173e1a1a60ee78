"""`gordan demo`: three questions about the data that come with gordan, each after the command that asks it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gordan.cli import SEPARABLE
from gordan.cli.commands.check import check
from gordan.cli.commands.diagnose import diagnose
from gordan.cli.printer import write
from gordan.data import path

__all__ = ["demo"]

_FORMULA = "high_grade ~ invasion + pulsatility + height"


def demo() -> int:
    """Show on data that come with gordan what the commands answer, with the commands to copy.

    The exit code is 0: what is separable here, and what is not, is known.
    """
    iris, histology = path("iris.csv"), path("histology.csv")
    _asked("Which species of iris can a hyperplane tell apart?", "check", iris, ["--label", "species"])
    check(str(iris), label="species")
    setosa = ["--label", "species", "--positive", "setosa"]
    _asked("\nWhich rows prove that setosa is one of them?", "check", iris, setosa)
    check(str(iris), label="species", positive="setosa")
    _asked("\nDo the estimates of a logistic regression exist?", "diagnose", histology, ["--formula", f'"{_FORMULA}"'])
    diagnose(str(histology), formula=_FORMULA)
    return SEPARABLE


def _asked(question: str, command: str, file: Path, options: Sequence[str]) -> None:
    write(f"{question}\n$ gordan {command} {file} {' '.join(options)}\n")
