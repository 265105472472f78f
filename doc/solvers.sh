# solvers.sh - what solvers.md tells to type works
# SPDX-License-Identifier: Apache-2.0
set -- solvers.md 3 3
. "$ZENO_SRCDIR/doc/typed.sh"
