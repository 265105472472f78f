# under.sh - the tests under a tool that watches memory, threads or undefined behaviour
# SPDX-License-Identifier: Apache-2.0

# usage: under.sh SRCDIR BUILDDIR TOOL [TEST...]; `make asan-check`, `make tsan-check` and
# `make valgrind-check` call it, with TESTS in UNDER="tests/unit/test_x ..." if given.
#
#   asan      addresses, leaks, undefined behaviour; all tests, in BUILDDIR/under/asan
#   tsan      data races; the tests that make threads, in BUILDDIR/under/tsan
#   valgrind  addresses, leaks, values never set; all programs, in BUILDDIR itself
#
# CC and MAKEFLAGS are taken from the environment, and PROGRAMS: all programs there are.

set -eu
src=$1
build=$2
tool=$3
shift 3

fail()
{
    echo "under: $1" >&2
    exit 2
}

# the programs whose sources make threads, or ask a solver for some
with_threads()
{
    (cd "$src" && grep -lE 'pthread_create|"threads"|zni_pool_new|conform_in_thread' \
        tests/*/test_*.c) | sed 's/\.c$//'
}

# check_in FOLDER TEST...: these, of which only they are built, or without any all
check_in()
{
    cd "$1"
    shift
    [ $# -gt 0 ] || exec make check
    programs=
    for test; do
        case $test in *.sh) ;; *) programs="$programs $test" ;; esac
    done
    exec make check TESTS="$*" check_PROGRAMS="$programs"
}

# a build of its own, configured once
configured()
{
    mkdir -p "$build/under/$tool"
    [ -e "$build/under/$tool/Makefile" ] ||
        (cd "$build/under/$tool" && "$src/configure" --quiet "$@")
}

case $tool in
asan)
    configured --enable-sanitizers
    check_in "$build/under/asan" "$@"
    ;;
tsan)
    configured --enable-tsan
    [ $# -gt 0 ] || set -- $(with_threads)
    check_in "$build/under/tsan" "$@"
    ;;
valgrind)
    command -v valgrind >/dev/null 2>&1 ||
        fail "valgrind is not installed; on Debian: apt-get install valgrind"
    for test; do
        case $test in *.sh) fail "$test: valgrind watches programs, not scripts" ;; esac
    done
    [ $# -gt 0 ] || set -- ${PROGRAMS:?}
    # what is so much slower needs other time limits
    export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER-40}"
    export LOG_COMPILER='./libtool --mode=execute valgrind'
    export LOG_FLAGS="-q --error-exitcode=99 --leak-check=full \
--errors-for-leak-kinds=definite --show-leak-kinds=definite"
    check_in "$build" "$@"
    ;;
*)
    fail "$tool: asan, tsan or valgrind"
    ;;
esac
