/* hdf5_load.c - loads HDF5 through the module zeno-hdf5
 *
 * The module is looked for next to the library that calls: in the folder zeno below that of the
 * installed library, wherever that was moved to, or in libtool's folder of a build. A program
 * that is linked with the static library finds it where it was to be installed. It is never
 * unloaded: HDF5 has state of the whole process.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "solvers/io/hdf5.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODULE "zeno-hdf5.so"

/* threads with contexts of their own may load it at the same time */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool leave_open; /* asked for before it was loaded */

const zni_hdf5_calls *zni_hdf5;

/* The folder of the library or program that contains this code. */
static void own_folder(char out[PATH_MAX])
{
    static const char here = 0;
    Dl_info info;
    char *slash;

    if (!dladdr(&here, &info) || !info.dli_fname ||
        !realpath(info.dli_fname, out))
        out[0] = '\0';
    slash = strrchr(out, '/');
    if (slash)
        *slash = '\0';
}

/* The k-th folder to look in; ZNI_PLUGIN_DIR is a subfolder of that of modules. */
static const char *place(int k, char out[PATH_MAX + 64])
{
    static const char *const below[] = {"/zeno", ""};
    char own[PATH_MAX];

    if (k == 2) {
        snprintf(out, PATH_MAX + 64, "%s/..", ZNI_PLUGIN_DIR);
    } else {
        own_folder(own);
        snprintf(out, PATH_MAX + 64, "%s%s", own, below[k]);
    }
    return out;
}

enum { PLACES = 3 };

static zn_status not_found(zn_ctx *ctx)
{
    char at[PLACES][PATH_MAX + 64];

    return zn_fail(ctx, ZN_ENOENT,
                   "files of HDF5 need the module " MODULE
                   ", which is not in the folders %s, %s and %s; install Zeno "
                   "once more, all of it",
                   place(0, at[0]), place(1, at[1]), place(2, at[2]));
}

/* Use the table of a module, unless it is of another version. */
static zn_status use_module(zn_ctx *ctx, const char *path, const zni_hdf5_calls *m)
{
    if (!m || m->size != sizeof *m || strcmp(m->version, ZN_VERSION) != 0)
        return zn_fail(ctx, ZN_EABI,
                       "%s is of another Zeno (%s, %zu bytes) than the library "
                       "(%s, %zu bytes); install Zeno once more, all of it",
                       path, m ? m->version : "unknown", m ? m->size : 0,
                       ZN_VERSION, sizeof *m);
    zni_hdf5 = m;
    if (leave_open)
        H5dont_atexit();
    return ZN_OK;
}

static zn_status load(zn_ctx *ctx)
{
    char path[PATH_MAX + 64];
    void *module;

    for (int k = 0; k < PLACES; k++) {
        place(k, path);
        strcat(path, "/" MODULE);
        if (access(path, F_OK))
            continue;
        module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (module)
            return use_module(ctx, path, dlsym(module, "zni_hdf5_module"));
        return zn_fail(ctx, ZN_ENOENT,
                       "files of HDF5 need %s, which cannot be loaded: %s; "
                       "install HDF5 (Debian: libhdf5-103-1), or build Zeno "
                       "with the one that is there",
                       path, dlerror());
    }
    return not_found(ctx);
}

zn_status zni_hdf5_need(zn_ctx *ctx)
{
    zn_status st;

    pthread_mutex_lock(&lock);
    st = zni_hdf5 ? ZN_OK : load(ctx);
    pthread_mutex_unlock(&lock);
    return st;
}

void zni_hdf5_leave_open(void)
{
    pthread_mutex_lock(&lock);
    leave_open = true;
    if (zni_hdf5)
        H5dont_atexit();
    pthread_mutex_unlock(&lock);
}
