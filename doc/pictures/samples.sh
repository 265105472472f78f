#!/bin/sh
# samples.sh - make the pictures of the pages of samples again, by what the pages say to type:
#     doc/pictures/samples.sh [NAME ...]
# A block of commands on a page with `gnuplot SCRIPT.gp` makes SCRIPT.png in the sample's folder;
# plot.png becomes NAME.png, others NAME_SCRIPT.png. What a block says after that is not for the
# picture. Wants `zeno` in the PATH, gnuplot, and Python.
# SPDX-License-Identifier: Apache-2.0
set -e
here=$(cd "$(dirname "$0")" && pwd)
samples=$(cd "$here/../../samples" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- $(cd "$samples" && ls)

for name; do
    [ -f "$samples/$name/plot.gp" ] || continue
    cp -R "$samples/$name" "$work/$name"
    cd "$work/$name"
    awk -v to="$work/block" '/^```/ {inside = /^```sh/; n += inside; done = 0; next}
        inside && !done {print > (to n)}
        inside && /^gnuplot/ {done = 1}' README.md
    for block in "$work"/block*; do
        ! grep -q '^gnuplot' "$block" || sh -e "$block" >"$work/said" || {
            cat "$work/said"
            exit 1
        }
        rm "$block"
    done
    for script in *.gp; do
        made=${script%.gp}.png
        [ -f "$made" ] || continue
        picture=$samples/$name/$name.png
        [ "$script" = plot.gp ] || picture=$samples/$name/${name}_$made
        python3 "$here/fewer.py" "$made"
        cp "$made" "$picture"
        echo "$picture"
    done
    cd "$work"
done
