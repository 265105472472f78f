# _model.py - models whose functions are Python's or C's, and their simulation
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import weakref
from os import PathLike
from typing import (Any, Callable, Dict, Iterator, NamedTuple, NewType, Optional,
                    Sequence, Tuple, Union)

import numpy as np
from _zeno import ffi, lib

from ._control import Block
from ._args import Args, zeno_call
from ._core import (Array, ArrayLike, Context, Error, address, called_from_c, columns,
                    doubles, encoded, file_name, from_header, numbers, numbers_at, reals,
                    seconds, text, words, write)
from ._problem import Matrix
from ._shown import Shown

# what a model is made of; each belongs to its model
System = NewType("System", object)
Law = NewType("Law", object)
Relation = NewType("Relation", object)
Interaction = NewType("Interaction", object)
Path = Union[str, "PathLike[str]"]


Operator = Union[ArrayLike, str, Callable[[Args], Any]]


# which integrator takes most systems of an order
_USUAL = {1: "euler-moreau", 2: "moreau-jean"}

# what may be given by row, with its value for rows of which nothing is said
_BY_ROW: Dict[str, Tuple[Any, Dict[str, float]]] = {
    "relay": (lib.zn_law_relay, {"lb": -1.0, "ub": 1.0}),
    "spring": (lib.zn_law_spring, {"stiffness": 0.0, "damping": 0.0, "rest": 0.0}),
}


