/* film.c - what a scene did, as one HDF5 file
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/film_shapes.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <zeno/film.h>
#include <zeno/mechanics.h>

#include "kernel/output/checkpoint_film.h"
#include "kernel/output/clock.h"
#include "kernel/scene/film_contacts.h"
#include "kernel/scene/film_parts.h"
#include "kernel/scene/film_state.h"
#include "kernel/scene/h5.h"

/* In this order they are flushed: where there is a time, all of its frame is there. */
enum {
    CONTACT,
    FRICTION,
    BODIES,
    END,
    JOINT,
    SOLVER,
    ENERGY,
    VELOCITY,
    POSE,
    TIME,
    SETS,
    STATE = SETS, /* of the run, three datasets */
    ALL = STATE + 3
};

static const char *const set_name[SETS] = {
    "contact/value", "contact/mu", "contact/body", "contact/end", "joint/value",
    "solver",        "energy",     "velocity",     "pose",        "time"};

struct zn_film {
    zn_ctx *ctx;
    const zn_scene *scene;
    zn_simulation *sim;
    char *path;
    zni_h5_file out; /* its name is another until the first frame */
    bool open, begun; /* begun: there are datasets */
    zni_h5_rows set[SETS];
    zn_index every, last; /* step of the last frame, -1: none */
    bool left;            /* of which state or flush failed */
    double before;        /* time of the step before */
    double flushed;       /* clock */
    zn_index nds;
    zn_ds **ds;       /* those that move */
    zn_index *number; /* their bodies */
    double *pose, *velocity, *joint;
    zni_film_contacts contact;
    int64_t contacts; /* so far */
    zni_film_state state;
    bool no_memory;
};

/* Films of nobody who moves have no poses, those without joints none of these. */
static bool has(const zn_film *f, int set)
{
    return set == JOINT                     ? f->scene->njoint > 0
           : set == POSE || set == VELOCITY ? f->nds > 0
                                            : true;
}

static zni_h5_rows *set_of(zn_film *f, int set)
{
    return set < STATE ? &f->set[set] : &f->state.set[set - STATE];
}

/* ---- the file ---- */

static zn_status of_film(const zn_film *f, zn_status st)
{
    return zn_note(f->ctx, st, "film '%s'", f->path);
}

static bool put_bodies(zn_film *f, hid_t at)
{
    const zn_scene *s = f->scene;
    const hsize_t n = (hsize_t)s->nbody;
    const char **name = zn_alloc(f->ctx, s->nbody, sizeof *name);
    double *mass = zn_alloc(f->ctx, s->nbody, sizeof *mass);
    bool good = name && mass;

    f->no_memory = !good;
    for (zn_index i = 0; good && i < s->nbody; i++) {
        name[i] = s->body[i].b.name;
        mass[i] = s->body[i].b.fixed ? 0 : s->body[i].b.mass;
    }
    good = good && zni_h5_put_names(at, "name", n, name) &&
           zni_h5_put(at, "mass", H5T_NATIVE_DOUBLE, n, 0, mass);
    zn_free_array(f->ctx, name);
    zn_free_array(f->ctx, mass);
    return good && zni_film_put_lives(s, f->ctx, at, &f->no_memory);
}

static bool put_shapes(zn_film *f, hid_t at)
{
    return zni_film_shapes(f->ctx, f->scene, at, &f->no_memory);
}

static bool put_joints(zn_film *f, hid_t at)
{
    return zni_film_begin_joints(f->scene, f->ctx, at, &f->set[JOINT],
                                 &f->no_memory);
}

