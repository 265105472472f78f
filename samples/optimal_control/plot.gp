# plot.gp - state and control
#     gnuplot -e "data='control.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "control.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.12,0.97,0.11,0.92 spacing 0,0.12
set title "A bang-bang control from Pontryagin's principle"
set ylabel "state"
set key top left
plot data using "t[s]":"x1[-]" with lines linecolor rgb blue title "x1", \
     data using "t[s]":"x2[-]" with lines linecolor rgb red title "x2"
unset title
set xlabel "time t (s)"
set ylabel "multiplier l1 = u + U"
set yrange [-0.1:2.1 < *]
plot data using "t[s]":"l1[-]" every ::1 with lines linecolor rgb green notitle
unset multiplot
