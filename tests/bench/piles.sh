# piles.sh - the spheres of bench_piles beside Siconos, where it is installed
# SPDX-License-Identifier: Apache-2.0
#
#     PEER=yes|no  PYTHON=/usr/bin/python3  ZENO_SRCDIR=.  ZENO_BUILDDIR=.  sh piles.sh

python=${PYTHON:-/usr/bin/python3}
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
if [ "${PEER:-yes}" = yes ] && "$python" -c 'import siconos.mechanics' >/dev/null 2>&1; then
    "$python" "${ZENO_SRCDIR:-.}/tests/bench/siconos_piles.py" \
        "${ZENO_BUILDDIR:-.}/tests/bench/bench_piles"
else
    echo 'without Siconos: python3-siconos is not there, or PEER=no'
fi
