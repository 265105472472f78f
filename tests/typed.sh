#!/bin/sh
# typed.sh - a problem of another class does not compile with the function of a class, in
# C and in C++; its own does
# SPDX-License-Identifier: Apache-2.0

src=${ZENO_SRCDIR:-.}
flags="-fsyntax-only -Wall -Wextra -pedantic -I$src/include"
failed=0
count=0

# program NAME PROBLEM: a problem of struct zn_PROBLEM to zn_NAME_solve
program()
{
    cat <<END
#include <zeno/zeno.h>
zn_status f(zn_solver *s, const zn_$2 *p, double *z, double *w, zn_solve_info *info);
zn_status f(zn_solver *s, const zn_$2 *p, double *z, double *w, zn_solve_info *info)
{
    return zn_$1_solve(s, p, z, w, info);
}
END
}

in_c() { program "$1" "$2" |
    ${CC:-cc} -std=c11 $flags -Werror=incompatible-pointer-types -x c - 2>&1; }
in_cpp() { program "$1" "$2" | $CXX -std=c++11 $flags -x c++ - 2>&1; }

names=$(sed -n 's/^static inline zn_status zn_\([a-z_]*\)_solve(.*/\1/p' \
    "$src"/include/zeno/*.h | grep -v '^solver$')
last=$(echo "$names" | tail -1)
for name in $names; do
    count=$((count + 1))
    for language in c ${CXX:+cpp}; do
        [ "$language$CXX" = cpp: ] && continue
        said=$(in_$language "$name" "$name") && [ -z "$said" ] || {
            echo "FAIL: zn_${name}_solve with a zn_$name, $language: $said"
            failed=1
        }
        said=$(in_$language "$name" "$last") && {
            echo "FAIL: zn_${name}_solve compiles with a zn_$last, $language"
            failed=1
        }
        case $said in *"zn_${name}_solve"* | *"zn_$name"*) ;; *)
            echo "FAIL: zn_${name}_solve, $language: another error: $said"
            failed=1
        ;; esac
    done
    last=$name
done

# as many as there are classes of problems
classes=$(grep -c '[ (]X([a-z_]*, [A-Z_]*, "' "$src/solvers/core/classes.h")
[ "$count" -gt 10 ] && [ "$count" -eq "$classes" ] || {
    echo "FAIL: $count functions zn_..._solve for $classes classes"
    failed=1
}
[ "${CXX:-:}" != : ] || echo "SKIP: no C++ compiler, tried in C only"
echo "$count classes, failed: $failed"
exit $failed
