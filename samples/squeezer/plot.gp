# plot.gp - angles and rates of Andrews' squeezing mechanism
#     gnuplot -e "data='squeezer.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "squeezer.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1120 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
set key top left horizontal
set multiplot layout 2,1 margins 0.11,0.97,0.1,0.94 spacing 0,0.08
set ylabel "angles (rad)"
set yrange [-0.9:1.6]
plot for [name in "gamma Phi delta epsilon"] data using "t[s]":name."[rad]" with lines title name
set yrange [*:*]
set ylabel "rates (rad/s)"
set xlabel "time t (s)"
plot for [name in "beta Theta"] data using "t[s]":name."_rate[rad/s]" with lines title name
unset multiplot
