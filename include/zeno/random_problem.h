/** @file
 * Random problems with a known solution, for tests, benchmarks and first steps:
 * a solution is drawn, then data that it solves. The same class, options and
 * version of the library give the same bits everywhere.
 *
 * doc/random-problems.md tells how the data are drawn. `zeno-solve --random` makes
 * them from the command line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_RANDOM_PROBLEM_H
#define ZENO_RANDOM_PROBLEM_H

#include <zeno/option.h>
#include <zeno/problem_file.h>

ZN_BEGIN_DECLS

/** Make a problem.
 * @param[in]  name     class ("lcp", "friction", ...) or a word for it ("fc3d")
 * @param[in]  options  "name=value" pairs between blanks, "n=50 seed=3"; NULL or
 *                      empty: the defaults. zn_problem_random_options has them
 * @param[out] out      as if it had been read from a file; NULL on failure
 * @retval ZN_ENOENT  no such class, or no random problems of it, or no such option
 * @retval ZN_EINVAL  an option is wrong */
ZN_API zn_status zn_problem_random(zn_ctx *ctx, const char *name,
                                   const char *options, zn_problem_file **out);

/** The options of a class, ended by ZN_OPT_END; NULL and ZN_ENOENT's words on the
 * context if there are no random problems of it. */
ZN_API const zn_option *zn_problem_random_options(zn_ctx *ctx, const char *name);

/** The i-th class of which there are random problems; NULL past the end. */
ZN_API const char *zn_problem_random_class(zn_index i);

/** The solution a random problem was made from, with the lengths of
 * zn_problem_file_nz and nw; false, and no change, for a problem from a file.
 * The problem may have others, see the options `rank` and `degenerate`.
 * @param[out] z, w  point into f */
ZN_API bool zn_problem_file_known(const zn_problem_file *f, const double **z,
                                  const double **w);

ZN_END_DECLS
#endif
