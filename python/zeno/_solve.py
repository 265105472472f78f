# _solve.py - the solvers: numpy and scipy.sparse in, numpy out
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any, Dict, Optional, Union

import numpy as np
from _zeno import ffi, lib

from ._core import (Array, ArrayLike, Context, Unsolved, doubles, encoded, file_name,
                    from_header, reals, text, words)
from ._problem import build


@dataclass
class Result:
    """An answer. z and w as in the header of its class (zeno/lcp.h, ...)."""

    z: Array
    w: Array
    error: float
    iterations: int
    solver: str
    outcome: str


def _run(ctx: Context, problem: str, p: Any, nz: int, nw: int, solver: str,
         z0: Optional[ArrayLike], time_limit: float,
         options: Dict[str, Any]) -> Result:
    out = ffi.new("zn_solver **")
    ctx.check(lib.zn_solver_new(ctx.p, encoded(problem), encoded(solver), out))
    s = ctx.own(out[0], lib.zn_solver_free)
    for name, value in options.items():
        ctx.check(lib.zn_solver_set(s, encoded(name), words(value)))
    lib.zn_solver_set_time_limit(s, time_limit)
    z = np.zeros(nz) if z0 is None else reals(z0, nz, "z0").copy()
    w = np.zeros(nw)
    info = ffi.new("zn_solve_info *")
    status = lib.zn_solver_solve(s, p, doubles(z), doubles(w), info)
    result = Result(z, w, info.error, info.iterations, text(info.solver),
                    text(lib.zn_outcome_name(info.outcome)))
    try:
        ctx.check(status)
    except Unsolved as e:
        e.result = result
        raise
    return result


@from_header("zn_solver_solve")
def solve(problem: str, *, solver: str = "auto", z0: Optional[ArrayLike] = None,
          time_limit: float = 0.0, options: Optional[Dict[str, Any]] = None,
          **data: Any) -> Result:
    """Solve one problem of a class; the data are the fields of its struct, matrices are
    numpy's or scipy.sparse's: "lcp" (M, q), "mlcp" (M, q, eq), "relay" (M, q, lb, ub),
    "avi" (M, q, H, K), "qp" (M, q[, lb, ub, A, b]), "soclcp" (M, q, cone, tau),
    "friction" (M, q, mu), "rolling-friction" (M, q, mu, mu_r[, mu_s]), "global-friction" (M, H,
    q, b, mu), "global-rolling-friction" (the same and mu_r[, mu_s]), "generic-mechanical" (M,
    q, start, kind[, lb, ub, mu, mu_r, mu_s]), "plasticity" (M, q, eta, theta or M, q, sigma_y),
    "multiple-impact" (M, q, K, eta, e[, eq, mu]); with functions of z "ncp" (n, F,
    jacobian[, J, z_size, F_size]), "mcp" (the same and lb, ub), "vi" (n, F[, project, lb, ub,
    jacobian, J]). J is a sparse matrix with the entries that the Jacobian has.

    Returns a Result whose error is at or below the option "tol" of the solver; raises
    Unsolved, with the best point in its `result`, when there is none, and Error when
    the data or the options are wrong. A function that raises ArithmeticError says that
    z is outside of its domain: a shorter step is tried. Other threads run meanwhile.
    """
    p = build(Context(), problem, data)
    return _run(p.ctx, problem, p.p, p.nz, p.nw, solver, z0, time_limit, options or {})


class ProblemFile:
    """A problem that was read from a file, of any class, which is its `problem`."""

    problem: str

    def __init__(self, path: Union[str, PathLike[str]], name: Optional[str]) -> None:
        self._ctx = Context()
        out = ffi.new("zn_problem_file **")
        self._ctx.check(lib.zn_problem_file_read(
            self._ctx.p, file_name(path), encoded(name) if name else ffi.NULL, out))
        self._p = self._ctx.own(out[0], lib.zn_problem_file_free)
        self.problem = text(lib.zn_problem_file_class(self._p))

    def solve(self, *, solver: str = "auto", z0: Optional[ArrayLike] = None,
              time_limit: float = 0.0,
              options: Optional[Dict[str, Any]] = None) -> Result:
        """As zeno.solve."""
        return _run(self._ctx, self.problem, lib.zn_problem_file_problem(self._p),
                    lib.zn_problem_file_nz(self._p), lib.zn_problem_file_nw(self._p),
                    solver, z0, time_limit, options or {})


@from_header("zn_problem_file_read")
def read(path: Union[str, PathLike[str]], name: Optional[str] = None) -> ProblemFile:
    """Read a problem file, text or fclib HDF5; `name` says of which class it is, where
    the file leaves that open."""
    return ProblemFile(path, name)
