# run.sh - benchmark of the step loop, beside Debian's siconos if it is there
# SPDX-License-Identifier: Apache-2.0
#
#     BENCH=full|quick|steps|circuits|bodies|events  PEER=yes|no  ZENO_SRCDIR=.
#     ZENO_BUILDDIR=.  CXX=c++  SICONOS=/usr (where its packages are unpacked)
#     sh run.sh
#
# Both programs run the same problem alternately and must end at the same
# place; printed is the median of the rounds. The peer is given each of the
# solvers below and judged by its fastest right one. Thresholds are reported,
# never enforced: the exit status says only whether the benchmark itself ran.

src=${ZENO_SRCDIR:-.}/tests/bench
dir=${ZENO_BUILDDIR:-.}/tests/bench
out=$dir/out
csv=$dir/bench.csv
program=bench_zeno
driver=siconos_peer
solvers="209 218 200" # Newton on Fischer-Burmeister, on min; Lemke, the default
aim=50 # at N = 1000

case ${BENCH:-full} in
quick) rounds=3 enough=0.05 limit=6 peer_max=1000 sizes="10 100 1000 10000" ;;
full | steps) rounds=5 enough=0.3 limit=60 peer_max=10000
    sizes="10 100 1000 10000 100000" ;;
circuits) rounds=5 enough=0.2 limit=60 peer_max=10000 aim=20
    program=bench_circuits driver=siconos_circuits
    csv=$dir/circuits.csv ;;
bodies) rounds=5 enough=0.3 limit=60 peer_max=10000 aim=20 solvers=0
    program=bench_bodies driver=siconos_bodies
    csv=$dir/bodies.csv ;;
events) rounds=5 enough=0.3 limit=60 peer_max=100 aim=20
    solvers="8 10 11 12 13" # tolerances of its integrator, 10^-DIGITS
    program=bench_events driver=siconos_events
    csv=$dir/events.csv ;;
*) echo "BENCH=$BENCH: give full, quick, steps, circuits, bodies, events or solvers" >&2; exit 2 ;;
esac
zeno=$dir/$program
peer=$out/$driver

# one thread of BLAS and one processor: the same conditions for both
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
pin=
if command -v taskset > /dev/null; then
    last=$(($(getconf _NPROCESSORS_ONLN) - 1))
    taskset -c $last true 2> /dev/null && pin="taskset -c $last"
fi

mkdir -p "$out" || exit 1
[ -x "$zeno" ] || { echo "no $zeno: run make bench" >&2; exit 1; }

have_peer=no
libraries=
[ $program != bench_bodies ] || libraries=-lsiconos_mechanics
. "$src/peer.sh"
build_peer "$src/$driver.cpp" "$peer" $libraries && have_peer=yes

# field NAME FILE: value of NAME=value in the last line of results
field()
{
    sed -n "s/^ns_step=/ &/;s/.* $1=\([^ ]*\).*/\1/p" "$2" | tail -n 1
}

median()
{
    sort -g | awk '{ x[NR] = $1 } END { if (NR) print x[int((NR + 1) / 2)] }'
}

# difference FILE FILE: largest difference of positions over the largest one
difference()
{
    paste "$1" "$2" | awk 'NF != 2 { bad = 1 }
        { d = $1 - $2; if (d < 0) d = -d; if (d > m) m = d
          s = $1 < 0 ? -$1 : $1; if (s > t) t = s }
        END { print bad || !(m >= 0) || t == 0 ? "nan" : m / t }'
}

# true EXPRESSION: as awk sees it
true_()
{
    awk "BEGIN { exit !($1) }"
}

# one round; results are appended, the caller takes medians
run_zeno()
{
    $pin "$zeno" $1 $2 $3 $4 "$out/zeno.q" > "$out/zeno.txt" || {
        echo "$program $1 $2 failed" >&2
        exit 1
    }
    field ns_step "$out/zeno.txt" >> "$out/zeno.ns"
}

# the last two arguments: solver and time limit; 1 if it failed or ran into it
run_peer()
{
    $pin timeout $6 "$peer" $1 $2 $3 $4 "$out/peer.q" $5 \
        > "$out/peer.txt" 2> "$out/peer.err" || return 1
    [ -n "$(field ns_step "$out/peer.txt")" ]
}

# The fastest solver with which the peer ends where we do; all of them together
# have the time limit. A probe that took long is also the measurement.
choose_solver()
{
    begin=$(date +%s)
    for s in $solvers; do
        left=$((limit - $(date +%s) + begin))
        [ $left -gt 0 ] || break
        run_peer $1 $2 $3 0 $s $left || continue
        ns=$(field ns_step "$out/peer.txt")
        d=$(difference "$out/zeno.q" "$out/peer.q")
        case $s in 200 | 306) default=$ns ;; esac # its own choice
        diff=$d
        true_ "\"$d\" != \"nan\" && $d <= 1e-9" || continue
        if [ -z "$best" ] || true_ "$ns < $best"; then
            solver=$s best=$ns bestdiff=$d
            peer_kb=$(field peak_kb "$out/peer.txt")
        fi
    done
    if [ -n "$solver" ]; then
        diff=$bestdiff
    elif [ -n "$diff" ]; then
        note="other trajectory"
    else
        note="peer over $limit s"
    fi
}

