# step.gp - a bouncing ball at three step lengths, from three recordings:
#     gnuplot -e "coarse='a.csv'; middle='b.csv'; fine='c.csv'; picture='step.png'" step.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("picture")) picture = "step.png"
set terminal pngcairo size 1400,520 font ",14" linewidth 1.5
set output picture
set datafile separator ','
set grid lc "gray85"
set multiplot layout 1,2
set xlabel "t (s)"
set ylabel "height above the floor (m)"
set key top right
set xrange [0:5]
plot fine every ::1 using 1:($2-0.1) with lines lc rgb "gray40" title "h = 0.001 s", \
     middle every ::1 using 1:($2-0.1) with lines lc rgb "#2980b9" title "h = 0.02 s", \
     coarse every ::1 using 1:($2-0.1) with linespoints pt 7 ps 0.6 lc rgb "#c0392b" title "h = 0.1 s"
set xrange [0.3:1.15]
set ylabel "velocity (m/s)"
plot fine every ::1 using 1:3 with lines lc rgb "gray40" title "h = 0.001 s", \
     middle every ::1 using 1:3 with linespoints pt 7 ps 0.4 lc rgb "#2980b9" title "h = 0.02 s", \
     coarse every ::1 using 1:3 with linespoints pt 7 ps 0.8 lc rgb "#c0392b" title "h = 0.1 s"
unset multiplot
