#!/usr/bin/env python3
# mutate.py - do the tests notice when a line of the library is wrong?
# SPDX-License-Identifier: Apache-2.0
"""Mutants: one changed operator, condition or dropped statement each, all compiled into
one copy of the sources behind a switch (mutant schemata: Untch, Offutt, Harrold 1993). A first
run of every test program, nothing switched on, notes which mutants it reaches; then each
mutant is switched on and the programs that reach it are run, the fastest first, until one
fails. What was found so far is kept, so that it can be stopped and gone on with, also when
tests were added meanwhile: then what had survived is run by what is new.

    make mutate [MUTATE='--count 400 --seed 1 --room solvers/classes/lcp']

The mutants of tests/mutate/mutants.txt are always among them. Those of
tests/mutate/equivalent.txt change nothing that can be seen; each line there says why."""
import argparse
import filecmp
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys

import fates

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CORE = "solvers/core/ctx.c"  # where the switch is
# warnings that say what a mutant has left: the other ones are of style
REFUSED = ["-Werror=" + w for w in ("uninitialized", "maybe-uninitialized", "unused",
                                   "unused-but-set-variable", "unused-parameter")]

# what may stand for what
SWAP = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "<": ["<=", ">="],
        "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="],
        "!=": ["=="], "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="],
        "*=": ["/="], "/=": ["*="]}

