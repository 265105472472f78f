# solvers/linalg/local.mk - dense, sparse and block-row matrices
# SPDX-License-Identifier: Apache-2.0
