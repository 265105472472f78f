#!/usr/bin/env python3
# mutate.py - do the tests notice when a line of the library is wrong?
# SPDX-License-Identifier: Apache-2.0
"""Mutants: one changed operator, condition or dropped statement each, all compiled into
one copy of the sources behind a switch (mutant schemata: Untch, Offutt, Harrold 1993). A first
run of every test program, nothing switched on, notes which mutants it reaches; then each
mutant is switched on and the programs that reach it are run, the fastest first, until one
fails. What was found so far is kept, so that it can be stopped and gone on with.

    make mutate [MUTATE='--count 400 --seed 1 --room solvers/lcp']

The mutants of tests/mutate/mutants.txt are always among them. Those of
tests/mutate/equivalent.txt change nothing that can be seen; each line there says why."""
import argparse
import hashlib
import os
import random
import re
import shlex
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

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
    """source[at:end] becomes `with_switch`; `was` and `now` are for people."""

    def __init__(self, path, at, end, line, was, now, shape):
        self.path, self.at, self.end, self.line = path, at, end, line
        self.was, self.now, self.shape = was, now, shape
        self.name = None

    def key(self):
        flat = " ".join((self.path + " " + self.was + " => " + self.now).split())
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
    """Index of its operator if it is lvalue = expression, not a declaration."""
    depth = 0
    for k, t in enumerate(part):
        depth += (t.text in "([") - (t.text in ")]")
        if depth == 0 and t.text in ("=", "+=", "-=", "*=", "/="):
            words = [a for a, b in zip(part[:k], part[1:k + 1])
                     if a.kind == "word" and b.kind == "word"]
            pointer = (k > 2 and part[0].kind == "word" and part[1].text == "*")
            return k if not words and not pointer else None
    return None


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
                            shape))

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
    rng = random.Random(seed)
    rooms = {}
    for path in files:
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            found = candidates(path, file.read(), rng)
        rooms.setdefault(os.path.dirname(path), []).extend(found)
    for found in rooms.values():
        rng.shuffle(found)
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
    return "int zn_mutant_at(int k);\n#line 1\n" + source


def compiles(text, path, flags):
    run = subprocess.run(["gcc", *flags, "-w", "-fsyntax-only", "-x", "c", "-"],
                         input=text.encode(), capture_output=True,
                         cwd=os.path.dirname(path), check=False)
    return run.returncode == 0


def keep_what_compiles(folder, mutants, flags):
    """Those whose file compiles with them."""
    kept = []
    for path in sorted({m.path for m in mutants}):
        mine = [m for m in mutants if m.path == path]
        whole = os.path.join(folder, path)
        here = flags + [f"-I{os.path.dirname(whole)}"]
        if compiles(switched(folder, path, list(enumerate(mine))), whole, here):
            kept += mine
            continue
        kept += [m for m in mine
                 if compiles(switched(folder, path, [(0, m)]), whole, here)]
    return kept


def make_copy(work, args):
    """The sources in work/src, with the mutants; returns these."""
    src = os.path.join(work, "src")
    subprocess.run(["rm", "-rf", src], check=True)
    os.makedirs(src)
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True,
                            capture_output=True, text=True).stdout.split("\n")
    pack = subprocess.Popen(["tar", "-C", ROOT, "-c", "-T", "-"], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE)
    unpack = subprocess.Popen(["tar", "-C", src, "-x"], stdin=pack.stdout)
    pack.stdin.write("\n".join(f for f in listed if f).encode())
    pack.stdin.close()
    if pack.wait() or unpack.wait():
        sys.exit("the sources could not be copied")
    files = [f for f in listed if f.startswith(tuple(args.room)) and f.endswith(".c")]
    chosen = [m for m in handmade(src) if m.path.startswith(tuple(args.room))]
    chosen = draw(files, src, args.count, args.seed, chosen)
    flags = ["-std=gnu11", f"-I{src}/include", f"-I{src}", "-DZNI_PLUGIN_DIR=\"\"",
             "-DLT_OBJDIR=\".libs/\"", "-DPACKAGE_VERSION=\"0\""]
    for package in ("openblas", "hdf5"):
        flags += shlex.split(subprocess.run(["pkg-config", "--cflags", package],
                                            capture_output=True, text=True,
                                            check=False).stdout)
    flags += ["-I/usr/include/suitesparse", "-I/usr/include/hdf5/serial"]
    mutants = keep_what_compiles(src, chosen, flags)
    for path in sorted({m.path for m in mutants}):
        text = switched(src, path, [p for p in enumerate(mutants) if p[1].path == path])
        with open(os.path.join(src, path), "w", encoding="utf-8") as file:
            file.write(text)
    core = os.path.join(src, "solvers/core/ctx.c")
    with open(core, "a", encoding="utf-8") as file:
        file.write(f"\n#define ZN_MUTANTS {len(mutants) + 1}\n" + SWITCH)
    return mutants


