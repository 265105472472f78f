# plot.gp - path and velocities of a box on a slope
#     gnuplot -e "data='box.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "box.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1280 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; green = "#2e8b57"

set multiplot layout 3,1 margins 0.11,0.97,0.09,0.94 spacing 0,0.12
set title "A box pushed across a slope"
set xlabel "across y (m)"
set ylabel "downhill x (m)"
set yrange [] reverse
plot data using "y[m]":"x[m]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set yrange [*:*] noreverse
set xlabel ""
set ylabel "velocity (m/s)"
plot data using "t[s]":"vx[m/s]" with lines linewidth 1.5 linecolor rgb red title "downhill", \
     data using "t[s]":"vy[m/s]" with lines linewidth 1.5 linecolor rgb green title "across"
set xlabel "time t (s)"
set ylabel "|r_T| / (mu r_N)" noenhanced
set yrange [0:1.1]
plot data using "t[s]":"friction_in_use[-]" every ::1 with lines linewidth 1.5 linecolor rgb blue notitle
unset multiplot
