# solvers/lcp/local.mk - linear complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/lcp/auto.c \
                        solvers/lcp/box.c \
                        solvers/lcp/box.h \
                        solvers/lcp/box_again.c \
                        solvers/lcp/box_chain.c \
                        solvers/lcp/box_enum.c \
                        solvers/lcp/box_fb.c \
                        solvers/lcp/box_newton.c \
                        solvers/lcp/box_sor.c \
                        solvers/lcp/box_warm.c \
                        solvers/lcp/box_work.c \
                        solvers/lcp/cpg.c \
                        solvers/lcp/dictionary.c \
                        solvers/lcp/dictionary.h \
                        solvers/lcp/dictionary_sparse.c \
                        solvers/lcp/game.c \
                        solvers/lcp/interior.c \
                        solvers/lcp/lcp.h \
                        solvers/lcp/lemke.c \
                        solvers/lcp/lexicographic.c \
                        solvers/lcp/principal.c \
                        solvers/lcp/problem.c \
                        solvers/lcp/qp.c \
                        solvers/lcp/scalar.c
