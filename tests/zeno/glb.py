"""glb.py - is a file glTF 2.0 binary as its specification has it?

Lengths, accessors within their buffer and their bounds, triangles that turn the way of
their normals, unit quaternions, times that grow.
SPDX-License-Identifier: Apache-2.0
"""
import json
import struct
import sys

whole = open(sys.argv[1], "rb").read()
magic, version, length = struct.unpack("<4sII", whole[:12])
assert magic == b"glTF" and version == 2 and length == len(whole)
size, kind = struct.unpack("<I4s", whole[12:20])
assert kind == b"JSON" and size % 4 == 0
doc = json.loads(whole[20:20 + size])
rest, kind = struct.unpack("<I4s", whole[20 + size:28 + size])
data = whole[28 + size:]
assert kind == b"BIN\0" and rest % 4 == 0
assert len(data) == rest == doc["buffers"][0]["byteLength"]


def values(i):
    a = doc["accessors"][i]
    view = doc["bufferViews"][a["bufferView"]]
    n = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[a["type"]]
    at = view["byteOffset"]
    assert view["byteLength"] == 4 * n * a["count"]
    assert at + view["byteLength"] <= rest
    flat = struct.unpack("<%df" % (n * a["count"]), data[at:at + view["byteLength"]])
    rows = [flat[k:k + n] for k in range(0, len(flat), n)]
    for k in range(n if "min" in a else 0):
        tol = 1e-6 * (1 + abs(a["max"][k]))
        assert abs(min(r[k] for r in rows) - a["min"][k]) < tol
        assert abs(max(r[k] for r in rows) - a["max"][k]) < tol
    return rows


for mesh in doc["meshes"]:
    at = mesh["primitives"][0]["attributes"]
    x, n = values(at["POSITION"]), values(at["NORMAL"])
    assert len(x) == len(n) and len(x) % 3 == 0
    assert all(abs(sum(c * c for c in v) - 1) < 1e-5 for v in n)
    for k in range(0, len(x), 3):
        u = [x[k + 1][i] - x[k][i] for i in range(3)]
        w = [x[k + 2][i] - x[k][i] for i in range(3)]
        c = (u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2],
             u[0] * w[1] - u[1] * w[0])
        assert sum(c[i] * (n[k][i] + n[k + 1][i] + n[k + 2][i])
                   for i in range(3)) > -1e-9
for run in doc.get("animations", []):
    for channel in run["channels"]:
        sampler = run["samplers"][channel["sampler"]]
        t, out = values(sampler["input"]), values(sampler["output"])
        assert len(t) == len(out)
        assert all(a[0] < b[0] for a, b in zip(t, t[1:]))
        if channel["target"]["path"] == "rotation":
            assert all(abs(sum(c * c for c in q) - 1) < 1e-5 for q in out)
print("good:", len(doc["nodes"]), "nodes")
