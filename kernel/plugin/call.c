/* call.c - calling the user's functions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every caller does the same around its one call: out to zero, z attached, a
 * frame for zn_raise, then a look at the frame and at out. It costs a few
 * nanoseconds, so all but the refusal is inline. */
#include "kernel/plugin/guard.h"
#include "kernel/plugin/operator.h"
#include "kernel/plugin/running.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- zn_raise -------------------------------------------------------------- */

#if defined(__GNUC__) && defined(__ELF__)
__attribute__((tls_model("initial-exec")))
#endif
_Thread_local zni_frame *zni_running;

const void *zni_thread(void)
{
    return &zni_running;
}

/* The first report of a call counts, what follows is a consequence. */
static void report(zn_status st, const char *fmt, va_list args)
{
    zni_frame *f = zni_running;
    if (!f || f->st)
        return;
    f->st = st;
    vsnprintf(f->words, sizeof f->words, fmt, args);
}

void zn_raise(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    report(ZN_EUSER, fmt, args);
    va_end(args);
}

void zn_raise_retry(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    report(ZN_RETRY, fmt, args);
    va_end(args);
}

/* ---- around a call ------------------------------------------------------------ */

/* State `words` with whose function it was, and when if t is known (not NaN). */
static zn_status refuse(const zn_operator *op, double t, zn_status st,
                        const char *words)
{
    const zni_owner *o = zni_operator_owner(op);
    char when[40] = "";
    if (!isnan(t))
        snprintf(when, sizeof when, " at t = %.12g", t);
    return zn_fail(o->ctx, st, "%s of %s '%s' (%s)%s: %s",
                   zni_operator_slot(op)->name, o->kind->what, o->name,
                   zn_operator_origin(op), when, words);
}

/* Name the first component that is NaN or Inf. */
static zn_status not_finite(const zn_operator *op, double t, const double out[])
{
    zn_index k = 0;
    while (isfinite(out[k]))
        k++;

    char words[96];
    const char *value = isnan(out[k]) ? "NaN" : out[k] > 0 ? "Inf" : "-Inf";
    if (zni_operator_declared(op))
        snprintf(words, sizeof words, "value %td of its pattern is %s", k,
                 value);
    else if (zni_operator_cols(op) == 1)
        snprintf(words, sizeof words, "component %td is %s", k, value);
    else
        snprintf(words, sizeof words, "component (%td, %td) is %s",
                 k % zni_operator_rows(op), k / zni_operator_rows(op), value);
    return refuse(op, t, ZN_EDOM, words);
}

/* What a function gets as its parameters, and where it writes. */
typedef struct params {
    unsigned nz;
    double *z, *out;
} params;

/* The result goes into a room with margins; a function called from within another
 * one is not watched, the room is that one's. */
static double *watch(const zn_operator *op, zni_frame *f, double out[])
{
    double *room;

    if (f->outer)
        return out;
    room = zni_guard_room(zni_operator_owner(op)->ctx, zni_operator_count(op));
    if (room)
        return room;
    f->st = ZN_ENOMEM;
    snprintf(f->words, sizeof f->words, "no memory to watch it");
    return out;
}

/* What was written, and nothing beside it. */
static zn_status unwatch(const zn_operator *op, const double written[], double t,
                         double out[])
{
    const zn_index n = zni_operator_count(op);
    char words[96];
    zn_index at;

    memcpy(out, written, (size_t)n * sizeof *out);
    if (!zni_guard_crossed(zni_operator_owner(op)->ctx, n, &at))
        return ZN_OK;
    snprintf(words, sizeof words,
             "writes element [%td] of its result, which has %td", at, n);
    return refuse(op, t, ZN_EUSER, words);
}

/* Zeros, up to here without a call of memset, over which the arguments of the function would have
 * to be kept: a loop that writes to a volatile room is none. */
enum { FEW = 36 };

static inline void zero(zn_index n, double out[])
{
    volatile double *to = out;

    if (n == 1) { /* most of all */
        out[0] = 0;
        return;
    }
    switch (n) {
    default:
        for (zn_index i = 0; i < n; i++)
            to[i] = 0;
        break;
    case 4:
        out[3] = out[2] = 0;
        /* fall through */
    case 2:
        out[1] = out[0] = 0;
        /* fall through */
    case 0:
        break;
    }
}

/* 0 x is NaN for NaN and Inf, and a sum keeps it */
static inline bool finite_all(zn_index n, const double out[])
{
    double sum = 0;

    if (n == 1)
        return 0 * out[0] == 0;
    if (n == 2)
        return 0 * out[0] + 0 * out[1] == 0;
    if (n == 4)
        return 0 * out[0] + 0 * out[1] + 0 * out[2] + 0 * out[3] == 0;
    for (zn_index i = 0; i < n; i++)
        sum += 0 * out[i];
    return sum == 0;
}

/* The frame of a call that begins. */
static inline void push(const zn_operator *op, zni_frame *f, double t, zn_index n)
{
    f->outer = zni_running;
    f->op = op;
    f->t = t;
    f->n = n;
    f->st = ZN_OK;
    zni_running = f;
}

