# _problem.py - a problem of each class, from numpy, scipy.sparse and functions
# SPDX-License-Identifier: Apache-2.0
"""What a solver is handed: the struct of a class in its header (zeno/lcp.h, ...)."""
from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional

import numpy as np
from _zeno import ffi, lib

from ._core import (Context, called_from_c, doubles, fixed, numbers, numbers_at, reals,
                    write)


class Problem:
    """A struct, the lengths of z and w, and what both need to stay alive."""

    def __init__(self, ctx: Context, kind: str, given: Dict[str, Any]) -> None:
        self.ctx, self.kind = ctx, kind
        self.p = ffi.new("zn_" + _STRUCTS.get(kind, kind.replace("-", "_")) + " *")
        self.given = given
        self.keep: List[Any] = []
        self.nz = self.nw = 0

    def take(self, name: str) -> Any:
        value = self.given.get(name)
        if value is None:
            raise TypeError(f"{self.kind}: {name} is missing; it takes "
                            f"{_CLASSES[self.kind][1]}")
        return value

    def has(self, name: str) -> bool:
        return self.given.get(name) is not None

    def reals(self, name: str, n: Optional[int] = None, optional: bool = False) -> int:
        """A field of n doubles (None: as many as there are); returns their number."""
        if optional and not self.has(name):
            return 0
        x = reals(self.take(name), n, name)
        self.keep.append(x)
        setattr(self.p, name, doubles(x))
        return int(x.size)

    def whole(self, name: str, n: Optional[int], kind: Any, ctype: str) -> int:
        given = numbers(self.take(name), name)
        x = np.ascontiguousarray(given, dtype=kind).reshape(-1)
        if not np.array_equal(x, given.reshape(-1)):
            raise ValueError(f"{name} has numbers that are not whole, or too large")
        if n is not None and x.size != n:
            raise ValueError(f"{name} has {x.size} elements, must have {n}")
        self.keep.append(x)
        setattr(self.p, name, ffi.cast(ctype, ffi.from_buffer(x)))
        return int(x.size)

    def matrix(self, name: str, rows: Optional[int] = None,
               cols: Optional[int] = None, optional: bool = False,
               why: str = "") -> Any:
        """A field that is a matrix, of the shape that is not None; returns it."""
        if optional and not self.has(name):
            return None
        m = Matrix(self.take(name), name)
        wanted = (rows if rows is not None else m.shape[0],
                  cols if cols is not None else m.shape[1])
        if m.shape != wanted:
            raise ValueError(f"{name} is {m.shape[0]} x {m.shape[1]}, must be "
                             f"{wanted[0]} x {wanted[1]}{why}")
        self.keep.append(m)
        setattr(self.p, name, m.p)
        return m


def by_columns(a: Any, name: str) -> Any:
    """A sparse matrix in CSC, each entry once and in order. Indices that were set by hand
    are looked at: scipy follows them wherever they point."""
    if hasattr(a, "check_format"):
        try:
            a.check_format()
        except ValueError as e:
            raise ValueError(f"{name}: {e}") from None
    a = a.tocsc()
    if not a.has_canonical_format:
        a = a.copy()  # the caller's stays as it is
        a.sum_duplicates()
    return a


class Matrix:
    """A zn_matrix that borrows the arrays of a numpy or scipy.sparse matrix; a numpy
    array is handed over by columns, which copies one that is stored by rows."""

    def __init__(self, a: Any, name: str) -> None:
        self.keep: List[Any] = []
        self.p = ffi.new("zn_matrix *")
        if hasattr(a, "tocsc"):
            a = by_columns(a, name)
            x = np.ascontiguousarray(numbers(a.data, name))
            self.p.storage = lib.ZN_CSC
            self.p.p = self._indices(a.indptr)
            self.p.i = self._indices(a.indices)
        else:
            a = numbers(a, name)
            if a.ndim != 2:
                raise ValueError(f"{name} must be a matrix, it has {a.ndim} dimensions")
            x = np.asfortranarray(a).reshape(-1, order="F")
            self.p.storage = lib.ZN_DENSE
        self.shape = (int(a.shape[0]), int(a.shape[1]))
        self.p.rows, self.p.cols = self.shape
        self.keep.append(x)
        self.p.x = doubles(x)

    def _indices(self, a: Any) -> Any:
        a = np.ascontiguousarray(a, dtype=np.intp)
        self.keep.append(a)
        return ffi.cast("zn_index *", ffi.from_buffer(a))


