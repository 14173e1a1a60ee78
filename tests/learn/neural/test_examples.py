"""Examples in the docstrings of gordan.learn.neural and on its page."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import gordan.learn.neural

pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")

PAGE = Path(__file__).resolve().parents[2] / "docs" / "neural.md"


@pytest.mark.parametrize(
    "name", [module.name for module in walk_packages(gordan.learn.neural.__path__, "gordan.learn.neural.")]
)
def test_examples_in_docstrings(name: str) -> None:
    failures, attempted = doctest.testmod(import_module(name))
    assert attempted
    assert failures == 0


def test_examples_on_the_page() -> None:
    failures, attempted = doctest.testfile(str(PAGE), module_relative=False)
    assert attempted
    assert failures == 0
