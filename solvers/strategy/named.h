/* named.h - methods of a list that are solvers of the class, by their names
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_NAMED_H
#define ZENO_SOLVERS_NAMED_H

#include "portfolio.h"

/* Those of the list without `run`, with their options; methods of one name and the same options share
 * one. */
zn_status zni_named_init(zni_store *s, zn_ctx *ctx, const char *problem, const zni_method list[]);
/* Room in them, and as zni_store_reserve. */
zn_status zni_named_reserve(zni_store *s, zn_ctx *ctx, const zn_problem_type *class, zn_index n,
                            zn_index nnz);
/* The one of the turn, asked for the tolerance of the list. */
zn_status zni_named_run(zni_turn *t);

#endif
