# by_modes.py - a motion with contacts, friction and equations worked out a second time, with numpy and scipy alone
# SPDX-License-Identifier: Apache-2.0
#
# What Zeno's event-driven simulation is compared with: M v' = F + H' lambda by DOP853 while nobody changes what he
# does; who does what, and what an impact gives, by trying all there is. For few contacts that do not depend on one
# another.
#
# A machine has n, mass(q), force(t, q, v) and parts, a part
#   kind  contact    0 <= y _|_ lambda, Newton's impact with e
#         friction   the same, and mu, along its second row
#         dry        a force up to F, against the rate of its row
#         equation   y = 0
#   rows  each with y(t, q), grad(t, q), rate(t, q, v), and curve(t, q, v): y'' = grad v' + curve
#
# and does one of: O open, C closed, S sticks, + and - slides to that side.
import itertools

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq

SAMPLES = 24   # of guards in a step
ZERO = 1e-8    # gaps and rates
SLOW = 5e-5    # (m/s) an impact that leaves less was the last one


class NoMotion(Exception):
    """Not one for this program: none is found, or too many events."""


class Motion:
    def __init__(self, machine, t, q, v):
        self.m, self.t, self.q, self.v = machine, t, q.copy(), v.copy()
        self.events = 0
        self.doubt = False   # there were two ways to go on
        self.mode = ["C" if p.kind == "equation" else "S" if p.kind == "dry" else "O" for p in machine.parts]
        self.pass_instant({i for i, p in enumerate(machine.parts) if self.touches(p)})

    def touches(self, part):
        return part.kind in ("contact", "friction") and abs(part.rows[0].y(self.t, self.q)) < ZERO

    def held(self, part, does):
        """Rows that are held, each with the direction of its force, and a force that is known."""
        t, q = self.t_q
        grads = [r.grad(t, q) for r in part.rows]
        side = {"+": 1, "-": -1}.get(does, 0)
        if part.kind == "dry":
            return ([(part.rows[0], grads[0])], 0) if does == "S" else ([], -side * part.F * grads[0])
        if does == "O":
            return [], 0
        along = grads[0] - side * part.mu * grads[1] if part.kind == "friction" else grads[0]
        rows = [(part.rows[0], along)]
        return (rows + [(part.rows[1], grads[1])] if does == "S" else rows), 0

    def solve(self, t, q, mode, start, want):
        """start + M^-1 sum of forces, with grad x = want(row) in rows that are held, and the forces by part; start may
        be a function of the forces that are known."""
        self.t_q = t, q
        held, known, size = [], 0, []
        for part, does in zip(self.m.parts, mode):
            rows, force = self.held(part, does)
            held += rows
            known = known + force
            size.append(len(rows))
        x = start(known)
        if not held:
            return x, [np.zeros(0)] * len(size)
        H = np.array([r.grad(t, q) for r, _ in held])
        X = np.linalg.solve(self.m.mass(q), np.array([a for _, a in held]).T)
        lam = np.linalg.solve(H @ X, np.array([want(r) for r, _ in held]) - H @ x)
        return x + X @ lam, np.split(lam, np.cumsum(size)[:-1])

    def accelerations(self, t, q, v, mode):
        return self.solve(t, q, mode,
                          lambda known: np.linalg.solve(self.m.mass(q), self.m.force(t, q, v) + known),
                          lambda row: -row.curve(t, q, v))

    # ---- as long as nothing happens

    def guards(self, t, q, v):
        """What is positive as long as each does what it does, and who that is."""
        _, forces = self.accelerations(t, q, v, self.mode)
        out = []
        for i, (part, does, lam) in enumerate(zip(self.m.parts, self.mode, forces)):
            if part.kind == "equation":
                continue
            if does == "O":
                out.append((part.rows[0].y(t, q), i, "gap"))
                continue
            if part.kind != "dry":
                out.append((lam[0], i, "force"))
            if does == "S":
                out.append(((part.F if part.kind == "dry" else part.mu * lam[0]) - abs(lam[-1]), i, "rub"))
            elif does != "C":
                out.append(((1 if does == "+" else -1) * part.rows[-1].rate(t, q, v), i, "rub"))
        return out

    def flow(self, T):
        """To T, or the first root; who has it."""
        n = self.m.n
        solver = DOP853(lambda t, y: np.concatenate([y[n:], self.accelerations(t, y[:n], y[n:], self.mode)[0]]),
                        self.t, np.concatenate([self.q, self.v]), T, max_step=0.02, rtol=1e-12, atol=1e-13)
        seen = None
        while solver.status == "running":
            solver.step()
            y, a, b = solver.dense_output(), solver.t_old, solver.t
            at = np.linspace(a, b, SAMPLES + 1)
            if seen is None:   # flights may be short
                at = np.concatenate([a + (b - a) * np.geomspace(1e-9, 0.5 / SAMPLES, 12), at[1:]])
                seen = np.zeros(len(self.guards(a, y(a)[:n], y(a)[n:])), bool)

            def guard(t, k):
                return self.guards(t, y(t)[:n], y(t)[n:])[k][0]
            for before, t in zip(np.concatenate([[a], at]), at):
                now = self.guards(t, y(t)[:n], y(t)[n:])
                g = np.array([x for x, _, _ in now])
                if ((g < -5e-8) & ~seen).any():
                    raise NoMotion("below a guard from the start")
                gone = np.nonzero(seen & (g < 0))[0]
                if len(gone):
                    roots = [before if guard(before, k) <= 0 else
                             brentq(guard, before, t, (k,), xtol=1e-15, rtol=1e-15) for k in gone]
                    self.t = min(roots)
                    self.q, self.v = y(self.t)[:n], y(self.t)[n:]
                    return [now[k][1:] for k, root in zip(gone, roots) if root < self.t + 1e-12]
                seen |= g > 1e-13
        self.t, self.q, self.v = solver.t, solver.y[:n], solver.y[n:]
        return []

    # ---- what happens

    def best(self, choices, measure):
        """Of all combinations the one that is least wrong."""
        found = []
        for mode in itertools.product(*choices):
            try:
                found.append((*measure(mode), mode))
            except np.linalg.LinAlgError:
                pass
        wrong, x, mode = min(found, key=lambda f: f[0])
        if wrong > 1e-7:
            raise NoMotion("none is right")
        self.doubt |= any(f[0] < 1e-9 and np.abs(f[1] - x).max() > 1e-6 for f in found)
        return x, mode

    def impact(self, hit):
        t, q, v = self.t, self.q, self.v

        back = {part.rows[0]: part.e for part in self.m.parts if part.kind in ("contact", "friction")}

        def measure(mode):
            w, P = self.solve(t, q, mode, lambda known: v,
                              lambda row: -back.get(row, 0) * row.rate(t, q, v) - row.rate(t, q, 0 * v))
            wrong = 0
            for i in hit:
                part, does = self.m.parts[i], mode[i]
                if does == "O":
                    wrong = max(wrong, -part.rows[0].rate(t, q, w) - part.e * part.rows[0].rate(t, q, v))
                    continue
                wrong = max(wrong, -P[i][0])
                if does == "S":
                    wrong = max(wrong, abs(P[i][1]) - part.mu * P[i][0])
                elif does != "C":
                    wrong = max(wrong, -(1 if does == "+" else -1) * part.rows[1].rate(t, q, w))
            return wrong, w
        choices = [("C",) if p.kind == "equation" else ("+",) if p.kind == "dry" else
                   ("O",) if i not in hit else ("O", "C") if p.kind == "contact" else ("O", "S", "+", "-")
                   for i, p in enumerate(self.m.parts)]
        self.v, _ = self.best(choices, measure)

    def come_to_rest(self, hit):
        """Impacts that are over leave no rate; friction goes with it."""
        t, q, v = self.t, self.q, self.v
        mode = list(self.mode)
        for i, part in enumerate(self.m.parts):
            u = part.rows[-1].rate(t, q, v)
            if part.kind == "dry":
                mode[i] = "+"
            elif i in hit:
                rests = part.rows[0].rate(t, q, v) < SLOW
                mode[i] = ("O" if not rests else "C" if part.kind == "contact" else
                           "S" if abs(u) < 1e-6 else "+" if u > 0 else "-")
        self.v, _ = self.solve(t, q, mode, lambda known: v, lambda row: -row.rate(t, q, 0 * v))

    def pass_instant(self, hit, over=()):
        """hit: who may have an impact; over: (part, what it did) that has ended."""
        parts = self.m.parts
        closed = {i for i, p in enumerate(parts) if p.kind in ("contact", "friction") and self.mode[i] != "O"}
        hit = hit | closed
        for _ in range(50):
            if all(parts[i].rows[0].rate(self.t, self.q, self.v) > -ZERO for i in hit):
                break
            self.impact(hit)
            self.come_to_rest(hit)
        else:
            raise NoMotion("impacts without end")
        t, q, v = self.t, self.q, self.v
        choices = []
        for i, part in enumerate(parts):
            u = part.rows[-1].rate(t, q, v)
            sides = "+" if u > ZERO else "-" if u < -ZERO else "S+-"
            if part.kind == "equation":
                can = "C"
            elif part.kind == "dry":
                can = sides
            elif i not in hit or abs(part.rows[0].rate(t, q, v)) > ZERO:
                can = "O"
            else:
                can = "O" + ("C" if part.kind == "contact" else sides)
            can = "".join(c for c in can if (i, c) not in over) or can
            choices.append(can)

        def measure(mode):
            a, forces = self.accelerations(t, q, v, mode)
            wrong = 0
            for part, does, can, lam in zip(parts, mode, choices, forces):
                bends = [r.grad(t, q) @ a + r.curve(t, q, v) for r in part.rows]
                if does == "O":
                    wrong = max(wrong, -bends[0] if can != "O" or self.lies(part) else 0)
                    continue
                if part.kind in ("contact", "friction"):
                    wrong = max(wrong, -lam[0])
                if does == "S":
                    wrong = max(wrong, abs(lam[-1]) - (part.F if part.kind == "dry" else part.mu * lam[0]))
                elif does != "C" and abs(part.rows[-1].rate(t, q, v)) <= ZERO:
                    wrong = max(wrong, -(1 if does == "+" else -1) * bends[-1])
            return wrong, a
        _, mode = self.best(choices, measure)
        self.mode = list(mode)

    def lies(self, part):
        return self.touches(part) and abs(part.rows[0].rate(self.t, self.q, self.v)) < ZERO

    def settle(self):
        """Rows that are held go back to zero."""
        for rates in False, True:
            rows = [r for part, does in zip(self.m.parts, self.mode)
                    for r in ([] if part.kind == "dry" or does == "O" else part.rows[:1]) +
                    (part.rows[-1:] if rates and does == "S" else [])]
            if not rows:
                continue
            H = np.array([r.grad(self.t, self.q) for r in rows])
            off = np.array([r.rate(self.t, self.q, self.v) if rates else r.y(self.t, self.q) for r in rows])
            X = np.linalg.solve(self.m.mass(self.q), H.T)
            d = X @ np.linalg.solve(H @ X, off)
            if rates:
                self.v = self.v - d
            else:
                self.q = self.q - d

    def run(self, T, most=400):
        while True:
            self.settle()
            ended = self.flow(T)
            if not ended:
                return np.concatenate([self.q, self.v])
            self.events += 1
            if self.events > most:
                raise NoMotion("many events")
            over, hit = set(), set()
            for i, what in ended:
                if what == "gap":
                    hit.add(i)
                else:   # a force that ends opens; sliding or sticking ends
                    over |= {(i, c) for c in ("CS+-" if what == "force" else self.mode[i])}
            self.pass_instant(hit, over)
