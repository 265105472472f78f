/* h5_file.c - an HDF5 file that opens whatever moment the process dies at
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create, dup3 */
#include "kernel/output/h5_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/output/h5_superblock.h"

/* ---- errors ---- */

/* Upwards, the first entry is where the failure happened. */
static herr_t first_words(unsigned n, const H5E_error2_t *e, void *words)
{
    if (n == 0)
        snprintf(words, 256, "%s", e->desc ? e->desc : "unknown failure");
    return 0;
}

/* "..., errno = 28, error message = 'No space left on device', ..." holds what
 * a reader wants to know. */
static const char *reason(char words[256])
{
    static const char mark[] = "error message = '";
    char *from, *to;

    snprintf(words, 256, "unknown failure");
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first_words, words);
    from = strstr(words, mark);
    if (!from)
        return words;
    from += sizeof mark - 1;
    to = strchr(from, '\'');
    if (to)
        *to = 0;
    return from;
}

zn_status zni_h5_failed(zn_ctx *ctx, const char *what)
{
    char words[256];

    return zn_fail(ctx, ZN_EIO, "%s: %s", what, reason(words));
}

/* ---- flush, close ---- */

/* From now on HDF5 writes into a file in memory (of pages that are written, no
 * more); on disk the file stays as the last flush left it. So a file is closed; and
 * after a failed write HDF5 could else neither close it nor leave the process in
 * peace, and what it would still write could damage what is there. */
bool zni_h5_file_let_go(zni_h5_file *f)
{
    const int memory =
        f->lost || f->file < 0 ? -1 : memfd_create("zeno", MFD_CLOEXEC);

    if (memory < 0)
        return f->lost;
    f->lost = dup3(memory, f->fd, O_CLOEXEC) >= 0;
    close(memory);
    return f->lost;
}

/* Have the room up to `end`: HDF5 does not recover from metadata that it cannot write. */
static int reach(zni_h5_file *f, haddr_t end)
{
    struct stat about;
    int error = 0;

    if (end <= f->room)
        return 0;
    if (fstat(f->fd, &about))
        return errno;
    if (about.st_size < (off_t)end)
        error = posix_fallocate(f->fd, about.st_size, (off_t)end - about.st_size);
    if (!error)
        f->room = end;
    return error;
}

/* Beside the chunks their indices grow, by some hundred bytes a dataset, and HDF5 takes
 * 2 kB at once for what is small. */
int zni_h5_file_room(zni_h5_file *f, hsize_t bytes)
{
    const haddr_t spare = 8192 + 512 * (haddr_t)f->n;
    haddr_t end;

    if (f->lost)
        return 0;
    return H5Fget_eoa(f->file, &end) < 0 ? EIO : reach(f, end + bytes + spare);
}

zn_status zni_h5_file_full(zni_h5_file *f, int error)
{
    zni_h5_file_flush(f); /* whether it can or not, this is the reason */
    return zn_fail(f->ctx, ZN_EIO, "write: %s", strerror(error));
}

/* Say where the file ends before something in it refers there. */
static zn_status set_end(zni_h5_file *f, haddr_t *end)
{
    haddr_t now;
    int error;

    if (H5Fget_eoa(f->file, &now) < 0)
        return zni_h5_failed(f->ctx, "write");
    if (now == *end)
        return ZN_OK;
    *end = now;
    error = reach(f, now);
    if (!error && !zni_h5_superblock_set(f->fd, now))
        error = errno;
    return error ? zn_fail(f->ctx, ZN_EIO, "write: %s", strerror(error)) : ZN_OK;
}

static zn_status flush_sets(zni_h5_file *f)
{
    haddr_t end = HADDR_UNDEF, before;
    zn_status st;

    do { /* again, if a flush itself took room */
        before = end;
        st = set_end(f, &end);
        for (zn_index c = 0; !st && end != before && c < f->n; c++)
            if (H5Dflush(f->set[c]) < 0)
                st = zni_h5_failed(f->ctx, "write");
    } while (!st && end != before);
    return st ? st : zni_file_there(f->ctx, f->fd);
}

zn_status zni_h5_file_flush(zni_h5_file *f)
{
    const zni_quiet q = zni_h5_quiet();
    zn_status st = ZN_OK;

    if (f->rowed && !f->lost)
        st = flush_sets(f);
    if (st)
        zni_h5_file_let_go(f);
    zni_h5_loud(q);
    return st;
}

