/* film_state.c - the state of a run in its film, from which another goes on
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/film_state.h"

#include <string.h>

#include <zeno/output.h>

#include "kernel/output/checkpoint_film.h"
#include "kernel/output/clock.h"

/* s between two of them: a checkpoint of 10^5 bodies is some 50 MB, and half a second of the
 * disk's */
static const double OFTEN = 10;

bool zni_film_state_begin(zni_film_state *s, hid_t file)
{
    const hid_t g =
        H5Gcreate2(file, "state", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = g >= 0;

    for (int k = 0; good && k < 2; k++)
        good = zni_h5_rows_begin(&s->set[k], file, zni_state_name[k],
                                 H5T_NATIVE_UCHAR, 1, 1, "-",
                                 "bytes of a checkpoint");
    good = good &&
           zni_h5_rows_begin(&s->set[2], file, zni_state_name[2],
                             H5T_NATIVE_DOUBLE, 3, 1, "s, -, -", "t,which,bytes");
    if (g >= 0)
        H5Gclose(g);
    s->saved = zni_clock();
    return good;
}

bool zni_film_state_due(const zni_film_state *s, const zn_simulation *sim)
{
    return zn_simulation_done(sim) || zni_clock() > s->saved + OFTEN;
}

zn_status zni_film_state_save(zni_film_state *s, const zn_simulation *sim,
                              zni_state_add *add, void *user)
{
    zn_ctx *ctx = zn_simulation_ctx(sim);
    const double t = zn_simulation_time(sim);
    void *bytes;
    size_t n;
    zn_status st = zn_checkpoint_to_memory(sim, &bytes, &n);

    if (st)
        return st;
    s->set[s->turn].rows = 0; /* over what it had */
    st = add(user, s->turn, (zn_index)n, bytes);
    zn_free_array(ctx, bytes);
    if (!st)
        st = add(user, 2, 1, (const double[]){t, s->turn, (double)n});
    s->turn = !s->turn;
    s->saved = zni_clock();
    return st;
}
