# plot.gp - the middle rod of a Bricard linkage
#     gnuplot -e "data='bricard.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "bricard.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1120 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.11,0.97,0.11,0.94 spacing 0,0.1
set title "Five rods, six hinges: the centre of the middle rod"
set key top right horizontal opaque
set yrange [-1.5:1.6]
set ylabel "position (m)"
plot data using "t[s]":"x[m]" with lines linecolor rgb blue title "x", \
     data using "t[s]":"y[m]" with lines linecolor rgb red title "y", \
     data using "t[s]":"z[m]" with lines linecolor rgb green title "z"
unset title
set yrange [*:*]
set xlabel "time (s)"
set ylabel "vertical impulse, hinge 1 (mN s)"
plot data using "t[s]":(1e3 * column("impulse[N s]")) with lines linecolor rgb blue notitle
unset multiplot
