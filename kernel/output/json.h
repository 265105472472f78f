/* json.h - writes JSON (RFC 8259), for reports
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_JSON_H
#define ZENO_KERNEL_JSON_H

#include <stdio.h>
#include <zeno/option.h>

/* Where we are in a document. Failures of the file are seen by ferror. */
typedef struct zni_json {
    FILE *out;
    int   depth;
    bool  some; /* the object or array has a member already */
} zni_json;

/* Members of an object have a key; those of an array have NULL. */
void zni_json_begin(zni_json *j, const char *key, char bracket); /* '{', '[' */
void zni_json_end(zni_json *j, char bracket);
void zni_json_text(zni_json *j, const char *key, const char *text);
void zni_json_real(zni_json *j, const char *key, double x); /* NaN, Inf: null */
void zni_json_index(zni_json *j, const char *key, zn_index n);
void zni_json_bool(zni_json *j, const char *key, bool yes);
void zni_json_null(zni_json *j, const char *key);
/* An object with the value of every option of a table. */
void zni_json_options(zni_json *j, const char *key, const zn_option *table,
                      const void *state);

#endif
