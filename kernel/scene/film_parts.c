/* film_parts.c - parts of films: births and deaths, what joints did over a step
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/film_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/film.h>

bool zni_film_put_lives(const zn_scene *s, zn_ctx *ctx, hid_t at,
                        bool *no_memory)
{
    double *life = zn_alloc(ctx, 2 * s->nbody, sizeof *life);
    bool some = false, good;

    *no_memory = !life;
    for (zn_index i = 0; life && i < s->nbody; i++) {
        const zn_scene_body *b = &s->body[i].b;
        life[2 * i] = b->born ? b->birth : -INFINITY;
        life[2 * i + 1] = b->dies ? b->death : INFINITY;
        some = some || b->born || b->dies;
    }
    good = life && (!some || zni_h5_put(at, "life", H5T_NATIVE_DOUBLE,
                                        (hsize_t)s->nbody, 2, life));
    zn_free_array(ctx, life);
    return good;
}

bool zni_film_begin_joints(const zn_scene *s, zn_ctx *ctx, hid_t at,
                           zni_h5_rows *rows, bool *no_memory)
{
    static const char columns[] =
        "Px,Py,Pz,impulse_x,impulse_y,impulse_z,force_x,force_y,force_z,"
        "angular_x,angular_y,angular_z,moment_x,moment_y,moment_z";
    const char **name = zn_alloc(ctx, s->njoint, sizeof *name);
    bool good = name != NULL;

    *no_memory = !good;
    for (zn_index i = 0; good && i < s->njoint; i++)
        name[i] = s->joint[i].name;
    good = good && zni_h5_put_names(at, "name", (hsize_t)s->njoint, name) &&
           zni_h5_rows_begin(rows, at, "value", H5T_NATIVE_DOUBLE,
                             (hsize_t)s->njoint, ZN_FILM_JOINT,
                             "m, N s, N, N m s, N m", columns);
    zn_free_array(ctx, name);
    return good;
}

/* Add what one interaction did: of all parts of a joint about one point, that of the first. */
static zn_status add_part(const zn_simulation *s, const zn_interaction *a,
                          bool first, double out[ZN_FILM_JOINT])
{
    double *point = out + ZN_FILM_JOINT_POINT;
    double *p = out + ZN_FILM_JOINT_IMPULSE, *l = out + ZN_FILM_JOINT_ANGULAR;
    zn_reaction r;
    double arm[3];
    const zn_status st = zn_simulation_reaction(s, a, 1, &r);

    if (st)
        return st;
    if (first)
        memcpy(point, r.point, sizeof r.point);
    for (int i = 0; i < 3; i++)
        arm[i] = r.point[i] - point[i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        p[i] += r.impulse[i];
        l[i] += r.angular[i] + arm[j] * r.impulse[k] - arm[k] * r.impulse[j];
    }
    return ZN_OK;
}

zn_status zn_film_joints_now(const zn_scene *scene, const zn_simulation *s,
                             double h, double out[])
{
    const zn_model *m = zn_simulation_model(s);
    char name[ZN_WORD_MAX + 16];
    zn_status st = ZN_OK;

    memset(out, 0, (size_t)(scene->njoint * ZN_FILM_JOINT) * sizeof *out);
    for (zn_index i = 0; !st && i < scene->njoint; i++, out += ZN_FILM_JOINT) {
        bool first = true;
        for (int k = 0; !st && zni_joint_suffix[k]; k++) {
            const zn_interaction *a;
            snprintf(name, sizeof name, "%s%s", scene->joint[i].name,
                     zni_joint_suffix[k]);
            a = zn_model_interaction(m, name);
            if (!a)
                continue;
            st = add_part(s, a, first, out);
            first = false;
        }
        for (int k = 0; k < 3 && h > 0; k++) {
            out[ZN_FILM_JOINT_FORCE + k] = out[ZN_FILM_JOINT_IMPULSE + k] / h;
            out[ZN_FILM_JOINT_MOMENT + k] = out[ZN_FILM_JOINT_ANGULAR + k] / h;
        }
    }
    return st;
}
