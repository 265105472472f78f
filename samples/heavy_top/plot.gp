# plot.gp - path and height of the heavy top
#     gnuplot -e "data='top.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "top.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,840 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"

set multiplot
set lmargin at screen 0.11; set rmargin at screen 0.46
set bmargin at screen 0.14; set tmargin at screen 0.90
set title "The top from above"
set size ratio -1
set xlabel "x (m)"; set ylabel "y (m)"
plot data using "x[m]":"y[m]" with lines linewidth 1.5 linecolor rgb blue notitle
set size noratio
set lmargin at screen 0.60; set rmargin at screen 0.97
set title "Height of the centre of mass"
set xlabel "time t (s)"; set ylabel "z (m)"
plot data using "t[s]":"z[m]" with lines linewidth 1.5 linecolor rgb red notitle
unset multiplot
