/* zeno-convert.c - zeno convert: a film for other programs; what is in it
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/scene.h>

#include "solvers/core/csv_field.h"
#include "solvers/core/same_place.h"
#include "solvers/core/typed_file.h"
#include "tools/convert.h"
#include "tools/info.h"

enum { FAILED = 1, MISUSE = 2 };

_Noreturn void fail_file(const char *path)
{
    fprintf(stderr, "zeno convert: '%s' cannot be written: %s\n", path,
            zni_typed_words(path));
    exit(FAILED);
}

static void usage(FILE *out)
{
    fputs(
        "zeno convert - a film of a scene for other programs\n"
        "\n"
        "  zeno convert FILM.h5 OUT.glb    glTF 2.0: Blender, web, Windows\n"
        "  zeno convert FILM.h5 OUT.pvd    ParaView: OUT-bodies-*.vtp and\n"
        "                                  OUT-contacts-*.vtp beside it\n"
        "  zeno convert FILM.h5 OUT.csv    bodies; OUT-contacts.csv beside it\n"
        "  zeno convert FILM.h5 OUT.hdf5   tracks as Siconos writes them, for its\n"
        "                                  viewer and tools\n"
        "  zeno convert FILM.h5            say what is in it\n"
        "  zeno convert SCENE OUT.yaml     a scene in YAML, URDF (.urdf) or\n"
        "                                  MJCF (.xml) or of Siconos (.hdf5)\n",
        out);
}

/* ---- CSV ---- */

static void put_row(FILE *out, int n, const double x[])
{
    for (int i = 0; i < n; i++)
        fprintf(out, ",%.17g", x[i]);
}

static void csv_bodies(const zn_film_data *d, FILE *out)
{
    fputs("t[s],body,x[m],y[m],z[m],p0,p1,p2,p3,vx[m/s],vy[m/s],vz[m/s],"
          "wx[rad/s],wy[rad/s],wz[rad/s]\n",
          out);
    for (zn_index f = 0; f < d->nframe; f++)
        for (zn_index i = 0; i < d->nbody; i++) {
            const zn_index k = d->moving[i];
            if (k < 0 || !zn_film_there(d, i, f))
                continue;
            fprintf(out, "%.17g,", d->t[f]);
            zni_csv_quoted(out, d->body[i]);
            put_row(out, 7, d->pose + 7 * (d->nmoving * f + k));
            put_row(out, 6, d->velocity + 6 * (d->nmoving * f + k));
            fputc('\n', out);
        }
}

static void csv_contacts(const zn_film_data *d, FILE *out)
{
    fputs("t[s],body1,body2,P1x[m],P1y[m],P1z[m],P2x[m],P2y[m],P2z[m],nx,ny,nz,"
          "gap[m],impulse_x[N s],impulse_y[N s],impulse_z[N s],force_x[N],"
          "force_y[N],force_z[N],u_n[m/s],u_t1[m/s],u_t2[m/s],status,mu\n",
          out);
    for (zn_index f = 0, i = 0; f < d->nframe; f++)
        for (; i < d->contact_end[f]; i++) {
            fprintf(out, "%.17g", d->t[f]);
            for (int b = 0; b < 2; b++) {
                const zn_index k = d->contact_body[2 * i + b];
                fputc(',', out);
                zni_csv_quoted(out, k >= 0 && k < d->nbody ? d->body[k] : "");
            }
            put_row(out, ZN_FILM_CONTACT, d->contact + ZN_FILM_CONTACT * i);
            if (d->contact_mu)
                put_row(out, 1, d->contact_mu + i);
            else
                fputc(',', out); /* older films do not say it */
            fputc('\n', out);
        }
}

void write_csv(const zn_film_data *d, const char *path)
{
    char name[4200];
    FILE *out;

    for (int k = 0; k < 2; k++) {
        snprintf(name, sizeof name, "%.*s%s", (int)strlen(path) - 4, path,
                 k ? "-contacts.csv" : ".csv");
        out = k ? create_beside(name) : create_named(name);
        (k ? csv_contacts : csv_bodies)(d, out);
        if (ferror(out) | fclose(out))
            fail_file(name);
        if (!k)
            end_named();
    }
}

/* ---- scenes ---- */

static void warn(void *user, zn_log_level level, const char *words)
{
    (void)user;
    (void)level;
    fprintf(stderr, "zeno convert: %s\n", words);
}

