# plot.gp - hammer, current and voltage of the bell
#     gnuplot -e "data='bell.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "bell.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"

set multiplot layout 2,1 margins 0.11,0.89,0.11,0.92 spacing 0,0.12
set xrange [0:0.1]
set title "The hammer strikes its gong at 3 mm; beyond 1 mm the circuit is open"
set ylabel "hammer q (mm)"
plot data using "t[s]":(1e3 * column("q[m]")) with lines linecolor rgb blue notitle, \
    1 with lines linecolor rgb grey dashtype 2 notitle
unset title
set xlabel "time t (s)"
set ylabel "current i (A)"
set y2label "voltage u (V)"
set y2tics
set y2range [-0.5:15]
plot data using "t[s]":"i[A]" with lines linecolor rgb red notitle, \
    data using "t[s]":"u[V]" axes x1y2 with lines linecolor rgb grey linewidth 0.6 notitle
unset multiplot
