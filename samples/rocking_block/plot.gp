# plot.gp - corners, angle and energy of the block
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
set title "A block rocks on its edges"
set ylabel "angle (rad)"
plot data using "t[s]":"angle[rad]" with lines linewidth 1.5 linecolor rgb blue notitle
unset title
set ylabel "height of corners (mm)"
plot data using "t[s]":(1e3 * column("gap_A[m]")) with lines linewidth 1.5 linecolor rgb green title "left", \
     data using "t[s]":(1e3 * column("gap_B[m]")) with lines linewidth 1.5 linecolor rgb red title "right"
set xlabel "time t (s)"
set ylabel "energy (J)"
plot data using "t[s]":"energy[J]" with lines linewidth 1.5 linecolor rgb blue notitle
unset multiplot
