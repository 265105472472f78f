#!/bin/sh
# agreement.sh - samples run event-driven and by time stepping with h, h/4, h/16: the table
# of doc/event-driven.md. By hand, from the folder of a build: it takes minutes.
#
#     tests/samples/agreement.sh [NAME...]          of all samples, or of those
#
# ZENO: the command, ./zeno; LIMIT: seconds for each run, 120.
#
# At the instants of the grid of h, of each of the columns below: mean |time stepping - event-driven|
# over the largest |event-driven|; the worst of the columns is told. Means, since velocities jump
# at instants that differ by h.
# SPDX-License-Identifier: Apache-2.0
here=$(cd "$(dirname "$0")" && pwd)
samples=$here/../../samples
zeno=${ZENO:-$PWD/zeno}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# sample, T, h, columns, settings
table()
{
    cat <<'END'
ball_on_moving_plane 2      5e-3   q,v
bead_column          0.5    5e-4   q0,q5,q9
billiards            0.1    2e-5   x0,x1           rows=1
bouncing_ball        2      5e-3   q,v
bricard              1      2e-3   x,y,z
buck_converter       4e-5   5e-9   v,i,v1
cam_follower         1      1e-4   q,v
colpitts             1e-4   2e-8   v_c,v_b,i
diode_bridge         5e-3   1e-6   v,u
double_pendulum      2      5e-4   q1,q2
electric_bell        0.1    4e-5   q,i
elastic_block        0.03   1e-4   y_left,y_middle,y_top gap=1e-3
filippov             2      1e-4   x1,x2
four_bar             0.1    1e-4   crank,coupler,rocker
friction_oscillator  100    1e-2   q,v
gene_network         3      1e-3   x1,x2
guitar_string        2e-3   2e-6   u_middle,u_pluck,u_end
heavy_top            2      5e-4   x,y,z
ideal_switch         2e-4   1e-7   x,v
impacting_bar        1.5e-3 2e-6   q_tip,q_middle,q_end
masonry              0.3    1e-3   y_middle        t_R=0.1
newtons_cradle       0.55   1e-3   a0,a1,a4
observer             8      5e-3   x1,x2,z1,z2
observer_lcs         8      1e-3   x1,x2,z1,z2
optimal_control      5      2e-3   x1,x2,p1,p2     p1=1.2
pendulum             4      2e-3   angle,rate
pendulum_on_slider   6      2e-3   x,angle
pid                  20     5e-2   x,v             period=0.05
planetary_gear       0.5    1e-3   sun,arm,ring
relay_oscillator     20     1e-2   x1,x2,x3
resonant_converter   2e-4   5e-8   e,i,v,vo
rlc_diode            5e-3   1e-5   v,i
rocking_block        1.6    1e-3   x,y,angle
rolling_ball         3      1e-3   x,y,z,vx,wy
simple_relay         0.8    1e-3   x1,x2
slider_crank         2.6e-3 1e-5   tilt,rate_crank,rate_rod
sliding_box          2      1e-3   x,y,vx,vy
sliding_mode         4      1e-3   x1,x2
spinning_toy         0.5    5e-5   z,p0,p1
squeezer             0.03   1e-5   beta,Theta,epsilon
twisting             20     2e-2   x1,x2
two_balls            1      1e-3   q1,v1,q2,v2
two_link_arm         4      4e-3   shoulder,elbow
woodpecker           0.3    2e-5   y,phi_M,phi_S
yo_yo                12     5e-4   fallen,turned,v
END
}

# run FILE SETTING...: of the sample $name, with a row at each instant of the grid of h at least
run()
{
    file=$1
    shift
    for setting in $settings; do set -- --set "$setting" "$@"; done
    set -- --quiet --output "$file" --set T="$T" "$@"
    timeout "${LIMIT:-120}" "$zeno" -q -b "$work/built/$name" "$samples/$name/$name.c" -- "$@" \
        >"$work/out" 2>&1
}

# difference A.csv B.csv: of the rows of A and B on the grid; the last of one instant counts
difference()
{
    awk -F, -v h="$h" -v columns="$columns" '
    FNR == 1 {
        file++
        n = split(columns, name, ",")
        for (i = 1; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i }
        for (i = 1; i <= n; i++) { if (!(name[i] in at)) { print "no column " name[i]; exit 1 }
                                   place[i] = at[name[i]] }
        next
    }
    {
        k = int(($1 - start)/h + 0.5)
        if (FNR == 2) { start = $1; k = 0 }
        off = $1 - start - k*h
        if (off > 1e-5*h || off < -1e-5*h) next
        seen[file, k] = 1
        if (k > last) last = k
        for (i = 1; i <= n; i++) x[file, k, i] = $(place[i])
    }
    END {
        for (k = 0; k <= last; k++) {
            if (!((1, k) in seen) || !((2, k) in seen)) { missing++; continue }
            rows++
            for (i = 1; i <= n; i++) {
                d = x[1, k, i] - x[2, k, i]; sum[i] += d < 0 ? -d : d
                s = x[1, k, i]; s = s < 0 ? -s : s; if (s > size[i]) size[i] = s
            }
        }
        if (missing > 1 || !rows) { print "rows missing: " missing; exit 1 }
        for (i = 1; i <= n; i++) { d = size[i] > 0 ? sum[i]/rows/size[i] : sum[i]/rows
                                   if (d > worst) worst = d }
        printf "%.1e", worst
    }' "$1" "$2"
}

compare()
{
    line="| $name | ${settings:--} | $T | $h"
    if ! run "$work/events.csv" --set h="$h" --set simulation=event-driven; then
        echo "$line | event-driven: $(grep -m 1 . "$work/out") | | |"
        return
    fi
    for parts in 1 4 16; do
        step=$(awk -v h="$h" -v n=$parts 'BEGIN { printf "%.17g", h/n }')
        if run "$work/steps.csv" --set h="$step" --every $parts; then
            line="$line | $(difference "$work/events.csv" "$work/steps.csv")"
        else
            line="$line | $(grep -m 1 . "$work/out")"
        fi
    done
    echo "$line |"
}

echo '| sample | with | T (s) | h (s) | difference at h | h/4 | h/16 |'
echo '|---|---|---|---|---|---|---|'
table | while read -r name T h columns settings; do
    case " $* " in
    "  " | *" $name "*) compare ;;
    esac
done