# ---- functions --------------------------------------------------------------------


class Functions:
    """F, its Jacobian and a projection, as the library calls them."""

    def __init__(self, problem: Problem, n: int) -> None:
        self.ctx, self.n = problem.ctx, n
        self.F: Callable[..., Any] = problem.take("F")
        self.jacobian = problem.given.get("jacobian")
        self.project = problem.given.get("project")
        self.where: Any = None  # rows and columns of the entries of a sparse Jacobian
        self.count = n * n

    def declare(self, J: Any) -> Any:
        """The entries that a Jacobian in sparse storage has."""
        J = by_columns(J, "the Jacobian")
        self.where = (J.indices, np.repeat(np.arange(self.n), np.diff(J.indptr)))
        self.count = int(J.nnz)
        return J

    def guarded(self, call: Callable[[], None]) -> Any:
        """Nothing may pass through C: what is raised waits in the context."""
        try:
            call()
        except ArithmeticError:  # outside the domain: a shorter step is tried
            return lib.ZN_RETRY
        except BaseException as e:
            self.ctx.raised = e
            words = f"{type(e).__name__}: {e}".encode(errors="replace")
            return lib.zeno_fail(self.ctx.p, words)
        return lib.ZN_OK

    def of(self, z: Any) -> Any:
        return fixed(numbers_at(z, self.n))


@called_from_c
def zeno_map(user: Any, z: Any, out: Any) -> Any:
    f = ffi.from_handle(user)

    def call() -> None:
        write(reals(f.F(f.of(z)), f.n, "F"), out)
    return f.guarded(call)


@called_from_c
def zeno_jacobian(user: Any, z: Any, values: Any) -> Any:
    f = ffi.from_handle(user)

    def call() -> None:
        J = f.jacobian(f.of(z))
        if f.where is not None:
            J = J.tocsc() if hasattr(J, "tocsc") else np.asarray(J)
            J = numbers(J[f.where], "the Jacobian")
        else:
            if hasattr(J, "toarray"):
                J = J.toarray()
            J = numbers(J, "the Jacobian")
            if J.shape != (f.n, f.n):
                raise ValueError(f"the Jacobian is {J.shape}, must be {(f.n, f.n)}")
        write(reals(J.reshape(-1, order="F"), f.count, "the Jacobian"), values)
    return f.guarded(call)


@called_from_c
def zeno_project(user: Any, x: Any) -> Any:
    f = ffi.from_handle(user)

    def call() -> None:
        write(reals(f.project(numbers_at(x, f.n)), f.n, "the projection"), x)
    return f.guarded(call)


def _functions(p: Problem, jacobian: bool, project: bool) -> None:
    """The fields of a problem given by a map."""
    n = int(p.take("n"))
    f = Functions(p, n)
    p.p.n = p.nz = p.nw = n
    handle = ffi.new_handle(f)
    p.keep += [f, handle]
    p.p.user, p.p.F = handle, lib.zeno_map
    if jacobian:
        p.take("jacobian")
    if f.jacobian is not None:
        p.p.jacobian = lib.zeno_jacobian
        if p.has("J"):
            p.given = dict(p.given, J=f.declare(p.take("J")))
            p.matrix("J", n, n)
    if project and f.project is not None:
        p.p.project = lib.zeno_project


# ---- classes ------------------------------------------------------------------------


def _square(p: Problem) -> int:
    """M and q; returns their rows."""
    n = p.reals("q")
    p.matrix("M", n, n, why=f": q has {n} elements")
    p.nz = p.nw = n
    return n


def _rows(p: Problem) -> int:
    n = _square(p)
    p.p.n = n
    return n


def _lcp(p: Problem) -> None:
    _rows(p)


