# plot.gp - heights of the beads
#     gnuplot -e "data='beads.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "beads.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

stats data nooutput
beads = (STATS_columns - 1) / 2
set title sprintf("A column of %d beads falls", beads)
set xlabel "time t (s)"
set ylabel "height of the centre (m)"
set yrange [0:*]
set palette defined (0 "#1f5fa8", 1 "#2e8b57", 2 "#c8392b")
unset colorbox
plot for [i = 0:beads - 1] data using 1:2 + 2 * i:(i) with lines \
    linewidth 1.2 linecolor palette notitle