class Model:
    """Systems, relations, laws and the interactions that join them."""

    def __init__(self) -> None:
        ctx, out = Context(), ffi.new("zn_model **")
        ctx.check(lib.zn_model_new(ctx.p, out))
        self._adopt(ctx, out[0])

    def _adopt(self, ctx: Context, p: Any, *needs: Any) -> None:
        self._ctx = ctx
        self._keep: list[Any] = []  # handles of functions
        self._made: set[int] = set()  # addresses of what it made
        self._seals = 0  # so often was it sealed
        self._orders: set[int] = set()  # of its systems
        # functions are called by what the model has, so they outlive it
        self._p = ctx.own(p, lib.zn_model_free, *needs)

    def _lives(self, thing: Any) -> bool:
        """Nothing leaves a model that Python made."""
        return True

    def _mine(self, p: Any) -> Any:
        self._made.add(address(p))
        return p

    def _ours(self, *things: Union[System, Law, Relation, Interaction, None]) -> None:
        """Those of another model, which may be gone, are at other places in memory."""
        for thing in things:
            if thing is not None and not isinstance(thing, ffi.CData):
                raise TypeError(f"{thing!r} is no system, law, relation or interaction: "
                                "take what the model returned when it was made")
            if thing is not None and address(thing) not in self._made:
                raise ValueError("that is of another model: systems, laws, relations and "
                                 "interactions are for the model that made them and its "
                                 "simulations")

    @from_header("zn_plugin_load")
    def load(self, plugin: str) -> None:
        """Load a plugin that brings classes."""
        self._ctx.check(lib.zn_plugin_load(self._ctx.p, encoded(plugin)))

    def _operator(self, op: Any, value: Operator) -> None:
        """Give an operator; if there is none such, op is NULL and the words are there."""
        if callable(value):
            handle = ffi.new_handle((self._ctx, value))
            self._keep.append(handle)
            st = lib.zn_operator_set_closure(op, lib.zeno_call, handle, ffi.NULL)
        elif isinstance(value, str):
            st = lib.zn_operator_set_name(op, encoded(value))
        elif hasattr(value, "tocsc"):
            sparse = Matrix(value, "an operator")  # what p points to
            st = lib.zn_operator_set_sparse(op, sparse.p)
        else:
            rows, cols, x = columns(value)
            st = lib.zn_operator_set_constant(op, rows, cols, doubles(x))
        self._ctx.check(st)

    def _give(self, thing: Any, kind: str, operators: Dict[str, Operator],
              z: Optional[ArrayLike]) -> None:
        find, set_z = (getattr(lib, f"zn_{kind}_{what}") for what in ("operator", "set_z"))
        if z is not None:
            z = reals(z)
            self._ctx.check(set_z(thing, z.size, doubles(z)))
        for name, value in operators.items():
            self._operator(find(thing, encoded(name)), value)

    def _give_law(self, law: Any, options: Dict[str, Any]) -> None:
        for name, value in options.items():
            op = ffi.NULL
            if callable(value) or isinstance(value, str) and ":" in value:
                op = lib.zn_law_operator(law, encoded(name))
            if callable(value) or op:
                self._operator(op, value)
            elif np.ndim(value):
                x = reals(value, name=name)
                self._ctx.check(lib.zn_law_set_rows(law, encoded(name), x.size, doubles(x)))
            else:
                self._ctx.check(lib.zn_law_set(law, encoded(name), words(value)))

    def _give_options(self, system: Any, options: Optional[Dict[str, Any]]) -> None:
        for option, value in (options or {}).items():
            self._ctx.check(lib.zn_ds_set(system, encoded(option), words(value)))

    @from_header("zn_ds_new")
    def system(self, cls: str, name: str, *, q0: Optional[ArrayLike] = None,
               v0: Optional[ArrayLike] = None, x0: Optional[ArrayLike] = None,
               z: Optional[ArrayLike] = None, u: Optional[ArrayLike] = None,
               options: Optional[Dict[str, Any]] = None, **operators: Operator) -> System:
        """Add a system: q0 and v0 of a mechanical one, x0 of one of the first order, which
        may have an input u that is held, by what is written to it or a controller.
        An operator is a constant, of numpy or scipy.sparse, "Plugin:symbol", or a function
        of Args."""
        ctx, out = self._ctx, ffi.new("zn_ds **")
        q: Optional[Array] = None
        if x0 is not None:
            x = reals(x0)
            st = lib.zn_ds_new_first_order(ctx.p, encoded(cls), encoded(name), x.size,
                                           doubles(x), out)
        elif q0 is not None and v0 is not None:
            q, v = reals(q0), reals(v0)
            # what the class reads is known when it is there: more than v for quaternions
            room = np.zeros(max(q.size, 2 * v.size + 8))
            room[:q.size] = q
            st = lib.zn_ds_new(ctx.p, encoded(cls), encoded(name), v.size, doubles(room),
                               doubles(v), out)
        else:
            raise TypeError(f"system '{name}': give q0 and v0, or x0")
        ctx.check(st)
        try:
            if q is not None and q.size != lib.zn_ds_nq(out[0]):
                raise ValueError(f"system '{name}': q0 has {q.size} elements, must have "
                                 f"{lib.zn_ds_nq(out[0])}, as v0 has {v.size}")
            self._give_options(out[0], options)
            self._give(out[0], "ds", operators, z)
            if u is not None:
                ctx.check(lib.zn_ds_set_u(out[0], reals(u).size, doubles(reals(u))))
            ctx.check(lib.zn_model_add_ds(self._p, out[0]))
        except BaseException:
            lib.zn_ds_free(out[0])
            raise
        self._orders.add(2 if x0 is None else 1)
        return System(self._mine(out[0]))

    @from_header("zn_law_new")
    def law(self, cls: str, **options: Any) -> Law:
        """Make a law; hand it to connect. Coefficients that are operators of its class may
        be "Plugin:symbol", or functions of Args that has the relative velocity as x. Bounds
        of a relay, and stiffness, damping and rest of a spring, may be numbers by row."""
        out = ffi.new("zn_law **")
        if cls not in _BY_ROW or not self._law_by_row(cls, options, out):
            self._ctx.check(lib.zn_law_new(self._ctx.p, encoded(cls), out))
        try:
            self._give_law(out[0], options)
        except BaseException:
            lib.zn_law_free(out[0])
            raise
        return Law(self._mine(out[0]))

    def _law_by_row(self, cls: str, options: Dict[str, Any], out: Any) -> bool:
        """Make it if numbers by row are given, which leave the options then."""
        make, defaults = _BY_ROW[cls]
        given = [options.get(name, default) for name, default in defaults.items()]
        if not any(np.ndim(value) for value in given):
            return False
        rows = [reals(value) for value in np.broadcast_arrays(*given)]
        if options.pop("size", rows[0].size) != rows[0].size:
            raise ValueError(f"law '{cls}': numbers of {rows[0].size} rows, size is another")
        for name in defaults:
            options.pop(name, None)
        self._ctx.check(make(self._ctx.p, rows[0].size, *map(doubles, rows), out))
        return True

    @from_header("zn_law_normal_cone")
    def normal_cone(self, H: ArrayLike, K: ArrayLike) -> Law:
        """Make the law -y in the normal cone to {lambda : H lambda >= K} at lambda; hand
        it to connect."""
        faces, levels = numbers(H, "H"), reals(K, name="K")
        if faces.ndim != 2 or levels.size != faces.shape[0]:
            raise ValueError(f"H is {faces.shape}, K has {levels.size} numbers: a row of H "
                             "for each is wanted")
        out = ffi.new("zn_law **")
        m, n, x = columns(faces)
        self._ctx.check(lib.zn_law_normal_cone(self._ctx.p, n, m, doubles(x),
                                               doubles(levels), out))
        return Law(self._mine(out[0]))

    @from_header("zn_relation_new")
    def relation(self, cls: str, name: str, ny: int, nq: int, *,
                 z: Optional[ArrayLike] = None, **operators: Operator) -> Relation:
        """Make a relation of ny rows for systems of nq coordinates together; hand it
        to connect."""
        out = ffi.new("zn_relation **")
        self._ctx.check(lib.zn_relation_new(self._ctx.p, encoded(cls), encoded(name), ny,
                                            nq, out))
        try:
            self._give(out[0], "relation", operators, z)
        except BaseException:
            lib.zn_relation_free(out[0])
            raise
        return Relation(self._mine(out[0]))

    @from_header("zn_model_connect")
    def connect(self, name: str, law: Law, relation: Relation, first: System,
                second: Optional[System] = None) -> Interaction:
        """Join a law and a relation to one or two systems: an interaction."""
        self._ours(law, relation, first, second)
        out = ffi.new("zn_interaction **")
        self._ctx.check(lib.zn_model_connect(self._p, encoded(name), law, relation, first,
                                             second or ffi.NULL, out))
        return Interaction(self._mine(out[0]))

    @from_header("zn_joint_new")
    def joint(self, cls: str, name: str, first: System, second: Optional[System] = None, *,
              point: ArrayLike, axis: Optional[ArrayLike] = None,
              point2: Optional[ArrayLike] = None, law: Optional[Law] = None,
              **operators: Operator) -> Interaction:
        """Join rigid bodies, or one and the world, by a joint through a point, along an
        axis where it has one; a rod or a length from the point of the first to point2 of
        the second. In the plane ("revolute-planar", ...) points and axes have two
        numbers. Without a law its equations hold; coordinates of joints ("axis-turn",
        ...) take stops, springs, dry friction, and have the operators sign and limit,
        y = sign (coordinate - limit)."""
        self._ours(first, second, law)
        ctx, out = self._ctx, ffi.new("zn_relation **")
        flat = cls.endswith("-planar")
        given = [None if x is None else reals(x) for x in (point, point2, axis)]
        if any(x is not None and x.size != (2 if flat else 3) for x in given):
            raise ValueError(f"joint '{name}': points and axis have "
                             f"{'two' if flat else 'three'} numbers")
        at, on2, along = (ffi.NULL if x is None else doubles(x) for x in given)
        who = (ctx.p, encoded(cls), encoded(name), first, second or ffi.NULL)
        if flat:
            st = lib.zn_planar_joint_new(*who, at, on2, along, out)
        elif point2 is None:
            st = lib.zn_joint_new(*who, at, along, out)
        else:
            st = lib.zn_joint_between(*who, at, on2, out)
        ctx.check(st)
        own: Optional[Law] = None
        try:
            self._give(out[0], "relation", operators, None)
            if law is None:
                law = own = self.law("equality", size=lib.zn_relation_ny(out[0]))
            return self.connect(name, law, Relation(self._mine(out[0])), first, second)
        except BaseException:
            self._made -= {address(p) for p in (own, out[0]) if p is not None}
            lib.zn_law_free(own or ffi.NULL)
            lib.zn_relation_free(out[0])
            raise

    @from_header("zn_ds_prescribe")
    def prescribe(self, system: System, index: Sequence[int],
                  velocity: Union[ArrayLike, Callable[[Args], Any]]) -> None:
        """Prescribe components of a velocity: constants, or a function of Args that has
        t and as many numbers to give."""
        self._ours(system)
        which, n = ffi.new("zn_index[]", list(index)), len(index)
        if callable(velocity):
            handle = ffi.new_handle((self._ctx, velocity))
            self._keep.append(handle)
            st = lib.zn_ds_prescribe_closure(system, n, which, lib.zeno_call, handle,
                                             ffi.NULL)
        else:
            values = reals(velocity)
            if values.size != n:
                raise ValueError(f"{values.size} velocities for {n} components")
            st = lib.zn_ds_prescribe(system, n, which, doubles(values))
        self._ctx.check(st)

    @from_header("zn_model_follow")
    def follow(self, who: Union[System, Relation], of: System) -> None:
        """Have a system or a relation see the state of another system behind its
        parameters z: (q, v) of a mechanical one, x of one of the first order."""
        self._ours(who, of)
        one = (isinstance(who, ffi.CData)
               and ffi.typeof(who) is ffi.typeof("zn_relation *"))
        put = lib.zn_model_follow_relation if one else lib.zn_model_follow
        self._ctx.check(put(self._p, who, of))

    @from_header("zn_model_reopen")
    def reopen(self) -> None:
        """Open a model again that a simulation was made of, to add to it or to set what it
        has."""
        lib.zn_model_reopen(self._p)

    def set(self, what: Union[System, Relation, Law], *, z: Optional[ArrayLike] = None,
            options: Optional[Dict[str, Any]] = None, **given: Any) -> None:
        """Give operators of a system or a relation, their parameters z, options of a
        system, or coefficients of a law anew. In a model that a simulation was made of:
        between `reopen` and `seal`."""
        self._ours(what)
        kind = str(ffi.typeof(what).item.cname).rpartition("zn_")[2]
        if kind == "interaction":
            raise TypeError("an interaction has nothing to set; its law and its relation have")
        if kind == "law" and z is not None or kind != "ds" and options is not None:
            raise TypeError("laws have no z, and options go to systems alone")
        if kind == "law":
            self._give_law(what, given)
        else:
            self._give_options(what, options)
            self._give(what, kind, given, z)

    @from_header("zn_model_seal")
    def seal(self) -> None:
        """Check a model that was opened again; its simulation goes on with what is new.
        A simulation that is made seals its model itself."""
        self._ctx.check(lib.zn_model_seal(self._p))
        self._seals += 1

    def simulation(self, h: Optional[float] = None, T: Optional[float] = None,
                   t0: float = 0.0, osi: Union[str, Sequence[str], None] = None,
                   osi_options: Union[str, Sequence[str]] = "",
                   simulation: str = "time-stepping", *,
                   instants: Union[ArrayLike, str, None] = None,
                   systems: Sequence[Sequence[System]] = (), **options: Any) -> Simulation:
        """Seal the model and make a simulation of it, with steps of h from t0 to T, or
        between the instants that are given; its classes and their options are those of
        `zeno list simulation`. Of several integrators each takes the `systems` that it is
        given, and of the others those that the ones before it do not; options and lists of
        systems go in the same order. Without a name it is "moreau-jean" for mechanics,
        "euler-moreau" for systems of the first order, and both for a model that has both."""
        if isinstance(instants, str):  # event-driven simulations have an option of that name
            options["instants"], instants = instants, None
        if (h is None or T is None) if instants is None else (h, T, t0) != (None, None, 0):
            raise TypeError("a simulation has steps h from t0 to T, or instants")
        if osi is None:
            osi = [_USUAL[order] for order in sorted(self._orders, reverse=True)] or _USUAL[2]
        names = (osi,) if isinstance(osi, str) else tuple(osi)
        given = (osi_options,) if isinstance(osi_options, str) else tuple(osi_options)
        given += ("",) * (len(names) - len(given))
        if len(systems) > len(names):
            raise ValueError(f"{len(systems)} lists of systems for {len(names)} integrators")
        who = tuple(systems) + ((),) * (len(names) - len(systems))
        grid = (tuple(seconds(x, name) for x, name in ((t0, "t0"), (h, "h"), (T, "T")))
                if instants is None else reals(instants))
        return Simulation(self, grid, list(zip(names, given, who)), simulation, options)