static bool is_yaml(const char *dot)
{
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* Scenes are text; a film is what a run of one writes. */
static bool is_text(const char *path)
{
    const char *dot = strrchr(path, '.');

    return is_yaml(dot) ||
           (dot && (strcmp(dot, ".urdf") == 0 || strcmp(dot, ".xml") == 0));
}

/* Of HDF5, which scenes of Siconos are, too. */
static bool is_film(zn_ctx *ctx, const char *path)
{
    zn_film_data *d;

    if (is_text(path) || zn_film_read(ctx, path, &d))
        return false;
    zn_film_data_free(ctx, d);
    return true;
}

static int convert_scene(zn_ctx *ctx, const char *from, const char *to)
{
    zn_scene *s;
    zn_status st;
    FILE *out;

    if (is_film(ctx, from)) {
        fprintf(stderr,
                "zeno convert: '%s' is a film and no scene: it can become .glb, .pvd, .csv or .hdf5; what it was "
                "made of is in no film\n",
                from);
        return MISUSE;
    }
    if (zni_same_file(from, to)) {
        fprintf(stderr,
                "zeno convert: '%s' would be written over; its expressions "
                "and comments are in no other file\n",
                to);
        return MISUSE;
    }
    zn_ctx_set_log(ctx, ZN_LOG_WARN, warn, NULL);
    if (zn_scene_read(ctx, from, 0, NULL, &s)) {
        fprintf(stderr, "zeno convert: %s\n", zn_errmsg(ctx));
        return FAILED;
    }
    out = create_named(to);
    st = zn_scene_write(s, out);
    if (st == ZN_ENOMEM) {
        fprintf(stderr, "zeno convert: %s\n", zn_errmsg(ctx));
        fclose(out);
    } else if (st | fclose(out))
        fail_file(to);
    else
        end_named();
    zn_scene_free(s);
    return st ? FAILED : 0;
}

static const struct {
    const char *suffix;
    void (*write)(const zn_film_data *d, const char *path);
} formats[] = {{".glb", write_gltf},
               {".pvd", write_vtk},
               {".csv", write_csv},
               {".hdf5", write_siconos}};

enum { FORMATS = sizeof formats / sizeof *formats };

/* A film as the k-th format, or without a name to write to some words about it. */
static int convert_film(zn_ctx *ctx, const char *from, size_t k, const char *to)
{
    zn_film_data *d;
    int status = FAILED;

    if (is_text(from)) {
        fprintf(stderr,
                "zeno convert: '%s' is a scene and no film: zeno convert '%s' "
                "OUT.yaml writes it, and zeno run '%s' --output FILM.h5 makes "
                "a film\n",
                from, from, from);
        return MISUSE;
    }
    if (zn_film_read(ctx, from, &d)) {
        fprintf(stderr, "zeno convert: %s\n", zn_errmsg(ctx));
        return FAILED;
    }
    if (!d->nframe)
        fprintf(stderr, "zeno convert: there is no frame in '%s'\n", from);
    else if (to && zni_same_file(from, to)) {
        fprintf(stderr, "zeno convert: '%s' would be written over\n", to);
        status = MISUSE;
    } else if (to) {
        keep_film(from);
        formats[k].write(d, to);
        status = 0;
    } else {
        info_film(d);
        status = fflush(stdout) || ferror(stdout) ? FAILED : 0;
    }
    zn_film_data_free(ctx, d);
    return status;
}

/* ---- main ---- */

int main(int argc, char **argv)
{
    const char *dot = argc > 2 ? strrchr(argv[2], '.') : NULL;
    size_t k = 0;
    zn_ctx *ctx;

    if (argc < 2 || argc > 3 || argv[1][0] == '-') {
        const bool help = argc == 2 && (strcmp(argv[1], "--help") == 0 ||
                                        strcmp(argv[1], "-h") == 0);
        usage(help ? stdout : stderr);
        return help ? 0 : MISUSE;
    }
    while (k < FORMATS && (!dot || strcmp(formats[k].suffix, dot)))
        k++;
    if (argc > 2 && k == FORMATS && !is_yaml(dot)) {
        fprintf(stderr,
                "zeno convert: '%s': the name must end in .glb, .pvd, .csv or "
                ".hdf5, of a scene in .yaml\n",
                argv[2]);
        return MISUSE;
    }
    const zn_status st = zn_ctx_new(&ctx);
    if (st) {
        fprintf(stderr, "zeno convert: no context: %s\n", zn_status_name(st));
        return FAILED;
    }
    const char *to = argc > 2 ? argv[2] : NULL;
    const int status = to && k == FORMATS ? convert_scene(ctx, argv[1], to)
                                    : convert_film(ctx, argv[1], k, to);
    zn_ctx_free(ctx);
    return status;
}
