#!/usr/bin/env python3
# engines.py - the figures of samples/scenes/README.md, "Four tests of physics engines"
# SPDX-License-Identifier: Apache-2.0
#
#     python3 tests/bench/engines.py [SECONDS]      zeno in PATH; needs h5py and numpy
#     python3 tests/bench/engines.py column [N]     how far columns of column.yaml spread, N discs high (20)
#
# Runs the four scenes and prints what the table says of them. The wall of planks stands for
# SECONDS (5; the table has 600, which take an hour).
import os
import subprocess
import sys
import tempfile

import h5py
import numpy

scenes = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "scenes")
tight = ["solver_tol=1e-14", "threshold=1e-8"]


def film(name, *settings):
    """The datasets of a run."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "film.h5")
        command = ["zeno", "run", os.path.join(scenes, name), "--quiet", "--output", path]
        for s in settings:
            command += ["--set", s]
        subprocess.run(command, check=True)
        with h5py.File(path) as f:
            keys = ["time", "pose", "velocity", "energy", "contact/end", "contact/body", "contact/value", "body/mass"]
            return {k: f[k][:] for k in keys if k in f}


def rolling(degrees, *settings):
    """Mean square of the error of velocities, of box and balls alike."""
    f = film("rolling.yaml", f"beta={degrees}", *settings)
    b = numpy.radians(degrees)
    along = numpy.array([numpy.cos(b), numpy.sin(b), 0])
    a = numpy.full(f["velocity"].shape[1], 0.211)  # (F - f1 - n f2)/M and f2/m of the scene
    a[0] = 0.7385
    exact = f["time"][:, None, None] * a[None, :, None] * along
    return ((f["velocity"][:, :, :3] - exact) ** 2).sum(2).mean()


def penetration(*settings):
    """Sum of squared penetrations, mean over the frames."""
    f = film("columns.yaml", *settings)
    depth = numpy.minimum(f["contact/value"][:, 9], 0) ** 2
    return depth.sum() / len(f["time"])


def combined(h):
    """The same where both are projected together; some of these problems are not solved."""
    try:
        return f"{penetration('h=' + h, 'projection=combined'):.1g} m^2"
    except subprocess.CalledProcessError:
        return "stops"


def energy():
    """Mean square of the error of the energy of all balls."""
    e = film("bouncing.yaml")["energy"]
    total = e[:, 0] + e[:, 1]
    return ((total - total[0]) ** 2).mean()


def moved(seconds):
    """Farthest that a plank ever is from its place."""
    q = film("planks.yaml", f"T={seconds}")["pose"][:, :, :3]
    return abs(q - q[0]).max()


def heap(f):
    """Which discs hang together by contacts with a force, in the last frame: the largest such set."""
    moving = f["pose"].shape[1]
    first = len(f["body/mass"]) - moving
    rows = slice(f["contact/end"][-2], f["contact/end"][-1])
    pairs = f["contact/body"][rows] - first
    pairs = pairs[(abs(f["contact/value"][rows, 13:16]).sum(1) > 0) & (pairs >= 0).all(1)]
    label = numpy.arange(moving)
    while True:
        least = label.copy()
        for i, j in ((0, 1), (1, 0)):
            numpy.minimum.at(least, pairs[:, i], label[pairs[:, j]])
        if (least == label).all():
            return label == numpy.bincount(label).argmax()
        label = least[least]


def spread(a, n, seed, d=0.01):
    """Of column.yaml beside a wall on rough ground: the ratio of the column when it is let go, by its centre of
    mass, and how far its front and 99 % of the discs have come, in half widths."""
    f = film("column.yaml", f"a={a}", f"n={n}", f"seed={seed}", "rough=1", "wall=1", "tol=1e-2", "h=1.5e-3")
    half, mass = n * d, f["body/mass"][f["body/mass"] > 0]
    t0 = 0.15 + 2 * (0.4 * a * half / 9.81) ** 0.5
    start = numpy.searchsorted(f["time"], t0) - 1
    x = f["pose"][-1, :, 0] / half - 1
    height = 2 * (mass * f["pose"][start, :, 1]).sum() / mass.sum()
    return height / half, x[heap(f)].max(), numpy.percentile(x, 99)


def columns(high):
    """Columns of one height in discs, as their heaps end in a foot of one disc; the more slender, the fewer discs
    and the more of them; then exponents from row to row."""
    last = None
    for n in (2 * high, high, high // 2, high // 4, high // 8):
        if n < 5:
            break
        seeds = range(max(1, min(5, high // n)))
        now = numpy.mean([spread(high / n, n, seed) for seed in seeds], axis=0)
        print(f"column of {n}, a = {now[0]:.3g}   front {now[1]:.3g}, 99 % within {now[2]:.3g}", end="")
        if last is not None:
            power = numpy.log(now[1:] / last[1:]) / numpy.log(now[0] / last[0])
            print(f"   exponents {power[0]:.2f}, {power[1]:.2f}", end="")
        print(flush=True)
        last = now


if sys.argv[1:2] == ["column"]:
    columns(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    sys.exit()
for degrees in (0, 45):
    print(f"rolling, {degrees:2} degrees   {rolling(degrees, *tight):.1g} m^2/s^2, "
          f"as it stands {rolling(degrees):.1g}")
for h in ("1e-3", "1e-2"):
    print(f"columns, h = {h} s   {penetration('h=' + h):.1g} m^2, "
          f"with projection=joints {penetration('h=' + h, 'projection=joints'):.1g} m^2, "
          f"combined {combined(h)}")
print(f"bouncing              {energy():.1g} J^2")
seconds = sys.argv[1] if len(sys.argv) > 1 else "5"
print(f"planks, {seconds} s           {moved(seconds):.2g} m")
