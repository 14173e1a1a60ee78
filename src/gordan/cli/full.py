"""The answer as a page for a person: the verdict, the margin, the rows that decide, the effort, the checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from gordan.cli import CODES
from gordan.cli.deciding import cancelling, nearest
from gordan.cli.digits import bracket_words, brief, counted, seconds
from gordan.cli.grid import checklist, draw_sheet, headline, pairs
from gordan.cli.sides import claim_sentence, data_sentence
from gordan.engine.polish import LARGEST
from gordan.engine.solver import named
from gordan.outcome import Code, Inseparable, IntegerKernelSeparator, Outcome, Separable, Undecided

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gordan.cli.answer import Answer

__all__ = ["draw"]

_QUIET = "dim"
_TOUCH = 1e-12  # relative to the data: a lower bound this close to 0 is rounding


def draw(answer: Answer, width: int) -> Iterator[RenderableType]:
    """The parts of the page from top to bottom."""
    kind = answer.outcome.kind
    claim = claim_sentence(kind, answer.sides, answer.problem)
    yield headline(kind.capitalize(), f"{claim}.", CODES[kind])
    yield ""
    yield pairs(_facts(answer))
    yield from _rows(answer, width)
    what = "bracket" if isinstance(answer.outcome, Undecided) else "answer"
    yield from checklist(answer.outcome.verdict, what, width)


def _facts(answer: Answer) -> Iterator[tuple[str, str | Text]]:
    outcome = answer.outcome
    yield "data", data_sentence(answer.table, answer.problem, answer.sides)
    yield "margin", _margin(answer)
    if answer.hyperplane is not None and not isinstance(outcome, Inseparable):
        yield "hyperplane" if isinstance(outcome, Separable) else "best found", answer.hyperplane
    if isinstance(outcome.proof, IntegerKernelSeparator):
        rows = counted(len(outcome.proof.support), "row")
        yield "hyperplane", f"in integers, on {rows}: doubles near them need not separate"
    yield from _effort(outcome, answer.problem.m)


def _margin(answer: Answer) -> Text:
    outcome = answer.outcome
    unit = " (points scaled to unit length)" if answer.problem.normalise else ""
    if answer.problem.positive:
        # Both ends are worth printing whatever the sign: they are the two sides of one linear program.
        unit = ", and points to the greatest entry 1" if answer.problem.normalise else ""
        return Text(f"{bracket_words(outcome.bracket)} (with coefficients scaled to the sum 1{unit})")
    if isinstance(outcome, Inseparable):
        if outcome.coef is None and outcome.dual_coef is None:
            return Text("at most 0")
        low = outcome.bracket.lower
        if -low <= _TOUCH * answer.problem.extent and not answer.problem.implicit:
            return Text("at most 0; the best hyperplane found errs by no more than rounding")
        far = Text(f"\nthe best hyperplane found has rows {brief(-low)} on the wrong side{unit}", style=_QUIET)
        if outcome.claim.ball is not None:
            high = outcome.bracket.shown()[1]  # rounded up
            least = f"\nevery hyperplane has rows at least {high.removeprefix('-')} on the wrong side"
            return Text(f"at most {high}; best margin found {brief(low)}").append(far).append(least, style=_QUIET)
        return Text(f"at most 0; best margin found {brief(low)}").append(far)
    text = Text(f"{bracket_words(outcome.bracket)}{unit}")
    if isinstance(outcome, Separable) and outcome.bracket.gap > 1e-3:
        text.append(f"\n{_thorough(outcome)} finds the greatest margin", style=_QUIET)
    return text


def _thorough(outcome: Outcome) -> str:
    """What to ask for instead: of a solver that auto chose, another goal."""
    chosen = outcome.run is not None and outcome.run.automatic
    return "--goal margin" if chosen or named(outcome.solver).exact else "--solver auto"


def _effort(outcome: Outcome, m: int) -> Iterator[tuple[str, str]]:
    work = f"{counted(outcome.n_iter, 'iteration')}, {counted(outcome.n_passes, 'pass')} over the data"
    yield "solver", f"{outcome.solver}: {work}, {seconds(outcome.seconds)}"
    if outcome.guarantee is not None:
        yield "", _sentence(outcome.guarantee.words(outcome.n_iter))
    if isinstance(outcome, Undecided):
        yield "why", _sentence(outcome.reason)
        yield "next", _sentence(advise(outcome, m))
    elif outcome.reason:
        yield "", _sentence(outcome.reason)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _rows(answer: Answer, width: int) -> Iterator[RenderableType]:
    outcome = answer.outcome
    deciding = cancelling(answer, outcome, width) if isinstance(outcome, Inseparable) else nearest(answer, width)
    if deciding is not None:
        yield from draw_sheet(*deciding)


_COLUMNS = LARGEST - 2  # a support has at most two rows more than the data have columns

_NEXT = {
    Code.INTERRUPTED: "let it run on, or bound it with --max-seconds",
    Code.MAX_ITER: "allow more iterations with --max-iter",
    Code.MAX_SECONDS: "allow more time with --max-seconds",
    Code.NOT_BEGUN: "allow more time with --max-seconds",
    Code.UNAFFORDABLE: "allow more time with --max-seconds, or more memory with --max-memory",
    Code.LEVEL: "lower the level at which the search ends with --eps",
    Code.OVERFLOW: "bring the columns to similar units",
}


def advise(outcome: Undecided, m: int) -> str:
    """What to try, from the reason the run ended for.

    Examples
    --------
    >>> from gordan.outcome import Reason, Run
    >>> run = Run("winnow", reason=Reason("Stopped because max_iter = 5 was reached.", Code.MAX_ITER))
    >>> advise(Undecided(run=run), m=4)
    'allow more iterations with --max-iter, or try --solver auto'
    """
    steps = [_NEXT[outcome.reason.code]] if outcome.reason.code in _NEXT else []
    if not (named(outcome.solver).exact or (outcome.run is not None and outcome.run.automatic)):
        published = outcome.run is not None and outcome.run.polished is False
        steps.append("try --polish or --solver auto" if published else "try --solver auto")
    if m > _COLUMNS:
        steps.append(f"ask about fewer columns: above {_COLUMNS} of them no proof of inseparability is attempted")
    return ", or ".join(steps or ["bring the columns to similar units"])
