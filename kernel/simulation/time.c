/* time.c - the instants of a run, without drift
 *
 * t_k = t0 + k h is evaluated by that product, so 10^7 steps do not drift; the
 * last instant is T itself. A T that misses a multiple of h by less than a
 * millionth of h is taken as that multiple.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <string.h>

/* More steps than this cannot be meant (and would not fit an index). */
static const double MAX_STEPS = 1e15;

double zni_times_at(const zni_times *t, zn_index k)
{
    if (t->table)
        return t->table[k];
    return k >= t->count ? t->T : t->t0 + (double)k * t->h;
}

/* So many steps behind t0 the instants of a grid cannot be told apart. */
static const double MANY = 0x1p50;

/* The first k with t_k > now; the grid goes on beyond T. *at: t_k, infinity if there is none
 * that can be told. */
static inline zn_index next(const zni_times *t, double now, double *at)
{
    const double after = now + zni_times_slack(t);
    zn_index low = 0, high = t->count + 1, k;

    if (!t->table) {
        const double passed = (now - t->t0) / t->h;

        if (!(passed < MANY)) {
            *at = INFINITY;
            return t->count + 1;
        }
        k = passed > 0 ? (zn_index)passed : 0;
        do {
            k++;
            *at = k >= t->count && after < t->T ? t->T
                                                : t->t0 + (double)k * t->h;
        } while (*at <= after);
        return k;
    }
    while (low < high) {
        const zn_index mid = low + (high - low) / 2;
        if (t->table[mid] > now)
            high = mid;
        else
            low = mid + 1;
    }
    *at = low <= t->count ? t->table[low]
          : t->count      ? now + t->table[t->count] - t->table[t->count - 1]
                          : INFINITY;
    return low;
}

double zni_times_next(const zni_times *t, double now)
{
    double at = INFINITY;

    if (t->table || t->h > 0)
        next(t, now, &at);
    return at;
}

zn_index zni_times_left(const zni_times *t, double now)
{
    double at;

    return zni_times_over(t, now) ? 0 : t->count + 1 - next(t, now, &at);
}

double zn_simulation_grid_next(const zn_simulation *s)
{
    return zni_times_next(&s->times, s->state.t);
}

zn_index zn_simulation_grid_left(const zn_simulation *s)
{
    return zni_times_left(&s->times, s->state.t);
}

double zn_simulation_grid_step(const zn_simulation *s)
{
    return s->times.h;
}

void zni_times_fini(zn_ctx *ctx, zni_times *t)
{
    zn_free_array(ctx, t->table);
    memset(t, 0, sizeof *t);
}

static zn_status not_started(const zn_simulation *s)
{
    if (s->state.step > 0)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "the instants cannot change after step %td",
                       s->state.step);
    return ZN_OK;
}

zn_status zn_simulation_set_time(zn_simulation *s, double t0, double h,
                                 double T)
{
    zn_status st = not_started(s);
    double whole;

    if (st)
        return st;
    if (!isfinite(t0) || !isfinite(h) || !isfinite(T) || h <= 0 || T < t0)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "t0 = %g, h = %g, T = %g: must be finite with h > 0 and "
                       "T >= t0",
                       t0, h, T);
    whole = round((T - t0) / h);
    if (fabs((T - t0) / h - whole) > 1e-6)
        whole = ceil((T - t0) / h);
    if (whole > MAX_STEPS || (whole > 0 && t0 + h == t0))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "h = %g is too small for t0 = %g, T = %g", h, t0, T);
    zni_times_fini(s->ctx, &s->times);
    s->times = (zni_times){t0, h, T, (zn_index)whole, NULL};
    s->state.t = t0;
    return ZN_OK;
}

zn_status zn_simulation_set_instants(zn_simulation *s, zn_index n,
                                     const double t[])
{
    zn_status st = not_started(s);
    double *table;

    if (st)
        return st;
    if (n < 1)
        return zn_fail(s->ctx, ZN_EINVAL, "%td instants given, need one", n);
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(t[i]) || (i && t[i] <= t[i - 1]))
            return zn_fail(s->ctx, ZN_EINVAL,
                           "instant %td = %g does not come after %g", i, t[i],
                           i ? t[i - 1] : t[i]);
    table = zn_alloc(s->ctx, n, sizeof *table);
    if (!table)
        return ZN_ENOMEM;
    memcpy(table, t, (size_t)n * sizeof *t);
    zni_times_fini(s->ctx, &s->times);
    s->times = (zni_times){t[0], 0, t[n - 1], n - 1, table};
    s->state.t = t[0];
    return ZN_OK;
}
