# plot.gp - the string in the middle, the force of the wall, the energy
#     gnuplot -e "data='string.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "string.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1120 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.11,0.97,0.11,0.93 spacing 0,0.09
set title "A plucked string rattles against a wall"
set key top right
set yrange [-0.6:2.1]
set ylabel "string (mm)"
ms(t) = 1e3 * t
plot data using (ms(column(1))):(1e3 * column("u_pluck[m]")) with lines linecolor rgb green title "where it is plucked", \
     data using (ms(column(1))):(1e3 * column("u_middle[m]")) with lines linecolor rgb blue title "middle", \
     -0.5 with lines dashtype 2 linecolor rgb "#444444" title "wall"
unset title
set yrange [0:8]
set ylabel "force of the wall (N)"
set xlabel "time t (ms)"
plot data using (ms(column(1))):(column("force[N]")) with impulses linecolor rgb red notitle
unset multiplot