static params enter(const zn_operator *op, zni_frame *f, double t, double out[])
{
    const zni_owner *o = zni_operator_owner(op);
    const zn_index n = zni_operator_count(op);
    const zni_extra *e = zni_operator_extra(op);
    params p = {(unsigned)o->nz, o->z, out};

    if (e && e->z) {
        p.nz = (unsigned)e->nz;
        p.z = e->z;
    }
    memset(out, 0, (size_t)n * sizeof *out);
    push(op, f, t, n);
    if (o->ctx->guarded)
        p.out = watch(op, f, out);
    return p;
}

/* After a call that was watched, or reported something, or whose result is not finite. */
static zn_status look(const zn_operator *op, const zni_frame *f,
                      const double written[], double out[])
{
    const double t = f->t;
    const zn_status st = written != out ? unwatch(op, written, t, out) : ZN_OK;

    if (st)
        return st;
    if (f->st)
        return refuse(op, t, f->st, f->words);
    return finite_all(zni_operator_count(op), out) ? ZN_OK
                                                   : not_finite(op, t, out);
}

/* The lists take plain pointers where they only read, as users' files do. */
static inline double *in(const double x[])
{
    return (double *)(uintptr_t)x;
}

/* A closure, with parameters or a pattern of its own, watched, or large. */
static zn_status rare(const zn_operator *op, int list, double t, zn_args a, double out[])
{
    const zni_extra *e = zni_operator_extra(op);
    zni_frame f;
    const params p = enter(op, &f, t, out);
    a.size = sizeof a;
    a.t = t;
    a.rows = zni_operator_rows(op);
    a.cols = zni_operator_cols(op);
    a.out = p.out;
    a.nz = p.nz;
    a.z = p.z;
    if (op->fn)
        zni_call_by_list(op, list, &a);
    else
        e->closure(e->user, &a);
    zni_running = f.outer;
    return p.out != out || f.st || !finite_all(f.n, out) ? look(op, &f, p.out, out) : ZN_OK;
}

/* Absent, or a constant. */
static inline bool fixed(const zn_operator *op)
{
    return op->mode != ZN_OPERATOR_FUNCTION;
}

/* Of one whose rows and columns are few; else it is large, or 0. */
static inline unsigned numbers(const zn_operator *op)
{
    return (unsigned)op->nrows * op->ncols;
}

/* None of that, and few numbers, as most are: what costs anything is inline, and nothing is kept
 * over it but where the result is. */
static inline bool direct(const zn_operator *op)
{
    const zni_extra *e = zni_operator_extra(op);

    return !fixed(op) && !zni_operator_owner(op)->ctx->guarded &&
           numbers(op) - 1u < FEW &&
           (!e || (op->fn && !e->pattern && !e->z));
}

static inline void begin(const zn_operator *op, zni_frame *f, double t, double out[])
{
    zero(numbers(op), out);
    push(op, f, t, numbers(op));
}

static inline zn_status end(const zn_operator *op, const zni_frame *f, double out[])
{
    zni_running = f->outer;
    return f->st || !finite_all(f->n, out) ? look(op, f, out, out) : ZN_OK;
}

/* ---- one caller per argument list ------------------------------------------------ */

