# models.sh - the models of the benchmark run, and a column at rest stays there
# SPDX-License-Identifier: Apache-2.0

dir=${ZENO_BUILDDIR:-.}/tests/bench
q=$dir/out/models.q
failed=0

mkdir -p "$dir/out" || exit 1
for run in "ball 1" "cam 1" "cam-rheonomous 1" "pendulum 2" "bar 10" \
    "column 50" "balls 50" "resting 50"; do
    # $run is split into problem and size; 100 steps, once
    "$dir/bench_zeno" $run 100 0 "$q" > /dev/null || {
        echo "FAIL: $run"
        failed=1
    }
done

for run in "ball-friction 20" "beams 1" "woodpecker 1"; do
    "$dir/bench_bodies" $run 100 0 "$dir/out/bodies1.q" > /dev/null || {
        echo "FAIL: $run"
        failed=1
    }
done

for run in "rlcd 1" "bridge 1" "relay 1" "gene 1" "pump 50" "pump-one 50"; do
    "$dir/bench_circuits" $run 100 0 "$dir/out/$run.q" > /dev/null || {
        echo "FAIL: $run"
        failed=1
    }
done

for run in "ball 1" "cam 1" "column 10" "balls 10"; do
    "$dir/bench_events" $run 20 0 "$dir/out/events1.q" > /dev/null || {
        echo "FAIL: $run, from event to event"
        failed=1
    }
done

# one circuit in two ways: nodes and diodes, or one system
paste "$dir/out/pump 50.q" "$dir/out/pump-one 50.q" | awk '
    { d = $1 - $2; if (d < 0) d = -d; if (!(d < 1e-12)) bad = 1 }
    END { exit bad || NR != 50 }' || {
    echo "FAIL: pump and pump-one differ"
    failed=1
}
rm -f "$dir/out"/*1.q "$dir/out"/pump*.q

# heights of rest_height() in problems.h; impulses up to 50 m g h = 0.25 N s
# and rounding leave less than 1e-15 m a step
awk 'NR % 3 == 1 {
         i = (NR - 1) / 3
         d = $1 - (0.125 + i * 0.25 - (i + 1) / 16384)
         if (d > 1e-13 || d < -1e-13) {
             print "FAIL: bead", i, "at rest moved by", d, "m"
             failed = 1
         }
     }
     END { exit failed || NR != 150 }' "$q" || failed=1
rm -f "$q"
exit $failed
