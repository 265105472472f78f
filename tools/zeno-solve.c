/* zeno-solve.c - solve the problem of a file, and say what came of it in JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include "describe.h"
#include "plugin-trial.h"
#include "solve.h"
#include "solvers/core/same_place.h"

#include <zeno/plugin.h>
#include <zeno/random_problem.h>

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "zeno-solve - solve a complementarity or friction problem from a file\n"
    "\n"
    "  zeno-solve [options] FILE           solve, print one JSON object\n"
    "  zeno-solve [options] --random SPEC  the same of a random problem\n"
    "  zeno-solve --compare all FILE...    many solvers on many files\n"
    "  zeno-solve --list                   classes, solvers and their options\n"
    "\n"
    "The problem\n"
    "  -c, --class C          lcp, mlcp, relay, ...; by default what the file "
    "says\n"
    "  -r, --random SPEC      no file: a random problem with a known "
    "solution,\n"
    "                         'lcp n=50 seed=3'; --list shows the options\n"
    "  -i, --initial FILE     start from the solution in FILE\n"
    "  -w, --write FILE       write the problem too, as text (.dat) or fclib\n"
    "                         HDF5 (.h5, .hdf5)\n"
    "\n"
    "The solver\n"
    "  -p, --plugin NAME      load a plugin, for solvers or classes of its "
    "own;\n"
    "                         can be repeated\n"
    "  -s, --solver NAME      by default auto\n"
    "  -t, --tol T            error that counts as solved\n"
    "  -n, --max-iter N       iterations before giving up\n"
    "  -T, --time-limit S     seconds before giving up\n"
    "  -S, --set NAME=VALUE   any option of the solver; can be repeated\n"
    "\n"
    "The output\n"
    "  -o, --solution FILE    write the solution, as --initial reads it\n"
    "  -y, --history          the error by iteration, in the JSON\n"
    "  -q, --no-solution      leave the solution out of the JSON\n"
    "  -e, --explain          what was tried and why, how it ended, what it\n"
    "                         cost, on the standard error\n"
    "\n"
    "Comparing\n"
    "  -C, --compare WHICH    all, or solvers separated by commas\n"
    "  -Q, --quiet            no progress on the standard error\n"
    "  -O, --output NAME      write NAME.csv, NAME.gp and NAME.png; by "
    "default\n"
    "                         zeno-solve\n"
    "\n"
    "  -l, --list             classes, solvers and their options\n"
    "  -V, --version          the version\n"
    "  -h, --help             this help\n"
    "\n"
    "Returns 0 if the problem is solved, 1 if not, 2 if the command line is\n"
    "wrong, 3 if the problem or an option cannot be used.\n";

/* ---- listings ------------------------------------------------------------ */

static void list(zn_ctx *ctx)
{
    const zn_type *p, *s;
    const char *name;

    for (zn_index i = 0; (p = zn_type_at(ctx, ZN_KIND_PROBLEM, i)); i++) {
        zn_kind kind = ((const zn_problem_type *)p)->solver_kind;

        printf("%s: %s\n", p->name, p->summary);
        for (zn_index j = 0; (s = zn_type_at(ctx, kind, j)); j++)
            describe_class(s, true);
    }
    printf("sets:\n");
    for (zn_index i = 0; (s = zn_type_at(ctx, ZN_KIND_SET, i)); i++)
        describe_class(s, true);
    printf("random problems:\n");
    for (zn_index i = 0; (name = zn_problem_random_class(i)); i++) {
        printf("  %s\n", name);
        describe_options(zn_problem_random_options(ctx, name));
    }
}

/* ---- one file ------------------------------------------------------------ */

static void say(const zn_ctx *ctx)
{
    fprintf(stderr, "zeno-solve: %s\n", zn_errmsg(ctx));
}

static int status_of(zn_status st)
{
    return st == ZN_OK ? SOLVED : st > 0 ? NOT_SOLVED : FAILED;
}

/* The problem of the file, or the random one: its class, then its options. */
static zn_status get(zn_ctx *ctx, const request *r, const char *path,
                     zn_problem_file **out)
{
    char class[ZN_WORD_MAX];
    size_t n;

    if (!r->random)
        return zn_problem_file_read(ctx, path, r->class, out);
    n = strcspn(path, " ");
    if (n >= sizeof class)
        return zn_fail(ctx, ZN_ENOENT, "no class has a name as long as '%s'",
                       path);
    memcpy(class, path, n);
    class[n] = '\0';
    return zn_problem_random(ctx, class, path + n, out);
}

