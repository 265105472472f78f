/* bench_solvers.c - every solver on every problem file, beside the peer's
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_solvers FOLDER OUT TABLE.csv TURNS.csv full|quick [PEER]
 *     bench_solvers --one CLASS FILE SOLVER TOL ENOUGH LIMIT ANSWER
 *
 * FOLDER has a folder of files per class; OUT is for what passes between the
 * processes; PEER is the program of numerics_peer.c. Each solve is a process of
 * its own (the second form; the same arguments as the peer's), so a crash or a
 * hang costs nothing. Whoever answered is judged here by one measure, that of the
 * problem class, at the z returned; w is computed from it.
 *
 * TABLE.csv has every solver once. As the machine's pace changes between two of them, `auto` and the
 * peer's fastest are run in turns, too: TURNS.csv. */
#define _GNU_SOURCE
#include "timing.h"
#include "one.h"

#include <dirent.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <fcntl.h>
#include <sys/wait.h>

#include <zeno/zeno.h>

static const double tol = 1e-8;

/* the peer's error measures are not ours: its tolerance is tightened until ours
 * is met */
static const double peer_tol[] = {1e-8, 1e-10, 1e-12, 1e-14};
enum { PEER_TOLS = sizeof peer_tol / sizeof peer_tol[0] };

static const char *const folders[] = {
    "LCP",         "MLCP",  "Relay",  "FC2D",        "FC3D",
    "HDF5-local",  "GFC2D", "GFC3D",  "SOCLCP",      "RFC3D",
    "HDF5-global", "GMP",   "GRFC3D", "HDF5-rolling"};
enum { FOLDERS = sizeof folders / sizeof folders[0] };

/* turns of `auto` and the peer's fastest: the middle one of an odd number counts */
enum { LEAST_TURNS = 3, MOST_TURNS = 15 };

typedef struct bench {
    zn_ctx *ctx;
    const char *self, *peer, *out;
    FILE *csv, *turns;
    bool quick;
    double enough; /* s of repetitions per solver */
    double most;   /* s for one solve             */
    double all;    /* s of all turns of a file    */
    /* of the file at hand */
    const char *name; /* folder/file */
    const char *path;
    const char *text; /* what the peer reads: the file, or a copy as text */
    const zn_problem_type *class;
    const void *problem;
    zn_index nz, nw, nnz, contacts;
    double *z, *w, *work;
    double best; /* s: fastest so far */
    double auto_s, peer_s; /* of `auto` and the peer's fastest; infinite: unsolved */
    char peer_solver[64];
    double peer_tol;
} bench;

static void must(bench *b, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_solvers: %s\n", zn_errmsg(b->ctx));
    exit(1);
}

/* ---- running and judging ---------------------------------------------------- */

/* Run a program with these arguments, its words thrown away. */
static int run(const char *const argv[], double wall)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        alarm((unsigned)wall);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    if (pid > 0)
        waitpid(pid, &status, 0);
    return status;
}

/* M and q of the classes whose dual is w = M z + q */
static bool linear(const char *name, const void *problem, const zn_matrix **M,
                   const double **q)
{
    if (strcmp(name, "lcp") == 0) {
        const zn_lcp *p = problem;
        *M = p->M;
        *q = p->q;
    } else if (strcmp(name, "mlcp") == 0) {
        const zn_mlcp *p = problem;
        *M = p->M;
        *q = p->q;
    } else if (strcmp(name, "relay") == 0) {
        const zn_relay *p = problem;
        *M = p->M;
        *q = p->q;
    } else if (strcmp(name, "friction") == 0) {
        const zn_friction *p = problem;
        *M = p->M;
        *q = p->q;
    } else if (strcmp(name, "rolling-friction") == 0) {
        const zn_rolling_friction *p = problem;
        *M = p->M;
        *q = p->q;
    } else if (strcmp(name, "soclcp") == 0) {
        const zn_soclcp *p = problem;
        *M = p->M;
        *q = p->q;
    } else if (strcmp(name, "generic-mechanical") == 0) {
        const zn_generic *p = problem;
        *M = p->M;
        *q = p->q;
    } else {
        return false;
    }
    return true;
}

