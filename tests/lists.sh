#!/bin/sh
# lists.sh - every source file is on a list of the build
#
# A file that is on none is compiled nowhere, tests nothing, and is missing from the
# distribution. Headers and pages are taken by the folder.
# SPDX-License-Identifier: Apache-2.0

cd "${ZENO_SRCDIR:-..}" || exit 99
folders='kernel plugins samples solvers tests tools include doc python'
lists="Makefile.am $(find $folders -name local.mk)"
missing=0
checked=0

for file in $(find $folders \( -name .zeno -o -name 'build*' \) -prune -o \
    \( -name '*.c' -o -name '*.cpp' -o -name '*.gp' -o -name '*.png' \
    -o -name '*.sh' -o -name '*.[17]' \) -print)
do
    checked=$((checked + 1))
    if ! grep -qF -e "$file" $lists; then
        echo "on no list: $file"
        missing=$((missing + 1))
    fi
done
echo "$checked files, $missing on no list"
# what is to be changed by tests/mutate is there
if command -v python3 >/dev/null 2>&1; then
    python3 tests/mutate/mutate.py --check || exit 1
fi
[ "$checked" -gt 100 ] && [ "$missing" -eq 0 ]
