/* operators.c - the operators of classes in words
 * SPDX-License-Identifier: Apache-2.0 */
#include "operators.h"

#include <stdio.h>
#include <string.h>

#include <zeno/control.h>
#include <zeno/ds.h>
#include <zeno/law.h>
#include <zeno/relation.h>

/* Result and arguments of each list; those of zeno/operator.h, with the names there.
 * The compiler compares: see below. */
#define LISTS(list)                                                            \
    list(s1, void, (double t, unsigned rows, unsigned cols, double *M, unsigned nz, double *z)) \
    list(s2, void, (double t, unsigned n, double *v, unsigned nz, double *z))  \
    list(s3, void, (double t, unsigned n, const double *x, double *out, unsigned nz, double *z)) \
    list(s4, void, (unsigned n, double *q, double *out, unsigned nz, double *z)) \
    list(s5, void, (unsigned n, double *q, double *v, double *out, unsigned nz, double *z)) \
    list(s6, void, (double t, unsigned n, double *q, double *v, double *out, unsigned nz, double *z)) \
    list(s7, void, (double t, double *f, unsigned nq, double *q0))             \
    list(s8, void, (double t, double *q, double *v, double *out, unsigned nq, double *q0)) \
    list(s9, void, (unsigned nq, double *q, unsigned ny, double *out, unsigned nz, double *z)) \
    list(s10, void, (unsigned nq, double *q, unsigned nv, double *v, double *out, unsigned nz, double *z)) \
    list(s11, void, (unsigned nq, double *q, double t, unsigned ny, double *out, unsigned nz, double *z)) \
    list(s12, void, (unsigned nq, double *q, unsigned nl, double *lambda, double *out, unsigned nz, double *z)) \
    list(s13, void, (double t, unsigned nx, double *x, unsigned nl, double *lambda, double *out, unsigned nz, double *z)) \
    list(s14, void, (unsigned n_in, double *in, unsigned n_out, double *out, unsigned nz, double *z)) \
    list(s15, void, (unsigned nx, double *x, unsigned nl, double *lambda, unsigned ny, double *y)) \
    list(s16, void, (unsigned nl, double *lambda, unsigned nr, double *r))     \
    list(s17, void, (double t, unsigned n, double *v))                         \
    list(s18, double, (double t))                                              \
    list(s19, void, (double t, unsigned nx, double *x, unsigned nu, double *u, double *out, unsigned nz, double *z))

/* what is printed is what is called */
#define SAME(s, result, args)                                                  \
    _Static_assert(_Generic((result(*) args)0, zn_fn_##s *: 1, default: 0),    \
                   "the arguments of " #s);
LISTS(SAME)

typedef struct prototype {
    const char *name, *result, *args;
} prototype;

#define ROW(s, result, args) {#s, #result, #args},
static const prototype prototypes[] = {LISTS(ROW)};

static const prototype *find(const char *signature)
{
    for (size_t k = 0; k < sizeof prototypes / sizeof *prototypes; k++)
        if (signature[0] == 'S' && !strcmp(signature + 1, prototypes[k].name + 1))
            return &prototypes[k];
    return NULL;
}

static const zn_slot *slots_of(const zn_type *type)
{
    switch (type->kind) {
    case ZN_KIND_DS:
        return ((const zn_ds_type *)type)->slots;
    case ZN_KIND_RELATION:
        return ((const zn_relation_type *)type)->slots;
    case ZN_KIND_LAW:
        return ((const zn_law_type *)type)->slots;
    case ZN_KIND_BLOCK:
        return ((const zn_block_type *)type)->slots;
    default:
        return NULL;
    }
}

static void print_size(char letter)
{
    if (letter >= '1' && letter <= '9')
        printf("%c", letter);
    else
        printf("n%c", letter);
}

void describe_operators(const zn_type *type)
{
    for (const zn_slot *s = slots_of(type); s && s->name; s++) {
        const prototype *p = s->signature ? find(s->signature) : NULL;
        printf("      %s: %s, ", s->name, s->help);
        print_size(s->rows);
        printf(" x ");
        print_size(s->cols);
        printf("%s\n", s->constant ? p ? ", or a constant" : ", a constant" : "");
        if (p)
            printf("          %s %s%s;\n", p->result, s->name, p->args);
    }
}
