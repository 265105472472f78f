# plot.gp - angles of a four-bar linkage, and the gaps of its pins
#     gnuplot -e "data='bars.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "bars.csv"
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
set title "A four-bar linkage with 5 mm of play in three pins"
set key top right horizontal
set ylabel "angles (rad)"
plot data using "t[s]":"crank[rad]" with lines linecolor rgb blue title "crank", \
     data using "t[s]":"coupler[rad]" with lines linecolor rgb green title "coupler", \
     data using "t[s]":"rocker[rad]" with lines linecolor rgb red title "rocker"
unset title
set ylabel "gap of the pin (mm)"
set yrange [-0.1:*]
plot data using "t[s]":(1e3 * column("gap_crank[m]")) with lines linecolor rgb blue title "crank-coupler", \
     data using "t[s]":(1e3 * column("gap_rocker[m]")) with lines linecolor rgb green title "coupler-rocker", \
     data using "t[s]":(1e3 * column("gap_ground[m]")) with lines linecolor rgb red title "rocker-ground"
set yrange [*:*]
set xlabel "time (s)"
set ylabel "rates (rad/s)"
set key bottom left horizontal
plot data using "t[s]":"rate_crank[rad/s]" with lines linewidth 1.5 linecolor rgb blue title "crank", \
     data using "t[s]":"rate_rocker[rad/s]" with lines linewidth 1.5 linecolor rgb red title "rocker"
unset multiplot
