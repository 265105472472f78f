/* info-film.c - what is in a film
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include "tools/info.h"

static double norm(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static void contacts(const zn_film_data *d, zn_index n)
{
    double gap = 0, force = 0;
    zn_index most = 0;

    for (zn_index f = 0; f < d->nframe; f++) {
        const zn_index of = d->contact_end[f] - (f ? d->contact_end[f - 1] : 0);
        most = of > most ? of : most;
    }
    for (zn_index i = 0; i < n; i++) {
        const double *c = d->contact + ZN_FILM_CONTACT * i;
        gap = fmin(gap, c[ZN_FILM_GAP]);
        force = fmax(force, norm(c + ZN_FILM_FORCE));
    }
    printf(
        "contacts     %td in all frames, %td in one; penetration %g m, force "
        "%g N at most\n",
        n, most, -gap + 0.0, force);
}

void info_film(const zn_film_data *d)
{
    const zn_index last = d->nframe - 1;
    const double *e = d->energy;

    printf("title        %s\n", *d->title ? d->title : "-");
    printf("bodies       %td, %td of them move; %td shapes, %td joints\n",
           d->nbody, d->nmoving, d->nshape, d->njoint);
    printf("frames       %td, t = %g s to %g s\n", d->nframe, d->t[0],
           d->t[last]);
    contacts(d, d->contact_end[last]);
    printf("energy       kinetic %g J -> %g J, potential %g J -> %g J\n", e[0],
           e[ZN_FILM_ENERGY * last], e[1], e[ZN_FILM_ENERGY * last + 1]);
}
