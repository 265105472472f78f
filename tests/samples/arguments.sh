# arguments.sh - what every sample takes and refuses, and the pictures
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

samples=$ZENO_SRCDIR/samples

# sample NAME ARGUMENTS...: build it here, as the sources may be read-only
sample()
{
    name=$1
    shift
    run "$zeno" -q -b "$work/built/$name" "$samples/$name/$name.c" -- "$@"
}

# refused TEXT NAME ARGUMENTS...: ends with 2 and these words
refused()
{
    text=$1
    shift
    sample "$@"
    claim "$* is refused" status_is 2
    claim "$* says: $text" has err "$text"
    claim "$* records nothing" test ! -e run.csv
}

# NAME:parameter that must be positive:a short end (s):number of columns
for row in \
    ball_on_moving_plane:omega:1:6 \
    bead_column:N:0.5:21 \
    bouncing_ball:m:1:6 \
    cam_follower:rpm:0.5:8 \
    colpitts:R_E:1e-4:5 \
    diode_bridge:R:1e-3:10 \
    double_pendulum:l2:1:8 \
    electric_bell:L:0.02:6 \
    filippov:b:1.6:5 \
    friction_oscillator:m:1:5 \
    gene_network:k1:0.5:7 \
    heavy_top:m:0.1:7 \
    ideal_switch:L:1e-4:10 \
    impacting_bar:elements:1e-3:11 \
    pendulum:l:1:6 \
    newtons_cradle:m:0.3:11 \
    optimal_control:U:1:9 \
    relay_oscillator:level:1:5 \
    resonant_converter:R:1e-4:8 \
    rlc_diode:C:1e-3:6 \
    rocking_block:width:0.5:12 \
    rolling_ball:R:0.1:11 \
    simple_relay:b:0.7:5 \
    spheres_in_box:R:1e-2:486 \
    two_balls:m1:1:9; do
    IFS=: read -r name positive T columns <<END
$row
END
    sample $name --list
    claim "$name --list works" status_is 0
    # every name=value of the sample's own table is set to its default
    own=$(sed -n '/^sample$/,/^$/p' out | awk 'NF > 2 && $2 != "\"\"" {print $1 "=" $2}')
    claim "$name lists its parameters" test "$(echo "$own" | wc -l)" -ge 5
    for parameter in h T osi theta solver newton_tol; do
        claim "$name lists $parameter" grep -q "^  $parameter " out
    done
    claim "$name lists what must be positive" grep -q "^  $positive .*in \[[0-9]" out

    refused "no parameter 'nothing'" $name --output run.csv --set nothing=1
    refused "option '$positive'" $name --output run.csv --set $positive=-1
    refused "option '$positive'" $name --output run.csv --set $positive=x
    refused "no integrator 'none'" $name --output run.csv --set osi=none

    # shellcheck disable=SC2086
    sample $name $(echo "$own" | sed 's/^/--set /') --set T=$T --quiet \
        --output run.csv --report run.json --every 3
    claim "$name runs" status_is 0
    claim "$name says nothing when quiet" test -z "$(cat out err)"
    claim "$name records $columns columns" test \
        "$(head -n 1 run.csv | tr ',' '\n' | grep -c '\[.*\]$')" = "$columns"
    claim "$name reports" has run.json '"theta"'
    if command -v gnuplot >/dev/null 2>&1; then
        run gnuplot -e "data='run.csv'; picture='run.png'" "$samples/$name/plot.gp"
        claim "$name is drawn" status_is 0
        claim "$name is drawn without complaint" test -z "$(cat err)"
        claim "$name has its picture" test "$(head -c 4 run.png | tail -c 3)" = PNG
    fi
    claim "$name has a committed picture below 160 kB" test \
        "$(wc -c <"$samples/$name/$name.png")" -lt 160000
    rm -f run.csv run.json run.png
done

# the same file as HDF5, and a sample without recorder
sample bouncing_ball --set T=1 --output run.h5
claim "HDF5 is written" test "$(head -c 4 run.h5 | tail -c 3)" = HDF
claim "the summary names steps and impacts" has out "steps        200"
refused "the suffix decides the format" bouncing_ball --output run.txt

