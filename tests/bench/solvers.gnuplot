# solvers.gnuplot - performance profiles of the solvers
# SPDX-License-Identifier: Apache-2.0
set terminal svg size 900,600
set output picture
set logscale x
set xrange [1:1000]
set yrange [0:1]
set key outside right
set xlabel "time / time of the fastest solver on that file"
set ylabel "part of the files solved (error <= 1e-8)"
names = system("cat '" . profile . ".list'")
plot for [s in names] profile . "." . s . ".dat" using 1:2 with steps \
    linewidth (s eq "zeno-auto" ? 3 : 1) title s
