# test_calls.py - calls at random on models, their simulations and scenes: errors have words, nothing
# crashes, and what is made afterwards has the bits it had before
# SPDX-License-Identifier: Apache-2.0
#
#     python3 python/test_calls.py [FROM TO]     seeds; the calls of each and what they answered
#
# Users call in any order, with functions that fail, states that are none, models that are open,
# files that are not there. Whatever they do, the answer is a result or an error of Python.
import gc
import math
import os
import random
import sys
import tempfile
import unittest
import warnings

import numpy as np
import zeno

SAID = (zeno.Error, ValueError, KeyError, TypeError, RuntimeError, AttributeError, OSError)
INTEGRATORS = [("moreau-jean", "euler-moreau")] * 12 + [
    ("schatzman-paoli", "euler-moreau"), ("d1-minus", "zero-order-hold"),
    ("nonsmooth-alpha", "euler-moreau"), "moreau-jean"]


class Calls:
    """A model and what calls have made of it."""

    def __init__(self, seed, folder):
        self.r, self.folder = random.Random(seed), folder
        self.model, self.made, self.log = zeno.Model(), 0, []
        self.systems, self.contacts, self.laws = [], [], []
        self.sims, self.files, self.blocks = [], [], []

    def name(self, kind):
        self.made += 1
        return self.r.choice([f"{kind}{self.made}"] * 12 + ["b1", ""])

    def function(self, n):
        """A function of n numbers, which may fail after some calls."""
        how = self.r.choice(["well"] * 6 + ["raises", "is none", "has one more", "returns nothing"])
        after, calls = self.r.randint(20, 200), [0]

        def f(a):
            calls[0] += 1
            if calls[0] < after or how == "well":
                return [math.sin(3 * a.t + i) for i in range(n)]
            if how == "raises":
                raise RuntimeError("boom")
            return {"is none": [math.nan] * n, "has one more": [1.0] * (n + 1)}.get(how)
        return f

    # ---- what a model has

    def add_system(self):
        r, m = self.r, self.model
        kind, n = r.choice(["linear", "lagrangian", "body", "diode", "flow"]), r.choice([1, 2, 3])
        q0, zero = [r.uniform(0.2, 1) for _ in range(n)], [0.0] * n
        name = self.name(kind)
        if kind == "linear":
            mass = np.eye(n) * r.choice([1] * 30 + [0, -1])
            s = m.system("lagrangian-linear", name, q0=q0, v0=zero, mass=mass,
                         f_ext=r.choice([[-9.0] * n, self.function(n)]))
        elif kind == "lagrangian":
            mass = r.choice([np.eye(n), lambda a: np.eye(n) * (2 + math.sin(a.q[0]))])
            s = m.system("lagrangian", name, q0=q0, v0=zero, mass=mass, f_int=self.function(n))
        elif kind == "body":
            s = m.system("newton-euler", name, q0=[0, 0, r.uniform(0.2, 1), 1, 0, 0, 0],
                         v0=[r.uniform(-1, 1) for _ in range(6)], mass=1.0,
                         inertia=np.diag([1, 2, 2.5]), f_ext=[0, 0, -9.0])
        elif kind == "diode":
            s = m.system("first-order-linear", name, x0=[1.0] * n, A=0.3 * np.ones((n, n)) - np.eye(n))
        else:
            s = m.system("first-order", name, x0=[0.5] * n, f=self.function(n))
        self.systems.append((s, kind, n))

    def add_contact(self):
        r, m = self.r, self.model
        s, kind, n = r.choice(self.systems)
        if kind == "body" and r.random() < 0.5:
            other = r.choice([x[0] for x in self.systems if x[1] == "body"])
            cls = r.choice(["revolute", "spherical", "prismatic", "fixed", "axis-turn"])
            self.contacts.append(m.joint(cls, self.name("joint"), s, None if other is s else other,
                                         point=[0, 0, 1.0], axis=[0, 1, 0]))
            return
        if kind in ("linear", "lagrangian"):
            rel = (m.relation("linear", self.name("r"), 1, n, C=np.eye(1, n), e=[0.0])
                   if r.random() < 0.6 else
                   m.relation("scleronomous", self.name("r"), 1, n,
                              h=lambda a: [a.q[0] + 0.01 * math.sin(a.q[0])]))
            cls, given = r.choice([("newton-impact", {"e": r.choice([0, 0.5, 0.9, 1, 2])}),
                                   ("newton-impact", {}), ("equality", {"size": 1}),
                                   ("relay", {"size": 1, "lb": -1, "ub": 1}), ("spring", {"size": 1})])
        elif kind == "body":
            plane = r.choice([{"normal": [0, 0, 1.0], "offset": [0.0]}] * 12 + [{}])
            rel = (m.relation("sphere-plane", self.name("r"), 3, 7, radius=0.1, **plane)
                   if r.random() < 0.5 else
                   m.relation("point-plane", self.name("r"), r.choice([1, 3, 3, 3]), 7, **plane))
            cls, given = r.choice([("newton-impact-friction", {"size": 3, "e": 0.3, "mu": 0.4}),
                                   ("newton-impact", {"e": 0.5})])
        else:
            rel = m.relation("first-order-linear", self.name("r"), 1, n, C=np.eye(1, n),
                             B=np.eye(n, 1), D=[[r.choice([0, 1.0])]])
            cls, given = r.choice([("complementarity", {"size": 1}),
                                   ("relay", {"size": 1, "lb": -1, "ub": 1})])
        self.laws.append(m.law(cls, **given))
        self.contacts.append(m.connect(self.name("i"), self.laws[-1], rel, s))

    def set_law(self):
        self.model.set(self.r.choice(self.laws),
                       **self.r.choice([{"e": 0.2}, {"mu": 0.1}, {"e": -1}, {"lb": -2.0}]))

    def set_force(self):
        self.model.set(self.r.choice(self.systems)[0],
                       f_ext=self.r.choice([[1.0], [1.0, 2.0], self.function(1)]))

    def reopen(self):
        self.model.reopen()
        if self.r.random() < 0.5:
            self.r.choice([self.add_system, self.add_contact])()

    # ---- what a simulation does

    def add_simulation(self):
        r = self.r
        if r.random() < 0.25:
            sim = self.model.simulation(h=0.05, T=0.5, simulation="event-driven")
        else:
            o = {name: r.choice(values) for name, values, often in (
                ("on_event", ["locate"], 0.2), ("step", ["error"], 0.1),
                ("projection", ["direct", "combined", "none", "simultaneous"], 0.3),
                ("formulation", ["global", "lcp", "mlcp", "friction", "generic-mechanical"], 0.05))
                if r.random() < often}
            sim = self.model.simulation(h=r.choice([0.01] * 8 + [0, -1]), T=0.5,
                                        osi=r.choice(INTEGRATORS), **o)
        self.sims = self.sims[-1:] + [sim]

    def step(self):
        for _ in range(self.r.randint(1, 6)):
            self.r.choice(self.sims).step()

    def put(self):
        s, kind, n = self.r.choice(self.systems)
        sim = self.r.choice(self.sims)
        if kind in ("linear", "lagrangian"):
            sim.put(s, q=[self.r.choice([0.5, 0.5, math.nan, 1e308])] * self.r.choice([n, n, 7]))
        elif kind == "body":
            sim.put(s, q=[0, 0, 1, 1, 0, 0, self.r.choice([0, 0, 0.5])])
        else:
            sim.put(s, x=[0.3] * n)

    def read(self):
        sim = self.r.choice(self.sims)
        for s, kind, _ in self.systems:
            sim.x(s) if kind in ("diode", "flow") else sim.q(s)
        for i in self.contacts:
            sim.y(i), sim.lam(i), sim.y(i, self.r.randint(-1, 3))

    def checkpoint(self):
        sim, path = self.r.choice(self.sims), os.path.join(self.folder, f"c{self.r.randint(0, 1)}")
        sim.save(path) if self.r.random() < 0.5 else sim.load(path)

    def record(self):
        end = self.r.choice(["csv", "h5"])
        self.files.append(self.r.choice(self.sims).record(
            os.path.join(self.folder, f"r{self.r.randint(0, 3)}.{end}")))

    def close(self):
        self.files.pop().close()

    def add_block(self):
        r = self.r
        source = r.choice(self.blocks) if self.blocks and r.random() < 0.7 else None
        cls = r.choice(["linear-sensor", "pid", "luenberger", "sliding-mode", "twisting"])
        self.blocks.append(r.choice(self.sims).block(
            cls, self.name("k"), r.choice(self.systems)[0], source, 1,
            period=r.choice([0.02, 0.05, 0.0])))

    def go(self):
        for call in ([self.add_system] * self.r.randint(1, 4) +
                     [self.add_contact] * self.r.randint(0, 4) + [self.add_simulation]):
            self.answer(call)
        calls = ([self.step] * 7 + [self.put, self.read] * 2 +
                 [self.reopen] * 3 + [self.model.seal] * 6 +
                 [self.add_system, self.add_contact, self.checkpoint] * 2 +
                 [self.record, self.close, self.add_block, self.set_law, self.set_force,
                  self.add_simulation, gc.collect])
        for _ in range(self.r.randint(20, 80)):
            self.answer(self.r.choice(calls))
        if self.r.random() < 0.3:
            del self.model
        return self.log

    def answer(self, call):
        try:
            call()
            said = "done"
        except IndexError:  # nothing to choose from
            return
        except SAID as e:
            said = f"{type(e).__name__}: {e}"
            assert len(str(e)) > 3 and "(null)" not in said, said
        self.log.append(f"{call.__name__}: {said}")


