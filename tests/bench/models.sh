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
