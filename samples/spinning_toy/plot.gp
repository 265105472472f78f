# plot.gp - the disc, the top and the stone: tilt and spin
#     gnuplot -e "disc='disc.csv'; top='top.csv'; stone='stone.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("disc")) disc = "disc.csv"
if (!exists("top")) top = "top.csv"
if (!exists("stone")) stone = "stone.csv"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1280 font "sans,11" fontscale 2 linewidth 2.8 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
unset key
blue = "#1f5fa8"; red = "#c8392b"; green = "#2e8b57"
tilt(a, b) = acos(1 - 2*(a**2 + b**2))*180/pi
n1(p0, p1, p2, p3) = 2*(p1*p3 - p0*p2)
n2(p0, p1, p2, p3) = 2*(p2*p3 + p0*p1)
n3(p1, p2) = 1 - 2*(p1**2 + p2**2)
vertical(p0, p1, p2, p3, x, y, z) = x*n1(p0, p1, p2, p3) + y*n2(p0, p1, p2, p3) + z*n3(p1, p2)
set multiplot layout 3,1 margins 0.11,0.97,0.09,0.94 spacing 0,0.11
set ylabel "tilt of the disc (deg)"
plot disc using "t[s]":(tilt(column("p1[-]"), column("p2[-]"))) with lines linecolor rgb blue
set ylabel "tilt of the top (deg)"
plot top using "t[s]":(tilt(column("p1[-]"), column("p2[-]"))) with lines linecolor rgb green
set ylabel "spin of the stone (rad/s)"
set xlabel "time t (s)"
plot stone using "t[s]":(vertical(column("p0[-]"), column("p1[-]"), column("p2[-]"), column("p3[-]"), \
     column("wx[rad/s]"), column("wy[rad/s]"), column("wz[rad/s]"))) with lines linecolor rgb red
unset multiplot
