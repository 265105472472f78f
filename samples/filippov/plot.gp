# plot.gp - spiral, and distance from the centre
#     gnuplot -e "data='filippov.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "filippov.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,840 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 1,2 margins 0.08,0.97,0.14,0.90 spacing 0.10,0
set title "State"
set xlabel "x1"
set ylabel "x2"
set size square
plot data using "x1[-]":"x2[-]" with lines linecolor rgb blue notitle
set size nosquare
set title "It ends: |x1| + |x2|"
set xlabel "time t (s)"
unset ylabel
plot data using "t[s]":(abs(column("x1[-]")) + abs(column("x2[-]"))) \
     with lines linecolor rgb red notitle
unset multiplot
