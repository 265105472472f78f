/** @file
 * What a run leaves behind: recorder (CSV, HDF5), checkpoint, report,
 * progress.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_OUTPUT_H
#define ZENO_OUTPUT_H

#include <stdio.h>
#include <zeno/simulation.h>

ZN_BEGIN_DECLS

typedef struct zn_recorder zn_recorder;

/** One recorded number. */
typedef double zn_probe_fn(void *user, const zn_simulation *s);

/** Open a recorder; the suffix decides: .csv (header row "name[unit]", 17
 * significant digits) or .h5/.hdf5 (one chunked dataset per column, units and
 * parameters as attributes, flushed regularly). It becomes an observer of the
 * simulation, which owns it then; the first row is the state at t0.
 * @param[in] every  record every n-th step (and the first and last) n >= 1
 * @retval ZN_EINVAL  unknown suffix
 * @retval ZN_EIO     the file cannot be made; says why */
ZN_API zn_status zn_recorder_new(zn_simulation *s, const char *path,
                                 zn_index every, zn_recorder **out);

/** Add columns, before the first step. Without any: t, then q, v of every
 * system and y, lambda of every interaction, named "ball.q0[m]" and so on. A
 * NULL recorder is fine: nothing happens. */
ZN_API zn_status zn_recorder_add(zn_recorder *r, const char *name,
                                 const char *unit, zn_probe_fn *fn, void *user);
ZN_API zn_status zn_recorder_add_q(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_v(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_p(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_y(zn_recorder *r, const zn_interaction *a,
                                   int level, zn_index i, const char *name,
                                   const char *unit);
ZN_API zn_status zn_recorder_add_lambda(zn_recorder *r, const zn_interaction *a,
                                        int level, zn_index i, const char *name,
                                        const char *unit);

/** Attach a text to the file ("sample" = "bouncing ball", "e" = "0.9"). */
ZN_API zn_status zn_recorder_note(zn_recorder *r, const char *key,
                                  const char *text);

/** Write what is buffered to the file; done at intervals and at the end. */
ZN_API zn_status zn_recorder_flush(zn_recorder *r);

/** Save everything that moves (state, memory, z of operators, step number) so
 * that a restarted run gives the same bits. Written to a temporary name and
 * renamed, so a kill leaves the old file whole. */
ZN_API zn_status zn_checkpoint_save(const zn_simulation *s, const char *path);

/** Load it into a simulation of the same model, options and times.
 * @retval ZN_EINVAL  the file is of another model (sizes, names, times are
 *                    compared), truncated, or of another version */
ZN_API zn_status zn_checkpoint_load(zn_simulation *s, const char *path);

/** Save a checkpoint every n-th step while running. */
ZN_API zn_status zn_checkpoint_every(zn_simulation *s, const char *path,
                                     zn_index n);

/** Show progress on `out` while running: a bar with rate and time left on a
 * terminal, else a plain line at most every few seconds; nothing for runs
 * shorter than a second. */
ZN_API zn_status zn_progress_show(zn_simulation *s, FILE *out);

/** Summary of a run for people. */
ZN_API zn_status zn_report_print(const zn_simulation *s, FILE *out);

/** The same and all options in force, as JSON. */
ZN_API zn_status zn_report_write(const zn_simulation *s, const char *path);

ZN_END_DECLS
#endif
