# plot.gp - position, friction
#     gnuplot -e "data='friction.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "friction.csv"
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
set title "Dry friction stops a mass on a spring"
set ylabel "position q (m)"
plot data using "t[s]":"q[m]" with lines linecolor rgb blue notitle
unset title
set xlabel "time t (s)"
set ylabel "friction f (N)"
set offsets 0, 0, 0.1, 0.1
plot data using "t[s]":"f[N]" with lines linecolor rgb red notitle
unset multiplot
