# plot.gp - corners of the slider in its guide, and the rate of the crank
#     gnuplot -e "data='crank.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "crank.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1440 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 3,1 margins 0.11,0.97,0.09,0.95 spacing 0,0.07
set title "The slider of a slider-crank mechanism in its guide"
set key top right horizontal
set yrange [-0.3:3]
set ylabel "gap at the upper wall (mm)"
plot data using "turns[-]":(1e3 * column("gap_1[m]")) with lines linecolor rgb blue title "left corner", \
     data using "turns[-]":(1e3 * column("gap_2[m]")) with lines linecolor rgb red title "right corner"
unset title
set ylabel "gap at the lower wall (mm)"
plot data using "turns[-]":(1e3 * column("gap_3[m]")) with lines linecolor rgb blue notitle, \
     data using "turns[-]":(1e3 * column("gap_4[m]")) with lines linecolor rgb red notitle
set xlabel "turns of the crank"
set key top right
set yrange [-90:220]
set ylabel "rates (rad/s)"
plot data using "turns[-]":"rate_crank[rad/s]" with lines linewidth 1.5 linecolor rgb green title "crank", \
     data using "turns[-]":"rate_rod[rad/s]" with lines linewidth 1.5 linecolor rgb grey title "rod"
unset multiplot
