/* test_friction_visit.c - contacts in turn: a loop over them has the bits of calls, and where slips end
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include "solvers/contact/contact.h"
#include "solvers/system/row3.h"

/* The same once more for registers of two numbers, which the library has where the processor
 * has no wider ones */
#undef ZNI_WIDE
#define ZNI_WIDE
#define zni_contacts_in_turn narrow_turn
void narrow_turn(const zni_fc *c, const zni_contact contact[], const zni_visits *v,
                  double r[], double all[2]);
#include "solvers/contact/visit.c"
#undef zni_contacts_in_turn
/* Contacts of which each has some of the others beside it. */
enum { NC = 32, OTHERS = 5, ALL = NC + OTHERS, NB = NC * (OTHERS + 1) + OTHERS };

typedef struct group {
    zn_index p[ALL + 1], i[NB], bp[NB], ro[ALL + 1];
    double x[9 * NB], q[3 * ALL], mu[ALL], r[3 * ALL];
    zni_contact contact[ALL];
    zn_matrix A;
    zn_friction of;
    zni_fc c;
} group;

typedef enum kind { STUCK, SLID, OFF, LEFT, KINDS } kind;

/* M = B B' + more I, in a unit; some singular, some without symmetry */
static void block_at_random(rng *g, double unit, double M[9])
{
    const double how = uniform(g, 0, 1),
                 more = how < 0.1 ? 0 : uniform(g, 0, 0.5);
    double B[9];

    for (int e = 0; e < 9; e++)
        B[e] = e >= 6 && how < 0.05 ? 0 : uniform(g, -1, 1);
    for (int e = 0; e < 9; e++) {
        M[e] = e % 4 == 0 ? more : 0;
        for (int k = 0; k < 3; k++)
            M[e] += B[e % 3 + 3 * k] * B[e / 3 + 3 * k];
        if (how > 0.95)
            M[e] += uniform(g, -0.2, 0.2);
        M[e] *= unit;
    }
}

/* most are some thousands; products of some are no numbers */
static double unit_at_random(rng *g)
{
    const double octaves = uniform(g, 0, 1) < 0.05 ? 330 : 12;

    return exp2(floor(uniform(g, -octaves, octaves)));
}

/* loads that an earlier sweep may have left, mu r_N of the length to rounding where it slid */
static void load_at_random(rng *g, double mu, double r[3])
{
    const double how = uniform(g, 0, 1), angle = uniform(g, -4, 4);
    double part;

    memset(r, 0, 3 * sizeof *r);
    if (how < 0.2)
        return;
    r[0] = uniform(g, 0, 2);
    if (how < 0.4)
        return;
    part = how < 0.6 ? 0.7 : how < 0.7 ? 1 + 1e-6 : 1;
    r[1] = mu * r[0] * cos(angle) * part;
    r[2] = mu * r[0] * sin(angle) * part;
}

static void group_at_random(zn_ctx *ctx, rng *g, group *o)
{
    zn_index nb = 0;
    double unit;

    for (zn_index a = 0; a < ALL; a++) {
        o->p[a] = nb;
        o->ro[a] = 3 * a;
        o->mu[a] = uniform(g, 0, 1) < 0.05 ? 0 : uniform(g, 0, 1.5);
        load_at_random(g, o->mu[a], o->r + 3 * a);
        unit = unit_at_random(g);
        for (zn_index b = 0; b < ALL; b++) {
            if (a != b && (a >= NC || b < NC || uniform(g, 0, 1) < 0.5))
                continue;
            block_at_random(g, a == b ? unit : unit / 4, o->x + 9 * nb);
            o->bp[nb] = 9 * nb;
            o->i[nb++] = b;
        }
    }
    o->p[ALL] = nb;
    o->ro[ALL] = 3 * ALL;
    o->A = (zn_matrix){.storage = ZN_BSR, .rows = 3 * ALL, .cols = 3 * ALL,
                       .x = o->x, .p = o->p, .i = o->i, .nbr = ALL, .nbc = ALL,
                       .ro = o->ro, .co = o->ro, .bp = o->bp};
    /* the first q_N are there to push as hard as the block of the contact is stiff */
    for (zn_index a = 0; a < ALL; a++)
        for (int e = 0; e < 3; e++)
            o->q[3 * a + e] = o->x[9 * o->p[a]] * uniform(g, e ? -2 : -3, e ? 2 : 1);
    o->of = (zn_friction){.d = 3, .nc = ALL, .M = &o->A, .q = o->q, .mu = o->mu};
    ck_assert_int_eq(zni_fc_set(ctx, &o->c, &o->of), ZN_OK);
    for (zn_index a = 0; a < ALL; a++)
        zni_coulomb.contact_set(&o->c, a, o->contact + a);
}

