# headers.sh - each public header compiles alone, as C and as C++, and is part of zeno/zeno.h; each
# function of them is called by a test, a sample, a plugin or Python
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

# functions of the libraries that nobody but these call are promises that nobody holds to account;
# what a header calls itself has the arguments of a function that is called
text=$(cat "$src"/include/zeno/*.h | awk '{
    line = $0
    out = ""
    while (length(line)) {
        if (inside) {
            at = index(line, "*/")
            line = at ? substr(line, at + 2) : ""
            inside = !at
        } else {
            at = index(line, "/*")
            out = out (at ? substr(line, 1, at - 1) " " : line)
            line = at ? substr(line, at + 2) : ""
            inside = at > 0
        }
    }
    print out
}')
offered=$(echo "$text" | awk -v RS=';' '/ZN_API/ {
    sub(/.*ZN_API/, "")
    sub(/\(.*/, "")
    if (match($0, /zn_[a-z0-9_]+[ \n]*$/))
        print substr($0, RSTART, RLENGTH)
}' | tr -d ' ' | sort -u)
called=$({
    find "$src/tests" "$src/samples" "$src/plugins" "$src/python" \
        \( -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.py' \) -exec cat {} +
    echo "$text" | grep -oE 'zn_[a-z0-9_]+ *\(' | sort | uniq -d
} | grep -oE 'zn_[a-z0-9_]+' | sort -u)
for name in $(printf '%s\n' "$called" "$called" "$offered" | sort | uniq -u); do
    echo "FAIL: nothing calls $name: test what its header promises, or take it away"
    failed=1
done
offers=$(echo "$offered" | grep -c zn_)
[ "$offers" -gt 500 ] || {
    echo "FAIL: only $offers functions are found in the headers"
    failed=1
}

[ $count -gt 0 ] || { echo "FAIL: no headers in $src/include/zeno"; exit 1; }
[ "${CXX:-:}" != : ] || echo "SKIP: no C++ compiler, headers were tried as C only"
echo "$count headers, $offers functions, failed: $failed"
exit $failed