TOKEN = re.compile(r"""
    (?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*|\s+)
  | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<mark><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S | re.M)


class Token:
    def __init__(self, kind, text, at):
        self.kind, self.text, self.at, self.end = kind, text, at, at + len(text)


def tokens_of(source):
    return [Token(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(source)
            if m.lastgroup != "skip"]


class Mutant:
    """source[at:end], which is `was` for the nth time, becomes `now` behind a switch."""

    def __init__(self, path, at, end, line, was, now, shape, nth=0, name=None):
        self.path, self.at, self.end, self.line = path, at, end, line
        self.was, self.now, self.shape = was, now, shape
        self.name, self.nth = name, nth

    def key(self):
        flat = " ".join((self.path + " " + self.was + " => " + self.now).split())
        flat += f" {self.nth}" if self.nth else ""
        return hashlib.sha1(flat.encode()).hexdigest()[:10]

    def text(self, number):
        """The switched text: expressions by ?:, statements by if."""
        on = f"zn_mutant_at({number})"
        if self.shape == "drop":
            return f"{{ if (!{on}) {{ {self.was} }} }}"
        if self.shape == "statement":
            return f"{{ if ({on}) {{ {self.now} }} else {{ {self.was} }} }}"
        return f"({on} ? ({self.now}) : ({self.was}))"


# ---- where ------------------------------------------------------------------------


def bodies(tokens):
    """Ranges of tokens inside function bodies: braces after ')' at the top."""
    depth, start = 0, None
    for k, t in enumerate(tokens):
        if t.text == "{":
            if depth == 0:
                start = k + 1 if k and tokens[k - 1].text == ")" else None
            depth += 1
        elif t.text == "}":
            depth -= 1
            if depth == 0 and start is not None:
                yield start, k
                start = None


def closing(tokens, k):
    """The token that closes the parenthesis at k."""
    depth = 0
    for i in range(k, len(tokens)):
        depth += (tokens[i].text in "([{") - (tokens[i].text in ")]}")
        if depth == 0:
            return i
    raise ValueError("parentheses")


def statements(tokens, first, last):
    """(first, one past) of what ends in ';' between braces, labels and conditions."""
    k = start = first
    while k < last:
        t = tokens[k].text
        if t in ("if", "while", "for", "switch") and tokens[k + 1].text == "(":
            k = start = closing(tokens, k + 1) + 1
        elif t == "(" or t == "[":
            k = closing(tokens, k) + 1
        elif t in ("{", "}", "else", "do") or (t == ":" and tokens[start].text == "case"):
            # an initialiser is no block
            k = closing(tokens, k) + 1 if t == "{" and k > start else k + 1
            start = k if t != "{" or k == start + 1 else start
        elif t == ";":
            if k > start:
                yield start, k
            k = start = k + 1
        else:
            k += 1


def is_assignment(part):
    """Index of its operator if it is lvalue = expression, not a declaration, nor several with
    commas between them: what is switched would be the value of the last."""
    depth, at = 0, None
    for k, t in enumerate(part):
        depth += (t.text in "([{") - (t.text in ")]}")
        if depth == 0 and t.text == ",":
            return None
        if depth == 0 and at is None and t.text in ("=", "+=", "-=", "*=", "/="):
            at = k
    if at is None:
        return None
    words = [a for a, b in zip(part[:at], part[1:at + 1])
             if a.kind == "word" and b.kind == "word"]
    pointer = at > 2 and part[0].kind == "word" and part[1].text == "*"
    return at if not words and not pointer else None


def is_call(part):
    return (len(part) > 2 and part[0].kind == "word" and part[1].text == "(" and
            part[0].text not in ("return", "sizeof", "va_start", "va_end") and
            # what is not freed is found by valgrind, not by a result
            not re.search(r"free|_fini$", part[0].text))


def binary(tokens, k):
    """Is the operator at k between two operands?"""
    before = tokens[k - 1]
    return (tokens[k].text in SWAP and
            (before.kind in ("word", "number") or before.text in (")", "]")) and
            before.text not in ("return", "case", "sizeof"))


def swapped(source, part, rng):
    """The text of the tokens with one operator exchanged, or None."""
    at = [k for k in range(1, len(part)) if binary(part, k) and
          part[k].text not in ("+=", "-=", "*=", "/=")]
    if not at:
        return None
    k = rng.choice(at)
    return (source[part[0].at:part[k].at] + rng.choice(SWAP[part[k].text]) +
            source[part[k].end:part[-1].end])


# ---- mutants of a file -----------------------------------------------------------------


def candidates(path, source, rng):
    tokens = tokens_of(source)
    found = []

    def add(first, last, now, shape):
        a, b = tokens[first].at, tokens[last].end
        found.append(Mutant(path, a, b, source.count("\n", 0, a) + 1, source[a:b], now,
                            shape, source.count(source[a:b], 0, a)))

    for first, last in bodies(tokens):
        for k in range(first, last):
            if tokens[k].text in ("if", "while") and tokens[k + 1].text == "(":
                a, b = k + 2, closing(tokens, k + 1) - 1
                part = tokens[a:b + 1]
                now = swapped(source, part, rng)
                inside = source[part[0].at:part[-1].end]
                add(a, b, now if now and rng.random() < 0.7 else f"!({inside})", "value")
        for a, b in statements(tokens, first, last):
            part = tokens[a:b]
            equal = is_assignment(part)
            if part[0].text == "return" and len(part) > 1:
                now = swapped(source, part[1:], rng)
                if now:
                    add(a + 1, b - 1, now, "value")
            elif equal is not None:
                now = swapped(source, part[equal + 1:], rng)
                if now and rng.random() < 0.6:
                    add(a + equal + 1, b - 1, now, "value")
                elif part[equal].text != "=" and rng.random() < 0.6:
                    text = source[part[0].at:part[-1].end]
                    cut = part[equal].at - part[0].at
                    other = SWAP[part[equal].text][0]
                    add(a, b, text[:cut] + other + text[cut + 2:] + ";", "statement")
                else:
                    add(a, b, "", "drop")
            elif is_call(part):
                add(a, b, "", "drop")
    return found


def handmade(folder):
    """NAME: path: old => new, an expression; with an empty `new` a statement goes."""
    found = []
    with open(os.path.join(HERE, "mutants.txt"), encoding="utf-8") as file:
        for n, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            name, path, change = line.split(": ", 2)
            was, _, now = change.partition(" =>")
            with open(os.path.join(folder, path), encoding="utf-8") as source:
                text = source.read()
            pattern = r"\s+".join(re.escape(w) for w in was.split())
            places = list(re.finditer(pattern, text))
            if len(places) != 1:
                sys.exit(f"mutants.txt:{n}: '{was}' is {len(places)} times in {path}")
            at = places[0]
            found.append(Mutant(path, at.start(), at.end(),
                                text.count("\n", 0, at.start()) + 1, at.group(),
                                now.strip(), "value" if now.strip() else "drop"))
            found[-1].name = name
    return found


def overlaps(m, others):
    return any(m.path == o.path and m.at < o.end and o.at < m.end for o in others)


def draw(files, folder, count, seed, chosen):
    """Evenly over the rooms; none inside another."""
    rooms = {}
    for path in files:
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            found = candidates(path, file.read(), random.Random(f"{seed} {path}"))
        rooms.setdefault(os.path.dirname(path), []).extend(found)
    # by hashes: what changes in a file changes little of the draw
    for found in rooms.values():
        found.sort(key=lambda m: hashlib.sha1(f"{seed} {m.key()}".encode()).digest())
    while len(chosen) < count and any(rooms.values()):
        for room in sorted(rooms):
            while rooms[room] and len(chosen) < count:
                m = rooms[room].pop()
                if not overlaps(m, chosen):
                    chosen.append(m)
                    break
    return chosen


# ---- the copy ---------------------------------------------------------------------------

SWITCH = r"""
/* the switch of tests/mutate */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
__attribute__((visibility("default"))) int zn_mutant_at(int k);
static unsigned char zn_mutant_none[ZN_MUTANTS], *zn_mutant_seen;
static int zn_mutant_on = -1;
__attribute__((constructor)) static void zn_mutant_begin(void)
{
    const char *on = getenv("ZENO_MUTANT"), *seen = getenv("ZENO_MUTANT_SEEN");
    const int fd = seen ? open(seen, O_RDWR | O_CREAT, 0600) : -1;
    zn_mutant_seen = zn_mutant_none;
    if (on)
        zn_mutant_on = atoi(on);
    if (fd < 0 || ftruncate(fd, ZN_MUTANTS))
        return;
    zn_mutant_seen = mmap(NULL, ZN_MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (zn_mutant_seen == MAP_FAILED)
        zn_mutant_seen = zn_mutant_none;
    close(fd);
}
int zn_mutant_at(int k)
{
    if (!zn_mutant_seen)
        return 0;
    zn_mutant_seen[k] = 1;
    return k == zn_mutant_on;
}
"""


def switched(folder, path, mutants):
    """The text of a file with its mutants, [(number, mutant)], behind the switch."""
    with open(os.path.join(folder, path), encoding="utf-8") as file:
        source = file.read()
    for number, m in sorted(mutants, key=lambda p: -p[1].at):
        source = source[:m.at] + m.text(number) + source[m.end:]
    # what follows is a system's header: what a mutant leaves unused, or not set, is no error
    return ('int zn_mutant_at(int k);\n'
            '#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"\n'
            f'# 1 "{os.path.basename(path)}" 3\n') + source


def compiles(text, path, flags):
    run = subprocess.run(["gcc", *flags, "-w", "-fsyntax-only", "-x", "c", "-"],
                         input=text.encode(), capture_output=True,
                         cwd=os.path.dirname(path), check=False)
    return run.returncode == 0


def refused(source, m, path, flags):
    """Does the compiler see it: a variable that nothing sets, or nothing uses? With warnings as
    errors, as here, nobody could commit that; and a value never set stands for no mistake."""
    text = source[:m.at] + (m.now or "{}") + source[m.end:]
    run = subprocess.run(["gcc", *flags, "-O2", *REFUSED, "-S", "-o", "/dev/null", "-x", "c", "-"],
                         input=text.encode(), capture_output=True,
                         cwd=os.path.dirname(path), check=False)
    return run.returncode != 0


def keep_what_compiles(folder, mutants, flags):
    """Those whose file compiles with them, without the warnings of REFUSED."""
    kept = []
    for path in sorted({m.path for m in mutants}):
        whole = os.path.join(folder, path)
        here = flags + [f"-I{os.path.dirname(whole)}"]
        with open(whole, encoding="utf-8") as file:
            source = file.read()
        mine = [m for m in mutants if m.path == path and not refused(source, m, whole, here)]
        if compiles(switched(folder, path, list(enumerate(mine))), whole, here):
            kept += mine
            continue
        kept += [m for m in mine
                 if compiles(switched(folder, path, [(0, m)]), whole, here)]
    return kept


def listed():
    """The files of the repository."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True,
                           capture_output=True, text=True).stdout.split("\n")
    return [f for f in names if f and os.path.isfile(os.path.join(ROOT, f))]


def refresh(src, files):
    """Copies what is not as in the repository; True: something was."""
    stale = [f for f in files if not os.path.exists(os.path.join(src, f)) or
             not filecmp.cmp(os.path.join(ROOT, f), os.path.join(src, f), shallow=False)]
    for f in stale:
        os.makedirs(os.path.dirname(os.path.join(src, f)), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, f), os.path.join(src, f))
        os.utime(os.path.join(src, f))
    return bool(stale)


