# solvers.sh - benchmark of the solvers, beside Debian's siconos if it is there
# SPDX-License-Identifier: Apache-2.0
#
#     BENCH=solvers|solvers-quick  PEER=yes|no  ZENO_SRCDIR=.  ZENO_BUILDDIR=.
#     ZENO_REFERENCE=folder  CC=cc  sh solvers.sh
#
# All solvers of both libraries on the problem files of $ZENO_REFERENCE: the
# table solvers.csv, `auto` and the peer's fastest in turns in turns.csv, a summary,
# and the performance profiles as a picture.
# Thresholds are reported, never enforced.

src=${ZENO_SRCDIR:-.}/tests/bench
dir=${ZENO_BUILDDIR:-.}/tests/bench
out=$dir/out
csv=$dir/solvers.csv
turns=$dir/turns.csv
ours=$dir/bench_solvers
peer=$out/numerics_peer
files=${ZENO_REFERENCE:-${ZENO_SRCDIR:-.}/../shared/reference}/problems

if [ ! -d "$files" ]; then
    echo "no problem files at $files: set ZENO_REFERENCE; solvers not measured"
    exit 0
fi
how=full
[ "$BENCH" != solvers-quick ] && [ "$BENCH" != quick ] || how=quick

# one thread of BLAS and one processor: the same conditions for both
OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
export OPENBLAS_NUM_THREADS OMP_NUM_THREADS
pin=
if command -v taskset > /dev/null; then
    last=$(($(getconf _NPROCESSORS_ONLN) - 1))
    taskset -c $last true 2> /dev/null && pin="taskset -c $last"
fi

mkdir -p "$out" || exit 1
inc=/usr/include/siconos
if [ "${PEER:-yes}" = no ]; then
    echo "PEER=no: zeno alone"
    peer=
elif [ ! -f $inc/numerics/NonSmoothDrivers.h ]; then
    echo "no siconos packages (libsiconos-numerics-dev): zeno alone"
    peer=
elif ! ${CC:-cc} -std=gnu11 -O2 -I"$src" -I$inc -I$inc/numerics -o "$peer" \
    "$src/numerics_peer.c" -lsiconos_numerics -lm > "$out/numerics.log" 2>&1
then
    echo "the peer's driver did not build: $out/numerics.log"
    peer=
fi

$pin "$ours" "$files" "$out" "$csv" "$turns" $how ${peer:+"$peer"} > "$out/solvers.log" ||
    exit 1
grep '^left out' "$out/solvers.log" | cut -d: -f1-2
awk -v profile="$out/profile" -v turns="$turns" -f "$src/solvers.awk" "$csv" || exit 1
if command -v gnuplot > /dev/null; then
    gnuplot -e "profile='$out/profile'; picture='$dir/solvers.svg'" \
        "$src/solvers.gnuplot" && echo "profiles: $dir/solvers.svg"
fi
echo "all numbers: $csv, in turns: $turns"
