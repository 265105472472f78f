# cold.sh - first calls of a process, beside those of the peer's solvers
# SPDX-License-Identifier: Apache-2.0
#
#     PIN=command  sh cold.sh TABLE.csv FOLDER OUT OURS PEER [ROUNDS]
#
# TABLE.csv is what bench_solvers wrote of both; FOLDER has its problem files. For each file
# `auto` and those of the peer's solvers whose first call was within twice the least of them are run
# in turns, ROUNDS processes each (15); a time is the median of their first calls, reading
# and making the solver not counted. What takes longer than LONG in both is left out: nobody
# waits for the first call there. Prints a line per file, and what it comes to.

table=$1 folder=$2 out=$3 ours=$4 peer=$5 rounds=${6:-15}
long=0.1 # s

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
        $PIN "$ours" --one "$2" "$path" auto "$4" 0 10 "$out/answer"
    else
        case $1 in *.hdf5) path=$out/${1##*/}.dat ;; esac
        $PIN "$peer" "$2" "$path" "$3" "$4" 0 10 "$out/answer"
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
