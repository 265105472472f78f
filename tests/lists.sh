#!/bin/sh
# lists.sh - every source file is on a list of the build, and nothing else in the repository
#
# A file that is on none is compiled nowhere, tests nothing, and is missing from the
# distribution. Headers and pages are taken by the folder, *.in by configure. In a checkout: data
# and whatever else there is in these folders is listed, too, what is listed is in the
# repository, no program or library is, and mutants.txt names lines that there are.
# SPDX-License-Identifier: Apache-2.0

cd "${ZENO_SRCDIR:-..}" || exit 99
folders='kernel plugins samples solvers tests tools include doc python'
lists="Makefile.am $(find $folders -name local.mk)"
missing=0
checked=0

in_checkout()
{
    [ -e .git ] && command -v git >/dev/null 2>&1 && git rev-parse HEAD >/dev/null 2>&1
}

# what has to be on a list
files()
{
    find $folders \( -name .zeno -o -name 'build*' \) -prune -o \
        \( -name '*.c' -o -name '*.cpp' -o -name '*.gp' -o -name '*.png' -o -name '*.svg' \
        -o -name '*.sh' -o -name '*.[17]' \) -print
    ! in_checkout || git ls-files -- $folders |
        grep -vE '\.(h|md|in)$|/local\.mk$|/\.[^/]*$'
}

for file in $(files | sort -u)
do
    checked=$((checked + 1))
    if ! grep -qF -e "$file" $lists; then
        echo "on no list: $file"
        missing=$((missing + 1))
    fi
done
echo "$checked files, $missing on no list"
wrong=0
if in_checkout; then
    for file in $(git ls-files -z | xargs -0 grep -lUa "^$(printf '\177ELF')" 2>/dev/null); do
        echo "a program or library in the repository: $file"
        wrong=$((wrong + 1))
    done
    for file in $(git ls-files -o -i --exclude-standard -- $folders); do
        grep -qwF -e "$file" $lists || continue
        echo "on a list, but ignored by git: $file"
        wrong=$((wrong + 1))
    done
fi
if command -v python3 >/dev/null 2>&1; then
    python3 tests/mutate/mutate.py --check || wrong=$((wrong + 1))
fi
[ "$checked" -gt 100 ] && [ "$missing" -eq 0 ] && [ "$wrong" -eq 0 ]