/* w = H' v + b, v first in z */
static zn_index global(const zn_matrix *M, const zn_matrix *H, const double b[],
                       zn_index nw, const double z[], double w[])
{
    memcpy(w, b, (size_t)nw * sizeof *w);
    if (H)
        zn_matrix_mul_t(H, 1, z, 1, w);
    return zn_matrix_nnz(M) + (H ? zn_matrix_nnz(H) : 0);
}

/* w at z; returns the stored values of the problem's matrices, 0: class not
 * known here */
static zn_index dual(const char *name, const void *problem, zn_index nw,
                     const double z[], double w[])
{
    const zn_matrix *M;
    const double *q;

    if (linear(name, problem, &M, &q)) {
        memcpy(w, q, (size_t)nw * sizeof *w);
        zn_matrix_mul(M, 1, z, 1, w);
        return zn_matrix_nnz(M);
    }
    if (strcmp(name, "global-friction") == 0) {
        const zn_global_friction *p = problem;
        return global(p->M, p->nc ? p->H : NULL, p->b, nw, z, w);
    }
    if (strcmp(name, "global-rolling-friction") == 0) {
        const zn_global_rolling_friction *p = problem;
        return global(p->M, p->nc ? p->H : NULL, p->b, nw, z, w);
    }
    return 0;
}

static double judge(bench *b, const bench_answer *a)
{
    if (a->nz != b->nz)
        return NAN;
    for (zn_index i = 0; i < b->nz; i++)
        if (!isfinite(b->z[i]))
            return NAN;
    dual(b->class->type.name, b->problem, b->nw, b->z, b->w);
    return b->class->error(b->problem, b->z, b->w, b->work);
}

/* Read what a process left; false if it left nothing of use. */
static bool read_answer(bench *b, const char *path, bench_answer *a)
{
    FILE *f = fopen(path, "rb");
    bool good = f && fread(a, sizeof *a, 1, f) == 1 && a->nz == b->nz &&
                fread(b->z, sizeof *b->z, (size_t)a->nz, f) == (size_t)a->nz;

    if (f)
        fclose(f);
    return good;
}

/* Run one solver for so many seconds of repetitions, a solve for at most so many; what it left. */
static int run_one(bench *b, bool ours, const char *solver, double t, double repeat, double most,
                   bench_answer *a, bool *left)
{
    char tolerance[32], enough[32], limit[32], answer[4096];
    const char *argv[] = {ours ? b->self : b->peer,
                          "--one",
                          b->class->type.name,
                          ours ? b->path : b->text,
                          solver,
                          tolerance,
                          enough,
                          limit,
                          answer,
                          NULL};
    int status;

    snprintf(tolerance, sizeof tolerance, "%g", t);
    snprintf(enough, sizeof enough, "%g", repeat);
    snprintf(limit, sizeof limit, "%g", most);
    snprintf(answer, sizeof answer, "%s/answer", b->out);
    unlink(answer);
    if (!ours) {
        /* the peer's program has no first word */
        memmove(argv + 1, argv + 2, 8 * sizeof *argv);
    }
    status = run(argv, 60 + 20 * (most + repeat));
    *left = !WIFSIGNALED(status) && read_answer(b, answer, a);
    return status;
}

/* what the turns need to know of the table */
static void remember(bench *b, bool ours, const char *solver, double t, double least)
{
    b->best = fmin(b->best, least);
    if (ours && strcmp(solver, "auto") == 0)
        b->auto_s = least;
    if (ours || !(least < b->peer_s))
        return;
    b->peer_s = least;
    b->peer_tol = t;
    snprintf(b->peer_solver, sizeof b->peer_solver, "%s", solver);
}

