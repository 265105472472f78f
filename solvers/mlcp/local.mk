# solvers/mlcp/local.mk - mixed linear complementarity
# SPDX-License-Identifier: Apache-2.0
