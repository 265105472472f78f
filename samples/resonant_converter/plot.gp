# plot.gp - tank and output
#     gnuplot -e "data='prc.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "prc.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1040 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.10,0.97,0.11,0.92 spacing 0,0.12
set title "A resonant tank, rectified and filtered"
set ylabel "voltage (V)"
set yrange [-2.4:*]
set key bottom right horizontal
plot data using (1e3*column("t[s]")):"v[V]" with lines linecolor rgb grey title "tank v", \
     data using (1e3*column("t[s]")):"vo[V]" with lines linecolor rgb blue title "output vo"
unset title
set xlabel "time t (ms)"
set ylabel "current (mA)"
set yrange [-2:45]
set key top right
plot data using (1e3*column("t[s]")):(1e3*column("a[A]")) with lines linecolor rgb red title "diode a", \
     data using (1e3*column("t[s]")):(1e3*column("b[A]")) with lines linecolor rgb green title "diode b"
unset multiplot
