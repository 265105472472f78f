# test_zeno.py - solvers and models from Python
# SPDX-License-Identifier: Apache-2.0
import gc
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np
import zeno

try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None


class Solvers(unittest.TestCase):
    def test_lcp_by_hand(self):
        # M = [2 1; 1 2], q = -[5; 6]: w = 0, z = M \\ [5; 6] = [4/3; 7/3]
        for M in ([[2, 1], [1, 2]], np.array([[2.0, 1], [1, 2]], order="F")):
            r = zeno.solve("lcp", M=M, q=[-5, -6])
            np.testing.assert_allclose(r.z, [4 / 3, 7 / 3], rtol=1e-12)
            self.assertEqual(r.outcome, "ok")
        r = zeno.solve("lcp", M=[[2, 0], [3, 2]], q=[1, -6], solver="lemke")
        np.testing.assert_allclose(r.z, [0, 3], atol=1e-12)  # M is not transposed
        self.assertEqual(r.solver, "lemke")

    @unittest.skipUnless(sparse, "no scipy")
    def test_sparse_is_dense(self):
        n = 40
        M = sparse.diags([[-1.0] * (n - 1), [2.5] * n, [-1.0] * (n - 1)], [-1, 0, 1])
        q = np.cos(np.arange(n))
        for kind in (M.tocsr(), M.tocsc(), M.tocoo()):
            r = zeno.solve("lcp", M=kind, q=q)
            d = zeno.solve("lcp", M=M.toarray(), q=q)
            np.testing.assert_allclose(r.z, d.z, atol=1e-9)
            w = M @ r.z + q
            self.assertLess(np.abs(np.minimum(r.z, w)).max(), 1e-8)

    def test_other_classes(self):
        # relay: w = z + q in the normal cone, so z = -sign(...) at the bounds
        r = zeno.solve("relay", M=np.eye(2), q=[3, 0.25], lb=[-1, -1], ub=[1, 1])
        np.testing.assert_allclose(r.z, [-1, -0.25], atol=1e-9)
        # a box at rest on a slope below and above the angle of friction
        for slope, slides in ((0.2, False), (0.6, True)):
            g = 9.81 * np.array([-np.cos(slope), np.sin(slope)])
            r = zeno.solve("friction", M=np.eye(2), q=g, mu=[0.4])
            self.assertEqual(abs(r.w[1]) > 1e-6, slides)
            self.assertAlmostEqual(r.z[0], 9.81 * np.cos(slope), places=6)
        # min 1/2 z'z - [1 2] z with z <= 1.5
        r = zeno.solve("qp", M=np.eye(2), q=[-1, -2], lb=[-9, -9], ub=[1.5, 1.5],
                       A=[[1.0, 1.0]], b=[0.0])
        np.testing.assert_allclose(r.z, [1, 1.5], atol=1e-7)
        # first row an equality: z0 + z1 = 3, z1 >= 0 _|_ z0 - 1 >= 0
        r = zeno.solve("mlcp", M=[[1, 1], [1, 0]], q=[-3, -1], eq=[1, 0])
        np.testing.assert_allclose(r.z[0] + r.z[1], 3, atol=1e-9)

    def test_cones(self):
        # z in the second-order cone, w = z - (0, 3, 4) in it, orthogonal: by hand, z is
        # the projection of (0, 3, 4), (5/2) (1, 3/5, 4/5)
        r = zeno.solve("soclcp", M=np.eye(3), q=[0, -3, -4], cone=[0, 3], tau=[1])
        np.testing.assert_allclose(r.z, [2.5, 1.5, 2], atol=1e-7)
        # von Mises: the stress goes to the circle of radius 2
        r = zeno.solve("plasticity", M=np.eye(3), q=[-1, -3, -4], sigma_y=[2])
        np.testing.assert_allclose(r.z, [1, 1.2, 1.6], atol=1e-7)
        r = zeno.solve("plasticity", M=np.eye(3), q=[-1, -3, -4], eta=[2], theta=[2])
        np.testing.assert_allclose(r.z, [1, 1.2, 1.6], atol=1e-7)  # Coulomb's

    def test_with_the_motion_kept(self):
        # a mass of 2 kg at 3 m/s along a floor of mu = 0.5, weight 9.81 for 0.1 s
        M, q = 2 * np.eye(3), [-2 * 0.981, 6, 0]
        u = zeno.solve("friction", M=np.eye(3) / 2, q=[-0.981, 3, 0], mu=[0.5])
        for H in (np.eye(3), sparse.eye(3)) if sparse else (np.eye(3),):
            r = zeno.solve("global-friction", M=M, H=H, q=q, b=[0, 0, 0], mu=[0.5])
            np.testing.assert_allclose(r.z[:3], [0, 3 - 0.5 * 0.981, 0], atol=1e-6)
            np.testing.assert_allclose(r.z[3:], u.z, atol=1e-6)
        r = zeno.solve("global-rolling-friction", M=2 * np.eye(5), H=np.eye(5),
                       q=q + [0, 0], b=np.zeros(5), mu=[0.5], mu_r=[0.1])
        np.testing.assert_allclose(r.z[:3], [0, 3 - 0.5 * 0.981, 0], atol=1e-6)
        # six rows: spin is braked by mu_s times the load, beside a joint, too
        spins = dict(M=2 * np.eye(6), q=q + [0, 0, 2], mu=[0.5], mu_r=[0.1], mu_s=[0.2])
        r = zeno.solve("global-rolling-friction", H=np.eye(6), b=np.zeros(6), **spins)
        np.testing.assert_allclose(r.z[5], 1 - 0.2 * 0.981, atol=1e-6)
        r = zeno.solve("rolling-friction", M=np.eye(6) / 2, q=[-0.981, 3, 0, 0, 0, 1],
                       mu=[0.5], mu_r=[0.1], mu_s=[0.2])
        np.testing.assert_allclose(r.w[5], 1 - 0.2 * 0.981, atol=1e-6)
        r = zeno.solve("generic-mechanical", M=np.eye(7) / 2,
                       q=[-0.981, 3, 0, 0, 0, 1, -1], start=[0, 6, 7],
                       kind=["spinning-3d", "equality"], mu=[0.5, 0], mu_r=[0.1, 0],
                       mu_s=[0.2, 0])
        np.testing.assert_allclose(r.w[5], 1 - 0.2 * 0.981, atol=1e-6)
        with self.assertRaisesRegex(TypeError, "mu_s is missing"):
            zeno.solve("generic-mechanical", M=np.eye(6), q=[0] * 6, start=[0, 6],
                       kind=["spinning-3d"], mu=[0], mu_r=[0])
        with self.assertRaisesRegex(ValueError, "mu_s has 2 elements, mu_r 1"):
            zeno.solve("rolling-friction", M=np.eye(6), q=[0] * 6, mu=[0], mu_r=[0],
                       mu_s=[0, 1])
        # the mass beside a joint and a relay
        r = zeno.solve("generic-mechanical", M=np.eye(5) / 2,
                       q=[-0.981, 3, 0, -1, 5], start=[0, 3, 4, 5],
                       kind=["friction-3d", "equality", "relay"], mu=[0.5, 0, 0],
                       lb=[0] * 5, ub=[0, 0, 0, 0, 1])
        np.testing.assert_allclose(r.z[:3], u.z, atol=1e-6)
        np.testing.assert_allclose(r.z[3:], [2, 0], atol=1e-7)
        with self.assertRaisesRegex(ValueError, "no block of kind 'joint'; there are eq"):
            zeno.solve("generic-mechanical", M=[[1]], q=[1], start=[0, 1], kind=["joint"])

    def test_multiple_impact(self):
        # two equal balls, the first at 1 m/s: the impulse is (1 + e) m/2
        r = zeno.solve("multiple-impact", M=[[2]], q=[-1], K=[1e6], eta=[1.5], e=[0.5])
        np.testing.assert_allclose(r.z, [0.75], rtol=1e-6)

    def test_functions(self):
        # Kojima and Shindo's problem, from Dirkse and Ferris's collection; solutions
        # (sqrt(6)/2, 0, 0, 1/2) and (1, 0, 3, 0)
        def F(z):
            a, b, c, d = z
            return [3 * a * a + 2 * a * b + 2 * b * b + c + 3 * d - 6,
                    2 * a * a + a + b * b + 10 * c + 2 * d - 2,
                    3 * a * a + a * b + 2 * b * b + 2 * c + 9 * d - 9,
                    a * a + 3 * b * b + 2 * c + 3 * d - 3]

        def J(z):
            a, b = z[0], z[1]
            return np.array([[6 * a + 2 * b, 2 * a + 4 * b, 1, 3],
                             [4 * a + 1, 2 * b, 10, 2],
                             [6 * a + b, a + 4 * b, 2, 9],
                             [2 * a, 6 * b, 2, 3]])

        r = zeno.solve("ncp", n=4, F=F, jacobian=J, z0=[1, 0, 0, 0.4])
        near = [np.abs(r.z - s).max() for s in ([np.sqrt(6) / 2, 0, 0, 0.5], [1, 0, 3, 0])]
        self.assertLess(min(near), 1e-6)
        # the same in other units, whose sizes are given
        far = zeno.solve("ncp", n=4, F=lambda z: 2.0 ** 40 * np.array(F(z * 2.0 ** 20)),
                         jacobian=lambda z: 2.0 ** 60 * J(z * 2.0 ** 20),
                         z0=np.array([1, 0, 0, 0.4]) / 2.0 ** 20, z_size=[2.0 ** -20] * 4,
                         F_size=[2.0 ** 40] * 4)
        np.testing.assert_allclose(far.z * 2.0 ** 20, r.z, atol=1e-8)
        r = zeno.solve("mcp", n=4, F=F, jacobian=J, lb=[0] * 4, ub=[np.inf] * 4,
                       z0=[1, 0, 0, 0.4])
        near = [np.abs(r.z - s).max() for s in ([np.sqrt(6) / 2, 0, 0, 0.5], [1, 0, 3, 0])]
        self.assertLess(min(near), 1e-6)
        # the nearest point of the unit ball to (3, 4)
        r = zeno.solve("vi", n=2, F=lambda z: z - [3, 4],
                       project=lambda x: x / max(1, np.linalg.norm(x)))
        np.testing.assert_allclose(r.z, [0.6, 0.8], atol=1e-7)

    @unittest.skipUnless(sparse, "no scipy")
    def test_a_sparse_jacobian(self):
        # z^3 - laplace z = 1 in complementarity with z >= 0: all z > 0, symmetric
        n = 30
        L = sparse.diags([[-1.0] * (n - 1), [2.0] * n, [-1.0] * (n - 1)], [-1, 0, 1])
        r = zeno.solve("mcp", n=n, F=lambda z: z**3 + L @ z - 1, J=L,
                       jacobian=lambda z: L + sparse.diags([3 * z**2], [0]),
                       lb=np.zeros(n), ub=np.full(n, np.inf))
        np.testing.assert_allclose(r.z**3 + L @ r.z, 1, atol=1e-8)
        np.testing.assert_allclose(r.z, r.z[::-1], atol=1e-9)

    def test_numbers_that_numpy_would_change(self):
        # imaginary parts, masks and fractions are no longer there when it has converted
        M, q = np.array([[2.0, 1], [1, 2]]), np.array([-5.0, -6])
        for kind in (np.array, sparse.csr_matrix) if sparse else (np.array,):
            with self.assertRaisesRegex(TypeError, "M has complex numbers"):
                zeno.solve("lcp", M=kind(M + 1j), q=q)
        with self.assertRaisesRegex(TypeError, "q has complex numbers"):
            zeno.solve("lcp", M=M, q=q + 0j)
        with self.assertRaisesRegex(ValueError, "q has masked elements"):
            zeno.solve("lcp", M=M, q=np.ma.masked_array(q, mask=[0, 1]))
        with self.assertRaisesRegex(ValueError, "eq has numbers that are not whole"):
            zeno.solve("mlcp", M=M, q=q, eq=[0.5, 0])
        with self.assertRaisesRegex(zeno.Error, "F has complex numbers"):
            zeno.solve("ncp", n=1, F=lambda z: z - 1 + 0j, jacobian=lambda z: [[1]])

    @unittest.skipUnless(sparse, "no scipy")
    def test_sparse_by_hand(self):
        M, q = np.array([[2.0, 1], [1, 2]]), np.array([-5.0, -6])
        for of, wrong in (("indices", [0, 7, 0, 1]), ("indptr", [0, 99, 4]),
                          ("indptr", [0, -3, 4])):
            bad = sparse.csr_matrix(M)
            setattr(bad, of, np.array(wrong, dtype=np.int32))
            with self.assertRaisesRegex(ValueError, "M: .*index"):
                zeno.solve("lcp", M=bad, q=q)
        # an entry twice is their sum, and the caller's matrix stays as it is
        twice = sparse.csc_matrix((np.array([1.0, 1, 1, 2, 1]), np.array([0, 0, 1, 1, 0]),
                                   np.array([0, 3, 5])), shape=(2, 2))
        np.testing.assert_allclose(zeno.solve("lcp", M=twice, q=q).z, [4 / 3, 7 / 3])
        self.assertEqual(list(twice.indices), [0, 0, 1, 1, 0])

    def test_functions_that_raise(self):
        def F(z):
            raise KeyError("no map")
        with self.assertRaisesRegex(zeno.Error, "no map") as e:
            zeno.solve("ncp", n=1, F=F, jacobian=lambda z: [[1]])
        self.assertIsInstance(e.exception.__cause__, KeyError)
        with self.assertRaisesRegex(zeno.Error, r"the Jacobian is \(1, 2\)"):
            zeno.solve("ncp", n=1, F=lambda z: z - 1, jacobian=lambda z: [[1, 2]])
        with self.assertRaisesRegex(TypeError, "ncp: jacobian is missing"):
            zeno.solve("ncp", n=1, F=F)
        # outside of the domain of the root a shorter step is tried: sqrt(z) = 2
        r = zeno.solve("mcp", n=1, F=lambda z: [np.emath.sqrt(z[0]).real - 2]
                       if z[0] >= 0 else 1 / 0, jacobian=lambda z: [[0.5 / z[0]**0.5]],
                       z0=[30])
        self.assertAlmostEqual(r.z[0], 4, places=6)

    def test_words(self):
        with self.assertRaisesRegex(zeno.Error, "lemk") as e:
            zeno.solve("lcp", M=[[1]], q=[1], solver="lemk")
        self.assertEqual(e.exception.status, "ZN_ENOENT")
        with self.assertRaisesRegex(zeno.Error, "no_such"):
            zeno.solve("lcp", M=[[1]], q=[1], options={"no_such": 1})
        with self.assertRaisesRegex(ValueError, "q has 2"):
            zeno.solve("lcp", M=[[1]], q=[1, 2])
        with self.assertRaisesRegex(ValueError, "lb has 1"):
            zeno.solve("relay", M=np.eye(2), q=[1, 2], lb=[0], ub=[1, 1])
        with self.assertRaisesRegex(TypeError, "eq is missing"):
            zeno.solve("mlcp", M=[[1]], q=[1])
        with self.assertRaisesRegex(TypeError, "lcp has no 'lb'; it takes M, q"):
            zeno.solve("lcp", M=[[1]], q=[1], lb=[0])
        with self.assertRaisesRegex(ValueError, "there is no class 'lp'"):
            zeno.solve("lp", M=[[1]], q=[1])
        with self.assertRaises(zeno.Unsolved) as e:  # 0 z - 1 >= 0 has no z
            zeno.solve("lcp", M=[[0]], q=[-1])
        self.assertEqual(e.exception.result.z.shape, (1,))
        with self.assertRaisesRegex(zeno.Error, r"M\(0,0\) = nan"):
            zeno.solve("lcp", M=[[np.nan]], q=[1])

    def test_files(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                              "../tests/fuzz/problem_file")
        p = zeno.read(os.path.join(folder, "lcp-dense"), "lcp")
        self.assertEqual(p.problem, "lcp")
        np.testing.assert_allclose(p.solve().z, [4 / 3, 7 / 3], rtol=1e-12)
        p = zeno.read(os.path.join(folder, "global-friction-3d"), "global-friction")
        r = p.solve()
        self.assertLess(r.error, 1e-6)
        self.assertEqual(r.outcome, "ok")
        with self.assertRaisesRegex(zeno.Error, "'/nowhere/x': No such file"):
            zeno.read("/nowhere/x")


