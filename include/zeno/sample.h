/** @file
 * What every sample shares: parameters from the command line, the run with
 * recorder, progress and report, and `must`. Samples may print and exit; the
 * library may not, so this lives in a header-and-one-file library of its own.
 *
 * Every sample takes: --list, --set name=value, --output FILE.csv|.h5,
 * --every N, --report FILE.json, --checkpoint FILE [--checkpoint-every N],
 * --events FILE.csv, --restart FILE, --stop-after N, --plugin NAME, --check, --quiet, --help.
 * Exit status: 0 done, 1 the run failed, 2 the command line is wrong. doc/files.md
 * has the details.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SAMPLE_H
#define ZENO_SAMPLE_H

#include <zeno/film.h>
#include <zeno/output.h>

ZN_BEGIN_DECLS

typedef struct zn_sample zn_sample;

/** Print zn_errmsg to stderr and exit with status 1 unless st is ZN_OK. As it is called,
 * `zn_must(ctx, zn_model_new(ctx, &model))`, the program, file and line come before it. */
ZN_API void zn_must(zn_ctx *ctx, zn_status st);

/** The same, said of a place in a source file: "ball: ball.c:12: ...". */
ZN_API void zn_must_at(zn_ctx *ctx, zn_status st, const char *file, int line);

#define zn_must(ctx, st) zn_must_at((ctx), (st), __FILE__, __LINE__)

/** Read the command line into the parameters of the sample.
 * @param[in]  title   one line for --help
 * @param[in]  table   the sample's own parameters; params their struct
 * Adds to them, for --list and --set: the discretisation and scheme:
 * t0, T, h, osi, every option of the integrator ("theta"), of the simulation
 * ("solver", "newton_tol", ...) and of the solver ("solver.max_iter"). A bare
 * name is looked for in this order; "osi.theta" and "simulation.energy" say who
 * is meant. Exits after --help, and with status 2 on a bad argument; after --list
 * as soon as the defaults are known. */
ZN_API zn_sample *zn_sample_new(int argc, char **argv, const char *title,
                                const zn_option *table, void *params);

/** Defaults of the discretisation, before zn_sample_simulation: t0, h, T and
 * the integrator with its options ("moreau-jean", "theta=0.5"); options of the
 * simulation may be among them ("theta=0.5 newton_tol=1e-12"). Values from --set
 * win; with another integrator from --set, the options of this one do not count.
 * Without this call: 0, 1e-3, 1, "moreau-jean". */
ZN_API void zn_sample_defaults(zn_sample *s, double t0, double h, double T,
                               const char *osi, const char *options);

/** One more integrator, before zn_sample_defaults: for the systems that the first one does not take,
 * as those of the other order (zn_model_follow). Its options are of the sample, "theta=1", and of
 * `--set osi2.theta=1`; a bare name that the first one has, too, is the first one's. A simulation that
 * moves systems itself ("event-driven") needs neither.
 * @param[in] options  may be NULL */
ZN_API void zn_sample_integrator(zn_sample *s, const char *osi, const char *options);

ZN_API zn_ctx *zn_sample_ctx(zn_sample *s);

/** Seal the model and make its simulation with integrator, times and options
 * from defaults and --set. The sample owns both from here. */
ZN_API zn_simulation *zn_sample_simulation(zn_sample *s, zn_model *m);

/** The recorder, or NULL when no --output was given; the zn_recorder_add
 * functions take NULL and do nothing. */
ZN_API zn_recorder *zn_sample_recorder(zn_sample *s);

/** A film of the run, which zn_sample_run closes however the run ends, so that it
 * has the last state in it. NULL: none. */
ZN_API void zn_sample_film(zn_sample *s, zn_film *film);

/** Run to the end with recorder, progress and report; print the summary. When
 * the run fails its words go to stderr, and recording, film, checkpoint and report
 * still hold all that was reached. Frees everything, also the sample.
 * @return exit status for main */
ZN_API int zn_sample_run(zn_sample *s);

ZN_END_DECLS
#endif
