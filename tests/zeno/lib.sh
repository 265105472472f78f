# lib.sh - what the tests of the zeno command share
# SPDX-License-Identifier: Apache-2.0

src=$ZENO_SRCDIR/tests/zeno
zeno=${ZENO_COMMAND:-$ZENO_BUILDDIR/zeno}
unset ZENO_PLUGIN_PATH

work=$(mktemp -d "${TMPDIR:-/tmp}/zeno test.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' INT TERM HUP
cd "$work" || exit 99

checks=0
failures=0

# run COMMAND...: keeps its status, its stdout in ./out, its stderr in ./err
run()
{
    "$@" >out 2>err </dev/null
    status=$?
}

# claim WORDS TEST...: one check
claim()
{
    words=$1
    shift
    checks=$((checks + 1))
    if ! "$@"; then
        failures=$((failures + 1))
        echo "FAIL: $words"
        echo "  status $status"
        sed 's/^/  out: /' out
        sed 's/^/  err: /' err
    fi
}

status_is()
{
    [ "$status" = "$1" ]
}

# has FILE TEXT: the text stands in the file as it is
has()
{
    grep -q -F -e "$2" "$1"
}

has_not()
{
    ! has "$1" "$2"
}

# fails_with STATUS TEXT COMMAND...: ends so, with these words on stderr
fails_with()
{
    want=$1
    text=$2
    shift 2
    run "$@"
    claim "$* ends with $want" status_is "$want"
    claim "$* says: $text" has err "$text"
}

finish()
{
    echo "100%: Checks: $checks, Failures: $failures, Errors: 0" |
        sed "s/^100/$(((checks - failures) * 100 / checks))/"
    [ "$failures" = 0 ]
    exit
}
