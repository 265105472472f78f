# curve.gnuplot - time to reach an error, of each motion
# SPDX-License-Identifier: Apache-2.0
set terminal svg size 1100,420
set output picture
set datafile separator ","
set logscale xy
set format x "10^{%T}"
set format y "10^{%T}"
set xlabel "error at the end"
set ylabel "processor time of a second, s"
set key bottom left
set multiplot layout 1,3
pick(motion, words) = sprintf("< grep '%s' '%s' | grep '%s'", "," . motion . ",", csv, words)
do for [motion in "tumble chain"] {
    set title motion
    plot pick(motion, "^zeno.*h=") using 5:4 with linespoints title "zeno, moreau-jean", \
        pick(motion, "^zeno.*rtol=") using 5:4 with linespoints title "zeno, event-driven", \
        pick(motion, "Euler") using 5:4 with linespoints title "MuJoCo, Euler", \
        pick(motion, "RK4") using 5:4 with linespoints title "MuJoCo, RK4"
}
set title "slide"
plot pick("slide", "^zeno") using 5:4 with linespoints title "zeno, moreau-jean", \
    pick("slide", "Euler h=[0-9.e-]*,") using 5:4 with linespoints title "MuJoCo", \
    pick("slide", "0.9999") using 5:4 with linespoints title "MuJoCo, impedance 0.9999"
