# plot.gp - states and relays
#     gnuplot -e "data='relay.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "relay.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.10,0.97,0.11,0.92 spacing 0,0.12
set title "Two relays drive two integrators to zero, and keep them there"
set ylabel "state"
plot data using "t[s]":"x1[-]" with lines linecolor rgb blue title "x1", \
     data using "t[s]":"x2[-]" with lines linecolor rgb red title "x2"
unset title
set xlabel "time t (s)"
set ylabel "relay"
set yrange [-1.2:1.2]
plot data using "t[s]":"u1[-]" every ::1 with lines linecolor rgb blue title "u1", \
     data using "t[s]":"u2[-]" every ::1 with lines linecolor rgb red title "u2"
unset multiplot
