/** @file
 * Problem files: a solver problem read from a file or written to one, in the
 * text layout of the field's collections (.dat) or in fclib's HDF5 layout.
 * doc/problem-files.md describes both.
 *
 * A text file does not name its class. zn_problem_file_read takes the class
 * that is given, else, in this order:
 *  1. fclib HDF5: the group says it;
 *  2. the words of the file's name that are classes ("relay_2x2.dat",
 *     "FC3D_Example1.dat"; words are parted by what is no letter or digit,
 *     capitals do not matter), then the name of its folder ("LCP/test1.dat"):
 *     the first of these classes that can read it;
 *  3. the one class that reads the file to its end with no number left over;
 *     if there are several, or none, the call fails and says so.
 *
 * Nothing in a file is believed before it is checked: sizes against the length
 * of the file, numbers for NaN, and at last the whole problem as its solvers do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_PROBLEM_FILE_H
#define ZENO_PROBLEM_FILE_H

#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** A problem read from a file. Owns the arrays that its struct points to. */
typedef struct zn_problem_file zn_problem_file;

/** A named piece of a solution, as the class's formulas call it. */
typedef struct zn_solution_part {
    const char *name;   /**< "z", "w", "r", "u", ...                         */
    bool        in_w;   /**< a piece of the solver's w, else of its z         */
    zn_index    start;  /**< first element there                              */
    zn_index    length; /**< number of elements                               */
} zn_solution_part;

/** Read a file.
 * @param[in]  path   text or HDF5; the contents tell which
 * @param[in]  name   class ("lcp", "mlcp", ...) or a word for it ("fc3d");
 *                    NULL: found as said above
 * @param[out] out    yours, free with zn_problem_file_free; NULL on failure
 * @retval ZN_ENOENT  no such file, or no such class
 * @retval ZN_EIO     the file cannot be read
 * @retval ZN_EINVAL  malformed, truncated, inconsistent or of unclear class; the
 *                    message has the line of the text or the name of the dataset
 * @retval ZN_EDOM    NaN or Inf, likewise with its place */
ZN_API zn_status zn_problem_file_read(zn_ctx *ctx, const char *path,
                                      const char *name, zn_problem_file **out);

/** As zn_problem_file_read, of a text in memory; `name` must not be NULL. */
ZN_API zn_status zn_problem_file_parse(zn_ctx *ctx, const char *text,
                                       zn_index length, const char *name,
                                       zn_problem_file **out);

/** Free a problem; NULL is fine. Before its context. */
ZN_API void zn_problem_file_free(zn_problem_file *f);

/** Its class: the name for zn_solver_new. */
ZN_API const char *zn_problem_file_class(const zn_problem_file *f);

/** The plain struct of its class (zn_lcp, ...); valid while f is. */
ZN_API const void *zn_problem_file_problem(const zn_problem_file *f);

/** Lengths of the solver's z and w. */
ZN_API zn_index zn_problem_file_nz(const zn_problem_file *f);
ZN_API zn_index zn_problem_file_nw(const zn_problem_file *f);

/** Number of contacts, or of cones; 0 for classes that have none. */
ZN_API zn_index zn_problem_file_contacts(const zn_problem_file *f);

/** The i-th piece of a solution, or NULL past the end. */
ZN_API const zn_solution_part *zn_problem_file_part(const zn_problem_file *f,
                                                    zn_index i);

/** Write a problem: as fclib HDF5 if the path ends in .h5 or .hdf5, else as
 * text, where numbers have all their digits and read back as they were. NaN and
 * Inf are written too: a problem that fails is worth a look.
 * @param[in] name  class of p
 * @param[in] p     plain struct of the class, borrowed
 * @retval ZN_ENOENT   no such class
 * @retval ZN_EIO      the file cannot be written; none is left behind
 * @retval ZN_ENOTSUP  fclib has no layout for this class, or the problem has a
 *                     function in it */
ZN_API zn_status zn_problem_file_write(zn_ctx *ctx, const char *path,
                                       const char *name, const void *p);

ZN_END_DECLS
#endif
