# extend-integrator.sh - what extend-integrator.md tells to type works
# SPDX-License-Identifier: Apache-2.0
set -- extend-integrator.md 4 3
. "$ZENO_SRCDIR/doc/typed.sh"
