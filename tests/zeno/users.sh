# users.sh - a plugin as users in this field have them, in C++ and without our headers, takes the
# place of a sample's own: it compiles unchanged, moves the arm alike, and may write into z
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

command -v "${CXX:-c++}" >/dev/null || { echo "SKIP: no C++ compiler"; exit 77; }

mkdir ours theirs
cp "$ZENO_SRCDIR/samples/two_link_arm/two_link_arm.c" ours
cp "$ZENO_SRCDIR/samples/two_link_arm/two_link_arm.c" theirs
cp "$ZENO_SRCDIR/samples/two_link_arm/ArmPlugin.c" ours
cp "$src/users/ArmPlugin.cpp" theirs

for kind in ours theirs; do
    run "$zeno" "$kind/two_link_arm.c" -- --quiet --set T=2 --output "$kind.csv"
    claim "the arm runs with $kind" status_is 0
done
claim "the file of a user is compiled" has err "ArmPlugin.cpp"

# the largest difference of the columns, and how often the tip is on the floor
paste -d, ours.csv theirs.csv | awk -F, 'NR > 1 {
        n = NF / 2
        for (i = 1; i <= n; i++) {
            d = $i - $(i + n)
            worst = d > worst ? d : -d > worst ? -d : worst
        }
        down += $(n - 1) < 1e-6
    }
    END { printf "%d rows, %d on the floor, %s\n", NR - 1, down,
              worst <= 1e-10 ? "alike" : "off by " worst }' >out
claim "they move alike" has out "2001 rows"
claim "and land" has_not out " 0 on the floor"
claim "to the last digits" has out "alike"

# what the controller tells is in z: the instant, the way of the shoulder
sed 's/    zn_sample_simulation(s, model);/    zn_simulation *sim = zn_sample_simulation(s, model);/
s/return zn_sample_run(s);/zn_must(ctx, zn_simulation_run(sim));\
    const double *told = zn_ds_z(arm, NULL), way = 0.3 + 0.5 * sin(8);\
    printf("time %g phase %g way %d\\n", told[10], told[12], fabs(told[0] - way) < 1e-12);\
    return zn_sample_run(s);/
s/#include <math.h>/&\
#include <stdio.h>/' ours/two_link_arm.c >theirs/two_link_arm.c
run "$zeno" theirs/two_link_arm.c -- --quiet --set T=2
claim "a sample that reads z runs" status_is 0
claim "the plugin wrote it" has out "time 2 phase"
claim "for the end of the last step" has out "way 1"
finish
