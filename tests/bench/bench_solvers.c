/* bench_solvers.c - every solver on every problem file, beside the peer's
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_solvers FOLDER OUT TABLE.csv full|quick [PEER]
 *     bench_solvers --one CLASS FILE SOLVER TOL ENOUGH LIMIT ANSWER
 *
 * FOLDER has a folder of files per class; OUT is for what passes between the
 * processes; PEER is the program of numerics_peer.c. Each solve is a process of
 * its own (the second form; the same arguments as the peer's), so a crash or a
 * hang costs nothing. Whoever answered is judged here by one measure, that of the
 * problem class, at the z returned; w is computed from it. */
#define _GNU_SOURCE
#include "timing.h"

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

typedef struct bench {
    zn_ctx *ctx;
    const char *self, *peer, *out;
    FILE *csv;
    bool quick;
    double enough; /* s of repetitions per solver */
    double most;   /* s for one solve             */
    /* of the file at hand */
    const char *name; /* folder/file */
    const char *path;
    const char *text; /* what the peer reads: the file, or a copy as text */
    const zn_problem_type *class;
    const void *problem;
    zn_index nz, nw, nnz, contacts;
    double *z, *w, *work;
    double best; /* s: fastest so far */
} bench;

static void must(bench *b, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_solvers: %s\n", zn_errmsg(b->ctx));
    exit(1);
}

/* ---- the second form: one of our solvers ------------------------------------ */

typedef struct job {
    zn_solver *s;
    const void *p;
    double *z, *w;
    zn_index nz, nw;
    zn_solve_info info;
    /* the same with values 1.5 times as large (no power of two: those have the same bits
     * in units of their own), for every second solve, where solvers keep
     * the factors of small matrices */
    const void *twin[2];
    long turn;
} job;

static long solve(void *user)
{
    job *j = user;

    memset(j->z, 0, (size_t)j->nz * sizeof *j->z);
    memset(j->w, 0, (size_t)j->nw * sizeof *j->w);
    if (j->twin[0])
        j->p = j->twin[j->turn++ % 2];
    return zn_solver_solve(j->s, j->p, j->z, j->w, &j->info);
}

/* x 1.5 times, in memory that stays */
static const double *grown(zn_index n, const double x[])
{
    double *y = calloc((size_t)n, sizeof *y);

    if (!y)
        exit(1);
    for (zn_index i = 0; i < n; i++)
        y[i] = 1.5 * x[i];
    return y;
}

/* Small dense problems, lcp, mlcp or relay, and mixed ones of mechanics, in which they are: the
 * other of the two has the same z. */
static void twin(job *j, const char *class)
{
    static zn_matrix M;
    static zn_lcp lcp;
    static zn_mlcp mlcp;
    static zn_relay relay;
    static zn_generic generic;
    const zn_matrix **to;
    const double **q;

    if (strcmp(class, "lcp") == 0) {
        lcp = *(const zn_lcp *)j->p;
        to = &lcp.M;
        q = &lcp.q;
        j->twin[1] = &lcp;
    } else if (strcmp(class, "mlcp") == 0) {
        mlcp = *(const zn_mlcp *)j->p;
        to = &mlcp.M;
        q = &mlcp.q;
        j->twin[1] = &mlcp;
    } else if (strcmp(class, "relay") == 0) {
        relay = *(const zn_relay *)j->p;
        to = &relay.M;
        q = &relay.q;
        j->twin[1] = &relay;
    } else if (strcmp(class, "generic-mechanical") == 0) {
        generic = *(const zn_generic *)j->p;
        to = &generic.M;
        q = &generic.q;
        j->twin[1] = &generic;
    } else {
        return;
    }
    M = **to;
    if (M.storage != ZN_DENSE && to != &generic.M)
        return;
    M.x = grown(zn_matrix_nnz(*to), M.x);
    *to = &M;
    *q = grown(j->nw, *q);
    j->twin[0] = j->p;
}

