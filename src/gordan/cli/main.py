"""The commands, put together; what a command refuses becomes one sentence and exit code 2."""

from __future__ import annotations

import os
from functools import cache
from typing import Annotated, Any

import typer

from gordan import __version__
from gordan.arithmetic.setting import name_options
from gordan.cli import FAILED, INTERRUPTED, UNDECIDED, environment
from gordan.cli.commands.check import check
from gordan.cli.commands.demo import demo
from gordan.cli.commands.diagnose import diagnose
from gordan.cli.commands.explain import explain
from gordan.cli.commands.export import export
from gordan.cli.commands.feasible import feasible
from gordan.cli.commands.optimum import optimum
from gordan.cli.commands.race import race
from gordan.cli.commands.repair import repair, tolerance
from gordan.cli.commands.report import report
from gordan.cli.commands.solvers import solvers
from gordan.cli.commands.spoilers import spoilers
from gordan.cli.commands.verify import verify
from gordan.cli.printer import murmur, talk, write
from gordan.errors import GordanError, OverBudget

__all__ = ["app", "start"]

_COMPLETE = "_GORDAN_COMPLETE"  # by which a shell asks for the words that may come next

_EPILOG = """\b
Examples:
  gordan demo
  gordan check iris.csv --label species --positive setosa
  gordan check train.svm.gz --goal decide --output-format json
  gordan check iris.csv --positive setosa --certificate setosa.json
  gordan verify setosa.json iris.csv
  gordan report iris.csv --positive setosa -o setosa.html
  gordan spoilers iris.csv --label species --positive virginica
  gordan spoilers trial.csv --formula "ill ~ age + C(site)"
  gordan certificate export setosa.json iris.csv --format vipr -o setosa.vipr
  gordan diagnose trial.csv --formula "ill ~ age + C(site)"
  gordan diagnose trial.csv --formula "ill ~ age + C(site)" --certificate ill.json
  gordan verify ill.json trial.csv
  gordan feasible model.mps.gz --certificate model.json
  gordan optimum model.mps.gz --certificate model.json
  gordan verify model.json model.mps.gz
  gordan repair model.mps.gz --hard water
  gordan race iris.csv --label species --positive setosa --solvers PCT,VN,MPLFP
  gordan explain mirror-prox

\b
Exit codes:
  check      0 separable         1 inseparable   2 failed   3 undecided   130 interrupted
  spoilers   0 none must go      1 some must go  2 failed   3 undecided   130 interrupted
  diagnose   0 estimates exist   1 separated     2 failed   3 undecided   130 interrupted
  feasible   0 feasible          1 infeasible    2 failed   3 undecided   130 interrupted
  race       0 separable         1 inseparable   2 failed   3 undecided   130 interrupted
  optimum    0 optimal           1 infeasible    2 failed   3 undecided   130 interrupted   4 unbounded
  repair     0 repaired          1 infeasible    2 failed   3 undecided   130 interrupted
  tolerance  0 answered                          2 failed   3 undecided   130 interrupted
  verify     0 accepted          1 rejected      2 failed   3 undecided   130 interrupted
"""

app = typer.Typer(
    help="Can these points be separated by a hyperplane, and what is the proof?",
    epilog=_EPILOG,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(short_help="Decide whether a file's classes can be separated.")(check)
app.command(short_help="Name few rows without which classes, or a model, separate.")(spoilers)
app.command(short_help="Write the answer as a page that proves itself.")(report)
app.command(short_help="Check a certificate against its data, independently.")(verify)
app.command(short_help="Say whether a regression's estimates exist.")(diagnose)
app.command(short_help="Say whether a linear program has a solution.")(feasible)
app.command(short_help="Find the optimum of a linear program.")(optimum)
app.command(short_help="Find the least change that makes a linear program feasible.")(repair)
app.command(short_help="Find the least tolerance with which a linear program is feasible.")(tolerance)
certificate = typer.Typer(rich_markup_mode=None)
certificate.command(short_help="Write the proof in a format that other programs check.")(export)
app.add_typer(certificate, name="certificate", help="Turn a certificate into other forms.")
app.command(short_help="Let several algorithms answer the same question.")(race)
app.command(short_help="Show on data that come with gordan what the commands answer.")(demo)
app.command(short_help="List the algorithms with their guarantees.")(solvers)
app.command(short_help="Tell about one algorithm.")(explain)


def _version(asked: bool) -> None:
    if asked:
        versions = ", ".join(f"{name} {version}" for name, version in environment.engines().items())
        write(f"gordan {__version__}\n{versions}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the versions of gordan and of the libraries it computes with.",
        ),
    ] = False,
) -> None:
    """Can these points be separated by a hyperplane, and what is the proof?"""


@cache
def _command() -> Any:
    """The parser of all commands: as much work as a small answer, and the same in every call of a process."""
    return typer.main.get_command(app)


def start(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    if "stdout" in environment.prepare_streams():
        talk("standard output is closed, so the answer cannot be written; leave it open or send it to a file")
        return FAILED
    command = _command()
    if not arguments and _COMPLETE not in os.environ:
        # A script that lost its arguments must not read 0, "separable": help that nobody asked for is a failure.
        murmur(command.make_context("gordan", [], resilient_parsing=True).get_help())
        return FAILED
    try:
        with name_options():
            code = command.main(args=arguments, prog_name="gordan", standalone_mode=False)
    except OverBudget as error:
        talk(f"undecided: {error}")
        return UNDECIDED
    except GordanError as error:
        talk(str(error))
        return FAILED
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as ended:
        # How the parser ends when it has shown or installed completion.
        if ended.code not in (0, None):
            raise
        return 0
    except Exception as error:
        # Usage errors come from the parser that typer brings along; its place has changed between versions.
        if not hasattr(error, "format_message"):
            raise
        talk(error.format_message())
        return FAILED
    return int(code or 0)