/* What was made in the ordinary mode goes to the file, which is closed. HDF5 crashes
 * at exit after H5Fclose could not write; so it has nothing to write by then. */
zn_status zni_h5_file_put(zni_h5_file *f)
{
    haddr_t end = HADDR_UNDEF;
    zn_status st = ZN_OK;

    if (H5Fflush(f->file, H5F_SCOPE_GLOBAL) < 0)
        st = zni_h5_failed(f->ctx, "write");
    if (!st)
        st = set_end(f, &end);
    zni_h5_file_let_go(f);
    if (H5Fclose(f->file) < 0 && !st)
        st = zni_h5_failed(f->ctx, "close");
    f->file = -1;
    f->lost = false;
    return st;
}

/* Give back what was not needed. A file that stays longer than its end opens, too. */
static void trim(const zni_h5_file *f)
{
    haddr_t end;

    if (!f->rowed || f->lost || H5Fget_eoa(f->file, &end) < 0 || end >= f->room)
        return;
    if (ftruncate(f->fd, (off_t)end)) {
        /* it stays longer */
    }
}

/* HDF5 would mark the file as being written once more while it closes it. */
static zn_status end_file(zni_h5_file *f)
{
    zn_status st = ZN_OK;

    trim(f);
    if (f->rowed || f->lost)
        zni_h5_file_let_go(f);
    for (zn_index c = 0; c < f->n; c++)
        if (H5Dclose(f->set[c]) < 0)
            st = zni_h5_failed(f->ctx, "close of a dataset");
    f->n = 0;
    if (f->file >= 0 && H5Fclose(f->file) < 0)
        st = zni_h5_failed(f->ctx, "close");
    f->file = -1;
    if (f->lock >= 0)
        flock(f->lock, LOCK_UN);
    return st;
}

zn_status zni_h5_file_end(zni_h5_file *f)
{
    const zni_quiet q = zni_h5_quiet();
    zn_status st = zni_h5_file_flush(f), closed = end_file(f);

    zni_whole_file_end(&f->beside, ZN_EIO); /* if it has no name yet */
    if (f->lock >= 0)
        close(f->lock);
    f->lock = -1;
    zn_free_array(f->ctx, f->set);
    f->set = NULL;
    zni_h5_loud(q);
    return st ? st : closed;
}

/* ---- the file that was made ----
 *
 * HDF5 opens names, and in a folder that others write to a name may stand for another
 * file by then. So it is given one that the system has for our own descriptor. */

static const char *name_of(int fd, const char *path, char out[32])
{
    struct stat named;

    snprintf(out, 32, "/proc/self/fd/%d", fd);
    return stat(out, &named) == 0 && zni_file_same(fd, &named) ? out : path;
}

/* HDF5 has opened it: is it the one? (Without such names it may be another.) Nothing of
 * ours goes to another one. */
static zn_status check_opened(zni_h5_file *f, int made, const char *what)
{
    struct stat opened;
    void *handle;

    if (f->file < 0 || H5Fget_vfd_handle(f->file, H5P_DEFAULT, &handle) < 0)
        return zni_h5_failed(f->ctx, what);
    f->fd = *(int *)handle;
    f->room = 0; /* who had the file before may have cut it */
    /* nor is it left to what a user's function starts: HDF5 does not ask for that */
    fcntl(f->fd, F_SETFD, FD_CLOEXEC);
    if (fstat(f->fd, &opened) == 0 && zni_file_same(made, &opened))
        return ZN_OK;
    zni_h5_file_let_go(f);
    return zn_fail(f->ctx, ZN_EIO, "%s: its name was given to another file", what);
}

/* ---- begin ---- */

/* Metadata stay in memory until a flush; needs a cache that does not resize. */
static herr_t hold_metadata(hid_t access)
{
    H5AC_cache_config_t c = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};

    if (H5Pget_mdc_config(access, &c) < 0)
        return -1;
    c.evictions_enabled = 0;
    c.incr_mode = H5C_incr__off;
    c.flash_incr_mode = H5C_flash_incr__off;
    c.decr_mode = H5C_decr__off;
    return H5Pset_mdc_config(access, &c);
}

zn_status zni_h5_file_try(zn_ctx *ctx, const char *path)
{
    char itself[PATH_MAX];
    zn_status st = zni_hdf5_need(ctx);

    if (!st)
        st = zni_file_follow(ctx, path, itself);
    if (!st)
        st = zni_whole_file_try(ctx, itself);
    return st ? st : zni_file_unused(ctx, itself);
}

