# plot.gp - an arm that follows its way, and a floor
#     gnuplot -e "data='arm.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "arm.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1280 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
set key top right horizontal
h = 1e-3
set multiplot layout 3,1 margins 0.11,0.97,0.09,0.95 spacing 0,0.07
set ylabel "angles (rad)"
set yrange [-1.5:1.7]
plot data using "t[s]":(0.3 + 0.5*sin(4*column("t[s]"))) with lines linecolor rgb "#aaaaaa" title "wanted", \
     data using "t[s]":(-1 + 0.4*cos(4*column("t[s]"))) with lines linecolor rgb "#aaaaaa" notitle, \
     data using "t[s]":"shoulder[rad]" with lines linecolor rgb "#1f5fa8" title "shoulder", \
     data using "t[s]":"elbow[rad]" with lines linecolor rgb "#2e8b57" title "elbow"
unset key
set yrange [*:*]
set ylabel "tip above the floor (m)"
plot data using "t[s]":"tip[m]" with lines linecolor rgb "#1f5fa8"
set ylabel "force of the floor (N)"
set yrange [0:120]
set xlabel "time t (s)"
plot data using "t[s]":(column("impulse[N s]")/h) with lines linecolor rgb "#c8392b"
unset multiplot
