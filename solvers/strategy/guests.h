/* guests.h - solvers of plugins that offer themselves to `auto` (zn_offer)
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_GUESTS_H
#define ZENO_SOLVERS_GUESTS_H

#include <zeno/solver.h>

/* Most methods of a list that are solvers by name. */
enum { ZNI_NAMED = 8 };

struct zni_portfolio;
struct zni_method;

typedef struct zni_guest zni_guest;

typedef struct zni_guests {
    int wanted; /* an option                                                       */
    zni_guest *all;
    zn_index count, cap, waiting; /* of them still to be asked                     */
    zn_index seen; /* classes of the context that were looked at                   */
} zni_guests;

/* the option of those who ask them */
#define ZNI_GUESTS_OPTION(T, field)                                                                \
    {ZN_OPTION_BOOL, "plugins", offsetof(T, field.wanted), 1, 0, 1, NULL, "-",                     \
     "ask solvers of plugins that offer themselves, too"}

/* Room in those of that class. */
zn_status zni_guests_reserve(zni_guests *g, zn_ctx *ctx, const zn_problem_type *class, zn_index n,
                             zn_index nnz);
/* Who may be asked about the problem of p, and after whom; nobody while one of them is at work,
 * which may ask `auto` itself. */
zn_status zni_guests_seat(zni_guests *g, const struct zni_portfolio *p, zn_ctx *ctx);
/* Whose turn it is after a method of that name, "": before all, NULL: of all that wait; NULL: nobody's.
 * Who would not be ready in time is told instead. */
const struct zni_method *zni_guests_next(zni_guests *g, const char *after, zn_monitor *mon);
void zni_guests_fini(zni_guests *g, zn_ctx *ctx);

#endif