def build(work, log):
    """Library and test programs of the copy."""
    src, out = os.path.join(work, "src"), os.path.join(work, "build")
    subprocess.run(["rm", "-rf", out], check=True)
    os.makedirs(out)
    for command, where in ((["autoreconf", "-i"], src),
                           (["../src/configure", "-q", "--disable-werror",
                             "CFLAGS=-g0 -O1"], out),
                           (["make", "-s", f"-j{os.cpu_count()}", "all"], out),
                           (["make", "-s", f"-j{os.cpu_count()}", "check", "TESTS="], out)):
        if subprocess.run(command, cwd=where, stdout=log, stderr=log,
                          check=False).returncode:
            sys.exit(f"{' '.join(command)}: failed, see {log.name}")


# ---- running ------------------------------------------------------------------------------


def environment(work, **more):
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1", CK_DEFAULT_TIMEOUT="60",
               ZENO_SRCDIR=os.path.join(work, "src"),
               ZENO_BUILDDIR=os.path.join(work, "build"), CC="gcc", **more)
    # the same tests everywhere, also where there are no reference data
    env["ZENO_REFERENCE"] = os.path.join(work, "none")
    return env


def run(work, program, limit, **more):
    """True if it passes within the limit (s), and the time."""
    begun = time.monotonic()
    try:
        done = subprocess.run([os.path.join(work, "build", program)],
                              cwd=os.path.join(work, "build"), timeout=limit,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=environment(work, **more), check=False)
        return done.returncode in (0, 77), time.monotonic() - begun
    except subprocess.TimeoutExpired:
        return False, time.monotonic() - begun


def programs(work):
    """The test programs, as the Makefile has them."""
    out = subprocess.run(["make", "-s", "-f", "-", "names"],
                         cwd=os.path.join(work, "build"), capture_output=True, text=True,
                         input="include Makefile\nnames:\n\t@echo $(check_PROGRAMS)\n",
                         check=True).stdout.split()
    return sorted(out)


def reached(work, number):
    """{program: (time, set of mutants)}; what fails with nothing on is left out."""
    notes = os.path.join(work, "reached.txt")
    found = {}
    if os.path.exists(notes):
        with open(notes, encoding="utf-8") as file:
            for line in file:
                name, seconds, seen = line.rstrip("\n").split("\t")
                found[name] = (float(seconds), {int(k) for k in seen.split()})
    todo = [p for p in programs(work) if p not in found]
    for k, program in enumerate(todo):
        print(f"\r{k + 1}/{len(todo)} {program:60}", end="", flush=True)
        seen = os.path.join(work, "seen")
        if os.path.exists(seen):
            os.remove(seen)
        good, seconds = run(work, program, 600, ZENO_MUTANT_SEEN=seen)
        if not good:
            print(f"\r{program} fails with nothing switched on, and is left out")
        marks = b""
        if good and os.path.exists(seen):
            with open(seen, "rb") as file:
                marks = file.read()
        found[program] = (seconds, {i for i in range(number) if marks[i:i + 1] == b"\1"})
        with open(notes, "a", encoding="utf-8") as file:
            file.write(f"{program}\t{seconds:.3f}\t"
                       + " ".join(map(str, sorted(found[program][1]))) + "\n")
    print()
    return found


