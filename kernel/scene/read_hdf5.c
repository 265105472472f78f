/* read_hdf5.c - scenes of Siconos in HDF5 (its mechanics I/O), group "data"
 *
 * What its own writer and runner do was measured, 4.4:
 *     translation is that of the centre of mass; contactors are placed about it minus
 *     center_of_mass; the last three velocities are in the frame of the body
 *     the axis of cylinders, capsules and cones is y; capsules are as long as they are with
 *     their caps; the origin of a cone is its centroid
 *     in the plane there are x, y and an angle, likewise; contactors have quaternions about z
 *     gravity is that of the standard, 9.80665 m/s^2, along -z, in the plane along -y
 *     a stop (axis, p, d) leaves d (-c - p) >= 0 to the coordinate c of body 1 seen from body 2
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read_hdf5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

#include "solvers/io/h5_door.h"

/* ---- attributes ---- */

void zni_h5_complain(zni_reader *r, const char *where, const char *fmt, ...)
{
    char words[400];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    zn_findings_add(&r->f, "%s, data/%s: %s", r->file, where, words);
}

int zni_h5_reals(hid_t at, const char *key, int most, double out[])
{
    const hid_t a = H5Aexists(at, key) > 0 ? H5Aopen(at, key, H5P_DEFAULT) : -1;
    const hid_t space = a >= 0 ? H5Aget_space(a) : -1;
    const hid_t type = a >= 0 ? H5Aget_type(a) : -1;
    const H5T_class_t kind = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    const hssize_t n = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    int count = -1;

    if ((kind == H5T_FLOAT || kind == H5T_INTEGER) && n >= 0 && n <= most &&
        H5Aread(a, H5T_NATIVE_DOUBLE, out) >= 0) {
        count = (int)n;
        for (int i = 0; i < count; i++)
            if (!isfinite(out[i]))
                count = -1;
    }
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    if (a >= 0)
        H5Aclose(a);
    return count;
}

bool zni_h5_word(hid_t at, const char *key, char out[ZN_WORD_MAX])
{
    const hid_t a = H5Aexists(at, key) > 0 ? H5Aopen(at, key, H5P_DEFAULT) : -1;
    const hid_t type = a >= 0 ? H5Aget_type(a) : -1;
    const hid_t space = a >= 0 ? H5Aget_space(a) : -1;
    bool good = type >= 0 && H5Tget_class(type) == H5T_STRING &&
                H5Sget_simple_extent_npoints(space) == 1;

    out[0] = 0;
    if (good && H5Tis_variable_str(type) > 0) {
        char *text = NULL;
        good =
            H5Aread(a, type, &text) >= 0 && text && strlen(text) < ZN_WORD_MAX;
        if (good)
            strcpy(out, text);
        if (text)
            H5free_memory(text);
    } else if (good) {
        good = H5Tget_size(type) < ZN_WORD_MAX;
        if (good) {
            memset(out, 0, ZN_WORD_MAX);
            good = H5Aread(a, type, out) >= 0;
        }
    }
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (a >= 0)
        H5Aclose(a);
    return good && *out;
}

int zni_h5_words(hid_t at, const char *key, int most, char out[][ZN_WORD_MAX])
{
    const hid_t a = H5Aexists(at, key) > 0 ? H5Aopen(at, key, H5P_DEFAULT) : -1;
    const hid_t type = a >= 0 ? H5Aget_type(a) : -1;
    const hid_t space = a >= 0 ? H5Aget_space(a) : -1;
    const hssize_t n = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    const size_t size = type >= 0 ? H5Tget_size(type) : 0;
    char all[8 * ZN_WORD_MAX] = "";
    int count = -1;

    if (type >= 0 && H5Tget_class(type) == H5T_STRING &&
        H5Tis_variable_str(type) == 0 && n >= 0 && n <= most && n <= 8 &&
        size < ZN_WORD_MAX && H5Aread(a, type, all) >= 0) {
        count = (int)n;
        for (int i = 0; i < count; i++)
            snprintf(out[i], ZN_WORD_MAX, "%.*s", (int)size,
                     all + (size_t)i * size);
    }
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (a >= 0)
        H5Aclose(a);
    if (count < 0 && most > 0 && zni_h5_word(at, key, out[0]))
        count = 1;
    return count;
}

bool zni_h5_truth(hid_t at, const char *key, bool otherwise)
{
    const hid_t a = H5Aexists(at, key) > 0 ? H5Aopen(at, key, H5P_DEFAULT) : -1;
    const hid_t type = a >= 0 ? H5Aget_type(a) : -1;
    const hid_t space = a >= 0 ? H5Aget_space(a) : -1;
    int8_t yes = otherwise;

    if (type >= 0 && H5Tget_size(type) == 1 &&
        H5Sget_simple_extent_npoints(space) == 1 && H5Aread(a, type, &yes) < 0)
        yes = otherwise;
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (a >= 0)
        H5Aclose(a);
    return yes != 0;
}