# the integrator is a choice, of the library's or of a plugin's
sample bouncing_ball --quiet --set osi=schatzman-paoli --set T=1.2
claim "the ball bounces with another integrator" status_is 0
sample bouncing_ball --quiet --plugin VerletMoreauPlugin \
    --set osi=verlet-moreau --set T=1.2 --output verlet.csv
claim "the ball bounces with the integrator of a plugin" status_is 0
sample bouncing_ball -q --set T=1.2 -o run.csv
claim "-q is --quiet" test -z "$(cat out err)"
claim "explicit and implicit agree under a constant force" test -z "$(
    awk -F, 'NR == FNR { q[FNR] = $2; next }
             FNR > 1 && ($2 - q[FNR]) ^ 2 > 1e-24' run.csv verlet.csv)"
rm -f run.csv

# what the model itself refuses
sample cam_follower --set rise=200 --set back=200
claim "a cam of more than a turn is refused" test "$status" != 0
claim "in words of the plugin" has err "at most one turn together"
claim "that name plugin, symbol and object" has err "FollowerPlugin:FollowerFExt"

# without its plugin a sample does not run, and says where it was looked for
run "$zeno" -q -b "$work/built/bare" --no-plugins "$samples/pendulum/pendulum.c"
claim "no plugin, no run" test "$status" != 0
claim "the plugin is named" has err "PendulumPlugin"
claim "the folders are listed" has err "$work/built/bare"
mkdir -p wrong
cat >wrong/PendulumPlugin.c <<'END'
int nothing_of_use;
END
run "$zeno" -q -b "$work/built/wrong" --no-plugins -p wrong/PendulumPlugin.c \
    "$samples/pendulum/pendulum.c"
claim "a plugin without the symbol is refused" test "$status" != 0
claim "the symbol is named" has err "pendulumFInt"

# what the plugins give as Jacobians are derivatives
for row in \
    'double_pendulum --set v1=1 --set v2=3' \
    'pendulum --set v0=1' \
    'pendulum --set v0=1 --set coordinates=cartesian' \
    'rocking_block --set rate=2' \
    'two_balls --set offset=0.03' \
    'ball_on_moving_plane --set t0=1' \
    'cam_follower --set form=rheonomous --set t0=0.02'; do
    # shellcheck disable=SC2086
    set -- $row
    name=$1
    shift
    run "$zeno" check -q -b "$work/built/$name" "$samples/$name/$name.c" -- "$@"
    claim "Jacobians of $row" status_is 0
    claim "Jacobians of $row are looked at" has out agrees
done

# of first order, a wrong one shows in the number of Newton iterations
for row in \
    'gene_network 2' \
    'gene_network 3 --set form=sign' \
    'ideal_switch 5' \
    'optimal_control 3'; do
    # shellcheck disable=SC2086
    set -- $row
    name=$1
    iterations=$2
    shift 2
    sample $name --quiet --set newton_max_iter=$iterations "$@"
    claim "$name $* needs at most $iterations iterations" status_is 0
done

# sections of the cam and their picture
for rpm in 358 660 700; do
    sample cam_follower --quiet --set profile=arcs --set rpm=$rpm \
        --set T=60 --set h=5e-4 --set sections=cam-$rpm
    claim "$rpm rpm has sections" status_is 0
    sample cam_follower --quiet --set profile=arcs --set rpm=$rpm --output cam-$rpm.csv
done
claim "impacts are listed" test "$(wc -l <cam-358-impact.csv)" -gt 300
if command -v gnuplot >/dev/null 2>&1; then
    run gnuplot -e "skip=20" "$samples/cam_follower/sections.gp"
    claim "the sections are drawn" test -s sections.png
    claim "without complaint" test -z "$(cat err)"
else
    echo "SKIP: no gnuplot, no picture was drawn"
    [ "${CI-}" != true ] || failures=$((failures + 1))
fi
sample cam_follower --set sections=/nowhere/at/all
claim "sections that cannot be written stop the run" status_is 1
claim "and are named" has err "/nowhere/at/all-strobe.csv"

finish