def equivalent():
    """Keys of mutants that change nothing, with the reasons."""
    known = {}
    with open(os.path.join(HERE, "equivalent.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                key, _, why = line.strip().partition(" ")
                known[key] = why
    return known


def judge(work, mutants, tests):
    """Each mutant's fate, kept in work/fates.txt."""
    notes = os.path.join(work, "fates.txt")
    fates, known = {}, equivalent()
    if os.path.exists(notes):
        with open(notes, encoding="utf-8") as file:
            fates = dict(line.rstrip("\n").split("\t", 1) for line in file)
    for k, m in enumerate(mutants):
        if m.key() in fates:
            continue
        mine = sorted((seconds, name) for name, (seconds, seen) in tests.items()
                      if k in seen)
        fate = "survived" if mine else "not reached"
        for seconds, name in mine:
            print(f"\r{k + 1}/{len(mutants)} {m.path}:{m.line} {name:50}", end="",
                  flush=True)
            if not run(work, name, 10 * seconds + 5, ZENO_MUTANT=str(k))[0]:
                fate = f"killed by {name}"
                break
        if not fate.startswith("killed") and m.key() in known:
            fate = "equivalent: " + known[m.key()]
        fates[m.key()] = fate
        with open(notes, "a", encoding="utf-8") as file:
            file.write(f"{m.key()}\t{fate}\n")
    print()
    return fates


def report(mutants, fates, seed):
    rooms = {}
    for m in mutants:
        fate = fates[m.key()]
        row = rooms.setdefault(os.path.dirname(m.path), [0, 0, 0, 0])
        row[0 if fate.startswith("killed") else 1 if fate.startswith("equivalent")
            else 2 if fate == "survived" else 3] += 1
        if fate in ("survived", "not reached"):
            print(f"{fate}: {m.key()} {m.path}:{m.line}"
                  + (f" ({m.name})" if m.name else "") + "\n    "
                  + " ".join(m.was.split()) + "\n    => " + (" ".join(m.now.split()) or "gone"))
    total = [sum(column) for column in zip(*rooms.values())]
    print(f"\nseed {seed}\n\n| room | killed | equivalent | survived | not reached |\n"
          "|---|---|---|---|---|")
    for name, row in sorted(rooms.items()) + [("all", total)]:
        print(f"| {name} | " + " | ".join(map(str, row)) + " |")
    alive = total[0] + total[2] + total[3]
    print(f"\n{100 * total[0] / max(1, alive):.1f} % of those that change something are "
          "killed")


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--work", default=os.path.join(ROOT, "build", "mutate"))
    p.add_argument("--count", type=int, default=400, help="mutants")
    p.add_argument("--seed", type=int, default=1, help="what is drawn")
    p.add_argument("--room", nargs="+", default=["kernel/", "solvers/"],
                   help="folders or files the mutants are of")
    p.add_argument("--list", action="store_true", help="show the mutants, build nothing")
    p.add_argument("--check", action="store_true",
                   help="only: is what mutants.txt changes in the sources?")
    args = p.parse_args()
    if args.check:
        print(f"{len(handmade(ROOT))} mutants of mutants.txt are in the sources")
        return
    work = os.path.abspath(args.work)
    os.makedirs(work, exist_ok=True)
    head = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                          capture_output=True, text=True, check=True).stdout.strip()
    if head.endswith("-dirty"):  # with what: another change is not gone on with
        diff = subprocess.run(["git", "-C", ROOT, "diff", "HEAD"], capture_output=True,
                              check=True).stdout
        head += hashlib.sha1(diff).hexdigest()
    stamp = f"{head} {args.count} {args.seed} {args.room}"
    kept = os.path.join(work, "stamp")
    same = os.path.exists(kept) and open(kept, encoding="utf-8").read() == stamp
    if not same:
        for name in ("stamp", "reached.txt", "fates.txt"):
            if os.path.exists(os.path.join(work, name)):
                os.remove(os.path.join(work, name))
    with open(os.path.join(work, "mutate.log"), "a", encoding="utf-8") as log:
        if same and not args.list:
            # the same draw again, from the sources as they are
            mutants = make_copy(os.path.join(work, "again"), args)
        else:
            mutants = make_copy(work, args)
        print(f"{len(mutants)} mutants, seed {args.seed}", flush=True)
        if args.list:
            for m in mutants:
                print(f"{m.key()} {m.path}:{m.line}: {' '.join(m.was.split())} => "
                      f"{' '.join(m.now.split()) or 'gone'}")
            return
        if not same:
            build(work, log)
            with open(kept, "w", encoding="utf-8") as file:
                file.write(stamp)
    fates = judge(work, mutants, reached(work, len(mutants)))
    report(mutants, fates, args.seed)


if __name__ == "__main__":
    main()
