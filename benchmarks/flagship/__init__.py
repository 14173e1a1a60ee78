"""The flagship beside every peer, deciding and maximising: a table, a plot, and the figures it has to reach.

Every run is a process of its own with two threads, 60 s and 12 GB; a run that reaches a limit is ended, and that is its
result. Neither imports nor reading the data are counted, nor the building of a peer's model; of ours everything is
counted, proof included. What a peer answers is judged by our verifier, after the clock has stopped. Finished runs are
kept in results/flagship-runs.csv and not repeated: a run that was interrupted goes on where it stopped.

One thing per file: `case` and `question` (what is asked), `peer` and `peers/` (who is asked), `child` and `launch` (one
run), `judge` (what its answer is worth), `ledger` (what is known so far), `plan` (what is left to do), `standing`
(who is how fast), `figure`, `table` and `plot` (what is shown).
"""

from __future__ import annotations

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    # Here and not above: the process of a peer's run has no use for the rest, and starts sooner without it.
    from benchmarks.flagship.command import main as command

    command(arguments)
