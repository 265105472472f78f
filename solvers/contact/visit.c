/* visit.c - contacts in space one after the other, each by its closed form
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "row3.h"

/* what a contact changed, from r to x, and its size */
static inline void note(const double r[3], double x0, double x1, double x2,
                        double all[2])
{
    const double e0 = x0 - r[0], e1 = x1 - r[1], e2 = x2 - r[2];

    all[0] += e0 * e0 + e1 * e1 + e2 * e2;
    all[1] += x0 * x0 + x1 * x1 + x2 * x2;
}

/* Most contacts stick, by a product with the inverse of their block: that is here, in the loop, the
 * operations those of zni_contact_solve, to which the rest goes. */
static ZNI_INTO_WIDE void visit(const zni_fc *c, const zni_contact contact[],
                                zn_index a, double r[], double all[2])
{
    const zni_contact *k = contact + a;
    const double *I = k->inv, mu = k->mu;
    double q[3], *x = r + 3 * a, rn, r1, r2;

    zni_others3(c, a, r, q);
    rn = -(I[0] * q[0] + I[3] * q[1] + I[6] * q[2]);
    r1 = -(I[1] * q[0] + I[4] * q[1] + I[7] * q[2]);
    r2 = -(I[2] * q[0] + I[5] * q[1] + I[8] * q[2]);
    /* one branch, as a processor foretells it better than five */
    if (!(q[0] >= 0) & (k->size > 0) & (mu != 0) & (rn > 0) &
        (r1 * r1 + r2 * r2 <= mu * mu * rn * rn)) {
        note(x, rn, r1, r2, all);
        x[0] = rn;
        x[1] = r1;
        x[2] = r2;
    } else {
        const double old[3] = {x[0], x[1], x[2]};

        zni_contact_solve(k, 3, q, x);
        note(old, x[0], x[1], x[2], all);
    }
}

ZNI_WIDE void zni_contacts_in_turn(const zni_fc *c, const zni_contact contact[],
                                 const zni_visits *v, double r[], double all[2])
{
    double sum[2] = {0, 0};

    if (v->back || v->order) {
        for (zn_index h = 0; h < v->n; h++) {
            const zn_index o = v->back ? v->n - 1 - h : h;

            visit(c, contact, v->order ? v->order[o] : o, r, sum);
        }
    } else {
        for (zn_index a = 0; a < v->n; a++)
            visit(c, contact, a, r, sum);
    }
    memcpy(all, sum, sizeof sum);
}
