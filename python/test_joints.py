# test_joints.py - joints of rigid bodies from Python
# SPDX-License-Identifier: Apache-2.0
import unittest

import numpy as np
import zeno


class Joints(unittest.TestCase):
    def test_a_joint(self):
        # a bar on a hinge falls from the horizontal: m g l = 1/2 (I + m l^2) w^2
        m = zeno.Model()
        bar = m.system("newton-euler", "bar", q0=[0.5, 0, 0, 1, 0, 0, 0], v0=np.zeros(6),
                       mass=[[3]], inertia=np.diag([0.01, 0.25, 0.25]),
                       f_ext=[0, 0, -3 * 9.81])
        hinge = m.joint("revolute", "hinge", bar, point=[0, 0, 0], axis=[0, 1, 0])
        stop = m.joint("axis-turn", "turn", bar, point=[0, 0, 0], axis=[0, 1, 0],
                       law=m.law("newton-impact", e=0))
        sim = m.simulation(h=1e-4, T=0.3)
        for _ in sim:
            lowest = -sim.q(bar)[2]
            self.assertAlmostEqual(0.5 * 1 * sim.v(bar)[4] ** 2, 3 * 9.81 * lowest,
                                   delta=1e-3)
            self.assertLess(abs(sim.y(hinge)).max(), 1e-12)
        self.assertGreater(lowest, 0.3)
        self.assertGreater(sim.y(stop)[0], 0.5)
        with self.assertRaisesRegex(ValueError, "three numbers"):
            m.joint("spherical", "odd", bar, point=[0, 0])
        with self.assertRaisesRegex(zeno.Error, "hinged"):
            m.joint("hinged", "odd", bar, point=[0, 0, 0])

    def test_joints_there_are(self):
        m = zeno.Model()
        b = m.system("newton-euler", "b", q0=[0, 0, 0, 1, 0, 0, 0], v0=np.zeros(6), mass=1,
                     inertia=np.eye(3))
        with self.assertRaisesRegex(zeno.Error, "'hinge' is no joint; there is: spherical, "
                                    ".*revolute") as e:
            m.joint("hinge", "j", b, point=[0, 0, 0], axis=[0, 0, 1])
        self.assertNotRegex(str(e.exception), "linear|contact|-planar")

    def test_a_stop(self):
        # the same bar comes to rest on a stop half a radian below
        m = zeno.Model()
        bar = m.system("newton-euler", "bar", q0=[0.5, 0, 0, 1, 0, 0, 0], v0=np.zeros(6),
                       mass=[[3]], inertia=np.diag([0.01, 0.25, 0.25]),
                       f_ext=[0, 0, -3 * 9.81])
        m.joint("revolute", "hinge", bar, point=[0, 0, 0], axis=[0, 1, 0])
        stop = m.joint("axis-turn", "stop", bar, point=[0, 0, 0], axis=[0, 1, 0],
                       law=m.law("newton-impact", e=0), sign=-1, limit=0.5)
        sim = m.simulation(h=1e-3, T=1)
        self.assertEqual(sim.y(stop)[0], 0.5)
        sim.run()
        self.assertAlmostEqual(-sim.q(bar)[2], 0.5 * np.sin(0.5), delta=1e-9)
        # the moment of the weight about the hinge, for a step
        self.assertAlmostEqual(sim.lam(stop)[0], 3 * 9.81 * 0.5 * np.cos(0.5) * 1e-3,
                               delta=1e-9)
        with self.assertRaisesRegex(zeno.Error, "no operator 'end', it has: .*limit"):
            m.joint("axis-turn", "odd", bar, point=[0, 0, 0], axis=[0, 1, 0], end=1)

    def test_a_rod(self):
        # a pendulum of 0.5 m on a rod in space, and one in the plane, from the horizontal
        m = zeno.Model()
        bob = m.system("newton-euler", "bob", q0=[0.5, 0, 0, 1, 0, 0, 0], v0=np.zeros(6),
                       mass=[[3]], inertia=np.eye(3), f_ext=[0, 0, -3 * 9.81])
        rod = m.joint("rod", "rod", bob, point=[0.5, 0, 0], point2=[0, 0, 0])
        flat = m.system("lagrangian-linear", "flat", q0=[0.5, 0, 0], v0=np.zeros(3),
                        mass=np.diag([3, 3, 1]), f_ext=[0, -3 * 9.81, 0])
        m.joint("length-planar", "wire", flat, point=[0.5, 0], point2=[0, 0], limit=0.5)
        m.joint("fixed-planar", "still", m.system(
            "lagrangian-linear", "anchor", q0=[1, 1, 1], v0=np.zeros(3), mass=np.eye(3),
            f_ext=[1, 2, 3]), point=[1, 1])
        sim = m.simulation(h=1e-3, T=0.3)
        sim.run()
        self.assertAlmostEqual(np.hypot(*sim.q(bob)[[0, 2]]), 0.5, delta=1e-12)
        self.assertGreater(-sim.q(bob)[2], 0.3)
        self.assertAlmostEqual(sim.q(bob)[0], sim.q(flat)[0], delta=1e-9)
        self.assertAlmostEqual(sim.q(bob)[2], sim.q(flat)[1], delta=1e-9)
        self.assertLess(abs(sim.y(rod)[0]), 1e-12)
        with self.assertRaisesRegex(ValueError, "two numbers"):
            m.joint("revolute-planar", "odd", flat, point=[0, 0, 0])


if __name__ == "__main__":
    unittest.main()
