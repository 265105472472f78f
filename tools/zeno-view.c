/* zeno-view.c - zeno view: a film as one page of HTML, or as a picture
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/film.h>

#include "solvers/core/made_file.h"
#include "solvers/core/same_place.h"
#include "solvers/core/typed_file.h"
#include "tools/convert.h"
#include "tools/markup.h"
#include "tools/view/line.h"
#include "tools/view/page.h"
#include "tools/view/picture.h"

static void usage(FILE *out)
{
    fputs(
        "zeno view - see a film of a scene\n"
        "\n"
        "  zeno view FILM.h5 [-o PAGE.html]        one page, for any browser\n"
        "  zeno view FILM.h5 --png PICTURE.png     a picture, by Chromium\n"
        "\n"
        "      --frames N        at most N frames in the page (1200)\n"
        "      --time T          of the picture (the end)\n"
        "      --size WxH        of the picture (960x600)\n"
        "      --turn D, --tilt D, --away F   where it is seen from: degrees\n"
        "                        about the vertical, above the horizon;\n"
        "                        distance in sizes of the scene\n"
        "      --no-contacts, --glass         without arrows; see through\n"
        "      --wait S          give Chromium so many seconds (120)\n",
        out);
}

/* ---- JSON within HTML ---- */

/* Nothing that would end the script. */
static void put_string(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == '"' ||
            c == '\\' || c == 0x7f)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void put_reals(FILE *out, int n, const double x[])
{
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%.9g", i ? "," : "[", isfinite(x[i]) ? x[i] : 0.0);
    fputc(']', out);
}

/* ---- binary data, as base64 ---- */

typedef struct base64 {
    FILE *out;
    unsigned char kept[3];
    int n;
} base64;

static void put_three(base64 *b)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                                "uvwxyz0123456789+/";
    const unsigned u =
        (unsigned)(b->kept[0] << 16 | b->kept[1] << 8 | b->kept[2]);

    fputc(digit[u >> 18], b->out);
    fputc(digit[u >> 12 & 63], b->out);
    fputc(b->n > 1 ? digit[u >> 6 & 63] : '=', b->out);
    fputc(b->n > 2 ? digit[u & 63] : '=', b->out);
    b->n = 0;
    memset(b->kept, 0, sizeof b->kept);
}

/* Little-endian, as the browsers that there are. */
static void put_float(base64 *b, double x)
{
    const float f = (float)x;
    uint32_t u;

    memcpy(&u, &f, sizeof u);
    for (int k = 0; k < 4; k++) {
        b->kept[b->n++] = (unsigned char)(u >> 8 * k);
        if (b->n == 3)
            put_three(b);
    }
}

static void put_floats(base64 *b, zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++)
        put_float(b, x[i]);
}

/* ---- what is shown ---- */

typedef struct show {
    const zn_film_data *d;
    zn_index step, nframe; /* every step-th frame, and the last */
    triangles *mesh;       /* of the shapes that the page does not know */
} show;

static bool page_knows(const char *form)
{
    static const char *const known[] = {"sphere", "box", "capsule", "cylinder",
                                        "plane"};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(form, known[k]) == 0)
            return true;
    return false;
}

static void make_meshes(show *s)
{
    const zn_film_data *d = s->d;

    s->mesh = calloc((size_t)d->nshape + 1, sizeof *s->mesh);
    for (zn_index i = 0; s->mesh && i < d->nshape; i++)
        if (!page_knows(d->form[i]) && !make_triangles(d, i, 1, &s->mesh[i]))
            view_fail(FAILED, "no memory for a shape, or a hull that is none: ",
                 d->form[i]);
    if (!s->mesh)
        view_fail(FAILED, "no memory", "");
}

static zn_index frame_at(const show *s, zn_index k)
{
    return k == s->nframe - 1 ? s->d->nframe - 1 : k * s->step;
}

/* Contacts of a frame: first and one past the last. */
static zn_index contacts_from(const show *s, zn_index frame)
{
    return frame ? s->d->contact_end[frame - 1] : 0;
}

static zn_index contacts(const show *s, zn_index frame)
{
    return s->d->contact_end[frame] - contacts_from(s, frame);
}

