# _control.py - sensors, observers and controllers that are sampled
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Optional

import numpy as np
from _zeno import ffi, lib

from ._core import (Array, ArrayLike, Context, columns, doubles, encoded, from_header,
                    reals, words)


class Block:
    """A sensor, observer or controller of a simulation, made by `Simulation.block`. It
    keeps the simulation alive."""

    def __init__(self, ctx: Context, sim: Any, p: Any) -> None:
        self._ctx, self._sim, self._p = ctx, sim, p

    @from_header("zn_block_set")
    def set(self, **given: Any) -> None:
        """Set options, and matrices, which are given as rows or arrays."""
        for name, value in given.items():
            if isinstance(value, (str, bool, int, float, np.generic)):
                st = lib.zn_block_set(self._p, encoded(name), words(value))
            else:
                rows, cols, x = columns(value)
                st = lib.zn_block_set_constant(self._p, encoded(name), rows, cols,
                                               doubles(x))
            self._ctx.check(st)

    def _begin(self, period: Optional[float], first: float, instants: Optional[ArrayLike],
               initial: Optional[ArrayLike]) -> None:
        """When it is sampled, and its output before that."""
        if period is not None:
            self._ctx.check(lib.zn_block_set_period(self._p, first, period))
        if instants is not None:
            t = reals(instants)
            self._ctx.check(lib.zn_block_set_instants(self._p, t.size, doubles(t)))
        if initial is not None:
            x = reals(initial)
            self._ctx.check(lib.zn_block_set_output(self._p, x.size, doubles(x)))

    @property
    def out(self) -> Array:
        """The present output, a view that follows the run."""
        return self._sim._shown.view("out", self._p)  # type: ignore[no-any-return]
