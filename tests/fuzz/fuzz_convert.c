/* fuzz_convert.c - films of anything, written for other programs
 *
 * What zn_film_read takes of a changed film (films.h) is written in each format: it ends well or with
 * words. The writers are of a tool, which ends the process where it fails; here that ends the writing
 * alone (exit is wrapped by the linker), so that the engine sees what of them an input reaches. With
 * clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ... -Wl,--wrap=exit,--wrap=atexit
 * In make check the corpus of fuzz_film and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

#include "tests/fuzz/films.h"
#include "tools/convert.h"

void fail_file(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    exit(1);
}

static void (*const writers[])(const zn_film_data *d, const char *path) = {
    write_gltf, write_vtk, write_siconos};

/* ---- a process within this one ---- */

_Noreturn void __real_exit(int status);
int __real_atexit(void (*last)(void));
_Noreturn void __wrap_exit(int status);
int __wrap_atexit(void (*last)(void));

/* What a process that ends has in hand goes with it: of the sanitizer of leaks, if there is one. */
__attribute__((weak)) void __lsan_disable(void);
__attribute__((weak)) void __lsan_enable(void);

static jmp_buf ended;
static volatile sig_atomic_t writing;
static void (*at_end[8])(void);
static int at_ends;
static int status_of_all;

_Noreturn void __wrap_exit(int status)
{
    if (!writing)
        __real_exit(status);
    status_of_all = status;
    longjmp(ended, 1);
}

int __wrap_atexit(void (*last)(void))
{
    if (!writing)
        return __real_atexit(last);
    must(at_ends < (int)(sizeof at_end / sizeof *at_end));
    at_end[at_ends++] = last;
    return 0;
}

/* What the end of a process does: its last functions, and its files are closed. */
static void end_process(int first)
{
    const int next = open("/dev/null", O_RDONLY);

    while (at_ends)
        at_end[--at_ends]();
    if (status_of_all)
        H5close();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    for (int fd = first; fd <= next; fd++)
        close(fd);
}

/* ---- files ---- */

static char folder[LEAVINGS_NAME];

/* What was written goes, when the program ends. */
static void leave_folder(void)
{
    leavings_remove(folder);
}

/* Written into a folder of ours; what is written there is not looked at. */
static void write_one(void (*writer)(const zn_film_data *d, const char *path),
                      const zn_film_data *d, const char *end)
{
    char path[sizeof folder + 16];
    const int first = open("/dev/null", O_RDONLY);

    must(first >= 0 && !close(first));
    snprintf(path, sizeof path, "%s/x.%s", folder, end);
    status_of_all = 0;
    if (__lsan_disable)
        __lsan_disable();
    writing = 1;
    if (!setjmp(ended))
        writer(d, path);
    writing = 0;
    if (__lsan_enable)
        __lsan_enable();
    must(status_of_all == 0 || status_of_all == 1);
    end_process(first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const ends[] = {"glb", "pvd", "hdf5"};
    static zn_ctx *ctx;
    zn_film_data *d;

    if (!ctx) {
        leavings_name(folder);
        must(!zn_ctx_new(&ctx) && mkdtemp(folder) && !atexit(leave_folder));
    }
    films_change(data, n);
    if (zn_film_read(ctx, h5_path, &d))
        return 0;
    for (int k = 0; d->nframe && k < 3; k++)
        write_one(writers[k], d, ends[k]);
    zn_film_data_free(ctx, d);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    return films_replay(argc, argv, 40);
}
#endif
