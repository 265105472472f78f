/* module.c - one shared object in memory, through libltdl
 * SPDX-License-Identifier: Apache-2.0
 *
 * libltdl counts how often it was started and how often each object was opened,
 * but in plain global variables: every use is under one lock, so that contexts
 * of several threads may load at the same time. */
#define _GNU_SOURCE /* dladdr, RTLD_DEFAULT */
#include "kernel/plugin/module.h"

#include <dlfcn.h>
#include <limits.h>
#include <ltdl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/plugin/elf.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Refuse with the words of lt_dlerror, which hold until its next use only:
 * called under the lock. */
static zn_status refuse(zn_ctx *ctx, const char *path)
{
    const char *words = lt_dlerror();
    return zn_fail(ctx, ZN_ENOENT, "cannot load the plugin %s: %s", path,
                   words ? words : "libltdl does not say why");
}

/* libltdl binds lazily, so an undefined function would end the process at its
 * first call, and it says "file not found" of a file that is not a shared
 * object. Opening it once the strict way finds both, with the right words.
 * libltdl then takes the object that is already there. */
static zn_status open_strictly(zn_ctx *ctx, const char *path, void **out)
{
    *out = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*out)
        return ZN_OK;
    const char *words = dlerror();
    return zn_fail(ctx, ZN_ENOENT,
                   "%s is there but cannot be loaded as a shared object: %s",
                   path, words ? words : "the loader does not say why");
}

static lt_dlhandle open_locally(const char *path)
{
    lt_dladvise advise;
    if (lt_dladvise_init(&advise))
        return NULL;
    lt_dlhandle h = NULL;
    if (!lt_dladvise_local(&advise))
        h = lt_dlopenadvise(path, advise);
    lt_dladvise_destroy(&advise);
    return h;
}

zn_status zni_module_open(zn_ctx *ctx, const char *path, zni_module **out)
{
    *out = NULL;
    void *strict;
    zn_status st = zni_elf_check(ctx, path);
    if (!st)
        st = open_strictly(ctx, path, &strict);
    if (st)
        return st;

    /* one start per module, so closing the last one leaves nothing behind */
    pthread_mutex_lock(&lock);
    if (lt_dlinit()) {
        st = refuse(ctx, path);
    } else {
        *out = (zni_module *)open_locally(path);
        if (!*out) {
            st = refuse(ctx, path);
            lt_dlexit();
        }
    }
    pthread_mutex_unlock(&lock);

    dlclose(strict);
    return st;
}

void zni_module_close(zni_module *m)
{
    if (!m)
        return;
    pthread_mutex_lock(&lock);
    lt_dlclose((lt_dlhandle)m);
    lt_dlexit();
    pthread_mutex_unlock(&lock);
}

/* ---- symbols ------------------------------------------------------------------- */

/* Object and function pointers have the same form wherever there is dlsym. */
static zn_fn *as_function(void *address)
{
    zn_fn *fn;
    memcpy(&fn, &address, sizeof fn);
    return fn;
}

static void *find(zni_module *m, const char *name)
{
    pthread_mutex_lock(&lock);
    void *address = lt_dlsym((lt_dlhandle)m, name);
    pthread_mutex_unlock(&lock);
    return address;
}

/* Is the address in that file? */
static bool is_in(const void *address, const char *path)
{
    Dl_info info;
    char real[PATH_MAX];
    return dladdr(address, &info) && info.dli_fname &&
           realpath(info.dli_fname, real) && strcmp(real, path) == 0;
}

zn_fn *zni_module_own(zni_module *m, const char *path, const char *name)
{
    void *address = find(m, name);
    return address && is_in(address, path) ? as_function(address) : NULL;
}

/* The loader looks into the libraries a module was linked with, too. Functions
 * of a library made for the plugin are welcome; but a name like "index" that
 * the plugin lacks would find the one of libc, which everybody sees. */
zn_fn *zni_module_function(zni_module *m, const char *path, const char *name)
{
    void *address = find(m, name);
    if (!address)
        return NULL;
    if (!is_in(address, path) && dlsym(RTLD_DEFAULT, name) == address)
        return NULL;
    return as_function(address);
}