zn_status zni_call_s1(const zn_operator *op, double t, double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out) : rare(op, 1, t, (zn_args){0}, out);
    begin(op, &f, t, out);
    ((zn_fn_s1 *)op->fn)(t, (unsigned)op->nrows,
                         (unsigned)op->ncols, out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s2(const zn_operator *op, double t, double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out) : rare(op, 2, t, (zn_args){0}, out);
    begin(op, &f, t, out);
    ((zn_fn_s2 *)op->fn)(t, (unsigned)op->nrows, out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s3(const zn_operator *op, double t, zn_index n,
                      const double x[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 3, t, (zn_args){.nx = n, .x = x}, out);
    begin(op, &f, t, out);
    ((zn_fn_s3 *)op->fn)(t, (unsigned)n, x, out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s4(const zn_operator *op, double t, zn_index n,
                      const double q[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 4, t, (zn_args){.nq = n, .q = q}, out);
    begin(op, &f, t, out);
    ((zn_fn_s4 *)op->fn)((unsigned)n, in(q), out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s5(const zn_operator *op, double t, zn_index n,
                      const double q[], const double v[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 5, t, (zn_args){.nq = n, .nv = n, .q = q, .v = v}, out);
    begin(op, &f, t, out);
    ((zn_fn_s5 *)op->fn)((unsigned)n, in(q), in(v), out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s6(const zn_operator *op, double t, zn_index n,
                      const double q[], const double v[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 6, t, (zn_args){.nq = n, .nv = n, .q = q, .v = v}, out);
    begin(op, &f, t, out);
    ((zn_fn_s6 *)op->fn)(t, (unsigned)n, in(q), in(v), out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s7(const zn_operator *op, double t, zn_index nq,
                      const double q0[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 7, t, (zn_args){.nq = nq, .q0 = q0}, out);
    begin(op, &f, t, out);
    ((zn_fn_s7 *)op->fn)(t, out, (unsigned)nq, in(q0));
    return end(op, &f, out);
}

zn_status zni_call_s8(const zn_operator *op, double t, const double q[],
                      const double v[], zn_index nq, const double q0[],
                      double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 8, t, (zn_args){.nq = nq, .nv = nq - 1, .q = q, .v = v, .q0 = q0}, out);
    begin(op, &f, t, out);
    ((zn_fn_s8 *)op->fn)(t, in(q), in(v), out, (unsigned)nq, in(q0));
    return end(op, &f, out);
}

zn_status zni_call_s9(const zn_operator *op, double t, zn_index nq,
                      const double q[], zn_index ny, double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 9, t, (zn_args){.nq = nq, .q = q}, out);
    begin(op, &f, t, out);
    ((zn_fn_s9 *)op->fn)((unsigned)nq, in(q), (unsigned)ny, out,
                         (unsigned)zni_operator_owner(op)->nz,
                         zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s10(const zn_operator *op, double t, zn_index nq,
                       const double q[], zn_index nv, const double v[],
                       double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 10, t, (zn_args){.nq = nq, .nv = nv, .q = q, .v = v}, out);
    begin(op, &f, t, out);
    ((zn_fn_s10 *)op->fn)((unsigned)nq, in(q), (unsigned)nv, in(v), out,
                          (unsigned)zni_operator_owner(op)->nz,
                          zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s11(const zn_operator *op, zn_index nq, const double q[],
                       double t, zn_index ny, double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 11, t, (zn_args){.nq = nq, .q = q}, out);
    begin(op, &f, t, out);
    ((zn_fn_s11 *)op->fn)((unsigned)nq, in(q), t, (unsigned)ny, out,
                          (unsigned)zni_operator_owner(op)->nz,
                          zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s12(const zn_operator *op, double t, zn_index nq,
                       const double q[], zn_index nl, const double lambda[],
                       double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 12, t, (zn_args){.nq = nq, .nl = nl, .q = q, .lambda = lambda}, out);
    begin(op, &f, t, out);
    ((zn_fn_s12 *)op->fn)((unsigned)nq, in(q), (unsigned)nl, in(lambda), out,
                          (unsigned)zni_operator_owner(op)->nz,
                          zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s13(const zn_operator *op, double t, zn_index nx,
                       const double x[], zn_index nl, const double lambda[],
                       double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 13, t, (zn_args){.nx = nx, .nl = nl, .x = x, .lambda = lambda}, out);
    begin(op, &f, t, out);
    ((zn_fn_s13 *)op->fn)(t, (unsigned)nx, in(x), (unsigned)nl, in(lambda), out,
                          (unsigned)zni_operator_owner(op)->nz,
                          zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s14(const zn_operator *op, double t, zn_index n,
                       const double x[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 14, t, (zn_args){.nx = n, .x = x}, out);
    begin(op, &f, t, out);
    ((zn_fn_s14 *)op->fn)((unsigned)n, in(x), (unsigned)op->nrows, out,
                          (unsigned)zni_operator_owner(op)->nz,
                          zni_operator_owner(op)->z);
    return end(op, &f, out);
}

zn_status zni_call_s15(const zn_operator *op, double t, zn_index nx,
                       const double x[], zn_index nl, const double lambda[],
                       double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 15, t, (zn_args){.nx = nx, .nl = nl, .x = x, .lambda = lambda}, out);
    begin(op, &f, t, out);
    ((zn_fn_s15 *)op->fn)((unsigned)nx, in(x), (unsigned)nl, in(lambda),
                          (unsigned)op->nrows, out);
    return end(op, &f, out);
}

zn_status zni_call_s16(const zn_operator *op, double t, zn_index nl,
                       const double lambda[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 16, t, (zn_args){.nl = nl, .lambda = lambda}, out);
    begin(op, &f, t, out);
    ((zn_fn_s16 *)op->fn)((unsigned)nl, in(lambda), (unsigned)op->nrows, out);
    return end(op, &f, out);
}

zn_status zni_call_s17(const zn_operator *op, double t, double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out) : rare(op, 17, t, (zn_args){0}, out);
    begin(op, &f, t, out);
    ((zn_fn_s17 *)op->fn)(t, (unsigned)op->nrows, out);
    return end(op, &f, out);
}

zn_status zni_call_s19(const zn_operator *op, double t, zn_index nx,
                       const double x[], double out[])
{
    zni_frame f;

    if (!direct(op))
        return fixed(op) ? zni_operator_write(op, out)
                         : rare(op, 19, t,
                                (zn_args){.nx = nx,
                                          .x = x,
                                          .nu = zni_operator_owner(op)->nu,
                                          .u = zni_operator_owner(op)->u},
                                out);
    begin(op, &f, t, out);
    ((zn_fn_s19 *)op->fn)(
        t, (unsigned)nx, in(x), (unsigned)zni_operator_owner(op)->nu,
        zni_operator_owner(op)->u, out, (unsigned)zni_operator_owner(op)->nz,
        zni_operator_owner(op)->z);
    return end(op, &f, out);
}
