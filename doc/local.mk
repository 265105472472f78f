# doc/local.mk - man pages and the public headers' reference
# SPDX-License-Identifier: Apache-2.0
