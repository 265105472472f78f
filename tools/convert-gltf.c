/* convert-gltf.c - a film as glTF 2.0 binary (Khronos Group, 2021)
 *
 * A node per body, moved by an animation of translations and rotations, with a node
 * per shape below it. glTF has y up; a node above all turns z there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/convert.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Text and bytes that grow. */
typedef struct pile {
    char *p;
    size_t n, room;
} pile;

static void *more(pile *b, size_t n)
{
    if (b->n + n > b->room) {
        b->room = 2 * (b->n + n) + 4096;
        b->p = realloc(b->p, b->room);
        if (!b->p) {
            fputs("zeno convert: no memory\n", stderr);
            exit(1);
        }
    }
    b->n += n;
    return b->p + b->n - n;
}

static void say(pile *b, const char *text)
{
    memcpy(more(b, strlen(text)), text, strlen(text));
}

#define SAY(b, ...)                                                            \
    do {                                                                       \
        char line_[512];                                                       \
        snprintf(line_, sizeof line_, __VA_ARGS__);                            \
        say(b, line_);                                                         \
    } while (0)

static void put_float(pile *b, double x)
{
    const float f = (float)x;
    uint32_t u;
    unsigned char *p = more(b, 4);

    memcpy(&u, &f, 4);
    for (int k = 0; k < 4; k++)
        p[k] = (unsigned char)(u >> 8 * k);
}

typedef struct gltf {
    const zn_film_data *d;
    pile nodes, meshes, accessors, views, samplers, channels, materials, bytes;
    int node, mesh, accessor, sampler;
} gltf;

static void comma(pile *b)
{
    if (b->n)
        say(b, ",");
}

/* The bytes from `from` on are an accessor now; its number. */
static int accessor(gltf *g, size_t from, zn_index count, const char *type,
                    const double low[3], const double high[3])
{
    comma(&g->views);
    SAY(&g->views, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", from,
        g->bytes.n - from);
    comma(&g->accessors);
    SAY(&g->accessors,
        "{\"bufferView\":%d,\"componentType\":5126,\"count\":%td,\"type\":\"%"
        "s\"",
        g->accessor, count, type);
    if (low && strcmp(type, "SCALAR") == 0)
        SAY(&g->accessors, ",\"min\":[%.9g],\"max\":[%.9g]", low[0], high[0]);
    else if (low)
        SAY(&g->accessors, ",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]",
            low[0], low[1], low[2], high[0], high[1], high[2]);
    say(&g->accessors, "}");
    return g->accessor++;
}

static int add_corners(gltf *g, const triangles *t, int offset)
{
    const size_t from = g->bytes.n;
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};

    for (zn_index k = 0; k < t->n; k += 6)
        for (int i = 0; i < 3; i++) {
            const double x = t->v[k + offset + i];
            low[i] = fmin(low[i], x);
            high[i] = fmax(high[i], x);
            put_float(&g->bytes, x);
        }
    return accessor(g, from, t->n / 6, "VEC3", low, high);
}

static void add_material(gltf *g, zn_index i)
{
    static const unsigned palette[] = {0x4e79a7, 0xf28e2b, 0x59a14f, 0xe15759,
                                       0x76b7b2, 0xedc948, 0xb07aa1, 0x9c755f};
    const zn_film_data *d = g->d;
    const zn_index k = d->moving[d->shape_body[i]];
    unsigned c = k < 0 ? 0xb8bcc4 : palette[k % 8];

    sscanf(d->colour[i], "#%6x", &c);
    comma(&g->materials);
    SAY(&g->materials,
        "{\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.4f,%.4f,%.4f,1],"
        "\"metallicFactor\":0,\"roughnessFactor\":0.7}}",
        pow((c >> 16 & 255) / 255.0, 2.2), pow((c >> 8 & 255) / 255.0, 2.2),
        pow((c & 255) / 255.0, 2.2));
}

/* The node of shape i; its number. */
static int add_shape(gltf *g, zn_index i, double extent)
{
    const double *at = g->d->place + 7 * i;
    triangles t;
    int x, n;

    if (!make_triangles(g->d, i, extent, &t)) {
        fputs("zeno convert: no memory, or a hull that is none\n", stderr);
        exit(1);
    }
    if (!t.n)
        return -1;
    x = add_corners(g, &t, 0);
    n = add_corners(g, &t, 3);
    free(t.v);
    comma(&g->meshes);
    SAY(&g->meshes,
        "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},"
        "\"material\":%d}]}",
        x, n, g->mesh);
    add_material(g, i);
    comma(&g->nodes);
    SAY(&g->nodes,
        "{\"mesh\":%d,\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,"
        "%.9g,%.9g]}",
        g->mesh++, at[0], at[1], at[2], at[4], at[5], at[6], at[3]);
    return g->node++;
}

/* One track: numbers `from` to `to` of each pose. */
static void add_track(gltf *g, int node, zn_index k, int times, bool turn)
{
    static const int order[2][4] = {{0, 1, 2, 0}, {4, 5, 6, 3}};
    const zn_film_data *d = g->d;
    const size_t at = g->bytes.n;
    int values;

    for (zn_index f = 0; f < d->nframe; f++)
        for (int i = 0; i < (turn ? 4 : 3); i++)
            put_float(&g->bytes,
                      d->pose[7 * (d->nmoving * f + k) + order[turn][i]]);
    values = accessor(g, at, d->nframe, turn ? "VEC4" : "VEC3", NULL, NULL);
    comma(&g->samplers);
    SAY(&g->samplers, "{\"input\":%d,\"output\":%d}", times, values);
    comma(&g->channels);
    SAY(&g->channels,
        "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
        g->sampler++, node, turn ? "rotation" : "translation");
}

