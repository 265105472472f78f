# _scene.py - scenes: bodies, shapes, joints and laws, from a file or a dictionary
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import re
from typing import (Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple,
                    Union)

import numpy as np
from _zeno import ffi, lib

from ._args import Args
from ._core import (Array, Context, Error, doubles, encoded, file_name, from_header,
                    numbers_at, reals, seconds, text, words)
from ._model import (Interaction, Law, Model, Path, Recording, Simulation, System)

# where a scene may have functions, and which operator of what is made they are
_FUNCTIONS: Dict[str, Dict[str, str]] = {"bodies": {"force": "f_ext", "moment": "m_ext"},
                                         "joints": {"motor": "force"}}
_STATUS = "open", "sticking", "sliding"


class Contact(NamedTuple):
    """A contact of a scene, in the words of zeno/film.h."""

    body1: str
    body2: Optional[str]  # None: something fixed
    point1: Array
    point2: Array
    normal: Array  # from body 2 to body 1
    gap: float
    impulse: Array  # of the last step, on body 1
    force: Array  # its mean
    velocity: Array  # normal, and two tangents
    status: str  # "open", "sticking", "sliding"
    mu: float


class Reaction(NamedTuple):
    """What a joint, with its stops, spring and motor, did in the last step to the first of
    its bodies that moves."""

    point: Array
    impulse: Array
    force: Array
    angular: Array  # angular impulse about the point
    moment: Array


class Hit(NamedTuple):
    """What a ray meets first."""

    body: str
    distance: float
    point: Array
    normal: Array  # out of the body


def _plain(x: Any) -> Any:
    """Numbers of numpy as JSON has them."""
    if isinstance(x, (np.ndarray, np.generic)):
        return x.tolist()
    raise TypeError(f"{x!r} has no place in a scene")


def _comes_later(kind: str, name: str, key: str) -> ValueError:
    return ValueError(f"{kind}: {name}: {key}: a function of Python is for what is there once, "
                      "and from the beginning on")


def _split(what: Mapping[str, Any]) -> Tuple[Dict[str, Any], List[Tuple[str, str, str, Any]]]:
    """A scene without its functions, and these: kind, name, operator, function."""
    scene, functions = dict(what), []
    for kind, places in _FUNCTIONS.items():
        things = scene.get(kind)
        if not isinstance(things, Mapping):
            continue
        scene[kind] = copy = dict(things)
        for name, thing in things.items():
            for key, operator in places.items():
                f = thing.get(key) if isinstance(thing, Mapping) else None
                if not callable(f):
                    continue
                if {"repeat", "birth"} & set(thing):
                    raise _comes_later(kind, name, key)
                functions.append((kind, name, operator, f))
                copy[name] = {k: v for k, v in copy[name].items() if k != key}
                if kind == "joints":
                    copy[name][key] = "0"  # so that there is a motor
    return scene, functions


def _with_lines(words_: str, lines: List[str]) -> str:
    """Messages, below each the line of the dictionary's text that it is about."""
    def line(match: re.Match[str]) -> str:
        k = int(match.group(1))
        at = f"\n    {lines[k - 1].strip()}" if 0 < k <= len(lines) else ""
        return match.group(0) + at
    return re.sub(r"^.*?scene:(\d+):\d+:.*$", line, words_, flags=re.MULTILINE)


