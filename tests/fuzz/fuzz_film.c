/* fuzz_film.c - a film of which anything is missing, of another type, or out of range
 *
 * What is changed is said in films.h. What is refused has words; what is taken keeps what film.h
 * says of it. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "tests/fuzz/films.h"

/* ---- what must hold ---- */

static volatile double touched;

static void touch(zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++)
        touched += x[i];
}

/* All that film.h says is there is there, and what counts is in range. */
static void whole(const zn_film_data *d)
{
    const zn_index contacts = d->nframe ? d->contact_end[d->nframe - 1] : 0;
    zn_index last = 0;

    touch(d->nbody, d->mass);
    touch(3 * d->nshape, d->size);
    touch(7 * d->nshape, d->place);
    for (zn_index i = 0; i < d->nshape; i++)
        must(d->shape_body[i] >= 0 && d->shape_body[i] < d->nbody);
    for (zn_index i = 0; i < d->nbody; i++)
        must(d->moving[i] < d->nmoving && d->body[i]);
    for (zn_index i = 0; d->points && i < d->nshape; last = d->point_end[i++])
        must(d->point_end[i] >= last);
    touch(3 * last, d->points);
    last = 0;
    for (zn_index i = 0; d->triangles && i < d->nshape; i++)
        for (; last < d->triangle_end[i]; last++)
            for (int k = 0; k < 3; k++)
                must(d->triangles[3 * last + k] >= 0 &&
                     d->triangles[3 * last + k] <
                         d->point_end[i] - (i ? d->point_end[i - 1] : 0));
    touch(d->nframe, d->t);
    touch(7 * d->nmoving * d->nframe, d->pose);
    touch(6 * d->nmoving * d->nframe, d->velocity);
    touch(ZN_FILM_ENERGY * d->nframe, d->energy);
    touch(ZN_FILM_SOLVER * d->nframe, d->solver);
    touch(ZN_FILM_CONTACT * contacts, d->contact);
    if (d->life)
        touch(2 * d->nbody, d->life);
    if (d->njoint)
        touch(ZN_FILM_JOINT * d->njoint * d->nframe, d->joint);
    for (zn_index i = 0; i < 2 * contacts; i++)
        must(d->contact_body[i] >= -1 && d->contact_body[i] < d->nbody);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static zn_ctx *ctx;
    zn_film_data *d;
    zn_status st;

    if (!ctx)
        must(!zn_ctx_new(&ctx));
    films_change(data, n);
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_film_read(ctx, h5_path, &d);
    must(!st ? d != NULL : !d && (st == ZN_ENOMEM || *zn_errmsg(ctx)));
    if (d)
        whole(d);
    zn_film_data_free(ctx, d);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    return films_replay(argc, argv, 200);
}
#endif
