/* mujoco_load.h - a model of MuJoCo from a text, for its drivers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_BENCH_MUJOCO_LOAD_H
#define ZENO_BENCH_MUJOCO_LOAD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

/* The model of n bytes of MJCF; the program ends where it is none. */
static inline mjModel *load(const char *who, const char *text, size_t n)
{
    char words[1000] = "";
    mjVFS *files = malloc(sizeof *files);
    mjModel *m;

    if (!files)
        exit(1);
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, "model.xml", (int)n);
    memcpy(files->filedata[mj_findFileVFS(files, "model.xml")], text, n);
    m = mj_loadXML("model.xml", files, words, sizeof words);
    if (!m) {
        fprintf(stderr, "%s: %s\n", who, words);
        exit(1);
    }
    mj_deleteVFS(files);
    free(files);
    return m;
}

#endif