static bool in_group(zn_film *f, const char *name,
                     bool (*put)(zn_film *f, hid_t at))
{
    const hid_t g =
        H5Gcreate2(f->out.file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = g >= 0 && put(f, g);

    if (g >= 0)
        H5Gclose(g);
    return good;
}

static bool begin_sets(zn_film *f)
{
    static const char contact[] =
        "P1x,P1y,P1z,P2x,P2y,P2z,nx,ny,nz,gap,impulse_x,impulse_y,impulse_z,"
        "force_x,force_y,force_z,u_n,u_t1,u_t2,status";
    const hsize_t n = (hsize_t)f->nds;
    const hid_t real = H5T_NATIVE_DOUBLE, whole = H5T_NATIVE_INT64;
    const hid_t g =
        H5Gcreate2(f->out.file, "contact", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    zni_h5_rows *s = f->set;
    const bool good =
        g >= 0 &&
        zni_h5_rows_begin(&s[TIME], f->out.file, "time", real, 1, 1, "s", "t") &&
        (!n || (zni_h5_rows_begin(&s[POSE], f->out.file, "pose", real, n, 7,
                                  "m and -", "x,y,z,p0,p1,p2,p3") &&
                zni_h5_rows_begin(&s[VELOCITY], f->out.file, "velocity", real, n, 6,
                                  "m/s and rad/s", "vx,vy,vz,wx,wy,wz"))) &&
        zni_h5_rows_begin(&s[ENERGY], f->out.file, "energy", real, ZN_FILM_ENERGY,
                          1, "J", "kinetic,potential,contact_work") &&
        zni_h5_rows_begin(&s[SOLVER], f->out.file, "solver", real, ZN_FILM_SOLVER,
                          1, "-, -, -, -, m",
                          "newton,iterations,error,rows,least_gap") &&
        zni_h5_rows_begin(&s[END], g, "end", whole, 1, 1, "-",
                          "contacts up to this frame") &&
        zni_h5_rows_begin(&s[BODIES], g, "body", whole, 2, 1, "-",
                          "body1,body2") &&
        zni_h5_rows_begin(&s[FRICTION], g, "mu", real, 1, 1, "-",
                          "coefficient of friction") &&
        zni_h5_rows_begin(&s[CONTACT], g, "value", real, ZN_FILM_CONTACT, 1,
                          "m, N s, N, m/s", contact);

    if (g >= 0)
        H5Gclose(g);
    return good;
}

static zn_status begin_file(zn_film *f)
{
    zn_status st = zni_h5_file_begin(&f->out, f->ctx, f->path);
    const zni_quiet q = zni_h5_quiet();
    const hid_t file = f->out.file;
    bool good;

    f->open = true;
    errno = 0;
    good = !st && zni_h5_put_text(file, "format", "zeno film 1") &&
           zni_h5_put_text(file, "title", f->scene->title) &&
           zni_h5_put(file, "gravity", H5T_NATIVE_DOUBLE, 3, 0,
                      f->scene->gravity) &&
           in_group(f, "body", put_bodies) &&
           in_group(f, "shape", put_shapes) &&
           (!has(f, JOINT) || in_group(f, "joint", put_joints)) &&
           begin_sets(f) && zni_film_state_begin(&f->state, file);
    for (int k = 0; k < ALL; k++)
        zni_h5_rows_end(set_of(f, k));
    zni_h5_loud(q);
    if (!st && f->no_memory)
        st = ZN_ENOMEM;
    else if (!st && !good)
        st = zn_fail(f->ctx, ZN_EIO, "cannot be made: %s",
                     errno ? strerror(errno) : "HDF5 failed");
    return of_film(f, st);
}

/* The first frame is there, so the run has begun: the file takes its name. */
static zn_status begin_rows(zn_film *f)
{
    const char *name[ALL];
    zn_index n = 0;
    zn_status st;
    hid_t access;
    zni_quiet q;

    for (int k = 0; k < ALL; k++)
        if (has(f, k))
            name[n++] = k < STATE ? set_name[k] : zni_state_name[k - STATE];
    q = zni_h5_quiet();
    /* no cache of chunks: what is added has its place in the file at once */
    access = H5Pcreate(H5P_DATASET_ACCESS);
    if (access < 0 || H5Pset_chunk_cache(access, 0, 0, 1) < 0)
        st = zni_h5_failed(f->ctx, "properties of a dataset");
    else
        st = zni_h5_file_rows(&f->out, n, name, access);
    if (access >= 0)
        H5Pclose(access);
    zni_h5_loud(q);
    n = 0;
    for (int k = 0; !st && k < ALL; k++)
        if (has(f, k))
            set_of(f, k)->set = f->out.set[n++];
    return of_film(f, st);
}

/* Rows of a dataset. Where the file cannot take them, memory does, so that HDF5 has no
 * loose ends, and the film ends with its last flush. */
static zn_status add(zn_film *f, int set, zn_index n, const void *values)
{
    const zn_status st =
        zni_h5_rows_add(f->ctx, set_of(f, set), (hsize_t)n, values);
    char words[400];

    if (!st)
        return ZN_OK;
    snprintf(words, sizeof words, "%s", zn_errmsg(f->ctx));
    zni_h5_file_let_go(&f->out);
    zni_h5_rows_add(f->ctx, set_of(f, set), (hsize_t)n, values);
    return of_film(f, zn_fail(f->ctx, st, "%s", words));
}

/* A frame goes to the file whole or not at all: rows of contacts, and one of each other
 * dataset. */
static zn_status room_for_frame(zn_film *f)
{
    hsize_t bytes = 0;
    int full;

    for (int k = 0; k < SETS; k++)
        if (has(f, k))
            bytes += zni_h5_rows_chunks(set_of(f, k),
                                        k <= BODIES ? (hsize_t)f->contact.n : 1);
    full = zni_h5_file_room(&f->out, bytes);
    return full ? of_film(f, zni_h5_file_full(&f->out, full)) : ZN_OK;
}

static zn_status end_file(zn_film *f)
{
    f->open = false;
    return of_film(f, zni_h5_file_end(&f->out));
}

/* ---- a frame ---- */

/* A body that is not there is where it will come, or was when it went, and rests. */
static const zn_ds *there(zn_film *f, zn_index i)
{
    const zn_scene_body *b = &f->scene->body[f->number[i]].b;
    const zn_ds *ds = b->born || b->dies
                          ? zn_model_ds(zn_simulation_model(f->sim), b->name)
                          : f->ds[i];

    if (!ds)
        memset(f->velocity + 6 * i, 0, 6 * sizeof *f->velocity);
    return ds;
}

static void bodies(zn_film *f, const zn_simulation *s, double energy[])
{
    energy[0] = energy[1] = 0;
    for (zn_index i = 0; i < f->nds; i++) {
        const zn_scene_body *b = &f->scene->body[f->number[i]].b;
        const zn_ds *ds = there(f, i);
        const double *q, *v;
        if (!ds)
            continue;
        q = zn_simulation_q(s, ds);
        v = zn_simulation_v(s, ds);
        if (f->scene->flat) {
            zni_plane_pose(q, f->pose + 7 * i);
            zni_plane_velocity(v, f->velocity + 6 * i);
        } else {
            memcpy(f->pose + 7 * i, q, 7 * sizeof *q);
            memcpy(f->velocity + 6 * i, v, 6 * sizeof *v);
        }
        q = f->pose + 7 * i;
        v = f->velocity + 6 * i;
        for (int j = 0; j < 3; j++) {
            energy[0] += b->mass * v[j] * v[j] / 2;
            energy[1] -= (b->mass * f->scene->gravity[j] + b->force[j]) * q[j];
            for (int k = 0; k < 3; k++)
                energy[0] += v[3 + j] * b->inertia[j + 3 * k] * v[3 + k] / 2;
        }
    }
}

static zn_status add_state(void *user, int k, zn_index n, const void *values)
{
    zn_film *f = user;
    const int full = zni_h5_file_room(
        &f->out, zni_h5_rows_chunks(set_of(f, STATE + k), (hsize_t)n));

    if (full)
        return of_film(f, zni_h5_file_full(&f->out, full));
    return add(f, STATE + k, n, values);
}

static zn_status keep_state(zn_film *f, const zn_simulation *s)
{
    const zni_quiet q = zni_h5_quiet();
    const zn_status st = zni_film_state_save(&f->state, s, add_state, f);

    zni_h5_loud(q);
    return st;
}

static zn_status rows(zn_film *f, const zn_simulation *s)
{
    const zn_step_info *step = zn_simulation_step_info(s);
    const double t = zn_simulation_time(s);
    double energy[ZN_FILM_ENERGY],
        solver[ZN_FILM_SOLVER] = {
            (double)step->newton_iterations, (double)step->solver_iterations,
            step->solver_error, (double)step->rows, step->worst_gap};
    int64_t end;
    zn_run_info run;
    zni_quiet q;
    zn_status st = f->begun ? ZN_OK : begin_rows(f);

    f->begun = !st;
    if (!st)
        st = zni_film_contacts_look(&f->contact, f->scene, s, t - f->before);
    if (st)
        return st;
    bodies(f, s, energy);
    zn_simulation_run_info(s, &run);
    energy[2] = run.energy ? run.work.contact : NAN;
    end = f->contacts + f->contact.n;
    st = zn_film_joints_now(f->scene, s, t - f->before, f->joint);
    if (st)
        return st;
    st = room_for_frame(f);
    if (st)
        return st;
    q = zni_h5_quiet();
    st = add(f, CONTACT, f->contact.n, f->contact.value);
    if (!st)
        st = add(f, FRICTION, f->contact.n, f->contact.mu);
    if (!st)
        st = add(f, BODIES, f->contact.n, f->contact.body);
    if (!st)
        st = add(f, END, 1, &end);
    if (!st && has(f, JOINT))
        st = add(f, JOINT, 1, f->joint);
    if (!st)
        st = add(f, SOLVER, 1, solver);
    if (!st)
        st = add(f, ENERGY, 1, energy);
    if (!st && f->nds)
        st = add(f, VELOCITY, 1, f->velocity);
    if (!st && f->nds)
        st = add(f, POSE, 1, f->pose);
    if (!st)
        st = add(f, TIME, 1, &t);
    zni_h5_loud(q);
    f->contacts = st ? f->contacts : end;
    return st;
}

/* Asked again for a frame of which all rows are there it does the rest. */
static zn_status frame(zn_film *f, const zn_simulation *s)
{
    const zn_index step = zn_simulation_step_number(s);
    const bool first = f->last < 0;
    zn_status st = f->left && f->last == step ? ZN_OK : rows(f, s);

    if (st)
        return st;
    f->last = step;
    if (zni_film_state_due(&f->state, s))
        st = keep_state(f, s);
    if (!st && (first || zni_clock() > f->flushed + 1))
        st = zn_film_flush(f);
    f->left = st != ZN_OK;
    return st;
}

static zn_status observe(void *user, const zn_simulation *s)
{
    zn_film *f = user;
    const zn_index step = zn_simulation_step_number(s);
    zn_status st = ZN_OK;

    if (!f->open)
        return ZN_OK;
    if (f->last < 0 || step % f->every == 0 || zn_simulation_done(s))
        st = frame(f, s);
    if (!st)
        f->before = zn_simulation_time(s);
    return st;
}

/* ---- begin and end ---- */

zn_status zn_film_flush(zn_film *f)
{
    f->flushed = zni_clock();
    return f->open ? of_film(f, zni_h5_file_flush(&f->out)) : ZN_OK;
}

static zn_status flush_film(void *user)
{
    return zn_film_flush(user);
}

zn_status zn_film_close(zn_film *f)
{
    zn_status st = ZN_OK, ended;

    if (!f || !f->open)
        return ZN_OK;
    if (f->last >= 0 && (f->left || f->last != zn_simulation_step_number(f->sim)))
        st = frame(f, f->sim);
    if (!st && f->last >= 0 && !zn_simulation_done(f->sim))
        st = keep_state(f, f->sim);
    ended = end_file(f);
    return st ? st : ended;
}

static void drop(void *user)
{
    zn_film *f = user;

    if (f->open)
        end_file(f);
    zn_free_array(f->ctx, f->path);
    zn_free_array(f->ctx, f->ds);
    zn_free_array(f->ctx, f->number);
    zn_free_array(f->ctx, f->pose);
    zn_free_array(f->ctx, f->velocity);
    zn_free_array(f->ctx, f->joint);
    zni_film_contacts_fini(&f->contact, f->ctx);
    zn_free_array(f->ctx, f);
}

static zn_status make_room(zn_film *f, const char *path)
{
    const zn_scene *s = f->scene;
    zn_model *m = zn_simulation_model(f->sim);

    f->path = zn_alloc(f->ctx, (zn_index)strlen(path) + 1, 1);
    f->ds = zn_alloc(f->ctx, s->nbody, sizeof *f->ds);
    f->number = zn_alloc(f->ctx, s->nbody, sizeof *f->number);
    f->pose = zn_alloc(f->ctx, 7 * s->nbody, sizeof *f->pose);
    f->velocity = zn_alloc(f->ctx, 6 * s->nbody, sizeof *f->velocity);
    f->joint = zn_alloc(f->ctx, ZN_FILM_JOINT * s->njoint, sizeof *f->joint);
    if (!f->path || !f->ds || !f->number || !f->pose || !f->velocity ||
        !f->joint)
        return ZN_ENOMEM;
    strcpy(f->path, path);
    for (zn_index i = 0; i < s->nbody; i++) {
        if (s->body[i].b.fixed)
            continue;
        f->number[f->nds] = i;
        f->ds[f->nds] = zn_model_ds(m, s->body[i].b.name);
        zni_scene_start(&s->body[i].b, f->pose + 7 * f->nds);
        if (!f->ds[f->nds++] && !s->body[i].b.born && !s->body[i].b.dies)
            return zn_fail(f->ctx, ZN_EINVAL,
                           "film: the model has no body '%s'; is it of this "
                           "scene?",
                           s->body[i].b.name);
    }
    return ZN_OK;
}

zn_status zn_film_new(zn_simulation *s, const zn_scene *scene, const char *path,
                      zn_index every, zn_film **out)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    zn_film *f = zn_alloc(ctx, 1, sizeof *f);
    zn_status st;

    *out = NULL;
    if (!f)
        return ZN_ENOMEM;
    f->ctx = ctx;
    f->scene = scene;
    f->sim = s;
    f->every = every < 1 ? 1 : every;
    f->last = -1;
    f->before = zn_simulation_time(s);
    f->flushed = zni_clock();
    for (int k = 0; k < ALL; k++)
        set_of(f, k)->set = -1;
    st = make_room(f, path);
    if (!st)
        st = begin_file(f);
    if (!st)
        st = zn_simulation_add_observer(s, &(zn_observer){.size = sizeof(zn_observer),
                                                          .fn = observe,
                                                          .user = f,
                                                          .drop = drop,
                                                          .flush = flush_film});
    if (st)
        drop(f);
    else
        *out = f;
    return st;
}
