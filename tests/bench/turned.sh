# turned.sh - how far slips are turned from one sweep to the next
# SPDX-License-Identifier: Apache-2.0
#
#     ZENO_BUILDDIR=.  sh turned.sh 'structure=pile bodies=1000 mu=0.3' SWEEPS...
#
# The reactions of `nsgs` after so many sweeps from zero (its best point, the last one where errors fall) and after one
# more: of contacts that slide at both, hundredths whose friction has turned by more than 0.1, 0.03, 0.01, 0.003, 0.001
# of a radian, and by less. A table of "Sweeps beyond the caches" (heaps.md) is of this.

build=${ZENO_BUILDDIR:-.}
[ $# -ge 2 ] || { sed -n 's/^#     //p' "$0" >&2; exit 2; }
spec=$1
shift
mu=$(printf '%s\n' "$spec" | sed -n 's/.*mu=\([0-9.]*\).*/\1/p')
out=$build/tests/bench/out
mkdir -p "$out"
: "${mu:?the words have no mu=}"

# reactions N FILE: three numbers a line
reactions()
{
    "$build/zeno-solve" -q --random "friction $spec" -s nsgs -t 0 -n "$1" -o "$out/turned" >/dev/null 2>&1
    awk '/^# w/ { exit } /^#/ { next } { printf "%s%s", $1, ++n % 3 ? " " : "\n" }' "$out/turned" >"$2"
}

echo '| after sweeps | above 0.1 | 0.03 to 0.1 | 0.01 to 0.03 | 0.003 to 0.01 | 0.001 to 0.003 | less | slips |'
echo '|---|---|---|---|---|---|---|---|'
for sweeps; do
    reactions "$sweeps" "$out/turned.a"
    reactions $((sweeps + 1)) "$out/turned.b"
    paste "$out/turned.a" "$out/turned.b" | awk -v mu="$mu" -v sweeps="$sweeps" '
        function slides(n, s, t) { return n > 0 && sqrt(s * s + t * t) > 0.999999 * mu * n }
        slides($1, $2, $3) && slides($4, $5, $6) {
            by = atan2($2 * $6 - $3 * $5, $2 * $5 + $3 * $6)
            by = by < 0 ? -by : by
            all++
            many[by > 0.1 ? 1 : by > 0.03 ? 2 : by > 0.01 ? 3 : by > 0.003 ? 4 : by > 0.001 ? 5 : 6]++
        }
        END {
            printf "| %d |", sweeps
            for (k = 1; k <= 6; k++)
                printf " %.0f |", all ? 100 * many[k] / all : 0
            printf " %d |\n", all
        }'
done
rm -f "$out/turned" "$out/turned.a" "$out/turned.b"