class Event(NamedTuple):
    """What `Simulation.on_event` tells, in the words of zn_event_record."""

    t: float
    what: str  # "impact", "close", "open", "accumulation", "stick", "slide"
    interaction: Interaction
    name: str  # of the interaction
    row: int
    before: float
    after: float
    value: float
    energy: float
    limit: float
    error: float


class Paradox(NamedTuple):
    """What `Simulation.paradox` tells, in the words of zn_paradox."""

    kind: str  # "ZN_INCONSISTENT" or "ZN_INDETERMINATE"
    t: float
    interaction: Interaction
    name: str  # of the interaction
    row: int
    rate: float
    mu: float
    response: float
    free: float


@called_from_c
def zeno_event(user: Any, r: Any) -> None:
    """Tell an event. What the function raises, the step raises at its end."""
    ctx, f, whose = ffi.from_handle(user)
    try:
        sim = whose()
        if sim is not None:
            sim._shown.follow()
        f(Event(r.t, text(lib.zn_event_name(r.what)), Interaction(r.interaction),
                text(lib.zn_interaction_name(r.interaction)), r.row, r.before, r.after,
                r.value, r.energy, r.limit, r.error))
    except BaseException as e:  # nothing may pass through C
        ctx.raised = ctx.raised or e


class Simulation:
    """A run of a model. Iterating makes a step and gives the time; the state at the
    start is there before."""

    def __init__(self, model: Model, grid: Any,
                 osi: Sequence[Tuple[str, str, Sequence[System]]],
                 simulation: str, options: Dict[str, Any]) -> None:
        ctx, out = model._ctx, ffi.new("zn_simulation **")
        model.seal()
        ctx.check(lib.zn_simulation_new_class(model._p, encoded(simulation), out))
        self._adopt(model, out[0])
        made = ffi.new("zn_osi **")
        for cls, words_, systems in osi:
            ctx.check(lib.zn_simulation_use(self._p, encoded(cls),
                                            encoded(words_) or ffi.NULL, made))
            for system in systems:
                model._ours(system)
                ctx.check(lib.zn_osi_assign(made[0], system))
        ctx.check(lib.zn_simulation_set_time(self._p, *grid) if isinstance(grid, tuple)
                  else lib.zn_simulation_set_instants(self._p, grid.size, doubles(grid)))
        for name, value in options.items():
            whose, dot, of = name.partition(".")
            put = lib.zn_simulation_solver_set if dot else lib.zn_simulation_set
            if dot and whose != "solver":
                raise TypeError(f"option '{name}': 'solver.' is what may stand before a dot")
            ctx.check(put(self._p, encoded(of or name), words(value)))

    def _adopt(self, model: Model, p: Any, *needs: Any) -> None:
        self._ctx, self.model = model._ctx, model
        self._keep: list[Any] = []  # the handle of a function
        self._control: Any = None  # of its blocks; the simulation owns it
        self._refused = ""  # a block that is in it without all that was asked for
        self._p = self._ctx.own(p, lib.zn_simulation_free, model._p, *needs)
        self._seals = 0  # of those of the model, how many it has seen
        self._knows: set[int] = set()  # addresses of what was there then
        self._shown = Shown(self._p, model._lives)

    def _begin(self) -> None:
        if self._refused:
            raise Error(f"block '{self._refused}' was refused: it is in the simulation, but "
                        "not as it was asked for; make another simulation", "ZN_ESTATE")
        if self._seals != self.model._seals:
            self._ctx.check(lib.zn_simulation_init(self._p))
            self._seals, self._knows = self.model._seals, set(self.model._made)

    def _ours(self, thing: Union[System, Interaction]) -> None:
        """There is room for those that were in the model when it was sealed."""
        self._begin()
        if thing is None:
            raise TypeError("None is no system and no interaction of this simulation")
        self.model._ours(thing)
        if address(thing) not in self._knows:
            raise Error("that is new in the model, which is open: seal it first", "ZN_ESTATE")

    @from_header("zn_simulation_step")
    def step(self) -> None:
        """Make one step. Other threads run meanwhile."""
        self._begin()
        status = lib.zn_simulation_step(self._p)
        self._shown.follow()
        raised = self._ctx.raised
        if raised is not None and not status:  # by a function that is told of events
            self._ctx.raised = None
            raise raised
        if status == lib.ZN_END:
            raise Error(f"there is no step after t = {self.t:g} s, the end of the run", "ZN_END")
        self._ctx.check(status)

    @from_header("zn_simulation_on_event")
    def on_event(self, f: Callable[[Event], Any]) -> None:
        """Have f told of each event of an event-driven simulation."""
        handle = ffi.new_handle((self._ctx, f, weakref.ref(self)))
        self._ctx.check(lib.zn_simulation_on_event(self._p, lib.zeno_event, handle))
        self._keep[:] = [handle]

    @from_header("zn_simulation_paradox")
    def paradox(self) -> Optional[Paradox]:
        """The paradox of friction that the last step stopped at; None if it met none."""
        p = ffi.new("zn_paradox *")
        status = lib.zn_simulation_paradox(self._p, p)
        if status == lib.ZN_ENOENT:
            return None
        self._ctx.check(status)
        return Paradox(text(lib.zn_status_name(p.kind)), p.t, Interaction(p.interaction),
                       text(lib.zn_interaction_name(p.interaction)), p.row, p.rate, p.mu,
                       p.response, p.free)

    def run(self) -> None:
        """Go on to the end. Ctrl-C stops between two steps."""
        for _ in self:
            pass

    def __iter__(self) -> Iterator[float]:
        self._begin()
        while not lib.zn_simulation_done(self._p):
            self.step()
            yield self.t

    @property
    def t(self) -> float:
        """The time, s."""
        return float(lib.zn_simulation_time(self._p))

    @property
    def done(self) -> bool:
        """Has the run come to T?"""
        return bool(lib.zn_simulation_done(self._p))

    def _of(self, what: str, whose: Union[System, Interaction], level: int = 0) -> Array:
        self._ours(whose)
        return self._shown.view(what, whose, level)

    @from_header("zn_simulation_q")
    def q(self, system: System) -> Array:
        """Positions, a view that follows the steps; copy what you keep."""
        return self._of("q", system)

    @from_header("zn_simulation_v")
    def v(self, system: System) -> Array:
        """Velocities, likewise."""
        return self._of("v", system)

    @from_header("zn_simulation_x")
    def x(self, system: System) -> Array:
        """The state of a system of the first order, likewise."""
        return self._of("x", system)

    @from_header("zn_simulation_p")
    def p(self, system: System) -> Array:
        """The impulse that interactions gave it in the last step, N s, likewise."""
        return self._of("p", system)

    @from_header("zn_simulation_bc")
    def bc(self, system: System) -> Array:
        """The impulse of what is prescribed, N s, likewise."""
        return self._of("bc", system)

    @from_header("zn_simulation_r")
    def r(self, system: System) -> Array:
        """The nonsmooth input of a system of the first order, likewise."""
        return self._of("r", system)

    def u(self, system: System) -> Array:
        """The held input of a system of the first order, likewise."""
        self.model._ours(system)
        return self._shown.view("u", system)

    @from_header("zn_simulation_touched")
    def put(self, system: System, *, q: Optional[ArrayLike] = None,
            v: Optional[ArrayLike] = None, x: Optional[ArrayLike] = None,
            u: Optional[ArrayLike] = None) -> None:
        """Write a position, a velocity, a state or a held input between two steps: the run
        goes on from it. What is left out stays."""
        self._ours(system)
        self._ctx.check(lib.zn_simulation_init(self._p))  # refuses an open model
        places = [(p, reals(value, n, name)) for name, value, p, n in (
            ("q", q, lib.zn_simulation_q(self._p, system), lib.zn_ds_nq(system)),
            ("v", v, lib.zn_simulation_v(self._p, system), lib.zn_ds_nv(system)),
            ("x", x, lib.zn_simulation_x(self._p, system), lib.zn_ds_nx(system)),
            ("u", u, lib.zn_ds_u(system, ffi.NULL), self.u(system).size))
            if value is not None]
        before = [(p, numbers_at(p, new.size)) for p, new in places]
        for p, new in places:
            write(new, p)
        self._shown.follow()
        status = lib.zn_simulation_touched(self._p)
        try:
            self._ctx.check(status)
        except Error:
            for p, was in before:
                write(was, p)
            lib.zn_simulation_touched(self._p)
            raise

    @from_header("zn_control_add")
    def block(self, cls: str, name: str, plant: System, source: Optional[Block] = None,
              size: int = 1, *, period: Optional[float] = None, first: float = 0.0,
              instants: Optional[ArrayLike] = None, initial: Optional[ArrayLike] = None,
              **given: Any) -> Block:
        """Add a sensor, observer or controller with `size` outputs, before the first step:
        sampled at each instant of the simulation, or at first + k period, or at the
        instants given. `initial` is its output before; its options and matrices follow.
        Where one of these is refused the simulation makes no steps: make another one."""
        self.model._ours(plant)
        out = ffi.new("zn_control **")
        if self._control is None:
            self._ctx.check(lib.zn_control_new(self._p, out))
            self._control = out[0]
        made = ffi.new("zn_block **")
        self._ctx.check(lib.zn_control_add(
            self._control, encoded(cls), encoded(name), plant,
            ffi.NULL if source is None else source._p, size, made))
        block = Block(self._ctx, self, made[0])
        try:
            block.set(**given)
            block._begin(period, first, instants, initial)
        except BaseException:
            self._refused = name
            raise
        return block

    @from_header("zn_simulation_y")
    def y(self, interaction: Interaction, level: int = 0) -> Array:
        """Outputs of an interaction: 0 gap, 1 its velocity."""
        return self._of("y", interaction, level)

    @from_header("zn_simulation_lambda")
    def lam(self, interaction: Interaction, level: Optional[int] = None) -> Array:
        """Multipliers: of level 1 impulses (N s), of level 0 forces (N) and those of
        first order; without a level, of the one that steps ask the law at."""
        self._ours(interaction)
        if level is None:
            level = lib.zn_simulation_level(self._p, interaction)
        return self._shown.view("lam", interaction, level)

    @from_header("zn_recorder_new")
    def record(self, path: Path, every: int = 1) -> Recording:
        """Record the run, .csv or .h5; call `close` on what comes back, or drop the
        simulation."""
        out = ffi.new("zn_recorder **")
        self._ctx.check(lib.zn_recorder_new(self._p, file_name(path), every, out))
        return Recording(self, out[0], lib.zn_recorder_close)

    @from_header("zn_checkpoint_save")
    def save(self, path: Path) -> None:
        """Save a checkpoint."""
        self._begin()
        self._ctx.check(lib.zn_checkpoint_save(self._p, file_name(path)))

    @from_header("zn_checkpoint_load")
    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        status = lib.zn_checkpoint_load(self._p, file_name(path))
        self._shown.follow()
        self._ctx.check(status)


class Recording:
    """A file that is written as the run goes on."""

    def __init__(self, sim: Simulation, p: Any, close: Callable[[Any], Any]) -> None:
        self._sim, self._p, self._close = sim, p, close

    def close(self) -> None:
        """Write what is left and close the file."""
        self._sim._ctx.check(self._close(self._p))
