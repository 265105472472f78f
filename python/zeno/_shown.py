# _shown.py - arrays that show what a simulation has
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, Tuple

from _zeno import ffi, lib

from ._core import Array, fixed, numbers_at, read

# where the library has the numbers of a system and how many, and those of an interaction
_STATES: Dict[str, Tuple[Callable[..., Any], Callable[[Any], int]]] = {
    "q": (lib.zn_simulation_q, lib.zn_ds_nq), "v": (lib.zn_simulation_v, lib.zn_ds_nv),
    "x": (lib.zn_simulation_x, lib.zn_ds_nx), "p": (lib.zn_simulation_p, lib.zn_ds_nv),
    "bc": (lib.zn_simulation_bc, lib.zn_ds_nv), "r": (lib.zn_simulation_r, lib.zn_ds_nx)}
_ROWS: Dict[str, Callable[..., Any]] = {
    "y": lib.zn_simulation_y, "lam": lib.zn_simulation_lambda}
_OWN: Dict[str, Callable[..., Any]] = {"u": lib.zn_ds_u, "out": lib.zn_block_output}


class Shown:
    """The arrays that somebody still has, or what was cut out of them. They are Python's, and
    read again when the numbers have changed: the library's memory moves when a model grows."""

    def __init__(self, sim: Any, lives: Callable[[Any], bool]) -> None:
        self._sim, self._lives = sim, lives
        # by what they show, whose, and its level
        self._all: weakref.WeakValueDictionary[Tuple[str, Any, int], Array] = \
            weakref.WeakValueDictionary()

    def _where(self, what: str, whose: Any, level: int) -> Tuple[Any, int]:
        """Where the library has these numbers now, and how many; NULL has none."""
        if what in _STATES:
            get, size = _STATES[what]
            p, n = get(self._sim, whose), size(whose)
        elif what in _ROWS:
            p, n = _ROWS[what](self._sim, whose, level), lib.zn_interaction_size(whose)
        else:
            count = ffi.new("zn_index *")
            p = _OWN[what](whose, count)
            n = count[0]
        return p, n if p else 0

    def view(self, what: str, whose: Any, level: int = 0) -> Array:
        """The same numbers for all who ask for the same."""
        key = what, whose, level
        p, n = self._where(*key)
        shown = self._all.get(key)
        if shown is None or shown.size != n:
            shown = self._all[key] = numbers_at(p, n)
        read(shown, p)
        return fixed(shown)

    def follow(self) -> None:
        """The numbers have changed. Who has none now, or is gone, keeps those of before."""
        for key, shown in list(self._all.items()):
            if not self._lives(key[1]):
                del self._all[key]
                continue
            p, n = self._where(*key)
            if n == shown.size:
                read(shown, p)
