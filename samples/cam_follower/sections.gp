# sections.gp - the follower at three speeds: time series, state space, and the
# stroboscopic and impact sections. README.md says how the files are made.
#     gnuplot sections.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("name")) name = "cam"
if (!exists("picture")) picture = "sections.png"
set datafile separator ","
set datafile columnheaders
set terminal pngcairo size 1920,2000 font "sans,10" fontscale 2 linewidth 2 pointscale 2
set output picture
set grid linecolor rgb "#dddddd"
set border 3
set tics nomirror
blue = "#1f5fa8"; red = "#c8392b"; grey = "#8a8a8a"
left(i) = 0.08 + 0.325 * i
bottom(j) = 0.81 - 0.25 * j
# rows of the sections before the motion has settled
if (!exists("skip")) skip = 500

set multiplot
do for [i = 0:2] {
    rpm = word("358 660 700", i + 1)
    run = name . "-" . rpm
    set lmargin at screen left(i); set rmargin at screen left(i) + 0.255

    set bmargin at screen bottom(0); set tmargin at screen bottom(0) + 0.15
    set title rpm . " rpm"
    set xrange [4.5:5]
    set xlabel "time t (s)"
    if (i == 0) { set ylabel "follower and cam (m)" } else { unset ylabel }
    plot run . ".csv" using "t[s]":(column("gap[m]") + column("cam[m]")) with lines linewidth 2 linecolor rgb blue notitle, \
         run . ".csv" using "t[s]":"cam[m]" with filledcurves y1=0 linecolor rgb grey notitle
    unset title
    set xrange [*:*]

    set bmargin at screen bottom(1); set tmargin at screen bottom(1) + 0.18
    set xlabel "gap u - c (m)"
    if (i == 0) { set ylabel "gap rate (m/s)" }
    plot run . ".csv" every ::30000 using "gap[m]":"gap_rate[m/s]" with lines linecolor rgb blue notitle

    set bmargin at screen bottom(2); set tmargin at screen bottom(2) + 0.18
    set xlabel "gap at angle 0 (m)"
    if (i == 2) { set xrange [0:2.5]; set yrange [-110:110] } # one point
    if (i == 0) { set ylabel "gap rate (m/s)" }
    plot run . "-strobe.csv" every ::skip using "gap[m]":"gap_rate[m/s]" with points pointtype 7 pointsize 0.3 linecolor rgb blue notitle

    set bmargin at screen bottom(3); set tmargin at screen bottom(3) + 0.18
    set xlabel "angle at impact (turns)"
    if (i == 0) { set ylabel "gap rate after it (m/s)" }
    set xrange [0:1]
    set yrange [0:*]
    plot run . "-impact.csv" every ::skip using "turn[-]":"after[m/s]" with points pointtype 7 pointsize 0.3 linecolor rgb red notitle
    set xrange [*:*]
    set yrange [*:*]
}
unset multiplot