def make_copy(work, args):
    """The sources in work/src, with the mutants; returns these."""
    src = os.path.join(work, "src")
    shutil.rmtree(src, ignore_errors=True)
    names = listed()
    refresh(src, names)
    mutants = keep_what_compiles(src, choose(src, names, args), flags_of(src))
    for path in sorted({m.path for m in mutants}):
        text = switched(src, path, [p for p in enumerate(mutants) if p[1].path == path])
        with open(os.path.join(src, path), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(src, CORE), "a", encoding="utf-8") as file:
        file.write(f"\n#define ZN_MUTANTS {len(mutants) + 1}\n" + SWITCH)
    return mutants


def choose(folder, names, args):
    room = tuple(args.room)
    chosen = [m for m in handmade(folder) if m.path.startswith(room)]
    files = [f for f in names if f.startswith(room) and f.endswith(".c")]
    return draw(files, folder, args.count, args.seed, chosen)


def flags_of(src):
    flags = ["-std=gnu11", f"-I{src}/include", f"-I{src}", "-DZNI_PLUGIN_DIR=\"\"",
             "-DLT_OBJDIR=\".libs/\"", "-DPACKAGE_VERSION=\"0\""]
    for package in ("openblas", "hdf5"):
        flags += shlex.split(subprocess.run(["pkg-config", "--cflags", package],
                                            capture_output=True, text=True,
                                            check=False).stdout)
    return flags + ["-I/usr/include/suitesparse", "-I/usr/include/hdf5/serial"]


