"""The tables: who took how long, what the flagship used, and the figures; as Markdown, and flat as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence

from benchmarks.flagship.figure import figures
from benchmarks.flagship.ledger import Ledger, Run
from benchmarks.flagship.peer import OURS, PEERS
from benchmarks.flagship.standing import Standing
from benchmarks.result import FOLDER, line, machine

__all__ = ["tell"]

_LEGEND = """\
Seconds of the solve alone, with two threads; medians where runs are short. The ratio is the best peer's time over ours:
below 1 the peer is quicker.

* `°`: right, but what was handed over proves nothing
* `> 60`: ended at the limit
* `(> 60)`: not started, for on fewer points it ended at the limit, or took so long that time growing as n alone comes
  to twice the limit
* `wrong`: says the opposite of what is proved, after so many seconds
* `no separator`: the direction claimed does not separate
* `gap`: the margin found is short by this share
* `no answer`: ended without one, before the limit
* `crash`: the process died
* `–`: not asked, or has no way to say so"""


def tell(ledger: Ledger, name: str) -> None:
    """Write results/NAME.md and results/NAME.csv."""
    standing = Standing(ledger)
    versions = sorted({run.versions for run in ledger if run.versions})
    text = ["# The flagship beside its peers", "", machine(), "", ", ".join(versions), "", _LEGEND, ""]
    for task, title in (("decide", "Deciding"), ("margin", "Maximum margin, relative gap 1e-6")):
        text += [f"## {title}", "", *_side_by_side(standing, task), ""]
    text += ["## What the flagship used", "", *_usage(standing, intercept=False), ""]
    text += ["## The flagship with an intercept", "", *_usage(standing, intercept=True), ""]
    if name == "flagship":
        text += ["## Figures", "", *_figures(standing), ""]
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.md").write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")
    _flat(standing, name)
    print("\n".join(text))
    print(f"wrote {FOLDER / name}.md and .csv")


def _side_by_side(standing: Standing, task: str) -> list[str]:
    runs = [run for run in standing.runs if run.task == task]
    names = [name for name, peer in PEERS.items() if task in peer.tasks and any(run.peer == name for run in runs)]
    shared = [run for run in runs if run.peer != OURS.name]
    cases = list(dict.fromkeys(run.case for run in sorted(shared, key=_order)))
    rows = []
    for case in cases:
        cells = [standing.words(standing.ledger.get(case, name, task)) for name in names]
        if task == "margin" and standing.ledger.truth(case) == "inseparable":
            continue
        rows.append(
            [_title(standing, case), standing.ledger.truth(case) or "unproved", *cells, *_ratio(standing, case, task)]
        )
    return _markdown(["case", "truth", *names, "best peer", "ratio"], rows)


def _ratio(standing: Standing, case: str, task: str) -> list[str]:
    ours, rival = standing.ours(case, task), standing.rival(case, task)
    if rival is None:
        return ["–", "–"]
    return [rival.name, rival.times(ours.seconds) if ours is not None and ours.seconds else "–"]


def _usage(standing: Standing, *, intercept: bool) -> list[str]:
    rows = []
    for run in sorted((run for run in standing.runs if run.peer == OURS.name), key=_order):
        if run.case.endswith("intercept") != intercept or run.status == "cannot say":
            continue
        bus = run.seconds / (run.passes * run.product) if run.seconds and run.passes and run.product else None
        memory = run.peak_mb / run.data_mb if run.peak_mb and run.data_mb else None
        cells = [_digits(run.passes), _digits(run.product, 1e3), _digits(bus), _digits(run.data_mb)]
        proof = "holds" if run.verified else run.note or "–"
        gap = "–" if run.gap is None else f"{run.gap:.1e}"
        rows.append([_title(standing, run.case), run.task, standing.words(run), *cells, _digits(memory), gap, proof])
    header = ["case", "task", "seconds", "passes", "bare product, ms", "time/(passes x product)", "data, MB"]
    return _markdown([*header, "peak/data", "gap", "verifier"], rows)


def _figures(standing: Standing) -> list[str]:
    words = {True: "yes", False: "**no**", None: "open"}
    found = figures(standing)
    counts = {said: sum(figure.reached is value for figure in found) for value, said in words.items()}
    rows = [[one.what, one.where, one.asked, one.measured, words[one.reached]] for one in found]
    summary = f"{counts['yes']} reached, {counts['**no**']} not, {counts['open']} open or not measured."
    return [summary, "", *_markdown(["figure", "where", "asked", "measured", "reached"], rows)]


def _flat(standing: Standing, name: str) -> None:
    header = ["case", "m", "n", "task", "peer", "seconds", "shown", "good", "verified", "passes", "gap", "peak MB"]
    with (FOLDER / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for run in sorted(standing.runs, key=_order):
            row = [run.case, run.m, run.n, run.task, run.peer, run.seconds, standing.words(run), standing.good(run)]
            writer.writerow([*row, run.verified, run.passes, run.gap, run.peak_mb])


def _order(run: Run) -> tuple[bool, str, int, str]:
    real = run.case.startswith("real")
    return real, run.case.split()[0], 0 if real else run.m * run.n, run.case


def _title(standing: Standing, case: str) -> str:
    """A real set is shown with its size, which its name lacks."""
    size = next(((run.n, run.m) for run in standing.runs if run.case == case and run.n), None)
    return f"{case} ({size[0]:,} x {size[1]:,})" if case.startswith("real") and size else case


def _digits(value: float | None, unit: float = 1.0) -> str:
    return "–" if value is None else f"{value * unit:.3g}" if value * unit < 1e4 else f"{value * unit:,.0f}"


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [line(header), line(["---"] * len(header)), *map(line, rows)] if rows else ["Nothing was measured yet."]
