/* zeno-run.c - zeno run: runs a scene
 *
 * What a sample can do a scene can, too: its parameters take the place of those of
 * the sample, and all else is the samples' library.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/film.h>
#include <zeno/sample.h>

#include "solvers/core/same_place.h"
#include "solvers/io/hdf5.h"

enum { FAILED = 1, MISUSE = 2, COLUMNS = 13 };

static void usage(FILE *out)
{
    fputs("zeno run - run a scene\n"
          "\n"
          "  zeno run SCENE.yaml [--set NAME=VALUE]... [--output FILE.csv|.h5] "
          "...\n"
          "  zeno run ROBOT.urdf, zeno run MODEL.xml (MJCF),\n"
          "  zeno run SCENE.hdf5 (Siconos)\n"
          "\n"
          "Parameters of the scene take expressions of those before them\n"
          "(--set a=2*b). The other options are those of every sample:\n"
          "zeno run SCENE.yaml --help\n"
          "\n"
          "A film has the state of its end in it: --restart FILM.h5 goes on from\n"
          "there, with the same bits as if the run had never stopped.\n",
          out);
}

static _Noreturn void fail(int status, const char *words)
{
    fprintf(stderr, "zeno run: %s\n", words);
    exit(status);
}

/* What a reader did not understand. */
static void warn(void *user, zn_log_level level, const char *words)
{
    (void)level;
    fprintf(user, "zeno run: %s\n", words);
}

/* ---- the command line ---- */

/* What is for the scene, and what is left for the sample. */
typedef struct line {
    zn_index nset;
    const char **set;
    int argc;
    char **argv;
    const char *film; /* --output FILE.h5 */
    const char *every;
    bool goes_on; /* --restart */
} line;

/* Is this "name=value" one of the scene's? */
static bool of_scene(const zn_scene *s, const char *set)
{
    const size_t n = strcspn(set, "=");

    for (zn_index i = 0; i < zn_scene_parameter_count(s); i++) {
        const char *name = zn_scene_parameter_at(s, i)->name;
        if (strlen(name) == n && strncmp(name, set, n) == 0)
            return true;
    }
    return false;
}

/* The value of option argv[*i], if it is `name`; *i goes on to it. */
static const char *value_of(char **argv, int argc, int *i, const char *name)
{
    const bool brief =
        strcmp(name, "--output") == 0 && strncmp(argv[*i], "-o", 2) == 0;
    const size_t n = strlen(brief ? name = "-o" : name);

    if (strncmp(argv[*i], name, n) == 0 && argv[*i][n] == '=')
        return argv[*i] + n + 1;
    if (strcmp(argv[*i], name) == 0 && *i + 1 < argc)
        return argv[++*i];
    return NULL;
}

static bool is_film(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0);
}

/* What is made must not take the place of the scene, nor of the film. */
static void spare(const line *l, const char *scene, int argc, char **argv)
{
    static const char *const makes[] = {"--output", "--report", "--events",
                                        "--checkpoint"};

    for (int i = 2; i < argc; i++)
        for (size_t k = 0; k < sizeof makes / sizeof *makes; k++) {
            const char *made = value_of(argv, argc, &i, makes[k]);
            if (!made)
                continue;
            if (zni_same_place(made, scene)) {
                fprintf(stderr, "zeno run: %s '%s': the scene would be written over\n",
                        makes[k], made);
                exit(MISUSE);
            }
            if (l->film && k > 0 && zni_same_place(made, l->film)) {
                fprintf(stderr, "zeno run: --output and %s are one file, '%s': give two\n",
                        makes[k], made);
                exit(MISUSE);
            }
            break;
        }
}

static void split(const zn_scene *s, int argc, char **argv, line *l)
{
    static char program[] = "zeno run";

    l->argv[l->argc++] = program;
    for (int i = 2; i < argc; i++) {
        int at = i;
        const char *set = value_of(argv, argc, &at, "--set");
        const char *output = value_of(argv, argc, &at, "--output");
        const char *every = value_of(argv, argc, &at, "--every");
        const char *restart = value_of(argv, argc, &at, "--restart");
        if (set && of_scene(s, set))
            l->set[l->nset++] = set;
        else if (output && is_film(output))
            l->film = output;
        else if (every)
            l->every = every;
        else
            for (int k = i; k <= at; k++)
                l->argv[l->argc++] = argv[k];
        l->goes_on = l->goes_on || restart;
        i = at;
    }
}

