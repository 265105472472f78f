# plot.gp - angles and path of the double pendulum
#     gnuplot -e "data='double.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "double.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1160 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot
set title "Two rods swing against a wall"
set lmargin at screen 0.09; set rmargin at screen 0.53
set bmargin at screen 0.52; set tmargin at screen 0.92
set ylabel "angles (rad)"
set key top right horizontal
set yrange [*:0.26]
plot data using "t[s]":"q1[rad]" with lines linewidth 1.5 linecolor rgb blue title "upper rod", \
     data using "t[s]":"q2[rad]" with lines linewidth 1.5 linecolor rgb red title "lower rod"
unset title
set bmargin at screen 0.11; set tmargin at screen 0.44
set xlabel "time t (s)"
set ylabel "from the wall (m)"
set yrange [*:0.38]
set ytics 0.1
plot data using "t[s]":"x1[m]" with lines linewidth 1.5 linecolor rgb blue title "upper mass", \
     data using "t[s]":"x2[m]" with lines linewidth 1.5 linecolor rgb red title "lower mass"
set lmargin at screen 0.64; set rmargin at screen 0.97; set tmargin at screen 0.92
set title "State space"
set ytics autofreq
set yrange [*:*]
set xtics 0.1
set xrange [-0.05:0.25]
set xlabel "lower angle (rad)"
set ylabel "its rate (rad/s)"
plot data using "q2[rad]":"v2[rad/s]" with lines linewidth 1 linecolor rgb red notitle
unset multiplot
