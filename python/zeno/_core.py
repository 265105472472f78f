# _core.py - contexts, failures, arrays
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import atexit
import inspect
import os
import sys
import warnings
import weakref
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple, TypeVar

import numpy as np
import numpy.typing as npt
from _zeno import ffi, lib

Array = npt.NDArray[np.float64]
ArrayLike = npt.ArrayLike
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

if "OPENBLAS_NUM_THREADS" not in os.environ:
    lib.zn_blas_threads(1)


class Error(Exception):
    """A call failed; `status` is its name ("ZN_EINVAL"), the text what and where."""

    status: str

    def __init__(self, words: str, status: str) -> None:
        super().__init__(words)
        self.status = status


class Unsolved(Error):
    """No answer within the limits; `result` has the best point that was seen."""

    result: Any = None


def text(p: Any) -> str:
    return str(ffi.string(p).decode("utf-8", "replace")) if p else ""


def version() -> str:
    """The version of the library that is running."""
    return text(lib.zn_version())


def from_header(function: str) -> Callable[[Decorated], Decorated]:
    """Appends to a docstring what the header says of the C function below it."""
    def append(f: Decorated) -> Decorated:
        words = text(lib.zeno_doc(function.encode()))
        lines = [inspect.cleandoc(f.__doc__ or ""), "", f"{function}, in C:", ""]
        f.__doc__ = "\n".join(lines + ["    " + w for w in words.split("\n")])
        return f
    return append


def called_from_c(f: Decorated) -> Decorated:
    """A function that zeno_build.py declares as Python's."""
    return ffi.def_extern()(f)  # type: ignore[no-any-return]


# What the library made is freed before what it was made with. A garbage collector frees a
# circle of Python objects in any order, and so does the end of the program: the table
# holds what each thing needs until that is freed, and at the end frees what is left.


class _Owned(NamedTuple):
    free: Callable[[Any], None]
    needs: Tuple[Any, ...]
    pointer: Any  # a weak reference


_owned: Dict[int, _Owned] = {}  # by address, in the order of making


def address(p: Any) -> int:
    """Where it is."""
    return int(ffi.cast("uintptr_t", p))


def _gone(p: Any) -> None:
    thing = _owned.pop(address(p))
    thing.free(p)


def _own(p: Any, free: Callable[[Any], None], *needs: Any) -> Any:
    pointer = ffi.gc(p, _gone)
    _owned[address(p)] = _Owned(free, needs, weakref.ref(pointer))
    return pointer


@atexit.register
def _leave() -> None:
    for thing in reversed(list(_owned.values())):
        pointer = thing.pointer()
        if pointer is not None:
            ffi.gc(pointer, None)
            thing.free(pointer)
    _owned.clear()


class Warned(UserWarning):
    """The library warns of something that should be looked at."""


def _program() -> int:
    """How far above its caller the program is that uses this package."""
    here = os.path.dirname(__file__)
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == here:
        frame, level = frame.f_back, level + 1
    return level


@called_from_c
def zeno_log(user: Any, level: Any, line: Any) -> None:
    """Warn as Python does: so often, and to where, as the program says."""
    try:
        warnings.warn(text(line), Warned, stacklevel=_program())
    except BaseException as e:  # warnings may be errors; nothing may pass through C
        ctx = ffi.from_handle(user)()
        if ctx is not None:
            ctx.raised = ctx.raised or e


