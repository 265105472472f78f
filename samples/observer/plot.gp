# plot.gp - state and estimate, and the input
#     gnuplot -e "data='observer.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "observer.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1240 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot
set lmargin at screen 0.13; set rmargin at screen 0.97
set bmargin at screen 0.48; set tmargin at screen 0.93
set title "A controller that sees the position only"
set ylabel "state and estimate (m, m/s)"
set yrange [-1.5:2.4]
set key top right maxrows 2 width 2
plot data using "t[s]":"x1[m]" with lines linewidth 1.5 linecolor rgb blue title "position x_1", \
     data using "t[s]":"z1[m]" with lines linewidth 1 dashtype 2 linecolor rgb blue title "estimate z_1", \
     data using "t[s]":"x2[m/s]" with lines linewidth 1.5 linecolor rgb red title "velocity x_2", \
     data using "t[s]":"z2[m/s]" with lines linewidth 1 dashtype 2 linecolor rgb red title "estimate z_2"
unset title
set bmargin at screen 0.10; set tmargin at screen 0.40
set xlabel "time t (s)"
set ylabel "input u (m/s^2)"
set yrange [-3.2:3.2]
plot data using "t[s]":"u[m/s^2]" with steps linewidth 1 linecolor rgb green notitle
unset multiplot