/* A body that is not there has no size. */
static void add_life(gltf *g, int node, zn_index body, int times)
{
    const zn_film_data *d = g->d;
    const size_t at = g->bytes.n;
    int values;

    for (zn_index f = 0; f < d->nframe; f++)
        for (int i = 0; i < 3; i++)
            put_float(&g->bytes, zn_film_there(d, body, f));
    values = accessor(g, at, d->nframe, "VEC3", NULL, NULL);
    comma(&g->samplers);
    SAY(&g->samplers,
        "{\"input\":%d,\"output\":%d,\"interpolation\":\"STEP\"}", times,
        values);
    comma(&g->channels);
    SAY(&g->channels,
        "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"scale\"}}",
        g->sampler++, node);
}

static int add_times(gltf *g)
{
    const zn_film_data *d = g->d;
    const size_t at = g->bytes.n;
    const double first[3] = {0, 0, 0},
                 last[3] = {d->t[d->nframe - 1] - d->t[0], 0, 0};

    for (zn_index f = 0; f < d->nframe; f++)
        put_float(&g->bytes, d->t[f] - d->t[0]);
    return accessor(g, at, d->nframe, "SCALAR", first, last);
}

static void say_name(pile *b, const char *name)
{
    say(b, "\"name\":\"");
    for (; *name; name++)
        if ((unsigned char)*name < 0x20 || strchr("\"\\", *name))
            SAY(b, "\\u%04x", (unsigned char)*name);
        else
            *(char *)more(b, 1) = *name;
    say(b, "\"");
}

static int add_body(gltf *g, zn_index body, double extent, int times)
{
    const zn_film_data *d = g->d;
    const zn_index k = d->moving[body];
    pile children = {NULL, 0, 0};
    int node;

    for (zn_index i = 0; i < d->nshape; i++) {
        const int shape =
            d->shape_body[i] == body ? add_shape(g, i, extent) : -1;
        if (shape < 0)
            continue;
        comma(&children);
        SAY(&children, "%d", shape);
    }
    comma(&g->nodes);
    say(&g->nodes, "{");
    say_name(&g->nodes, d->body[body]);
    if (children.n) {
        say(&g->nodes, ",\"children\":[");
        memcpy(more(&g->nodes, children.n), children.p, children.n);
        say(&g->nodes, "]");
    }
    say(&g->nodes, "}");
    free(children.p);
    node = g->node++;
    if (k >= 0) {
        add_track(g, node, k, times, false);
        add_track(g, node, k, times, true);
    }
    if (d->life && !(d->life[2 * body] <= d->t[0] &&
                     d->life[2 * body + 1] > d->t[d->nframe - 1]))
        add_life(g, node, body, times);
    return node;
}

/* ---- the file ---- */

static void put_word(FILE *out, size_t x)
{
    for (int k = 0; k < 4; k++)
        fputc((int)(x >> 8 * k & 255), out);
}

static void join(pile *json, const char *key, const pile *part)
{
    if (!part->n)
        return;
    SAY(json, ",\"%s\":[", key);
    memcpy(more(json, part->n), part->p, part->n);
    say(json, "]");
}

static void put_file(const pile *json, const pile *bytes, const char *path)
{
    FILE *out = create_named(path);

    fwrite("glTF", 1, 4, out);
    put_word(out, 2);
    put_word(out, 12 + 8 + json->n + 8 + bytes->n);
    put_word(out, json->n);
    fwrite("JSON", 1, 4, out);
    fwrite(json->p, 1, json->n, out);
    put_word(out, bytes->n);
    fwrite("BIN\0", 1, 4, out);
    fwrite(bytes->p, 1, bytes->n, out);
    if (ferror(out) | fclose(out))
        fail_file(path);
    end_named();
}

void write_gltf(const zn_film_data *d, const char *path)
{
    gltf g = {.d = d};
    pile json = {NULL, 0, 0}, roots = {NULL, 0, 0};
    const double extent = film_extent(d);
    const int times = add_times(&g);

    for (zn_index i = 0; i < d->nbody; i++) {
        const int node = add_body(&g, i, extent, times);
        comma(&roots);
        SAY(&roots, "%d", node);
    }
    SAY(&g.nodes,
        ",{\"name\":\"scene\",\"rotation\":[-0.70710678,0,0,0.70710678],"
        "\"children\":[");
    memcpy(more(&g.nodes, roots.n), roots.p, roots.n);
    say(&g.nodes, "]}");
    say(&json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"zeno\"},"
               "\"scene\":0");
    SAY(&json, ",\"scenes\":[{\"nodes\":[%d]}]", g.node);
    join(&json, "nodes", &g.nodes);
    join(&json, "meshes", &g.meshes);
    join(&json, "materials", &g.materials);
    join(&json, "accessors", &g.accessors);
    join(&json, "bufferViews", &g.views);
    SAY(&json, ",\"buffers\":[{\"byteLength\":%zu}]", g.bytes.n);
    if (g.channels.n) {
        say(&json, ",\"animations\":[{\"name\":\"run\"");
        join(&json, "samplers", &g.samplers);
        join(&json, "channels", &g.channels);
        say(&json, "}]");
    }
    say(&json, "}");
    while (json.n % 4)
        say(&json, " ");
    put_file(&json, &g.bytes, path);
    for (pile *p = &g.nodes; p <= &g.bytes; p++)
        free(p->p);
    free(json.p);
    free(roots.p);
}
