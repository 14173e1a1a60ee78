"""Who is right and how fast: the runs of the ledger read against one another."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.flagship.ledger import Ledger, Run
from benchmarks.flagship.peer import OURS, PEERS

__all__ = ["GAP", "Rival", "Standing"]

GAP = 1e-6
_SLACK = 1e-9  # of the gap's own digits, so that a run that stopped at exactly 1e-6 is not refused


@dataclass(frozen=True)
class Rival:
    """The fastest peer that did it; `open` where none did and `seconds` is only the limit they all reached."""

    name: str
    seconds: float
    open: bool = False

    def times(self, ours: float) -> str:
        return f"{'> ' * self.open}{self.seconds / ours:.3g}"


class Standing:
    """The ledger, with the truth about every case as far as somebody proved it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.runs = list(ledger)
        self.best: dict[str, float] = {}
        for run in self.runs:
            if run.verified and run.says == "separable" and run.lower is not None:
                self.best[run.case] = max(self.best.get(run.case, 0.0), run.lower)

    def ours(self, case: str, task: str) -> Run | None:
        """The flagship's run, where it did what was asked."""
        run = self.ledger.get(case, OURS.name, task)
        return run if run is not None and self.good(run) else None

    def good(self, run: Run) -> bool:
        """Whether a run did what was asked: the right answer, or the margin to within the gap.

        A claimed separator has to separate. Inseparability counts without a proof too, as long as somebody proved it:
        in favour of the peers, who rarely prove it.
        """
        if run.status != "answered":
            return False
        if run.task == "margin":
            return run.verified and self.gap(run) <= GAP * (1 + _SLACK)
        return run.verified or (run.says == "inseparable" == self.ledger.truth(run.case))

    def gap(self, run: Run) -> float:
        """Relative distance from the margin. A peer's is taken from the best direction known, again in its favour."""
        if run.lower is None or run.case not in self.best:
            return float("inf")
        if run.peer == OURS.name:
            return float("inf") if run.gap is None else run.gap
        return 1.0 - run.lower / self.best[run.case]

    def rival(self, case: str, task: str, family: str = "") -> Rival | None:
        """The fastest peer of other make; None where none was run."""
        others = [
            run
            for run in self.runs
            if (run.case, run.task) == (case, task) and PEERS[run.peer].family in _foreign(family)
        ]
        done = [run for run in others if self.good(run)]
        if done:
            fastest = min(done, key=lambda run: run.seconds or 0.0)
            return Rival(fastest.peer, fastest.seconds or 0.0)
        limits = [run.seconds for run in self.runs if run.status == "cap" and run.seconds is not None]
        stopped = any(run.stopped or run.status in ("capped before", "foreseen") for run in others)
        return Rival("none", min(limits, default=60.0), open=True) if stopped else None

    def missing(self, case: str, task: str, family: str = "") -> list[str]:
        """Peers that have not been run there yet, or cannot be for want of their library."""
        asked = [name for name, peer in PEERS.items() if task in peer.tasks and peer.family in _foreign(family)]
        known = {name: self.ledger.get(case, name, task) for name in asked}
        return [name for name, run in known.items() if run is None or run.status in ("absent", "crash")]

    def words(self, run: Run | None) -> str:
        """A cell of the table."""
        if run is None or run.status == "cannot say":
            return "–"
        if run.status == "answered":
            return self._answer(run)
        seconds = 60.0 if run.seconds is None else run.seconds
        known = {"cap": f"> {seconds:g}", "memory": "> 12 GB", "capped before": "(> 60)", "foreseen": "(> 60)"}
        return known.get(run.status, run.status)

    def _answer(self, run: Run) -> str:
        time = f"{run.seconds:.3g}"
        if self.good(run):
            return time if run.verified else f"{time} °"
        truth = self.ledger.truth(run.case)
        if truth and run.says != truth:
            return f"wrong ({time})"
        if run.says == "separable" and not run.verified:
            return f"no separator ({time})"
        if run.task == "margin":
            return f"gap {self.gap(run):.0e} ({time})"
        return f"{run.says}? ({time})"


def _foreign(family: str) -> set[str]:
    return {family} if family else {peer.family for peer in PEERS.values()} - {"ours", "seed"}