def ball(mass, weight):
    """A ball above a floor."""
    m = zeno.Model()
    b = m.system("lagrangian-linear", "ball", q0=[1], v0=[0], mass=mass, f_ext=weight)
    floor = m.connect("floor", m.law("newton-impact", e=0.5),
                      m.relation("linear", "gap", 1, 1, C=[[1]]), b)
    return m, b, floor


class Pages(unittest.TestCase):
    def test_docstrings_have_what_headers_say(self):
        self.assertIn("zn_solver_solve, in C:", zeno.solve.__doc__)
        self.assertIn("@retval ZN_UNSOLVED", zeno.solve.__doc__)
        self.assertIn("by level: 0 gap", zeno.Simulation.lam.__doc__)
        for c in (zeno.Model, zeno.Simulation):
            for name, f in vars(c).items():
                if not name.startswith("_") and callable(f):
                    self.assertGreater(len(f.__doc__), 10, name)
                    after = f.__doc__.partition("in C:")
                    self.assertTrue(not after[1] or after[2].strip(), name)

    def test_options_of_systems(self):
        m = zeno.Model()
        m.system("lagrangian", "a", q0=[1], v0=[0])
        with self.assertRaisesRegex(zeno.Error, "unit_mass=yes"):
            m.simulation(h=1, T=1)
        m = zeno.Model()
        a = m.system("lagrangian", "a", q0=[1], v0=[2], options={"unit_mass": True})
        sim = m.simulation(h=1, T=3)
        sim.run()
        self.assertAlmostEqual(sim.q(a)[0], 7)
        with self.assertRaisesRegex(TypeError, "give q0 and v0, or x0"):
            m.system("lagrangian", "b", q0=[1])


