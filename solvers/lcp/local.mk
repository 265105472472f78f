# solvers/lcp/local.mk - linear complementarity
# SPDX-License-Identifier: Apache-2.0