class Scene:
    """Bodies with shapes, laws between them, and joints: a file (YAML, URDF, MJCF, HDF5 of
    Siconos), or a dictionary with the same keys (doc/scenes.md), where forces and moments of
    bodies and motors of joints may be functions of Args. Further arguments give parameters
    of the scene other values."""

    def __init__(self, what: Union[Path, Mapping[str, Any]], **parameters: Any) -> None:
        self._ctx, out = Context(), ffi.new("zn_scene **")
        self._functions: List[Tuple[str, str, str, Callable[[Args], Any]]] = []
        given = [ffi.new("char[]", encoded(name) + b"=" + words(value))
                 for name, value in parameters.items()]
        values = ffi.new("char *[]", given or [ffi.NULL])
        if isinstance(what, Mapping):
            plain, self._functions = _split(what)
            lines = json.dumps(plain, indent=1, default=_plain, ensure_ascii=False)
            raw = lines.encode()
            st = lib.zn_scene_read_text(self._ctx.p, b"scene", raw, len(raw), len(given),
                                        values, out)
            try:
                self._ctx.check(st)
            except Error as e:
                raise Error(_with_lines(str(e), lines.split("\n")), e.status) from None
        else:
            self._ctx.check(lib.zn_scene_read(self._ctx.p, file_name(what), len(given), values,
                                              out))
        self._p = self._ctx.own(out[0], lib.zn_scene_free)

    @property
    def title(self) -> str:
        return text(lib.zn_scene_title(self._p))

    @property
    def bodies(self) -> List[str]:
        """Names of the bodies, those that are fixed among them."""
        return [text(lib.zn_scene_body_at(self._p, i).name)
                for i in range(lib.zn_scene_body_count(self._p))]

    @property
    def joints(self) -> List[str]:
        """Names of the joints."""
        return [text(lib.zn_scene_joint_at(self._p, i).name)
                for i in range(lib.zn_scene_joint_count(self._p))]

    @property
    def parameters(self) -> Dict[str, float]:
        """Named numbers of the file, with the values that they have."""
        all_ = (lib.zn_scene_parameter_at(self._p, i)
                for i in range(lib.zn_scene_parameter_count(self._p)))
        return {text(p.name): float(p.value) for p in all_}

    @from_header("zn_scene_write")
    def write(self, path: Path) -> None:
        """Write it as a file for `zeno run`. Functions of Python are not in it."""
        if self._functions:
            raise ValueError("a scene with functions of Python is none for a file; give "
                             "'Plugin:symbol', or expressions")
        with open(os.fsdecode(file_name(path)), "w", encoding="utf-8") as file:
            self._ctx.check(lib.zn_scene_write(self._p, file))

    @from_header("zn_scene_simulation")
    def simulation(self, h: Optional[float] = None, T: Optional[float] = None,
                   t0: Optional[float] = None, osi: Optional[str] = None,
                   simulation: str = "time-stepping", **options: Any) -> SceneSimulation:
        """Make the model and its simulation. Steps, times, integrator and options are those
        of the scene unless they are given, which changes them in the scene. Mechanisms,
        without laws between shapes, go from event to event, too: simulation="event-driven"."""
        if (h, T, t0, osi, options) != (None, None, None, None, {}):
            times = ffi.new("double[3]")
            lib.zn_scene_times(self._p, times)
            t = [own if x is None else seconds(x, name)
                 for own, x, name in zip(times, (t0, h, T), ("t0", "h", "T"))]
            said = ffi.string(lib.zn_scene_own_options(self._p)).split()
            given = {word.partition(b"=")[0]: word for word in said}
            for name, value in options.items():
                given[encoded(name)] = encoded(name) + b"=" + words(value)
            self._ctx.check(lib.zn_scene_set_simulation(
                self._p, *t, ffi.NULL if osi is None else encoded(osi),
                b" ".join(given.values())))
        return SceneSimulation(self, simulation)


class _SceneModel(Model):
    """The model of a scene, whose bodies may come and go: they are known by their names."""

    def __init__(self, scene: Scene, p: Any) -> None:
        self._adopt(scene._ctx, p, scene._p)
        self._seals = 1  # in C
        self._names: Dict[Any, str] = {}  # of what was asked for

    def _find(self, find: Callable[..., Any], name: str) -> Any:
        p = find(self._p, encoded(name))
        if p:
            self._names[p] = name
        return p

    def _lives(self, thing: Any) -> bool:
        name = self._names.get(thing)
        if name is None:
            return True
        find = (lib.zn_model_ds if ffi.typeof(thing) is ffi.typeof("zn_ds *")
                else lib.zn_model_interaction)
        return bool(find(self._p, encoded(name)) == thing)

    def _ours(self, *things: Any) -> None:
        for thing in things:
            name = self._names.get(thing) if isinstance(thing, ffi.CData) else None
            if name is None:
                super()._ours(thing)
            elif not self._lives(thing):
                raise Error(f"'{name}' is not in the model now", "ZN_ESTATE")


