/* course.h - the step of the integrator that is under way, which may end after the present instant
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_COURSE_H
#define ZENO_KERNEL_EVENT_COURSE_H

#include <zeno/ode.h>

#include "kernel/ode/kink.h"

typedef struct zni_event_driven zni_event_driven;

/* An event of an instant that is there again, so many times, has no end. */
enum { ZNI_SAME_MOST = 100 };

enum { ZNI_INSTANTS_DENSE = 0, ZNI_INSTANTS_STOP = 1 };
/* Integrators that a motion may need: of any forces; of constant ones; of accelerations that are
 * constant between two events; of forces that are linear in the state; where directions of friction settle.
 * Those that it cannot need are not there. The last one's steps end at instants of the grid: it has no
 * memory. */
enum {
    ZNI_FLOW_ANY = 0,
    ZNI_FLOW_STEADY = 1,
    ZNI_FLOW_STILL = 2,
    ZNI_FLOW_LINEAR = 3,
    ZNI_FLOWS_KEPT = 4,
    ZNI_FLOW_STIFF = 4,
    ZNI_FLOWS = 5
};

/* The last step of its integrator, if that ends after the present instant. */
typedef struct zni_course {
    zn_ode *flow[ZNI_FLOWS]; /* NULL: none */
    bool    ends; /* it is under way as a step begins, and not at its end; */
    bool    renewed; /* or `linear` may begin anew, with what it knows */
    /* memory */
    double under_way; /* 1: it does, and the motion goes on with it */
    double which;     /* of the integrators */
    double at;        /* the present instant */
    double from;      /* where the motion began */
    double found, root, first; /* 1: an event ends it; when, and by which guard */
    double calm;      /* 1: forces were constant in it */
    double lasting;   /* 1: forces of time alone are those of the last step of `linear`, an event in it or not */
} zni_course;

/* Values go no farther than a root. */
static inline double zni_course_until(const zni_course *o)
{
    return o->found != 0 ? o->root : zn_ode_time(o->flow[(int)o->which]);
}

/* After a change: may steps go beyond instants? Room for them. */
zn_status zni_event_courses(zni_event_driven *e);
void zni_event_drop_courses(zni_event_driven *e);
void zni_event_keep_courses(zni_event_driven *e, zn_memory_fn *keep, void *to);
/* Is a step to that instant no more than values of one that was made? */
bool zni_event_is_sure(const zni_event_driven *e, double end);
/* Or the next one, which cannot fail either: to `end`, before a limit? */
bool zni_event_is_certain(const zni_event_driven *e, double end, double limit);
/* As a step to that instant begins: which of them end in it? */
void zni_event_courses_end(zni_event_driven *e, double end);
/* Does the motion of the isle at hand go on with its step? */
bool zni_event_is_under_way(const zni_event_driven *e);
/* How often guards are looked at in the last step. */
zn_index zni_event_samples(const zni_event_driven *e);
/* Are all forces of the isle at hand constant until the next event, those of contacts too? integrators.c */
bool zni_event_is_steady(const zni_event_driven *e);
/* Is a contact below zero? Its guard is no parabola. integrators.c */
bool zni_event_any_below(const zni_event_driven *e);
/* Has it integrators that are implicit, by their Jacobian? integrators.c */
bool zni_event_any_implicit(const zni_course *o);
/* The next step, to `limit` at the latest. */
zn_status zni_event_step(zni_event_driven *e, const zn_ode_problem *p, double limit);

#endif
