/* zeno-info.c - zeno info: what is in a recording, film, checkpoint, scene or problem
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <zeno/output.h>
#include <zeno/problem_file.h>
#include <zeno/scene.h>

#include "solvers/core/printed.h"
#include "solvers/io/hdf5.h"
#include "tools/info.h"

enum { FAILED = 1, MISUSE = 2 };

static void usage(FILE *out)
{
    fputs("zeno info - what is in a file\n"
          "\n"
          "  zeno info FILE...\n"
          "\n"
          "  recordings (CSV, HDF5)  rows and columns, with their units, "
          "first, last,\n"
          "                          least and largest value\n"
          "  films (HDF5)            bodies, frames, contacts, energy\n"
          "  checkpoints             of which instant, how large a model\n"
          "  scenes (YAML, URDF, MJCF, HDF5 of Siconos)\n"
          "                          bodies, joints, parameters\n"
          "  problems (text, HDF5 of fclib)\n"
          "                          class, size, contacts\n",
          out);
}

static void heading(const char *what)
{
    printf("what         %s\n", what);
}

/* ---- one kind each: true if it went well, else the context has words ---- */

static bool checkpoint(zn_ctx *ctx, const char *path)
{
    zn_checkpoint_info c;

    if (zn_checkpoint_look(ctx, path, &c))
        return false;
    heading("checkpoint: --restart FILE goes on from it");
    printf("instant      t = %.9g s of %.9g s to %.9g s, step %td\n", c.t, c.t0,
           c.end, c.step);
    printf("model        %td systems, %td interactions of %td rows\n",
           c.systems, c.interactions, c.rows);
    printf("state        %td positions, %td velocities, %td of first order\n",
           c.nq, c.nv, c.nx);
    return true;
}

static bool film(zn_ctx *ctx, const char *path)
{
    zn_checkpoint_info c;
    zn_film_data *d;

    if (zn_film_read(ctx, path, &d))
        return false;
    heading("film: zeno view FILE plays it, zeno convert FILE OUT hands it on");
    if (d->nframe)
        info_film(d);
    else
        printf("frames       none yet\n");
    zn_film_data_free(ctx, d);
    if (!zn_checkpoint_look(ctx, path, &c))
        printf("restart      --restart FILE goes on from t = %.9g s\n", c.t);
    return true;
}

static bool recording(zn_ctx *ctx, const char *path, bool h5)
{
    table t, contacts;
    const bool good = !table_read(ctx, path, &t, &contacts);

    if (good) {
        heading("recording: zeno plot FILE draws it");
        if (h5)
            info_notes(path);
        info_table(&t);
    }
    table_free(&contacts);
    table_free(&t);
    return good;
}

static bool problem(zn_ctx *ctx, const char *path)
{
    const zn_solution_part *part;
    zn_problem_file *f;

    if (zn_problem_file_read(ctx, path, NULL, &f)) {
        zn_note(ctx, ZN_EINVAL,
                "no recording, film, checkpoint or scene, and as a problem");
        return false;
    }
    heading("problem: zeno-solve FILE solves it");
    printf("class        %s\n", zn_problem_file_class(f));
    if (zn_problem_file_contacts(f))
        printf("contacts     %td\n", zn_problem_file_contacts(f));
    for (zn_index i = 0; (part = zn_problem_file_part(f, i)); i++)
        printf("%-12s %td unknowns\n", part->name, part->length);
    zn_problem_file_free(f);
    return true;
}

static bool scene(zn_ctx *ctx, const char *path)
{
    double times[3];
    zn_scene *s;

    if (zn_scene_read(ctx, path, 0, NULL, &s))
        return false;
    heading("scene: zeno run FILE runs it");
    printf("title        %s\n", zn_scene_title(s)[0] ? zn_scene_title(s) : "-");
    printf("bodies       %td, %td joints, in %s\n", zn_scene_body_count(s),
           zn_scene_joint_count(s),
           zn_scene_dimension(s) == 2 ? "the plane" : "space");
    zn_scene_times(s, times);
    printf("time         %g s to %g s, steps of %g s, %s\n", times[0], times[2],
           times[1], zn_scene_integrator(s));
    for (zn_index i = 0; i < zn_scene_parameter_count(s); i++) {
        const zn_scene_parameter *p = zn_scene_parameter_at(s, i);
        printf("%s%-12s %g [%s] %s\n",
               i ? "" : "\nparameters, --set NAME=VALUE changes them\n",
               p->name, p->value, p->unit, p->help ? p->help : "");
    }
    zn_scene_free(s);
    return true;
}

