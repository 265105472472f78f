# events.gp - event by event beside time stepping, at three speeds. README.md says how
# the files are made.
#     gnuplot events.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("picture")) picture = "events.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1920,1240 font "sans,10" fontscale 2 linewidth 2 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"
set multiplot layout 3,1 margins 0.08,0.98,0.08,0.95 spacing 0.09
set xrange [0:2]
set key at graph 1,1.16 horizontal # beside the title, off the curves
do for [rpm in "358 660 700"] {
    set title rpm . " rpm"
    set ylabel "follower and cam (m)"
    if (rpm eq "700") { set xlabel "time t (s)" }
    plot "events-" . rpm . ".csv" using "t[s]":"cam[m]" with filledcurves y1=0 linecolor rgb grey notitle, \
         "steps-" . rpm . ".csv" using "t[s]":(column("gap[m]") + column("cam[m]")) with lines linewidth 1.2 linecolor rgb red title "time steps of 1 ms", \
         "events-" . rpm . ".csv" using "t[s]":(column("gap[m]") + column("cam[m]")) with lines linewidth 1.2 linecolor rgb blue title "from event to event"
}
unset multiplot
