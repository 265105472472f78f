# test_lagrangians.py - random systems with the functions of a user, event by event, beside by_modes.py
# SPDX-License-Identifier: Apache-2.0
#
#     python3 python/test_lagrangians.py [FROM TO]     seeds; a line of each that differs
#
# One to four coordinates; a mass that turns with them, springs that stiffen, drives; up to three contacts with and
# without friction, dry friction and equations, along curved and moving rows, of which some have no derivatives.
import sys
import unittest
import warnings
from types import SimpleNamespace

import numpy as np
import zeno

try:
    from by_modes import Motion, NoMotion
except ImportError:
    Motion = None

T = 1.0
WAYS = {"plain": (0.05, {}),
        "coarse, backwards": (0.5, {"back": True}),
        "stop": (0.037, {"instants": "stop", "ends": "grid"})}


class Row:
    """y = y0 + w q + a sin(u q + p) + b sin(o t + f)"""

    def __init__(self, r, n, moves, curved):
        self.w, self.u = r.normal(size=n), r.normal(size=n)
        self.w /= np.linalg.norm(self.w)
        self.a, self.b, self.o = r.uniform(0.05, 0.4) * curved, r.uniform(0.02, 0.15) * moves, r.uniform(1, 8)
        self.p, self.f = r.uniform(0, 6, 2)
        self.y0 = 0.0

    def y(self, t, q):
        return self.y0 + self.w @ q + self.a * np.sin(self.u @ q + self.p) + self.b * np.sin(self.o * t + self.f)

    def grad(self, t, q):
        return self.w + self.a * np.cos(self.u @ q + self.p) * self.u

    def moved(self, t):
        return self.b * self.o * np.cos(self.o * t + self.f)

    def rate(self, t, q, v):
        return self.grad(t, q) @ v + self.moved(t)

    def turned(self, q, v):
        return -self.a * np.sin(self.u @ q + self.p) * (self.u @ v) * self.u

    def curve(self, t, q, v):
        return self.turned(q, v) @ v - self.b * self.o ** 2 * np.sin(self.o * t + self.f)