def build(work, log, how, only):
    """Library and test programs of the copy, those whose names have the pattern `only`."""
    src = os.path.join(work, "src")
    out = os.path.join(src, "build")
    jobs = f"-j{os.cpu_count()}"
    os.makedirs(out, exist_ok=True)
    steps = [(["make", "-s", jobs, "all"], out),
             (["make", "-s", jobs, "check", "TESTS="] +
              ([f"check_PROGRAMS={' '.join(programs(only))}"] if only else []), out)]
    if not os.path.exists(os.path.join(out, "Makefile")):
        steps[:0] = [(["autoreconf", "-i"], src),
                     (["../configure", "-q", "--disable-werror", "CFLAGS=-g0 -O1"], out)]
    if how:
        steps = [(["sh", "-c", how + ' "$0"', src], src)]
    # libtool is a shell script that runs for every file: the smaller shell is twice as fast
    env = dict(os.environ)
    if os.path.exists("/bin/dash"):
        env.setdefault("CONFIG_SHELL", "/bin/dash")
    for command, where in steps:
        if subprocess.run(command, cwd=where, stdout=log, stderr=log, env=env,
                          check=False).returncode:
            sys.exit(f"{' '.join(command)}: failed, see {log.name}")


def programs(pattern):
    """The test programs, as the local.mk have them, whose names have the pattern."""
    found = []
    for name in listed():
        if not name.endswith(("local.mk", "Makefile.am")):
            continue
        with open(os.path.join(ROOT, name), encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        for line in re.findall(r"^check_PROGRAMS *\+?=(.*)$", text, re.M):
            found += [word for word in line.split() if "$" not in word]
    return sorted(name for name in set(found) if re.search(pattern, name))


# ---- what is kept of it ----------------------------------------------------------------------


def stamp_of(args):
    """What the mutants are drawn from: these sources, this way."""
    mark = hashlib.sha1(f"{args.count} {args.seed} {args.room}".encode())
    for name in listed():
        if name.startswith((*args.room, "include/", "tests/mutate/mutants.txt")):
            with open(os.path.join(ROOT, name), "rb") as file:
                mark.update(file.read())
    return mark.hexdigest()


def load(path, stamp):
    """The mutants made of the same sources before, or None."""
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    return [Mutant(**m) for m in kept["mutants"]] if kept["stamp"] == stamp else None


def prepare(work, args):
    """The copy, built, with the tests as they are now; the mutants in it."""
    kept, stamp = os.path.join(work, "mutants.json"), stamp_of(args)
    mutants = load(kept, stamp)
    with open(os.path.join(work, "mutate.log"), "a", encoding="utf-8") as log:
        if mutants is None:
            for name in ("mutants.json", "reached.txt", "results.txt"):
                if os.path.exists(os.path.join(work, name)):
                    os.remove(os.path.join(work, name))
            mutants = make_copy(work, args)
            print(f"{len(mutants)} mutants, seed {args.seed}; builds", flush=True)
            build(work, log, args.build, args.programs)
            with open(kept, "w", encoding="utf-8") as file:
                json.dump({"stamp": stamp, "mutants": [vars(m) for m in mutants]}, file)
        else:
            print(f"{len(mutants)} mutants, seed {args.seed}; goes on", flush=True)
            mine = {m.path for m in mutants} | {CORE}
            if refresh(os.path.join(work, "src"), [f for f in listed() if f not in mine]):
                build(work, log, args.build, args.programs)
    return mutants


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--work", default=os.path.join(ROOT, "build", "mutate"))
    p.add_argument("--count", type=int, default=400, help="mutants")
    p.add_argument("--seed", type=int, default=1, help="what is drawn")
    p.add_argument("--room", nargs="+", default=["kernel/", "solvers/"],
                   help="folders or files the mutants are of")
    p.add_argument("--budget", type=float, default=600, metavar="S",
                   help="seconds of tests for a mutant; one not killed then counts as survived")
    p.add_argument("--longest", type=float, default=120, metavar="S",
                   help="a program that computes longer is left out")
    p.add_argument("--programs", default="", metavar="PATTERN",
                   help="only tests whose names have it (a regular expression): quicker, a lower bound")
    p.add_argument("--build", metavar="COMMAND",
                   help="builds libraries and tests in the folder build of its argument, "
                        "in place of configure and make")
    p.add_argument("--list", action="store_true", help="show the mutants, build nothing")
    p.add_argument("--check", action="store_true",
                   help="only: is what mutants.txt changes in the sources?")
    args = p.parse_args()
    if args.check:
        print(f"{len(handmade(ROOT))} mutants of mutants.txt are in the sources")
        return
    if args.list:
        for m in keep_what_compiles(ROOT, choose(ROOT, listed(), args), flags_of(ROOT)):
            print(f"{m.key()} {m.path}:{m.line}: {' '.join(m.was.split())} => "
                  f"{' '.join(m.now.split()) or 'gone'}")
        return
    work = os.path.abspath(args.work)
    os.makedirs(work, exist_ok=True)
    os.nice(19 - os.nice(0))
    mutants = prepare(work, args)
    tests = fates.reached(work, programs(args.programs), len(mutants), args.longest)
    fates.report(mutants, fates.judge(work, mutants, tests, args.budget), args.seed)


if __name__ == "__main__":
    main()
