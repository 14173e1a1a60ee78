"""The only file that touches numba: how loops are compiled."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload

from gordan.engine.compiled.rows import CentredRows, DenseRows, SparseRows

__all__ = ["compiled", "is_kept", "part", "specialise"]

Function = TypeVar("Function", bound=Callable[..., Any])
Loop = Callable[..., Any]

# Sums may be taken in any order, or they would not vectorise. NaN and infinity keep their meaning.
FAST = {"reassoc", "contract"}


def compiled(function: Function) -> Function:
    """Compile `function` on its first call and keep the machine code on disk where that is possible."""
    try:
        dispatcher: Any = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # neither the package's folder nor the user's cache can be written
        dispatcher = numba.njit(nogil=True)(function)
    return cast(Function, dispatcher)


def is_kept(function: Loop, arguments: tuple[Any, ...]) -> bool:
    """Whether there is machine code of a compiled function for arguments of these types, in memory or on disk.

    numba has no public way to ask for it without compiling; where a version has another one, the answer is no.
    """
    dispatcher, types = cast(Any, function), tuple(map(numba.typeof, arguments))
    try:
        if types in dispatcher.overloads:
            return True
        cache = dispatcher._cache
        return cache._index_key(types, dispatcher.targetctx.codegen()) in cache._cache_file._load_index()
    except (AttributeError, OSError):
        return False


def part(function: Function) -> Function:
    """Compile `function` into the compiled functions that call it; Python cannot, which saves half of the compiling."""
    options: Any = {"fastmath": FAST, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(Function, numba.njit(**options)(function))


def specialise(stub: Loop, *, dense: Loop, centred: Loop, sparse: Loop, fast: bool = False) -> None:
    """Let compiled calls of `stub`, whose first argument is the rows, run the loop that fits them.

    A loop without a branch around it: numba then proves its reference counting useless and drops it, which otherwise
    costs 50 ns per call, more than the product of a hundred coordinates.
    """
    loops = {DenseRows: dense, CentredRows: centred, SparseRows: sparse}
    # numba wants chooser and loops to have one signature and counts annotations as part of it.
    for loop in loops.values():
        loop.__annotations__.clear()

    def choose(*types: Any) -> Loop:
        return loops[types[0].instance_class]

    choose.__signature__ = inspect.signature(dense)  # type: ignore[attr-defined]
    overload(stub, jit_options={"fastmath": FAST if fast else False})(choose)