/* as many iterations as the time allows for methods whose limit is a guess */
static void allow(zn_solver *s)
{
    const zn_solver_type *t = zn_solver_class(s);
    const zn_option *o = zn_option_find(t->type.options, "max_iter");

    if (o && o->def >= 1000)
        zn_solver_set_real(s, "max_iter", 1e6);
}

static int one(char **argv)
{
    zn_problem_file *f = NULL;
    bench_answer a = {0};
    bench b = {0};
    job j = {0};

    must(&b, zn_ctx_new(&b.ctx));
    must(&b, zn_problem_file_read(b.ctx, argv[1], argv[0], &f));
    must(&b, zn_solver_new(b.ctx, argv[0], argv[2], &j.s));
    must(&b, zn_solver_set_real(j.s, "tol", strtod(argv[3], NULL)));
    if (strcmp(argv[2], "auto") != 0)
        allow(j.s);
    j.p = zn_problem_file_problem(f);
    j.nz = zn_problem_file_nz(f);
    j.nw = zn_problem_file_nw(f);
    j.z = calloc((size_t)j.nz + 1, sizeof *j.z);
    j.w = calloc((size_t)j.nw + 1, sizeof *j.w);
    if (!j.z || !j.w)
        return 1;
    twin(&j, argv[0]);
    bench_measure(solve, &j, strtod(argv[4], NULL), strtod(argv[5], NULL), &a);
    a.iterations = j.info.iterations;
    a.nz = j.nz;
    return bench_leave(argv[6], &a, j.z);
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

/* One line of the table; returns whether a tighter tolerance may help. */
static bool try(bench *b, const char *who, const char *solver, double t)
{
    char tolerance[32], enough[32], limit[32], answer[4096];
    bool ours = strcmp(who, "zeno") == 0;
    /* who takes a hundred times the best is no candidate any more */
    double most = fmin(b->most, fmax(0.2, 100 * b->best));
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
    const char *outcome;
    bench_answer a = {
        .iterations = -1, .first = NAN, .median = NAN, .least = NAN};
    double error = NAN;

    snprintf(tolerance, sizeof tolerance, "%g", t);
    snprintf(enough, sizeof enough, "%g", b->enough);
    snprintf(limit, sizeof limit, "%g", most);
    snprintf(answer, sizeof answer, "%s/answer", b->out);
    unlink(answer);
    if (!ours) {
        /* the peer's program has no first word */
        memmove(argv + 1, argv + 2, 8 * sizeof *argv);
    }
    int status = run(argv, 60 + 20 * (most + b->enough));
    if (WIFSIGNALED(status) &&
        (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM)) {
        outcome = "time";
    } else if (WIFSIGNALED(status)) {
        outcome = "crash";
    } else if (!read_answer(b, answer, &a)) {
        outcome = "refused";
    } else {
        error = judge(b, &a);
        outcome = error <= tol ? "solved" : a.status ? "failed" : "inaccurate";
        if (error <= tol && a.least < b->best)
            b->best = a.least;
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
    b->best = INFINITY;
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
        if (b->peer)
            try_peer(b);
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

int main(int argc, char **argv)
{
    bench b = {.enough = 0.2, .most = 10};

    if (argc == 9 && strcmp(argv[1], "--one") == 0)
        return one(argv + 2);
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: %s FOLDER OUT TABLE.csv full|quick [PEER]\n",
                argv[0]);
        return 2;
    }
    b.self = argv[0];
    b.out = argv[2];
    b.peer = argc > 5 ? argv[5] : NULL;
    b.quick = strcmp(argv[4], "quick") == 0;
    if (b.quick) {
        b.enough = 0.02;
        b.most = 1;
    }
    b.csv = fopen(argv[3], "w");
    if (!b.csv) {
        perror(argv[3]);
        return 1;
    }
    fprintf(b.csv, "file,class,n,nnz,contacts,who,solver,tol,outcome,"
                   "iterations,error,median_s,least_s,first_s,runs,kb\n");
    must(&b, zn_ctx_new(&b.ctx));
    for (int i = 0; i < FOLDERS; i++)
        folder(&b, argv[1], folders[i]);
    zn_ctx_free(b.ctx);
    return fclose(b.csv) != 0;
}
