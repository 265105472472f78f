/* convert-vtk.c - a film for ParaView: a PVD file that names a VTP file per frame for
 * bodies, and one for contacts
 *
 * Numbers are in base64 with their length before them, in one run (VTK file formats,
 * XML, header_type UInt64).
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/convert.h"
#include "tools/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

/* ---- base64 ---- */

static void put_base64(FILE *out, const unsigned char *p, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                                "uvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        const unsigned u = (unsigned)p[i] << 16 |
                           (i + 1 < n ? (unsigned)p[i + 1] << 8 : 0) |
                           (i + 2 < n ? (unsigned)p[i + 2] : 0);
        fputc(digit[u >> 18], out);
        fputc(digit[u >> 12 & 63], out);
        fputc(i + 1 < n ? digit[u >> 6 & 63] : '=', out);
        fputc(i + 2 < n ? digit[u & 63] : '=', out);
    }
}

/* An array of `n` items of 4 or 8 bytes, as they are in memory (little-endian). */
static void put_array(FILE *out, const char *type, const char *name, int comps,
                      const void *values, size_t bytes)
{
    unsigned char *all = malloc(8 + bytes);
    const uint64_t n = bytes;

    if (!all) {
        fputs("zeno convert: no memory\n", stderr);
        exit(1);
    }
    memcpy(all, &n, 8);
    if (bytes)
        memcpy(all + 8, values, bytes);
    fprintf(out,
            "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" "
            "format=\"binary\">",
            type, name, comps);
    put_base64(out, all, 8 + bytes);
    fputs("</DataArray>\n", out);
    free(all);
}

/* ---- one file ---- */

static FILE *begin(const char *path, zn_index points, zn_index verts,
                   zn_index polys)
{
    FILE *out = create_beside(path);

    fprintf(
        out,
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>"
        "<Piece NumberOfPoints=\"%td\" NumberOfVerts=\"%td\" "
        "NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"%td\">\n",
        points, verts, polys);
    return out;
}

static void end(FILE *out, const char *path)
{
    fputs("</Piece></PolyData></VTKFile>\n", out);
    if (ferror(out) | fclose(out))
        fail_file(path);
}

/* Cells of `corners` points each, one after the other. */
static void put_cells(FILE *out, const char *kind, zn_index cells, int corners)
{
    int64_t *x = malloc(((size_t)(cells * corners) + 1) * sizeof *x);

    if (!x) {
        fputs("zeno convert: no memory\n", stderr);
        exit(1);
    }
    fprintf(out, "<%s>\n", kind);
    for (zn_index i = 0; i < cells * corners; i++)
        x[i] = i;
    put_array(out, "Int64", "connectivity", 1, x,
              (size_t)(cells * corners) * sizeof *x);
    for (zn_index i = 0; i < cells; i++)
        x[i] = corners * (i + 1);
    put_array(out, "Int64", "offsets", 1, x, (size_t)cells * sizeof *x);
    fprintf(out, "</%s>\n", kind);
    free(x);
}

/* ---- bodies ---- */

typedef struct soup {
    const zn_film_data *d;
    triangles *of; /* each shape */
    zn_index points;
    float *x, *v;  /* position and velocity, 3 a point */
    int32_t *body; /* of each triangle */
} soup;

static void move_shape(const soup *s, zn_index i, zn_index frame, zn_index at)
{
    const zn_film_data *d = s->d;
    const zn_index b = d->shape_body[i], k = d->moving[b];
    const double *place = d->place + 7 * i;
    const double *q = k < 0 ? NULL : d->pose + 7 * (d->nmoving * frame + k);
    const double *v = k < 0 ? NULL : d->velocity + 6 * (d->nmoving * frame + k);

    for (zn_index c = 0; c < s->of[i].n / 6; c++) {
        const float *from = s->of[i].v + 6 * c;
        const double size = zn_film_there(d, b, frame); /* 0: it is not there */
        double x[3] = {size * from[0], size * from[1], size * from[2]};
        zn_rotate(place + 3, x, x);
        for (int j = 0; j < 3; j++)
            x[j] += place[j];
        if (q) {
            zn_rotate(q + 3, x, x);
            for (int j = 0; j < 3; j++)
                x[j] += q[j];
        }
        for (int j = 0; j < 3; j++) {
            s->x[3 * (at + c) + j] = (float)x[j];
            s->v[3 * (at + c) + j] = v ? (float)v[j] : 0;
        }
        s->body[(at + c) / 3] = (int32_t)b;
    }
}

