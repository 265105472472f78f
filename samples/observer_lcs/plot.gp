# plot.gp - velocity and its estimate, the two forces, the distance
#     gnuplot -e "data='observer_lcs.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "observer_lcs.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1240 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 3,1 margins 0.10,0.97,0.09,0.93 spacing 0,0.07
set title "Observer of a complementarity system: a one-way damper"
set ylabel "velocity (m/s)"
plot data using "t[s]":"z2[m/s]" with lines linecolor rgb red title "estimate z2", \
     data using "t[s]":"x2[m/s]" with lines linecolor rgb blue title "x2"
unset title
set ylabel "damper (m/s^2)"
plot data using "t[s]":"m[m/s^2]" with lines linecolor rgb red title "m", \
     data using "t[s]":"l[m/s^2]" with lines linecolor rgb blue title "l"
set ylabel "distance V"
set xlabel "time t (s)"
set logscale y
set format y "10^{%L}"
set ytics 100
set mytics 1
plot data using "t[s]":"V[m^2/s^2]" with lines linecolor rgb green notitle
unset multiplot