/* H5Fcreate does not recover when there is no room. */
static zn_status try_room(const zni_h5_file *f)
{
    static const char some[4096];
    ssize_t n = 0;

    for (size_t done = 0; n >= 0 && done < sizeof some; done += (size_t)n)
        n = write(f->beside.fd, some + done, sizeof some - done);
    return n < 0 ? zn_fail(f->ctx, ZN_EIO, "cannot be made: %s", strerror(errno))
                 : ZN_OK;
}

/* In one format, whatever a later HDF5 prefers. */
static herr_t set_access(hid_t access)
{
    if (access < 0 || H5Pset_fapl_sec2(access) < 0 ||
        H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) < 0)
        return -1;
    return hold_metadata(access);
}

/* Readers can list the columns in the order in which they were added. */
static hid_t create(const char *path, hid_t access, hid_t creation)
{
    if (creation < 0 ||
        H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED |
                                                 H5P_CRT_ORDER_INDEXED) < 0)
        return -1;
    return H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
}

/* Open what was made: for rows, or as a new one. */
static zn_status begin_file(zni_h5_file *f, bool rows)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    char name[32];
    const char *path = name_of(f->beside.fd, f->beside.temp, name);
    zn_status st;

    if (set_access(access) >= 0)
        f->file = rows ? H5Fopen(path, H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE,
                                 access)
                       : create(path, access, creation);
    st = check_opened(f, f->beside.fd, "cannot be made");
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return st;
}

zn_status zni_h5_file_begin(zni_h5_file *f, zn_ctx *ctx, const char *path)
{
    zn_status st;
    zni_quiet q;

    *f = (zni_h5_file){.ctx = ctx, .file = -1, .fd = -1, .lock = -1};
    f->beside.fd = -1;
    st = zni_hdf5_need(ctx);
    if (!st)
        st = zni_file_follow(ctx, path, f->path);
    if (!st)
        st = zni_file_unused(ctx, f->path);
    if (!st)
        st = zni_whole_file_begin(&f->beside, ctx, f->path);
    if (!st)
        st = try_room(f);
    q = zni_h5_quiet();
    if (!st)
        st = begin_file(f, false);
    zni_h5_loud(q);
    return st;
}

static zn_status open_sets(zni_h5_file *f, zn_index n, const char *const name[],
                           hid_t access)
{
    f->set = zn_alloc(f->ctx, n, sizeof *f->set);
    if (!f->set)
        return ZN_ENOMEM;
    for (zn_index c = 0; c < n; c++) {
        f->set[c] = H5Dopen2(f->file, name[c], access);
        if (f->set[c] < 0)
            return zni_h5_failed(f->ctx, name[c]);
        f->n = c + 1;
    }
    return ZN_OK;
}

/* The lock tells other runs that it is in use; those who only read may. */
static zn_status take_name(zni_h5_file *f)
{
    zn_status st = ZN_OK;

    f->lock = fcntl(f->beside.fd, F_DUPFD_CLOEXEC, 0);
    if (f->lock < 0)
        st = zn_fail(f->ctx, ZN_EIO, "cannot be made: %s", strerror(errno));
    else
        flock(f->lock, LOCK_SH | LOCK_NB);
    f->rowed = true;
    st = zni_whole_file_end(&f->beside, st);
    f->named = !st;
    return st;
}

zn_status zni_h5_file_rows(zni_h5_file *f, zn_index n, const char *const name[],
                           hid_t access)
{
    haddr_t end = HADDR_UNDEF;
    zn_status st = zni_h5_file_put(f);

    if (!st)
        st = begin_file(f, true);
    if (!st)
        st = open_sets(f, n, name, access);
    if (!st)
        st = set_end(f, &end);
    return st ? st : take_name(f);
}

zn_status zni_h5_file_reopen(zni_h5_file *f)
{
    zn_status st = zni_h5_file_flush(f), closed = end_file(f);
    char name[32];

    if (st || closed)
        return st ? st : closed;
    f->rowed = f->lost = false;
    f->file = H5Fopen(name_of(f->lock, f->path, name), H5F_ACC_RDWR, H5P_DEFAULT);
    return check_opened(f, f->lock, "cannot be opened once more");
}
