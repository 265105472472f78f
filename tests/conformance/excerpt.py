"""excerpt.py FOLDER - some rows of each reference trajectory, for whoever has none

Prints what tests/conformance/excerpt.txt is: for each table a line with its name, its
rows and columns, then some rows behind their numbers. Where the times of a table bend,
at events, there is a row of the time alone, so that those between are on straight lines.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from pathlib import Path

HEAD = """\
# excerpt.txt - some rows of reference trajectories: the first two, two within, the
# last, those of a first event, those that tests begin with. Tests compare with them where
# the tables themselves are absent; the schemes, steps and parameters are those of the tests.
# Rows of a time alone say where times bend. Made by excerpt.py.
"""

# tables without a line of their size
BARE = {"NonLinearSwitch.ref": (2000, 8), "DiodeBridgePowSupTRAP1us.dat": (1001, 9)}

# rows that tests begin with, or compare with, one by one
MORE = {"FourBarClearance.ref": {13, 14}}


def table(path):
    """Rows of a table as lists of words."""
    words = path.read_text().split()
    rows, cols = BARE.get(path.name) or (int(words[0]), int(words[1]))
    if path.name not in BARE:
        words = words[2:]
    if len(words) != rows * cols:
        raise ValueError(f"{path}: {len(words)} numbers, not {rows} x {cols}")
    return [words[k * cols:(k + 1) * cols] for k in range(rows)]


def straight(t, a, b):
    """Are the times of the rows from a to b those of a straight line?"""
    return all(abs(t[a] + (k - a) * (t[b] - t[a]) / (b - a) - t[k]) <= 1e-9 * max(1, abs(t[-1]))
               for k in range(a + 1, b))


def bends(t):
    """Rows such that those between are on straight lines."""
    found = [0]
    while found[-1] < len(t) - 1:
        b = found[-1] + 1
        while b + 1 < len(t) and straight(t, found[-1], b + 1):
            b += 1
        found.append(b)
    return found


def chosen(t, bent):
    """The rows to keep in full: of the first bend those around it."""
    last = len(t) - 1
    keep = {0, 1, last // 2, 3 * last // 4, last}
    if len(bent) > 2:
        keep |= {bent[1] + k for k in range(4) if bent[1] + k <= last}
    return keep


def main():
    folder = Path(sys.argv[1])
    print(HEAD, end="")
    for path in sorted([*folder.glob("*/*.ref"), *folder.glob("*/*.dat")]):
        rows = table(path)
        t = [float(row[0]) for row in rows]
        bent = bends(t)
        full = chosen(t, bent) | MORE.get(path.name, set())
        print(f"\ntrajectories/{path.relative_to(folder)} {len(rows)} {len(rows[0])}")
        for k in sorted(full | set(bent)):
            print(k, *(f"{float(word):.16g}" for word in rows[k][:None if k in full else 1]))


main()
