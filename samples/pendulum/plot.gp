# plot.gp - angle and state space of the pendulum
#     gnuplot -e "data='pendulum.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "pendulum.csv"
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
set title "A pendulum strikes a wall"
set lmargin at screen 0.09; set rmargin at screen 0.56
set bmargin at screen 0.58; set tmargin at screen 0.92
set ylabel "angle q (rad)"
plot data using "t[s]":"angle[rad]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set bmargin at screen 0.11; set tmargin at screen 0.48
set xlabel "time t (s)"
set ylabel "energy (J)"
plot data using "t[s]":"energy[J]" with lines linewidth 1.5 linecolor rgb red notitle
set lmargin at screen 0.68; set rmargin at screen 0.97; set tmargin at screen 0.92
set title "State space"
set xlabel "angle q (rad)"
set xtics 0.5
set ylabel "rate q' (rad/s)"
plot data using "angle[rad]":"rate[rad/s]" with lines linewidth 1 linecolor rgb blue notitle
unset multiplot
