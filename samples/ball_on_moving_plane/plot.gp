# plot.gp - ball and plane
#     gnuplot -e "data='plane.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "plane.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.10,0.97,0.11,0.92 spacing 0,0.12
set title "A ball on a plane that rises and shakes"
set key top left
set ylabel "height (m)"
plot data using "t[s]":"q[m]" with lines linewidth 1.5 linecolor rgb blue title "ball", \
     data using "t[s]":"plane[m]" with lines linewidth 1.5 linecolor rgb grey title "plane"
unset title
set xlabel "time t (s)"
set ylabel "gap (m)"
plot data using "t[s]":"gap[m]" with lines linewidth 1.5 linecolor rgb blue notitle
unset multiplot
