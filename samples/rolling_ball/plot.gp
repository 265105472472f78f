# plot.gp - path, height and slip of the rolling ball
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
blue = "#1f5fa8"; red = "#c8392b"; green = "#2e8b57"

set multiplot
set lmargin at screen 0.10; set rmargin at screen 0.97
set bmargin at screen 0.70; set tmargin at screen 0.93
set title "A ball bounces, slides and rolls"
set xlabel "x (m)" offset 0,0.6; set ylabel "y (m)"; set ytics 1
# at the very start it has not turned aside yet
stats data using "y[m]" nooutput name "Y"
if (Y_min == Y_max) set yrange [Y_min - 1:Y_max + 1]
plot data using "x[m]":"y[m]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set yrange [*:*]
set bmargin at screen 0.40; set tmargin at screen 0.58
set xlabel ""; set ylabel "z (m)"; set ytics 0.1
plot data using "t[s]":"z[m]" with lines linewidth 1.5 linecolor rgb green notitle
set bmargin at screen 0.11; set tmargin at screen 0.32
set xlabel "time t (s)"; set ylabel "slip (m/s)"; set ytics 2
set key top right horizontal
plot data using "t[s]":"slip_x[m/s]" with lines linewidth 1.5 linecolor rgb blue title "along x", \
     data using "t[s]":"slip_y[m/s]" with lines linewidth 1.5 linecolor rgb red title "along y"
unset multiplot