def bounces():
    """A ball that bounces, in a model of its own."""
    m = zeno.Model()
    ball = m.system("lagrangian-linear", "ball", q0=[1.0], v0=[0.0], mass=[[1.0]], f_ext=[-9.81])
    m.connect("floor", m.law("newton-impact", e=0.8), m.relation("linear", "gap", 1, 1, C=[[1.0]]), ball)
    sim = m.simulation(h=0.005, T=1.0)
    sim.run()
    return sim.q(ball).tobytes() + sim.v(ball).tobytes()


class RandomCalls(unittest.TestCase):
    def test_whatever_is_called_answers_and_leaves_no_trace(self):
        before = bounces()
        refused = 0
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for seed in range(40):
                with self.subTest(seed=seed):
                    refused += sum(": done" not in x for x in Calls(seed, folder).go())
                    gc.collect()
                    self.assertEqual(bounces(), before)
        self.assertGreater(refused, 100)  # errors were met, too


if __name__ == "__main__":
    if len(sys.argv) == 3:
        warnings.simplefilter("ignore")
        with tempfile.TemporaryDirectory() as where:
            for number in range(int(sys.argv[1]), int(sys.argv[2])):
                print(f"seed {number}")
                for line in Calls(number, where).go():
                    print(" ", line)
    else:
        unittest.main()
