# solvers.awk - what the table of bench_solvers says
# SPDX-License-Identifier: Apache-2.0
#
#     awk -v profile=PREFIX -v turns=turns.csv -f solvers.awk solvers.csv
#
# Times are the least of the repetitions; where `auto` and the peer's fastest were
# run in turns, theirs and their ratio are the medians of the turns, with the least and the
# largest ratio behind. PREFIX.who-solver.dat get the
# performance profiles (Dolan & More 2002): which part of the files a solver
# solves within so many times the time of the fastest, whoever that is.
BEGIN {
    FS = ","
    while (turns != "" && (getline < turns) > 0) {
        if ($1 == "file") continue
        turn_auto[$1] = $5; turn_peer[$1] = $6; turn_ratio[$1] = $7
        range[$1] = sprintf("%.2f-%.2f", $8, $9)
    }
}

NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }

{
    file = $col["file"]; who = $col["who"]; solver = $col["solver"]
    class = $col["class"]; solved = $col["outcome"] == "solved"
    t = $col["least_s"]
    if (!(file in n)) {
        name[++files] = file
        n[file] = $col["n"]; nnz[file] = $col["nnz"]
        contacts[file] = $col["contacts"]; of[file] = class
        sub(/\/.*/, "", class)
    }
    if (solved && (!((file, who) in best) || t < best[file, who]) &&
        !(who == "zeno" && solver == "auto")) {
        best[file, who] = t; winner[file, who] = solver
    }
    if (solved && (!(file in fastest) || t < fastest[file])) fastest[file] = t
    if (who == "zeno" && solver == "auto") {
        auto[file] = solved ? t : ""
        outcome[file] = $col["outcome"]
        kb[file] = $col["kb"]
    }
    key = who "-" solver
    if (solved && (!((key, file) in time) || t < time[key, file]))
        time[key, file] = t
    if (!(key in keys)) { keys[key] = 1; keylist[++nkeys] = key }
    if (solver == "nsgs" && solved && contacts[file] > 0 &&
        $col["iterations"] >= 10)
        sweep[file, who] = 1e9 * t / $col["iterations"] / contacts[file]
}

function us(t) { return t == "" ? "-" : sprintf("%.3g", 1e6 * t) }
function verdict(met, text) { printf "%-8s %s\n", met ? "met" : "NOT MET", text }

END {
    printf "%-40s %6s %7s %9s %-16s %9s %-16s %9s %7s %s\n", "file", "n", "nnz",
        "auto us", "our fastest", "us", "peer's fastest", "us", "ratio", "of turns"
    for (i = 1; i <= files; i++) {
        f = name[i]; p = best[f, "peer"]; a = auto[f]
        ratio = p != "" && a != "" ? p / a : ""
        if (f in turn_ratio) {
            a = turn_auto[f]; p = turn_peer[f]; ratio = turn_ratio[f]
        }
        printf "%-40s %6d %7d %9s %-16s %9s %-16s %9s %7s %-10s %s\n", f, n[f],
            nnz[f], us(a), winner[f, "zeno"], us(best[f, "zeno"]),
            p == "" ? "-" : winner[f, "peer"], us(p),
            ratio == "" ? "-" : sprintf("%.2f", ratio), range[f],
            a == "" ? outcome[f] : ratio != "" && ratio < 1 ? "slower" : ""
        if (a != "") autos++
        else lost = lost " " f
        if (p != "") { peers++; if (a != "" && ratio >= 1) notslower++ }
        if (ratio != "") {
            logs += log(ratio); ratios++
            if (least == "" || ratio < least) { least = ratio; tight = f }
        }
    }
    print ""
    print "Gauss-Seidel, ns per sweep and contact, set-up and tests included, where both\ntake 10 sweeps and more:"
    for (i = 1; i <= files; i++) {
        f = name[i]
        if (!((f, "zeno") in sweep) || !((f, "peer") in sweep)) continue
        z = sweep[f, "zeno"]; p = sweep[f, "peer"]
        printf "%-40s contacts %5d  zeno %8.0f  peer %8.0f  ratio %6.1f\n", f,
            contacts[f], z, p, p / z
        if (contacts[f] >= 5) {
            sweeps++; sweeplog += log(p / z)
            if (p / z < 3) below = below " " f
        }
    }
    print ""
    for (i = 1; i <= files; i++) {
        f = name[i]
        if (contacts[f] == 1)
            printf "one contact: %s, auto %s us, peer %s us\n", f, us(auto[f]),
                us(best[f, "peer"])
        if (nnz[f] >= 1000 && kb[f] != "") {
            m = kb[f] * 1024 / nnz[f]
            if (m > memory) { memory = m; where = f }
        }
    }
    verdict(lost == "", sprintf("auto solves %d of %d files%s", autos, files,
        lost == "" ? "" : "; not" lost))
    if (peers) {
        verdict(notslower == peers, sprintf("auto is not slower than the " \
            "peer's fastest on %d of %d files; geometric mean %.1f times " \
            "faster, the least %.2f (%s)", notslower, peers,
            exp(logs / ratios), least, tight))
    }
    if (sweeps)
        verdict(below == "", sprintf("Gauss-Seidel per sweep and contact, 5 " \
            "contacts and more: %.1f times faster in the mean, aim 3 each%s",
            exp(sweeplog / sweeps), below == "" ? "" : "; less on" below))
    if (where != "")
        printf "         memory that auto adds: at most %.0f bytes per " \
            "stored value (%s)\n", memory, where

    if (profile == "") exit
    for (k = 1; k <= nkeys; k++) {
        m = 0
        for (i = 1; i <= files; i++)
            if ((keylist[k], name[i]) in time)
                r[++m] = time[keylist[k], name[i]] / fastest[name[i]]
        if (m * 4 < files) continue
        for (a = 2; a <= m; a++)
            for (b = a; b > 1 && r[b] < r[b - 1]; b--) {
                x = r[b]; r[b] = r[b - 1]; r[b - 1] = x
            }
        out = profile "." keylist[k] ".dat"
        printf "" > out
        for (a = 1; a <= m; a++) printf "%g %g\n", r[a], a / files >> out
        printf "%g %g\n", 1e4, m / files >> out
        close(out)
        print keylist[k] > (profile ".list")
    }
}
