# plot.gp - output and relay
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

set offsets graph 0, 0, graph 0.06, graph 0.06
set multiplot layout 2,1 margins 0.12,0.97,0.11,0.92 spacing 0,0.12
set title "A linear system of third order with a relay"
set ylabel "output x1"
plot data using "t[s]":"x1[-]" with lines linecolor rgb blue notitle
unset title
set xlabel "time t (s)"
set ylabel "relay u"
set yrange [-1.2:1.2]
plot data using "t[s]":"u[-]" with lines linecolor rgb red notitle
unset multiplot
