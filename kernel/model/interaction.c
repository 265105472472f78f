/* interaction.c - one law and one relation on one or two systems
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

zn_status zni_interaction_new(zn_model *m, const char *name, zn_law *law,
                              zn_relation *r, zn_ds *d1, zn_ds *d2,
                              zn_interaction **out)
{
    const size_t text = strlen(name) + 1;
    zn_interaction *a =
        zn_alloc(m->ctx, (zn_index)(sizeof(zn_interaction) + text), 1);

    *out = a;
    if (!a)
        return ZN_ENOMEM;
    a->name = memcpy((char *)a + sizeof *a, name, text);
    a->model = m;
    a->law = law;
    a->relation = r;
    a->nds = d2 ? 2 : 1;
    a->ds[0] = d1;
    a->ds[1] = d2;
    a->size = r->ny;
    a->copies = 1;
    a->place = a->off = a->pending = -1;
    return ZN_OK;
}

void zni_interaction_free(zn_interaction *a)
{
    if (a)
        zn_free_array(a->model->ctx, a);
}

zn_status zni_interaction_reserve(const zn_interaction *a)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < a->nds; i++) {
        zn_ds *ds = a->ds[i];
        st = zn_grow(ds->ctx, &ds->ints, &ds->cint, ds->nint + 1,
                     sizeof *ds->ints);
    }
    return st;
}

void zni_interaction_link(zn_interaction *a)
{
    for (zn_index i = 0; i < a->nds; i++)
        a->ds[i]->ints[a->ds[i]->nint++] = a;
}

void zni_interaction_unlink(zn_interaction *a)
{
    for (zn_index i = 0; i < a->nds; i++) {
        zn_ds *ds = a->ds[i];
        zn_index k = ds->nint - 1;
        while (ds->ints[k] != a)
            k--;
        ds->nint--;
        memmove(ds->ints + k, ds->ints + k + 1,
                (size_t)(ds->nint - k) * sizeof *ds->ints);
    }
}

/* ---- checks --------------------------------------------------------------- */

static const char *order(unsigned family)
{
    return family == ZN_FIRST_ORDER ? "first" : "second";
}

static void check_families(const zn_interaction *a, zn_findings *f)
{
    const unsigned family = a->ds[0]->type->family;

    for (zn_index i = 1; i < a->nds; i++)
        if (a->ds[i]->type->family != family)
            zn_findings_add(f,
                            "interaction '%s': system '%s' is of %s order, but "
                            "'%s' of %s",
                            a->name, a->ds[0]->name, order(family),
                            a->ds[i]->name, order(a->ds[i]->type->family));
    if (!(a->relation->type->families & 1u << family))
        zn_findings_add(f,
                        "interaction '%s': relation '%s' (%s) does not take "
                        "systems of %s order such as '%s'",
                        a->name, a->relation->name,
                        a->relation->type->type.name, order(family),
                        a->ds[0]->name);
    if (!(a->law->type->families & 1u << family))
        zn_findings_add(f,
                        "interaction '%s': law '%s' does not take systems of "
                        "%s order such as '%s'",
                        a->name, a->law->type->type.name, order(family),
                        a->ds[0]->name);
}

/* g of a relation has as many components as q; K is not taken along T(q). */
static void check_input(const zn_interaction *a, zn_findings *f)
{
    for (zn_index i = 0; i < a->nds; i++)
        if (zn_ds_curved(a->ds[i]) && a->relation->type->input)
            zn_findings_add(f,
                            "interaction '%s': relation '%s' (%s) gives its "
                            "input as g, which is for systems with q' = v, not "
                            "for '%s' (%s)",
                            a->name, a->relation->name,
                            a->relation->type->type.name, a->ds[i]->name,
                            a->ds[i]->type->type.name);
}

