# fates.py - mutants against the test programs: which reach them, which notice them
# SPDX-License-Identifier: Apache-2.0
"""What was found is in work/reached.txt and work/results.txt, a line at a time: stopped at any
point, it is gone on with. Both name a program with the hash of its file: a program that was
changed, or is new, is run again, the others are not."""
import hashlib
import os
import re
import resource
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = 4 << 30  # bytes: an endless allocation ends there


def environment(work, **more):
    src = os.path.join(work, "src")
    # what computes for too long is ended by run(); a busy machine is no reason
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1", CK_TIMEOUT_MULTIPLIER="100",
               ZENO_SRCDIR=src, ZENO_BUILDDIR=os.path.join(src, "build"), CC="gcc", **more)
    # the same tests everywhere, also where there are no reference data
    env["ZENO_REFERENCE"] = os.path.join(work, "none")
    return env


# ---- one run --------------------------------------------------------------------------


def family(root):
    """A process and what it started, [pid], and the seconds these have computed."""
    tick = os.sysconf("SC_CLK_TCK")
    spent, below = {}, {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                words = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        spent[int(name)] = sum(map(int, words[11:15])) / tick
        below.setdefault(int(words[1]), []).append(int(name))
    found, at = [root], 0
    while at < len(found):
        found += below.get(found[at], [])
        at += 1
    return found, sum(spent.get(pid, 0) for pid in found)


def end(pids):
    for pid in pids:
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            pass


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(work, program, limit, **more):
    """(passed, seconds computed, why not). The limit is on what it computes, so that a busy
    machine kills nobody; one that computes nothing for a minute waits for ever."""
    build = os.path.join(work, "src", "build")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(os.path.join(work, "output"), "wb") as output:
        child = subprocess.Popen([os.path.join(build, program)], cwd=build, stdout=output,
                                 stderr=output, stdin=subprocess.DEVNULL,
                                 env=environment(work, **more), preexec_fn=limits)
    why, last = None, (0, time.monotonic())
    while why is None:
        try:
            child.wait(0.5)
            break
        except subprocess.TimeoutExpired:
            pids, spent = family(child.pid)
            if spent > last[0]:
                last = spent, time.monotonic()
            if spent > limit:
                why = f"computes for more than {limit:.0f} s"
            elif time.monotonic() - last[1] > 60:
                why = "waits"
            if why:
                end(pids)
                child.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    if why is None and child.returncode not in (0, 77):
        why = f"status {child.returncode}"
    return why is None, seconds, why


def print_of(work, program):
    """The hash of a program's file; libtool's is one folder below."""
    path = os.path.join(work, "src", "build", program)
    inner = os.path.join(os.path.dirname(path), ".libs", os.path.basename(path))
    with open(inner if os.path.exists(inner) else path, "rb") as file:
        return hashlib.sha1(file.read()).hexdigest()[:10]


# ---- notes that are kept ------------------------------------------------------------------


def rows(path):
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.endswith("\n"):  # else it was cut off
                yield line[:-1].split("\t")


def note(path, *columns):
    with open(path, "a", encoding="utf-8") as file:
        file.write("\t".join(map(str, columns)) + "\n")


class Test:
    """A program: its hash, the seconds it computes, the mutants (numbers) it reaches."""

    def __init__(self, name, mark, seconds, seen):
        self.name, self.mark, self.seconds, self.seen = name, mark, seconds, seen


def reached(work, programs, number, limit):
    """The tests that pass with nothing switched on; what takes longer is left out."""
    notes = os.path.join(work, "reached.txt")
    found = {(row[0], row[1]): row for row in rows(notes)}
    tests = []
    for k, program in enumerate(programs):
        mark = print_of(work, program)
        row = found.get((program, mark))
        if not row:
            seen = os.path.join(work, "seen")
            if os.path.exists(seen):
                os.remove(seen)
            good, seconds, why = run(work, program, limit, ZENO_MUTANT_SEEN=seen)
            marks = b""
            if os.path.exists(seen):
                with open(seen, "rb") as file:
                    marks = file.read()
            row = [program, mark, f"{seconds:.3f}", "passes" if good else why,
                   " ".join(str(i) for i in range(number) if marks[i:i + 1] == b"\1")]
            note(notes, *row)
            print(f"{k + 1}/{len(programs)} {program}: {row[3]}, {row[2]} s, reaches "
                  f"{len(row[4].split())} mutants", flush=True)
        if row[3] == "passes":
            tests.append(Test(program, mark, float(row[2]), set(map(int, row[4].split()))))
        else:
            print(f"left out: {program} {row[3]} with nothing switched on", flush=True)
    return tests


# ---- the fates ---------------------------------------------------------------------------


def equivalent():
    """Keys of mutants that change nothing, with the reasons."""
    known = {}
    with open(os.path.join(HERE, "equivalent.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                key, _, why = line.strip().partition(" ")
                known[key] = why
    return known


def akin(path, test):
    """Do a file and a test share a word of their names?"""
    words = {w for w in re.split(r"[/_.]", path) if len(w) > 2}
    return bool(words & set(re.split(r"[/_]", test)))


def try_one(notes, work, k, mutant, tests, past, budget):
    """Run what reaches it and has not been run, the quickest and most special first, before
    them those of its name, until one fails or the budget (s) is used up; True: killed."""
    number = max(1, max(len(t.seen) for t in tests))
    mine = sorted((t for t in tests if k in t.seen),
                  key=lambda t: t.seconds * (0.1 + len(t.seen) / number)
                  * (0.1 if akin(mutant.path, t.name) else 1))
    spent = sum(t.seconds for t in mine if (t.name, t.mark) in past)
    for t in mine:
        if (t.name, t.mark) in past:
            continue
        if spent and spent + t.seconds > budget:
            continue  # a quicker one may still fit
        good, _, why = run(work, t.name, 10 * t.seconds + 5, ZENO_MUTANT=str(k))
        past.add((t.name, t.mark))
        note(notes, mutant.key(), t.name, t.mark, "passed" if good else f"killed: {why}")
        if not good:
            return True
        spent += t.seconds
    return False


def judge(work, mutants, tests, budget):
    """{key: fate}. Short budgets first: most mutants die at once."""
    notes = os.path.join(work, "results.txt")
    past, killer = {}, {}
    for key, program, mark, verdict in rows(notes):
        past.setdefault(key, set()).add((program, mark))
        if verdict.startswith("killed"):
            killer[key] = program
    for most in [b for b in (2, 10, 40) if b < budget] + [budget]:
        if not tests:
            break
        for k, m in enumerate(mutants):
            key = m.key()
            if key in killer:
                continue
            if try_one(notes, work, k, m, tests, past.setdefault(key, set()), most):
                killer[key] = True
        print(f"with {most:g} s each: {len(killer)} of {len(mutants)} killed", flush=True)
    known = equivalent()
    fates = {}
    for k, m in enumerate(mutants):
        here = any(k in t.seen for t in tests)
        fates[m.key()] = ("killed" if m.key() in killer else "equivalent"
                          if m.key() in known else "survived" if here else "not reached")
    return fates


def report(mutants, fates, seed):
    columns = ["killed", "equivalent", "survived", "not reached"]
    rooms = {}
    for m in mutants:
        fate = fates[m.key()]
        rooms.setdefault(os.path.dirname(m.path), [0] * 4)[columns.index(fate)] += 1
        if fate in columns[2:]:
            print(f"{fate}: {m.key()} {m.path}:{m.line}"
                  + (f" ({m.name})" if m.name else "") + "\n    "
                  + " ".join(m.was.split()) + "\n    => " + (" ".join(m.now.split()) or "gone"))
    total = [sum(column) for column in zip(*rooms.values())]
    print(f"\nseed {seed}\n\n| room | " + " | ".join(columns) + " |\n|---|---|---|---|---|")
    for name, row in sorted(rooms.items()) + [("all", total)]:
        print(f"| {name} | " + " | ".join(map(str, row)) + " |")
    alive = total[0] + total[2] + total[3]
    print(f"\n{100 * total[0] / max(1, alive):.1f} % of those that change something are "
          "killed")