/* ---- which of them ---- */

static bool ends_with(const char *path, const char *suffix)
{
    const size_t n = strlen(path), m = strlen(suffix);

    return n >= m && strcmp(path + n - m, suffix) == 0;
}

static bool is_scene(const char *path)
{
    return ends_with(path, ".yaml") || ends_with(path, ".yml") ||
           ends_with(path, ".urdf") || ends_with(path, ".xml");
}

/* Does a file of HDF5 have this group? */
static bool holds(const char *path, const char *group)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool is = file >= 0 && H5Lexists(file, group, H5P_DEFAULT) > 0;

    if (file >= 0)
        H5Fclose(file);
    return is;
}

static bool hdf5(zn_ctx *ctx, const char *path)
{
    if (zni_hdf5_need(ctx))
        return false;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    if (table_of_film(path))
        return film(ctx, path);
    if (holds(path, "data"))
        return scene(ctx, path);
    if (holds(path, "fclib_local") || holds(path, "fclib_global") ||
        holds(path, "fclib_global_rolling"))
        return problem(ctx, path);
    return recording(ctx, path, true);
}

static bool is_checkpoint(const char *path)
{
    FILE *in = fopen(path, "rb");
    char magic[8] = "";
    const bool is =
        in && fread(magic, 1, 8, in) == 8 && memcmp(magic, "ZENOSAVE", 8) == 0;

    if (in)
        fclose(in);
    return is;
}

static bool tell(zn_ctx *ctx, const char *path)
{
    struct stat about;
    char shown[256];

    if (stat(path, &about)) {
        zn_fail(ctx, ZN_EIO, "'%s' cannot be read: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(about.st_mode)) { /* who writes to a pipe may never come */
        zn_fail(ctx, ZN_EIO, "'%s' is no file", path);
        return false;
    }
    snprintf(shown, sizeof shown, "%s", path);
    zni_make_printed(shown, "");
    printf("file         %s, %lld bytes\n", shown, (long long)about.st_size);
    if (zni_hdf5_is_file(path))
        return hdf5(ctx, path);
    if (is_checkpoint(path))
        return checkpoint(ctx, path);
    return is_scene(path)            ? scene(ctx, path)
           : ends_with(path, ".csv") ? recording(ctx, path, false)
                                     : problem(ctx, path);
}

static void warn(void *user, zn_log_level level, const char *words)
{
    (void)user;
    (void)level;
    fprintf(stderr, "zeno info: %s\n", words);
}

int main(int argc, char **argv)
{
    int status = 0;
    zn_ctx *ctx;

    if (argc < 2 || argv[1][0] == '-') {
        const bool help = argc == 2 && (strcmp(argv[1], "--help") == 0 ||
                                        strcmp(argv[1], "-h") == 0);
        usage(help ? stdout : stderr);
        return help ? 0 : MISUSE;
    }
    const zn_status st = zn_ctx_new(&ctx);
    if (st) {
        fprintf(stderr, "zeno info: no context: %s\n", zn_status_name(st));
        return FAILED;
    }
    zn_ctx_set_log(ctx, ZN_LOG_WARN, warn, NULL);
    for (int i = 1; i < argc; i++) {
        if (i > 1)
            putchar('\n');
        if (tell(ctx, argv[i]))
            continue;
        fflush(stdout);
        fprintf(stderr, "zeno info: %s\n", zn_errmsg(ctx));
        status = FAILED;
    }
    zn_ctx_free(ctx);
    return fflush(stdout) || ferror(stdout) ? FAILED : status;
}
