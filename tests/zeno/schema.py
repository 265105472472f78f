# schema.py SCHEMA ZENO SCENES... - the scenes are valid; and of what follows the schema says the
# same as the reader
# SPDX-License-Identifier: Apache-2.0
import json
import subprocess
import sys

import jsonschema
import yaml

BODY = "bodies: {b: {mass: 1, shape: {type: sphere, radius: 1}, %s}}\n"
SHAPE = "bodies: {b: {mass: 1, shape: {%s}}}\n"
PAIR = """bodies:
  a: {mass: 1, shape: {type: sphere, radius: 1}}
  b: {mass: 1, position: [3, 0, 0], shape: {type: sphere, radius: 1}}
"""
JOINT = PAIR + "joints: {j: {%s}}\n"
SIMULATION = BODY % "position: [0, 0, 1]" + "simulation: {%s}\n"
LAWS = BODY % "position: [0, 0, 1]" + "laws: %s\n"

GOOD = [
    BODY % "position: [0, 1 + 1, 'min(2, 3)'], velocity: [1, 2, 3]",
    BODY % "rotation: {axis: [0, 0, 1], angle: 30*deg}",
    BODY % "rotation: {angle: 1}",
    BODY % "quaternion: [1, 0, 0, 0], spin: [0, 0, 1]",
    BODY % "force: [1, 2, 3], moment: [0, 0, 0]",
    BODY % "inertia: [1, 1, 1, 0, 0, 0]",
    BODY % "inertia: [1, 1, 1]",
    BODY % "fixed: yes, group: g, colour: '#102030'",
    BODY % "birth: 1, death: 2",
    BODY % "repeat: {i: 2, j: 3}, when: i > j",
    BODY % "options: {gyroscopic: carried}",
    SHAPE % "type: box, size: [1, 2, 3]",
    SHAPE % "type: cone, radius: 1, length: 2, top: 0.5",
    SHAPE % "type: cone, radius: 1, length: 2",
    SHAPE % "type: hull, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]",
    SHAPE % "type: capsule, radius: 1, length: 2, position: [0, 0, 1]",
    "bodies: {b: {fixed: true, shapes: [{type: plane, normal: [0, 1, 0]}, {type: plane}]}}\n",
    JOINT % "type: spherical, bodies: [a, b], point: [1, 0, 0]",
    JOINT % "type: revolute, bodies: [a], point: [0, 0, 0], axis: [0, 0, 1], stops: [-1, 1]",
    JOINT % "type: prismatic, bodies: [a, b], axis: [1, 0, 0], motor: 2 - 0.1*u, meet: yes",
    JOINT % "type: spring, bodies: [a, b], point: [0, 0, 0], point2: [3, 0, 0], stiffness: 10",
    JOINT % "type: fixed, bodies: [a, b]",
    SIMULATION % "h: 1e-3, T: 2*3, theta: 1, projection: none, solver.max_iter: 100",
    SIMULATION % "integrator: moreau-jean, t0: 1, T: 2",
    SIMULATION % "energy: yes, on_solver_failure: accept",
    LAWS % "{mu: 0.3, e: 1/2}",
    LAWS % "[{between: [g, h], mu_r: 0.1}, {between: g, type: none}]",
    LAWS % "{type: newton-impact, e: 0.5}",
    "parameters: {R: 1, S: {value: 2*R, unit: m, help: a size}}\n" + BODY % "position: [R, S, 0]",
    "dimension: 2\ngravity: [0, -10]\nbodies: {b: {density: 1, position: [1, 2], rotation: pi/3, spin: 2, "
    "force: [1, 0], moment: 0.5, shape: {type: polygon, points: [[0, 0], [1, 0], [0, 1]]}}, "
    "g: {fixed: yes, shapes: [{type: half_plane, normal: [1, 1]}, {type: segment, points: [[0, 0], [1, 0]]}]}}\n"
    "joints: {j: {type: revolute, bodies: [b], point: [1, 2], stops: [-1, 1]}}\n",
    "dimension: 2\nbodies: {b: {mass: 1, inertia: 2, shapes: [{type: disc, radius: 1}, "
    "{type: rectangle, size: [1, 2], rotation: 1}]}}\n",
    "title: a title\ngravity: [0, 0, -9.81]\n" + BODY % "position: [0, 0, 0]",
]
BAD = [
    "title: none\n",
    "gravty: [0, 0, 0]\n" + BODY % "position: [0, 0, 0]",
    "gravity: [0, 0]\n" + BODY % "position: [0, 0, 0]",
    BODY % "position: 3",
    BODY % "position: [0, 0, 0, 0]",
    BODY % "rotation: {axis: [0, 0, 1], angle: 1, angel: 2}",
    BODY % "quaternion: [1, 0, 0]",
    BODY % "inertia: [1, 2]",
    BODY % "fixed: perhaps",
    BODY % "weight: 3",
    BODY % "repeat: {i: 1, j: 1, k: 1, l: 1}",
    BODY % "options: {gyroscopy: carried}",
    BODY % "options: {gyroscopic: wrong}",
    SHAPE % "type: sphere",
    SHAPE % "radius: 1",
    SHAPE % "type: ball, radius: 1",
    SHAPE % "type: sphere, radius: 1, length: 2",
    SHAPE % "type: box, size: 1",
    SHAPE % "type: hull, points: [0, 0, 0]",
    "bodies: {b: {fixed: yes, shapes: {type: plane}}}\n",
    "bodies: [b]\n",
    JOINT % "bodies: [a, b]",
    JOINT % "type: revolute, bodies: [a, b], point: [0, 0, 0]",
    JOINT % "type: screw, bodies: [a, b], axis: [0, 0, 1]",
    JOINT % "type: hinge, bodies: [a, b]",
    JOINT % "type: fixed, bodies: [a, b, c]",
    JOINT % "type: fixed, bodies: [a, b], stop: [1, 2]",
    JOINT % "type: revolute, bodies: [a], point: [0, 0, 0], axis: [0, 0, 1], stops: [1]",
    SIMULATION % "step: 1",
    SIMULATION % "theta: {a: 1}",
    SIMULATION % "projection: sometimes",
    LAWS % "{nu: 0.3}",
    LAWS % "{between: [a, b, c], mu: 0.3}",
    LAWS % "{type: none, mu: 0.3}",
    LAWS % "mu",
    "parameters: {1a: 2}\n" + BODY % "position: [0, 0, 0]",
    "parameters: {a: {unit: m}}\n" + BODY % "position: [0, 0, 0]",
    "plugins: x\n" + BODY % "position: [0, 0, 0]",
]


def read(zeno, text):
    with open("one.yaml", "w") as out:
        out.write(text)
    done = subprocess.run([zeno, "run", "one.yaml", "--list"], capture_output=True)
    return done.returncode == 0, done.stderr.decode()


def main(schema, zeno, scenes):
    with open(schema) as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    valid = jsonschema.Draft7Validator(schema)
    wrong = 0
    for path in scenes:
        with open(path) as f:
            for e in valid.iter_errors(yaml.safe_load(f)):
                print(path, list(e.absolute_path), e.message[:200])
                wrong += 1
    for text, good in [(t, True) for t in GOOD] + [(t, False) for t in BAD]:
        by_schema = valid.is_valid(yaml.safe_load(text))
        by_reader, words = read(zeno, text)
        if by_schema != good or by_reader != good:
            print(text, "schema:", by_schema, "reader:", by_reader, words)
            wrong += 1
    if not wrong:
        print(f"{len(scenes)} scenes and {len(GOOD) + len(BAD)} pieces: schema and reader agree")
    return wrong != 0


sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