/* One line of the table; returns whether a tighter tolerance may help. */
static bool try(bench *b, const char *who, const char *solver, double t)
{
    const bool ours = strcmp(who, "zeno") == 0;
    /* who takes a hundred times the best is no candidate any more */
    const double most = fmin(b->most, fmax(0.2, 100 * b->best));
    const char *outcome;
    bench_answer a = {
        .iterations = -1, .first = NAN, .median = NAN, .least = NAN};
    double error = NAN;
    bool left;
    const int status = run_one(b, ours, solver, t, b->enough, most, &a, &left);

    if (WIFSIGNALED(status) &&
        (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM)) {
        outcome = "time";
    } else if (WIFSIGNALED(status)) {
        outcome = "crash";
    } else if (!left) {
        outcome = "refused";
    } else {
        error = judge(b, &a);
        outcome = error <= tol ? "solved" : a.status ? "failed" : "inaccurate";
        if (error <= tol)
            remember(b, ours, solver, t, a.least);
    }
    fprintf(b->csv,
            "%s,%s,%td,%td,%td,%s,%s,%g,%s,%ld,%.3g,%.4g,%.4g,%.4g,%ld,"
            "%ld\n",
            b->name, b->class->type.name, b->nz, b->nnz, b->contacts, who,
            solver, t, outcome, a.iterations, error, a.median, a.least, a.first,
            a.runs, a.kb);
    fflush(b->csv);
    return strcmp(outcome, "inaccurate") == 0 ||
           (strcmp(outcome, "failed") == 0 && error < 1e-4);
}

static void try_ours(bench *b)
{
    const zn_type *t;

    try(b, "zeno", "auto", tol);
    for (zn_index i = 0; (t = zn_type_at(b->ctx, b->class->solver_kind, i));
         i++)
        if (strcmp(t->name, "auto") != 0)
            try(b, "zeno", t->name, tol);
}

static void try_peer(bench *b)
{
    char command[8192], line[128];
    FILE *f;

    snprintf(command, sizeof command, "'%s' list '%s' '%s' 2>/dev/null",
             b->peer, b->class->type.name, b->text);
    f = popen(command, "r");
    if (!f)
        return;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        for (int i = 0; i < PEER_TOLS && try(b, "peer", line, peer_tol[i]); i++)
            continue;
    }
    pclose(f);
}

/* ---- in turns ---------------------------------------------------------------- */

static double median(int n, double x[])
{
    qsort(x, (size_t)n, sizeof *x, bench_ascending);
    return x[n / 2];
}

/* Turns that the time allows, of this many seconds each: an odd number. */
static int turns_in(double all, double each)
{
    const double n = fmin(fmax(all / each, LEAST_TURNS), MOST_TURNS);

    return (int)n | 1;
}

/* The least time of a solver in this turn; NAN: it failed where it did not before. */
static double turn(bench *b, bool ours, double repeat)
{
    bench_answer a;
    bool left;

    run_one(b, ours, ours ? "auto" : b->peer_solver, ours ? tol : b->peer_tol, repeat, b->most, &a,
            &left);
    return left && judge(b, &a) <= tol ? a.least : NAN;
}

/* `auto` and the peer's fastest, this one first in every second turn: one line with the medians of
 * their times and of the ratios. */
static void in_turns(bench *b)
{
    /* s: of repetitions in a turn, and what processes take beside them */
    const double repeat = 0.1 * b->enough, beside = 0.1;
    double t[2][MOST_TURNS], ratio[MOST_TURNS];
    int n;

    if (!isfinite(b->auto_s) || !isfinite(b->peer_s))
        return;
    /* the first solve of a process is not counted */
    n = turns_in(b->all, beside + 2 * (repeat + b->auto_s + b->peer_s));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) {
            const int who = (i + k) % 2;

            t[who][i] = turn(b, who == 0, repeat);
        }
        ratio[i] = t[1][i] / t[0][i];
        if (isnan(ratio[i]))
            return;
    }
    const double middle = median(n, ratio);

    fprintf(b->turns, "%s,%s,%g,%d,%.4g,%.4g,%.4g,%.4g,%.4g\n", b->name, b->peer_solver,
            b->peer_tol, n, median(n, t[0]), median(n, t[1]), middle, ratio[0], ratio[n - 1]);
    fflush(b->turns);
}

/* ---- files ------------------------------------------------------------------- */