class Machine:
    def __init__(self, seed):
        r = np.random.default_rng(seed)
        n = self.n = int(r.integers(1, 5))
        L = 0.4 * r.normal(size=(n, n))
        self.turns = [(r.uniform(0.1, 0.5), r.normal(size=n), r.uniform(0, 6), r.normal(size=n))
                      for _ in range(int(r.integers(0, 3)))]
        self.M = (L @ L.T + np.diag(r.uniform(0.5, 2, n)) + sum(c * np.outer(s, s) for c, _, _, s in self.turns))
        S = r.normal(size=(n, n))
        self.K = S @ S.T * r.uniform(0, 8) + np.eye(n)
        self.D = np.diag(r.uniform(0, 1, n)) * (r.random() < 0.6)
        self.cubic = r.uniform(0, 5) * (r.random() < 0.5)
        self.A, self.o, self.p = r.normal(size=n) * r.uniform(0, 6), r.uniform(1, 9, n), r.uniform(0, 6, n)
        self.q0, self.v0, self.push = 0.5 * r.normal(size=n), r.normal(size=n), r.normal(size=n)
        self.parts = []
        while len(self.parts) < 3 and self.add(r) and r.random() < 0.7:
            pass
        self.fit()

    def add(self, r):
        """One part more, if there is room: rows are to be independent."""
        kind = r.choice(["contact", "contact", "friction", "friction", "dry", "equation"])
        size = 2 if kind == "friction" else 1
        if size + sum(len(p.rows) for p in self.parts) > self.n or (kind == "equation" and self.n == 1):
            return False
        moves, curved = r.random() < 0.35 and kind != "dry", r.random() < 0.6
        part = SimpleNamespace(kind=kind, rows=[Row(r, self.n, moves, curved) for _ in range(size)], moves=moves,
                               e=max(0, r.uniform(-0.4, 0.9)), mu=r.uniform(0.1, 0.8), F=r.uniform(0.3, 3),
                               derivatives=int(r.integers(0, 3)), lies=False)
        gap = max(0, r.uniform(-0.2, 0.5)) if kind != "equation" else 0
        if kind != "dry":
            part.rows[0].y0 = gap - part.rows[0].y(0, self.q0)
        part.lies = kind == "equation" or (kind != "dry" and gap == 0 and r.random() < 0.6)
        if kind in ("contact", "friction"):
            self.push -= r.uniform(2, 8) * part.rows[0].grad(0, self.q0)
        self.parts.append(part)
        return True

    def fit(self):
        """Who lies on something moves with it."""
        rows = [p.rows[0] for p in self.parts if p.lies]
        if rows:
            H = np.array([row.grad(0, self.q0) for row in rows])
            off = np.array([row.rate(0, self.q0, self.v0) for row in rows])
            self.v0 = self.v0 - H.T @ np.linalg.solve(H @ H.T, off)

    def mass(self, q):
        return self.M + sum(c * np.cos(w @ q + p) * np.outer(s, s) for c, w, p, s in self.turns)

    def gyroscopic(self, q, v):
        N = np.zeros(self.n)
        for c, w, p, s in self.turns:
            k = -c * np.sin(w @ q + p)
            N += k * (w @ v) * (s @ v) * s - 0.5 * k * (s @ v) ** 2 * w
        return N

    def internal(self, q, v):
        return self.K @ q + self.D @ v + self.cubic * q ** 3

    def external(self, t):
        return self.push + self.A * np.sin(self.o * t + self.p)

    def force(self, t, q, v):
        return self.external(t) - self.internal(q, v) - self.gyroscopic(q, v)

    def relation(self, m, name, part):
        rows, d = part.rows, part.derivatives
        if part.moves:
            ops = {"h": lambda a: np.array([r.y(a.t, a.q) for r in rows])}
            if d:
                ops["jac_h_q"] = lambda a: np.array([r.grad(a.t, a.q) for r in rows])
                ops["h_dot"] = lambda a: np.array([r.moved(a.t) for r in rows])
            return m.relation("rheonomous", name, len(rows), self.n, **ops)
        ops = {"h": lambda a: np.array([r.y(0, a.q) for r in rows])}
        if d:
            ops["jac_h_q"] = lambda a: np.array([r.grad(0, a.q) for r in rows])
        if d > 1:
            ops["jac_h_q_dot"] = lambda a: np.array([r.turned(a.q, a.v) for r in rows])
        return m.relation("scleronomous", name, len(rows), self.n, **ops)

    def run(self, h, options):
        options = dict(options)
        m, back = zeno.Model(), options.pop("back", False)
        ops = {"f_gyr": lambda a: self.gyroscopic(a.q, a.v)} if self.turns else {}
        s = m.system("lagrangian", "s", q0=self.q0, v0=self.v0, mass=lambda a: self.mass(a.q),
                     f_ext=lambda a: self.external(a.t), f_int=lambda a: self.internal(a.q, a.v),
                     jac_f_int_q=lambda a: self.K + np.diag(3 * self.cubic * a.q ** 2), jac_f_int_v=self.D, **ops)
        for i, part in sorted(enumerate(self.parts), reverse=back):
            law = (m.law("newton-impact", e=part.e) if part.kind == "contact" else
                   m.law("newton-impact-friction", size=2, e=part.e, mu=part.mu) if part.kind == "friction" else
                   m.law("relay", lb=-part.F, ub=part.F) if part.kind == "dry" else m.law("equality", size=1))
            m.connect(f"part {i}", law, self.relation(m, f"rows {i}", part), s)
        sim = m.simulation(h=h, T=T, simulation="event-driven", **options)
        sim.run()
        return np.concatenate([sim.q(s), sim.v(s)])


def differences(seed):
    """Words about each way that is not as the first one, or if that is not as it should be."""
    machine = Machine(seed)
    first = machine.run(*WAYS["plain"])
    size = 1 + np.abs(first).max()
    for name, way in list(WAYS.items())[1:]:
        off = np.abs(machine.run(*way) - first).max()
        if not off < 1e-8 * size:
            yield f"seed {seed}, {name}: {off:.2g} apart"
    motion = Motion(machine, 0, machine.q0, machine.v0)
    off = np.abs(motion.run(T) - first).max()
    if not off < 1e-8 * size:
        yield f"seed {seed}, by modes: {off:.2g} apart{' (two ways to go on)' if motion.doubt else ''}"


class Lagrangians(unittest.TestCase):
    @unittest.skipUnless(Motion, "no scipy")
    def test_one_motion_in_every_way(self):
        for seed in (8, 12, 16, 17, 18):   # some ten seconds
            with self.subTest(seed=seed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.assertEqual(list(differences(seed)), [])


def main(first, end):
    for seed in range(first, end):
        try:
            words = list(differences(seed))
        except NoMotion as why:
            words = [f"seed {seed}: not compared, {why}"]
        except zeno.Error as why:
            words = [f"seed {seed}: {why}"]
        print(*words, sep="\n", end="\n" if words else "", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if len(sys.argv) == 3:
        main(int(sys.argv[1]), int(sys.argv[2]))
    else:
        unittest.main()
