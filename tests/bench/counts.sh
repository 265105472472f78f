# counts.sh - instructions of a solve, which a busy machine does not alter
# SPDX-License-Identifier: Apache-2.0
#
#     ZENO_BUILDDIR=.  FEW=2  MANY=12  sh counts.sh [SOLVER FILE|SPEC [NAME=VALUE...]]
#
# What `make bench BENCH=counts` prints: for each row the instructions of one solve, the difference of MANY and
# FEW solves under `valgrind --tool=callgrind`, by the processor time of one thread. Without arguments the rows below; a
# count before and after a change is that of two builds (ZENO_BUILDDIR).

build=${ZENO_BUILDDIR:-.}
few=${FEW:-2}
many=${MANY:-12}
program=$build/tests/bench/bench_counts

if ! command -v valgrind >/dev/null 2>&1; then
    echo "counts: valgrind is not installed; on Debian: apt-get install valgrind"
    exit 0
fi
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS

# counted TIMES SOLVER PROBLEM...: instructions of the process; how it ended is in $ended
ended=$build/tests/bench/counts.out
counted()
{
    "$build/libtool" --mode=execute valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$program" "$@" 2>&1 >"$ended" | sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p'
}

# row SOLVER PROBLEM [NAME=VALUE...]
row()
{
    a=$(counted "$few" "$@")
    b=$(counted "$many" "$@")
    if [ -z "$a" ] || [ -z "$b" ] || ! [ -s "$ended" ]; then
        echo "counts: $*: it does not run:" >&2
        "$build/libtool" --mode=execute "$program" 1 "$@" >&2
        return 1
    fi
    solver=$1
    shift
    echo "| \`$solver\` | $* | $(((b - a) / (many - few))) | $(cat "$ended") |"
}

echo '| solver | problem | instructions of a solve | how it ended, iterations, error, by whom |'
echo '|---|---|---|---|'
if [ $# -gt 0 ]; then
    row "$@"
    exit
fi
row auto 'lcp n=8 seed=1' &&
    row lemke 'lcp n=20 seed=1' &&
    row newton-fb 'lcp n=20 seed=1' &&
    row interior-point 'qp n=20 seed=1' &&
    row interior-point 'soclcp seed=1' &&
    row auto 'friction contacts=4 seed=1' &&
    row newton-ac 'friction contacts=20 seed=1' &&
    row auto 'friction structure=heap bodies=60 mu=0.8' tol=1e-6 &&
    row auto 'global-friction contacts=20 seed=1' &&
    row auto 'rolling-friction contacts=6 seed=1' &&
    row auto 'generic-mechanical seed=1'
