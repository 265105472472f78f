# plot.gp - attractor and collector
#     gnuplot -e "data='colpitts.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "colpitts.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,840 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 1,2 margins 0.10,0.97,0.14,0.90 spacing 0.10,0
set title "Attractor"
set xlabel "v_c (V)"
set ylabel "v_b (V)"
plot data using "v_c[V]":"v_b[V]" with lines linewidth 0.5 linecolor rgb blue notitle
set title "Collector"
set xrange [0:0.2]
set xlabel "time t (ms)"
set ylabel "v_c (V)"
plot data using (1e3*column("t[s]")):"v_c[V]" with lines linecolor rgb red notitle
unset multiplot
