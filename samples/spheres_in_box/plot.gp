# plot.gp - spheres in a box at four instants, from the side; energy and contacts
#     gnuplot -e "data='spheres.csv'" plot.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("data")) data = "spheres.csv"
if (!exists("n")) n = 160
if (!exists("half")) half = 2.1 * 0.024 * 4 / 2
if (!exists("R")) R = 0.02
if (!exists("rows")) rows = "0 10 20 110"
if (!exists("picture")) picture = "plot.png"
set datafile separator ","
set datafile columnheaders
# of a short run the last row stands for those that it has not
stats data using 1 nooutput
row(k) = int(word(rows, k)) < STATS_records ? int(word(rows, k)) : int(STATS_records) - 1
# a sphere of another slice is drawn where nobody sees it
away = -1000
set terminal pngcairo size 1800,1120 font "sans,11" fontscale 2 linewidth 2.4 pointscale 2
set output picture
set border 3
set tics nomirror
unset key
unset colorbox
set palette defined (0 "#c6d9ee", 1 "#1f5fa8")
set cbrange [half:-half]
set multiplot
do for [k=1:4] {
    set lmargin at screen 0.02 + 0.15 * (k - 1); set rmargin at screen 0.02 + 0.15 * k - 0.01
    set bmargin at screen 0.06; set tmargin at screen 0.92
    set size ratio -1
    unset tics; set border 11
    set xrange [-half:half]; set yrange [0:0.56]
    set title sprintf("t = %.2f s", 0.005 * row(k))
    # those behind (large y) first: n passes, by distance in ten slices
    plot for [s=9:0:-1] for [i=0:n-1] data every ::(row(k))::(row(k)) \
        using (int(5 * (1 + column(sprintf("y%d[m]", i)) / half)) == s ? column(sprintf("x%d[m]", i)) : away): \
              (column(sprintf("z%d[m]", i))):(R):(column(sprintf("y%d[m]", i))) \
        with circles fill solid 1 border linecolor rgb "#103050" linecolor palette
}
set size noratio
set tics nomirror; set xtics 0.2; set border 3; set grid linecolor rgb "#dddddd"
set lmargin at screen 0.70; set rmargin at screen 0.98
set xrange [*:*]; set yrange [*:*]
set bmargin at screen 0.76; set tmargin at screen 0.93
set title "energy (J)"
set ytics 20
plot data using "t[s]":"energy[J]" with lines linewidth 1.5 linecolor rgb "#1f5fa8"
set bmargin at screen 0.45; set tmargin at screen 0.62
set title "contacts"
set ytics 200
plot data using "t[s]":"contacts[-]" with lines linewidth 1.5 linecolor rgb "#2e8b57"
set bmargin at screen 0.14; set tmargin at screen 0.31
set title "force of the floor / weight"
set xlabel "time t (s)"
set yrange [0:3]
set ytics 1
plot data using "t[s]":"floor[-]" with lines linewidth 1 linecolor rgb "#c8392b"
unset multiplot
