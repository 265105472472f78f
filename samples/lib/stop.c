/* stop.c - signals end a run as its last step would
 *
 * SIGINT, SIGTERM and SIGHUP are noted, and the run stops after the step under way:
 * last rows, checkpoint, report and summary are written. When a function of the model
 * does not return, that is said after a second, and a second signal ends the program at
 * once, with words. SIGXFSZ is ignored, so that a file that is too large is a failure
 * to write with words, and the rest is written too.
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

void zni_stop_listen(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction act;

    memset(&act, 0, sizeof act);
    sigemptyset(&act.sa_mask);
    act.sa_handler = note;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &act, NULL);
    act.sa_handler = SIG_IGN;
    act.sa_flags = 0;
    sigaction(SIGXFSZ, &act, NULL);
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
