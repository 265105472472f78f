#!/usr/bin/env python3
# siconos_piles.py - the spheres and the wall of bench_piles, by Siconos and by bench_piles
# SPDX-License-Identifier: Apache-2.0
#
#     python3 tests/bench/siconos_piles.py BENCH-PILES [SICONOS-WALL]
#
# BENCH-PILES: build/tests/bench/bench_piles, whose scene `spheres` this is: the same places, masses,
# law, push, scheme and steps. Needs Debian's python3-siconos, whose own classes of spheres are used;
# Python only starts the steps. SICONOS-WALL: siconos_wall.cpp, compiled, the scene `wall`. Processor time of a step after the first one, least of three rounds in
# turns, for a tolerance of 1e-6 and of 1e-8. The peer begins Newton's method at v_k and ends it by residuals
# alone, which one iteration makes small here; so do we in the one run (newton_check=residual start=velocity),
# and both have to move alike. The other is ours by default, which begins where the motion leads and looks
# whether another iteration would move anything; it is nearer to the converged motion by 1e-5 of that.
import re
import subprocess
import sys
import time

STEPS, ROUNDS = 20, 3


def siconos(tol):
    """Milliseconds of a step, and how far the pile has moved."""
    import numpy as np
    import siconos.kernel as sk
    import siconos.numerics as sn
    from siconos.mechanics.collision import bodies

    r, n = 0.1, 1000
    inertia = 0.4 * r * r * np.eye(3)
    osi = sk.MoreauJeanOSI(0.5)
    osi.setConstraintActivationThreshold(1e-3)
    problem = sk.FrictionContact(3, sn.SICONOS_FRICTION_3D_NSGS)
    problem.numericsSolverOptions().dparam[0] = tol
    problem.numericsSolverOptions().iparam[0] = 100000
    problem.setMaxSize(20000)
    problem.setMStorageType(sn.NM_SPARSE_BLOCK)
    problem.setKeepLambdaAndYState(True)  # warm start, as ours
    nsds = sk.NonSmoothDynamicalSystem(0, 10)
    law = sk.NewtonImpactFrictionNSL(0, 0, 0.3, 3)
    spheres, kept = [], []
    for k in range(n):
        q = [2 * r * (k % 10), 3 * r * (k // 10 % 10), r + 2 * r * (k // 100), 1, 0, 0, 0]
        ds = bodies.SphereNEDS(r, 1.0, inertia, q, [0] * 6)
        kept.append(np.array([0.2 * 9.81 if k == n - 1 else 0, 0, -9.81]))
        ds.setFExtPtr(kept[-1])
        nsds.insertDynamicalSystem(ds)
        spheres.append(ds)

    def join(relation, *who):
        interaction = sk.Interaction(law, relation)
        nsds.link(interaction, *who)
        kept.append((relation, interaction))

    for k in range(n):
        if k < 100:
            join(bodies.SphereNEDSPlanR(r, 0, 0, 1, 0), spheres[k])
        else:
            join(bodies.SphereNEDSSphereNEDSR(r, r), spheres[k], spheres[k - 100])
    for k in [k for k in range(n) if k % 10 < 9][:196]:
        join(bodies.SphereNEDSSphereNEDSR(r, r), spheres[k], spheres[k + 1])
    clock = sk.TimeDiscretisation(0, 1e-3)
    sim = sk.TimeStepping(nsds, clock, osi, problem)
    sim.setNewtonTolerance(10 * tol)
    sim.setNewtonMaxIteration(20)
    start = np.array([s.q()[:3] for s in spheres])
    begin = 0.0
    for k in range(STEPS + 1):
        if k == 1:  # the first one finds the reactions from nothing
            begin = time.process_time()
        sim.computeOneStep()
        sim.nextStep()
    ms = 1e3 * (time.process_time() - begin) / STEPS
    return ms, float(np.abs(np.array([s.q()[:3] for s in spheres]) - start).max())


def run(words):
    """The same, of a program that prints them."""
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return (float(re.search(r"([\d.]+) ms a step", said)[1]),
            float(re.search(r"moved ([\d.e+-]+) m", said)[1]))


def measure(scene, tol, steps, peer, aim, near):
    """Ours, as the peer and by default, in turns with PEER, the words of a command; alike to NEAR."""
    ours, theirs, default = [], [], []
    for _ in range(ROUNDS):
        words = [sys.argv[1], scene, tol, "auto", str(steps), "auto"]
        ours.append(run(words + ["residual"]))
        theirs.append(run(peer))
        default.append(run(words))
    (a, x), (b, y), (c, z) = min(ours), min(theirs), min(default)
    alike = abs(x - y) <= near * abs(x) and abs(z - y) <= 1e-4 * abs(y)
    print(f"{scene} at {tol}: {a:.2f} ms a step, by default {c:.2f}, the peer {b:.1f}"
          + ("" if alike else f"; they moved {x:.9g}, {z:.9g} and {y:.9g} m, which is not alike"))
    for words, times in (("as the peer", b / a), ("by default", b / c)):
        verdict = "met    " if alike and times >= aim else "NOT MET"
        print(f"{verdict}  {scene} at {tol}, {words}: {times:.1f} times faster, aim {aim}", flush=True)


def main():
    if sys.argv[1:2] == ["siconos"]:
        print("%.3f ms a step moved %.9g m" % siconos(float(sys.argv[2])))
        return
    for tol in ("1e-6", "1e-8"):
        measure("spheres", tol, STEPS, [sys.executable, sys.argv[0], "siconos", tol], 40, 1e-6)
    for tol in ("1e-6", "1e-8") if len(sys.argv) > 2 else ():
        measure("wall", tol, 10, [sys.argv[2], tol, "10"], 20, max(1e-6, 10 * float(tol)))


main()
