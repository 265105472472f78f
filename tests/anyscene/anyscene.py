#!/usr/bin/env python3
# anyscene.py - scenes at random, by `zeno run`
# SPDX-License-Identifier: Apache-2.0
"""Each scene is run to its end, and then three times more: taken up at a checkpoint on the way, with
recompute=yes, and with reserve=active, which have to give the same bits. Of what the run says is
looked at: words where it ends early, the balance of energy, energy that contacts and corrections made,
penetration, problems that were accepted unsolved. A line is a place to look, not a verdict: joints at
random contradict each other, and friction with restitution may have no answer.

    make anyscene [ANYSCENE='--from 200 --to 400 --set projection=none --first']"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile

from draw import Draw


class Runs:
    def __init__(self, run, folder, seconds):
        self.command, self.folder, self.seconds = shlex.split(run), folder, seconds

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, options, more):
        """Status, or 'time'; and the last line of words."""
        words = [w for kv in options.items() for w in ("--set", "%s=%s" % kv)]
        command = self.command + [self.path("scene.yaml"), "--quiet"] + words + more
        try:
            p = subprocess.run(command, capture_output=True, text=True, timeout=self.seconds)
        except subprocess.TimeoutExpired:
            return "time", "no end after %g s" % self.seconds
        return p.returncode, (p.stderr.strip().split("\n") or [""])[-1]

    def rows(self, name):
        with open(self.path(name)) as f:
            return [line for line in f if not line.startswith("#")]


def of_report(scene, report):
    """What a run says that is worth a look."""
    e, out = report["energy"], []
    size = (abs(e["kinetic_start"]) + abs(e["kinetic_end"]) +
            abs(e["potential_end"] - e["potential_start"]) + 1e-9)
    if abs(e["balance"]) > 0.02 * size:
        out.append("balance of energy off by %.2g of %.2g J" % (e["balance"], size))
    made = e["work_contact"] + e["projection"]
    if not scene.driven and scene.e < 1 and made > 0.01 * size:
        out.append("contacts made %.2g of %.2g J" % (made, size))
    worst = report["contacts"]["worst_penetration"]
    if worst and worst["depth"] > 0.02:
        out.append("penetration %.2g m" % worst["depth"])
    accepted = report["solver"]["failures_accepted"]
    if accepted:
        out.append("%d problems accepted unsolved" % accepted)
    jammed = report["solver"]["without_bounce"]
    if jammed:
        out.append("%d solved without restitution" % jammed)
    return out


def again(runs, scene, options):
    """The same in other ways."""
    out, whole = [], runs.rows("whole.csv")
    if os.path.exists(runs.path("rest.csv")):
        os.remove(runs.path("rest.csv"))
    half = round(scene.T / 2 / scene.h) * scene.h
    st, words = runs.run(dict(options, T=repr(half)), ["--checkpoint", runs.path("half")])
    if st == 0:
        st, words = runs.run(options, ["--restart", runs.path("half"), "--output", runs.path("rest.csv")])
    if st:
        out.append("restart: %s: %s" % (st, words))
    elif runs.rows("rest.csv")[1:] != whole[-len(runs.rows("rest.csv")) + 1:]:
        out.append("RESTART has other bits")
    for more in ({"recompute": "yes"}, {"reserve": "active"}):
        st, words = runs.run(dict(options, **more), ["--output", runs.path("other.csv")])
        if st:
            out.append("%s: %s: %s" % (more, st, words))
        elif runs.rows("other.csv") != whole:
            out.append("%s has OTHER BITS" % more)
    return out


def one(runs, seed, settings, first):
    scene = Draw(seed)
    text, options = scene.whole()
    options.update(settings)
    with open(runs.path("scene.yaml"), "w") as f:
        f.write(text)
    st, words = runs.run(options, ["--output", runs.path("whole.csv"), "--report", runs.path("report")])
    if st and any(w in words for w in ("refuses", "no integrator", "does not accept")):
        return options, None  # an integrator or formulation that does not take it says so
    if st:
        return options, "%s: %s" % (st, words)
    with open(runs.path("report")) as f:
        out = of_report(scene, json.load(f))
    return options, "; ".join(out + ([] if first else again(runs, scene, options))) or None


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--run", default="zeno run", help="the program")
    a.add_argument("--from", dest="first_seed", type=int, default=1)
    a.add_argument("--to", type=int, default=40)
    a.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    a.add_argument("--first", action="store_true", help="only the first run of each")
    a.add_argument("--seconds", type=float, default=120, help="for each run")
    a.add_argument("--show", type=int, metavar="SEED", help="print that scene")
    o = a.parse_args()
    if o.show is not None:
        text, options = Draw(o.show).whole()
        print(text + "".join("# %s=%s\n" % kv for kv in options.items()), end="")
        return 0
    seen = 0
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(o.run, folder, o.seconds)
        for seed in range(o.first_seed, o.to):
            options, words = one(runs, seed, dict(s.split("=", 1) for s in o.set), o.first)
            seen += words is not None
            if words:
                print("%d %s %s: %s" % (seed, options["osi"], options.get("projection", ""), words), flush=True)
    print("%d of %d scenes with something to look at" % (seen, o.to - o.first_seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
