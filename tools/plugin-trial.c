/* plugin-trial.c - plugins that somebody names: tried in a process of their own first
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin-trial.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <zeno/plugin.h>

/* It ends here, whatever is wrong: the other process finds that again, with words. */
static _Noreturn void trial(zn_ctx *ctx, const char *name)
{
    const struct rlimit none = {0, 0}; /* of core files */

    setrlimit(RLIMIT_CORE, &none);
    (void)zn_plugin_load(ctx, name);
    _exit(0);
}

zn_status try_plugin(zn_ctx *ctx, const char *name)
{
    int how = 0;
    pid_t child, ended;

    fflush(NULL); /* nothing that waits is written twice */
    child = fork();
    if (child < 0)
        return zn_fail(ctx, ZN_EIO, "plugin '%s': no process to try it in: %s", name,
                       strerror(errno));
    if (child == 0)
        trial(ctx, name);
    do
        ended = waitpid(child, &how, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == child && WIFSIGNALED(how))
        return zn_fail(ctx, ZN_EINVAL,
                       "plugin '%s' ends the process that opens it (%s): its file is damaged, or "
                       "what it runs at once is wrong; compile it anew",
                       name, strsignal(WTERMSIG(how)));
    return zn_plugin_load(ctx, name);
}
