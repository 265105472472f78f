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
 * notes as attributes). It becomes an observer of the simulation, which owns it
 * then; the first row is the state at t0, or that of a loaded checkpoint. A file of
 * that name stays as it is until the first row: what is wrong with a model or an
 * option costs no recording. Rows go to the file in blocks, at most a second late,
 * so that a killed run keeps all but the last moments; a failure to write ends the
 * run with ZN_EIO, and so does a file that is removed meanwhile.
 * @param[in] every  record every n-th step (and the first and last) n >= 1
 * @retval ZN_EINVAL  unknown suffix
 * @retval ZN_EIO     the file cannot be made, or another process writes it */
ZN_API zn_status zn_recorder_new(zn_simulation *s, const char *path,
                                 zn_index every, zn_recorder **out);

/** Add columns, before the first step; the first is always t[s]. Without any:
 * q0, q1, ..., v0, ... (x0, ... of first order) of every system, as
 * "ball.q0[m|rad]", and of every interaction y (gap), u (its velocity), force
 * and impulse (lambda of level 0 and 1); y and lambda for first order. What is
 * removed from the model while running is NaN from then on. A NULL recorder is
 * fine: nothing happens.
 * @param[in] name  of printed characters, no control characters; the unit likewise
 * @param[in] unit  NULL: none
 * @retval ZN_EINVAL  no such component or level
 * @retval ZN_EEXIST  a column of that name is there
 * @retval ZN_ESTATE  the first row has been recorded */
ZN_API zn_status zn_recorder_add(zn_recorder *r, const char *name,
                                 const char *unit, zn_probe_fn *fn, void *user);
/** The same with data that go over to the recorder.
 * @param[in] drop  called with user, once, when the recorder is freed with its
 *                  simulation; a NULL recorder: at once; NULL: nothing is. Not called
 *                  on failure. */
ZN_API zn_status zn_recorder_add_owned(zn_recorder *r, const char *name,
                                       const char *unit, zn_probe_fn *fn,
                                       void *user, void (*drop)(void *user));
