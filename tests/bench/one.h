/* one.h - one solver of ours on one problem file, timed
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_BENCH_ONE_H
#define ZENO_BENCH_ONE_H

/* argv: CLASS FILE SOLVER TOL ENOUGH LIMIT ANSWER, as of the peer's program; returns the status of the
 * process. */
int bench_one(char **argv);

#endif
