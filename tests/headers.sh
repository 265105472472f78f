# headers.sh - each public header compiles alone, as C and as C++, and is part
# of zeno/zeno.h; a room of the solvers includes private headers of rooms below it only
# SPDX-License-Identifier: Apache-2.0

src=${ZENO_SRCDIR:-.}
flags="-fsyntax-only -Wall -Wextra -Wshadow -pedantic -Werror -I$src/include"
failed=0
count=0

for header in "$src"/include/zeno/*.h; do
    name=zeno/${header##*/}
    count=$((count + 1))
    echo "#include <$name>" | ${CC:-cc} -std=c11 $flags -x c - || {
        echo "FAIL: $name does not compile alone as C11"
        failed=1
    }
    # what only samples need is not for every program
    case $name in
    zeno/zeno.h | zeno/sample.h) ;;
    *) grep -q "#include <$name>" "$src/include/zeno/zeno.h" || {
        echo "FAIL: zeno/zeno.h does not include <$name>"
        failed=1
    } ;;
    esac
    case ${CXX:-:} in
    :) ;;
    *) echo "#include <$name>" | $CXX -std=c++11 $flags -x c++ - || {
        echo "FAIL: $name does not compile alone as C++11"
        failed=1
    } ;;
    esac
done

# The rooms of solvers/ from the bottom up; the classes, which are all others, know
# these and not each other, and these no class. A room that builds problem files of all
# classes knows the room of files.
below='core linalg sets methods strategy box contact'
for file in "$src"/solvers/*/*.[ch]; do
    room=${file#"$src"/solvers/}
    room=${room%%/*}
    known=
    case " $below " in
    *" $room "*) known=" ${below%%"$room"*} " ;;
    *) known=" $below " ;;
    esac
    case $room in random) known="$known io " ;; esac
    # the registry lists the sets, whose room knows the core
    case ${file##*/} in builtin.c) known="$known sets " ;; esac
    for of in $(sed -n 's,^#include "\.\./\([a-z_]*\)/.*,\1,p' "$file"); do
        case "$known" in *" $of "*) ;; *)
            echo "FAIL: ${file#"$src"/} includes a private header of $of"
            failed=1
        ;; esac
    done
done

[ $count -gt 0 ] || { echo "FAIL: no headers in $src/include/zeno"; exit 1; }
[ "${CXX:-:}" != : ] || echo "SKIP: no C++ compiler, headers were tried as C only"
echo "$count headers, failed: $failed"
exit $failed