class Models(unittest.TestCase):
    def test_a_ball_bounces(self):
        m, b, floor = ball([[2]], [-2 * 9.81])
        sim = m.simulation(h=1e-4, T=0.9)
        v, impulse, t = 0, 0, []
        for now in sim:
            if sim.lam(floor)[0] > 0 and not t:
                t, v, impulse = [now], sim.v(b)[0], sim.lam(floor)[0]
        # falls for sqrt(2/g); the impulse is m (1 + e) v
        self.assertAlmostEqual(t[0], np.sqrt(2 / 9.81), delta=2e-4)
        self.assertAlmostEqual(v, 0.5 * np.sqrt(2 * 9.81), delta=5e-3)
        self.assertAlmostEqual(impulse, 2 * 1.5 * np.sqrt(2 * 9.81), delta=2e-2)
        self.assertTrue(sim.done)

    def test_times_are_numbers(self):
        m = zeno.Model()
        m.system("lagrangian-linear", "b", q0=[0], v0=[1], mass=[[2]])
        for given, words in (({"h": "0.1 s", "T": 1}, "h = '0.1 s' is no number; .* seconds"),
                             ({"h": 0.1, "T": [1, 2]}, r"T = \[1, 2\] is no number"),
                             ({"h": 0.1, "T": 1, "t0": None}, "t0 = None is no number")):
            with self.assertRaisesRegex(TypeError, "^" + words):
                m.simulation(**given)

    def test_instants(self):
        # uneven ones, as they add up; a mean of forces is exact for a constant one
        at = np.cumsum([0.25, 0.1, 0.1, 0.1, 0.05, 0.2])
        m = zeno.Model()
        b = m.system("lagrangian-linear", "b", q0=[1], v0=[2], mass=[[1]], f_ext=[-4])
        sim = m.simulation(instants=at, osi_options="theta=0.5")
        self.assertEqual([sim.t] + list(sim), list(at))
        s = at[-1] - at[0]
        self.assertAlmostEqual(sim.q(b)[0], 1 + 2 * s - 2 * s * s, places=14)
        for wrong in ({}, {"h": 0.1}, {"T": 1}, {"h": 0.1, "T": 1, "instants": at}):
            with self.assertRaisesRegex(TypeError, "or instants"):
                m.simulation(**wrong)
        with self.assertRaisesRegex(zeno.Error, "instant"):
            m.simulation(instants=[0, 1, 1])

    def test_impulses_and_inputs(self):
        m, b, floor = ball([[2]], [-2 * 9.81])
        sim = m.simulation(h=1e-3, T=0.9, solver="pgs", **{"solver.max_iter": 7})
        for _ in sim:
            self.assertEqual(sim.p(b)[0], sim.lam(floor)[0])
            self.assertEqual(sim.bc(b)[0], 0)
        with self.assertRaisesRegex(zeno.Error, "has no option 'steps'"):
            m.simulation(h=1, T=1, solver="pgs", **{"solver.steps": 7}).step()
        with self.assertRaisesRegex(TypeError, "'solver.' is what may stand"):
            m.simulation(h=1, T=1, **{"law.e": 7})
        # x' = r under a relay, 1 until it is at zero
        m = zeno.Model()
        s = m.system("first-order-linear", "s", x0=[-1.5])
        a = m.connect("relay", m.law("relay", size=1),
                      m.relation("first-order-linear", "r", 1, 1, C=[[1]], B=[[1]]), s)
        sim = m.simulation(h=0.25, T=2, osi="euler-moreau")
        for t in sim:
            self.assertAlmostEqual(sim.r(s)[0], 1 if t < 1.6 else 0)
            self.assertEqual(sim.lam(a)[0], sim.r(s)[0])
            self.assertEqual(sim.lam(a)[0], sim.lam(a, 0)[0])

    def test_a_state_is_written(self):
        m = zeno.Model()
        b = m.system("lagrangian-linear", "b", q0=[9], v0=[0], mass=[[2]], f_ext=[-4])
        s = m.system("first-order-linear", "s", x0=[1, 1], A=[[0, 0], [0, 0]], b=[0, 3])
        sim = m.simulation(h=0.125, T=2, osi=["moreau-jean", "euler-moreau"])
        for t in sim:
            if t == 1:
                sim.put(b, q=[5], v=[1])
                sim.put(s, x=[7, 8])
                self.assertEqual((sim.q(b)[0], sim.v(b)[0]), (5, 1))
        self.assertAlmostEqual(sim.q(b)[0], 5 + 1 - 1)
        self.assertAlmostEqual(sim.v(b)[0], 1 - 2)
        np.testing.assert_allclose(sim.x(s), [7, 11])
        with self.assertRaisesRegex(ValueError, "v has 2 elements, must have 1"):
            sim.put(b, v=[1, 2])
        with self.assertRaisesRegex(ValueError, "x has 1 elements, must have 0"):
            sim.put(b, x=[1])

    def test_sampled_control(self):
        # x'' = u, u = -2 x - 3 x' held for 0.25: by blocks, and by a program of its own
        A, B, K, h = [[0, 1], [0, 0]], [[0], [1]], np.array([2.0, 3.0]), 0.25

        def start():
            m = zeno.Model()
            s = m.system("first-order-linear", "s", x0=[1, 0], A=A, B=B, u=[0])
            return m.simulation(h=h, T=4, osi="zero-order-hold"), s

        sim, s = start()
        for _ in range(16):
            sim.put(s, u=-K @ sim.x(s)[:2])
            sim.step()
        x = np.array([1.0, 0.0])
        for _ in range(16):  # exact while u is held
            u = -K @ x
            x = np.array([x[0] + h * x[1] + h * h / 2 * u, x[1] + h * u])
        np.testing.assert_allclose(sim.x(s), x, atol=1e-14)

        sim, s = start()
        y = sim.block("linear-sensor", "y", s, C=[[0.5, 0]])
        u = sim.block("pid", "pid", s, y, period=2 * h, Kp=1, reference=0.5)
        u.set(reference=0.75)
        self.assertEqual(u.out.tolist(), [0])
        rows = [(sim.u(s)[0], u.out[0], y.out[0]) for t in sim]
        self.assertEqual(rows[0], (0.25, 0.25, 0.5 + h * h / 16))  # (0.75 - 0.5), held
        self.assertAlmostEqual(rows[1][0], 0.75 - rows[1][2], delta=1e-15)  # u follows e
        with self.assertRaisesRegex(zeno.Error, "Kq"):
            u.set(Kq=1)
        with self.assertRaises(zeno.Error) as e:  # steps have been made
            sim.block("pid", "late", s, y)
        self.assertEqual(e.exception.status, "ZN_ESTATE")
        u.set(reference=np.float32(0.5), Kp=np.int64(2))
        sim, s = start()
        y = sim.block("linear-sensor", "y", s, C=[[1, 0]])
        with self.assertRaisesRegex(zeno.Error, "Kq"):
            sim.block("pid", "half", s, y, Kp=1, Kq=1)
        with self.assertRaisesRegex(zeno.Error, "block 'half' was refused"):
            sim.step()  # it would act

    def test_observers_and_instants(self):
        # a state that moves by itself, seen at 1 and 3; the first estimate is given
        m = zeno.Model()
        s = m.system("first-order-linear", "s", x0=[2], A=[[0]], B=[[1]], u=[1])
        sim = m.simulation(h=0.5, T=4, osi="zero-order-hold")
        y = sim.block("linear-sensor", "y", s, instants=[1, 3])
        z = sim.block("reduced-order", "z", s, y, A=[[0]], B=[[1]], C=[[1]], L=[[0]],
                      instants=[1, 3], initial=[9])
        seen = {t: (y.out[0], z.out[0]) for t in sim}
        self.assertEqual(seen[0.5], (0, 9))
        self.assertEqual(seen[2.5], (3, 3))
        self.assertEqual(seen[4.0], (5, 5))
        with self.assertRaisesRegex(ValueError, "u has 2 elements, must have 1"):
            sim.put(s, u=[1, 2])

    def test_prescribed_velocities(self):
        # what a drive gives to 2 kg on its way along sin t, against their weight
        for velocity in (lambda a: [np.cos(a.t)], [0.25]):
            m = zeno.Model()
            b = m.system("lagrangian-linear", "b", q0=[0], v0=[1], mass=[[2]],
                         f_ext=[-2 * 9.81])
            m.prescribe(b, [0], velocity)
            sim, v = m.simulation(h=1e-3, T=1), 1.0
            for t in sim:
                now = np.cos(t) if callable(velocity) else 0.25
                self.assertAlmostEqual(sim.v(b)[0], now, 12)
                self.assertAlmostEqual(sim.bc(b)[0], 2 * (now - v) + 2 * 9.81e-3, 12)
                v = now
            want = np.sin(1) if callable(velocity) else 0.25
            self.assertAlmostEqual(sim.q(b)[0], want, delta=1e-3)
        with self.assertRaisesRegex(ValueError, "1 velocities for 2 components"):
            m.prescribe(b, [0, 1], [0.5])

    def test_places_have_the_size_of_the_class(self):
        for cls, q0, v0, n in (("newton-euler", [0] * 6, [0] * 6, 7),
                               ("lagrangian", [0], [0, 0], 2),
                               ("lagrangian", [0, 0, 0], [0, 0], 2)):
            with self.assertRaisesRegex(ValueError, f"q0 has {len(q0)} elements, must have {n}"):
                zeno.Model().system(cls, "b", q0=q0, v0=v0)

    def test_options_are_no_operators(self):
        with self.assertRaisesRegex(zeno.Error, r"no operator 'update' \(that is an option\)"):
            zeno.Model().system("newton-euler", "b", q0=[0, 0, 0, 1, 0, 0, 0],
                                v0=np.zeros(6), update="series")

    def test_a_function_is_a_constant(self):
        def weight(a):
            return [-2 * 9.81]

        def weight_out(a):
            a.out[0] = -a.z[0] * 9.81

        ends = []
        for f in ([-2 * 9.81], weight, weight_out):
            m = zeno.Model()
            b = m.system("lagrangian-linear", "ball", q0=[1], v0=[0], z=[2],
                         mass=[[2]], f_ext=f)
            sim = m.simulation(h=1e-3, T=0.25)
            sim.run()
            ends.append(sim.q(b).copy())
        self.assertEqual(ends[0], ends[1])
        self.assertEqual(ends[0], ends[2])

    def test_first_order(self):
        # x' = -x with x0 = 1, implicit midpoint
        m = zeno.Model()
        s = m.system("first-order", "decay", x0=[1], f=lambda a: -a.x)
        sim = m.simulation(h=1e-3, T=1, osi="euler-moreau", osi_options="theta=0.5")
        sim.run()
        self.assertAlmostEqual(sim.x(s)[0], np.exp(-1), places=6)

    def test_an_integrator_for_each_order(self):
        def run(*orders, **given):
            m = zeno.Model()
            if 1 in orders:
                x = m.system("first-order-linear", "x", x0=[1], A=[[-1]])
            if 2 in orders:
                q = m.system("lagrangian-linear", "q", q0=[0], v0=[1], mass=[[1]])
            sim = m.simulation(h=1e-3, T=1, **given)
            sim.run()
            return [sim.x(x)[0] if 1 in orders else None, sim.q(q)[0] if 2 in orders else None]

        both = run(1, 2)
        self.assertAlmostEqual(both[0], np.exp(-1), delta=1e-3)
        self.assertAlmostEqual(both[1], 1, delta=1e-12)
        self.assertEqual(both, run(1, 2, osi=["moreau-jean", "euler-moreau"]))
        self.assertEqual(both[0], run(1)[0])
        self.assertEqual(both[1], run(2)[1])
        with self.assertRaisesRegex(zeno.Error, "systems of that order .* e.g. 'euler-moreau'"):
            run(1, osi="moreau-jean")

    def test_a_normal_cone(self):
        # x' = lambda - 3 in the triangle lambda >= 0, lambda_1 + lambda_2 <= 1, y = x from
        # (1, 1): -y points to the corner (0, 0)
        m = zeno.Model()
        s = m.system("first-order-linear", "slide", x0=[1, 1], b=[-3, -3])
        c = m.connect("corner", m.normal_cone([[1, 0], [0, 1], [-1, -1]], [0, 0, -1]),
                      m.relation("first-order-linear", "r", 2, 2, C=np.eye(2), B=np.eye(2)), s)
        sim = m.simulation(h=0.125, T=0.5, osi="euler-moreau")
        sim.step()
        np.testing.assert_allclose(sim.lam(c), [0, 0], atol=1e-14)
        sim.run()  # held back by all of the longest side
        self.assertAlmostEqual(sum(sim.lam(c)), 1, places=12)
        self.assertAlmostEqual(sum(sim.x(s)), 2 - 3 + 0.25, places=12)
        for H, K in (([1, 0], [0]), ([[1, 0]], [0, 0])):
            with self.assertRaisesRegex(ValueError, "a row of H for each"):
                m.normal_cone(H, K)
        with self.assertRaisesRegex(zeno.Error, "empty"):
            m.normal_cone([[1], [-1]], [1, 1])

    def test_what_a_function_raises_ends_the_step(self):
        def weight(a):
            if a.t > 0.1:
                raise KeyError("no weight")
            return [-9.81]

        m, b, _ = ball([[1]], weight)
        sim = m.simulation(h=1e-3, T=1)
        with self.assertRaisesRegex(zeno.Error, r"f_ext of system 'ball' \(a function\)"
                                                r".*no weight") as e:
            sim.run()
        self.assertIsInstance(e.exception.__cause__, KeyError)
        self.assertEqual(e.exception.status, "ZN_EUSER")
        self.assertAlmostEqual(sim.t, 0.1, delta=2e-3)

    def test_a_function_without_an_answer_has_words(self):
        # who forgets `return` would get a motion without the force
        for forgets in (lambda a: None, lambda a: print(end="")):
            m, _, _ = ball([[1]], forgets)
            with self.assertRaisesRegex(zeno.Error, "it returns nothing"):
                m.simulation(h=1e-3, T=1).run()

        def raises(a):
            raise ValueError("\udc80")  # not to be written as UTF-8
        m, _, _ = ball([[1]], raises)
        with self.assertRaisesRegex(zeno.Error, "ValueError"):
            m.simulation(h=1e-3, T=1).run()

    def test_a_state_that_an_operator_has_not_is_told(self):
        # f_ext is of time: an IndexError of an empty array did not say so
        m, _, _ = ball([[1]], lambda a: [-4 * a.q[0]])
        with self.assertRaisesRegex(zeno.Error, "this operator has no 'q', it has: t, z, out"):
            m.simulation(h=1e-3, T=1).run()
        m = zeno.Model()
        m.system("lagrangian", "b", q0=[1], v0=[0], mass=[[1]],
                 f_int=lambda a: [a.q[0] + a.x[0]])
        with self.assertRaisesRegex(zeno.Error, "no 'x', it has: t, q, v, z, out"):
            m.simulation(h=1e-3, T=1).run()

    def test_sizes_that_do_not_fit_have_both_numbers(self):
        with self.assertRaisesRegex(ValueError, "q0 has 1 elements, must have 2, as v0 has 2"):
            zeno.Model().system("lagrangian-linear", "b", q0=[1], v0=[0, 0], mass=np.eye(2))
        with self.assertRaisesRegex(ValueError, "6 rows for the 1 contacts of mu are 6 for each, "
                                                "must be 2 or 3"):
            zeno.solve("friction", M=np.eye(6), q=np.ones(6), mu=[0.3])

    def test_names_that_c_would_cut(self):
        m = zeno.Model()
        for name, kind in (("a\0b", ValueError), (3, TypeError)):
            with self.assertRaises(kind):
                m.system("lagrangian-linear", name, q0=[1], v0=[0], mass=[[1]])
            with self.assertRaises(kind):
                zeno.solve("lcp", M=[[1]], q=[1], solver=name)
        m, _, _ = ball([[1]], [-9.81])
        sim = m.simulation(h=1e-3, T=1)
        with self.assertRaises(ValueError):
            sim.save("/tmp/a\0b")
        with self.assertRaisesRegex(zeno.Error, "'/nowhere/a'"):
            sim.save(b"/nowhere/a")

    def test_a_wrong_shape_has_words(self):
        m, b, _ = ball([[1]], lambda a: [1, 2, 3])
        with self.assertRaisesRegex(zeno.Error, "ValueError"):
            m.simulation(h=1e-3, T=1).run()
        m = zeno.Model()
        with self.assertRaisesRegex(zeno.Error, "mass"):
            m.system("lagrangian-linear", "b", q0=[1, 2], v0=[0, 0], mass=[[1]])
        with self.assertRaisesRegex(zeno.Error, "no_such"):
            m.system("lagrangian-linear", "b", q0=[1], v0=[0], no_such=[[1]])

    def test_systems_see_each_other(self):
        # q = 2 t. A tank sees it, x' = q, so x = t^2; and a relay, which has a
        # tally go up by 1 a second until q = 1 at t = 1/2, and down afterwards
        m = zeno.Model()
        mass = m.system("lagrangian-linear", "mass", q0=[0], v0=[2], mass=[[1]])
        tank = m.system("first-order-linear", "tank", x0=[0], A=[[0]],
                        b=lambda a: [a.z[0]])
        tally = m.system("first-order-linear", "tally", x0=[0], A=[[0]])
        limit = m.relation("first-order-linear", "limit", 1, 1, C=[[0]], B=[[1]],
                           F=[[1, 0]], e=[-1])
        m.connect("limit", m.law("relay", lb=-1, ub=1), limit, tally)
        m.follow(tank, mass)
        m.follow(limit, mass)
        with self.assertRaisesRegex(zeno.Error, "tank"):
            m.follow(tank, tank)
        with self.assertRaises(TypeError):
            m.follow("tank", mass)
        sim = m.simulation(h=0.1, T=1.5, simulation="event-driven",
                           osi=["moreau-jean", "euler-moreau"])
        sim.run()
        self.assertAlmostEqual(sim.x(tank)[0], 1.5**2, delta=1e-10)
        self.assertAlmostEqual(sim.x(tally)[0], -0.5, delta=1e-9)

    def test_what_another_model_made_is_refused(self):
        # as a name of a notebook that was bound to the model before
        m, b, floor = ball([[1]], [-9.81])
        other, old, contact = ball([[1]], [-9.81])
        law, r = other.law("newton-impact", e=0.5), other.relation("linear", "r", 1, 1, C=[[1]])
        sim = m.simulation(h=1e-3, T=1)
        for ask in (lambda: sim.q(old), lambda: sim.v(old), lambda: sim.p(old),
                    lambda: sim.put(old, q=[3]), lambda: sim.lam(contact),
                    lambda: sim.y(contact), lambda: sim.block("sensor", "s", old),
                    lambda: m.prescribe(old, [0], [1.0]),
                    lambda: m.connect("c", m.law("newton-impact", e=0.5),
                                      m.relation("linear", "r", 1, 1, C=[[1]]), old),
                    lambda: m.connect("c", law, m.relation("linear", "r", 1, 1, C=[[1]]), b),
                    lambda: m.connect("c", m.law("newton-impact", e=0.5), r, b),
                    lambda: m.joint("spherical", "j", old, point=[0, 0, 0]),
                    lambda: m.joint("spherical", "j", b, point=[0, 0, 0], law=law),
                    lambda: m.follow(old, b), lambda: m.follow(b, old),
                    lambda: m.follow(r, b), lambda: m.set(old, f_ext=[0]),
                    lambda: m.set(law, e=0), lambda: m.set(r, C=[[2]]),
                    lambda: m.simulation(h=1e-3, T=1, systems=[[old]])):
            with self.assertRaisesRegex(ValueError, "of another model"):
                ask()
        with self.assertRaisesRegex(TypeError, "an interaction has nothing to set"):
            m.set(floor, e=0.5)
        for ask in (lambda: sim.lam("floor"),
                    lambda: m.connect("c", "newton-impact", r, b)):
            with self.assertRaisesRegex(TypeError, "take what the model returned"):
                ask()
        self.assertEqual(sim.q(b)[0], 1)
        self.assertEqual(sim.y(floor)[0], 1)

    def test_matrices_of_functions_have_their_shape(self):
        def run(B):
            m = zeno.Model()
            s = m.system("first-order", "s", x0=[1, 2, 3], f=lambda a: -a.x)
            r = m.relation("nonlinear", "r", 2, 3, h=lambda a: a.x[:2],
                           g=lambda a: [2 * a.lam[0], a.lam[1], 0], jac_g_lambda=B)
            m.connect("i", m.law("relay", size=2), r, s)
            sim = m.simulation(h=0.1, T=0.1, osi="euler-moreau")
            sim.run()
            return sim.x(s).tolist()

        B = np.array([[2.0, 0], [0, 1], [0, 0]])
        np.testing.assert_allclose(run(lambda a: B), [0.8 / 1.1, 1.9 / 1.1, 3 / 1.1],
                                   rtol=1e-14)
        for wrong, words in ((B.T, "2 x 3"), (B.reshape(-1), "6 numbers"), (1, "one number")):
            with self.assertRaisesRegex(zeno.Error, f"returns {words}, expected 3 x 2"):
                run(lambda a: wrong)

    def test_numbers_by_row(self):
        # two rows of one law against a law for each
        def relays(whole):
            m = zeno.Model()
            s = m.system("first-order-linear", "s", x0=[1, -3], A=[[0, 1], [-1, 0]])
            for k in range(1 if whole else 2):
                rows = slice(None) if whole else slice(k, k + 1)
                n = 2 if whole else 1
                law = m.law("relay", lb=[-2, -0.5][rows], ub=[1, 3][rows], size=n)
                m.connect(f"i{k}", law, m.relation("first-order-linear", f"r{k}", n, 2,
                                                   C=np.eye(2)[rows], B=np.eye(2)[:, rows]), s)
            sim = m.simulation(h=0.01, T=3, osi="euler-moreau")
            return [sim.x(s).tolist() for t in sim]

        self.assertEqual(relays(True), relays(False))
        m = zeno.Model()
        b = m.system("lagrangian-linear", "b", q0=[1, 2], v0=[0, 0], mass=np.eye(2))
        spring = m.law("spring", stiffness=[4, 9], rest=0.5, damping=[0, 0])
        m.connect("s", spring, m.relation("linear", "r", 2, 2, C=np.eye(2)), b)
        sim = m.simulation(h=1e-3, T=1)
        sim.run()
        np.testing.assert_allclose(sim.q(b), [0.5 + 0.5 * np.cos(2), 0.5 + 1.5 * np.cos(3)],
                                   atol=1e-5)  # h^2 k^1.5 / 24 at 1 s
        with self.assertRaisesRegex(ValueError, "numbers of 2 rows, size is another"):
            m.law("relay", lb=[-1, -2], size=3)
        with self.assertRaisesRegex(zeno.Error, "bounds of row 1"):
            m.law("relay", lb=[-1, 2], ub=1)
        with self.assertRaisesRegex(zeno.Error, "no option 'lub'"):
            m.law("relay", lb=[-1, -2], lub=3)

    def test_the_end_of_a_run_is_said(self):
        m, b, floor = ball([[1]], [-9.81])
        sim = m.simulation(h=0.1, T=0.3)
        sim.run()
        with self.assertRaisesRegex(zeno.Error, "no step after t = 0.3 s") as e:
            sim.step()
        self.assertEqual(e.exception.status, "ZN_END")

    def test_arguments_end_with_the_call(self):
        kept = []
        m, b, _ = ball([[1]], lambda a: kept.append(a) or [-9.81])
        m.simulation(h=1e-3, T=2e-3).run()
        with self.assertRaises(AttributeError):
            kept[0].q

    def test_views_follow_and_keep_alive(self):
        m, b, _ = ball([[1]], [-9.81])
        sim = m.simulation(h=1e-3, T=1)
        q = sim.q(b)
        with self.assertRaises(ValueError):
            q[0] = 3
        first = q[0]
        sim.step()
        self.assertLess(q[0], first)
        last = q[0]
        del sim, m
        gc.collect()
        self.assertEqual(q[0], last)

    def test_views_follow_what_grows(self):
        # what a library keeps of 1 + 5 * 500 coordinates is elsewhere than what it kept of 1
        m, b, floor = ball([[1]], [-9.81])
        sim = m.simulation(h=1e-3, T=1)
        sim.step()
        kept = [sim.q(b), sim.v(b), sim.p(b), sim.y(floor), sim.y(floor, 1), sim.lam(floor)]
        part = sim.q(b)[:1].reshape(1, 1)

        def now():
            return [sim.q(b), sim.v(b), sim.p(b), sim.y(floor), sim.y(floor, 1),
                    sim.lam(floor)]

        for n in range(3):
            m.reopen()
            for k in range(5):
                m.system("lagrangian-linear", f"row {n}.{k}", q0=np.full(500, k),
                         v0=np.ones(500), mass=np.eye(500))
            m.seal()
            for _ in range(150):
                sim.step()
                np.testing.assert_array_equal(kept, now())
                self.assertEqual(part[0, 0], sim.q(b)[0])
        self.assertEqual(kept[0][0], kept[3][0])
        sim.put(b, q=[3])
        self.assertEqual((kept[0][0], part[0, 0]), (3, 3))

    def test_views_follow_checkpoints_and_events(self):
        m, b, _ = ball([[1]], [-9.81])
        sim = m.simulation(h=0.1, T=1, simulation="event-driven")
        q, at = sim.q(b), []
        sim.on_event(lambda e: at.append(q[0]))
        with tempfile.TemporaryDirectory() as folder:
            sim.step()
            sim.save(os.path.join(folder, "a"))
            early = q[0]
            sim.run()
            self.assertNotEqual(q[0], early)
            sim.load(os.path.join(folder, "a"))
            self.assertEqual(q[0], early)
        np.testing.assert_allclose(at, [0, 0], rtol=0, atol=1e-9)  # impacts on the floor

    def test_instants_may_be_an_option(self):
        # of event-driven simulations, of which the text is one
        states = []
        for instants in ("stop", "dense"):
            m, b, _ = ball([[1]], [-9.81])
            sim = m.simulation(h=0.1, T=1, simulation="event-driven", instants=instants)
            sim.run()
            states.append(sim.q(b)[0])
        self.assertAlmostEqual(states[0], states[1], delta=1e-10)
        with self.assertRaisesRegex(zeno.Error, "instants.*never"):
            m, _, _ = ball([[1]], [-9.81])
            m.simulation(h=0.1, T=1, simulation="event-driven", instants="never")

    def test_what_a_function_was_given_may_be_kept(self):
        kept = []
        m = zeno.Model()
        m.system("lagrangian", "b", q0=[1], v0=[0], mass=[[1]],
                 f_int=lambda a: kept.append((a.q, a.v[:])) or [9.81])
        m.simulation(h=2.0 ** -7, T=0.25).run()
        self.assertGreater(len({float(q[0]) for q, _ in kept}), 10)
        self.assertGreater(len({float(v[0]) for _, v in kept}), 10)
        points = []
        r = zeno.solve("ncp", n=2, F=lambda z: points.append(z) or z * z - [4, 9],
                       jacobian=lambda z: np.diag(2 * z + 1e-9))
        np.testing.assert_allclose(r.z, [2, 3], atol=1e-6)
        self.assertGreater(len({float(z[0]) for z in points}), 2)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.csv")
            m, b, _ = ball([[1]], [-9.81])
            sim = m.simulation(h=1e-2, T=1)
            r = sim.record(path)
            for _ in range(40):
                sim.step()
            sim.save(os.path.join(folder, "a"))
            sim.run()
            r.close()
            rows = np.loadtxt(path, delimiter=",", skiprows=1)
            self.assertEqual(rows.shape[0], 101)
            m2, b2, _ = ball([[1]], [-9.81])
            again = m2.simulation(h=1e-2, T=1)
            again.load(os.path.join(folder, "a"))
            again.run()
            self.assertEqual(again.q(b2)[0], sim.q(b)[0])  # the same bits

    def test_events(self):
        # a ball from 1 m with e = 1/2: impacts at s, 2 s, ... with s = sqrt(2/g)
        m, b, floor = ball([[1]], [-9.81])
        sim = m.simulation(h=0.1, T=1, simulation="event-driven")
        told = []
        sim.on_event(told.append)
        sim.run()
        s = np.sqrt(2 / 9.81)
        self.assertEqual([e.what for e in told], ["impact", "impact"])
        np.testing.assert_allclose([e.t for e in told], [s, 2 * s], rtol=1e-9)
        np.testing.assert_allclose(told[0].value, 1.5 * 9.81 * s, rtol=1e-9)
        self.assertEqual(told[0].name, "floor")
        self.assertEqual(told[0].interaction, floor)
        self.assertIsNone(sim.paradox())

        m, b, _ = ball([[1]], [-9.81])
        sim = m.simulation(h=0.1, T=1, simulation="event-driven")
        sim.on_event(lambda e: 1 / 0)
        with self.assertRaises(ZeroDivisionError):
            sim.run()
        m, b, _ = ball([[1]], [-9.81])
        sim = m.simulation(h=0.1, T=1)
        with self.assertRaisesRegex(zeno.Error, "event-driven"):
            sim.on_event(told.append)
        with self.assertRaises(zeno.Error):
            sim.paradox()
        with self.assertRaisesRegex(zeno.Error, "event-drven"):
            ball([[1]], [-9.81])[0].simulation(h=0.1, T=1, simulation="event-drven")

    def test_painleve(self):
        # a rod of 1 kg and length 2 l that slides on its tip, tan(phi) = 2; its tip answers with
        # 1 + 3 cos^2 - 3 mu sin cos = 1.6 - 1.2 mu to a normal force (Painleve 1895)
        length, phi = 0.5, np.arctan(2)
        m = zeno.Model()
        rod = m.system("lagrangian-linear", "rod", q0=[0, length * np.sin(phi), phi],
                       v0=[-10, 0, 0], mass=np.diag([1, 1, length**2 / 3]),
                       f_ext=[0, -9.81, 0])
        tip = m.relation(
            "scleronomous", "tip", 2, 3,
            h=lambda a: [a.q[1] - length * np.sin(a.q[2]), a.q[0] - length * np.cos(a.q[2])],
            jac_h_q=lambda a: [[0, 1, -length * np.cos(a.q[2])],
                               [1, 0, length * np.sin(a.q[2])]])
        law = m.law("newton-impact-friction", size=2, e=0, mu=1.4)
        m.connect("tip", law, tip, rod)
        sim = m.simulation(h=1e-3, T=1e-3, simulation="event-driven")
        with self.assertRaisesRegex(zeno.Unsolved, "inconsistent"):
            sim.step()
        p = sim.paradox()
        self.assertEqual((p.kind, p.name, p.row, p.t), ("ZN_INCONSISTENT", "tip", 0, 0))
        np.testing.assert_allclose([p.mu, p.response, p.free], [1.4, 1.6 - 1.2 * 1.4, -9.81],
                                   rtol=1e-9)

    def test_a_model_is_opened_again(self):
        m, b, _ = ball([[1]], [-9.81])
        with self.assertRaisesRegex(zeno.Error, "h = 0"):
            m.simulation(h=0, T=1)
        with self.assertRaisesRegex(zeno.Error, "reopen"):
            m.system("lagrangian-linear", "c", q0=[3], v0=[0], mass=[[1]])
        m.reopen()
        c = m.system("lagrangian-linear", "c", q0=[3], v0=[1], mass=[[1]])
        sim = m.simulation(h=0.25, T=0.5)
        sim.run()
        self.assertEqual(sim.q(c)[0], 3.5)

    def test_a_run_goes_on_with_a_new_system(self):
        # one more ball from the same height later makes the same motion, later
        def add(m, name):
            b = m.system("lagrangian-linear", name, q0=[1], v0=[0], mass=[[1]],
                         f_ext=[-9.81])
            m.connect("floor " + name, m.law("newton-impact", e=0.5),
                      m.relation("linear", name, 1, 1, C=[[1]]), b)
            return b

        m = zeno.Model()
        one = add(m, "one")
        sim = m.simulation(h=2.0 ** -9, T=3)
        first, late = [], []
        for k in range(1024):
            if k == 500:
                m.reopen()
                two = add(m, "two")
                m.seal()
            sim.step()
            first.append(sim.q(one)[0])
            if k >= 500:
                late.append(sim.q(two)[0])
        np.testing.assert_allclose(late, first[:524], rtol=0, atol=1e-13)
        self.assertLess(min(late), 0.01)

    def test_a_law_and_a_spring_change(self):
        # a block slides with one friction, then another, then one of its speed
        def stribeck(v):
            return 0.2 + 0.3 * np.exp(-abs(v))

        m, g, h = zeno.Model(), 9.81, 2.0 ** -10
        law = m.law("newton-impact-friction", size=2, e=0, mu=0.2)
        block = m.system("lagrangian-linear", "block", q0=[0, 0], v0=[3, 0], mass=np.eye(2),
                         f_ext=[0, -g])
        m.connect("c", law, m.relation("linear", "r", 2, 2, C=[[0, 1], [1, 0]]), block)
        sim, v = m.simulation(h=h, T=1), 3.0
        for k in range(1000):
            given = {200: 0.3, 400: lambda a: [stribeck(a.x[1])], 600: 0.1}.get(k)
            if given is not None:
                with self.assertRaisesRegex(zeno.Error, "reopen the model"):
                    m.set(law, mu=given)
                m.reopen()
                m.set(law, mu=given)
                m.seal()
            mu = 0.2 if k < 200 else 0.3 if k < 400 else stribeck(v) if k < 600 else 0.1
            v = max(0, v - mu * g * h)
            sim.step()
            self.assertAlmostEqual(sim.v(block)[0], v, delta=1e-13)
        with self.assertRaisesRegex(zeno.Error, "no operator 'nu'"):
            m.law("newton-impact-friction", nu=stribeck)
        with self.assertRaisesRegex(TypeError, "no z"):
            m.set(law, z=[1])
        # by row, then all rows have one number: Euler's implicit step of each,
        # (1 + k h^2) v1 = v + h (f - k (q - rest))
        m, h, f, k, rest = zeno.Model(), 0.5, np.array([1.0, 3]), np.array([2.0, 4]), 0
        b = m.system("lagrangian-linear", "b", q0=[0, 0], v0=[0, 0], mass=np.eye(2), f_ext=f)
        law = m.law("spring", stiffness=k, weight=1)
        m.connect("s", law, m.relation("linear", "r", 2, 2, C=np.eye(2)), b)
        sim = m.simulation(h=h, T=100, osi_options="theta=1")
        q = v = np.zeros(2)
        for given in {}, {"stiffness": [5.0, 1.0]}, {"rest": [1, -1]}, {"stiffness": 10}:
            m.reopen()
            m.set(law, **given)
            m.seal()
            k, rest = np.asarray(given.get("stiffness", k)), np.asarray(given.get("rest", rest))
            for _ in range(3):
                v = (v + h * (f - k * (q - rest))) / (1 + k * h * h)
                q = q + h * v
                sim.step()
                np.testing.assert_allclose(sim.q(b), q, rtol=0, atol=1e-12)
        m.reopen()
        for given, why in (({"stiffness": [1, 2, 3]}, "3 numbers for 'stiffness' of 2 rows"),
                           ({"weight": [1, 1]}, "'weight' has no numbers by row")):
            with self.assertRaisesRegex(zeno.Error, why):
                m.set(law, **given)
        # rest of a spring, where its force and stiffness say: theta = 1 and one long step
        m = zeno.Model()
        b = m.system("lagrangian-linear", "b", q0=[0], v0=[0], mass=[[1]],
                     stiffness=[[2.0]], f_ext=[1.0])
        sim = m.simulation(h=1e9, T=1e12, osi_options="theta=1")
        sim.step()
        self.assertAlmostEqual(sim.q(b)[0], 0.5, delta=1e-12)
        m.reopen()
        m.set(b, stiffness=[[4.0]], f_ext=[3.0])
        m.seal()
        sim.step()
        self.assertAlmostEqual(sim.q(b)[0], 0.75, delta=1e-12)

    def test_what_joins_has_its_state_at_once(self):
        m, b, _ = ball([[1]], [-9.81])
        sim = m.simulation(h=1e-3, T=1)
        sim.step()
        m.reopen()
        rows = [m.system("lagrangian-linear", f"row {k}", q0=np.full(500, k), v0=np.ones(500),
                         mass=np.eye(500)) for k in range(5)]
        self.assertLess(sim.q(b)[0], 1)  # what was there is
        for ask in (lambda: sim.q(rows[0]), lambda: sim.put(rows[0], q=np.zeros(500)),
                    lambda: sim.put(b, q=[1])):
            with self.assertRaisesRegex(zeno.Error, "seal"):
                ask()
        m.seal()
        self.assertEqual({*sim.q(rows[3])}, {3})
        sim.put(rows[3], q=np.full(500, -3.0))
        sim.step()
        np.testing.assert_allclose(sim.q(rows[3]), -3 + 1e-3, rtol=0, atol=1e-15)
        np.testing.assert_allclose(sim.q(rows[4]), 4 + 1e-3, rtol=0, atol=1e-15)

    def test_schemes_of_several_steps_begin_anew(self):
        # cos 2t, and from t = 1 on the motion with 5 rad/s: order two if they are told to
        def off(osi, h, told):
            m = zeno.Model()
            b = m.system("lagrangian-linear", "b", q0=[1], v0=[0], mass=[[1]],
                         stiffness=[[4.0]])
            sim = m.simulation(h=h, T=2, osi=osi)
            worst = 0.0
            for t in sim:
                x, q, v = t - 1, np.cos(2.0), -2 * np.sin(2.0)
                exact = np.cos(2 * t) if t <= 1 else q * np.cos(5 * x) + v / 5 * np.sin(5 * x)
                worst = max(worst, abs(sim.q(b)[0] - exact))
                if t == 1:
                    m.reopen()
                    m.set(b, stiffness=[[25.0]])
                    m.seal()
                    if told:
                        sim.put(b)
            return worst

        for osi in "schatzman-paoli", "generalised-alpha", "nonsmooth-alpha":
            rough, fine = (off(osi, 2.0 ** -k, True) for k in (7, 8))
            self.assertGreater(rough / fine, 3.7)
            self.assertLess(fine, off(osi, 2.0 ** -8, False) / 10)

    @unittest.skipUnless(sparse, "no scipy")
    def test_sparse_operators_are_dense_ones(self):
        n, ends = 6, []
        K = 100 * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
        for form in np.asarray, sparse.csc_matrix, sparse.csr_matrix, sparse.coo_matrix:
            m = zeno.Model()
            rod = m.system("lagrangian-linear", "rod", q0=np.arange(n), v0=np.zeros(n),
                           mass=form(2 * np.eye(n)), stiffness=form(K))
            m.connect("stop", m.law("newton-impact", e=0.5),
                      m.relation("linear", "gap", 1, n, C=form(np.eye(1, n)), e=[0.1]), rod)
            sim = m.simulation(h=1e-2, T=1)
            sim.run()
            ends.append(sim.q(rod).copy())
        for end in ends[1:]:
            np.testing.assert_allclose(end, ends[0], rtol=0, atol=1e-12)
        with self.assertRaisesRegex(zeno.Error, "6 x 5"):
            zeno.Model().system("lagrangian-linear", "rod", q0=[0] * 6, v0=[0] * 6,
                                mass=sparse.csc_matrix(np.eye(6, 5)))

    def test_systems_choose_their_integrators(self):
        # q = h v of two free fall steps: theta = 1 falls h^2 g more than theta = 1/2
        m = zeno.Model()
        a, b = (m.system("lagrangian-linear", name, q0=[0], v0=[0], mass=[[1]],
                         f_ext=[-8.0]) for name in "ab")
        sim = m.simulation(h=0.5, T=1, osi=["moreau-jean"] * 2,
                           osi_options=["theta=0.5", "theta=1"], systems=[[], [b]])
        sim.run()
        self.assertEqual((sim.q(a)[0], sim.q(b)[0]), (-4, -6))
        with self.assertRaisesRegex(ValueError, "2 lists of systems for 1"):
            m.simulation(h=0.5, T=1, systems=[[a], [b]])
        with self.assertRaisesRegex(zeno.Error, "refuses system 'a'"):
            m.simulation(h=0.5, T=1, osi=["euler-moreau", "moreau-jean"],
                         systems=[[a]]).run()

    def test_circles_and_the_end_of_a_program(self):
        # what a collector frees in any order, and what is alive when the program ends
        program = """
import gc, zeno
def ball():
    m = zeno.Model()
    m.system("lagrangian-linear", "b", q0=[1], v0=[0], mass=[[1]],
             f_ext=lambda a: [len(str(m)) * 0.])
    m.me = m
    return m
for k in range(50):
    m = ball()
    sim = m.simulation(h=1e-3, T=1e-2)
    sim.step()
    sim.me = [sim, m]
    del m, sim
    gc.collect()
kept = [ball() for _ in range(5)]
sim = kept[0].simulation(h=1e-3, T=1)
rec = sim.record("end.csv")
for _ in range(10):
    sim.step()
raise zeno.Error("the end", "ZN_EUSER")
"""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", program], cwd=folder,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr[-8:]), (1, "the end\n"))
            with open(os.path.join(folder, "end.csv"), encoding="utf-8") as file:
                self.assertEqual(len(file.readlines()), 12)  # head, start, ten steps

    def test_words_for_a_closed_stderr_are_in_no_recording(self):
        program = """
import os
for fd in range(3):
    os.close(fd)
import zeno
m = zeno.Model()
b = m.system("lagrangian-linear", "b", q0=[-1], v0=[0], mass=[[1]])
m.connect("floor", m.law("newton-impact", e=0), m.relation("linear", "r", 1, 1, C=[[1]]), b)
sim = m.simulation(h=1e-3, T=1e-2)
rec = sim.record("rows.csv")
for _ in sim:  # begins inside of the floor, which is told
    pass
rec.close()
"""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", program], cwd=folder, check=False)
            self.assertEqual(done.returncode, 0)
            with open(os.path.join(folder, "rows.csv"), encoding="utf-8") as file:
                rows = file.readlines()[1:]
            self.assertEqual(len(rows), 11)
            for row in rows:
                self.assertEqual(len([float(x) for x in row.split(",")]), 7)

    def test_threads(self):
        def one():
            m, b, _ = ball([[1]], lambda a: [-9.81])
            sim = m.simulation(h=1e-3, T=0.5)
            sim.run()
            ends.append(sim.q(b)[0])

        ends = []
        threads = [threading.Thread(target=one) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(len(set(ends)), 1)
        self.assertEqual(len(ends), 4)


if __name__ == "__main__":
    unittest.main()
