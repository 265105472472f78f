# plot.gp - the way down of a woodpecker, and its limit cycle
#     gnuplot -e "data='toy.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "toy.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1280 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; green = "#2e8b57"

set multiplot
set lmargin at screen 0.11; set rmargin at screen 0.97
set tmargin at screen 0.93; set bmargin at screen 0.73
set title "A woodpecker on its rod"
set ylabel "height y (mm)"
plot data using "t[s]":(1e3 * column("y[m]")) with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set key bottom right horizontal
set tmargin at screen 0.67; set bmargin at screen 0.47
set ylabel "angles (rad)"
set yrange [-0.9:0.2]
set xlabel "time t (s)"
plot data using "t[s]":"phi_S[rad]" with lines linewidth 1.5 linecolor rgb red title "bird", \
     data using "t[s]":"phi_M[rad]" with lines linewidth 1.5 linecolor rgb green title "sleeve"
set tmargin at screen 0.37; set bmargin at screen 0.09
set rmargin at screen 0.5
set yrange [*:*]
set xlabel "angle of the bird (rad)"
set ylabel "its rate (rad/s)"
plot data using "phi_S[rad]":"rate_S[rad/s]" with lines linecolor rgb red notitle
set lmargin at screen 0.61; set rmargin at screen 0.97
set xlabel "angle of the sleeve (rad)"
plot data using "phi_M[rad]":"rate_M[rad/s]" with lines linecolor rgb green notitle
unset multiplot
