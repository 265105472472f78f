# extend-solver.sh - what extend-solver.md tells to type works
# SPDX-License-Identifier: Apache-2.0
set -- extend-solver.md 3 2
. "$ZENO_SRCDIR/doc/typed.sh"