static void put_shapes(FILE *out, const show *s)
{
    const zn_film_data *d = s->d;
    zn_index at = 0;

    fputs("\"shapes\":[", out);
    for (zn_index i = 0; i < d->nshape; i++) {
        fprintf(out, "%s{\"body\":%td,\"form\":", i ? "," : "",
                d->shape_body[i]);
        put_string(out, d->form[i]);
        fputs(",\"colour\":", out);
        put_string(out, d->colour[i]);
        fputs(",\"size\":", out);
        put_reals(out, 3, d->size + 3 * i);
        fputs(",\"place\":", out);
        put_reals(out, 7, d->place + 7 * i);
        if (s->mesh[i].n)
            fprintf(out, ",\"mesh\":[%td,%td]", at, s->mesh[i].n);
        at += s->mesh[i].n;
        fputc('}', out);
    }
    fputc(']', out);
}

/* The frames in which each body is there: the first, and one past the last. */
static void put_lives(FILE *out, const show *s)
{
    fputs(",\"life\":[", out);
    for (zn_index i = 0; i < s->d->nbody; i++) {
        zn_index from = 0, to;
        while (from < s->nframe && !zn_film_there(s->d, i, frame_at(s, from)))
            from++;
        to = from;
        while (to < s->nframe && zn_film_there(s->d, i, frame_at(s, to)))
            to++;
        fprintf(out, "%s[%td,%td]", i ? "," : "", from, to);
    }
    fputc(']', out);
}

enum { OF_CONTACT = 11 };

static void put_meta(FILE *out, const show *s)
{
    const zn_film_data *d = s->d;
    const struct {
        const char *name;
        zn_index per_frame;
    } parts[] = {{"t", 1},
                 {"pose", 7 * d->nmoving},
                 {"velocity", 6 * d->nmoving},
                 {"energy", ZN_FILM_ENERGY},
                 {"end", 1}};
    const bool flat = d->nshape && is_flat(d->form[0]);
    const double l =
        sqrt(d->gravity[0] * d->gravity[0] + d->gravity[1] * d->gravity[1] +
             d->gravity[2] * d->gravity[2]);
    const double up[3] = {l > 0 ? -d->gravity[0] / l : 0,
                          l > 0 ? -d->gravity[1] / l : flat ? 1 : 0,
                          l > 0 ? -d->gravity[2] / l : flat ? 0 : 1};
    zn_index at = 0, all = 0, mesh = 0;

    fputs("{\"title\":", out);
    put_string(out, d->title);
    fputs(",\"up\":", out);
    put_reals(out, 3, up);
    if (flat)
        fputs(",\"flat\":true", out);
    fputs(",\"names\":[", out);
    for (zn_index i = 0; i < d->nbody; i++) {
        fputs(i ? "," : "", out);
        put_string(out, d->body[i]);
    }
    fputs("],\"moving\":[", out);
    for (zn_index i = 0, some = 0; i < d->nbody; i++)
        if (d->moving[i] >= 0)
            fprintf(out, "%s%td", some++ ? "," : "", i);
    fputs("],", out);
    put_shapes(out, s);
    if (d->life)
        put_lives(out, s);
    fputs(",\"at\":{", out);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        fprintf(out, "\"%s\":[%td,%td],", parts[k].name, at,
                parts[k].per_frame * s->nframe);
        at += parts[k].per_frame * s->nframe;
    }
    for (zn_index k = 0; k < s->nframe; k++)
        all += contacts(s, frame_at(s, k));
    for (zn_index i = 0; i < d->nshape; i++)
        mesh += s->mesh[i].n;
    fprintf(out, "\"contact\":[%td,%td],\"mesh\":[%td,%td]}}", at,
            OF_CONTACT * all, at + OF_CONTACT * all, mesh);
}

static void put_contacts(base64 *b, const show *s, zn_index frame)
{
    const zn_index from = contacts_from(s, frame);

    for (zn_index i = from; i < from + contacts(s, frame); i++) {
        const double *c = s->d->contact + ZN_FILM_CONTACT * i;
        put_floats(b, 3, c + ZN_FILM_P1);
        put_floats(b, 3, c + ZN_FILM_NORMAL);
        put_floats(b, 3, c + ZN_FILM_FORCE);
        put_float(b, c[ZN_FILM_GAP]);
        put_float(b, c[ZN_FILM_STATUS]);
    }
}

