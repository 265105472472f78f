/* vtp.h - arrays of VTK's XML files
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_VTP_H
#define ZENO_KERNEL_VTP_H

#include "kernel/shapes/soup.h"

/* How the file that an array is in writes bytes. */
typedef struct zni_vtp_way {
    bool big;   /* the highest byte of a number comes first */
    bool wide;  /* numbers of bytes are of 64 bits, else of 32 */
    bool zlib;  /* blocks are compressed */
} zni_vtp_way;

/* Text that grows. */
typedef struct zni_vtp_text {
    char    *s;
    zn_index n, room;
} zni_vtp_text;

/* An array as it is written. */
typedef struct zni_vtp_array {
    const char  *what;    /* of messages: "points" */
    bool         there;
    char         type[12];
    bool         ascii, appended; /* else base64 in its element */
    uint64_t     offset;  /* in what is appended */
    zni_vtp_text text;    /* of its element */
} zni_vtp_array;

/* Its numbers, as doubles; *out is the caller's, n of them. `appended`: all that is, after '_'.
 * @retval ZN_EINVAL  of another type, cut off, not base64, not compressed as said, more than
 *                    `most`, not finite; says which */
zn_status zni_vtp_numbers(zn_ctx *ctx, const zni_vtp_array *a,
                          const zni_vtp_way *way, const zni_vtp_text *appended,
                          zn_index most, double **out, zn_index *n);

#endif
