"""Compiles with numba: the one place that knows of its decorators and its cache.

numba is imported with this module, so import this module late. Compiled code is cached where
numba finds a writable place (`NUMBA_CACHE_DIR`, beside the module, the user's cache folder); if
there is none, it is compiled anew in every process.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

from hulebook.engine import steps
from hulebook.hands import check
from hulebook.tables import layout

Function = TypeVar("Function", bound=Callable[..., Any])

STEPS = (
    steps.slot_of,
    steps.record_of,
    steps.settle,
    steps.count_fans,
    steps.leave_listed,
    steps.clear,
    steps.better,
    steps.declared,
    steps.context_of,
    steps.ids_of,
    steps.add_words,
    steps.owner_of,
    steps.regular_reading,
    steps.standard_reading,
    steps.best_decomposition,
    steps.special_of,
    steps.sorts_of,
    steps.singles_record,
    steps.knitted_way,
    steps.knitted_rest,
    check.first_fault,
)

for function in STEPS:
    register_jitable(function)


def source_key(modules: Iterable[Any], others: Iterable[Any] = ()) -> int:
    """A number that changes with the source of the modules and of the steps, and with other
    things that are written into the code: types, the keys of functions it calls.

    numba caches by the file of the compiled function alone: an entry function holds this number
    in a closure, which makes it part of the key.
    """
    from hashlib import sha256

    digest = sha256()
    for module in (steps, check, layout, *modules):
        try:
            with open(module.__file__, "rb") as file:
                digest.update(file.read())
        except OSError:  # no source file, as in a zip: numba finds no cache either
            digest.update(module.__name__.encode())
    for other in others:
        digest.update(str(other).encode())
    return int.from_bytes(digest.digest()[:7], "little")


def compiled(function: Function, nogil: bool = True) -> Function:
    """The function compiled, from the cache if there is one; it releases the GIL unless told."""
    decorator: Any = numba.njit
    try:
        return decorator(nogil=nogil, cache=True)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # "no locator available": no place for a cache can be written
        return decorator(nogil=nogil)(function)  # type: ignore[no-any-return]
