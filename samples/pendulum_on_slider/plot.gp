# plot.gp - slider, pendulum and friction
#     gnuplot -e "data='slider.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "slider.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1440 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"
h = 1e-3

set multiplot layout 4,1 margins 0.11,0.97,0.08,0.95 spacing 0,0.055
set title "A pendulum drags its slider"
set ylabel "slider x (m)"
plot data using "t[s]":"x[m]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set ylabel "angle (rad)"
plot data using "t[s]":"angle[rad]" with lines linewidth 1.5 linecolor rgb red notitle
set ylabel "force (N)"
set yrange [-20:70]
plot data using "t[s]":(column("normal[N s]") / h) every ::2 with lines linecolor rgb grey title "normal", \
     data using "t[s]":(column("friction[N s]") / h) every ::2 with lines linecolor rgb green title "friction"
set yrange [*:*]
set xlabel "time t (s)"
set ylabel "energy (J)"
plot data using "t[s]":"energy[J]" with lines linewidth 1.5 linecolor rgb blue notitle
unset multiplot
