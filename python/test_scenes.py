# test_scenes.py - scenes from Python: files, dictionaries, functions in them, films
# SPDX-License-Identifier: Apache-2.0
import gc
import os
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import zeno

G = 9.81
SCENES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../samples/scenes")


def on_floor(force=None, mu=0.4, **more):
    """A box of 1 kg that stands on a floor."""
    box = {"density": 1000, "position": [0, 0, 0.05],
           "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, **more}
    if force is not None:
        box["force"] = force
    return {"gravity": [0, 0, -G], "laws": {"mu": mu}, "simulation": {"h": 1e-3, "T": 0.2},
            "bodies": {"floor": {"fixed": True, "shape": {"type": "plane"}}, "box": box}}


class Scenes(unittest.TestCase):
    def test_a_file_with_its_parameters(self):
        path = os.path.join(SCENES, "box_on_slope.yaml")
        scene = zeno.Scene(path)
        self.assertIn("mu", scene.parameters)
        for mu, slides in ((0.9, False), (0.1, True)):
            sim = zeno.Scene(path, mu=mu).simulation(T=0.2)
            (name,) = [n for n in sim.scene.bodies if n in ("box", "block")]
            sim.run()
            self.assertEqual(np.linalg.norm(sim.v(sim.body(name))[:3]) > 0.1, slides)

    def test_made_often_and_with_other_integrators(self):
        scene = zeno.Scene(on_floor())
        for k in range(120):  # what was said before is not said again
            scene.simulation(T=0.1, solver_tol=1e-7, newton_max_iter=20 + k)
        for osi in ("nonsmooth-alpha", "d1-minus", "moreau-jean"):  # threshold is of the last alone
            sim = scene.simulation(T=0.01, osi=osi)
            sim.run()
            self.assertAlmostEqual(sim.q(sim.body("box"))[2], 0.05, 6)

    def test_a_mechanism_from_event_to_event(self):
        scene = zeno.Scene({
            "gravity": [0, 0, -G],
            "bodies": {"bar": {"mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]}},
            "joints": {"hinge": {"type": "revolute", "bodies": ["bar"], "point": [0, 0, 0],
                                 "axis": [0, 1, 0], "stops": [-0.3, 0.9], "stop_e": 0.6}},
            "simulation": {"h": 1e-2, "T": 0.5}})
        told = []
        sim = scene.simulation(simulation="event-driven")
        sim.on_event(lambda e: told.append(e) if e.name == "hinge.stop2" else None)
        sim.run()
        self.assertEqual([e.what for e in told], ["impact"])
        self.assertAlmostEqual(told[0].before, -np.sqrt(G * np.sin(0.9) / 0.35), 9)
        with self.assertRaisesRegex(zeno.Error, "no simulation 'nothing'"):
            scene.simulation(simulation="nothing")
        with self.assertRaisesRegex(zeno.Error, "as of shapes with a law"):
            zeno.Scene(on_floor()).simulation(simulation="event-driven").run()

    def test_as_the_command_runs_it(self):
        # the film has the same bits
        path = os.path.join(SCENES, "stack.yaml")
        sim = zeno.Scene(path).simulation(T=0.05, energy="yes")
        with tempfile.TemporaryDirectory() as folder:
            film = os.path.join(folder, "mine.h5")
            made = sim.film(film)
            sim.run()
            made.close()
            zeno_ = os.path.join(os.environ.get("ZENO_BUILDDIR", ""), "zeno")
            if not os.path.exists(zeno_):
                self.skipTest("no ZENO_BUILDDIR with the command")
            other = os.path.join(folder, "its.h5")
            subprocess.run([zeno_, "run", path, "--set", "T=0.05", "--output", other,
                            "--every", "1", "--quiet"], check=True)
            subprocess.run([zeno_, "compare", "--quiet", film, other], check=True)

    def test_forces_are_expressions_of_time(self):
        # 2 x'' = 3 sin 5t from rest; 1/2 w' = 0.4 cos 5t about an axis of symmetry
        scene = zeno.Scene({"parameters": {"w": 5}, "bodies": {"a": {
            "mass": 2, "inertia": [1, 1, 0.5], "force": ["3*sin(w*t)", 0, 1.0],
            "moment": [0, 0, "0.4*cos(w*t)"]}}, "simulation": {"theta": 0.5}})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.yaml")
            scene.write(path)
            ends = []
            for s in (scene, zeno.Scene(path)):
                sim = s.simulation(h=1e-3, T=1)
                sim.run()
                a = sim.body("a")
                ends.append((sim.q(a).copy(), sim.v(a).copy()))
        (q, v), (q2, v2) = ends
        self.assertTrue(np.array_equal(q, q2) and np.array_equal(v, v2))
        self.assertAlmostEqual(q[0], 3 / 50 * (5 - np.sin(5)), delta=3e-6)  # C h^2
        self.assertAlmostEqual(q[2], 0.25, delta=1e-12)
        self.assertAlmostEqual(v[5], 0.8 / 5 * np.sin(5), delta=1e-6)
        with self.assertRaisesRegex(zeno.Error, r"there is no parameter 'foo'; there is t"):
            zeno.Scene({"bodies": {"a": {"mass": 1, "inertia": [1, 1, 1],
                                         "force": ["t*foo", 0, 0]}}})

    def test_times_are_numbers(self):
        scene = zeno.Scene(on_floor())
        with self.assertRaisesRegex(TypeError, r"^h = '0.1 s' is no number; .* in seconds"):
            scene.simulation(h="0.1 s")
        self.assertEqual(scene.simulation(h=np.float32(0.125), T=np.array(1)).t, 0)

    def test_contacts_carry_the_weight(self):
        sim = zeno.Scene(on_floor()).simulation()
        sim.run()
        touching = [c for c in sim.contacts() if c.status != "open"]
        self.assertEqual({(c.body1, c.body2) for c in touching}, {("box", None)})
        np.testing.assert_allclose(sum(c.force for c in touching), [0, 0, G], atol=1e-5)
        for c in touching:
            np.testing.assert_allclose(c.normal, [0, 0, 1], atol=1e-12)
            self.assertEqual(c.mu, 0.4)
            np.testing.assert_allclose(c.force * 1e-3, c.impulse, rtol=1e-9)

    def test_a_ray_meets_the_nearest(self):
        sim = zeno.Scene(on_floor()).simulation()
        hit = sim.ray([0.01, 0.02, 1], [0, 0, -2])
        self.assertEqual(hit.body, "box")
        self.assertAlmostEqual(hit.distance, 0.9, delta=1e-12)
        np.testing.assert_allclose(hit.point, [0.01, 0.02, 0.1], atol=1e-12)
        np.testing.assert_allclose(hit.normal, [0, 0, 1], atol=1e-12)
        hit = sim.ray([0.01, 0.02, 1], [0, 0, -2], ignore="box")
        self.assertEqual((hit.body, hit.distance), ("floor", 1.0))
        self.assertIsNone(sim.ray([0, 0, 1], [0, 0, 1]))
        self.assertIsNone(sim.ray([0, 0, 1], [0, 0, -1], reach=0.5))
        sim.run()  # and where it is then
        self.assertAlmostEqual(sim.ray([1, 0, 0.05], [-1, 0, 0]).distance,
                               0.95 - sim.q(sim.body("box"))[0], delta=1e-9)
        with self.assertRaisesRegex(ValueError, "along has 2 elements, must have 3"):
            sim.ray([0, 0, 1], [0, 1])
        with self.assertRaisesRegex(zeno.Error, "has no direction"):
            sim.ray([0, 0, 1], [0, 0, 0])
        with self.assertRaises(KeyError):
            sim.ray([0, 0, 1], [0, 0, -1], ignore="bix")

    def test_a_ray_in_the_plane(self):
        scene = zeno.Scene({"dimension": 2, "gravity": [0, -G], "laws": {"mu": 0.4},
                            "simulation": {"h": 1e-3, "T": 0.1},
                            "bodies": {"ground": {"fixed": True, "shape": {"type": "half_plane"}},
                                       "disc": {"density": 1, "position": [2, 1],
                                                "shape": {"type": "disc", "radius": 0.5}}}})
        hit = scene.simulation().ray([0, 0.7], [1, 0])
        self.assertEqual(hit.body, "disc")
        self.assertAlmostEqual(hit.distance, 1.6, delta=1e-12)  # 0.3, 0.4, 0.5
        np.testing.assert_allclose(hit.normal, [-0.8, -0.6, 0], atol=1e-12)

    def test_a_force_in_python(self):
        # it grows as 3 t, and the box slides once it is more than mu m g
        sim = zeno.Scene(on_floor(lambda a: [3 * a.t, 0, -G])).simulation(T=1.5)
        box = sim.body("box")
        began = next(t for t in sim if sim.v(box)[0] > 1e-6)
        self.assertAlmostEqual(began, 0.4 * G / 3, delta=2e-3)

    def test_a_motor_in_python(self):
        # I w' = 2 - w: w = 2 (1 - exp(-t))
        def motor(a):
            return 2 - a.lam[0]  # a.x is the angle, a.lam its rate

        sim = zeno.Scene({"bodies": {"bar": {"mass": 1, "inertia": [1, 1, 1]}},
                          "joints": {"hinge": {"type": "revolute", "bodies": ["bar"],
                                               "point": [0, 0, 0], "axis": [0, 0, 1],
                                               "motor": motor}},
                          "simulation": {"h": 1e-3, "T": 1}}).simulation()
        bar = sim.body("bar")
        for t in sim:
            self.assertAlmostEqual(sim.v(bar)[5], 2 * (1 - np.exp(-t)), delta=1e-6)
        self.assertAlmostEqual(sim.y(sim.joint("hinge.spring"))[0], 2 * np.exp(-1), delta=1e-6)
        np.testing.assert_allclose(sim.reactions()["hinge"].moment, [0, 0, 2 * np.exp(-1)],
                                   atol=2e-3)

    def test_a_pendulum_hangs_with_its_weight(self):
        sim = zeno.Scene({"gravity": [0, 0, -G],
                          "bodies": {"bob": {"mass": 2, "inertia": [1, 1, 1],
                                             "position": [0, 0, -1]}},
                          "joints": {"pin": {"type": "spherical", "bodies": ["bob"],
                                             "point": [0, 0, 0]}},
                          "simulation": {"h": 1e-3, "T": 0.01}}).simulation()
        sim.run()
        np.testing.assert_allclose(sim.reactions()["pin"].force, [0, 0, 2 * G], atol=1e-9)

    def test_a_controller_in_python(self):
        # balance.py: from a shove of the cart it follows x' = (A + b k) x, but for h and sines
        sys.path.insert(0, SCENES)
        try:
            import balance
        finally:
            sys.path.remove(SCENES)
        A, b = balance.plant()
        closed = A + np.outer(b, balance.k)
        rates, modes = np.linalg.eig(closed)
        np.testing.assert_allclose(sorted(rates.real), [-6, -5, -4, -3], atol=1e-9)
        sim = balance.scene(ball=False).simulation(T=1)
        for name in "cart", "pole":
            sim.put(sim.body(name), v=[0.1, 0, 0, 0, 0, 0])
        weights = np.linalg.solve(modes, [0, 0.1, 0, 0])
        balance.control(sim)
        for t in sim:
            balance.control(sim)
            x = (modes @ (weights * np.exp(rates * t))).real
            np.testing.assert_allclose(balance.state(sim), x, atol=2e-3)
        self.assertGreater(abs(x[:3]).max(), 0.01)

    def test_who_comes_and_goes(self):
        scene = on_floor()
        scene["bodies"]["late"] = {"density": 1000, "birth": 0.05, "death": 0.1,
                                   "position": [1, 0, 1],
                                   "shape": {"type": "sphere", "radius": 0.1}}
        sim = zeno.Scene(scene).simulation()
        self.assertEqual(sim.scene.bodies, ["floor", "box", "late"])
        with self.assertRaisesRegex(KeyError, "no body 'late' moves at t = 0 s"):
            sim.body("late")
        q = sim.q(sim.body("box"))
        np.testing.assert_allclose(q[:3], [0, 0, 0.05])
        while sim.t < 0.06:
            sim.step()
        late = sim.body("late")
        fallen = sim.q(late)
        while sim.t < 0.0995:
            sim.step()
        with self.assertRaisesRegex(zeno.Error, "'late' is not in the model now"):
            sim.q(late)
        self.assertAlmostEqual(fallen[2], 1 - G / 2 * 0.05 ** 2, delta=1e-3)
        sim.run()
        np.testing.assert_allclose(q[2], 0.05, atol=1e-7)

    def test_what_is_wrong_is_shown(self):
        with self.assertRaisesRegex(zeno.Error, r'densty.*did you mean(.|\n)*"densty": 3'):
            zeno.Scene({"bodies": {"a": {"densty": 3}}})
        with self.assertRaisesRegex(zeno.Error, "no parameter 'slope'"):
            zeno.Scene(os.path.join(SCENES, "arm.yaml"), slope=1)
        with self.assertRaisesRegex(zeno.Error, "No such file"):
            zeno.Scene("nowhere.yaml")
        with self.assertRaisesRegex(TypeError, "no place in a scene"):
            zeno.Scene({"bodies": {"a": {"mass": object()}}})
        with self.assertRaisesRegex(ValueError, "there once"):
            zeno.Scene(on_floor(lambda a: [0, 0, 0], repeat={"i": 2}))
        with self.assertRaisesRegex(KeyError, "no body 'floor' moves"):
            zeno.Scene(on_floor()).simulation().body("floor")
        with self.assertRaisesRegex(zeno.Error, "thetta"):
            zeno.Scene(on_floor()).simulation(thetta=1)
        with self.assertRaisesRegex(zeno.Error, "h = -1"):
            zeno.Scene(on_floor()).simulation(h=-1)
        sim = zeno.Scene(on_floor(lambda a: [0, 0])).simulation()
        with self.assertRaisesRegex(zeno.Error, "it returns 2 numbers, expected"):
            sim.step()
        with self.assertRaisesRegex(ValueError, "none for a file"):
            sim.scene.write("never.yaml")
        one, two = (zeno.Scene(on_floor()).simulation() for _ in range(2))
        with self.assertRaisesRegex(ValueError, "another model"):
            one.q(two.body("box"))
        with self.assertRaisesRegex(TypeError, "None is no system"):
            one.q(None)
        late = on_floor(birth=0.05)
        late["joints"] = {"hinge": {"type": "revolute", "bodies": ["box"], "axis": [0, 0, 1],
                                    "point": [0, 0, 0], "motor": lambda a: 1}}
        with self.assertRaisesRegex(ValueError, "hinge: motor: .* from the beginning on"):
            zeno.Scene(late).simulation()

    def test_what_is_written_is_a_state(self):
        # a pose that is none is refused, and the run goes on as if nothing had been
        a, b = (zeno.Scene(on_floor(velocity=[1, 0, 0])).simulation() for _ in range(2))
        box = a.body("box")
        for k in range(20):
            a.step(), b.step()
            a.put(box, q=a.q(box)), b.put(b.body("box"), v=b.v(b.body("box")))
            for key, bad, words in (("q", np.full(7, np.nan), r"q\[0\] = nan was written"),
                                    ("q", [0, 0, 1, 2, 0, 0, 0], "quaternions are of length 1"),
                                    ("v", [0, 0, np.inf, 0, 0, 0], r"v\[2\] = inf was written")):
                with self.assertRaisesRegex(zeno.Error, words):
                    a.put(box, **{key: bad})
            np.testing.assert_array_equal(a.q(box), b.q(b.body("box")))

    def test_written_and_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "box.yaml")
            zeno.Scene(on_floor(velocity=np.array([1.0, 0, 0]))).write(path)
            sims = [s.simulation() for s in (zeno.Scene(path),
                                             zeno.Scene(on_floor(velocity=[1, 0, 0])))]
            for sim in sims:
                sim.run()
            a, b = (sim.q(sim.body("box")) for sim in sims)
            np.testing.assert_array_equal(a, b)
            self.assertGreater(a[0], 0.1)

    def test_warnings(self):
        scene = on_floor()
        del scene["laws"]
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            zeno.Scene(scene).simulation()
        self.assertEqual([(w.category, w.filename) for w in seen], [(zeno.Warned, __file__)])
        self.assertIn("no laws", str(seen[0].message))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(zeno.Warned, "no laws"):
                zeno.Scene(scene).simulation()

    def test_freed_in_any_order(self):
        for keep in range(4):
            scene = zeno.Scene(on_floor(lambda a: [0, 0, -G]))
            sim = scene.simulation()
            things = [scene, sim, sim.model, sim.q(sim.body("box"))]
            kept = things[keep]
            del scene, sim, things
            gc.collect()
            if keep == 0:
                kept.simulation().step()
            elif keep == 1:
                kept.run()


if __name__ == "__main__":
    unittest.main()