/* ---- members of a group, by name ---- */

void zni_h5_each(zni_reader *r, hid_t file, const char *group,
                 zni_h5_each_fn *fn, void *user)
{
    hid_t g;
    H5G_info_t info;

    if (H5Lexists(file, group, H5P_DEFAULT) <= 0)
        return;
    g = H5Gopen2(file, group, H5P_DEFAULT);
    if (g < 0 || H5Gget_info(g, &info) < 0 || info.nlinks > ZNI_MOST) {
        zn_findings_add(&r->f, "%s: '%s' is no group, or too large", r->file,
                        group);
        info.nlinks = 0;
    }
    for (hsize_t i = 0; i < info.nlinks && !r->st; i++) {
        char name[ZN_WORD_MAX];
        const ssize_t n = H5Lget_name_by_idx(g, ".", H5_INDEX_NAME, H5_ITER_INC,
                                             i, name, sizeof name, H5P_DEFAULT);
        const hid_t at =
            n > 0 && n < ZN_WORD_MAX ? H5Oopen(g, name, H5P_DEFAULT) : -1;
        if (at < 0) {
            zn_findings_add(&r->f,
                            "%s, %s: member %llu cannot be opened, or has a "
                            "name of more than %d characters",
                            r->file, group, (unsigned long long)i,
                            ZN_WORD_MAX - 1);
            continue;
        }
        fn(user, at, name);
        H5Oclose(at);
    }
    if (g >= 0)
        H5Gclose(g);
}

/* ---- laws ---- */

static void add_law(void *user, hid_t at, const char *name)
{
    static const struct {
        const char *type, *cls;
    } known[] = {{"NewtonImpactFrictionNSL", "newton-impact-friction"},
                 {"NewtonImpactRollingFrictionNSL", "rolling-friction"},
                 {"NewtonImpactNSL", "newton-impact"}};
    static const char *const keys[] = {"e", "mu", "mu_r"};
    zni_h5_scene *h = user;
    char type[ZN_WORD_MAX], g[2][ZN_WORD_MAX], options[200] = "", where[80];
    double gid[2] = {-1, -1}, x;
    const char *cls = NULL;

    snprintf(where, sizeof where, "nslaws/%.60s", name);
    zni_h5_word(at, "type", type);
    for (int k = 0; k < 3; k++)
        if (strcmp(known[k].type, type) == 0)
            cls = known[k].cls;
    if (zni_h5_reals(at, "gid1", 1, &gid[0]) != 1 ||
        zni_h5_reals(at, "gid2", 1, &gid[1]) != 1 || gid[0] < 0 || gid[1] < 0)
        return; /* of joints, by name */
    if (!cls) {
        zni_import_skip(&h->im, &h->at, "law %.40s", type);
        return;
    }
    for (int k = 0; k < 3; k++)
        if (zni_h5_reals(at, keys[k], 1, &x) == 1 &&
            (k < 1 || strcmp(cls, "newton-impact")) &&
            (k < 2 || strcmp(cls, "rolling-friction") == 0))
            snprintf(options + strlen(options),
                     sizeof options - strlen(options), "%s=%.17g ", keys[k], x);
    for (int k = 0; k < 2; k++)
        snprintf(g[k], sizeof g[k], "%.0f", gid[k]);
    if (zn_scene_add_law(h->r->scene,
                         &(zn_scene_law){g[0], g[1], cls, options}))
        zni_h5_complain(h->r, where, "%s", zn_errmsg(h->r->ctx));
}

/* ---- boundary conditions ---- */

/* The velocity of one component as an expression; false where it has no such numbers. */
static bool say_velocity(hid_t at, const char *type, int k, char out[])
{
    static const char *const keys[] = {"a", "b", "omega", "phi"};
    double x[4] = {0}, all[6];

    if (strcmp(type, "FixedBC") == 0) {
        strcpy(out, "0");
        return true;
    }
    if (strcmp(type, "BoundaryCondition") == 0) {
        if (zni_h5_reals(at, "v", 6, all) <= k)
            return false;
        snprintf(out, ZNI_H5_FORMULA, "%.17g", all[k]);
        return true;
    }
    for (int i = 0; i < 4; i++) {
        if (zni_h5_reals(at, keys[i], 6, all) <= k)
            return false;
        x[i] = all[k];
    }
    snprintf(out, ZNI_H5_FORMULA, "(%.17g)+(%.17g)*cos((%.17g)*t+(%.17g))",
             x[0], x[1], x[2], x[3]);
    return true;
}