static void put_data(FILE *out, const show *s)
{
    const zn_film_data *d = s->d;
    base64 b = {.out = out};
    zn_index end = 0;

    for (zn_index k = 0; k < s->nframe; k++)
        put_float(&b, d->t[frame_at(s, k)]);
    for (zn_index k = 0; k < s->nframe; k++)
        put_floats(&b, 7 * d->nmoving,
                   d->pose + 7 * d->nmoving * frame_at(s, k));
    for (zn_index k = 0; k < s->nframe; k++)
        put_floats(&b, 6 * d->nmoving,
                   d->velocity + 6 * d->nmoving * frame_at(s, k));
    for (zn_index k = 0; k < s->nframe; k++)
        put_floats(&b, ZN_FILM_ENERGY,
                   d->energy + ZN_FILM_ENERGY * frame_at(s, k));
    for (zn_index k = 0; k < s->nframe; k++) {
        end += contacts(s, frame_at(s, k));
        put_float(&b, (double)end);
    }
    for (zn_index k = 0; k < s->nframe; k++)
        put_contacts(&b, s, frame_at(s, k));
    for (zn_index i = 0; i < d->nshape; i++)
        for (zn_index k = 0; k < s->mesh[i].n; k++)
            put_float(&b, s->mesh[i].v[k]);
    if (b.n)
        put_three(&b);
}

/* The page with its places filled. */
static void put_page(FILE *out, const show *s)
{
    const char *p = zni_page, *at;

    while ((at = strchr(p, '@'))) {
        fwrite(p, 1, (size_t)(at - p), out);
        if (strncmp(at, "@TITLE@", 7) == 0) {
            put_markup(out, *s->d->title ? s->d->title : "film");
            p = at + 7;
        } else if (strncmp(at, "@META@", 6) == 0) {
            put_meta(out, s);
            p = at + 6;
        } else if (strncmp(at, "@DATA@", 6) == 0) {
            put_data(out, s);
            p = at + 6;
        } else {
            fputc('@', out);
            p = at + 1;
        }
    }
    fputs(p, out);
}

enum { NAME = 4200 };

/* FILM.html of FILM.h5; a dot of a folder begins no suffix. */
static void make_name(const char *film, char out[NAME])
{
    const char *slash = strrchr(film, '/'), *name = slash ? slash + 1 : film;
    const char *dot = strrchr(name, '.');
    const long n = dot ? dot - film : (long)strlen(film);

    if (snprintf(out, NAME, "%.*s.html", (int)n, film) >= NAME)
        view_fail(FAILED, "the name is too long: ", film);
}

static void write_page(FILE *out, const char *path, const show *s)
{
    bool good = out != NULL;

    if (good) {
        errno = 0;
        put_page(out, s);
        good = !ferror(out);
        good = fclose(out) == 0 && good;
    }
    if (!good) {
        fprintf(stderr, "zeno view: '%s' cannot be written: %s\n", path,
                zni_typed_words(path));
        exit(FAILED);
    }
}

/* ---- a picture ---- */

/* The page is in a folder of our own, and so is the picture until it is there: what fails costs
 * no old one. */
static void take_picture(const wish *w, const show *s)
{
    view_work k;

    view_work_begin(&k);
    write_page(zni_made_file(k.page), k.page, s);
    view_take(&k, w, s->d->t[s->d->nframe - 1]);
    view_work_end(&k);
}

/* ---- main ---- */

/* Nothing that is made takes the place of the film. */
static void spare_film(const wish *w, const char *path)
{
    if (path && zni_same_file(w->film, path))
        view_fail(MISUSE, "the film would be written over: ", path);
}

int main(int argc, char **argv)
{
    wish w = {.frames = 1200, .width = 960, .height = 600, .wait = 120};
    char page[NAME];
    zn_film_data *d;
    zn_ctx *ctx;
    show s;

    if (argc > 1 &&
        (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        usage(stdout);
        return 0;
    }
    view_read_line(argc, argv, &w);
    const zn_status st = zn_ctx_new(&ctx);
    if (st)
        view_fail(FAILED, "no context: ", zn_status_name(st));
    if (zn_film_read(ctx, w.film, &d))
        view_fail(FAILED, zn_errmsg(ctx), "");
    make_name(w.film, page);
    spare_film(&w, w.page || w.png ? w.page : page);
    spare_film(&w, w.png);
    if (!d->nframe)
        view_fail(FAILED, "there is no frame in ", w.film);
    s = (show){.d = d, .step = (d->nframe + w.frames - 1) / w.frames};
    s.nframe = (d->nframe - 1 + s.step - 1) / s.step + 1;
    make_meshes(&s);
    if (w.png)
        take_picture(&w, &s);
    if (w.page) {
        write_page(zni_typed_file(w.page), w.page, &s);
    } else if (!w.png) {
        write_page(zni_made_file(page), page, &s);
        printf("wrote %s\n", page);
    }
    for (zn_index i = 0; i < d->nshape; i++)
        free(s.mesh[i].v);
    free(s.mesh);
    zn_film_data_free(ctx, d);
    zn_ctx_free(ctx);
    return 0;
}
