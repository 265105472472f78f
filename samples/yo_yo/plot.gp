# plot.gp - height and spin of a yo-yo
#     gnuplot -e "data='yoyo.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "yoyo.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,960 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
unset key
set multiplot layout 2,1 margins 0.11,0.97,0.12,0.94 spacing 0,0.06
set format x ""
set ylabel "height (m)"
plot data using "t[s]":(-column("fallen[m]")) with lines linecolor rgb "#1f5fa8"
set format x "%g"
set ylabel "spin (rad/s)"
set xlabel "time t (s)"
plot data using "t[s]":"rate[rad/s]" with lines linecolor rgb "#c8392b"
unset multiplot
