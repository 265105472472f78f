# _args.py - what the functions of a model are given, and how they are called
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Optional

import numpy as np
from _zeno import ffi, lib

from ._core import Array, called_from_c, fixed, numbers, numbers_at, write


class Args:
    """What a function of a model is given, until it returns. t is NaN where the operator has
    no time; z is read, and written, and out (rows x cols, zero on entry) is written, or the
    function returns the value."""

    __slots__ = ("_a", "_z", "_out")

    def __init__(self, a: Any) -> None:
        self._a = a
        self._z: Optional[Array] = None  # where it was asked for
        self._out: Optional[Array] = None

    @property
    def t(self) -> float:
        return float(self._a.t)

    def _given(self, name: str, p: Any, n: int) -> Array:
        """A state that the operator has; who asks for another is told which those are."""
        if p == ffi.NULL:
            a = self._a
            has = [k for k, at in (("q", a.q), ("v", a.v), ("x", a.x), ("u", a.u),
                                   ("lam", getattr(a, "lambda"))) if at != ffi.NULL]
            raise AttributeError(f"this operator has no '{name}', it has: "
                                 f"{', '.join(['t'] * (a.t == a.t) + has + ['z', 'out'])}")
        return fixed(numbers_at(p, n))

    @property
    def q(self) -> Array:
        return self._given("q", self._a.q, self._a.nq)

    @property
    def v(self) -> Array:
        return self._given("v", self._a.v, self._a.nv)

    @property
    def x(self) -> Array:
        return self._given("x", self._a.x, self._a.nx)

    @property
    def lam(self) -> Array:
        return self._given("lam", getattr(self._a, "lambda"), self._a.nl)

    @property
    def u(self) -> Array:
        return self._given("u", self._a.u, self._a.nu)

    @property
    def z(self) -> Array:
        if self._z is None:
            self._z = numbers_at(self._a.z, self._a.nz)
        return self._z

    @property
    def out(self) -> Array:
        a = self._a
        if self._out is None:
            self._out = numbers_at(a.out, a.rows * a.cols)
        return self._out if a.cols == 1 else self._out.reshape(a.rows, a.cols, order="F")

    def _end(self) -> None:
        """What was written goes to the library."""
        for x, p in (self._z, self._a.z), (self._out, self._a.out):
            if x is not None:
                write(x, p)


def _write(out: Array, value: Array) -> None:
    """Numbers in a row may go where there is one row or column; matrices have their shape."""
    if value.shape != out.shape and (value.size != out.size or
                                     max(out.shape) < out.size or
                                     max(value.shape, default=1) < value.size):
        raise ValueError(f"it returns {_shape(value)}, expected {_shape(out)}")
    out[...] = value.reshape(out.shape)


def _shape(a: Array) -> str:
    numbers = "one number" if a.size == 1 else f"{a.size} numbers"
    return numbers if a.ndim < 2 else " x ".join(map(str, a.shape))


@called_from_c
def zeno_call(user: Any, a: Any) -> None:
    """Run a function of a model. What it raises ends the step."""
    ctx, f = ffi.from_handle(user)
    args = Args(a)
    try:
        value = f(args)
        if value is not None:
            _write(args.out, numbers(value, "what the function returns"))
        elif args._out is None:
            raise TypeError("it returns nothing, and writes nothing into out: return the "
                            "numbers")
        args._end()
    except BaseException as e:  # nothing may pass through C
        ctx.raised = e
        lib.zeno_raise(f"{type(e).__name__}: {e}".encode(errors="replace"))
    finally:
        args._a = None  # who keeps them finds nothing that is gone
