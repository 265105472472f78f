# plot.gp - angles of the balls of Newton's cradle
#     gnuplot -e "data='cradle.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "cradle.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,960 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
set key outside top center horizontal
set xlabel "time t (s)"
set ylabel "angle (rad)"
plot for [i=0:4] data using "t[s]":sprintf("a%d[rad]", i) with lines \
    linecolor rgb word("#1f5fa8 #4a9e5c #b0b0b0 #d99a2b #c8392b", i + 1) title sprintf("a_%d", i)