static void put_bodies(const soup *s, zn_index frame, const char *path)
{
    const size_t bytes = 3 * (size_t)s->points * sizeof(float);
    zn_index at = 0;
    FILE *out = begin(path, s->points, 0, s->points / 3);

    for (zn_index i = 0; i < s->d->nshape; i++) {
        move_shape(s, i, frame, at);
        at += s->of[i].n / 6;
    }
    fputs("<PointData Vectors=\"velocity\">\n", out);
    put_array(out, "Float32", "velocity", 3, s->v, bytes);
    fputs("</PointData>\n<CellData Scalars=\"body\">\n", out);
    put_array(out, "Int32", "body", 1, s->body,
              (size_t)s->points / 3 * sizeof *s->body);
    fputs("</CellData>\n<Points>\n", out);
    put_array(out, "Float32", "Points", 3, s->x, bytes);
    fputs("</Points>\n", out);
    put_cells(out, "Polys", s->points / 3, 3);
    end(out, path);
}

/* ---- contacts ---- */

static void put_contacts(const zn_film_data *d, zn_index frame,
                         const char *path)
{
    static const struct {
        const char *name;
        int from, comps;
    } part[] = {
        {"normal", ZN_FILM_NORMAL, 3},     {"gap", ZN_FILM_GAP, 1},
        {"impulse", ZN_FILM_IMPULSE, 3},   {"force", ZN_FILM_FORCE, 3},
        {"velocity", ZN_FILM_VELOCITY, 3}, {"status", ZN_FILM_STATUS, 1},
        {"Points", ZN_FILM_P1, 3}};
    const zn_index from = frame ? d->contact_end[frame - 1] : 0;
    const zn_index n = d->contact_end[frame] - from;
    double *x = malloc(3 * (size_t)(n + 1) * sizeof *x);
    FILE *out = begin(path, n, n, 0);

    if (!x) {
        fputs("zeno convert: no memory\n", stderr);
        exit(1);
    }
    fputs("<PointData Vectors=\"force\">\n", out);
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const int m = part[k].comps;
        for (zn_index i = 0; i < n; i++)
            memcpy(x + m * i,
                   d->contact + ZN_FILM_CONTACT * (from + i) + part[k].from,
                   (size_t)m * sizeof *x);
        if (part[k].from == ZN_FILM_P1 && d->contact_mu)
            put_array(out, "Float64", "mu", 1, d->contact_mu + from,
                      (size_t)n * sizeof *x);
        if (part[k].from == ZN_FILM_P1)
            fputs("</PointData>\n<Points>\n", out);
        put_array(out, "Float64", part[k].name, m, x,
                  (size_t)(m * n) * sizeof *x);
    }
    fputs("</Points>\n", out);
    put_cells(out, "Verts", n, 1);
    end(out, path);
    free(x);
}

/* ---- all ---- */

static void begin_soup(soup *s, const zn_film_data *d)
{
    const double extent = film_extent(d);

    *s = (soup){.d = d};
    s->of = calloc((size_t)d->nshape + 1, sizeof *s->of);
    for (zn_index i = 0; s->of && i < d->nshape; i++)
        if (make_triangles(d, i, extent, &s->of[i])) {
            s->points += s->of[i].n / 6;
        } else {
            fputs("zeno convert: no memory, or a hull that is none\n", stderr);
            exit(1);
        }
    s->x = malloc((3 * (size_t)s->points + 1) * sizeof *s->x);
    s->v = malloc((3 * (size_t)s->points + 1) * sizeof *s->v);
    s->body = malloc(((size_t)s->points + 1) * sizeof *s->body);
    if (!s->of || !s->x || !s->v || !s->body) {
        fputs("zeno convert: no memory\n", stderr);
        exit(1);
    }
}

void write_vtk(const zn_film_data *d, const char *path)
{
    static const char *const part[2] = {"bodies", "contacts"};
    const char *slash = strrchr(path, '/');
    const int stem = (int)(strlen(path) - strlen(".pvd"));
    const int folder = slash ? (int)(slash + 1 - path) : 0;
    char name[4200];
    FILE *out = create_named(path);
    soup s;

    begin_soup(&s, d);
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" "
          "version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n",
          out);
    for (zn_index f = 0; f < d->nframe; f++)
        for (int k = 0; k < 2; k++) {
            snprintf(name, sizeof name, "%.*s-%s-%05td.vtp", stem, path,
                     part[k], f);
            if (k)
                put_contacts(d, f, name);
            else
                put_bodies(&s, f, name);
            fprintf(out, "<DataSet timestep=\"%.17g\" part=\"%d\" file=\"",
                    d->t[f], k);
            put_markup(out, name + folder);
            fputs("\"/>\n", out);
        }
    fputs("</Collection></VTKFile>\n", out);
    if (ferror(out) | fclose(out))
        fail_file(path);
    end_named();
    for (zn_index i = 0; i < d->nshape; i++)
        free(s.of[i].v);
    free(s.of);
    free(s.x);
    free(s.v);
    free(s.body);
}
