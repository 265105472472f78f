#!/usr/bin/env python3
# balance.py - a pole that Python keeps upright on a cart, and a ball that hits it
# SPDX-License-Identifier: Apache-2.0
#
#     python3 samples/scenes/balance.py [FILM.h5]
#     zeno view FILM.h5
#
# The cart slides along x on a prismatic joint, whose motor is a function of Python; the pole is
# hinged on it. The controller is sampled with 1 kHz, at the end of each step, and pushes with
#     F = k x,   x = (place of the cart, its velocity, angle of the pole, its rate),
# k from the four poles -3, -4, -5, -6 of the linear motion (Ackermann's formula).
import sys

import numpy as np
import zeno

M, m, L, g = 1.0, 0.2, 1.0, 9.81  # cart, pole (kg), its length (m), gravity


def plant():
    """A and b of the linear motion x' = A x + b F about the upright pole."""
    J = m * L**2 / 12
    mass = np.array([[M + m, m * L / 2], [m * L / 2, J + m * L**2 / 4]])
    pull, push = np.linalg.solve(mass, [0, m * g * L / 2]), np.linalg.solve(mass, [1, 0])
    A, b = np.zeros((4, 4)), np.zeros(4)
    A[0, 1] = A[2, 3] = 1
    A[1, 2], A[3, 2] = pull
    b[1], b[3] = push
    return A, b


def gains(poles):
    """k of F = k x that gives the linear motion these poles."""
    A, b = plant()
    reach = np.column_stack([np.linalg.matrix_power(A, k) @ b for k in range(4)])
    p = np.poly(poles)
    wanted = sum(c * np.linalg.matrix_power(A, 4 - k) for k, c in enumerate(p))
    return -np.linalg.solve(reach.T, [0, 0, 0, 1]) @ wanted


k = gains([-3, -4, -5, -6])
force = 0.0  # of the motor, N: written between two steps


def state(sim):
    cart, pole = sim.body("cart"), sim.body("pole")
    q = sim.q(pole)
    angle = 2 * np.arctan2(q[5], q[3])  # about y
    return np.array([sim.q(cart)[0], sim.v(cart)[0], angle, sim.v(pole)[4]])


def control(sim):
    global force
    force = k @ state(sim)


def scene(ball=True):
    bodies = {
        "floor": {"fixed": True, "position": [0, 0, -0.4], "shape": {"type": "plane"}},
        "rail": {"fixed": True, "group": "rail",
                 "shape": {"type": "box", "size": [4, 0.05, 0.05]}},
        "cart": {"mass": M, "shape": {"type": "box", "size": [0.3, 0.2, 0.1], "colour": "#3070b0"}},
        "pole": {"mass": m, "position": [0, 0, L / 2],
                 "shape": {"type": "box", "size": [0.04, 0.04, L], "colour": "#c04020"}},
    }
    if ball:  # it meets the pole near its top after half a second
        bodies["ball"] = {"mass": 0.02, "position": [-1, 0, 0.9 + g / 2 * 0.5**2 - 1.5 * 0.5],
                          "velocity": [2, 0, 1.5], "shape": {"type": "sphere", "radius": 0.05}}
    return zeno.Scene({
        "title": "a pole that Python keeps upright",
        "gravity": [0, 0, -g],
        "laws": [{"mu": 0.3, "e": 0.5}, {"between": ["rail", "default"], "type": "none"}],
        "bodies": bodies,
        "joints": {
            "slide": {"type": "prismatic", "bodies": ["cart"], "point": [0, 0, 0],
                      "axis": [1, 0, 0], "motor": lambda a: force},
            "hinge": {"type": "revolute", "bodies": ["pole", "cart"], "point": [0, 0, 0],
                      "axis": [0, 1, 0]}},
        "simulation": {"h": 1e-3, "T": 4, "projection": "direct"}})


if __name__ == "__main__":
    sim = scene().simulation()
    film = sim.film(sys.argv[1], every=20) if len(sys.argv) > 1 else None
    farthest = 0.0
    for t in sim:
        control(sim)
        x = state(sim)
        farthest = max(farthest, abs(x[2]))
        if round(t * 1000) % 500 == 0:
            print(f"t = {t:.1f} s   cart at {x[0]:7.4f} m   pole at {np.degrees(x[2]):7.3f} degrees")
    print(f"the pole leant over by {np.degrees(farthest):.2f} degrees, and stands" if abs(x[2]) < 0.01
          else "the pole fell")
    if film:
        film.close()
