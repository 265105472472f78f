# typed.sh - sourced with a page of the manual: what it tells to type works, and
# prints what it says
#     . typed.sh PAGE AT_LEAST_SO_MANY_COMMANDS AND_OUTPUTS
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

command -v pkg-config >/dev/null 2>&1 || {
    echo "SKIP: no pkg-config"
    [ "${CI-}" = true ] || exit 77
    exit 1
}
# of the build folder, or of where it is installed
PKG_CONFIG_PATH=${ZENO_PKG_CONFIG:-$ZENO_BUILDDIR}
export PKG_CONFIG_PATH
PATH=$(dirname "$zeno"):$PATH
export PATH

# blocks of the page in order: "c NAME" is a file, "sh" is typed, "text" is what
# the last "sh" must have printed; the text of block N in ./N
page=$ZENO_SRCDIR/doc/$1
awk '/^```[a-z]/ {n++; sub(/^```/, ""); print n, $0 >"blocks"; inside = 1; next}
     /^```$/ {inside = 0; next}
     inside {print >n ""}' "$page"

top=$PWD
here=$PWD
typed=0
compared=0
while read -r n kind name; do
    case $kind in
    c)
        cp "$top/$n" "$here/$name"
        ;;
    sh)
        # a shell of its own, that says in which folder it ends
        (cd "$here" && sh -e -c '. "$1"; pwd >"$2/here"' sh "$top/$n" "$top") \
            >out 2>err </dev/null
        status=$?
        claim "typed: $(head -1 "$n")" status_is 0
        here=$(cat "$top/here")
        typed=$((typed + 1))
        ;;
    text)
        diff "$n" out >differ
        status=$?
        claim "it prints what the page says: $(cat differ)" status_is 0
        compared=$((compared + 1))
        ;;
    esac
done <blocks
status=0
claim "the page has commands" test $typed -ge "$2"
claim "and says what they print" test $compared -ge "$3"
finish
