# typed.py - what mypy finds in a program: lines that end in "# error" and no others
# SPDX-License-Identifier: Apache-2.0
import zeno

r = zeno.solve("lcp", M=[[1.0]], q=[-1.0])
z: float = float(r.z[0])
m = zeno.Model()
ball = m.system("lagrangian-linear", "ball", q0=[1], v0=[0], mass=[[1]],
                f_ext=lambda a: [-9.81 * a.t])
law = m.law("newton-impact", e=0.5)
gap = m.relation("linear", "gap", 1, 1, C=[[1]])
floor = m.connect("floor", law, gap, ball)
m.connect("floor", gap, law, ball)  # error
m.follow(gap, ball)
m.follow(ball, gap)  # error
sim = m.simulation(h=1e-3, T=1)
sim.lam(floor)
sim.lam(ball)  # error
sim.recrod("a.csv")  # error
scene = zeno.Scene("a.yaml").simulation(T=1)
gap_: float = scene.contacts()[0].gap
scene.q(scene.body("ball"))
scene.q("ball")  # error
zeno.solve("lcp", solver=3, M=[[1]], q=[1])  # error
