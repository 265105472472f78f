# plot.gp - phase plane and input of two runs, implicit and explicit
#     gnuplot -e "data='avi.csv'; other='explicit.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "avi.csv"
if (!exists("other")) other = "explicit.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1240 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.10,0.97,0.10,0.93 spacing 0,0.15
set title "Twisting control of a double integrator, sampled"
set xlabel "x1 (m)"
set ylabel "x2 (m/s)"
set key bottom right
plot other using "x1[m]":"x2[m/s]" with lines linewidth 0.8 linecolor rgb red title "explicit", \
     data using "x1[m]":"x2[m/s]" with lines linewidth 1.2 linecolor rgb blue title "implicit"
unset title
set xlabel "time t (s)"
set ylabel "input u (m/s^2)"
set yrange [-16:16]
plot other using "t[s]":"u[m/s^2]" with steps linewidth 0.5 linecolor rgb red notitle, \
     data using "t[s]":"u[m/s^2]" with steps linewidth 1.5 linecolor rgb blue notitle
unset multiplot
