/* hello.c - calls a function of src/ and one of each plugin beside it
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/base.h>

#include "half.h"

#ifndef WORD
#define WORD "plain"
#endif

/* the value of function f of module name, found in the folders of
 * ZENO_PLUGIN_PATH */
static double call(const char *name, const char *f)
{
    const char *dir = getenv("ZENO_PLUGIN_PATH");
    while (dir && *dir) {
        char path[4096];
        int n = (int)strcspn(dir, ":");
        snprintf(path, sizeof path, "%.*s/%s.so", n, dir, name);
        void *so = dlopen(path, RTLD_NOW);
        double (*fn)(void);
        if (so && (*(void **)&fn = dlsym(so, f)))
            return fn();
        dir += n + (dir[n] == ':');
    }
    fprintf(stderr, "no module %s with %s\n", name, f);
    exit(3);
}

int main(int argc, char **argv)
{
    printf("zeno %s\nword %s\nhalf %g\n", zn_version(), WORD, half(5));
    printf("twice %g\n", call("TwicePlugin", "twice_two"));
    printf("greet %g\n", call("GreetPlugin", "greet_sum"));
    for (int i = 1; i < argc; i++)
        printf("argument <%s>\n", argv[i]);
    if (argc > 1 && strcmp(argv[1], "--crash") == 0)
        abort();
    return argc > 1 && strcmp(argv[1], "--seven") == 0 ? 7 : 0;
}
