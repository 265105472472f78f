/** @file
 * What the event-driven simulation tells of its events. doc/event-driven.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_EVENT_DRIVEN_H
#define ZENO_EVENT_DRIVEN_H

#include <zeno/simulation.h>

ZN_BEGIN_DECLS

typedef enum zn_event_what {
    ZN_EVENT_IMPACT,      /**< a percussion of a contact                      */
    ZN_EVENT_CLOSE,       /**< a contact stays closed from here on            */
    ZN_EVENT_OPEN,        /**< a closed contact lets go                       */
    ZN_EVENT_ACCUMULATION, /**< its impacts accumulate, and are passed at once */
    ZN_EVENT_STICK,       /**< a contact or relay sticks, or is held at y = 0 */
    ZN_EVENT_SLIDE        /**< it slides, turns round, goes to a bound        */
} zn_event_what;

/** One event of one contact. Events of one instant come in the order: accumulations,
 * percussions, contacts that close or stick, contacts that open or slide; in each the contacts in the
 * order of the model. They are told at the end of the step, of one that fails none. */
typedef struct zn_event_record {
    double        t;
    zn_event_what what;
    const zn_interaction *interaction;
    zn_index      row;     /**< of the interaction                            */
    double        before;  /**< rate of the gap before it (m/s)               */
    double        after;   /**< and after it                                  */
    double        value;   /**< percussion (N s), where fewer contacts could bear it
                                the least that do the same; of rows of joints that
                                follow from others none, the others having their
                                part (zn_simulation_lambda shares it); force (N) of a contact that closes
                                or opens, sticks or slides; first order: lambda.
                                There before and after are y', 0 of a row whose
                                y depends on lambda                           */
    double        energy;  /**< impact: percussion times mean rate, the energy that
                                all systems gain in it, seen from a constraint that
                                moves (J)                                     */
    double        limit;   /**< accumulation: instant of the last impact (s)  */
    double        error;   /**< and how far that may be off (s)               */
} zn_event_record;

typedef void zn_event_record_fn(void *user, const zn_event_record *r);

/** Have every event told to fn, one function per simulation; NULL: none.
 * @retval ZN_ENOTSUP  the simulation is of another class */
ZN_API zn_status zn_simulation_on_event(zn_simulation *s, zn_event_record_fn *fn,
                                        void *user);

/** The same with data that go over to the simulation.
 * @param[in] drop  called with user, once: when another function or none is set, or the
 *                  simulation is freed; NULL: nothing is. Not called on failure. */
ZN_API zn_status zn_simulation_on_event_owned(zn_simulation *s,
                                              zn_event_record_fn *fn, void *user,
                                              void (*drop)(void *user));

/** A contact that slides and whose friction is too much for a normal force to keep it
 * closed: a force moves its gap by `response` <= 0 per unit, and without it the gap
 * accelerates with `free`. (P. Painleve, C. R. Acad. Sci. 121 (1895) 112-115.) */
typedef struct zn_paradox {
    zn_status kind;     /**< ZN_INCONSISTENT: free < 0, no force keeps it from
                             going through; ZN_INDETERMINATE: free >= 0, it may open
                             or stay                                          */
    double    t;        /**< s; of the trial that met it, which may be up to one step
                             of the integrator after the last state           */
    const zn_interaction *interaction;
    zn_index  row;      /**< of the normal force, in it                       */
    double    rate;     /**< of sliding (m/s)                                 */
    double    mu;
    double    response; /**< A_NN - mu s A_NT (1/kg)                          */
    double    free;     /**< m/s^2                                            */
} zn_paradox;

/** The paradox that the last step stopped at: it has returned out->kind, or, with on_unsolved=step,
 * went on by a time step.
 * @retval ZN_ENOENT   it met none
 * @retval ZN_ENOTSUP  the simulation is of another class */
ZN_API zn_status zn_simulation_paradox(const zn_simulation *s, zn_paradox *out);

/** "impact", "close", "open", "accumulation", "stick", "slide". */
ZN_API const char *zn_event_name(zn_event_what what);

ZN_END_DECLS
#endif
