# test_closed_forms.py - models as a user writes them, event by event, beside their closed forms
# SPDX-License-Identifier: Apache-2.0
import unittest
import warnings

import numpy as np
import zeno

G = 9.81


def run(model, T, t0=0.0, h=0.01):
    """Make its simulation and run it; the events."""
    told = []
    sim = model.simulation(t0=t0, h=h, T=T, simulation="event-driven")
    sim.on_event(told.append)
    sim.run()
    return told, sim


class ClosedForms(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore", zeno.Warned)  # some rates of rows come from differences

    def test_a_rimless_wheel(self):
        # T. McGeer, Passive Dynamic Walking (1990): each spoke that lands takes the share 1 - eta of the spin about
        # the next foot, the slope gives it back: w_minus^2 - w_plus^2 = 4 m g l sin a sin slope/(J + m l^2)
        n, mass, l, J, slope = 8, 1.0, 1.0, 0.3, 0.15
        a = np.pi / n
        eta = (J + mass * l**2 * np.cos(2 * a)) / (J + mass * l**2)
        lands = np.sqrt(4 * mass * G * l * np.sin(a) * np.sin(slope) / (J + mass * l**2) / (1 - eta**2))
        m = zeno.Model()
        w = -eta * lands  # about the tip of spoke 1, which has just landed
        wheel = m.system("lagrangian-linear", "wheel", q0=[0, l * np.cos(a), -a],
                         v0=[-w * l * np.cos(a), -w * l * np.sin(a), w], mass=np.diag([mass, mass, J]),
                         f_ext=[mass * G * np.sin(slope), -mass * G * np.cos(slope), 0])
        law = m.law("newton-impact-friction", size=2, e=0, mu=2.0)
        for k in range(4):
            def tip(q, k=k):
                return l * np.array([np.sin(q[2] - np.pi / 2 + 2 * a * k), np.cos(q[2] - np.pi / 2 + 2 * a * k)])

            m.connect(f"spoke{k}", law, m.relation(
                "scleronomous", f"tip{k}", 2, 3,
                h=lambda s, tip=tip: [s.q[1] + tip(s.q)[0], s.q[0] + tip(s.q)[1]],
                jac_h_q=lambda s, tip=tip: [[0, 1, tip(s.q)[1]], [1, 0, -tip(s.q)[0]]],
                jac_h_q_dot=lambda s, tip=tip: [[0, 0, -tip(s.q)[0] * s.v[2]], [0, 0, -tip(s.q)[1] * s.v[2]]]),
                wheel)
        told, sim = run(m, 1.2)
        times = sorted({round(e.t, 9) for e in told if e.what == "impact"})
        self.assertEqual(len(times), 2)  # it walks, each step as long as the other
        self.assertAlmostEqual(times[1], 2 * times[0], 8)
        hits = [e.before for e in told if e.what == "impact" and e.before < -0.1]
        # the tip comes down with w 2 l sin a times the cosine of its chord, along the normal
        self.assertAlmostEqual(hits[0], -2 * l * np.sin(a) * lands, 9)
        self.assertAlmostEqual(hits[1], hits[0], 9)

    def test_a_ball_on_a_table_that_shakes(self):
        # P.J. Holmes (1982): it comes back each period where g T/2 (1 - e)/(1 + e) = A w cos(w t)
        e, w, A = 0.6, 10 * np.pi, 0.012
        T = 2 * np.pi / w
        t0 = np.arccos(G * T / 2 * (1 - e) / (1 + e) / (A * w)) / w
        m = zeno.Model()
        ball = m.system("lagrangian-linear", "ball", q0=[A * np.sin(w * t0) + 1e-16], v0=[G * T / 2], mass=[[1]],
                        f_ext=[-G])
        m.connect("table", m.law("newton-impact", e=e), m.relation(
            "rheonomous", "gap", 1, 1, h=lambda s: [s.q[0] - A * np.sin(w * s.t)], jac_h_q=lambda s: [[1]],
            h_dot=lambda s: [-A * w * np.cos(w * s.t)]), ball)
        told, _ = run(m, t0 + 10.5 * T, t0)
        self.assertEqual(len(told), 10)
        for k, event in enumerate(told):
            self.assertAlmostEqual((event.t - t0) / T, k + 1, 10)

    def test_a_freewheel(self):
        # 0 <= w2 - w1 _|_ moment >= 0, a relay between 0 and a bound that is never reached: 3 sin t turns disc 1,
        # which drives disc 2 and its brake of 0.5 while 3 sin t/J1 is more than -0.5/J2 at the common speed
        m = zeno.Model()
        discs = m.system("lagrangian-linear", "discs", q0=[0, 0], v0=[0, 0], mass=np.diag([1.0, 2.0]),
                         f_ext=lambda s: [3 * np.sin(s.t), -0.5])
        m.connect("clutch", m.law("relay", lb=0, ub=1e300), m.relation("linear", "rate", 1, 2, C=[[-1, 1]]), discs)
        told, sim = run(m, 4.0)
        # J2 3 sin t + J1 0.5 = 0 is where the moment ends
        free = np.pi + np.arcsin(0.5 / 6)
        self.assertEqual([event.what for event in told], ["slide"])
        self.assertAlmostEqual(told[0].t, free, 9)
        both = (3 * (1 - np.cos(free)) - 0.5 * free) / 3
        self.assertAlmostEqual(sim.v(discs)[0], both + 3 * (np.cos(free) - np.cos(4)), 9)
        self.assertAlmostEqual(sim.v(discs)[1], both - 0.25 * (4 - free), 9)

    def test_a_disc_in_a_trough_slides_and_rolls(self):
        # round a circle the contact has one coordinate: instants by an integration of it, of order eight, to 1e-12
        R, l, mu, start = 0.1, 0.9, 0.15, 1.2

        def normal(q):
            n = -np.array(q[:2]) / np.hypot(q[0], q[1])
            return n, np.array([-n[1], n[0]])

        def rows(s):
            n, t = normal(s.q)
            return [[*n, 0], [*t, -R]]

        def turn(s):
            n, _ = normal(s.q)
            v = np.array(s.v[:2])
            d = -(v - n * (n @ v)) / np.hypot(s.q[0], s.q[1])
            return [[*d, 0], [-d[1], d[0], 0]]

        m = zeno.Model()
        disc = m.system("lagrangian-linear", "disc", q0=[l * np.sin(start), -l * np.cos(start), 0], v0=[0, 0, 0],
                        mass=np.diag([1, 1, R**2 / 2]), f_ext=[0, -G, 0])
        m.connect("trough", m.law("newton-impact-friction", size=2, e=0, mu=mu), m.relation(
            "scleronomous", "contact", 2, 3, h=lambda s: [l - np.hypot(s.q[0], s.q[1]), 0], jac_h_q=rows,
            jac_h_q_dot=turn), disc)
        told, _ = run(m, 2.0)
        slips = [(event.t, event.what) for event in told if event.t > 0]
        self.assertEqual([what for _, what in slips], ["stick", "slide", "stick", "slide"])
        for (t, _), known in zip(slips, (0.6508574365, 0.8114987971, 1.8790088746, 1.9656020208)):
            self.assertAlmostEqual(t, known, 8)


if __name__ == "__main__":
    unittest.main()
