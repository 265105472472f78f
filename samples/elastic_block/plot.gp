# plot.gp - heights, force of the floor and energies of the block
#     gnuplot -e "data='block.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "block.csv"
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
set title "A block of rubber falls on a rigid floor"
set key top right horizontal
set ylabel "height (mm)"
set yrange [-5:70]
set xrange [0:250]
ms(t) = 1e3 * t
plot data using (ms(column(1))):(1e3 * column("y_left[m]")) with lines linewidth 1.5 linecolor rgb blue title "left corner", \
     data using (ms(column(1))):(1e3 * column("y_middle[m]")) with lines linewidth 1.5 linecolor rgb green title "middle", \
     data using (ms(column(1))):(1e3 * column("y_right[m]")) with lines linewidth 1.5 linecolor rgb red title "right corner"
unset title
set yrange [*:*]
set key vertical
set ylabel "force (N per mm)"
plot data using (ms(column(1))):(1e-3 * column("force[N]")) with lines linewidth 1 linecolor rgb blue notitle
set xlabel "time t (ms)"
set ylabel "energy (J per m)"
plot data using (ms(column(1))):(column("kinetic[J]")) with lines linewidth 1.5 linecolor rgb blue title "kinetic", \
     data using (ms(column(1))):(column("elastic[J]")) with lines linewidth 1.5 linecolor rgb red title "elastic", \
     data using (ms(column(1))):(column("weight[J]")) with lines linewidth 1.5 linecolor rgb green title "weight", \
     data using (ms(column(1))):(column("kinetic[J]") + column("elastic[J]") + column("weight[J]")) with lines linewidth 1.5 dashtype 2 linecolor rgb grey title "sum"
unset multiplot
