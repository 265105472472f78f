# plot.gp - output, saw-tooth and currents
#     gnuplot -e "data='switch.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "switch.csv"
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
set title "A switch is on while the saw-tooth is above the output"
set ylabel "voltage (V)"
set yrange [*:11]
plot data using (1e6*column("t[s]")):"s[V]" every ::1 with lines linecolor rgb grey title "saw-tooth s", \
     data using (1e6*column("t[s]")):"o[V]" with lines linecolor rgb blue title "output o"
unset title
set xlabel "time t (us)"
set ylabel "current (A)"
set autoscale y
set key top left
plot data using (1e6*column("t[s]")):"i_s[A]" with lines linecolor rgb red title "switch", \
     data using (1e6*column("t[s]")):"i_d[A]" with lines linecolor rgb green title "diode"
unset multiplot
