# headers.sh - each public header compiles alone, as C and as C++, and is part of zeno/zeno.h
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

[ $count -gt 0 ] || { echo "FAIL: no headers in $src/include/zeno"; exit 1; }
[ "${CXX:-:}" != : ] || echo "SKIP: no C++ compiler, headers were tried as C only"
echo "$count headers, failed: $failed"
exit $failed