static void check_sizes(zn_interaction *a, zn_findings *f)
{
    const zn_relation *r = a->relation;
    const zn_index nq = zni_interaction_nq(a), law = zn_law_size(a->law);

    if (r->nq != nq)
        zn_findings_add(f,
                        "interaction '%s': relation '%s' is for a state of "
                        "%td, its system%s %td",
                        a->name, r->name, r->nq, a->nds > 1 ? "s have" : " has",
                        nq);
    if (law > 0 && r->ny % law != 0)
        zn_findings_add(f,
                        "interaction '%s': relation '%s' has %td rows, must be "
                        "a multiple of the %td of law '%s'",
                        a->name, r->name, r->ny, law, a->law->type->type.name);
    a->copies = law > 0 ? r->ny / law : r->ny;
}

static void check_level(const zn_interaction *a, zn_findings *f)
{
    const zn_relation *r = a->relation;

    if (!r->complete)
        return; /* its own findings are there already */
    if (r->varies.D &&
        !(a->law->type->levels & ZN_LAW_POSITION))
        zn_findings_add(f,
                        "interaction '%s': the output of relation '%s' (%s) "
                        "depends on lambda, so it needs a law on positions; "
                        "law '%s' is on velocities",
                        a->name, r->name, r->type->type.name,
                        a->law->type->type.name);
}

/* Are the cones of a copy as their sets want them, and do they fill it? */
static zn_status check_cones(const zn_law *law)
{
    const zn_index size = zn_law_size(law) > 0 ? zn_law_size(law) : 1;
    zn_index rows = 0;
    zn_status st = ZN_OK;
    zn_cone c;

    for (zn_index k = 0; !st && law->type->cone(law->state, k, &c); k++) {
        const bool varies = law->type->vary && !c.param;
        rows += c.size;
        if (rows > size || rows < 0)
            break;
        st = varies && c.set ? ZN_OK : zn_cone_check(law->ctx, &c);
    }
    return st || rows == size
               ? st
               : zn_fail(law->ctx, ZN_EINVAL,
                         "its cones have %td rows, a copy of it %td", rows,
                         size);
}

static void check_law(const zn_interaction *a, zn_findings *f)
{
    const zn_law *law = a->law;

    zn_status st =
        law->type->check ? law->type->check(law->state, law->ctx) : ZN_OK;

    if (!st)
        st = check_cones(law);
    if (st)
        zn_findings_add(f, "interaction '%s': law '%s': %s", a->name,
                        law->type->type.name, zn_errmsg(law->ctx));
}

void zni_interaction_check(zn_interaction *a, zn_findings *f)
{
    check_families(a, f);
    check_law(a, f);
    check_sizes(a, f);
    check_input(a, f);
    check_level(a, f);
}

/* ---- a look inside ---------------------------------------------------------- */

zn_index zni_interaction_nq(const zn_interaction *a)
{
    zn_index n = 0;

    for (zn_index i = 0; i < a->nds; i++)
        n += a->ds[i]->nq + a->ds[i]->nx; /* one of them is 0 */
    return n;
}

zn_index zni_interaction_nv(const zn_interaction *a)
{
    zn_index n = 0;

    for (zn_index i = 0; i < a->nds; i++)
        n += a->ds[i]->nv + a->ds[i]->nx;
    return n;
}

zn_status zni_interaction_output(const zn_interaction *a, double t,
                                 const double q[], const double lambda[],
                                 double y[])
{
    const zn_status st =
        a->relation->type->output(a->relation, t, q, lambda, y);

    return zn_note(a->model->ctx, st, "interaction '%s'", a->name);
}

const char *zn_interaction_name(const zn_interaction *a)
{
    return a->name;
}

zn_law *zn_interaction_law(const zn_interaction *a)
{
    return a->law;
}

zn_relation *zn_interaction_relation(const zn_interaction *a)
{
    return a->relation;
}

zn_index zn_interaction_ds_count(const zn_interaction *a)
{
    return a->nds;
}

zn_ds *zn_interaction_ds(const zn_interaction *a, zn_index i)
{
    return i >= 0 && i < a->nds ? a->ds[i] : NULL;
}

zn_index zn_interaction_size(const zn_interaction *a)
{
    return a->size;
}

zn_index zn_interaction_offset(const zn_interaction *a)
{
    return a->off;
}
