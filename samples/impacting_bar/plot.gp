# plot.gp - ends, force and energy of the bar
#     gnuplot -e "data='bar.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "bar.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1280 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 3,1 margins 0.11,0.97,0.09,0.94 spacing 0,0.07
set title "An elastic bar strikes a wall"
set key bottom left
set ylabel "from the wall (mm)"
set xrange [0:1.5]
ms(t) = 1e3 * t
plot data using (ms(column(1))):(1e3 * column("q_tip[m]")) with lines linewidth 1.5 linecolor rgb blue title "tip", \
     data using (ms(column(1))):(1e3 * column("q_middle[m]")) with lines linewidth 1.5 linecolor rgb green title "middle", \
     data using (ms(column(1))):(1e3 * column("q_end[m]")) with lines linewidth 1.5 linecolor rgb red title "end"
unset title
set ylabel "force of the wall (kN)"
plot data using (ms(column(1))):(1e-3 * column("force[N]")) with lines linewidth 1.5 linecolor rgb blue notitle
set key center right
set xlabel "time t (ms)"
set ylabel "energy (mJ)"
plot data using (ms(column(1))):(1e3 * column("kinetic[J]")) with lines linewidth 1.5 linecolor rgb blue title "kinetic", \
     data using (ms(column(1))):(1e3 * column("elastic[J]")) with lines linewidth 1.5 linecolor rgb red title "elastic", \
     data using (ms(column(1))):(1e3 * (column("kinetic[J]") + column("elastic[J]"))) with lines linewidth 1.5 dashtype 2 linecolor rgb grey title "sum"
unset multiplot
