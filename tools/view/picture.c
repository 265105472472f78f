/* picture.c - zeno view: a picture of the page, by a browser
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/view/picture.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "solvers/core/typed_file.h"

/* ---- where it is made ---- */

/* That of this program; for who leaves by `exit` or by a signal. */
static const view_work *at_work;
static volatile sig_atomic_t browser;

static void clear(void)
{
    if (at_work) {
        unlink(at_work->page);
        unlink(at_work->shot);
        rmdir(at_work->folder);
    }
    at_work = NULL;
}

static void leave(int sig)
{
    if (browser > 0)
        kill((pid_t)browser, SIGKILL);
    clear();
    signal(sig, SIG_DFL);
    raise(sig);
}

void view_work_begin(view_work *k)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ};
    const char *tmp = getenv("TMPDIR");
    char *real; /* the browser is told where, from the root */

    if (!tmp || !*tmp)
        tmp = "/tmp";
    real = realpath(tmp, NULL);
    if (!real || snprintf(k->folder, sizeof k->folder, "%s/zeno-view-XXXXXX", real) >=
                     WORK_NAME ||
        !mkdtemp(k->folder)) {
        fprintf(stderr, "zeno view: no place for a picture in '%s': %s; set TMPDIR\n",
                tmp, strerror(errno));
        exit(FAILED);
    }
    free(real);
    snprintf(k->page, sizeof k->page, "%s/page.html", k->folder);
    snprintf(k->shot, sizeof k->shot, "%s/page.png", k->folder);
    at_work = k;
    atexit(clear);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (signal(ends[i], leave) == SIG_IGN)
            signal(ends[i], SIG_IGN); /* as nohup wants it */
}

void view_work_end(const view_work *k)
{
    if (at_work == k)
        clear();
}

/* ---- the browser ---- */

enum { ABSENT = 127, STUCK = -2 };

/* It may wait for itself for ever, now and then. @return as run_browser */
static int wait_for(pid_t child, long seconds)
{
    const struct timespec nap = {.tv_nsec = 50000000};
    const time_t end = time(NULL) + seconds;
    int status = 0;

    for (;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (ended < 0 && errno != EINTR)
            return -1;
        if (time(NULL) >= end)
            break;
        nanosleep(&nap, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return STUCK;
}

/* @return its status; ABSENT: there is none; STUCK: it did not end; -1: it was not run, or died */
static int run_browser(char *const args[], long seconds)
{
    static const char *const names[] = {"chromium", "chromium-browser",
                                        "google-chrome", NULL};
    const pid_t child = fork();
    int status;

    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) ||
            !freopen("/dev/null", "w", stderr))
            _exit(126);
        for (int k = 0; names[k]; k++)
            execvp(names[k], args);
        _exit(ABSENT);
    }
    browser = child;
    status = child < 0 ? -1 : wait_for(child, seconds);
    browser = 0;
    return status;
}

/* What the browser drew, under the name that was typed. */
static void hand_over(const view_work *k, const char *png)
{
    FILE *from = fopen(k->shot, "rb"), *to;
    char part[1 << 14];
    size_t n;
    bool good;

    if (!from)
        view_fail(FAILED, "Chromium took no picture: ", png);
    to = zni_typed_file(png);
    good = to != NULL;
    while (good && (n = fread(part, 1, sizeof part, from)) > 0)
        good = fwrite(part, 1, n, to) == n;
    good = good && !ferror(from);
    if (to)
        good = fclose(to) == 0 && good;
    fclose(from);
    if (!good) {
        fprintf(stderr, "zeno view: '%s' cannot be written: %s\n", png,
                zni_typed_words(png));
        exit(FAILED);
    }
}

/* A path as a part of an address, whatever is in it. */
static void put_address(char out[3 * WORK_NAME + 64], const char *path)
{
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        out += isalnum(*c) || strchr("/-._~", *c) ? sprintf(out, "%c", *c)
                                                  : sprintf(out, "%%%02x", *c);
    *out = 0;
}

void view_take(const view_work *k, const wish *w, double last)
{
    char at[3 * WORK_NAME + 64], url[sizeof at + 512], shot[WORK_NAME + 64];
    char size[64], time[40];
    int status;

    snprintf(time, sizeof time, "%.9g", last);
    put_address(at, k->page);
    snprintf(url, sizeof url,
             "file://%s#bare&t=%.40s&turn=%.40s&tilt=%.40s&"
             "away=%.40s%s%s",
             at, w->time ? w->time : time, w->turn ? w->turn : "",
             w->tilt ? w->tilt : "", w->away ? w->away : "1.15",
             w->bare_of_contacts ? "&nocontacts" : "",
             w->glass ? "&glass" : "");
    snprintf(shot, sizeof shot, "--screenshot=%s", k->shot);
    snprintf(size, sizeof size, "--window-size=%ld,%ld", w->width, w->height);
    status = run_browser((char *[]){
        (char *)"chromium", (char *)"--headless",
        /* Chromium has no sandbox for root */
        (char *)(geteuid() == 0 ? "--no-sandbox" : "--mute-audio"),
        (char *)"--use-angle=swiftshader",
        (char *)"--enable-unsafe-swiftshader", (char *)"--hide-scrollbars",
        (char *)"--virtual-time-budget=4000", size, shot, url, NULL}, w->wait);
    if (status == STUCK)
        view_fail(FAILED, "Chromium did not end in the time it had; try again, or "
                     "give it more by --wait", "");
    if (status == ABSENT)
        view_fail(FAILED,
             "--png wants Chromium; on Debian: apt-get install chromium", "");
    if (status != 0)
        view_fail(FAILED, "Chromium took no picture: ", w->png);
    hand_over(k, w->png);
}