/* Options may stand before the scene: it becomes argv[1]. */
static void scene_first(int argc, char **argv)
{
    static const char *const alone[] = {"--list", "--check", "--guard",
                                        "--quiet", "-q"};
    int at = 1;

    while (at < argc && argv[at][0] == '-') {
        bool takes = !strchr(argv[at], '=');
        for (size_t k = 0; k < sizeof alone / sizeof *alone; k++)
            takes = takes && strcmp(argv[at], alone[k]) != 0;
        at += takes ? 2 : 1;
    }
    if (at >= argc)
        fail(MISUSE, "no scene given: zeno run SCENE.yaml [options]");
    char *scene = argv[at];
    memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
    argv[1] = scene;
}

/* ---- the scene's parameters, as those of a sample ---- */

static zn_option *make_table(zn_ctx *ctx, const zn_scene *s, double **values)
{
    const zn_index n = zn_scene_parameter_count(s);
    zn_option *table = zn_alloc(ctx, n + 1, sizeof *table);

    *values = zn_alloc(ctx, n, sizeof **values);
    if (!table || !*values)
        fail(FAILED, zn_errmsg(ctx));
    for (zn_index i = 0; i < n; i++) {
        const zn_scene_parameter *p = zn_scene_parameter_at(s, i);
        table[i] = (zn_option){.kind = ZN_OPTION_REAL,
                               .name = p->name,
                               .offset = (size_t)i * sizeof(double),
                               .def = p->value,
                               .min = -1e308,
                               .max = 1e308,
                               .unit = p->unit,
                               .help = p->help};
    }
    return table;
}

/* ---- the recording ---- */

/* A number of a body that comes or goes; nan while it is not there. */
typedef struct coming {
    const char *body;
    bool v;
    zn_index i;
} coming;

static double look(void *user, const zn_simulation *s)
{
    const coming *c = user;
    const zn_ds *ds = zn_model_ds(zn_simulation_model(s), c->body);

    if (!ds)
        return NAN;
    return (c->v ? zn_simulation_v : zn_simulation_q)(s, ds)[c->i];
}

/* A number of each body; in the plane the last six. */
typedef struct column {
    const char *name, *unit;
    bool v;
    zn_index i;
} column;

enum { IN_PLANE = 6 };

static void add_columns(zn_ctx *ctx, zn_recorder *out, const zn_scene *s,
                        const zn_model *m, coming *room)
{
    static const column all[COLUMNS + IN_PLANE] = {{"x", "m", false, 0},     {"y", "m", false, 1},
                  {"z", "m", false, 2},     {"p0", "-", false, 3},
                  {"p1", "-", false, 4},    {"p2", "-", false, 5},
                  {"p3", "-", false, 6},    {"vx", "m/s", true, 0},
                  {"vy", "m/s", true, 1},   {"vz", "m/s", true, 2},
                  {"wx", "rad/s", true, 3}, {"wy", "rad/s", true, 4},
                  {"wz", "rad/s", true, 5},
                  {"x", "m", false, 0},     {"y", "m", false, 1},
                  {"angle", "rad", false, 2}, {"vx", "m/s", true, 0},
                  {"vy", "m/s", true, 1},   {"w", "rad/s", true, 2}};
    const bool flat = zn_scene_dimension(s) == 2;
    const size_t first = flat ? COLUMNS : 0,
                 end = flat ? COLUMNS + IN_PLANE : COLUMNS;
    char name[ZN_WORD_MAX + 8];

    for (zn_index k = 0; k < zn_scene_body_count(s); k++) {
        const zn_scene_body *b = zn_scene_body_at(s, k);
        const zn_ds *ds = b->fixed ? NULL : zn_model_ds(m, b->name);
        for (size_t i = first; !b->fixed && i < end; i++) {
            const column *c = &all[i];
            snprintf(name, sizeof name, "%s.%s", b->name, c->name);
            if (b->born || b->dies) {
                *room = (coming){b->name, c->v, c->i};
                zn_must(ctx, zn_recorder_add(out, name, c->unit, look, room++));
                continue;
            }
            zn_must(ctx, (c->v ? zn_recorder_add_v : zn_recorder_add_q)(
                             out, ds, c->i, name, c->unit));
        }
    }
}

/* Some 60 frames a second, unless --every says otherwise. */
static zn_index frame_every(const line *l, double h)
{
    char end;
    long n = (long)(1 / (60 * h) + 0.5);

    if (l->every && (sscanf(l->every, "%ld%c", &n, &end) != 1 || n < 1))
        fail(MISUSE, "--every: must be a whole number >= 1");
    return n < 1 ? 1 : n;
}

