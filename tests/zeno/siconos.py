# siconos.py FILM.h5 OUT.hdf5 - has the converted film the tracks of Siconos, with the film's numbers?
# SPDX-License-Identifier: Apache-2.0
import sys

import h5py
import numpy as np

film, out = (h5py.File(name, "r") for name in sys.argv[1:])
data = out["data"]
names = [name.decode() for name in film["body/name"][:]]
moving = [i for i, mass in enumerate(film["body/mass"][:]) if mass > 0]
t, pose, velocity = film["time"][:], film["pose"][:], film["velocity"][:]
flat = film["shape/form"][0] in (b"disc", b"rectangle", b"polygon", b"segment", b"half_plane")


def same(a, b, what):
    """Single floats of doubles."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    if a.shape != b.shape or not np.allclose(a, b, rtol=2e-7, atol=1e-30):
        sys.exit(f"{what} differ: {a.shape}, {b.shape}")


if out.attrs["dimension"] != (2 if flat else 3):
    sys.exit("the dimension is another")
ids = {}
for number, i in enumerate(moving, 1):
    attrs = data["input"][names[i]].attrs
    if attrs["id"] != number or attrs["type"] != "dynamic":
        sys.exit(f"object {names[i]} is not the {number}th that moves")
    same(attrs["translation"], pose[0, number - 1, : 2 if flat else 3], "first positions")
    ids[i] = number
dynamic, velocities = data["dynamic"][:], data["velocities"][:]
if dynamic.shape != (len(t) * len(moving), 9):
    sys.exit(f"dynamic has {dynamic.shape}")
for k in range(len(moving)):
    rows = dynamic[:, 1] == k + 1
    same(dynamic[rows, 0], t, "times")
    same(dynamic[rows, 2:], pose[:, k], "poses")
    same(velocities[velocities[:, 1] == k + 1, 2:], velocity[:, k], "velocities")
still = data["static"][:]
if sorted(still[:, 1]) != [-k for k in range(len(names) - len(moving), 0, -1)]:
    sys.exit("static objects are others")
cf, contact = data["cf"][:], film["contact/value"][:].reshape(-1, 20)
if cf.shape != (len(contact), 26):
    sys.exit(f"cf has {cf.shape}")
same(cf[:, 1], film["contact/mu"][:], "coefficients of friction")
same(cf[:, 2:5], contact[:, 0:3], "points A")
same(cf[:, 5:8], contact[:, 3:6], "points B")
same(cf[:, 8:11], contact[:, 6:9], "normals")
same(cf[:, 11:14], contact[:, 10:13], "impulses")
same(cf[:, 14], contact[:, 9], "gaps")
same(cf[:, 17:20], contact[:, 16:19], "relative velocities")
# the normal component of the local impulse
normal = np.sum(contact[:, 6:9] * contact[:, 10:13], axis=1)
if not np.allclose(cf[:, 20], normal, rtol=1e-6, atol=1e-9):
    sys.exit("local impulses differ")
first = film["contact/body"][:].reshape(-1, 2)[:, 0]
same(cf[:, 24], [ids.get(i, 0) for i in first], "bodies")
for name, shape in data["ref"].items():
    if shape.attrs["type"] not in ("primitive", "convex"):
        sys.exit(f"shape {name}")
used = [c.attrs["shape_name"] for o in data["input"].values() for c in o.values()]
if any(name not in data["ref"] for name in used) or not used:
    sys.exit("a contactor has no shape")
if data["solv"].shape != (len(t), 4):
    sys.exit("solv")