ZN_API zn_status zn_recorder_add_q(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_v(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_p(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_x(zn_recorder *r, const zn_ds *ds, zn_index i,
                                   const char *name, const char *unit);
ZN_API zn_status zn_recorder_add_y(zn_recorder *r, const zn_interaction *a,
                                   int level, zn_index i, const char *name,
                                   const char *unit);
ZN_API zn_status zn_recorder_add_lambda(zn_recorder *r, const zn_interaction *a,
                                        int level, zn_index i, const char *name,
                                        const char *unit);

/** Six columns NAME.Fx, Fy, Fz [N] and NAME.Mx, My, Mz [N m]: the mean force and moment
 * of an interaction on its body 1 or 2 over the step, as in zn_simulation_reaction,
 * inertial frame. */
ZN_API zn_status zn_recorder_add_reaction(zn_recorder *r,
                                          const zn_interaction *a, int body,
                                          const char *name);

/** Attach a text to the file ("sample" = "bouncing ball", "e" = "0.9"): an
 * attribute in HDF5, nothing in CSV. A later text of the same key replaces it. Notes
 * are written with the first row, those that come after it when the file is closed. */
ZN_API zn_status zn_recorder_note(zn_recorder *r, const char *key,
                                  const char *text);

/** Write what is buffered to the file; done at intervals and at the end. */
ZN_API zn_status zn_recorder_flush(zn_recorder *r);

/** Write the last step, if it was not its turn, and all that is buffered, and
 * close the file; nothing is recorded after. Freeing the simulation does it too,
 * but cannot say that it failed. The recorder stays the simulation's, some hundred bytes
 * and its columns; its rows are freed. A probe may close its recorder: the row of this
 * step is not written. */
ZN_API zn_status zn_recorder_close(zn_recorder *r);

/** Save everything that moves (state, memory, z of operators, held inputs,
 * memory of control blocks, step number, totals of the run) so that a restarted run
 * gives the same bits. Written under a new name beside it, synchronised and renamed,
 * so a kill leaves the old file whole. What has the name must be a file or nothing:
 * links and devices are not replaced. What a user's function keeps elsewhere than in
 * z is not known here.
 * @retval ZN_EIO     says why; the old file is as it was
 * @retval ZN_ESTATE  the simulation is not initialised yet, or its model is open or has
 *                    changed since the last step */
ZN_API zn_status zn_checkpoint_save(const zn_simulation *s, const char *path);

/** Could one be saved there? Better known before a long run than after it.
 * @retval ZN_EIO  says why */
ZN_API zn_status zn_checkpoint_try(const zn_simulation *s, const char *path);

/** Load it, or the last one that is in a film (zeno/film.h), into a simulation of the same model and times (the end may
 * be later), with its integrators, at any moment; observers then see the loaded state. Load
 * before zn_simulation_init, and it is the first that they see. Parameters z and
 * held inputs are those that were saved, also where they were made otherwise since. A file that
 * is refused changes nothing.
 * @retval ZN_EINVAL  the file is of another model (sizes, names, classes) or of
 *                    other times, truncated, damaged, of another version or
 *                    byte order
 * @retval ZN_EIO     it cannot be read */
ZN_API zn_status zn_checkpoint_load(zn_simulation *s, const char *path);

/** What a checkpoint says of its run. Grows at its end. */
typedef struct zn_checkpoint_info {
    size_t   bytes;            /**< of it                                    */
    double   t0, t, end;       /**< begin, present instant, end of its run (s) */
    zn_index step;             /**< steps so far                             */
    zn_index systems, interactions;
    zn_index nq, nv, nx;       /**< positions, velocities, first-order states */
    zn_index rows;             /**< of all interactions                      */
} zn_checkpoint_info;

/** What is in a checkpoint, or in the last one of a film, without a model.
 * @retval ZN_EINVAL  it is none, truncated, damaged, of another version or byte order
 * @retval ZN_EIO     it cannot be read */
ZN_API zn_status zn_checkpoint_look_sized(zn_ctx *ctx, const char *path,
                                          zn_checkpoint_info *out, size_t size);
static inline zn_status zn_checkpoint_look(zn_ctx *ctx, const char *path,
                                           zn_checkpoint_info *out)
{
    return zn_checkpoint_look_sized(ctx, path, out, sizeof *out);
}

/** The same into memory and back: *size bytes, freed by zn_free_array. They are
 * those of the file.
 * @retval ZN_ENOMEM  *bytes is NULL then */
ZN_API zn_status zn_checkpoint_to_memory(const zn_simulation *s, void **bytes,
                                         size_t *size);
ZN_API zn_status zn_checkpoint_from_memory(zn_simulation *s, const void *bytes,
                                           size_t size);

/** Save a checkpoint every n-th step while running. Rows of recorders and frames of films
 * before it are written first: wherever the process dies, none is missing that a restart
 * would not make again.
 * @retval ZN_EIO  none could be saved there */
ZN_API zn_status zn_checkpoint_every(zn_simulation *s, const char *path,
                                     zn_index n);

/** Show progress on `out` while running: a bar with rate, time left, active
 * interactions, iterations of the solver a step and depth of the contacts of the last step
 * on a terminal, as wide as that is; else a plain line at most every few seconds; nothing for runs
 * shorter than a second. */
ZN_API zn_status zn_progress_show(zn_simulation *s, FILE *out);

/** Summary of a run for people. */
ZN_API zn_status zn_report_print(const zn_simulation *s, FILE *out);

/** The same and all options in force, as JSON; a number that is NaN or infinite
 * is null. */
ZN_API zn_status zn_report_write(const zn_simulation *s, const char *path);

/** What else a report says; any of them may be NULL. */
typedef struct zn_report_extra {
    const char      *title;   /**< of the sample                              */
    const char      *failure; /**< words of a run that failed                 */
    const zn_option *table;   /**< of parameters, and                         */
    const void      *params;  /**< where they are                             */
} zn_report_extra;

ZN_API zn_status zn_report_write_with(const zn_simulation *s,
                                      const zn_report_extra *extra,
                                      const char *path);

ZN_END_DECLS
#endif
