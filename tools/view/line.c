/* line.c - the command line of zeno view
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/view/line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void view_fail(int status, const char *words, const char *about)
{
    fprintf(stderr, "zeno view: %s%s\n", words, about);
    exit(status);
}

static _Noreturn void refuse(const char *option, const char *value, const char *want)
{
    fprintf(stderr, "zeno view: %s '%.80s': %s\n", option, value, want);
    exit(MISUSE);
}

/* The picture is seen from there by a page that is told so: it is to be told numbers only. */
static void check_real(const char *option, const char *value, const char *want)
{
    char *end;
    const double x = strtod(value, &end);

    if (end == value || *end || !isfinite(x) ||
        (strcmp(option, "--away") == 0 && !(x > 0)))
        refuse(option, value, want);
}

static long whole(const char *option, const char *value)
{
    char end;
    long n;

    if (strlen(value) > 9 || sscanf(value, "%ld%c", &n, &end) != 1 || n < 1)
        refuse(option, value, "give a whole number above 0, of at most nine digits");
    return n;
}

static void read_size(const char *value, wish *w)
{
    char end;

    if (strlen(value) > 9 ||
        sscanf(value, "%ldx%ld%c", &w->width, &w->height, &end) != 2 ||
        w->width < 1 || w->height < 1)
        refuse("--size", value, "give WIDTHxHEIGHT, as 960x600");
}

/* One that stands alone; false: it is none. */
static bool read_flag(const char *option, wish *w)
{
    if (strcmp(option, "--no-contacts") == 0)
        return w->bare_of_contacts = true;
    if (strcmp(option, "--glass") == 0)
        return w->glass = true;
    return false;
}

static void read_option(const char *option, const char *value, wish *w)
{
    static const char name[] = "give the name of a file";
    const struct {
        const char *name;
        const char **to;
        const char *want;
    } words[] = {{"-o", &w->page, name},
                 {"--png", &w->png, name},
                 {"--time", &w->time, "give an instant, in seconds"},
                 {"--turn", &w->turn, "give an angle, in degrees"},
                 {"--tilt", &w->tilt, "give an angle, in degrees"},
                 {"--away", &w->away, "give a distance above 0, in sizes of the scene"}};
    const struct {
        const char *name;
        long *to;
    } numbers[] = {{"--frames", &w->frames}, {"--wait", &w->wait}};
    const bool size = strcmp(option, "--size") == 0;
    size_t k = 0, i = 0;

    while (k < 6 && strcmp(words[k].name, option))
        k++;
    while (i < 2 && strcmp(numbers[i].name, option))
        i++;
    if (k == 6 && i == 2 && !size)
        view_fail(MISUSE, "no such option (zeno view --help): ", option);
    if (!value)
        view_fail(MISUSE, "a value is missing after ", option);
    if (size) {
        read_size(value, w);
    } else if (i < 2) {
        *numbers[i].to = whole(option, value);
    } else {
        if (words[k].want != name)
            check_real(option, value, words[k].want);
        else if (!*value)
            refuse(option, value, name);
        *words[k].to = value;
    }
}

void view_read_line(int argc, char **argv, wish *w)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!read_flag(argv[i], w)) {
                read_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, w);
                i++;
            }
            continue;
        }
        if (w->film)
            view_fail(MISUSE, "more than one film: ", argv[i]);
        w->film = argv[i];
    }
    if (!w->film)
        view_fail(MISUSE,
             "no film given; zeno run SCENE.yaml --output FILM.h5 "
             "makes one",
             "");
}
