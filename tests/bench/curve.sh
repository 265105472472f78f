# curve.sh - the error at the end of a motion against what it costs, beside MuJoCo where it is installed
# SPDX-License-Identifier: Apache-2.0
#
#     PEER=yes|no  CC=cc  ZENO_SRCDIR=.  ZENO_BUILDDIR=.  sh curve.sh
#
# Lines engine,motion,how,s per s,error go to curve.csv, and with gnuplot a picture to curve.svg.

src=${ZENO_SRCDIR:-.}/tests/bench
dir=${ZENO_BUILDDIR:-.}/tests/bench
out=$dir/out
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
mkdir -p "$out" || exit 1

peer=
if [ "${PEER:-yes}" = yes ] && ${CC:-cc} -O2 -I"$src" "$src/mujoco_curve.c" -o "$out/mujoco_curve" \
    -lmujoco -lm 2> /dev/null; then
    peer=$out/mujoco_curve
else
    echo 'without MuJoCo: libmujoco-dev is not there, or PEER=no'
fi

measure()
{
    for motion in tumble chain slide; do
        for h in 1e-2 5e-3 2e-3 1e-3 5e-4 2e-4 1e-4; do
            "$dir/bench_curve" $motion h=$h || return 1
            [ -n "$peer" ] || continue
            case $motion in
            slide) "$peer" slide Euler $h && "$peer" slide Euler $h 0.9999 ;;
            *) "$peer" $motion Euler $h && "$peer" $motion RK4 $h ;;
            esac || return 1
        done
        [ $motion != slide ] || continue
        for rtol in 1e-3 1e-4 1e-6 1e-8 1e-10 1e-12; do
            "$dir/bench_curve" $motion rtol=$rtol || return 1
        done
    done
}

measure > "$dir/curve.csv" || exit 1
echo 'engine,motion,how,s per s,error'
cat "$dir/curve.csv"
command -v gnuplot > /dev/null || exit 0
gnuplot -e "csv = '$dir/curve.csv'; picture = '$dir/curve.svg'" "$src/curve.gnuplot" || exit 1
echo "picture: $dir/curve.svg"