# measure PROBLEM N STEPS: one line of the table
measure()
{
    rm -f "$out"/*.ns
    solver= default= best= diff= ratio= peer_kb= note=
    run_zeno $1 $2 $3 $enough
    if [ $have_peer = no ]; then
        note="no peer"
    elif [ $2 -gt $peer_max ] || [ -n "$slow" ]; then
        note="peer skipped"
    else
        choose_solver $1 $2 $3
        [ -n "$diff" ] || slow=yes
    fi
    if [ -n "$solver" ] && true_ "$best * $3 < 5e9"; then
        for r in $(seq $rounds); do
            run_zeno $1 $2 $3 $enough
            run_peer $1 $2 $3 $enough $solver $limit &&
                field ns_step "$out/peer.txt" >> "$out/peer.ns"
        done
        best=$(median < "$out/peer.ns")
    else
        for r in 1 2; do
            run_zeno $1 $2 $3 $enough
        done
    fi
    ns=$(median < "$out/zeno.ns")
    [ -z "$solver" ] || ratio=$(awk "BEGIN { print $best / $ns }")
    zeno_kb=$(field peak_kb "$out/zeno.txt")
    base=$(field base_kb "$out/zeno.txt")
    echo "$1,$2,$3,$(field active "$out/zeno.txt"),$ns,$best,$ratio,$solver,\
$default,$zeno_kb,$((zeno_kb - base)),$peer_kb,$diff,$note" >> "$csv"
    tail -n 1 "$csv" | awk -F, '{
        printf "%-15s %7d %6d %7d %12.4g %12s %8s %7s %10s %10s %9s  %s\n",
            $1, $2, $3, $4, $5, $6 == "" ? "-" : sprintf("%.4g", $6),
            $7 == "" ? "-" : sprintf("%.1f", $7), $8 == "" ? "-" : $8,
            sprintf("%.1f", $10 / 1024),
            $12 == "" ? "-" : sprintf("%.1f", $12 / 1024),
            $13 == "" ? "-" : sprintf("%.1e", $13), $14 }'
}

# ---- the table ------------------------------------------------------------------

echo "problem,n,steps,active,zeno_ns,peer_ns,ratio,peer_solver,\
peer_default_ns,zeno_kb,zeno_model_kb,peer_kb,difference,note" > "$csv"
echo "per step of the loop, ns; peak memory of the process, MiB; one thread;"
if [ "$program" = bench_events ]; then
    echo "solver: digits of the peer's integrator, the fastest that ends where we do"
else
    echo "solver: the peer's fastest that ends where we do (lcp_cst.h, relay_cst.h)"
fi
printf "%-15s %7s %6s %7s %12s %12s %8s %7s %10s %10s %9s\n" problem N steps \
    active zeno peer ratio solver "zeno MiB" "peer MiB" diff
slow=
if [ "$program" = bench_circuits ]; then
    . "$src/circuits.sh"
elif [ "$program" = bench_bodies ]; then
    measure ball-friction 1 400
    measure beams 1 400
    measure woodpecker 1 5000
    for n in 100 1000 10000 100000; do # the same part of the motion: bouncing
        measure ball-friction $n 100
    done
elif [ "$program" = bench_events ]; then
    measure ball 1 300
    measure cam 1 200
    measure column 2 100
    measure column 10 20
    measure balls 10 50
    measure balls 100 50
else
    measure ball 1 2000
    measure cam 1 10000
    measure cam-rheonomous 1 10000
    measure pendulum 2 10000
    measure bar 10 748
    measure bar 100 748
    # name and number of steps, for every N the same part of the motion
    for problem in "column 100" "resting 20" "balls 100"; do
        slow=
        for n in $sizes; do
            measure ${problem% *} $n ${problem#* }
        done
    done
fi

# ---- what was aimed at -----------------------------------------------------------

awk -F, -v aim=$aim '
function verdict(met, text) { printf "%-8s %s\n", met ? "met" : "NOT MET", text }
# slope of log y over log x
function slope(n, x, y,    i, sx, sy, sxx, sxy)
{
    for (i = 1; i <= n; i++) {
        sx += x[i]; sy += y[i]; sxx += x[i] * x[i]; sxy += x[i] * y[i]
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx)
}
NR == 1 { next }
!($1 in count) { order[++problems] = $1 }
{
    count[$1]++
    if ($2 >= 100) {
        k = ++points[$1]
        size[$1, k] = log($2); time[$1, k] = log($5); kb[$1, k] = log($11)
    }
    if ($7 == "") next
    what = sprintf("%s, N = %d: %.1f times faster", $1, $2, $7)
    if ($2 <= 10)
        verdict($7 >= 20, what ", aim 20")
    if ($2 == 1000)
        verdict($7 >= aim, what ", aim " aim)
}
END {
    for (i = 1; i <= problems; i++) {
        p = order[i]
        n = points[p]
        if (n < 3) continue
        for (k = 1; k <= n; k++) { x[k] = size[p, k]; y[k] = time[p, k] }
        e = slope(n, x, y)
        for (k = steep = 0; ++k < n;) {
            s = (y[k + 1] - y[k]) / (x[k + 1] - x[k])
            if (s > steep) steep = s
        }
        verdict(e <= 1.1, sprintf("%s: time per step grows as N^%.2f from " \
            "N = 100 on (steepest decade %.2f), aim 1.1", p, e, steep))
        for (k = 2; k <= n; k++) { x[k - 1] = size[p, k]; y[k - 1] = kb[p, k] }
        e = slope(n - 1, x, y)
        verdict(e <= 1.05, sprintf("%s: memory grows as N^%.2f from N = 1000 " \
            "on, aim 1", p, e))
    }
}' "$csv" | tee "$out/verdict.txt"
echo "all numbers: $csv"
