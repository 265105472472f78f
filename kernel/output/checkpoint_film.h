/* checkpoint_film.h - the checkpoint that a film has in it
 *
 *   state/a, state/b  bytes, written in turn: one is whole, whatever becomes of the other
 *   state/last        t (s), which of them (0, 1), how many bytes: the last row counts
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CHECKPOINT_FILM_H
#define ZENO_KERNEL_CHECKPOINT_FILM_H

#include "kernel/output/h5_file.h"

extern const char *const zni_state_name[3]; /* of these datasets, in this order */

/* Is it a film, or another file of HDF5? What cannot be read is none. */
bool zni_state_is_in(const char *path);

/* The last checkpoint of a film, as bytes; freed by zn_free_array.
 * @retval ZN_EINVAL  there is none */
zn_status zni_state_read(zn_ctx *ctx, const char *path, unsigned char **out,
                         uint64_t *size);

#endif
