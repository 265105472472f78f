# under.sh - the tests under a tool that watches memory, threads or undefined behaviour, or
# that counts what they reach
# SPDX-License-Identifier: Apache-2.0

# usage: under.sh SRCDIR BUILDDIR TOOL [TEST...]; `make asan-check`, `make tsan-check`,
# `make valgrind-check`, `make recompute-check`, `make fuzz-check` and `make coverage-check`
# call it, with TESTS in UNDER="tests/unit/test_x ..." if given; `ci` stands for those of
# continuous integration.
#
#   asan      addresses, leaks, undefined behaviour; all tests, in BUILDDIR/under/asan
#   tsan      data races; the tests that make threads, in BUILDDIR/under/tsan
#   valgrind  addresses, leaks, values never set; all programs but those of tests/samples,
#             in BUILDDIR itself
#   recompute what is kept, made again at every step: option recompute=yes by default; all
#             programs but test_body_bytes, since that takes bytes, in BUILDDIR/under/recompute
#   fuzz      addresses, undefined behaviour, what each fuzzer demands; libFuzzer of clang,
#             FUZZ_SECONDS (60) for each of tests/fuzz, in BUILDDIR/under/fuzz
#   coverage  lines, branches and error paths that are reached, room by room (coverage.py);
#             all programs, in BUILDDIR/under/coverage; no room under COVERAGE_LEAST % (90)
#
# CC and MAKEFLAGS are taken from the environment, UNDER_CFLAGS for the build of the tool,
# and PROGRAMS: all programs there are.

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

# what fits into the time of continuous integration: failing allocations and wrong data in
# each room, readers of files, things that come and go; threads
of_ci()
{
    case $1 in
    asan) echo tests/unit/test_lcp_memory tests/unit/test_friction_memory \
        tests/unit/test_rolling_memory tests/unit/test_generic_memory tests/unit/test_factor \
        tests/unit/test_io tests/unit/test_io_malformed tests/unit/test_simulation_memory \
        tests/unit/test_model_many tests/unit/test_source tests/unit/test_scene \
        tests/unit/test_mesh tests/unit/test_mesh_gap tests/unit/test_radau \
        tests/output/test_checkpoint tests/output/test_recorder_csv \
        tests/fuzz/fuzz_plugin_file ;;
    tsan) echo tests/unit/test_pool tests/unit/test_shared tests/unit/test_friction_sweeps \
        tests/unit/test_raise tests/unit/test_law ;;
    *) fail "$1: there is no part of it for continuous integration" ;;
    esac
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

# a build of its own, configured once; what gcc warns of is told by the ordinary one, where
# it knows more
configured()
{
    mkdir -p "$build/under/$tool"
    [ -e "$build/under/$tool/Makefile" ] ||
        (cd "$build/under/$tool" &&
            "$src/configure" --quiet --disable-werror ${UNDER_CFLAGS:+"CFLAGS=$UNDER_CFLAGS"} "$@")
}

# fuzz FUZZER: with libFuzzer in place of its main, for a while, from its corpus; what is
# found on the way is kept in found/, what fails stops it
fuzz()
{
    # the libraries first: they have no main to take its place
    case $1 in
    */fuzz_option | */fuzz_plugin_table | */fuzz_problem_file | */fuzz_fclib) make -s libzeno-solvers.la zeno-hdf5.la ;;
    *) make -s libzeno.la libzeno-all.la libzeno-hdf5-linked.la zeno-hdf5.la tests/faults/modules/plain.la ;;
    esac || exit 1
    flags="-g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined"
    name=${1##*fuzz_}
    rm -f "$1"
    make -s "$1" CPPFLAGS=-DZN_FUZZ_ONLY CFLAGS="$flags" ZN_INSTRUMENT= || exit 1
    corpus=$name quiet=
    # what the tool says of each film is not of interest
    [ "$name" != convert ] || corpus=film quiet=-close_fd_mask=2
    mkdir -p "found/$name"
    ZENO_SRCDIR=$src ZENO_BUILDDIR=$PWD OPENBLAS_NUM_THREADS=1 \
        ASAN_OPTIONS=allocator_may_return_null=1 \
        "./$1" -max_total_time="${FUZZ_SECONDS-60}" -max_len=4096 -timeout=60 \
        -artifact_prefix="found/$name-" -verbosity=0 -print_final_stats=1 $quiet \
        "found/$name" "$src/tests/fuzz/$corpus" ||
        fail "$1: what it fails on is in $PWD/found"
}

[ "$*" != ci ] || set -- $(of_ci "$tool")

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
    if [ $# -eq 0 ]; then
        for test in ${PROGRAMS:?}; do
            case $test in tests/samples/*) ;; *) set -- "$@" "$test" ;; esac
        done
        echo "under: without tests/samples, which start \`zeno\`: valgrind does not follow it" >&2
    fi
    # what is so much slower needs other time limits, and fewer rounds of what is random
    export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER-40}"
    export ZENO_ROUNDS_ONE_OF="${ZENO_ROUNDS_ONE_OF-20}"
    export LOG_COMPILER='./libtool --mode=execute valgrind'
    export LOG_FLAGS="-q --error-exitcode=99 --leak-check=full \
--errors-for-leak-kinds=definite --show-leak-kinds=definite"
    check_in "$build" "$@"
    ;;
recompute)
    configured CPPFLAGS=-DZNI_RECOMPUTE=true
    if [ $# -eq 0 ]; then
        for test in ${PROGRAMS:?}; do
            case $test in */test_body_bytes) ;; *) set -- "$@" "$test" ;; esac
        done
    fi
    export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER-10}"
    check_in "$build/under/recompute" "$@"
    ;;
fuzz)
    command -v clang >/dev/null 2>&1 ||
        fail "clang is not installed; on Debian: apt-get install clang"
    export CC=clang
    configured --enable-sanitizers CFLAGS="-g -O1 -fsanitize=fuzzer-no-link"
    cd "$build/under/fuzz"
    [ $# -gt 0 ] || set -- $(cd "$src" && ls tests/fuzz/fuzz_*.c | sed 's/\.c$//')
    for fuzzer; do
        fuzz "$fuzzer"
    done
    ;;
coverage)
    command -v gcov >/dev/null 2>&1 || fail "gcov is not installed; it comes with gcc"
    configured --enable-coverage CPPFLAGS=-DZN_COVERAGE
    [ $# -gt 0 ] || set -- ${PROGRAMS:?}
    # what an earlier run counted
    find "$build/under/coverage" -name '*.gcda' -exec rm -f {} +
    (check_in "$build/under/coverage" "$@") || echo "under: a test failed; counted all the same" >&2
    exec python3 "$src/tests/coverage.py" --least "${COVERAGE_LEAST-90}" "$src" \
        "$build/under/coverage"
    ;;
*)
    fail "$tool: asan, tsan, valgrind, recompute, fuzz or coverage"
    ;;
esac
