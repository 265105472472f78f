/* visit.c - sweeps over contacts with friction in space, each by its closed form
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "../system/row3.h"
#include "slip.h"

/* moved: the squared change of a reaction from r to x, and |x|^2 */
static inline void note(const double r[3], double x0, double x1, double x2,
                        double moved[2])
{
    const double e0 = x0 - r[0], e1 = x1 - r[1], e2 = x2 - r[2];

    moved[0] = e0 * e0 + e1 * e1 + e2 * e2;
    moved[1] = x0 * x0 + x1 * x1 + x2 * x2;
}

/* The same operations as those of zni_contact_advance, inlined for the usual cases: most contacts stick, which is a
 * product with the inverse of their block, others slide or take off. The rest is left to that function. */
static ZNI_INTO_WIDE void visit(const zni_fc *c, const zni_contact contact[],
                                zn_index a, double r[], double moved[2])
{
    const zni_contact *k = contact + a;
    const double *I = k->inv, mu = k->mu;
    double q[3], *x = r + 3 * a, rn, r1, r2;
    bool pressed;

    zni_alone3(c, a, r, q);
    rn = -(I[0] * q[0] + I[3] * q[1] + I[6] * q[2]);
    r1 = -(I[1] * q[0] + I[4] * q[1] + I[7] * q[2]);
    r2 = -(I[2] * q[0] + I[5] * q[1] + I[8] * q[2]);
    pressed = !(q[0] >= 0) & (mu != 0);
    /* one branch, which a processor predicts better than five */
    if (pressed & (k->size > 0) & (rn > 0) & (r1 * r1 + r2 * r2 <= mu * mu * rn * rn)) {
        note(x, rn, r1, r2, moved);
        x[0] = rn;
        x[1] = r1;
        x[2] = r2;
    } else {
        const double old[3] = {x[0], x[1], x[2]};

        if (q[0] >= 0)
            x[0] = x[1] = x[2] = 0;
        else if (!pressed || !zni_slip_on(k, q, x))
            zni_contact_advance(k, q, x);
        note(old, x[0], x[1], x[2], moved);
    }
}

ZNI_WIDE void zni_contacts_in_turn(const zni_fc *c, const zni_contact contact[],
                                   const zni_visits *v, double r[], double all[2])
{
    double sum[2] = {0, 0}, moved[2];

    for (zn_index h = v->first; h < v->end; h++) {
        const zn_index o = v->back ? v->first + v->end - 1 - h : h,
                       a = v->order ? v->order[o] : o;

        visit(c, contact, a, r, moved);
        sum[0] += moved[0];
        sum[1] += moved[1];
        if (v->moved)
            memcpy(v->moved + 2 * a, moved, sizeof moved);
    }
    memcpy(all, sum, sizeof sum);
}