static int solve(zn_ctx *ctx, const request *r, const char *path)
{
    answer a = {.path = path, .info = {.solver = r->solver, .error = NAN}};
    zn_solver *s = NULL;

    a.status = get(ctx, r, path, &a.file);
    if (!a.status && r->write)
        a.status =
            zn_problem_file_write(ctx, r->write, zn_problem_file_class(a.file),
                                  zn_problem_file_problem(a.file));
    if (!a.status)
        a.status = answer_prepare(ctx, r, &a);
    if (!a.status)
        a.status = solver_prepare(ctx, r, zn_problem_file_class(a.file),
                                  r->solver, &s);
    if (!a.status)
        answer_solve(r, s, &a);
    answer_json(stdout, ctx, r, &a);
    if (a.status)
        say(ctx);
    if (a.status >= 0 && r->solution) {
        zn_status st = answer_save(ctx, &a, r->solution);

        if (st) {
            say(ctx);
            a.status = st;
        }
    }
    zn_solver_free(s);
    answer_free(ctx, &a);
    return status_of(a.status);
}

/* ---- the command line ---------------------------------------------------- */

static const struct option options[] = {
    {"class", required_argument, NULL, 'c'},
    {"solver", required_argument, NULL, 's'},
    {"tol", required_argument, NULL, 't'},
    {"max-iter", required_argument, NULL, 'n'},
    {"time-limit", required_argument, NULL, 'T'},
    {"set", required_argument, NULL, 'S'},
    {"plugin", required_argument, NULL, 'p'},
    {"random", required_argument, NULL, 'r'},
    {"initial", required_argument, NULL, 'i'},
    {"solution", required_argument, NULL, 'o'},
    {"write", required_argument, NULL, 'w'},
    {"history", no_argument, NULL, 'y'},
    {"no-solution", no_argument, NULL, 'q'},
    {"explain", no_argument, NULL, 'e'},
    {"quiet", no_argument, NULL, 'Q'},
    {"compare", required_argument, NULL, 'C'},
    {"output", required_argument, NULL, 'O'},
    {"list", no_argument, NULL, 'l'},
    {"version", no_argument, NULL, 'V'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int usage(const char *words, const char *what)
{
    fprintf(stderr, "zeno-solve: %s%s (zeno-solve --help)\n", words, what);
    return BAD_USAGE;
}

/* A positive number of seconds. */
static bool seconds(const char *text, double *x)
{
    char *end;

    *x = strtod(text, &end);
    return end != text && !*end && *x > 0 && isfinite(*x);
}

/* NAME=VALUE, as options are given, in no folder? */
static bool is_setting(const char *text)
{
    const size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789");

    return name > 0 && text[name] == '=' && !strchr(text, '/');
}

/* What does not ask for a file. */
static int without_file(zn_ctx *ctx, int c)
{
    if (c == 'l')
        list(ctx);
    else if (c == 'V')
        printf("zeno-solve %s\n", zn_version());
    else
        fputs(help, stdout);
    return SOLVED;
}

/* Take one option; false if its value is wrong, which has been said. */
static bool take(request *r, int c)
{
    switch (c) {
    case 'c':
        r->class = optarg;
        break;
    case 's':
        r->solver = optarg;
        break;
    case 't':
        r->tol = optarg;
        break;
    case 'n':
        r->max_iter = optarg;
        break;
    case 'p':
        r->plugin[r->plugins++] = optarg;
        break;
    case 'r':
        r->random = optarg;
        break;
    case 'i':
        r->initial = optarg;
        break;
    case 'o':
        r->solution = optarg;
        if (!is_setting(optarg))
            break;
        fprintf(stderr, "zeno-solve: --solution wants a file, not '%s': an option is --set %s, a file of that "
                "name ./%s\n", optarg, optarg, optarg);
        return false;
    case 'w':
        r->write = optarg;
        break;
    case 'y':
        r->history = true;
        break;
    case 'q':
        r->no_solution = true;
        break;
    case 'e':
        r->explain = true;
        break;
    case 'Q':
        r->quiet = true;
        break;
    case 'C':
        r->compare = optarg;
        break;
    case 'O':
        r->output = optarg;
        break;
    case 'T':
        if (seconds(optarg, &r->time_limit))
            break;
        usage("--time-limit wants seconds, not ", optarg);
        return false;
    case 'S':
        r->set[r->sets++] = optarg;
        if (strchr(optarg, '=') && *optarg != '=')
            break;
        usage("--set wants NAME=VALUE, not ", optarg);
        return false;
    default: /* getopt has said it */
        fputs("zeno-solve: see zeno-solve --help\n", stderr);
        return false;
    }
    return true;
}

/* False, and said, if what is written under `made` would take the place of a file that is read. */
static bool spares(const char *made, const char *read, const char *what)
{
    if (!made || !read || !zni_same_place(made, read))
        return true;
    fprintf(stderr, "zeno-solve: '%s': the %s would be written over; give another name\n",
            made, what);
    return false;
}

/* A solution may take the place of the one that it started from. */
static bool spare_files(const request *r, char **paths, int count)
{
    static const char *const suffix[] = {"csv", "gp", "png"};
    char made[4200];
    bool good = spares(r->solution, r->write, "problem") &&
                spares(r->write, r->initial, "starting point");

    for (int k = 0; good && k < count; k++) {
        good = spares(r->write, paths[k], "problem") &&
               spares(r->solution, paths[k], "problem");
        for (int i = 0; good && r->compare && i < 3; i++)
            if (snprintf(made, sizeof made, "%s.%s", r->output, suffix[i]) <
                (int)sizeof made)
                good = spares(made, paths[k], "problem");
    }
    return good;
}

static int run(zn_ctx *ctx, request *r, int argc, char **argv)
{
    int c, asked = -1;

    while ((c = getopt_long(argc, argv, "c:p:r:s:t:n:T:S:i:o:w:yqeQC:O:lVh",
                            options, NULL)) != -1) {
        if (c == 'l' || c == 'V' || c == 'h')
            asked = c;
        else if (!take(r, c))
            return BAD_USAGE;
    }
    for (int k = 0; k < r->plugins; k++)
        if (try_plugin(ctx, r->plugin[k])) {
            say(ctx);
            return FAILED;
        }
    if (asked >= 0)
        return without_file(ctx, asked);
    if (r->random && (optind < argc || r->compare || r->class))
        return usage("--random goes without file, --class and --compare", "");
    if (r->output && !r->compare)
        return usage("--output goes with --compare; --solution writes a solution", "");
    if (r->compare && (r->write || r->solution))
        return usage("--compare goes without --write and --solution: nothing would be written",
                     "");
    if (r->compare && (r->solver || r->history || r->no_solution))
        return usage("--compare goes without --solver, --history and --no-solution: it names its "
                     "solvers itself, and they fill a table",
                     "");
    if (!r->solver)
        r->solver = "auto";
    if (!r->output)
        r->output = "zeno-solve";
    if (!spare_files(r, argv + optind, argc - optind))
        return BAD_USAGE;
    if (r->random)
        return solve(ctx, r, r->random);
    if (optind == argc)
        return usage("which file?", "");
    if (r->compare)
        return compare(ctx, r, argv + optind, argc - optind);
    if (optind + 1 < argc)
        return usage("one file at a time, not also ", argv[optind + 1]);
    return solve(ctx, r, argv[optind]);
}

int main(int argc, char **argv)
{
    request r = {0};
    zn_ctx *ctx = NULL;
    int status = FAILED;
    zn_status st;

    if (!getenv("OPENBLAS_NUM_THREADS"))
        zn_blas_threads(1);
    if (argc > 0)
        argv[0] = "zeno-solve"; /* as getopt says who complains */
    r.set = calloc((size_t)argc + 1, sizeof *r.set);
    r.plugin = calloc((size_t)argc + 1, sizeof *r.plugin);
    st = r.set && r.plugin ? zn_ctx_new(&ctx) : ZN_ENOMEM;
    if (!st)
        status = run(ctx, &r, argc, argv);
    else
        fprintf(stderr, "zeno-solve: no context: %s\n", zn_status_name(st));
    zn_ctx_free(ctx);
    free(r.set);
    free(r.plugin);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "zeno-solve: cannot write: %s\n", strerror(errno));
        return FAILED;
    }
    return status;
}
