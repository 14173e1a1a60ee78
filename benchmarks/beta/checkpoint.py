"""How far a run has come: kept after every epoch, and read again only by the run that kept it."""

from __future__ import annotations

import math
import os
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.beta.case import Case, Setting
from benchmarks.beta.learner import Learner

__all__ = ["Run", "keep", "mark", "resume"]


@dataclass
class Run:
    """Errors in per cent on the test images after every epoch, the updates so far and where they led β."""

    case: str
    seed: int
    errors: list[float] = field(default_factory=list)
    updates: int = 0
    beta: float | None = None
    seconds: float = 0.0

    def __post_init__(self) -> None:
        numbers = [self.updates, self.seconds, *([] if self.beta is None else [self.beta])]
        if not all(0 <= error <= 100 for error in self.errors) or not all(0 <= n < math.inf for n in numbers):
            raise ValueError("errors are per cent, and the rest numbers from 0")


def mark(case: Case, seed: int, *, setting: Setting, data: Any) -> dict[str, Any]:
    """All that a run depends on, the examples by a digest of them."""
    digest = 0
    for tensor in (tensor for part in data for tensor in part):
        digest = zlib.crc32(tensor.contiguous().numpy(), digest)
    return {"case": case.name, "seed": seed, "data": digest, **asdict(setting)}


def keep(file: Path, made_with: dict[str, Any], *, learner: Learner, run: Run) -> None:
    """Write the checkpoint; an interruption leaves the old one or the new one."""
    import torch

    half = file.with_suffix(".half")
    torch.save({"mark": made_with, "learner": learner.state_dict(), "run": vars(run)}, half)
    os.replace(half, file)


def resume(file: Path, made_with: dict[str, Any], *, learner: Learner) -> Run:
    """Bring the learner to where the checkpoint was; one of another run, or none at all, is refused."""
    import torch

    try:
        state = torch.load(file, weights_only=True)
        other = {name: state["mark"][name] for name, value in made_with.items() if state["mark"][name] != value}
        if other:
            told = ", ".join(f"{name} {value} (now {made_with[name]})" for name, value in other.items())
            raise SystemExit(f"{file} was made with {told}; ask for the same, or give --keep another folder")
        learner.load_state_dict(state["learner"])
        return Run(**state["run"])
    except Exception as error:  # a damaged file can fail in as many ways as there are bytes in it
        raise SystemExit(
            f"{file} is not a checkpoint of this measurement ({type(error).__name__}); delete it, and that run begins "
            "anew, or give --keep another folder"
        ) from None
