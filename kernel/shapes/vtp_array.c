/* vtp_array.c - numbers of an array of VTK's XML files
 *
 * As text, or as bytes in base64 (RFC 4648) that begin with their number; compressed ones with
 *     blocks, bytes of a block, bytes of the last one (0: as the others), compressed bytes of each
 * and then zlib's streams. VTK file formats, https://docs.vtk.org, "XML formats".
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/vtp.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* What is being read: of an array, the message, and its base64. */
typedef struct source {
    zn_ctx *ctx;
    const char *what;
    const zni_vtp_way *way;
    const char *at, *end;
    unsigned char hold[3]; /* bytes of a group of four characters */
    int held, taken;
} source;

typedef struct bytes {
    unsigned char *p;
    uint64_t n;
} bytes;

static zn_status wrong(const source *s, const char *words)
{
    return zn_fail(s->ctx, ZN_EINVAL, "its %s: %s", s->what, words);
}

/* ---- base64 ---- */

static int digit(char c)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* The next group; false where there is none, or it is not base64. */
static bool group(source *s)
{
    uint32_t u = 0;
    int n = 0, pad = 0;

    if (s->end - s->at < 4)
        return false;
    for (; n < 4; n++) {
        const int d = digit(s->at[n]);
        if (d < 0 && !(s->at[n] == '=' && n >= 2))
            return false;
        pad += d < 0;
        u = u << 6 | (uint32_t)(d < 0 ? 0 : d);
    }
    s->at += 4;
    for (int i = 0; i < 3; i++)
        s->hold[i] = (unsigned char)(u >> (16 - 8 * i));
    s->held = 3 - pad;
    s->taken = 0;
    return true;
}

static bool take(source *s, uint64_t n, unsigned char out[])
{
    for (uint64_t i = 0; i < n; i++) {
        if (s->taken == s->held && !group(s))
            return false;
        out[i] = s->hold[s->taken++];
    }
    return true;
}

/* ---- numbers of bytes ---- */

static uint64_t whole(const unsigned char p[], int size, bool big)
{
    uint64_t u = 0;

    for (int i = 0; i < size; i++)
        u = u << 8 | p[big ? i : size - 1 - i];
    return u;
}

static bool count(source *s, uint64_t *out)
{
    const int size = s->way->wide ? 8 : 4;
    unsigned char p[8];

    if (!take(s, (uint64_t)size, p))
        return false;
    *out = whole(p, size, s->way->big);
    return true;
}

/* ---- blocks ---- */

/* Bytes that are still there, at most: what a file says of itself is not believed. */
static uint64_t left(const source *s)
{
    return (uint64_t)(s->held - s->taken) + (uint64_t)(s->end - s->at) / 4 * 3;
}

static zn_status plain(source *s, bytes *b)
{
    if (!count(s, &b->n) || b->n > ZNI_SURFACE_BYTES)
        return wrong(s, "no number of bytes, or too many");
    if (b->n > left(s))
        return wrong(s, "its bytes are cut off");
    b->p = zn_alloc(s->ctx, (zn_index)b->n, 1);
    if (!b->p)
        return ZN_ENOMEM;
    return take(s, b->n, b->p) ? ZN_OK : wrong(s, "its bytes are cut off");
}

/* Of compressed blocks. */
typedef struct blocks {
    uint64_t n, each, last, *packed; /* bytes of the blocks, and what they are in */
} blocks;

static uint64_t block_size(const blocks *k, uint64_t i)
{
    return i + 1 < k->n || k->last == 0 ? k->each : k->last;
}

static zn_status header(source *s, blocks *k)
{
    if (!count(s, &k->n) || !count(s, &k->each) || !count(s, &k->last))
        return wrong(s, "it has no header of compressed blocks");
    /* so that no product of them is too large */
    if (k->n > ZNI_SURFACE_BYTES || k->each > ZNI_SURFACE_BYTES || k->last > k->each ||
        k->n * k->each > ZNI_SURFACE_BYTES)
        return wrong(s, "its compressed blocks are too large");
    if (k->n > left(s) / (s->way->wide ? 8 : 4))
        return wrong(s, "its header of compressed blocks is cut off");
    k->packed = zn_alloc(s->ctx, (zn_index)k->n, sizeof *k->packed);
    if (!k->packed)
        return ZN_ENOMEM;
    for (uint64_t i = 0; i < k->n; i++)
        if (!count(s, &k->packed[i]))
            return wrong(s, "its header of compressed blocks is cut off");
    s->taken = s->held; /* the blocks are a text of their own */
    /* two bits stand for 258 bytes at most (RFC 1951) */
    for (uint64_t i = 0; i < k->n; i++)
        if (k->packed[i] > left(s) || block_size(k, i) > 1032 * k->packed[i])
            return wrong(s, "a compressed block is cut off or damaged");
    return ZN_OK;
}

