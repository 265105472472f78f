# plot.gp - an arch that is one part in a hundred too thin, and its fall
#     gnuplot -e "data='arch.csv'; n=17" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "arch.csv"
if (!exists("n")) n = 17
if (!exists("t_R")) t_R = 0.1045
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1600,1280 font "sans,11" fontscale 2 linewidth 2.4 pointscale 2
set output picture
set border 3
set tics nomirror
set grid linecolor rgb "#dddddd"
ri = 1 - t_R/2; ro = 1 + t_R/2; b = pi/n/2
c = 2*sin(b)/(3*b) * (ro**3 - ri**3)/(ro**2 - ri**2)
# corner (radius r, side s of the middle) of voussoir k, turned by a about its centre
X(x, a, k, r, s) = x + cos(a)*(r*cos(m(k) + s*b) - c*cos(m(k))) - sin(a)*(r*sin(m(k) + s*b) - c*sin(m(k)))
Y(y, a, k, r, s) = y + sin(a)*(r*cos(m(k) + s*b) - c*cos(m(k))) + cos(a)*(r*sin(m(k) + s*b) - c*sin(m(k)))
m(k) = (k - 0.5)*pi/n
array R[5] = [ri, ro, ro, ri, ri]
array S[5] = [-1, -1, 1, 1, -1]
edge(k, i) = sprintf("x%d[m]", k)
unset key
set multiplot layout 2,2 margins 0.08,0.97,0.08,0.93 spacing 0.09,0.12
set size ratio -1
set xrange [-1.2:1.2]; set yrange [-0.1:1.2]
do for [row in "0 90 120"] {
    set title sprintf("t = %.2f s", row*0.005)
    plot for [k=1:n] for [i=1:4] data every ::row::row \
        using (X(column(sprintf("x%d[m]", k)), column(sprintf("a%d[rad]", k)), k, R[i], S[i])): \
              (Y(column(sprintf("y%d[m]", k)), column(sprintf("a%d[rad]", k)), k, R[i], S[i])): \
              (X(column(sprintf("x%d[m]", k)), column(sprintf("a%d[rad]", k)), k, R[i+1], S[i+1]) - \
               X(column(sprintf("x%d[m]", k)), column(sprintf("a%d[rad]", k)), k, R[i], S[i])): \
              (Y(column(sprintf("y%d[m]", k)), column(sprintf("a%d[rad]", k)), k, R[i+1], S[i+1]) - \
               Y(column(sprintf("y%d[m]", k)), column(sprintf("a%d[rad]", k)), k, R[i], S[i])) \
        with vectors nohead linecolor rgb "#1f5fa8"
}
set size noratio
set xrange [0:0.8]; set yrange [*:*]
set title "height of the keystone (m)"
set xlabel "time t (s)"
plot data using "t[s]":"y_middle[m]" with lines linewidth 1.5 linecolor rgb "#c8392b"
unset multiplot