class SceneSimulation(Simulation):
    """A run of a scene."""

    model: _SceneModel

    def __init__(self, scene: Scene, simulation: str = "time-stepping") -> None:
        ctx = scene._ctx
        model, out = ffi.new("zn_model **"), ffi.new("zn_simulation **")
        ctx.check(lib.zn_scene_simulation_class(scene._p, ctx.p, encoded(simulation), model, out))
        self.scene = scene
        made = _SceneModel(scene, model[0])
        self._adopt(made, out[0], scene._p)
        self._before = self.t
        self._h = 0.0
        if scene._functions:
            self._give(scene._functions)

    def _give(self, functions: List[Tuple[str, str, str, Callable[[Args], Any]]]) -> None:
        self.model.reopen()
        for kind, name, operator, f in functions:
            what: Union[System, Law] = (self.body(name) if kind == "bodies"
                                        else self._motor(name))
            given: Dict[str, Any] = {operator: f}
            self.model.set(what, **given)
        self.model.seal()

    def _motor(self, name: str) -> Law:
        try:
            p = lib.zn_interaction_law(self.joint(name + ".spring"))
        except KeyError:  # one of its bodies is born later
            raise _comes_later("joints", name, "motor") from None
        return Law(self.model._mine(p))

    def _ours(self, thing: Any) -> None:
        if isinstance(thing, ffi.CData) and thing in self.model._names:
            self._begin()
            self.model._ours(thing)
        else:
            super()._ours(thing)

    def body(self, name: str) -> System:
        """A body that moves and is there now, by its name. q is the centre of mass and a
        unit quaternion, v the velocity and the angular velocity in the frame of the body; in
        the plane x, y and the angle."""
        p = self.model._find(lib.zn_model_ds, name)
        if not p:
            raise KeyError(f"no body '{name}' moves at t = {self.t:g} s")
        return System(p)

    def joint(self, name: str) -> Interaction:
        """A joint that is there now, by its name; with ".stop1", ".stop2", ".friction",
        ".spring" or ".motion" behind it what it has of these."""
        p = self.model._find(lib.zn_model_interaction, name)
        if not p:
            raise KeyError(f"no joint '{name}' is there at t = {self.t:g} s")
        return Interaction(p)

    def step(self) -> None:
        before = self.t
        super().step()
        self._h = self.t - before

    @from_header("zn_film_contacts_now")
    def contacts(self) -> List[Contact]:
        """The contacts that there are now, those that are near among them, with what they did
        in the last step."""
        self._begin()
        c = ffi.new("zn_film_contacts *")
        self._ctx.check(lib.zn_film_contacts_now(self.scene._p, self._p, self._h, c))
        try:
            size = lib.ZN_FILM_CONTACT
            value = numbers_at(c.value, size * c.n).reshape(-1, size)
            mu = numbers_at(c.mu, c.n).tolist()
            who = [(c.body[2 * i], c.body[2 * i + 1]) for i in range(c.n)]
        finally:
            lib.zn_film_contacts_free(self._ctx.p, c)
        names = self.scene.bodies
        return [Contact(names[a], names[b] if b >= 0 else None, v[:3], v[3:6], v[6:9],
                        float(v[9]), v[10:13], v[13:16], v[16:19], _STATUS[int(v[19])], m)
                for (a, b), v, m in zip(who, value, mu)]

    @from_header("zn_collision_ray")
    def ray(self, start: Any, along: Any, reach: float = np.inf,
            ignore: Optional[str] = None) -> Optional[Hit]:
        """What a half line from a point meets first, if it is no farther than `reach`; None:
        nothing. It goes through the body `ignore`, as that of a sensor. In the plane two
        numbers each."""
        self._begin()
        n = lib.zn_scene_dimension(self.scene._p)
        ray = ffi.new("zn_ray *", {"reach": reach, "ignore": self.body(ignore) if ignore
                                   else ffi.NULL,
                                   "from": [*reals(start, n, "start"), 0][:3],
                                   "along": [*reals(along, n, "along"), 0][:3]})
        hit = ffi.new("zn_hit *")
        self._ctx.check(lib.zn_collision_ray(lib.zn_simulation_source(self._p, 0),
                                             lib.zn_simulation_state(self._p), ray, hit))
        if not np.isfinite(hit.distance):
            return None
        name = (text(lib.zn_ds_name(hit.ds)) if hit.ds
                else text(hit.name).rpartition("#")[0])
        return Hit(name, hit.distance, np.array(list(hit.point)), np.array(list(hit.normal)))

    @from_header("zn_film_joints_now")
    def reactions(self) -> Dict[str, Reaction]:
        """What each joint did in the last step."""
        self._begin()
        names = self.scene.joints
        out = np.zeros((len(names), lib.ZN_FILM_JOINT))
        self._ctx.check(lib.zn_film_joints_now(self.scene._p, self._p, self._h, doubles(out)))
        return {name: Reaction(v[:3], v[3:6], v[6:9], v[9:12], v[12:15])
                for name, v in zip(names, out)}

    @from_header("zn_film_new")
    def film(self, path: Path, every: int = 1) -> Recording:
        """Record a film (.h5) for `zeno view`, before the first step; call `close` on what
        comes back, or drop the simulation."""
        out = ffi.new("zn_film **")
        self._ctx.check(lib.zn_film_new(self._p, self.scene._p, file_name(path), every, out))
        return Recording(self, out[0], lib.zn_film_close)
