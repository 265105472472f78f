# plot.gp - concentrations and steps
#     gnuplot -e "data='genes.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "genes.csv"
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
set title "Two genes switch each other; both end at their thresholds"
set ylabel "concentration"
set yrange [0:9]
set key bottom right
plot data using "t[s]":"x1[-]" with lines linecolor rgb blue title "x1", \
     data using "t[s]":"x2[-]" with lines dashtype 2 linecolor rgb red title "x2"
unset title
set xlabel "time t (s)"
set ylabel "step"
set yrange [-0.1:1.1]
set key center right
plot data using "t[s]":"s_b1[-]" every ::1 with lines linecolor rgb blue title "x1 above b1", \
     data using "t[s]":"s_b2[-]" every ::1 with lines linecolor rgb red title "x2 above b2"
unset multiplot
