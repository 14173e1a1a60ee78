"""Writes docs/api.md and src/gordan/__init__.pyi from the one table of public names in src/gordan/__init__.py.

Run it when a public name comes or goes: `python tools/api.py`.
"""

from __future__ import annotations

import inspect
import re
import types
from importlib import import_module
from pathlib import Path

import gordan
from gordan.engine.solver.auto import CHOICES

ROOT = Path(__file__).parents[1]

SECTIONS = {
    "Questions": "Conic Gram Inequalities Points Program pose read_model read_mps scan",
    "Answers": "separate solve separate_many feasible optimum repair tolerance diagnose diagnose_many distance "
    "separability separability_scorer race trace decision_function margin_squared Separable Inseparable Undecided "
    "Feasible "
    "Infeasible Optimal Unbounded Exists Separated Apart Touching spoilers",
    "Proofs": "verify certify read_certificate report limits Limits",
    "Learning": "MaxMarginClassifier PerceptronClassifier MarginProjection compress reconstruct",
    "Errors": "GordanError InputError Interrupted OverBudget",
}
OPAQUE = {"__version__"}  # what has no sentence of its own
# Namespaces that need an optional library.
UNLOADED = {"neural": "`BetaHinge`, `BetaSchedule`, `NeuronShift`, `gather_errors`"}


def main() -> None:
    (ROOT / "docs" / "api.md").write_text(page(), encoding="utf-8")
    (ROOT / "src" / "gordan" / "__init__.pyi").write_text(stub(), encoding="utf-8")


def page() -> str:
    """Every public name with the first sentence of its documentation."""
    lines = [
        "# Every public name",
        "",
        "What `import gordan` offers, with the first sentence of its documentation; `help(gordan.separate)` has the "
        "rest. [README.md](README.md) lists the guides. This page is written by `python tools/api.py`.",
    ]
    for title, names in SECTIONS.items():
        lines += ["", f"## {title}", "", "| name | what it is |", "|---|---|"]
        lines += [f"| `{name}` | {_sentence(getattr(gordan, name))} |" for name in names.split()]
    lines += ["", "## Namespaces", "", "| name | what is in it |", "|---|---|"]
    lines += [f"| `{name}` | {_namespace(name)} |" for name in gordan._NAMESPACES]
    lines += ["", "## What `auto` chooses", "", 'The first of these that suits, with `solver="auto"`:', ""]
    lines += ["| data | asked | chosen | why |", "|---|---|---|---|"]
    lines += [f"| {choice.data} | {choice.asked} | {choice.chosen} | {choice.why} |" for choice in CHOICES]
    return "\n".join([*lines, ""])


def _namespace(name: str) -> str:
    if name in UNLOADED:
        return f"{UNLOADED[name]} (needs PyTorch)"
    module = import_module(f"gordan.{name}")
    names = [each for each in module.__all__ if not isinstance(getattr(module, each), types.ModuleType)]
    return f"{_sentence(module)} {', '.join(f'`{each}`' for each in names)}"


def _sentence(thing: object) -> str:
    text = " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())
    first = re.match(r".*?[.?](?=\s|$)", text)
    return (first.group(0) if first else text).replace("|", "\\|")


def stub() -> str:
    """The same table for type checkers."""
    homes: dict[str, list[str]] = {}
    for name, home in gordan._HOME.items():
        homes.setdefault(home, []).append(name)
    homes["gordan.verify"] = [*homes.get("gordan.verify", []), "verify"]
    spaces = "\n".join(f"from gordan import {name} as {name}" for name in sorted(gordan._NAMESPACES))
    imports = "\n".join(
        f"from {home} import {name} as {name}" for home in sorted(homes) for name in sorted(homes[home])
    )
    return f"{spaces}\n{imports}\n"


if __name__ == "__main__":
    main()
