/* mujoco_curve.c - the error at the end of a motion and what it costs by MuJoCo, beside bench_curve
 * SPDX-License-Identifier: Apache-2.0
 *
 *     mujoco_curve tumble|chain|slide Euler|implicit|RK4 H [IMPEDANCE]
 *
 * Our own driver of its C interface (2.2). Contacts are as stiff as it wants them to be, two steps, and as
 * IMPEDANCE leaves them; cones are elliptic, the solver is its default, Newton. */
#include <stdlib.h>

#include "curve.h"
#include "mujoco_load.h"
#include "timing.h"

/* the bodies of a motion */
static void bodies(motion what, char *text, size_t room)
{
    size_t at;

    if (what == TUMBLE)
        snprintf(text, room,
                 "<body><freejoint/><geom type='box' size='%g %g %g' mass='1'/></body>",
                 box_size[0] / 2, box_size[1] / 2, box_size[2] / 2);
    if (what == SLIDE)
        snprintf(text, room,
                 "<geom type='plane' size='9 9 1'/><body pos='0 0 %g'><freejoint/>"
                 "<geom type='box' size='%g %g %g' mass='1'/></body>",
                 SIDE / 2, SIDE / 2, SIDE / 2, SIDE / 2);
    if (what != CHAIN)
        return;
    at = 0;
    for (int k = 0; k < RODS; k++)
        at += (size_t)snprintf(text + at, room - at,
                               "<body pos='%d 0 0'><joint axis='0 1 0'/><geom contype='0' "
                               "conaffinity='0' type='box' pos='0.5 0 0' size='%g %g %g' mass='1'/>",
                               k ? 1 : 0, rod_size[0] / 2, rod_size[1] / 2, rod_size[2] / 2);
    at += (size_t)snprintf(text + at, room - at, "<site name='tip' pos='1 0 0'/>");
    for (int k = 0; k < RODS; k++)
        at += (size_t)snprintf(text + at, room - at, "</body>");
}

static mjModel *model_of(motion what, const char *integrator, double h)
{
    char inner[2000], text[3000];
    int n;

    bodies(what, inner, sizeof inner);
    n = snprintf(text, sizeof text,
                 "<mujoco><option timestep='%g' integrator='%s' cone='elliptic' "
                 "gravity='0 0 %g'/><default><geom friction='%g' solref='%g 1'/></default>"
                 "<worldbody>%s</worldbody></mujoco>",
                 h, integrator, what == TUMBLE ? 0 : -GRAVITY, MU, 2 * h, inner);
    return load("mujoco_curve", text, (size_t)n);
}

static double run(const mjModel *m, mjData *d, motion what, double *error)
{
    const int steps = (int)(motion_ends[what] / m->opt.timestep + 0.5);
    double x[3], seconds;

    mj_resetData(m, d);
    if (what == TUMBLE)
        memcpy(d->qvel + 3, box_spin, sizeof box_spin);
    if (what == SLIDE)
        d->qvel[0] = SPEED;
    seconds = bench_seconds();
    for (int i = 0; i < steps; i++)
        mj_step(m, d);
    seconds = bench_seconds() - seconds;
    mj_kinematics(m, d);
    memcpy(x, what == TUMBLE ? d->qvel + 3 : what == SLIDE ? d->qpos : d->site_xpos, sizeof x);
    if (what == CHAIN)
        x[1] = x[2];
    *error = error_of(what, x);
    return seconds;
}

int main(int argc, char **argv)
{
    const motion what = argc >= 4 ? motion_of(argv[1]) : MOTIONS;
    double least = INFINITY, error = 0;
    char how[100];
    mjModel *m;
    mjData *d;

    if (what == MOTIONS) {
        fprintf(stderr, "mujoco_curve tumble|chain|slide Euler|implicit|RK4 H [IMPEDANCE]\n");
        return 2;
    }
    m = model_of(what, argv[2], atof(argv[3]));
    for (int g = 0; argc > 4 && g < m->ngeom; g++)
        m->geom_solimp[mjNIMP * g] = m->geom_solimp[mjNIMP * g + 1] = atof(argv[4]);
    d = mj_makeData(m);
    for (int k = 0; k < RUNS; k++)
        least = fmin(least, run(m, d, what, &error));
    snprintf(how, sizeof how, "%s h=%s%s%s", argv[2], argv[3], argc > 4 ? " " : "",
             argc > 4 ? argv[4] : "");
    print("mujoco", what, how, least, error);
    mj_deleteData(d);
    mj_deleteModel(m);
    return 0;
}
