/* mujoco_boxes.c - boxes on a floor by MuJoCo, beside bench_boxes
 * SPDX-License-Identifier: Apache-2.0
 *
 *     mujoco_boxes floor|stacks [BOXES [H [TIMECONST [IMPRATIO [IMPEDANCE [NOSLIP]]]]]]
 *
 * Our own driver of its C interface (2.2). Contacts are as stiff as TIMECONST (s) makes them, which it
 * wants to be two steps at least, and as IMPEDANCE, 0.9999 at most, leaves them; cones are elliptic, the solver is its
 * default, Newton; NOSLIP: iterations against creep behind it. */
#include <stdlib.h>

#include "boxes.h"
#include "mujoco_load.h"
#include "timing.h"

static mjModel *model_of(bool stacks, int n, double h, double stiff,
                         double ratio)
{
    const size_t room = 1000 + 300 * (size_t)n;
    char *text = malloc(room);
    size_t at;
    mjModel *m;

    if (!text)
        exit(1);
    at = (size_t)snprintf(
        text, room,
        "<mujoco><option timestep='%g' cone='elliptic' impratio='%g'/>"
        "<size njmax='%d' nconmax='%d'/><default><geom friction='%g' "
        "solref='%g 1'/>"
        "</default><worldbody><geom type='plane' size='500 500 1'/>",
        h, ratio, (stacks ? 24 : 12) * n + 100, (stacks ? 8 : 4) * n + 100, MU,
        stiff);
    for (int k = 0; k < n; k++) {
        double x[3], force;
        place(stacks, n, k, x, &force);
        at += (size_t)snprintf(text + at, room - at,
                               "<body pos='%g %g %g'><freejoint/><geom "
                               "type='box' size='%g %g %g' mass='1'/></body>",
                               x[0], x[1], x[2], SIDE / 2, SIDE / 2, SIDE / 2);
    }
    at += (size_t)snprintf(text + at, room - at, "</worldbody></mujoco>");
    m = load("mujoco_boxes", text, at);
    free(text);
    return m;
}

int main(int argc, char **argv)
{
    const bool stacks = argc > 1 && strcmp(argv[1], "stacks") == 0;
    const int n = argc > 2 ? atoi(argv[2]) : 1000;
    const double h = argc > 3 ? atof(argv[3]) : 2e-3;
    mjModel *m = model_of(stacks, n, h, argc > 4 ? atof(argv[4]) : 2 * h,
                          argc > 5 ? atof(argv[5]) : 1);
    const double impedance = argc > 6 ? atof(argv[6]) : 0;
    m->opt.noslip_iterations = argc > 7 ? atoi(argv[7]) : 0;
    for (int g = 0; impedance > 0 && g < m->ngeom; g++)
        m->geom_solimp[mjNIMP * g] = m->geom_solimp[mjNIMP * g + 1] = impedance;
    mjData *d = mj_makeData(m);
    const int steps = (int)(SECONDS / h + 0.5);
    wrong w = {0};

    for (int k = 0; k < n; k++) {
        double x[3], force;
        place(stacks, n, k, x, &force);
        d->xfrc_applied[6 * (k + 1)] = force;
    }
    const double begin = bench_seconds();
    for (int i = 0; i < steps; i++)
        mj_step(m, d);
    const double seconds = bench_seconds() - begin;
    for (int k = 0; k < n; k++)
        look(stacks, n, k, d->qpos + 7 * k, &w);
    print("mujoco", stacks ? "stacks" : "floor", n, h, seconds, &w);
    mj_deleteData(d);
    mj_deleteModel(m);
    return 0;
}
