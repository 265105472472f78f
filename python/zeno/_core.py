# _core.py - contexts, failures, arrays
# SPDX-License-Identifier: Apache-2.0
import os

import numpy as np
from _zeno import ffi, lib

if "OPENBLAS_NUM_THREADS" not in os.environ:
    lib.zn_blas_threads(1)


class Error(Exception):
    """A call failed; `status` is its name ("ZN_EINVAL"), the text what and where."""

    def __init__(self, words, status):
        super().__init__(words)
        self.status = status


class Unsolved(Error):
    """No answer within the limits; `result` has the best point that was seen."""

    result = None


def text(p):
    return ffi.string(p).decode("utf-8", "replace") if p else ""


def version():
    """The version of the library that is running."""
    return text(lib.zn_version())


class Context:
    """Everything is made in one; it lives as long as anything that refers to it."""

    def __init__(self):
        out = ffi.new("zn_ctx **")
        if lib.zn_ctx_new(out):
            raise MemoryError("no memory for a context")
        self.p = ffi.gc(out[0], lib.zn_ctx_free)
        self.raised = None  # what a function of the model raised
        self.check(lib.zn_kernel_register(self.p))

    def check(self, status):
        """Turn a status into an exception, caused by what Python code raised."""
        if not status:
            return
        raised, self.raised = self.raised, None
        if isinstance(raised, (KeyboardInterrupt, SystemExit)):
            raise raised
        kind = Unsolved if status == lib.ZN_UNSOLVED else Error
        raise kind(text(lib.zn_errmsg(self.p)),
                   text(lib.zn_status_name(status))) from raised

    def own(self, pointer, free, *parents):
        """Free it with the last reference, and before the things it needs."""
        return ffi.gc(pointer, lambda p, keep=(self, parents): free(p))


def reals(x, n=None, name="an array"):
    """x as contiguous doubles, of n elements if n is given."""
    x = np.ascontiguousarray(x, dtype=np.float64).reshape(-1)
    if n is not None and x.size != n:
        raise ValueError(f"{name} has {x.size} elements, must have {n}")
    return x


def doubles(x):
    return ffi.cast("double *", ffi.from_buffer(x))


def words(value):
    """An option's value as text."""
    if isinstance(value, bool):
        return b"yes" if value else b"no"
    if isinstance(value, float):
        return repr(value).encode()
    return str(value).encode()
