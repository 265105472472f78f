/* checkpoint_file.h - bytes of a checkpoint: counted, written, or read
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CHECKPOINT_FILE_H
#define ZENO_KERNEL_CHECKPOINT_FILE_H

#include <zeno/ctx.h>

typedef enum zni_pass { ZNI_COUNT, ZNI_SAVE, ZNI_LOAD } zni_pass;

/* One pass over the contents. The same code names the items in all passes, so
 * what is saved and what is loaded cannot differ. The first failure stays. */
typedef struct zni_bytes {
    zn_ctx              *ctx;
    zni_pass             pass;
    zn_status            st;
    uint64_t             count; /* bytes so far */
    uint64_t             sum;   /* SAVE: their checksum */
    int                  fd;    /* SAVE; -1: into `to` */
    unsigned char       *to;    /* of zn_alloc */
    size_t               used;
    unsigned char        buf[4096];
    const unsigned char *from; /* LOAD: enough, a COUNT has told */
} zni_bytes;

/* SAVE begins, that many bytes will come. */
zn_status zni_bytes_begin(zni_bytes *b, uint64_t size);

/* Count n bytes at p, or write them, or fill them. */
void zni_bytes_item(zni_bytes *b, void *p, size_t n);

/* Hand the rest to the system. */
zn_status zni_bytes_flush(zni_bytes *b);

#endif
