# plot.gp - height and energy of the bouncing ball
#     gnuplot -e "data='ball.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "ball.csv"
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
set title "A ball falls on a floor"
set ylabel "height q (m)"
set yrange [0:*]
plot data using "t[s]":"q[m]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set xlabel "time t (s)"
set ylabel "energy (J)"
plot data using "t[s]":"energy[J]" with lines linewidth 1.5 linecolor rgb red notitle
unset multiplot
