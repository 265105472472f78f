# plot.gp - place of the cart and force of the controller
#     gnuplot -e "data='pid.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "pid.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot
set lmargin at screen 0.13; set rmargin at screen 0.97
set bmargin at screen 0.56; set tmargin at screen 0.92
set title "A cart under a sampled PID"
set ylabel "place x (m)"
plot data using "t[s]":"x[m]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set bmargin at screen 0.12; set tmargin at screen 0.46
set xlabel "time t (s)"
set ylabel "force u (N)"
# the first input is some hundred N, the last ones are millinewtons
set nonlinear y via asinh(y/0.005) inverse 0.005*sinh(y)
set ytics (-100, -10, -1, -0.1, 0, 0.1, 1, 10, 100)
set yrange [-500:500]
plot data using "t[s]":"u[N]" with steps linewidth 1 linecolor rgb red notitle
unset multiplot