/* one after the other */
static void plainly(const group *o, zn_index first, zn_index n, double r[],
                    double moved[], int count[KINDS])
{
    for (zn_index a = first; a < first + n; a++) {
        const double old[3] = {r[3 * a], r[3 * a + 1], r[3 * a + 2]};
        double q[3], *x = r + 3 * a, e0, e1, e2, most;
        bool found;

        zni_fc_others(&o->c, a, r, q);
        found = zni_contact_advance(o->contact + a, q, x);
        e0 = x[0] - old[0];
        e1 = x[1] - old[1];
        e2 = x[2] - old[2];
        moved[2 * a] = e0 * e0 + e1 * e1 + e2 * e2;
        moved[2 * a + 1] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        most = o->mu[a] * x[0];
        count[!found                                    ? LEFT
              : q[0] >= 0                               ? OFF
              : hypot(x[1], x[2]) < most * (1 - 1e-12) ? STUCK
                                                        : SLID]++;
    }
}

/* Contacts of which some touch, as they come, back, in an order and that back: one loop has the
 * bits of calls one after the other. */
START_TEST(a_sweep_has_the_bits_of_calls)
{
    static group o;
    static double r[3][3 * ALL], moved[2 * ALL], all[3][2];
    zn_index order[ALL];
    rng g = {52};
    zn_ctx *ctx = context();
    int count[KINDS] = {0};

    printf("seed 52\n");
    for (zn_index a = 0; a < ALL; a++)
        order[a] = 7 * a % ALL;
    for (int round = 0; round < 400; round++) {
        const zni_visits v = {
            .end = ALL, .back = round & 1, .order = round & 2 ? order : NULL};

        group_at_random(ctx, &g, &o);
        for (int k = 0; k < 3; k++)
            memcpy(r[k], o.r, sizeof o.r);
        memset(all, 0, sizeof all);
        for (zn_index h = 0; h < ALL; h++) {
            const zn_index at = v.back ? ALL - 1 - h : h,
                           a = v.order ? order[at] : at;

            plainly(&o, a, 1, r[0], moved, count);
            all[0][0] += moved[2 * a];
            all[0][1] += moved[2 * a + 1];
        }
        zni_contacts_in_turn(&o.c, o.contact, &v, r[1], all[1]);
        narrow_turn(&o.c, o.contact, &v, r[2], all[2]);
        for (int k = 1; k < 3; k++) {
            ck_assert_msg(memcmp(r[0], r[k], sizeof *r) == 0, "round %d, way %d: other bits",
                          round, k);
            ck_assert_mem_eq(all[0], all[k], sizeof *all);
        }
    }
    zni_fc_fini(ctx, &o.c);
    zn_ctx_free(ctx);
    ck_assert_int_gt(count[STUCK], 500);
    ck_assert_int_gt(count[SLID], 500);
    ck_assert_int_gt(count[OFF], 500);
}
END_TEST

static double apart(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* Contacts that slide, begun at another length and from a direction turned by up to a third: the roots
 * of the quartic say where they have to come. */
START_TEST(a_slip_gets_there)
{
    int slid = 0, found = 0;
    double worst = 0;
    rng g = {53};

    while (slid < 4000) {
        const double mu = uniform(&g, 0.05, 1.5), size = uniform(&g, 0.5, 2),
                     angle = uniform(&g, -1, 1) * pow(10, uniform(&g, -5, -0.5));
        double M[9], q[3], exact[3] = {0}, from[3], off;
        zni_contact c;

        block_at_random(&g, 1, M);
        for (int e = 0; e < 3; e++)
            q[e] = M[0] * uniform(&g, e ? -2 : -3, e ? 2 : 0);
        zni_contact_set(&c, 3, mu, M);
        if (!zni_contact_quartic(&c, q, exact) ||
            hypot(exact[1], exact[2]) < (1 - 1e-12) * mu * exact[0])
            continue;
        from[0] = size * exact[0];
        from[1] = size * (exact[1] * cos(angle) - exact[2] * sin(angle));
        from[2] = size * (exact[2] * cos(angle) + exact[1] * sin(angle));
        off = apart(from, exact);
        slid++;
        if (!zni_slip_on(&c, q, from))
            continue;
        found++;
        ck_assert_double_eq_tol(hypot(from[1], from[2]), mu * from[0], 1e-14 * mu * from[0]);
        worst = fmax(worst, (apart(from, exact) - 1e-12 * exact[0]) / off);
    }
    printf("%d of %d found, %.1e of the way left at most\n", found, slid, worst);
    ck_assert_int_gt(found, slid * 9 / 10);
    ck_assert_double_lt(worst, 1e-5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, visits");
    TCase *tc = tcase_create("visits");

    tcase_add_test(tc, a_sweep_has_the_bits_of_calls);
    tcase_add_test(tc, a_slip_gets_there);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
