# laws.gp - the graphs of four laws:  gnuplot -e "picture='laws.png'" laws.gp
# SPDX-License-Identifier: Apache-2.0
if (!exists("picture")) picture = "laws.png"
set terminal pngcairo size 1400,380 font ",14" linewidth 1.5
set output picture
set multiplot layout 1,4 margins 0.05,0.985,0.04,0.80 spacing 0.055,0
unset key
unset tics
set border 0
set xzeroaxis lt 1 lc "gray50" lw 1
set yzeroaxis lt 1 lc "gray50" lw 1
set xrange [-1.4:1.4]
set yrange [-1.4:1.4]
set label "y" at 1.3,-0.16 center
set label "λ" at 0.16,1.3 center
set style line 1 lc rgb "#c0392b" lw 4
set title "contact, diode\n0 ≤ y ⊥ λ ≥ 0"
$contact << EOD
0 1.3
0 0
1.3 0
EOD
plot $contact with lines ls 1
set title "spring that pushes only\n0 ≤ y + λ/k ⊥ λ ≥ 0"
$spring << EOD
-1.1 1.1
0 0
1.3 0
EOD
plot $spring with lines ls 1
set title "relay, dry friction\n-y ∈ N_{[-1,1]}(λ)"
$relay << EOD
-1.3 1
0 1
0 -1
1.3 -1
EOD
plot $relay with lines ls 1
set title "joint, rod\ny = 0, λ free"
$joint << EOD
0 -1.3
0 1.3
EOD
plot $joint with lines ls 1
unset multiplot
