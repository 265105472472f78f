# piles.sh - the spheres and the wall of bench_piles beside Siconos, where it is installed
# SPDX-License-Identifier: Apache-2.0
#
#     PEER=yes|no  PYTHON=/usr/bin/python3  CXX=c++  ZENO_SRCDIR=.  ZENO_BUILDDIR=.  sh piles.sh

src=${ZENO_SRCDIR:-.}/tests/bench
dir=${ZENO_BUILDDIR:-.}/tests/bench
python=${PYTHON:-/usr/bin/python3}
wall=
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
mkdir -p "$dir/out" || exit 1
. "$src/peer.sh"
build_peer "$src/siconos_wall.cpp" "$dir/out/siconos_wall" && wall=$dir/out/siconos_wall
if [ "${PEER:-yes}" = yes ] && "$python" -c 'import siconos.mechanics' >/dev/null 2>&1; then
    "$python" "$src/siconos_piles.py" "$dir/bench_piles" $wall
else
    echo 'without Siconos: python3-siconos is not there, or PEER=no'
fi