class Context:
    """Everything is made in one; it lives as long as anything that refers to it."""

    def __init__(self) -> None:
        out = ffi.new("zn_ctx **")
        status = lib.zn_ctx_new(out)
        if status:
            name = text(lib.zn_status_name(status))
            raise (MemoryError if status == lib.ZN_ENOMEM else Error)(f"no context: {name}")
        handle = ffi.new_handle(weakref.ref(self))
        self.p = _own(out[0], lib.zn_ctx_free, handle)
        lib.zn_ctx_set_log(self.p, lib.ZN_LOG_WARN, lib.zeno_log, handle)
        self.raised: Optional[BaseException] = None  # by a function of the user
        self.check(lib.zn_kernel_register(self.p))

    def check(self, status: int) -> None:
        """Turn a status into an exception, caused by what Python code raised."""
        if not status and not isinstance(self.raised, Warning):
            return
        raised, self.raised = self.raised, None
        if not status and raised is not None:
            raise raised
        if isinstance(raised, (KeyboardInterrupt, SystemExit)):
            raise raised
        none = lib.ZN_UNSOLVED, lib.ZN_INCONSISTENT, lib.ZN_INDETERMINATE
        kind = Unsolved if status in none else Error
        raise kind(text(lib.zn_errmsg(self.p)),
                   text(lib.zn_status_name(status))) from raised

    def own(self, pointer: Any, free: Callable[[Any], None], *needs: Any) -> Any:
        """Free it with the last reference, and before the things it needs."""
        return _own(pointer, free, self.p, *needs)


def numbers(x: ArrayLike, name: str = "an array") -> Array:
    """x as doubles; numpy would drop imaginary parts and masks."""
    a = np.asarray(x)
    if a.dtype.kind == "c":
        raise TypeError(f"{name} has complex numbers, must be real")
    if np.ma.is_masked(x):  # type: ignore[no-untyped-call]
        raise ValueError(f"{name} has masked elements: what are they?")
    return np.asarray(a, dtype=np.float64)


def reals(x: ArrayLike, n: Optional[int] = None, name: str = "an array") -> Array:
    """x as contiguous doubles, of n elements if n is given."""
    a: Array = np.ascontiguousarray(numbers(x, name)).reshape(-1)
    if n is not None and a.size != n:
        raise ValueError(f"{name} has {a.size} elements, must have {n}")
    return a


def seconds(x: Any, name: str) -> float:
    """A time as a number; what is none, a text with a unit say, is named."""
    try:
        if not isinstance(x, (str, bytes)):
            return float(x)
    except (TypeError, ValueError):
        pass
    raise TypeError(f"{name} = {x!r} is no number; give it as one, in seconds")


def doubles(x: Array) -> Any:
    return ffi.cast("double *", ffi.from_buffer(x))


def columns(value: ArrayLike) -> Tuple[int, int, Array]:
    """Rows, columns and the numbers of a matrix, column by column; a vector is a column."""
    a = numbers(value)
    rows, cols = a.shape if a.ndim == 2 else (a.size, 1)
    return rows, cols, np.ascontiguousarray(a.reshape(-1, order="F"))


def encoded(name: str) -> bytes:
    """A name as C has it."""
    if not isinstance(name, str):
        raise TypeError(f"{name!r} is no name; a name is text")
    return _whole(name.encode())


def file_name(path: Any) -> bytes:
    """A path as the system has it."""
    return _whole(os.fsencode(path))


def _whole(name: bytes) -> bytes:
    if b"\0" in name:
        raise ValueError(f"{name!r} has a null character in it, where C would end it")
    return name


def words(value: Any) -> bytes:
    """An option's value as text."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        return b"yes" if value else b"no"
    if isinstance(value, float):
        return repr(value).encode()
    return _whole(str(value).encode())


# No array is in the library's memory: that moves when a model grows and ends with a call,
# while numpy's arrays, and what is cut out of them, may be kept for as long as one likes.


def numbers_at(p: Any, n: int) -> Array:
    """A copy of n numbers of the library; NULL has none."""
    x = np.empty(n if p else 0)
    read(x, p)
    return x


def read(x: Array, p: Any) -> None:
    """Numbers of the library into all of an array."""
    if x.size:
        ffi.memmove(doubles(x), p, 8 * x.size)


def write(x: Array, p: Any) -> None:
    """All numbers of an array into the library's memory."""
    if x.size:
        ffi.memmove(ffi.cast("double *", p), doubles(x), 8 * x.size)


def fixed(x: Array) -> Array:
    """The same array, for those who may not write."""
    out = x.view()
    out.flags.writeable = False
    return out
