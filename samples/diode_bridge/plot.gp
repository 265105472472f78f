# plot.gp - source and load, currents of the diodes
#     gnuplot -e "data='bridge.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "bridge.csv"
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
set title "Four diodes turn an alternating voltage into a direct one"
set ylabel "voltage (V)"
plot data using (1e3*column("t[s]")):"v[V]" with lines linecolor rgb grey title "source v", \
     data using (1e3*column("t[s]")):"u[V]" with lines linecolor rgb blue title "load u"
unset title
set xlabel "time t (ms)"
set ylabel "current (mA)"
plot data using (1e3*column("t[s]")):(1e3*column("i3[A]")) with lines linecolor rgb red title "diode 3", \
     data using (1e3*column("t[s]")):(1e3*column("i4[A]")) with lines linecolor rgb green title "diode 4"
unset multiplot
