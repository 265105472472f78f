/* fuzz_convert.c - films of anything, written for other programs
 *
 * What zn_film_read takes of a changed film (films.h) is written in each format, by a process of
 * its own as the tool is one: it ends by itself, well or with words. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus of fuzz_film and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

#include "tests/fuzz/films.h"
#include "tools/convert.h"

void fail_file(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    _exit(1);
}

static void (*const writers[])(const zn_film_data *d, const char *path) = {
    write_gltf, write_vtk, write_siconos};

static char folder[] = "/tmp/zeno-fuzz-XXXXXX";
static pid_t parent;

/* What was written goes, when the process that made the folder ends. */
static void leave_folder(void)
{
    const struct dirent *file;
    DIR *all = getpid() == parent ? opendir(folder) : NULL;
    char path[sizeof folder + 256];

    while (all && (file = readdir(all))) {
        snprintf(path, sizeof path, "%s/%.255s", folder, file->d_name);
        unlink(path); /* . and .. stay */
    }
    if (all) {
        closedir(all);
        rmdir(folder);
    }
}

/* Everything of it in the folder of a process; what is written there is not looked at. */
static void write_all(const zn_film_data *d)
{
    static const char *const names[] = {"x.glb", "x.pvd", "x.hdf5"};

    for (int k = 0; k < 3; k++)
        writers[k](d, names[k]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static zn_ctx *ctx;
    zn_film_data *d;
    int status;
    pid_t child;

    if (!ctx) {
        parent = getpid();
        must(!zn_ctx_new(&ctx) && mkdtemp(folder) && !atexit(leave_folder));
    }
    films_change(data, n);
    if (zn_film_read(ctx, films_path, &d))
        return 0;
    child = d->nframe ? fork() : 0;
    if (d->nframe && child == 0) {
        alarm(60);
        must(!chdir(folder));
        write_all(d);
        _exit(0);
    }
    must(child >= 0);
    if (child) {
        while (waitpid(child, &status, 0) < 0)
            must(errno == EINTR); /* the engine's clock */
        must(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    }
    zn_film_data_free(ctx, d);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    return films_replay(argc, argv, 40);
}
#endif
