# plot.gp - start of the supply, and two periods of its rest
#     gnuplot -e "data='buck.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "buck.csv"
if (!exists("picture")) picture = "plot.png"
if (!exists("V_ref")) V_ref = 1.8
if (!exists("from")) from = 195
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1240 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"; green = "#2e8b57"

set multiplot layout 2,1 margins 0.09,0.97,0.09,0.93 spacing 0,0.13
set title "Buck converter: output after the start, and its switching"
set ylabel "output v (V), coil i (A)"
set key right
plot data using (1e6*column("t[s]")):"i[A]" with lines linecolor rgb grey title "i", \
     data using (1e6*column("t[s]")):"v[V]" with lines linecolor rgb blue title "v", \
     V_ref with lines dashtype 2 linecolor rgb "black" title "wanted"
unset title
set xlabel "time t (us)"
set ylabel "voltage (V)"
set xrange [from:from + 3.4]
set yrange [-1:4]
set key top right horizontal
plot data using (1e6*column("t[s]")):"v_x[V]" with lines linecolor rgb red title "v_x", \
     data using (1e6*column("t[s]")):"ramp[V]" with lines linecolor rgb grey title "ramp", \
     data using (1e6*column("t[s]")):(V_ref - column("v1[V]")) with lines linecolor rgb green title "v_c"
unset multiplot
