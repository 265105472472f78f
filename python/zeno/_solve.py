# _solve.py - the solvers: numpy and scipy.sparse in, numpy out
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass

import numpy as np
from _zeno import ffi, lib

from ._core import Context, Unsolved, doubles, reals, text, words


@dataclass
class Result:
    """An answer. z and w as in the header of its class (zeno/lcp.h, ...)."""

    z: np.ndarray
    w: np.ndarray
    error: float
    iterations: int
    solver: str
    outcome: str


class _Matrix:
    """A zn_matrix that borrows the arrays of a numpy or scipy.sparse matrix; a numpy
    array is handed over by columns, which copies one that is stored by rows."""

    def __init__(self, a, name):
        self.keep = []
        self.p = ffi.new("zn_matrix *")
        if hasattr(a, "tocsc"):
            a = a.tocsc()
            a.sort_indices()
            x = np.ascontiguousarray(a.data, dtype=np.float64)
            self.p.storage = lib.ZN_CSC
            self.p.p = self._indices(a.indptr)
            self.p.i = self._indices(a.indices)
        else:
            a = np.asarray(a, dtype=np.float64)
            if a.ndim != 2:
                raise ValueError(f"{name} must be a matrix, it has {a.ndim} dimensions")
            x = np.asfortranarray(a).reshape(-1, order="F")
            self.p.storage = lib.ZN_DENSE
        self.p.rows, self.p.cols = self.shape = a.shape
        self.keep.append(x)
        self.p.x = doubles(x)

    def _indices(self, a):
        a = np.ascontiguousarray(a, dtype=np.intp)
        self.keep.append(a)
        return ffi.cast("zn_index *", ffi.from_buffer(a))


# class: the fields of its struct, "?" may be left out
_FIELDS = {
    "lcp": "M q",
    "mlcp": "M q eq",
    "relay": "M q lb ub",
    "avi": "M q H K",
    "qp": "M q lb? ub? A? b?",
    "friction": "M q mu",
    "rolling-friction": "M q mu mu_r",
}


def _sizes(problem, p, q, data):
    """The numbers of rows that the struct wants besides its arrays."""
    if problem in ("friction", "rolling-friction"):
        p.nc = len(reals(data["mu"]))
        p.d, rest = divmod(len(q), p.nc) if p.nc else (0, 1)
        if rest:
            raise ValueError(f"q has {len(q)} elements, no multiple of the "
                             f"{p.nc} contacts of mu")
    else:
        p.n = data["M"].p.cols
    if problem == "avi":
        p.m = np.asarray(data["H"]).shape[0]
    elif problem == "qp" and data.get("A") is not None:
        p.m = data["A"].p.rows


def _lengths(problem, p, q):
    """How many elements each array must have."""
    n = len(q)
    if problem in ("friction", "rolling-friction"):
        return {"mu": p.nc, "mu_r": p.nc}
    cols = p.n
    lengths = {"lb": cols, "ub": cols, "eq": cols}
    if problem == "avi":
        lengths.update(H=p.m * cols, K=p.m)
    elif problem == "qp":
        lengths["b"] = p.m
    return lengths


def _build(problem, given):
    """The struct of the problem and what has to stay alive."""
    if problem not in _FIELDS:
        raise ValueError(f"there is no class '{problem}' with data from Python; there are "
                         + ", ".join(_FIELDS) + "; others are read from files: zeno.read")
    fields = [f.rstrip("?") for f in _FIELDS[problem].split()]
    needed = [f for f in _FIELDS[problem].split() if not f.endswith("?")]
    for name in needed:
        if given.get(name) is None:
            raise TypeError(f"{problem}: {name} is missing; it takes " + ", ".join(fields))
    p = ffi.new("zn_" + problem.replace("-", "_") + " *")
    q = reals(given["q"])
    data = {k: given[k] for k in fields if given.get(k) is not None}
    for k in ("M", "A"):
        if k in data:
            data[k] = _Matrix(data[k], k)
    if data["M"].p.rows != len(q):
        raise ValueError(f"M is {data['M'].shape}, q has {len(q)} elements")
    _sizes(problem, p, q, data)
    lengths = _lengths(problem, p, q)
    keep = [q, data]
    for k, x in data.items():
        if k in ("M", "A"):
            setattr(p, k, x.p)
        elif k == "eq":
            x = np.ascontiguousarray(x, dtype=np.uint8)
            if x.size != lengths[k]:
                raise ValueError(f"eq has {x.size} elements, must have {lengths[k]}")
            keep.append(x)
            p.eq = ffi.cast("unsigned char *", ffi.from_buffer(x))
        else:
            if k == "H":
                x = np.asarray(x, dtype=np.float64).reshape(-1, order="F")
            x = q if k == "q" else reals(x, lengths[k], k)
            keep.append(x)
            setattr(p, k, doubles(x))
    nw = {"mlcp": len(q), "avi": p.n + p.m if problem == "avi" else 0,
          "qp": p.n + p.m if problem == "qp" else 0}.get(problem, len(q))
    nz = len(q) if problem in ("friction", "rolling-friction") else p.n
    return p, nz, nw, keep


def _run(ctx, problem, p, nz, nw, solver, z0, time_limit, options):
    out = ffi.new("zn_solver **")
    ctx.check(lib.zn_solver_new(ctx.p, problem.encode(), solver.encode(), out))
    s = ctx.own(out[0], lib.zn_solver_free)
    for name, value in options.items():
        ctx.check(lib.zn_solver_set(s, name.encode(), words(value)))
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


def solve(problem, *, solver="auto", z0=None, time_limit=0.0, options=None, **data):
    """Solve one problem of a class: "lcp" (M, q), "mlcp" (M, q, eq), "relay" (M, q, lb,
    ub), "avi" (M, q, H, K), "qp" (M, q[, lb, ub, A, b]), "friction" (M, q, mu),
    "rolling-friction" (M, q, mu, mu_r). Matrices are numpy's or scipy.sparse's.

    Returns a Result whose error is at or below the option "tol" of the solver; raises
    Unsolved, with the best point in its `result`, when there is none, and Error when
    the data or the options are wrong. Other threads run meanwhile.
    """
    p, nz, nw, keep = _build(problem, data)
    result = _run(Context(), problem, p, nz, nw, solver, z0, time_limit, options or {})
    del keep
    return result


class _File:
    """A problem that was read from a file, of any class."""

    def __init__(self, path, name):
        self._ctx = Context()
        out = ffi.new("zn_problem_file **")
        self._ctx.check(lib.zn_problem_file_read(
            self._ctx.p, str(path).encode(), name.encode() if name else ffi.NULL, out))
        self._p = self._ctx.own(out[0], lib.zn_problem_file_free)
        self.problem = text(lib.zn_problem_file_class(self._p))

    def solve(self, *, solver="auto", z0=None, time_limit=0.0, options=None):
        """As zeno.solve."""
        return _run(self._ctx, self.problem, lib.zn_problem_file_problem(self._p),
                    lib.zn_problem_file_nz(self._p), lib.zn_problem_file_nw(self._p),
                    solver, z0, time_limit, options or {})


def read(path, name=None):
    """Read a problem file, text or fclib HDF5; `name` says of which class it is, where
    the file leaves that open. What comes back has `problem` and `solve`."""
    return _File(path, name)
