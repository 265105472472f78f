/* guests.h - solvers of plugins that offer themselves to `auto` (zn_offer)
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_GUESTS_H
#define ZENO_SOLVERS_GUESTS_H

#include <zeno/solver.h>

/* Largest number of methods of a list that are solvers given by name. */
enum { ZNI_NAMED = 8 };

struct zni_portfolio;
struct zni_method;

typedef struct zni_guest zni_guest;

typedef struct zni_guests {
    int wanted; /* an option                                                       */
    zni_guest *all;
    zn_index count, cap, waiting; /* those that are still to be asked              */
    zn_index seen; /* types of the context that were examined                      */
} zni_guests;

/* the option of solvers that ask them */
#define ZNI_GUESTS_OPTION(T, field)                                                                \
    {ZN_OPTION_BOOL, "plugins", offsetof(T, field.wanted), 1, 0, 1, NULL, "-",                     \
     "ask solvers of plugins that offer themselves, too"}

/* Allocate in the guests of this class. */
zn_status zni_guests_reserve(zni_guests *g, zn_ctx *ctx, const zn_problem_type *class, zn_index n,
                             zn_index nnz);
/* Determine which guests may be asked about the problem of p, and after which method; none while one of them is
 * running, since it may call `auto` itself. */
zn_status zni_guests_seat(zni_guests *g, const struct zni_portfolio *p, zn_ctx *ctx);
/* The guest whose turn it is after the method `after`, "": before all, NULL: of all that are left; NULL: there is
 * none. A guest that would not end in time is reported instead. */
const struct zni_method *zni_guests_next(zni_guests *g, const char *after, zn_monitor *mon);
void zni_guests_fini(zni_guests *g, zn_ctx *ctx);

#endif
