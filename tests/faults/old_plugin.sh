# old_plugin.sh - a plugin built against the headers of an earlier minor still runs
# SPDX-License-Identifier: Apache-2.0
#
# The integrator of doc/extend-integrator.md is compiled twice: against the headers
# as they are, and against a copy from which the field that was appended to
# zn_osi_type and the minor were taken back. Both give the same bits.
dir=$(mktemp -d "${TMPDIR:-/tmp}/zeno-old-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
trial=${ZENO_BUILDDIR:-.}/tests/sample/trial
failed=0

fail()
{
    echo "FAIL: $*"
    failed=1
}

mkdir -p "$dir/include" "$dir/now" "$dir/old"
cp -r "$ZENO_SRCDIR/include/zeno" "$dir/include"
headers=$dir/include/zeno
sed -i '/^    \/\*\* Optional: do impulses of bilateral interactions/,/(\*middle)/d' \
    "$headers/osi.h"
sed -i 's/^#define ZN_PLUGIN_MINOR .*/#define ZN_PLUGIN_MINOR 0/' "$headers/type.h"
grep -q '(\*middle)' "$headers/osi.h" && fail "the field is still there"

# build NAME INCLUDE
build()
{
    ${CC:-cc} -std=gnu11 -fPIC -shared -I"$2" -I"${ZENO_BUILDDIR:-.}/include" \
        "$ZENO_SRCDIR/plugins/VerletMoreauPlugin.c" \
        -o "$dir/$1/VerletMoreauPlugin.so" -lm || exit 99
}
build now "$ZENO_SRCDIR/include"
build old "$dir/include"
cmp -s "$dir/now/VerletMoreauPlugin.so" "$dir/old/VerletMoreauPlugin.so" &&
    fail "the two modules are the same"

for which in now old; do
    "$trial" --quiet --plugin "$dir/$which/VerletMoreauPlugin.so" \
        --set osi=verlet-moreau --set T=0.5 --output "$dir/$which.csv" \
        >"$dir/out" 2>&1 || {
        fail "the module of '$which' does not run"
        cat "$dir/out"
    }
done
cmp "$dir/now.csv" "$dir/old.csv" || fail "the results differ"

# a newer minor than the library's is refused, with both
sed -i 's/^#define ZN_PLUGIN_MINOR .*/#define ZN_PLUGIN_MINOR 99/' "$headers/type.h"
build old "$dir/include"
"$trial" --quiet --plugin "$dir/old/VerletMoreauPlugin.so" >"$dir/out" 2>&1 &&
    fail "a plugin of the future is taken"
grep -q '2\.99' "$dir/out" || {
    fail "the words do not name the minor"
    cat "$dir/out"
}
exit $failed
