# man.sh - man pages are right mdoc and say every option
# SPDX-License-Identifier: Apache-2.0

failed=0
if command -v mandoc >/dev/null 2>&1; then
    for page in "$ZENO_SRCDIR"/doc/*.[1-9]; do
        mandoc -T lint -W warning "$page" || failed=1
    done
else
    echo "note: no mandoc, the pages are not linted"
fi

# what the command's help offers, the manual explains
for option in $("$ZENO_BUILDDIR/zeno" --help |
    sed -n 's/^  [ -]*\(-[A-Za-z], \)*\(--[a-z-]*\).*/\2/p'); do
    # mdoc: .It Fl g , Fl -debug
    grep -q -e "Fl -${option#--}" "$ZENO_SRCDIR/doc/zeno.1" || {
        echo "FAIL: zeno.1 does not tell of $option"
        failed=1
    }
done

# the examples of the plugin page compile
flags="-std=gnu11 -fsyntax-only -Wall -Wextra -Werror -I$ZENO_SRCDIR/include"
count=0
for start in $(grep -n '^\.Bd -literal' "$ZENO_SRCDIR/doc/zeno_plugin.7" |
    cut -d: -f1); do
    count=$((count + 1))
    sed -n "$((start + 1)),\$p" "$ZENO_SRCDIR/doc/zeno_plugin.7" |
        sed -n '/^\.Ed/q; s/\\(dq/"/g; s/\\-/-/g; p' |
        ${CC:-cc} $flags -x c - || {
        echo "FAIL: example $count of zeno_plugin.7 does not compile"
        failed=1
    }
done
[ $count -gt 0 ] || { echo "FAIL: zeno_plugin.7 has no example"; failed=1; }
exit $failed
