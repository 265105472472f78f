/* solve-json.c - an answer as one JSON object (RFC 8259)
 * SPDX-License-Identifier: Apache-2.0 */
#include "solve.h"

#include <math.h>

/* Length of the UTF-8 character at s, 0 if it is none. */
static int utf8(const unsigned char *s)
{
    int n = s[0] < 0x80                    ? 1
            : s[0] >= 0xc2 && s[0] <= 0xdf ? 2
            : s[0] >= 0xe0 && s[0] <= 0xef ? 3
            : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                           : 0;

    for (int k = 1; k < n; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    /* a character written longer than it needs, half a pair, beyond the last */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

static void put_string(FILE *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    putc('"', out);
    while (*s) {
        int n = utf8(s);

        if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(out, "\\u%04x", *s);
        else if (n)
            fwrite(s, 1, (size_t)n, out);
        else
            putc('?', out);
        s += n ? n : 1;
    }
    putc('"', out);
}

/* JSON has no NaN and no infinity */
static void put_real(FILE *out, double x)
{
    if (isfinite(x))
        fprintf(out, "%.17g", x);
    else
        fputs("null", out);
}

static void put_array(FILE *out, zn_index n, const double x[])
{
    putc('[', out);
    for (zn_index i = 0; i < n; i++) {
        if (i)
            fputs(", ", out);
        put_real(out, x[i]);
    }
    putc(']', out);
}

/* an estimate below zero means that the method had none */
static void put_history(FILE *out, const history *h)
{
    fputs(", \"history\": [", out);
    for (size_t k = 0; k < h->n; k++) {
        if (k)
            fputs(", ", out);
        put_real(out, h->error[k] < 0 ? NAN : h->error[k]);
    }
    putc(']', out);
}

static void put_solution(FILE *out, const answer *a)
{
    const zn_solution_part *part;

    fputs(", \"solution\": {", out);
    for (zn_index i = 0; (part = zn_problem_file_part(a->file, i)); i++) {
        fprintf(out, "%s\"%s\": ", i ? ", " : "", part->name);
        put_array(out, part->length, (part->in_w ? a->w : a->z) + part->start);
    }
    putc('}', out);
}

void answer_json(FILE *out, const zn_ctx *ctx, const request *r,
                 const answer *a)
{
    fputs("{\"file\": ", out);
    put_string(out, a->path);
    if (a->file)
        fprintf(out, ", \"class\": \"%s\", \"n\": %td, \"contacts\": %td",
                zn_problem_file_class(a->file), zn_problem_file_nz(a->file),
                zn_problem_file_contacts(a->file));
    else
        fputs(", \"class\": null, \"n\": 0, \"contacts\": 0", out);
    fputs(", \"solver\": ", out);
    put_string(out, r->solver);
    fputs(", \"method\": ", out);
    put_string(out, a->info.solver ? a->info.solver : r->solver);
    fprintf(out, ", \"outcome\": \"%s\", \"error\": ", answer_outcome(a));
    put_real(out, a->status < 0 ? NAN : a->info.error);
    fprintf(out, ", \"iterations\": %td, \"seconds\": %.6g", a->info.iterations,
            a->seconds);
    if (a->status) {
        fputs(", \"message\": ", out);
        put_string(out, zn_errmsg(ctx));
    }
    if (a->status >= 0 && r->history)
        put_history(out, &a->history);
    if (a->status >= 0 && !r->no_solution)
        put_solution(out, a);
    fputs("}\n", out);
}
