# scenes.sh - scenes with contact beside Siconos (Bullet) and MuJoCo, where they are installed
# SPDX-License-Identifier: Apache-2.0
#
#     PEER=yes|no  CC=cc  PYTHON=/usr/bin/python3  ZENO_SRCDIR=.  ZENO_BUILDDIR=.  sh scenes.sh
#
# What is printed is said in README.md; the exit status says only whether the benchmark ran.

src=${ZENO_SRCDIR:-.}/tests/bench
dir=${ZENO_BUILDDIR:-.}/tests/bench
out=$dir/out
run=${ZENO_BUILDDIR:-.}/tools/zeno-run
python=${PYTHON:-/usr/bin/python3}
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
mkdir -p "$out" || exit 1

if [ "${PEER:-yes}" = yes ] && "$python" -c 'import siconos.io.mechanics_run' > /dev/null 2>&1; then
    "$python" "$src/siconos_scenes.py" "$run" || exit 1
else
    echo 'without Siconos: python3-siconos is not there, or PEER=no'
fi

echo 'engine,scene,boxes,h,s per s,creep m,slide m,sunk m'
peer=
if [ "${PEER:-yes}" = yes ] && ${CC:-cc} -O2 -I"$src" "$src/mujoco_boxes.c" -o "$out/mujoco_boxes" \
    -lmujoco -lm 2> /dev/null; then
    peer=$out/mujoco_boxes
fi
for scene in floor stacks; do
    for n in 300 500; do
        "$dir/bench_boxes" $scene $n || exit 1
        # with 500 boxes in stacks it asks for more memory than it can have
        [ -z "$peer" ] || [ $scene$n = stacks500 ] ||
            { "$peer" $scene $n && "$peer" $scene $n 2e-3 4e-3 1 0.9999; } || exit 1
    done
    "$dir/bench_boxes" $scene 1000 || exit 1
done
[ -n "$peer" ] || echo 'without MuJoCo: libmujoco-dev is not there, or PEER=no'

for many in "14 1" "45 1" "45 0" "141 0"; do
    set -- $many
    echo "heap of 5 x $1 x $1 $([ "$2" = 1 ] && echo boxes || echo spheres)"
    "$run" "$src/heap.yaml" --set side="$1" --set boxes="$2" | grep -E '^(steps|time|contacts|solver)' ||
        exit 1
done
