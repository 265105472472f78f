# plot.gp - a planetary gear whose ring is held by a brake
#     gnuplot -e "data='planetary_gear.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "planetary_gear.csv"
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
set title "Motor on the sun, load on the arm, a brake on the ring"
set key center right opaque
set ylabel "speed (rad/s)"
plot data using "t[s]":"sun[rad/s]" with lines linecolor rgb blue title "sun", \
     data using "t[s]":"arm[rad/s]" with lines linecolor rgb red title "arm", \
     data using "t[s]":"ring[rad/s]" with lines linecolor rgb green title "ring"
unset title
set xlabel "time (s)"
set yrange [0:*]
set ylabel "moment of the brake (N m)"
plot data using "t[s]":(1e3 * column("brake[N m s]")) every ::1 with lines linecolor rgb green notitle
unset multiplot
