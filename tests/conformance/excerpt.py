"""excerpt.py FOLDER - some rows of each reference trajectory, for whoever has none

Prints what tests/conformance/excerpt.txt is: for each table a line with its name, its
rows and columns, then some rows behind their numbers. Tables whose times are not
evenly spaced are left out, as the times of rows between could not be told.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from pathlib import Path

HEAD = """\
# excerpt.txt - some rows of reference trajectories: the first two, two within, the
# last. Tests compare with them where the tables themselves are absent; the
# schemes, steps and parameters are those of the tests. Made by excerpt.py.
"""


def table(path):
    """Rows of a table as lists of words, or None where it has another format."""
    words = path.read_text().split()
    try:
        rows, cols = int(words[0]), int(words[1])
    except ValueError:
        return None
    if len(words) != 2 + rows * cols:
        return None
    return [words[2 + k * cols:2 + (k + 1) * cols] for k in range(rows)]


def chosen(rows):
    """The rows to keep."""
    last = len(rows) - 1
    keep = {0, 1, last // 2, 3 * last // 4, last}
    # a thinned table ends with a shorter stride
    return sorted(keep if even(rows, sorted(keep)) else keep | {last - 1})


def even(rows, keep):
    """Are the times between rows that are kept those of a straight line?"""
    t = [float(row[0]) for row in rows]
    for a, b in zip(keep, keep[1:]):
        for k in range(a, b):
            line = t[a] + (k - a) * (t[b] - t[a]) / (b - a)
            if abs(line - t[k]) > 1e-9 * max(1, abs(t[-1])):
                return False
    return t[-1] > t[0]


def main():
    folder = Path(sys.argv[1])
    print(HEAD, end="")
    for path in sorted(folder.glob("*/*.ref")):
        rows = table(path)
        if not rows or not even(rows, chosen(rows)):
            print(f"left out: {path.name}", file=sys.stderr)
            continue
        print(f"\ntrajectories/{path.relative_to(folder)} {len(rows)} {len(rows[0])}")
        for k in chosen(rows):
            print(k, *(f"{float(word):.16g}" for word in rows[k]))


main()