def _mlcp(p: Problem) -> None:
    p.whole("eq", _rows(p), np.uint8, "unsigned char *")


def _relay(p: Problem) -> None:
    n = _rows(p)
    p.reals("lb", n)
    p.reals("ub", n)


def _avi(p: Problem) -> None:
    n = _rows(p)
    H = numbers(p.take("H"), "H")
    if H.ndim != 2 or H.shape[1] != n:
        raise ValueError(f"H is {H.shape}, must have {n} columns")
    p.given = dict(p.given, H=H.reshape(-1, order="F"))
    p.p.m = m = H.shape[0]
    p.reals("H", m * n)
    p.reals("K", m)
    p.nw = n + m


def _qp(p: Problem) -> None:
    n = _rows(p)
    p.reals("lb", n, optional=True)
    p.reals("ub", n, optional=True)
    A = p.matrix("A", None, n, optional=True)
    p.p.m = m = A.shape[0] if A else 0
    p.reals("b", m, optional=True)
    p.nw = n + m


def _soclcp(p: Problem) -> None:
    n = _rows(p)
    p.p.ncones = nc = p.whole("cone", None, np.intp, "zn_index *") - 1
    p.reals("tau", nc)
    if nc < 1 or p.p.cone[nc] != n:
        raise ValueError(f"cone has the first row of each cone, then {n}")


def _contacts(p: Problem, rows: int, *coefficients: str) -> None:
    """d and nc from the rows of all contacts and a coefficient of each."""
    p.p.nc = nc = int(reals(p.take("mu")).size)
    p.p.d, rest = divmod(rows, nc) if nc else (3, rows)
    if rest:
        raise ValueError(f"{rows} rows are no multiple of the {nc} contacts of mu")
    may = (3, 5, 6) if "mu_r" in coefficients else (2, 3)
    if p.p.d not in may:
        raise ValueError(f"{rows} rows for the {nc} contacts of mu are {p.p.d} for each, must be "
                         f"{', '.join(map(str, may[:-1]))} or {may[-1]}")
    for name in coefficients:
        p.reals(name, 2 * nc if name == "mu_r" and p.p.d == 6 else nc)


def _friction(p: Problem) -> None:
    _contacts(p, _square(p), "mu")


def _spin(p: Problem) -> None:
    """Coefficients of rolling, and behind them those of spin: the struct has them so."""
    if p.has("mu_s"):
        both = [reals(p.take(name)).ravel() for name in ("mu_r", "mu_s")]
        if both[0].size != both[1].size:
            raise ValueError(f"mu_s has {both[1].size} elements, mu_r {both[0].size}")
        p.given = dict(p.given, mu_r=np.concatenate(both))


def _rolling(p: Problem) -> None:
    _spin(p)
    _contacts(p, _square(p), "mu", "mu_r")


def _global(p: Problem, *coefficients: str) -> None:
    n = _rows(p)
    p.nw = p.reals("b")
    p.matrix("H", n, p.nw)
    p.nz = n + p.nw
    _contacts(p, p.nw, *coefficients)


def _global_friction(p: Problem) -> None:
    _global(p, "mu")


def _global_rolling(p: Problem) -> None:
    _spin(p)
    _global(p, "mu", "mu_r")


def _generic(p: Problem) -> None:
    n = _rows(p)
    names: List[str] = []
    while lib.zn_generic_kind_name(len(names)):
        names.append(
            ffi.string(lib.zn_generic_kind_name(len(names))).decode())
    if names.index("spinning-3d") in [names.index(k) if k in names else k
                                      for k in p.take("kind")] and not p.has("mu_s"):
        raise TypeError("generic-mechanical: mu_s is missing, and there are blocks "
                        "'spinning-3d'")
    kinds = [names.index(k) if isinstance(k, str) and k in names else k
             for k in p.take("kind")]
    for k in kinds:
        if isinstance(k, str):
            raise ValueError(f"there is no block of kind '{k}'; there are "
                             + ", ".join(names))
    p.given = dict(p.given, kind=kinds)
    p.p.nb = nb = p.whole("kind", None, np.uint8, "unsigned char *")
    p.whole("start", nb + 1, np.intp, "zn_index *")
    _spin(p)
    for name, length in (("lb", n), ("ub", n), ("mu", nb),
                         ("mu_r", 2 * nb if p.has("mu_s") else nb)):
        p.reals(name, length, optional=True)