static zn_status inflated(source *s, const blocks *k, bytes *b)
{
    for (uint64_t i = 0; i < k->n; i++) {
        uLongf got = (uLongf)block_size(k, i);
        unsigned char *in = zn_alloc(s->ctx, (zn_index)k->packed[i], 1);
        bool good;
        if (!in)
            return ZN_ENOMEM;
        good = take(s, k->packed[i], in) &&
               uncompress(b->p + i * k->each, &got, in,
                          (uLong)k->packed[i]) == Z_OK &&
               got == block_size(k, i);
        zn_free_array(s->ctx, in);
        if (!good)
            return wrong(s, "a compressed block is cut off or damaged");
    }
    return ZN_OK;
}

static zn_status compressed(source *s, bytes *b)
{
    blocks k = {0};
    zn_status st = header(s, &k);

    if (!st) {
        b->n = k.n * k.each -
               (k.n > 0 && k.last > 0 ? k.each - k.last : 0);
        b->p = zn_alloc(s->ctx, (zn_index)b->n, 1);
        st = b->p ? inflated(s, &k, b) : ZN_ENOMEM;
    }
    zn_free_array(s->ctx, k.packed);
    return st;
}

/* ---- numbers ---- */

static int size_of(const char *type)
{
    static const struct {
        const char *type;
        int size;
    } known[] = {{"Float32", 4}, {"Float64", 8}, {"Int64", 8}, {"Int32", 4},
                 {"UInt64", 8},  {"UInt32", 4},  {"Int16", 2}, {"UInt16", 2},
                 {"Int8", 1},    {"UInt8", 1}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].type, type) == 0)
            return known[i].size;
    return 0;
}

static double number(const char *type, int size, const unsigned char p[],
                     bool big)
{
    const uint64_t u = whole(p, size, big);
    const uint64_t sign = (uint64_t)1 << (8 * size - 1);
    double d;
    float f;

    if (type[0] == 'F' && size == 4) {
        const uint32_t half = (uint32_t)u;
        memcpy(&f, &half, sizeof f);
        return (double)f;
    }
    if (type[0] == 'F') {
        memcpy(&d, &u, sizeof d);
        return d;
    }
    /* numbers below 0 are two's complements */
    return type[0] == 'I' && u & sign ? -(double)(2 * (sign - 1) - u + 2)
                                      : (double)u;
}

static zn_status from_bytes(source *s, const zni_vtp_array *a, const bytes *b,
                            zn_index most, double **out, zn_index *n)
{
    const int size = size_of(a->type);

    if (size == 0)
        return wrong(s, "they are of no type that is known");
    if (b->n % (uint64_t)size || b->n / (uint64_t)size > (uint64_t)most)
        return wrong(s, "too many, or half of one");
    *n = (zn_index)(b->n / (uint64_t)size);
    *out = zn_alloc(s->ctx, *n, sizeof **out);
    if (!*out)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < *n; i++) {
        (*out)[i] = number(a->type, size, b->p + i * size, s->way->big);
        if (!isfinite((*out)[i]))
            return wrong(s, "one is not finite");
    }
    return ZN_OK;
}

static zn_status from_text(source *s, zn_index most, double **out, zn_index *n)
{
    zn_index room = 0;
    zn_status st = ZN_OK;

    while (!st) {
        char *end;
        double x;
        while (s->at < s->end && isspace((unsigned char)*s->at))
            s->at++;
        if (s->at == s->end)
            break;
        x = strtod(s->at, &end);
        if (end == s->at || !isfinite(x))
            return wrong(s, "one is no number, or not finite");
        if (*n == most)
            return wrong(s, "too many");
        s->at = end;
        st = zn_grow(s->ctx, out, &room, *n + 1, sizeof **out);
        if (!st)
            (*out)[(*n)++] = x;
    }
    return st;
}

zn_status zni_vtp_numbers(zn_ctx *ctx, const zni_vtp_array *a,
                          const zni_vtp_way *way, const zni_vtp_text *appended,
                          zn_index most, double **out, zn_index *n)
{
    const zni_vtp_text *t = a->appended ? appended : &a->text;
    source s = {.ctx = ctx, .what = a->what, .way = way};
    bytes b = {0};
    zn_status st;

    *out = NULL;
    *n = 0;
    if (!a->there || !t->s)
        return a->there && a->ascii ? ZN_OK : wrong(&s, "there are none");
    if (a->appended && a->offset > (uint64_t)t->n)
        return wrong(&s, "their offset is beyond the data");
    s.at = t->s + (a->appended ? a->offset : 0);
    s.end = t->s + t->n;
    if (a->ascii) {
        st = from_text(&s, most, out, n);
    } else {
        st = way->zlib ? compressed(&s, &b) : plain(&s, &b);
        if (!st)
            st = from_bytes(&s, a, &b, most, out, n);
        zn_free_array(ctx, b.p);
    }
    if (st) {
        zn_free_array(ctx, *out);
        *out = NULL;
    }
    return st;
}
