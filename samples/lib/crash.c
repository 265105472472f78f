/* crash.c - a run that ends within a user's function says where, and loses nothing
 *
 * A crash (on a stack of its own: a recursion without end has used up the other), an
 * exit, and a second Ctrl-C while a function does not return. Said is which function
 * of which object it was and when; then what is recorded up to the last step goes to
 * the file. The heap may be damaged by then, so this is tried with a time limit, and
 * a second crash ends the program.
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "parts.h"

#define PATIENCE 10 /* seconds for writing what is there */

/* A handler of a signal has no argument for it. The run under way, if there is one. */
static struct {
    zn_sample *sample;
    pid_t pid; /* a child that a user's function made is none of ours */
} under_way;

static char stack[512 * 1024]; /* HDF5 writes on it */

static const struct {
    int number;
    const char *words;
} crashes[] = {
    {SIGSEGV, "crashed: an access outside of its memory (SIGSEGV)"},
    {SIGBUS, "crashed: an access outside of its memory (SIGBUS)"},
    {SIGFPE, "crashed: a division of integers by zero (SIGFPE)"},
    {SIGILL, "crashed: no machine instruction (SIGILL)"},
    {SIGABRT, "crashed: abort() was called, or an assertion failed (SIGABRT)"},
};

#define CRASHES (sizeof crashes / sizeof *crashes)

static void put(const char *words)
{
    if (write(STDERR_FILENO, words, strlen(words)) < 0) {
        /* nobody listens */
    }
}

/* Say it, and write what is there. Once: the second time it is for good. */
static void last_words(const char *what)
{
    zn_sample *s = under_way.sample;
    char where[512];

    under_way.sample = NULL;
    if (isatty(STDERR_FILENO))
        put("\r\033[K");
    put(s->program);
    put(": ");
    put(what);
    if (zn_operator_running(where, sizeof where)) {
        put(" in ");
        put(where);
    } else {
        put(" outside of the functions of the model");
    }
    put("\n");
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    if (s->recorder && !zn_recorder_flush(s->recorder)) {
        put(s->program);
        put(": the steps before are in ");
        put(s->args.output);
        put("\n");
    }
    alarm(0);
}

static void crashed(int sig)
{
    const char *what = "crashed";

    for (size_t k = 0; k < CRASHES; k++)
        if (crashes[k].number == sig)
            what = crashes[k].words;
    if (under_way.sample && under_way.pid == getpid())
        last_words(what);
    raise(sig); /* by now the default: a core, and the status that tells */
}

/* A step that goes on after a first Ctrl-C: where it is, and what ends it. */
static void remind(int sig)
{
    char where[512];

    (void)sig;
    if (!under_way.sample || under_way.pid != getpid())
        return;
    put(under_way.sample->program);
    put(": asked to end, still in ");
    put(zn_operator_running(where, sizeof where) ? where : "a step");
    put("; once more ends it at once\n");
}

void zni_crash_remind(void)
{
    struct sigaction act;

    memset(&act, 0, sizeof act);
    sigemptyset(&act.sa_mask);
    act.sa_handler = remind;
    act.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &act, NULL);
    alarm(1);
}

void zni_crash_stop(int sig)
{
    if (under_way.sample && under_way.pid == getpid())
        last_words(sig == SIGINT ? "interrupted once more, while it was"
                                 : "told to end once more, while it was");
    syscall(SYS_exit_group, 128 + sig);
}

/* exit() in a user's function; what HDF5 does at exit comes after. */
static void at_exit(void)
{
    if (!under_way.sample || under_way.pid != getpid())
        return;
    last_words("exit() was called");
    syscall(SYS_exit_group, FAILED);
}

/* The same, for those who leave without that: in a program that uses this library
 * these two come before the C library's. */
static _Noreturn void leave_at_once(int status)
{
    if (under_way.sample && under_way.pid == getpid()) {
        last_words("_exit() was called");
        status = FAILED;
    }
    for (;;)
        syscall(SYS_exit_group, status);
}

ZN_API void _exit(int status)
{
    leave_at_once(status);
}

ZN_API void _Exit(int status)
{
    leave_at_once(status);
}

static void listen(void)
{
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction act;

    memset(&act, 0, sizeof act);
    sigemptyset(&act.sa_mask);
    act.sa_handler = crashed;
    act.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
    if (sigaltstack(&alternate, NULL))
        return;
    for (size_t k = 0; k < CRASHES; k++) {
        struct sigaction old;
        /* sanitizers and debuggers have handlers of their own */
        if (!sigaction(crashes[k].number, NULL, &old) &&
            old.sa_handler == SIG_DFL)
            sigaction(crashes[k].number, &act, NULL);
    }
}

void zni_crash_begin(zn_sample *s)
{
    under_way.sample = s;
    under_way.pid = getpid();
    listen();
}

zn_status zni_crash_observe(void *user, const zn_simulation *sim)
{
    zn_sample *s = user;

    (void)sim;
    if (!s->exit_seen)
        s->exit_seen = atexit(at_exit) == 0;
    return ZN_OK;
}

void zni_crash_end(void)
{
    under_way.sample = NULL;
    alarm(0);
}
