"""What `import gordan` costs, and what its documentation promises."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import gordan

HEAVY = ["scipy.optimize", "sklearn", "pandas", "matplotlib", "rich", "typer", "dask", "torch", "numba"]

# The terminal's modules are entry points, and have golden files of their own; tests/learn/neural runs the examples that
# need torch.
MODULES = sorted(
    ["gordan"]
    + [
        module.name
        for module in walk_packages(gordan.__path__, "gordan.")
        if not module.name.startswith(("gordan.cli", "gordan.learn.neural", "gordan.neural"))
    ]
)
ROOT = Path(gordan.__file__).parents[1]


def has_examples(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return ">>> " in (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")


def fresh(code: str) -> str:
    """What a new interpreter prints; nothing that this process has imported can help it."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_importing_gordan_imports_nothing_heavy() -> None:
    code = f"import gordan, sys; print([name for name in {HEAVY} if name in sys.modules])"
    assert fresh(code).strip() == "[]"


def test_a_small_answer_imports_no_compiler() -> None:
    """The default path on small data compiles nothing."""
    code = f"""
import gordan, sys
assert gordan.separate([[0.0], [1.0], [3.0]], [0, 0, 1]).kind == "separable"
assert gordan.separate([[0.0], [1.0], [3.0]], [0, 1, 0]).kind == "inseparable"
print([name for name in {HEAVY} if name in sys.modules])
"""
    assert fresh(code).strip() == "[]"


def test_the_heavy_names_can_be_found_when_imported() -> None:
    """The two tests above would notice."""
    assert fresh("import scipy.optimize, sys; print('scipy.optimize' in sys.modules)").strip() == "True"


def test_every_public_name_exists() -> None:
    assert len(set(gordan.__all__)) == len(gordan.__all__)
    assert all(hasattr(gordan, name) for name in gordan.__all__ if name != "neural")  # which needs torch
    assert gordan.__version__


@pytest.mark.parametrize("name", [name for name in MODULES if has_examples(name)])
def test_examples_in_docstrings(name: str) -> None:
    failures, attempted = doctest.testmod(import_module(name))
    assert failures == 0
    assert attempted > 0


def test_there_are_examples() -> None:
    """Of every name that a person calls first."""
    finder = doctest.DocTestFinder(recurse=False)
    for thing in (
        gordan.separate,
        gordan.solve,
        gordan.verify,
        gordan.Points,
        gordan.watch.Trace,
        gordan.outcome.Bracket,
    ):
        assert any(test.examples for test in finder.find(thing)), thing
