# draw.py - a scene at random, by its number
# SPDX-License-Identifier: Apache-2.0
"""Up to ten bodies of all shapes, in space or in the plane, above a ground or none; laws from
smooth to mu = 2, with rolling and spin; joints of all kinds with springs, stops, friction, motors,
motions; an integrator and options. The text of a scene, its options, and what may be said of its
energy. Joints may contradict each other: that has to be said in words."""
import math
import random

PLANE = ["revolute", "prismatic", "fixed", "point-on-line", "rod", "spring"]
SPACE = ["spherical", "universal", "revolute", "cylindrical", "prismatic", "planar", "fixed",
         "screw", "point-on-line", "point-on-plane", "rod", "spring", "bushing"]
WITH_AXIS = {"prismatic", "point-on-line", "point-on-plane", "cylindrical", "screw", "planar"}


def number(x):
    return repr(round(x, 6))


def array(values):
    return "[" + ", ".join(number(x) for x in values) + "]"


class Draw:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.plane = self.r.random() < 0.25
        self.d = 2 if self.plane else 3
        self.driven = False  # something gives energy
        self.lines = []

    def vector(self, low, high, n=None):
        return array(self.r.uniform(low, high) for _ in range(n or self.d))

    def direction(self):
        while True:
            v = [self.r.gauss(0, 1) for _ in range(self.d)]
            size = math.hypot(*v)
            if size > 0.1:
                return array(x / size for x in v)

    def sometimes(self, p):
        return self.r.random() < p

    def shape(self):
        r = self.r
        if self.plane:
            kind = r.choice(["disc", "rectangle", "polygon"])
            if kind == "disc":
                return "{type: disc, radius: %s}" % number(r.uniform(0.05, 0.2))
            if kind == "rectangle":
                return "{type: rectangle, size: %s}" % self.vector(0.1, 0.4)
            angles = sorted(r.uniform(0, 2 * math.pi) for _ in range(r.randint(3, 8)))
            return "{type: polygon, points: [%s]}" % ", ".join(
                array((0.2 * math.cos(a), 0.15 * math.sin(a))) for a in angles)
        kind = r.choice(["sphere", "sphere", "box", "box", "capsule", "cylinder", "cone", "hull"])
        if kind == "sphere":
            return "{type: sphere, radius: %s}" % number(r.uniform(0.05, 0.2))
        if kind == "box":
            return "{type: box, size: %s}" % self.vector(0.1, 0.4)
        if kind == "hull":
            return "{type: hull, points: [%s]}" % ", ".join(
                self.vector(-0.2, 0.2) for _ in range(r.randint(5, 12)))
        return "{type: %s, radius: %s, length: %s}" % (
            kind, number(r.uniform(0.05, 0.15)), number(r.uniform(0.1, 0.3)))

    def laws(self):
        r = self.r
        self.e = r.choice([0, 0, 0.3, 0.8, 1])
        words = "e: %s, mu: %s" % (number(self.e), number(r.choice([0, 0.1, 0.3, 0.8, 2])))
        if self.sometimes(0.2):
            words += ", mu_r: %s" % number(r.uniform(0.001, 0.02))
        if self.sometimes(0.1) and not self.plane:
            words += ", mu_s: %s" % number(r.uniform(0.001, 0.02))
        if self.sometimes(0.1) and self.e == 0:
            words += ", e_t: %s" % number(r.uniform(0, 0.3))
        self.lines.append("laws: {%s}" % words)

    def ground(self):
        r = self.r
        kind = r.choice(["plane", "plane", "tilt", "box", "none"])
        if kind == "box":
            self.lines.append("  ground: {fixed: yes, position: %s, shape: {type: %s, size: %s}}" % (
                array([0] * (self.d - 1) + [-0.5]), "rectangle" if self.plane else "box",
                array([4] * (self.d - 1) + [1])))
        elif kind != "none":
            tilt = 0.3 if kind == "tilt" else 0
            normal = [r.uniform(-tilt, tilt) for _ in range(self.d - 1)] + [1]
            self.lines.append("  ground: {fixed: yes, shape: {type: %s, normal: %s}}" % (
                "half_plane" if self.plane else "plane", array(normal)))

    def body(self, i):
        r = self.r
        p = ([0.5 * (i % self.columns) + r.uniform(-0.02, 0.02)] +
             ([] if self.plane else [r.uniform(-0.02, 0.02)]) +
             [0.45 + 0.5 * (i // self.columns) + r.uniform(-0.02, 0.05)])
        self.at.append(p)
        words = "density: %s, position: %s, shape: %s" % (number(10**r.uniform(2, 4)), array(p),
                                                          self.shape())
        if self.sometimes(0.5):
            words += ", velocity: " + self.vector(-1, 1)
        if self.sometimes(0.5):
            words += ", spin: " + (number(r.uniform(-5, 5)) if self.plane else self.vector(-5, 5))
        if self.sometimes(0.5):
            angle = number(r.uniform(-3, 3))
            words += ", rotation: " + (angle if self.plane else "{axis: %s, angle: %s}" % (
                self.direction(), angle))
        if self.sometimes(0.08) and not self.plane:
            words += ", options: {gyroscopic: carried}"
        if self.sometimes(0.08):
            words += ", force: " + self.vector(-5, 5)
            self.driven = True
        if self.sometimes(0.06):
            words += ", prescribed: {vx: 0.1*cos(2*t)}"
            self.driven = True
        self.lines.append("  b%d: {%s}" % (i, words))

    def along(self, kind):
        """What acts along the coordinate of a joint."""
        r, words = self.r, ""
        if kind not in ("revolute", "prismatic"):
            return words
        if self.sometimes(0.3):
            words += ", stops: %s, stop_e: %s" % (array((-r.uniform(0.05, 0.5), r.uniform(0.05, 0.5))),
                                                  r.choice(["0", "0.5"]))
        if self.sometimes(0.3):
            words += ", friction: %s" % number(r.uniform(0.1, 5))
        what = r.random()
        if what < 0.3:
            words += ", stiffness: %s, damping: %s" % (number(r.uniform(1, 100)), number(r.uniform(0, 2)))
        elif what < 0.4:
            words += ", motor: 2*sin(3*t) - 0.1*u"
        elif what < 0.5:
            words += ", motion: 0.1*sin(2*t)"
        self.driven = self.driven or 0.3 <= what < 0.5
        return words

    def joint(self, k):
        r, n = self.r, len(self.at)
        kind = r.choice(PLANE if self.plane else SPACE)
        i = r.randrange(n)
        j = None if n == 1 or self.sometimes(0.4) else (i + r.choice([1, self.columns])) % n
        j = None if j == i else j
        words = "type: %s, bodies: [%s]" % (kind, "b%d" % i if j is None else "b%d, b%d" % (i, j))
        if kind in ("rod", "spring"):
            end = self.at[j] if j is not None else [x + 0.5 for x in self.at[i]]
            words += ", point: %s, point2: %s" % (array(x + 0.03 for x in self.at[i]),
                                                  array(x + 0.02 for x in end))
        elif j is None:
            words += ", point: " + array(x + r.uniform(-0.2, 0.2) for x in self.at[i])
        else:
            words += ", point: " + array((a + b) / 2 for a, b in zip(self.at[i], self.at[j]))
        if kind in WITH_AXIS or (kind == "revolute" and not self.plane):
            words += ", axis: " + self.direction()
        if kind == "universal":
            words += ", axis: [1, 0, 0], axis2: [0, 1, 0]"
        if kind == "screw":
            words += ", pitch: %s" % number(r.uniform(0.01, 0.1))
        words += self.along(kind)
        if kind == "spring":
            words += ", stiffness: %s, damping: %s" % (number(10**r.uniform(1, 4)), number(r.uniform(0, 5)))
        if kind == "bushing":
            words += ", stiffness: %s, damping: %s" % (array(10**r.uniform(1, 4) for _ in range(6)),
                                                       self.vector(0, 3, 6))
        if self.sometimes(0.1):
            words += ", meet: yes"
        self.lines.append("  j%d: {%s}" % (k, words))

    def options(self):
        r = self.r
        o = {"energy": "yes", "osi": r.choice(["moreau-jean"] * 6 + ["d1-minus", "nonsmooth-alpha"])}
        if o["osi"] == "moreau-jean":
            if self.sometimes(0.3):
                o["theta"] = r.choice(["0.5", "0.75", "1"])
            if self.sometimes(0.2):
                o["impulses"] = "middle"
            if self.sometimes(0.2):
                o["relations"] = r.choice(["end", "start", "predicted"])
            o["projection"] = r.choice(["direct", "direct", "joints", "none", "combined", "simultaneous"])
            if self.sometimes(0.2):
                o["formulation"] = "global"
        if self.sometimes(0.2):
            o["solver_tol"] = r.choice(["1e-8", "1e-10"])
        return o

    def whole(self):
        r = self.r
        self.lines += (["dimension: 2"] if self.plane else []) + [
            "gravity: " + array([0] * (self.d - 1) + [-9.81])]
        self.laws()
        self.lines.append("bodies:")
        self.ground()
        n, self.columns, self.at = r.choice([1, 2, 3, 4, 5, 6, 8, 10]), r.randint(1, 3), []
        for i in range(n):
            self.body(i)
        joints = r.choice([0, 0, 1, 2, 3, n])
        self.lines += ["joints:"] if joints else []
        for k in range(joints):
            self.joint(k)
        self.h, self.T = r.choice([1e-3, 2e-3, 5e-3]), r.choice([0.5, 1])
        self.lines.append("simulation: {h: %r, T: %r}" % (self.h, self.T))
        return "\n".join(self.lines) + "\n", self.options()
