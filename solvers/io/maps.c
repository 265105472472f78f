/* maps.c - problems that are given by functions: their classes are known by name, but they have no files
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    (void)s;
    (void)problem;
    return zni_text_fail(t, "a problem of this class is given by functions, "
                            "which have no place in a file");
}

static const char *unwritable(const void *problem)
{
    (void)problem;
    return "a map given by functions has no place in a file";
}

/* no write: unwritable always refuses */
#define MAP(name) {.class = name, .read = read, .unwritable = unwritable}

const zni_problem_format zni_ncp_format = MAP("ncp");
const zni_problem_format zni_mcp_format = MAP("mcp");
const zni_problem_format zni_vi_format = MAP("vi");
