# cold.sh - first calls of a process, beside those of the peer's solvers
# SPDX-License-Identifier: Apache-2.0
#
#     ZENO_SRCDIR=.  ZENO_BUILDDIR=.  ZENO_REFERENCE=folder  ROUNDS=15  sh cold.sh
#
# After solvers.sh, whose table says which of the peer's solvers are candidates: for each file
# `auto` and those whose first call was within twice the least of them are run in turns, ROUNDS
# processes each; a time is the median of their first calls, reading and making the solver not
# counted. What takes longer than `long` in both is left out: nobody waits for the first call
# there. Prints a line per file, and what it comes to.

dir=${ZENO_BUILDDIR:-.}/tests/bench
out=$dir/out
table=$dir/solvers.csv
ours=$dir/bench_solvers
peer=$out/numerics_peer
folder=${ZENO_REFERENCE:-${ZENO_SRCDIR:-.}/../shared/reference}/problems
rounds=${ROUNDS:-15}
long=0.1 # s

if ! [ -s "$table" ] || ! grep -q ',peer,' "$table"; then
    echo "first calls: no table of both solvers; make bench BENCH=solvers writes it"
    exit 0
fi
OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
export OPENBLAS_NUM_THREADS OMP_NUM_THREADS
pin=
if command -v taskset > /dev/null; then
    last=$(($(getconf _NPROCESSORS_ONLN) - 1))
    taskset -c $last true 2> /dev/null && pin="taskset -c $last"
fi

# first FILE: seconds of the first call, behind five integers (timing.h)
first()
{
    od -A n -t f8 -j 40 -N 8 "$1"
}

# name class solver tolerance, `auto` first, of the files that the peer solves
candidates()
{
    awk -F, -v long=$long '
    NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
    $col["outcome"] != "solved" { next }
    {
        f = $col["file"]; t = $col["first_s"]; class[f] = $col["class"]
        if ($col["who"] == "zeno") {
            if ($col["solver"] == "auto") { auto[f] = t; name[++files] = f }
            next
        }
        k = ++n[f]
        time[f, k] = t; solver[f, k] = $col["solver"]; tol[f, k] = $col["tol"]
        if (k == 1 || t < least[f]) least[f] = t
    }
    END {
        for (i = 1; i <= files; i++) {
            f = name[i]
            if (!n[f] || (auto[f] > long && least[f] > long)) continue
            print f, class[f], "auto", 1e-8
            for (k = 1; k <= n[f]; k++)
                if (time[f, k] <= 2 * least[f])
                    print f, class[f], solver[f, k], tol[f, k]
        }
    }' "$table"
}

# one FILE CLASS SOLVER TOLERANCE: a process; appends to $out/cold.csv
one()
{
    rm -f "$out/answer"
    path=$folder/$1
    if [ "$3" = auto ]; then
        $pin "$ours" --one "$2" "$path" auto "$4" 0 10 "$out/answer"
    else
        case $1 in *.hdf5) path=$out/${1##*/}.dat ;; esac
        $pin "$peer" "$2" "$path" "$3" "$4" 0 10 "$out/answer"
    fi > /dev/null 2>&1
    [ ! -s "$out/answer" ] || echo "$1,$3,$(first "$out/answer")" >> "$out/cold.csv"
}

: > "$out/cold.csv"
candidates > "$out/cold.list"
for file in $(cut -d ' ' -f 1 "$out/cold.list" | uniq); do
    for round in $(seq "$rounds"); do
        grep "^$file " "$out/cold.list" | while read -r f class solver tol; do
            one "$f" "$class" "$solver" "$tol"
        done
    done
done

LC_ALL=C sort -t, -k1,1 -k2,2 -k3,3g "$out/cold.csv" | awk -F, '
function close_group()
{
    if (!n) return
    median = t[int((n + 1) / 2)]
    if (solver == "auto") auto[file] = median
    else if (!(file in best) || median < best[file]) {
        best[file] = median; winner[file] = solver
    }
}
$1 != file || $2 != solver {
    close_group()
    if ($1 != file) name[++files] = $1
    file = $1; solver = $2; n = 0
}
{ t[++n] = $3 }
END {
    close_group()
    printf "%-40s %9s %9s %-16s %7s\n", "first calls of a process", "auto us", "us",
        "peer", "ratio"
    for (i = 1; i <= files; i++) {
        f = name[i]
        if (!(f in auto) || !(f in best)) continue
        ratio = best[f] / auto[f]
        printf "%-40s %9.1f %9.1f %-16s %7.2f %s\n", f, 1e6 * auto[f], 1e6 * best[f],
            winner[f], ratio, ratio < 1 ? "slower" : ""
        logs += log(ratio); all++
        if (ratio >= 1) good++
    }
    if (all)
        printf "%-8s first calls of a process: auto is not slower than the " \
            "peer'"'"'s fastest on %d of %d files; geometric mean %.1f times faster\n",
            good == all ? "met" : "NOT MET", good, all, exp(logs / all)
}'
