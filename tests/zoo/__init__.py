"""Nasty instances, one per file, each with its truth proved in the file's docstring."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from claimed import replace
from gordan.testing.instances import Instance

__all__ = ["ZOO"]

# Not animals: the exact arithmetic that proves them, and the tests.
KEEPERS = {"truth", "min_norm", "test_zoo"}

ZOO: list[Instance] = []
for _name in sorted(module.name for module in iter_modules(__path__)):
    if _name not in KEEPERS:
        _module = import_module(f"{__name__}.{_name}")
        ZOO.append(replace(_module.INSTANCE, note=_module.__doc__))
