# first-model.sh - the files and commands of first-model.md work when typed
# SPDX-License-Identifier: Apache-2.0
set -eu

zeno=${ZENO_BUILDDIR:?}/zeno
page=${ZENO_SRCDIR:?}/doc/first-model.md
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work"

# the blocks of C, each named by its first line
awk '/^```c$/ { on = 1; first = 1; next } /^```$/ { on = 0 }
     on && first { name = $2; first = 0 } on { print >name }' "$page"
for file in PlanetPlugin.c drop.c; do
    [ -s $file ] || { echo "FAIL: $page has no $file"; exit 1; }
done

# the commands
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" |
    sed "s|^zeno |\"$zeno\" |" >commands
sed -i '/plot/d' commands # pictures are drawn in tests/zeno/plot.sh
sh -e commands >out 2>err || { cat out err; echo "FAIL: a command failed"; exit 1; }
grep -q 'impacts' out || { cat out; echo "FAIL: no summary"; exit 1; }
head -n 1 drop.csv | grep -q '^t\[s\],ball.q0' ||
    { head -n 1 drop.csv; echo "FAIL: header of the recording"; exit 1; }

# first impact of a fall from 1 m: sqrt(2/9.81) = 0.4515 s, 3.99 m/s upwards
awk -F, 'NR > 2 && v < 0 && $3 > 0 && !hit { hit = $1; up = $3 } { v = $3 }
         END { exit !(hit > 0.4505 && hit < 0.4535 && up > 3.97 && up < 4.01) }' \
    drop.csv || { echo "FAIL: the first impact"; exit 1; }
if "$zeno" -q drop.c -- --quiet --set e=1.5 2>err; then
    echo "FAIL: e = 1.5 was accepted"
    exit 1
fi
grep -q "must be in" err || { cat err; echo "FAIL: no range"; exit 1; }
