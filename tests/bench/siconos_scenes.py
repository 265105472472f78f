#!/usr/bin/env python3
# siconos_scenes.py - scenes that Siconos' own Python makes, run by its runner (Bullet) and by zeno
# SPDX-License-Identifier: Apache-2.0
#
#     python3 tests/bench/siconos_scenes.py ZENO-RUN [SCENE[:N] ...]
#
# ZENO-RUN: build/tools/zeno-run. Needs Debian's python3-siconos. Each scene is written once, and
# both programs run the same file with the same steps and tolerance, without recording. What a
# step costs is the difference of processor times of a long and a short run, by the steps between
# them, so that loading Python costs nothing; least of three, in turns. Printed beside it are the
# largest difference of positions at the end, and how many problems the peer left unsolved.
import os
import subprocess
import sys
import tempfile

H, TOL, SHORT, LONG, ROUNDS = 1e-3, 1e-6, 20, 420, 3


def grid(io, shape, n, lift, apart):
    """n bodies in layers of 6 x 6, a third of them above each other."""
    from siconos.mechanics.collision.tools import Contactor
    for k in range(n):
        i, j, layer = k % 6, k // 6 % 6, k // 36
        io.add_object(f"b{k:05d}", [Contactor(shape)], mass=1,
                      translation=[apart * i + 0.01 * layer, apart * j, lift + apart * layer])


def cubes(io, n):
    io.add_primitive_shape("Shape", "Box", (0.2, 0.2, 0.2))
    grid(io, "Shape", n, 0.11, 0.23)


def spheres(io, n):
    io.add_primitive_shape("Shape", "Sphere", (0.1,))
    grid(io, "Shape", n, 0.11, 0.205)


def stack(io, n):
    from siconos.mechanics.collision.tools import Contactor
    io.add_primitive_shape("Shape", "Box", (0.4, 0.3, 0.2))
    for k in range(n):
        io.add_object(f"b{k:05d}", [Contactor("Shape")], mass=1, translation=[0, 0, 0.1 + 0.2 * k])


SCENES = {"cubes": cubes, "spheres": spheres, "stack": stack}


def write(path, name, n):
    from siconos.io.mechanics_run import MechanicsHdf5Runner
    from siconos.mechanics.collision.tools import Contactor
    with MechanicsHdf5Runner(io_filename=path, mode="w") as io:
        io.add_primitive_shape("Ground", "Box", (20, 20, 1))
        io.add_Newton_impact_friction_nsl("contact", mu=0.3, e=0)
        io.add_object("ground", [Contactor("Ground")], translation=[0, 0, -0.5])
        SCENES[name](io, n)


def peer(path, steps, every):
    """One run of its runner."""
    import siconos.kernel as sk
    import siconos.numerics as sn
    from siconos.io.mechanics_run import MechanicsHdf5Runner
    options = sk.solver_options_create(sn.SICONOS_FRICTION_3D_NSGS)
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 1000
    options.dparam[sn.SICONOS_DPARAM_TOL] = TOL
    with MechanicsHdf5Runner(io_filename=path, mode="r+") as io:
        io.run(T=steps * H, h=H, theta=0.50001, solver_options=options, verbose=False,
               verbose_progress=False, output_frequency=every)


def timed(command):
    """Processor time of a command (s), and what it printed."""
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env=dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1"))
    words = p.stdout.read()
    _, status, used = os.wait4(p.pid, 0)
    if status:
        sys.exit(f"{command}: {words[-2000:]}")
    return used.ru_utime + used.ru_stime, words


def ours(zeno, path, steps, last):
    command = [zeno, path, "--set", f"step={H}", "--set", f"T={steps * H}", "--set",
               f"solver_tol={TOL}", "--report", path + ".report", "--quiet"]
    if last:
        command += ["--output", last, "--every", str(steps)]
    return timed(command)


def theirs(path, steps, every=10 ** 9):
    copy = path.replace(".hdf5", "-peer.hdf5")
    with open(path, "rb") as a, open(copy, "wb") as b:
        b.write(a.read())
    return timed([sys.executable, os.path.abspath(__file__), "--peer", copy, str(steps),
                  str(every)])


def end_of(film):
    """Positions at the end of a film, or of a file that the runner there wrote into."""
    import h5py
    with h5py.File(film) as f:
        if "pose" in f:
            return f["pose"][-1, :, :3]
        rows = f["data/dynamic"][:]  # t, number of the body from 1 on, x, y, z, quaternion
        last = rows[rows[:, 0] == rows[-1, 0]]
        return last[last[:, 1].argsort(), 2:5]


def measure(zeno, name, n, folder):
    path = os.path.join(folder, f"{name}.hdf5")
    timed([sys.executable, os.path.abspath(__file__), "--write", path, name, str(n)])
    best = {"zeno": 1e9, "peer": 1e9}
    for _ in range(ROUNDS):
        a = ours(zeno, path, LONG, None)[0] - ours(zeno, path, SHORT, None)[0]
        long, words = theirs(path, LONG)
        best["zeno"] = min(best["zeno"], a)
        best["peer"] = min(best["peer"], long - theirs(path, SHORT)[0])
    theirs(path, LONG, 1)
    ours(zeno, path, LONG, path + ".h5")
    apart = abs(end_of(path + ".h5") - end_of(path.replace(".hdf5", "-peer.hdf5"))).max()
    unsolved = words.count("equal to 1")
    a, b = (1e6 * best[k] / (LONG - SHORT) for k in ("zeno", "peer"))
    print(f"| {name} | {n} | {a:.0f} | {b:.0f} | {b / a:.1f} | {apart:.1e} | {unsolved} |", flush=True)


def main():
    if sys.argv[1] == "--write":
        write(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    elif sys.argv[1] == "--peer":
        peer(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        print("| scene | bodies | zeno, us a step | Siconos | times | apart, m | unsolved there |")
        print("|---|---|---|---|---|---|---|")
        for word in sys.argv[2:] or ["cubes:36", "cubes:108", "spheres:36", "spheres:108", "stack:10"]:
            name, _, n = word.partition(":")
            with tempfile.TemporaryDirectory() as folder:
                measure(sys.argv[1], name, int(n or 36), folder)


if __name__ == "__main__":
    main()
