"""What the commands take, each with its help: named once, so that a command reads as what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import typer

from gordan.arithmetic.limit import read_size
from gordan.cli.printer import Format
from gordan.file.table.wording import nearest, shown

__all__ = ["FORMATS", "amount", "count", "one_of", "size"]


def one_of(*choices: str) -> dict[str, Any]:
    """The keywords of an option that takes one of a few words.

    Examples
    --------
    >>> one_of("decide", "margin")["metavar"]
    'decide|margin'
    """

    def parse(given: str) -> str:
        if given not in choices:
            raise typer.BadParameter(f"{shown(given)} is not {' or '.join(choices)}{nearest(given, choices)}")
        return given

    return {"parser": parse, "metavar": "|".join(choices), "autocompletion": lambda: list(choices)}


FORMATS = one_of("full", "concise", "json")


def amount(metavar: str) -> dict[str, Any]:
    """The keywords of an option that takes a number greater than 0."""
    return {"parser": _positive(float, "a number greater than 0"), "metavar": metavar}


def count(metavar: str) -> dict[str, Any]:
    """The keywords of an option that takes a whole number greater than 0."""
    return {"parser": _positive(int, "a whole number greater than 0"), "metavar": metavar}


def size(metavar: str) -> dict[str, Any]:
    """The keywords of an option that takes a number of bytes, such as 32GB."""

    def parse(given: int | str) -> int:
        count = given if isinstance(given, int) else read_size(given)
        if not count:
            raise typer.BadParameter(f"{shown(str(given))} is not a size such as 32GB or 500MB")
        return count

    return {"parser": parse, "metavar": metavar}


def _positive(read: Callable[[str | float], float], expected: str) -> Callable[[str | float], float]:
    def parse(given: str | float) -> float:
        # Defaults come through here as well, and are numbers already.
        try:
            value = read(given)
        except ValueError:
            value = 0
        if not value > 0:
            raise typer.BadParameter(f"{shown(str(given))} is not {expected}")
        return value

    return parse


# Data and what they are asked about.
PointsFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="CSV, TSV or svmlight (also .gz, .xz, .bz2), npz with arrays X and y, npy, Parquet, Arrow or Zarr; - for "
        "standard input.",
    ),
]
TableFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="CSV or TSV with a line of column names (also .gz, .xz, .bz2), Parquet, Arrow or Zarr; - for standard "
        "input.",
    ),
]
Model = Annotated[str, typer.Argument(metavar="MODEL", help="MPS, fixed or free, or LP (also .gz, .xz, .bz2).")]
Hard = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A row or column that stays as it is and is never to blame; may be repeated."),
]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Label column: its name, or its number from 1. Without it, the only column of text, else the column "
        "called label, class, y, target or outcome, else the last one.",
    ),
]
Positive = Annotated[
    str | None,
    typer.Option(
        metavar="CLASS",
        help="Set this class against all others. Of three and more classes without it, all pairs and each class "
        "against the rest are asked about.",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(metavar="CLASS", help="Set this class against all others; needed where there are three and more."),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="Take these columns alone: names or numbers from 1, with commas between them."),
]
Drop = Annotated[
    list[str] | None, typer.Option(metavar="NAMES", help="Leave these columns out, such as one that counts the rows.")
]
NoIntercept = Annotated[bool, typer.Option("--no-intercept", help="The hyperplane passes through 0.")]
Normalise = Annotated[
    bool,
    typer.Option("--normalise", help="Scale points to length 1, as the papers do; with --no-intercept or a kernel."),
]
Nonnegative = Annotated[
    bool,
    typer.Option("--nonnegative", help="Ask for a hyperplane without negative coefficients, as Winnow does."),
]
Depth = Annotated[
    bool,
    typer.Option(
        "--depth",
        help="Of inseparable points, also prove how far rows must be on the wrong side of any hyperplane; takes four "
        "linear programs for every column.",
    ),
]
Kernel = Annotated[
    Literal["linear", "poly", "rbf", "laplacian"],
    typer.Option(
        **one_of("linear", "poly", "rbf", "laplacian"), help="Ask in the space of this kernel, as in scikit-learn."
    ),
]
Gamma = Annotated[str, typer.Option(metavar="X", help="The kernel's gamma: a number, scale or auto.")]
Degree = Annotated[int, typer.Option(**count("N"), help="The degree of the poly kernel.")]
Coef0 = Annotated[float, typer.Option(metavar="X", help="The constant of the poly kernel.")]
Formula = Annotated[
    str | None,
    typer.Option(
        metavar="FORMULA",
        help='The model, such as "ill ~ age + C(site)"; counts are "successes + failures ~ …".',
    ),
]
PythonFormula = Annotated[
    str | None,
    typer.Option(
        metavar="FORMULA",
        help="In place of --formula: one with expressions of Python, which are run as a program.",
    ),
]
Family = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="binomial, poisson, negative-binomial, gamma, log-binomial, multinomial, ordinal, conditional or cox.",
    ),
]
FamilyOrNone = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="With --formula: binomial (the default), poisson, negative-binomial, log-binomial or multinomial.",
    ),
]
Weights = Annotated[str | None, typer.Option(metavar="COLUMN", help="Weights of any size; rows of weight 0 drop out.")]
Offset = Annotated[str | None, typer.Option(metavar="COLUMN", help="An offset; it does not change the answer.")]
Strata = Annotated[str | None, typer.Option(metavar="COLUMN", help="Which rows belong together (conditional, cox).")]
Ties = Annotated[
    Literal["efron", "breslow", "exact"],
    typer.Option(
        **one_of("efron", "breslow", "exact"), help="Events at the same time (cox): compared with one another, or not."
    ),
]
Literally = Annotated[
    bool,
    typer.Option("--literal", help="Keep columns that follow from others up to the rounding of their computation."),
]

# How it is answered.
Goal = Annotated[
    Literal["decide", "margin"] | None,
    typer.Option(
        **one_of("decide", "margin"),
        help="Stop at a proof, or go on to the greatest margin.",
        show_default="as suits the solver",
    ),
]
Tol = Annotated[float, typer.Option(**amount("X"), help="Relative gap of the margin that is good enough.")]
Eps = Annotated[float, typer.Option(**amount("X"), help="Level, relative to the longest point, at which to give up.")]
Proof = Annotated[
    Literal["rounded", "exact"],
    typer.Option(**one_of("rounded", "exact"), help="Let rigorous rounding bounds settle signs, or integers only."),
]
Polish = Annotated[
    bool | None,
    typer.Option(
        "--polish/--no-polish",
        help="Polish candidates into proofs while the algorithm runs, or let it run as published.",
        show_default="polish with auto and the finite methods",
    ),
]
MaxIter = Annotated[
    int | None,
    typer.Option(**count("N"), help="End undecided after about so many iterations; looked at after each pass."),
]
MaxSeconds = Annotated[
    float | None, typer.Option(**amount("S"), help="Seconds before ending undecided, from reading to verifying.")
]
MaxMemory = Annotated[
    int | None,
    typer.Option(**size("SIZE"), help="Memory that may be taken, such as 32GB."),
]
Limit = Annotated[
    list[str] | None, typer.Option(metavar="NAME=N", help="Raise a limit that a refusal names; may be repeated.")
]

# Certificates that were written, and their data.
WrittenCertificate = Annotated[
    str, typer.Argument(metavar="CERTIFICATE", help="A file that `--certificate` of check, feasible or optimum wrote.")
]
CheckedData = Annotated[
    str, typer.Argument(metavar="DATA", help="The data it is about: a table, or the MPS or LP file of a program.")
]
NamedLabel = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="Label column; without it, the one that the certificate names.")
]
NamedPositive = Annotated[
    str | None,
    typer.Option(metavar="CLASS", help="Class against all others; without it, the one of the certificate."),
]

# What becomes of the answer.
Checkpoint = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="Keep what is known there after each pass, and go on from it if it is there."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Compute on the Dask cluster there, such as tcp://10.0.0.1:8786."),
]
Certificate = Annotated[
    str | None, typer.Option(metavar="PATH", help="Write the answer and its proof there, for `gordan verify`.")
]
ExactCertificate = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="Write the answer and its exact proof there, for `gordan verify`."),
]
Picture = Annotated[str | None, typer.Option(metavar="PATH", help="Draw the answer there: a .png, .svg or .pdf file.")]
ReportPage = Annotated[
    str | None, typer.Option("--report", metavar="PAGE", help="Write a page that proves itself there: an .html file.")
]
Force = Annotated[bool, typer.Option("--force", help="Let --certificate replace a file.")]
ForceReport = Annotated[bool, typer.Option("--force", help="Let --certificate and --report replace files.")]
ForceAll = Annotated[bool, typer.Option("--force", help="Let --certificate, --plot and --report replace files.")]
ForceBoth = Annotated[bool, typer.Option("--force", help="Let --certificate and --plot replace files.")]
ExportFormat = Annotated[
    Literal["vipr", "smt", "coq"],
    typer.Option(
        **one_of("vipr", "smt", "coq"),
        help="The format: VIPR, for checkers of linear programs; an SMT-LIB 2 script, for Z3 and cvc5; or a Coq file.",
    ),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; without it, to standard output.")
]
ReplaceFile = Annotated[bool, typer.Option("--force", help="Replace a file of that name.")]
LogTable = Annotated[bool, typer.Option("--log", help="Write a table of the iterations to standard error.")]
OutputFormat = Annotated[Format, typer.Option(**FORMATS, help="A page, a line, or all of it for a program.")]
