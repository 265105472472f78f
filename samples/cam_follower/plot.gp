# plot.gp - follower and cam, and the state space
#     gnuplot -e "data='cam.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "cam.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1120 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot
set title "A follower on a rotating cam"
set lmargin at screen 0.09; set rmargin at screen 0.97
set bmargin at screen 0.61; set tmargin at screen 0.92
set xrange [0:1.5]
set xlabel "time t (s)"
set ylabel "position (m)"
plot data using "t[s]":(column("gap[m]") + column("cam[m]")) with lines linewidth 1.5 linecolor rgb blue title "follower u", \
     data using "t[s]":"cam[m]" with filledcurves y1=0 linecolor rgb grey title "cam c"
unset title
set xrange [*:*]
set rmargin at screen 0.48
set bmargin at screen 0.11; set tmargin at screen 0.46
set title "State space"
set xtics 0.1
set xlabel "gap u - c (m)"
set ylabel "its rate (m/s)"
plot data using "gap[m]":"gap_rate[m/s]" with lines linewidth 0.7 linecolor rgb blue notitle
set lmargin at screen 0.60; set rmargin at screen 0.97
set title "Impacts"
set xtics autofreq
set xlabel "time t (s)"
set ylabel "impulse (N s)"
plot data using "t[s]":(column("impulse[N s]") > 0 ? column("impulse[N s]") : NaN) with impulses linewidth 1.5 linecolor rgb red notitle
unset multiplot
