/* test_event_degree.c - first-order systems whose direct rows leave some multipliers to the
 * rates: diodes of a bridge before a capacitor, each with a relative degree of its own
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <zeno/lcs.h>

static void first_order(double h, double T)
{
    events.n = 0;
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_on_event(sim, note_event, NULL));
}

/* A source e = E sin wt between the nodes a and 0, a capacitor C with a resistor R beside it
 * between p and n, at a voltage v; ideal diodes from a and 0 to p, from n to a and 0, with
 * currents l1, l2, l3, l4; p has the potential f and leaks to the middle of the source by G:
 *     0 = G (f - e/2) - l1 - l2 + l3 + l4        (an equality, f its multiplier)
 *     y1 = f - e,  y2 = f,  y3 = e - f + v,  y4 = v - f,      C v' = l3 + l4 - v/R.
 * Diode 1 has the leak while e > 0, and 2 while e < 0. Where diode 4 conducts too, v = e has no
 * multiplier, D having rank 2 in three rows: l4 = C e' + e/R until it is zero, and then v falls
 * with RC until it meets -e: the same with 2 and 3. */
enum { NX = 3, NY = 5 };

static const double E = 12, R = 80, C = 1e-4, w = 314;

static zn_ds *bridge(double v0)
{
    const double G = 1e-3;
    const double A[NX * NX] = {0, -w, 0, w, 0, 0, 0, 0, -1 / (R * C)};
    const double B[NX * NY] = {0, 0, 0, 0,     0, 0, 0,    0,
                               0, 0, 0, 1 / C, 0, 0, 1 / C};
    const double c[NY * NX] = {-G / 2, -1, 0, 1, 0, 0, 0, 0,
                               0,      0,  0, 0, 0, 1, 1};
    const double D[NY * NY] = {G, 1, 1, -1, -1, -1, 0, 0, 0, 0, -1, 0, 0,
                               0, 0, 1, 0,  0,  0,  0, 1, 0, 0, 0,  0};
    const double x0[NX] = {0, E, v0};
    const zn_lcs p = {NX, NY, A, B, c, D, NULL, NULL, x0};
    zn_law *law;
    zn_ds *ds;

    MUST(zn_law_mixed(ctx, NY, 1, &law));
    MUST(zn_lcs_add(model, "bridge", &p, law, &ds, NULL));
    return ds;
}

/* Where v1 exp(-(t - t1)/RC) meets |e| as it rises in a half turn. */
static double meets(double v1, double t1, int turn)
{
    double a = turn * M_PI / w, b = (turn + 0.5) * M_PI / w;

    for (int k = 0; k < 200; k++) {
        const double t = (a + b) / 2;
        *(v1 * exp(-(t - t1) / (R * C)) > E * fabs(sin(w * t)) ? &a : &b) = t;
    }
    return b;
}

/* The k-th time that diode 3 or 4 begins to conduct, or ends to. */
static const zn_event_record *charge(zn_event_what what, int k)
{
    for (int i = 0; i < events.n; i++)
        if (events.at[i].what == what && events.at[i].row >= 3 && k-- == 0)
            return &events.at[i];
    ck_abort_msg("no such event");
    return NULL;
}

START_TEST(a_bridge_charges_a_capacitor)
{
    const int turns = 6;
    const double T = turns * M_PI / w;
    double v = E / 2, t = 0;
    zn_ds *ds = bridge(v);

    first_order(T / 60, T);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < turns; k++) {
        const double on = meets(v, t, k);
        const zn_event_record *r = charge(ZN_EVENT_CLOSE, k);
        CLOSE(r->t, on, 1e-13);
        ck_assert_int_eq(r->row, k % 2 ? 3 : 4);
        CLOSE(r->value,
              C * E * w * fabs(cos(w * on)) + E * fabs(sin(w * on)) / R, 1e-9);
        t = (k * M_PI + M_PI - atan(w * R * C)) / w;
        v = E * fabs(sin(w * t));
        CLOSE(charge(ZN_EVENT_OPEN, k)->t, t, 1e-13);
        CLOSE(charge(ZN_EVENT_OPEN, k)->value, 0, 1e-12);
    }
    CLOSE(zn_simulation_x(sim, ds)[2], v * exp(-(T - t) / (R * C)), 1e-11);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: relative degree");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_bridge_charges_a_capacitor);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
