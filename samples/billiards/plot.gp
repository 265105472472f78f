# plot.gp - the ways of sixteen balls after a break
#     gnuplot -e "data='break.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "break.csv"
if (!exists("n")) n = 15
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1120 font "sans,11" fontscale 2 linewidth 2.4 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
unset key
set size ratio -1
set xlabel "x (m)"
set ylabel "y (m)"
set style fill transparent solid 0.7 noborder
set title "a break, for half a second"
plot for [k=1:n] data using (column(sprintf("x%d[m]", k))):(column(sprintf("y%d[m]", k))) with lines linecolor rgb "#1f5fa8", \
     data using "x0[m]":"y0[m]" with lines linewidth 2 linecolor rgb "#c8392b", \
     for [k=1:n] data every ::0::0 using (column(sprintf("x%d[m]", k))):(column(sprintf("y%d[m]", k))):(0.028575) with circles linecolor rgb "#999999", \
     for [k=0:n] data every ::500::500 using (column(sprintf("x%d[m]", k))):(column(sprintf("y%d[m]", k))):(0.028575) with circles linecolor rgb "#2e8b57"