/* All solvers on one file; a file that is not read is told and left out. */
static void file(bench *b, const char *folder, const char *name)
{
    char path[4096], label[512], text[4352];
    zn_problem_file *f = NULL;
    const zn_type *t;
    size_t length = strlen(name);

    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(label, sizeof label, "%s/%s", strrchr(folder, '/') + 1, name);
    snprintf(text, sizeof text, "%s", path);
    if (zn_problem_file_read(b->ctx, path, NULL, &f)) {
        printf("left out: %s: %s\n", label, zn_errmsg(b->ctx));
        return;
    }
    must(b,
         zn_type_find(b->ctx, ZN_KIND_PROBLEM, zn_problem_file_class(f), &t));
    b->class = (const zn_problem_type *)t;
    b->problem = zn_problem_file_problem(f);
    b->name = label;
    b->path = path;
    b->text = text;
    b->nz = zn_problem_file_nz(f);
    b->nw = zn_problem_file_nw(f);
    b->contacts = zn_problem_file_contacts(f);
    b->z = calloc((size_t)b->nz + 1, sizeof *b->z);
    b->w = calloc((size_t)b->nw + 1, sizeof *b->w);
    b->work = calloc((size_t)(b->nz + b->nw), sizeof *b->work);
    b->best = b->auto_s = b->peer_s = INFINITY;
    if (!b->z || !b->w || !b->work)
        exit(1);
    b->nnz = dual(t->name, b->problem, b->nw, b->z, b->w);
    if (!b->nnz) {
        printf("left out: %s: class %s\n", label, t->name);
    } else {
        /* the peer's package reads no HDF5 */
        if (length > 5 && strcmp(name + length - 5, ".hdf5") == 0) {
            snprintf(text, sizeof text, "%s/%s.dat", b->out, name);
            must(b, zn_problem_file_write(b->ctx, text, t->name, b->problem));
        }
        printf("%s\n", label);
        fflush(stdout);
        try_ours(b);
        if (b->peer) {
            try_peer(b);
            in_turns(b);
        }
    }
    free(b->z);
    free(b->w);
    free(b->work);
    zn_problem_file_free(f);
}

static int visible(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

/* The files of a folder by name; of many, a quick run takes every third. */
static void folder(bench *b, const char *root, const char *name)
{
    char path[2048];
    struct dirent **list;
    int n, step;

    snprintf(path, sizeof path, "%s/%s", root, name);
    n = scandir(path, &list, visible, alphasort);
    if (n < 0) {
        printf("left out: no folder %s\n", name);
        return;
    }
    step = b->quick && n > 4 ? 3 : 1;
    for (int i = 0; i < n; i++) {
        if (i % step == 0)
            file(b, path, list[i]->d_name);
        free(list[i]);
    }
    free(list);
}

static FILE *table(const char *path, const char *header)
{
    FILE *f = fopen(path, "w");

    if (!f) {
        perror(path);
        exit(1);
    }
    fprintf(f, "%s\n", header);
    return f;
}

int main(int argc, char **argv)
{
    bench b = {.enough = 0.2, .most = 10, .all = 2};

    if (argc == 9 && strcmp(argv[1], "--one") == 0)
        return bench_one(argv + 2);
    if (argc < 6 || argc > 7) {
        fprintf(stderr, "usage: %s FOLDER OUT TABLE.csv TURNS.csv full|quick [PEER]\n",
                argv[0]);
        return 2;
    }
    b.self = argv[0];
    b.out = argv[2];
    b.peer = argc > 6 ? argv[6] : NULL;
    b.quick = strcmp(argv[5], "quick") == 0;
    if (b.quick) {
        b.enough = 0.02;
        b.most = 1;
        b.all = 0.2;
    }
    b.csv = table(argv[3], "file,class,n,nnz,contacts,who,solver,tol,outcome,"
                           "iterations,error,median_s,least_s,first_s,runs,kb");
    b.turns = table(argv[4], "file,solver,tol,turns,auto_s,peer_s,ratio,least_ratio,most_ratio");
    must(&b, zn_ctx_new(&b.ctx));
    for (int i = 0; i < FOLDERS; i++)
        folder(&b, argv[1], folders[i]);
    zn_ctx_free(b.ctx);
    return (fclose(b.csv) != 0) | (fclose(b.turns) != 0);
}
