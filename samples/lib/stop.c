/* stop.c - signals end a run as its last step would
 *
 * SIGINT, SIGTERM, SIGHUP and SIGXCPU are noted, and the run stops after the step under
 * way: last rows, checkpoint, report and summary are written. When a function of the model
 * does not return, that is said after a second, and a second signal ends the program at
 * once, with words. Of SIGXFSZ that is so if somebody sent it; where a file is too large
 * it does nothing, so that writing fails with words, and the rest is written too. Who was
 * started to outlive its terminal (nohup) does so. After the run they end the program, as they do
 * any other.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"

static volatile sig_atomic_t caught;

static void note(int sig)
{
    if (caught)
        zni_crash_stop(sig);
    caught = sig;
    zni_crash_remind();
}

/* With the time of the processor used up it comes each second, and none of them is a
 * second wish. */
static void note_time(int sig)
{
    if (!caught)
        note(sig);
}

/* The kernel sends it in our own name when a file is too large. */
static void note_of_others(int sig, siginfo_t *by, void *at)
{
    (void)at;
    if (by->si_code <= 0 && by->si_pid != getpid())
        note(sig);
}

/* Not where it is ignored, as nohup has it. */
static void listen_if_heard(int sig, const struct sigaction *act)
{
    struct sigaction old;

    if (!sigaction(sig, NULL, &old) && old.sa_handler != SIG_IGN)
        sigaction(sig, act, NULL);
}

void zni_stop_listen(void)
{
    struct sigaction act;

    memset(&act, 0, sizeof act);
    sigemptyset(&act.sa_mask);
    act.sa_handler = note;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    listen_if_heard(SIGHUP, &act);
    act.sa_handler = note_time;
    listen_if_heard(SIGXCPU, &act);
    act.sa_flags = SA_SIGINFO;
    act.sa_sigaction = note_of_others;
    sigaction(SIGXFSZ, &act, NULL);
}

void zni_stop_forget(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    struct sigaction act;

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!sigaction(ends[i], NULL, &act) &&
            (act.sa_handler == note || act.sa_handler == note_time))
            signal(ends[i], SIG_DFL);
}

int zni_stop_signal(void)
{
    return caught;
}

zn_status zni_stop_observe(void *user, const zn_simulation *sim)
{
    (void)user;
    (void)sim;
    return caught ? ZN_STOPPED : ZN_OK;
}

/* A file that is opened takes the lowest free number. With stderr closed that is 2,
 * and what is said would go into the results. */
void zni_stop_open_standard(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}
