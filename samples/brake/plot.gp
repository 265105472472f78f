# plot.gp - stick and slip of a brake
#     gnuplot -e "data='brake.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "brake.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.6 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
set key top right horizontal
set multiplot layout 2,1 margins 0.11,0.97,0.11,0.95 spacing 0,0.08
set ylabel "velocities (m/s)"
plot data using "t[s]":"rim[m/s]" with lines linecolor rgb "#1f5fa8" title "rim", \
     data using "t[s]":"pad_rate[m/s]" with lines linecolor rgb "#c8392b" title "pad"
unset key
set ylabel "friction over load"
set yrange [0:0.7]
set xlabel "time t (s)"
plot data every ::1 using "t[s]":(abs(column("friction[N s]"))/column("normal[N s]")) with lines linecolor rgb "#2e8b57"
unset multiplot