def _plasticity(p: Problem) -> None:
    n = _square(p)
    p.p.nc, rest = divmod(n, 3)
    if rest:
        raise ValueError(f"q has {n} elements, no multiple of the 3 of a point")
    if p.has("sigma_y"):
        p.p.model = lib.ZN_VON_MISES
        p.reals("sigma_y", p.p.nc)
    else:
        p.p.model = lib.ZN_DRUCKER_PRAGER
        p.reals("eta", p.p.nc)
        p.reals("theta", p.p.nc)


def _multiple_impact(p: Problem) -> None:
    n = _rows(p)
    of = ffi.new("zn_compliance[]", n)
    for name in ("K", "eta", "e"):
        for i, value in enumerate(reals(p.take(name), n, name)):
            setattr(of[i], name, value)
    p.keep.append(of)
    p.p.of = of
    if p.has("eq"):
        p.whole("eq", n, np.uint8, "unsigned char *")
    p.reals("mu", n, optional=True)


def _sizes(p: Problem) -> None:
    p.reals("z_size", p.nz, optional=True)
    p.reals("F_size", p.nz, optional=True)


def _mcp(p: Problem) -> None:
    _functions(p, jacobian=True, project=False)
    p.reals("lb", p.nz, optional=True)
    p.reals("ub", p.nz, optional=True)
    _sizes(p)


def _ncp(p: Problem) -> None:
    _functions(p, jacobian=True, project=False)
    _sizes(p)


def _vi(p: Problem) -> None:
    _functions(p, jacobian=False, project=True)
    p.reals("lb", p.nz, optional=True)
    p.reals("ub", p.nz, optional=True)


# struct, where it is not that of the class's name
_STRUCTS = {"generic-mechanical": "generic"}

_CLASSES: Dict[str, Any] = {
    "lcp": (_lcp, "M, q"),
    "mlcp": (_mlcp, "M, q, eq"),
    "relay": (_relay, "M, q, lb, ub"),
    "avi": (_avi, "M, q, H, K"),
    "qp": (_qp, "M, q[, lb, ub, A, b]"),
    "soclcp": (_soclcp, "M, q, cone, tau"),
    "friction": (_friction, "M, q, mu"),
    "rolling-friction": (_rolling, "M, q, mu, mu_r[, mu_s]"),
    "global-friction": (_global_friction, "M, H, q, b, mu"),
    "global-rolling-friction": (_global_rolling, "M, H, q, b, mu, mu_r[, mu_s]"),
    "generic-mechanical": (_generic, "M, q, start, kind[, lb, ub, mu, mu_r, mu_s]"),
    "plasticity": (_plasticity, "M, q, eta, theta or M, q, sigma_y"),
    "multiple-impact": (_multiple_impact, "M, q, K, eta, e[, eq, mu]"),
    "ncp": (_ncp, "n, F, jacobian[, J, z_size, F_size]"),
    "mcp": (_mcp, "n, F, jacobian[, J, lb, ub, z_size, F_size]"),
    "vi": (_vi, "n, F[, project, lb, ub, jacobian, J]"),
}


def build(ctx: Context, kind: str, given: Dict[str, Any]) -> Problem:
    """A problem of this class; TypeError and ValueError say what does not fit."""
    if kind not in _CLASSES:
        raise ValueError(f"there is no class '{kind}' with data from Python; there are "
                         + ", ".join(_CLASSES) + "; others are read from files: zeno.read")
    p = Problem(ctx, kind, given)
    _CLASSES[kind][0](p)
    known = re.findall(r"\w+", _CLASSES[kind][1])
    unused = [k for k in given if k not in known]
    if unused:
        raise TypeError(f"{kind} has no '{unused[0]}'; it takes {_CLASSES[kind][1]}")
    return p
