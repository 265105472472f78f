# plot.gp - surface and input of two runs, implicit and explicit
#     gnuplot -e "data='implicit.csv'; other='explicit.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "implicit.csv"
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

set multiplot
set lmargin at screen 0.13; set rmargin at screen 0.97
set bmargin at screen 0.60; set tmargin at screen 0.93
set title "Sliding-mode control of a servo, sampled"
set ylabel "s (rad/s)"
set yrange [-0.05:0.15]
plot other using "t[s]":"s[rad/s]" with lines linewidth 0.8 linecolor rgb red title "explicit", \
     data using "t[s]":"s[rad/s]" with lines linewidth 1.5 linecolor rgb blue title "implicit"
unset title
set bmargin at screen 0.10; set tmargin at screen 0.51
set xlabel "time t (s)"
set ylabel "input u (rad/s^2)"
set yrange [*:*]
plot other using "t[s]":"u[rad/s^2]" with lines linewidth 0.5 linecolor rgb red notitle, \
     data using "t[s]":"u[rad/s^2]" with lines linewidth 1.5 linecolor rgb blue notitle
unset multiplot
