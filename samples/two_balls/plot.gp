# plot.gp - heights of the two balls
#     gnuplot -e "data='balls.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "balls.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,840 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set title "A light ball falls on top of a heavy one"
set xlabel "time t (s)"
set ylabel "height of the centre (m)"
set yrange [0:*]
plot data using "t[s]":"q1[m]" with lines linewidth 1.5 linecolor rgb blue title "heavy", \
     data using "t[s]":"q2[m]" with lines linewidth 1.5 linecolor rgb red title "light"
