"""What is left to do, and in which order: the flagship everywhere first, then the peers from small to large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from benchmarks.flagship.case import Case
from benchmarks.flagship.ledger import Ledger, Run
from benchmarks.flagship.peer import OURS, PEERS, Peer

__all__ = ["Item", "excuse", "items", "left"]

# Statuses that cost nothing to find again, and may change with what is installed or known.
FREE = ("absent", "cannot say", "capped before", "foreseen")
_HOPELESS = 2.0  # times the limit: a forecast has to exceed it by so much before a run is not even started


class Item(NamedTuple):
    """One run that belongs to the comparison."""

    case: Case
    peer: Peer
    task: str

    @property
    def words(self) -> str:
        return f"{self.case.name} {self.task} {self.peer.name}"


def items(cases: Iterable[Case], peers: Iterable[str] = ()) -> Iterator[Item]:
    """Every run of these cases: the flagship's, then the peers' on generated and on real points, then the seeds'."""
    ordered = sorted(cases, key=lambda case: (case.path is not None, case.intercept, case.m * case.n))
    made, found = [case for case in ordered if case.path is None], [case for case in ordered if case.path is not None]
    wanted = [PEERS[name] for name in peers] if peers else list(PEERS.values())
    ours = [peer for peer in wanted if peer is OURS]
    seeds = [peer for peer in wanted if peer.family == "seed"]
    others = [peer for peer in wanted if peer.family not in ("ours", "seed")]
    for chosen, where in ((ours, ordered), (others, made), (others, found), (seeds, ordered)):
        for case in where:
            for task in ("decide", "margin"):
                yield from (Item(case, peer, task) for peer in chosen if _belongs(case, peer, task))


def _belongs(case: Case, peer: Peer, task: str) -> bool:
    if task not in peer.tasks or (case.ours_alone and peer is not OURS):
        return False
    return not (task == "margin" and case.kind == "noise")


def excuse(item: Item, ledger: Ledger) -> str:
    """Why a run need not be started; empty where it must."""
    case, peer, task = item
    if not peer.installed:
        return "absent"
    refuted = case.kind == "noise" or ledger.truth(case.name) == "inseparable"
    if refuted and (task == "margin" or not peer.refutes):
        return "cannot say"
    if peer is OURS:
        return ""
    earlier = [run for run in ledger if (run.peer, run.task) == (peer.name, task) and _smaller(run, case)]
    if any(run.stopped for run in earlier):
        return "capped before"
    return "foreseen" if any(_foresees(run, case) for run in earlier) else ""


def _smaller(run: Run, case: Case) -> bool:
    """Whoever did not end at a size will not at a larger one of the same kind."""
    alike = case.path is None and run.case.split()[0] == case.kind
    return alike and run.m <= case.m and run.n <= case.n and run.case != case.name


def _foresees(run: Run, case: Case) -> bool:
    """Time grows at least as n where m stays and the margin shrinks; nothing is foretold of other changes."""
    if run.seconds is None or run.m != case.m or case.kind == "noise":
        return False
    return run.seconds * case.n / run.n > _HOPELESS * case.seconds


def left(item: Item, ledger: Ledger, again: bool) -> bool:
    """Whether the ledger lacks this run, or holds it only as something to be looked at anew."""
    run = ledger.get(item.case.name, item.peer.name, item.task)
    return again or run is None or run.status in FREE
