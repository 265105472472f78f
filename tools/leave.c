/* leave.c - a program that is told how much memory it may take ends without waiting for threads
 *
 * OpenBLAS makes its threads when it is loaded. Where the address space is limited (ulimit -v) some of
 * them cannot be made, and at the end it waits for those for ever (0.3.21). What the program has to
 * write is written by then; functions that it registered itself, HDF5's too, have been called.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* on_exit */
#include "tools/leave.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static void leave(int status, void *unused)
{
    (void)unused;
    fflush(NULL);
    _exit(status);
}

__attribute__((constructor)) void zni_leave_at_once(void)
{
    struct rlimit most;

    if (!getrlimit(RLIMIT_AS, &most) && most.rlim_cur != RLIM_INFINITY)
        on_exit(leave, NULL);
}
