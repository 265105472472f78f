# test_circuits.py - random circuits of diodes and relays, event by event: one motion in every way
# SPDX-License-Identifier: Apache-2.0
#
#     python3 python/test_circuits.py [FROM TO]     seeds; a line of each that differs
#
# x' = A x + B lambda + b(t), y = B'x + D lambda + e, passive where there are diodes, with
# 1 to 5 states and 1 to 4 rows, of which some say the same.
import sys
import unittest
import warnings

import numpy as np
import zeno

WAYS = {"plain": (0.05, {}),
        "tight": (0.05, {"rtol": 1e-12, "atol": 1e-13}),
        "coarse": (0.5, {}),
        "order 5": (0.05, {"ode": "dormand-prince"}),
        "radau": (0.05, {"ode": "radau"}),
        "grid": (0.05, {"ends": "grid"}),
        "stop": (0.037, {"instants": "stop"})}


class Circuit:
    def __init__(self, seed):
        r = np.random.default_rng(seed)
        n, self.rows = int(r.integers(1, 6)), int(r.integers(1, 5))
        m = self.rows
        S = r.normal(size=(n, n))
        self.A = ((S - S.T) * r.uniform(0.5, 3) -
                  np.diag(r.uniform(0, 1.5, n) * (r.random(n) < 0.8)))
        self.B = r.normal(size=(n, m)) * (r.random((n, m)) < 0.7)
        self.diodes = r.random() < 0.4
        L, K = r.normal(size=(m, max(1, m - 1))), r.normal(size=(m, m))
        kinds = [np.zeros((m, m)), np.diag(r.uniform(0.1, 1, m)), 0.3 * L @ L.T,
                 0.2 * np.eye(m) + (K - K.T)]
        self.D = kinds[int(r.integers(0, 4 if self.diodes else 2))]
        self.size = 2 * r.normal(size=n)
        self.omega, self.phase = r.uniform(0.5, 6, n), r.uniform(0, 6, n)
        self.rest, self.x0 = r.normal(size=n), r.normal(size=n)
        self.e = 0.5 * r.normal(size=m) * (r.random() < 0.5)
        self.lb, self.ub = -r.uniform(0.3, 2, m), r.uniform(0.3, 2, m)

    def has_a_motion(self):
        """Rows that nothing moves, or states that no diode allows, have none, and that is said."""
        rank = np.linalg.matrix_rank
        return self.rows <= len(self.x0) and rank(self.B) == self.rows

    def run(self, h, options, T=2.0, **how):
        m = zeno.Model()
        c = m.system("first-order-linear", "c", x0=self.x0, A=self.A,
                     b=lambda a: self.rest + self.size * np.sin(self.omega * a.t + self.phase))
        law = (m.law("complementarity", size=self.rows) if self.diodes
               else m.law("relay", lb=self.lb, ub=self.ub))
        m.connect("i", law, m.relation("first-order-linear", "r", self.rows, len(self.x0),
                                       C=self.B.T, B=self.B, D=self.D, e=self.e), c)
        sim = m.simulation(h=h, T=T, **(how or {"simulation": "event-driven"}), **options)
        sim.run()
        return sim.x(c).copy()


def differences(seed):
    """Words about each way that is not as the first one."""
    circuit = Circuit(seed)
    if not circuit.has_a_motion():
        return
    first = circuit.run(*WAYS["plain"])
    size = 1 + np.abs(first).max()
    for name, way in list(WAYS.items())[1:]:
        off = np.abs(circuit.run(*way) - first).max()
        if not off < 1e-8 * size:
            yield f"seed {seed}, {name}: {off:.2g} apart"
    steps = circuit.run(2e-3, {"osi_options": "theta=1", "solver_tol": 1e-12},
                        osi="euler-moreau")
    off = np.abs(steps - first).max()
    if not off < 0.05 * size:  # of first order in h
        yield f"seed {seed}, time stepping: {off:.2g} apart"


class Circuits(unittest.TestCase):
    def test_one_motion_in_every_way(self):
        for seed in range(4):
            with self.subTest(seed=seed):
                self.assertEqual(list(differences(seed)), [])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if len(sys.argv) == 3:
        for k in range(int(sys.argv[1]), int(sys.argv[2])):
            for words in differences(k):
                print(words, flush=True)
    else:
        unittest.main()
