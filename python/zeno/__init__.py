# zeno/__init__.py - nonsmooth dynamical systems from Python
# SPDX-License-Identifier: Apache-2.0
"""Nonsmooth dynamical systems: models, simulations, and the solvers below them.

    import zeno
    z = zeno.solve("lcp", M=[[2, 1], [1, 2]], q=[-5, -6]).z

    m = zeno.Model()
    ball = m.system("lagrangian-linear", "ball", q0=[1], v0=[0], mass=[[1]],
                    f_ext=[-9.81])
    floor = m.connect("floor", m.law("newton-impact", e=0.9),
                      m.relation("linear", "gap", 1, 1, C=[[1]]), ball)
    sim = m.simulation(h=1e-3, T=2)
    for t in sim:
        print(t, sim.q(ball)[0], sim.lam(floor, 1)[0])

    sim = zeno.Scene("stack.yaml").simulation()     # scenes, from files or dictionaries
    film = sim.film("stack.h5", every=10)
    for t in sim:
        print(t, len(sim.contacts()))

Classes, operators and options are those of `zeno list`; failures are zeno.Error with
the words of the library.
"""
from ._args import Args
from ._control import Block
from ._core import Error, Unsolved, Warned, version
from ._model import (Event, Interaction, Law, Model, Paradox, Recording, Relation,
                     Simulation, System)
from ._scene import Contact, Hit, Reaction, Scene, SceneSimulation
from ._solve import ProblemFile, Result, read, solve

__all__ = ["Args", "Block", "Contact", "Error", "Event", "Hit", "Interaction", "Law", "Model",
           "Paradox", "ProblemFile", "Reaction", "Recording", "Relation", "Result", "Scene",
           "SceneSimulation", "Simulation", "System", "Unsolved", "Warned",
           "read", "solve", "version"]
__version__ = version()