static void add_condition(void *user, hid_t at, const char *name)
{
    zni_h5_scene *h = user;
    char type[ZN_WORD_MAX], where[80];
    zni_h5_condition c;
    const int most = h->r->scene->flat ? 3 : 6;
    double index[6];
    const int n = zni_h5_reals(at, "indices", 6, index);

    snprintf(where, sizeof where, "boundary_conditions/%.50s", name);
    zni_h5_word(at, "type", type);
    if (strcmp(type, "HarmonicBC") != 0 && strcmp(type, "FixedBC") != 0 &&
        strcmp(type, "BoundaryCondition") != 0) {
        zni_import_skip(&h->im, &h->at, "boundary condition %.40s", type);
        return;
    }
    if (!zni_h5_word(at, "object1", c.object) || n < 1) {
        zni_h5_complain(h->r, where, "it needs object1 and indices");
        return;
    }
    for (int k = 0; k < n; k++) {
        if (!(index[k] >= 0 && index[k] < most && index[k] == floor(index[k])) ||
            !say_velocity(at, type, k, c.text)) {
            zni_h5_complain(h->r, where,
                            "index %g, must be 0 to %d, with a finite number "
                            "in each of %s",
                            index[k], most - 1,
                            strcmp(type, "HarmonicBC") == 0 ? "a, b, omega, phi"
                                                            : "v");
            return;
        }
        c.index = most == 3 && index[k] == 2 ? 5 : (int)index[k];
        if (zn_grow(h->r->ctx, &h->condition, &h->condition_room,
                    h->nconditions + 1, sizeof *h->condition)) {
            h->r->st = ZN_ENOMEM;
            return;
        }
        h->condition[h->nconditions++] = c;
    }
}

/* ---- what is not read ---- */

static void skip_one(void *user, hid_t at, const char *name)
{
    zni_h5_scene *h = user;

    (void)at;
    zni_import_skip(&h->im, &h->at, "%s '%.40s'", h->what, name);
}

/* ---- the whole ---- */

/* What its runner does where nobody says otherwise. */
static bool defaults(zni_reader *r, bool flat)
{
    const double gravity[3] = {0, flat ? -9.80665 : 0, flat ? 0 : -9.80665};

    return !zn_scene_set_gravity(r->scene, gravity) &&
           (!flat || !zn_scene_set_dimension(r->scene, 2)) &&
           !zn_scene_set_simulation(r->scene, 0, zni_h5_step(r->scene), 10,
                                    "moreau-jean", "theta=0.50001");
}

static void read_all(zni_h5_scene *h)
{
    static const char *const others[][2] = {
        {"data/permanent_interactions", "permanent interaction"},
        {"data/plugins", "plugin"},
        {"data/external_functions", "external function"}};
    zni_reader *r = h->r;
    double dimension = 3;

    zni_h5_reals(h->file, "dimension", 1, &dimension);
    if ((dimension != 2 && dimension != 3) ||
        H5Lexists(h->file, "data", H5P_DEFAULT) <= 0 ||
        H5Lexists(h->file, "data/input", H5P_DEFAULT) <= 0) {
        zn_findings_add(&r->f,
                        "%s: no scene of dimension 2 or 3 with a group "
                        "data/input",
                        r->file);
        return;
    }
    if (!defaults(r, dimension == 2)) {
        r->st = ZN_ENOMEM;
        return;
    }
    zni_h5_each(r, h->file, "data/nslaws", add_law, h);
    zni_h5_each(r, h->file, "data/boundary_conditions", add_condition, h);
    zni_h5_each(r, h->file, "data/input", zni_h5_object, h);
    zni_h5_each(r, h->file, "data/joints", zni_h5_joint, h);
    for (int k = 0; k < 3; k++) {
        h->what = others[k][1];
        zni_h5_each(r, h->file, others[k][0], skip_one, h);
    }
    if (!r->f.count && !r->st)
        zni_import_end(&h->im);
}

zn_status zni_read_hdf5(zni_reader *r)
{
    zni_h5_scene h = {.im = {.r = r}, .r = r};
    zni_quiet q;

    if (zni_hdf5_need(r->ctx)) {
        zn_findings_add(&r->f, "%s: %s", r->file, zn_errmsg(r->ctx));
        return r->st;
    }
    q = zni_h5_quiet();
    h.file = H5Fopen(r->file, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (h.file < 0) {
        zn_findings_add(&r->f, "%s: it cannot be opened as HDF5", r->file);
    } else if (zni_h5_door(r->ctx, h.file)) {
        zn_findings_add(&r->f, "%s: %s", r->file, zn_errmsg(r->ctx));
    } else
        read_all(&h);
    if (h.file >= 0)
        H5Fclose(h.file);
    zni_h5_loud(q);
    zn_free_array(r->ctx, h.condition);
    zni_import_fini(&h.im);
    return r->st;
}
