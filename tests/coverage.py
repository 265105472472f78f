#!/usr/bin/env python3
# coverage.py - which lines, branches and error paths the tests reach, room by room
# SPDX-License-Identifier: Apache-2.0
"""Adds up what gcov counted in a build with --enable-coverage, whose tests have run:

    coverage.py SRCDIR BUILDDIR [--lines ROOM]

A line of an error path is one that makes or hands on a message (zn_fail, zn_note), names an
error (ZN_E...) or goes to a label of failure. --lines lists those of a room that no test reaches.
The exit status is 1 if a room is below --least, per cent of its lines."""
import argparse
import json
import os
import re
import subprocess
import sys

ROOMS = ("kernel/", "solvers/", "plugins/")
FAILS = re.compile(r"\bzn_fail\(|\bzn_note\(|\bZN_E[A-Z]+\b|\bgoto (fail|failed|bad)\b")


def notes_of(build):
    """What gcov reads: the .gcno of the objects that are linked (libtool: those in .libs)."""
    for folder, below, names in os.walk(build):
        below[:] = [b for b in below if b not in ("under", "mutate")]
        for name in names:
            if not name.endswith(".gcno"):
                continue
            if os.path.exists(os.path.join(folder, ".libs", name)):
                continue  # the same source, for archives
            yield os.path.join(folder, name)


def count(src, build):
    """{file: {line: [count, branches, branches taken]}}, over all objects of it."""
    found = {}
    for note in notes_of(build):
        data = note[:-5] + ".gcda"
        run = subprocess.run(["gcov", "-b", "-j", "-t",
                              data if os.path.exists(data) else note],
                             cwd=build, capture_output=True, check=False)
        for text in run.stdout.splitlines():
            whole = json.loads(text)
            for file in whole["files"]:
                path = os.path.normpath(os.path.join(
                    whole["current_working_directory"], file["file"]))
                name = os.path.relpath(path, src)
                if name.startswith(ROOMS) and name.endswith(".c"):
                    add(found.setdefault(name, {}), file["lines"])
    return found


def add(known, lines):
    for line in lines:
        old = known.setdefault(line["line_number"], [0, 0, 0])
        ways = line["branches"]
        old[0] += line["count"]
        old[1] = max(old[1], len(ways))
        old[2] = max(old[2], sum(way["count"] > 0 for way in ways))


def rooms_of(src, found):
    """{room: [lines, reached, branches, taken, error lines, reached]}, and what is missed."""
    rooms, missed = {}, {}
    for name in sorted(found):
        with open(os.path.join(src, name), encoding="utf-8") as file:
            text = file.read().splitlines()
        room = os.path.dirname(name)
        row = rooms.setdefault(room, [0] * 6)
        for number, (times, ways, taken) in sorted(found[name].items()):
            fails = bool(FAILS.search(text[number - 1]))
            for k, n in enumerate((1, times > 0, ways, taken, fails, fails and times > 0)):
                row[k] += n
            if not times:
                missed.setdefault(room, []).append(
                    f"{name}:{number}: {text[number - 1].strip()}")
    return rooms, missed


def per_cent(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("src")
    p.add_argument("build")
    p.add_argument("--lines", metavar="ROOM", help="list what is not reached")
    p.add_argument("--least", type=float, default=0, help="of the lines of each room, %%")
    args = p.parse_args()
    src, build = os.path.abspath(args.src), os.path.abspath(args.build)
    rooms, missed = rooms_of(src, count(src, build))
    if not rooms:
        sys.exit(f"coverage: gcov counted nothing in {build}; was it configured with "
                 "--enable-coverage?")
    if args.lines:
        print("\n".join(missed.get(args.lines, [])))
        return
    print("| room | lines | reached % | branches | taken % | of error paths | reached % |\n"
          + "|---" * 7 + "|")
    rows = sorted(rooms.items()) + [("all", [sum(c) for c in zip(*rooms.values())])]
    for room, (n, reached, ways, taken, fails, failed) in rows:
        print(f"| {room} | {n} | {per_cent(reached, n)} | {ways} | {per_cent(taken, ways)} "
              f"| {fails} | {per_cent(failed, fails)} |")
    low = [room for room, row in rooms.items() if 100 * row[1] < args.least * row[0]]
    if low:
        sys.exit(f"coverage: below {args.least:g} % of the lines: {', '.join(sorted(low))}")


if __name__ == "__main__":
    main()