static void make_film(zn_sample *sample, zn_simulation *sim,
                      const zn_scene *scene, const line *l)
{
    zn_ctx *ctx = zn_sample_ctx(sample);
    double t[3];
    zn_film *film;

    if (!l->film)
        return;
    if (l->goes_on && access(l->film, F_OK) == 0)
        fail(MISUSE, "--output: there is a file of that name: give another, its "
                     "frames before the restart would be lost");
    zn_scene_times(scene, t);
    zn_must(ctx, zn_simulation_set(sim, "energy", "yes"));
    if (zn_film_new(sim, scene, l->film, frame_every(l, t[1]), &film))
        fail(MISUSE, zn_errmsg(ctx));
    zn_sample_film(sample, film);
}

/* ---- main ---- */

static int run(zn_ctx *ctx, zn_scene *scene, line *l)
{
    const char *title = zn_scene_title(scene);
    double *values, t[3];
    zn_option *table = make_table(ctx, scene, &values);
    char every[] = "--every";

    if (l->every && !l->film) { /* the samples' library knows what it is for */
        l->argv[l->argc++] = every;
        l->argv[l->argc++] = (char *)l->every;
    }
    zn_sample *sample = zn_sample_new(
        l->argc, l->argv, *title ? title : "a scene", table, values);
    zn_ctx *its = zn_sample_ctx(sample);
    zn_simulation *sim;
    zn_model *model;
    coming *room;
    int status;

    zni_hdf5_leave_open(); /* before a scene is read, as zn_sample_new has it */
    zn_scene_times(scene, t);
    zn_sample_defaults(sample, t[0], t[1], t[2], zn_scene_integrator(scene),
                       zn_scene_options(scene));
    zn_must(its, zn_scene_build(scene, its, &model));
    sim = zn_sample_simulation(sample, model);
    zn_must(its, zn_scene_contacts(scene, sim));
    room = zn_alloc(ctx, COLUMNS * zn_scene_body_count(scene), sizeof *room);
    if (!room)
        fail(FAILED, zn_errmsg(ctx));
    if (zn_sample_recorder(sample))
        add_columns(its, zn_sample_recorder(sample), scene, model, room);
    make_film(sample, sim, scene, l);
    status = zn_sample_run(sample);
    zn_free_array(ctx, room);
    zn_free_array(ctx, table);
    zn_free_array(ctx, values);
    return status;
}

/* Once for the names of its parameters, once more with their values: what is said then counts. */
static zn_scene *read_scene(zn_ctx *ctx, int argc, char **argv, line *l)
{
    zn_scene *scene;
    char *words = NULL;
    size_t n = 0;
    FILE *first = open_memstream(&words, &n);

    if (!first)
        fail(FAILED, "no memory");
    zn_ctx_set_log(ctx, ZN_LOG_WARN, warn, first);
    if (zn_scene_read(ctx, argv[1], 0, NULL, &scene))
        fail(MISUSE, zn_errmsg(ctx));
    zn_ctx_set_log(ctx, ZN_LOG_WARN, warn, stderr);
    split(scene, argc, argv, l);
    spare(l, argv[1], argc, argv);
    if (fclose(first))
        fail(FAILED, "no memory");
    if (l->nset) {
        zn_scene_free(scene);
        if (zn_scene_read(ctx, argv[1], l->nset, l->set, &scene))
            fail(MISUSE, zn_errmsg(ctx));
    } else
        fputs(words, stderr);
    free(words);
    return scene;
}

int main(int argc, char **argv)
{
    line l = {0};
    zn_ctx *ctx;
    zn_scene *scene;
    int status;

    if (argc < 2 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0) {
        usage(argc < 2 ? stderr : stdout);
        return argc < 2 ? MISUSE : 0;
    }
    scene_first(argc, argv);
    const zn_status st = zn_ctx_new(&ctx);
    if (st) {
        fprintf(stderr, "zeno run: no context: %s\n", zn_status_name(st));
        return FAILED;
    }
    l.set = zn_alloc(ctx, argc, sizeof *l.set);
    l.argv = zn_alloc(ctx, argc + 2, sizeof *l.argv);
    if (!l.set || !l.argv)
        fail(FAILED, "no memory");
    scene = read_scene(ctx, argc, argv, &l);
    status = run(ctx, scene, &l);
    zn_scene_free(scene);
    zn_free_array(ctx, l.set);
    zn_free_array(ctx, l.argv);
    zn_ctx_free(ctx);
    return status;
}
