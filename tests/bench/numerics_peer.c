/* numerics_peer.c - one solver of Debian's libsiconos-numerics on one problem
 * SPDX-License-Identifier: Apache-2.0
 *
 *     numerics_peer list CLASS FILE
 *     numerics_peer CLASS FILE SOLVER TOL ENOUGH LIMIT ANSWER
 *
 * Our own driver of that library's public interface. CLASS is the name that Zeno
 * gives the class, FILE is read by the library's own reader. The first form
 * prints the names of the solvers tried for it; the second one times a solver
 * (timing.h) and leaves its answer, which bench_solvers judges. */
#include "timing.h"

#include <string.h>

#include <Friction_cst.h>
#include <FrictionContactProblem.h>
#include <GlobalFrictionContactProblem.h>
#include <GlobalRollingFrictionContactProblem.h>
#include <LinearComplementarityProblem.h>
#include <MLCP_Solvers.h>
#include <MixedLinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <RelayProblem.h>
#include <RollingFrictionContactProblem.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
#include <lcp_cst.h>
#include <mlcp_cst.h>
#include <relay_cst.h>

/* ---- the solvers ---------------------------------------------------------- */

/* Which, with what inner solver (0: its own), and the iterations it needs room
 * for (0: its own limit). Left out: those that need other packages (PATH, GAMS,
 * lpsolve), the one-contact solvers, and names for the same method. */
typedef struct method {
    const char *name;
    int id;
    int inner;
    int iterations;
} method;

enum { MANY = 1000000 };

static const method lcp_methods[] = {
    {"lemke", SICONOS_LCP_LEMKE, 0, 0},
    {"pgs", SICONOS_LCP_PGS, 0, MANY},
    {"cpg", SICONOS_LCP_CPG, 0, MANY},
    {"latin", SICONOS_LCP_LATIN, 0, MANY},
    {"qp", SICONOS_LCP_QP, 0, 0},
    {"nsqp", SICONOS_LCP_NSQP, 0, 0},
    {"newton-min", SICONOS_LCP_NEWTONMIN, 0, 0},
    {"newton-fb", SICONOS_LCP_NEWTON_FB_FBLSA, 0, 0},
    {"newton-min-ls", SICONOS_LCP_NEWTON_MIN_FBLSA, 0, 0},
    {"rpgs", SICONOS_LCP_RPGS, 0, MANY},
    {"enum", SICONOS_LCP_ENUM, 0, 0},
    {"cao-ferris", SICONOS_LCP_AVI_CAOFERRIS, 0, 0},
    {"pivot", SICONOS_LCP_PIVOT, 0, 0},
    {"bard", SICONOS_LCP_BARD, 0, 0},
    {"murty", SICONOS_LCP_MURTY, 0, 0},
    {"pivot-lumod", SICONOS_LCP_PIVOT_LUMOD, 0, 0},
    {"pathsearch", SICONOS_LCP_PATHSEARCH, 0, 0},
    {NULL, 0, 0, 0},
};

static const method mlcp_methods[] = {
    {"pgs", SICONOS_MLCP_PGS, 0, MANY},
    {"rpgs", SICONOS_MLCP_RPGS, 0, MANY},
    {"psor", SICONOS_MLCP_PSOR, 0, MANY},
    {"enum", SICONOS_MLCP_ENUM, 0, 0},
    {"direct-enum", SICONOS_MLCP_DIRECT_ENUM, 0, 0},
    {"newton-fb", SICONOS_MLCP_FB, 0, 0},
    {"lemke", SICONOS_MLCP_LCP_LEMKE, 0, 0},
    {NULL, 0, 0, 0},
};

static const method relay_methods[] = {
    {"pgs", SICONOS_RELAY_PGS, 0, MANY},
    {"enum", SICONOS_RELAY_ENUM, 0, 0},
    {"lemke", SICONOS_RELAY_LEMKE, 0, 0},
    {"cao-ferris", SICONOS_RELAY_AVI_CAOFERRIS, 0, 0},
    {NULL, 0, 0, 0},
};

static const method fc2d_methods[] = {
    {"nsgs", SICONOS_FRICTION_2D_NSGS, 0, MANY},
    {"cpg", SICONOS_FRICTION_2D_CPG, 0, MANY},
    {"lemke", SICONOS_FRICTION_2D_LEMKE, 0, 0},
    {"enum", SICONOS_FRICTION_2D_ENUM, 0, 0},
    {NULL, 0, 0, 0},
};

static const method fc3d_methods[] = {
    {"nsgs", SICONOS_FRICTION_3D_NSGS, 0, MANY},
    {"nsgs-projection", SICONOS_FRICTION_3D_NSGS,
     SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration, MANY},
    {"nsgs-project1", SICONOS_FRICTION_3D_NSGS,
     SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnCone, MANY},
    {"nsgs-newton", SICONOS_FRICTION_3D_NSGS,
     SICONOS_FRICTION_3D_ONECONTACT_NSN, MANY},
    {"nsgs-quartic", SICONOS_FRICTION_3D_NSGS,
     SICONOS_FRICTION_3D_ONECONTACT_QUARTIC, MANY},
    {"nsgsv", SICONOS_FRICTION_3D_NSGSV,
     SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnCone_velocity, MANY},
    {"newton-ac", SICONOS_FRICTION_3D_NSN_AC, 0, 0},
    {"newton-ac-new", SICONOS_FRICTION_3D_NSN_AC_TEST, 0, 0},
    {"newton-fb", SICONOS_FRICTION_3D_NSN_FB, 0, 0},
    {"newton-natural", SICONOS_FRICTION_3D_NSN_NM, 0, 0},
    {"prox", SICONOS_FRICTION_3D_PROX, 0, 0},
    {"admm", SICONOS_FRICTION_3D_ADMM, 0, MANY},
    {"tresca", SICONOS_FRICTION_3D_TFP, 0, 0},
    {"aclm", SICONOS_FRICTION_3D_ACLMFP, 0, 0},
    {"panagiotopoulos", SICONOS_FRICTION_3D_PFP, 0, 0},
    {"de-saxce", SICONOS_FRICTION_3D_DSFP, 0, MANY},
    {"fixed-point", SICONOS_FRICTION_3D_FPP, 0, MANY},
    {"extragradient", SICONOS_FRICTION_3D_EG, 0, MANY},
    {"vi-fixed-point", SICONOS_FRICTION_3D_VI_FPP, 0, MANY},
    {"vi-extragradient", SICONOS_FRICTION_3D_VI_EG, 0, MANY},
    {NULL, 0, 0, 0},
};

static const method global_methods[] = {
    {"nsgs-wr", SICONOS_GLOBAL_FRICTION_3D_NSGS_WR, 0, MANY},
    {"nsgsv-wr", SICONOS_GLOBAL_FRICTION_3D_NSGSV_WR, 0, MANY},
    {"prox-wr", SICONOS_GLOBAL_FRICTION_3D_PROX_WR, 0, 0},
    {"tresca-wr", SICONOS_GLOBAL_FRICTION_3D_TFP_WR, 0, 0},
    {"newton-ac-wr", SICONOS_GLOBAL_FRICTION_3D_NSN_AC_WR, 0, 0},
    {"admm-wr", SICONOS_GLOBAL_FRICTION_3D_ADMM_WR, 0, MANY},
    {"nsgs", SICONOS_GLOBAL_FRICTION_3D_NSGS, 0, MANY},
    {"newton-ac", SICONOS_GLOBAL_FRICTION_3D_NSN_AC, 0, 0},
    {"vi-fixed-point", SICONOS_GLOBAL_FRICTION_3D_VI_FPP, 0, MANY},
    {"vi-extragradient", SICONOS_GLOBAL_FRICTION_3D_VI_EG, 0, MANY},
    {"aclm", SICONOS_GLOBAL_FRICTION_3D_ACLMFP, 0, 0},
    {"admm", SICONOS_GLOBAL_FRICTION_3D_ADMM, 0, MANY},
    {"interior-point", SICONOS_GLOBAL_FRICTION_3D_IPM, 0, 0},
    {NULL, 0, 0, 0},
};

static const method rolling_methods[] = {
    {"nsgs", SICONOS_ROLLING_FRICTION_3D_NSGS, 0, MANY},
    {"nsgs-project1", SICONOS_ROLLING_FRICTION_3D_NSGS,
     SICONOS_ROLLING_FRICTION_3D_ONECONTACT_ProjectionOnCone, MANY},
    {"admm", SICONOS_ROLLING_FRICTION_3D_ADMM, 0, MANY},
    {NULL, 0, 0, 0},
};

static const method global_rolling_methods[] = {
    {"nsgs-wr", SICONOS_GLOBAL_ROLLING_FRICTION_3D_NSGS_WR, 0, MANY},
    {NULL, 0, 0, 0},
};

/* The headers of the next two classes are not in the package: the numbers and
 * prototypes are those of its manual. */
static const method soclcp_methods[] = {
    {"nsgs", 1100, 0, MANY},
    {"vi-fixed-point", 1106, 0, MANY},
    {"vi-extragradient", 1107, 0, MANY},
    {NULL, 0, 0, 0},
};

/* inner: iparam[2], how equations are treated */
static const method generic_methods[] = {
    {"nsgs", 2000, 0, MANY},
    {"nsgs-substitute", 2000, 1, MANY},
    {"nsgs-assemble", 2000, 2, MANY},
    {"nsgs-mlcp", 2000, 3, MANY},
    {NULL, 0, 0, 0},
};

SecondOrderConeLinearComplementarityProblem *
secondOrderConeLinearComplementarityProblem_new(void);
int secondOrderConeLinearComplementarityProblem_newFromFilename(
    SecondOrderConeLinearComplementarityProblem *p, const char *path);
GenericMechanicalProblem *genericMechanical_new_from_filename(const char *path);
int gmp_driver(GenericMechanicalProblem *p, double *z, double *w,
               SolverOptions *options);

/* ---- a problem of any class ------------------------------------------------ */

/* z and w as Zeno has them; a global problem has (v, r) for z, u for w */
typedef struct peer {
    void *p;
    const method *methods;
    int (*drive)(struct peer *b);
    const method *chosen;
    size_t nz, nw, nv;
    double *z, *w;
    SolverOptions *options;
    SolverOptions *fresh; /* as they were before the first run */
    bool init;            /* mlcp: the solver wants a call before each solve */
    double tol;
} peer;

static int drive_lcp(peer *b)
{
    return linearComplementarity_driver(b->p, b->z, b->w, b->options);
}

/* The active sets that some keep from solve to solve would answer the same
 * problem at once: they begin anew. */
static int drive_mlcp(peer *b)
{
    int info;

    if (b->init)
        mlcp_driver_init(b->p, b->options);
    info = mlcp_driver(b->p, b->z, b->w, b->options);
    if (b->init)
        mlcp_driver_reset(b->p, b->options);
    return info;
}

static int drive_relay(peer *b)
{
    return relay_driver(b->p, b->z, b->w, b->options);
}

static int drive_fc2d(peer *b)
{
    return fc2d_driver(b->p, b->z, b->w, b->options);
}

static int drive_fc3d(peer *b)
{
    return fc3d_driver(b->p, b->z, b->w, b->options);
}

static int drive_global(peer *b)
{
    return gfc3d_driver(b->p, b->z + b->nv, b->w, b->z, b->options);
}

static int drive_rolling(peer *b)
{
    return rolling_fc3d_driver(b->p, b->z, b->w, b->options);
}

static int drive_global_rolling(peer *b)
{
    return g_rolling_fc3d_driver(b->p, b->z + b->nv, b->w, b->z, b->options);
}

static int drive_soclcp(peer *b)
{
    return soclcp_driver(b->p, b->z, b->w, b->options);
}

static int drive_generic(peer *b)
{
    return gmp_driver(b->p, b->z, b->w, b->options);
}

static void take(peer *b, void *p, const method *methods, int (*drive)(peer *b),
                 int nv, int nw)
{
    b->p = p;
    b->methods = methods;
    b->drive = drive;
    b->nv = (size_t)nv;
    b->nw = (size_t)nw;
    b->nz = b->nv + b->nw;
}

/* Some solvers take some storages only, or are right for some only: in the plane
 * sparse becomes dense, in space blocks; in global problems all becomes sparse. */
static NumericsMatrix *as_dense(NumericsMatrix *M)
{
    NumericsMatrix *D;

    if (M->storageType != NM_SPARSE)
        return M;
    D = NM_create(NM_DENSE, M->size0, M->size1);
    for (int j = 0; j < M->size1; j++)
        for (int i = 0; i < M->size0; i++)
            D->matrix0[i + (size_t)j * (size_t)M->size0] =
                NM_get_value(M, i, j);
    return D;
}

static NumericsMatrix *as_blocks(NumericsMatrix *M)
{
    NumericsMatrix *B;

    if (M->storageType != NM_SPARSE)
        return M;
    B = NM_create(NM_SPARSE_BLOCK, M->size0, M->size1);
    return SBM_from_csparse(3, NM_csc(M), B->matrix1) ? M : B;
}

static NumericsMatrix *as_sparse(NumericsMatrix *M)
{
    NumericsMatrix *S;

    if (M->storageType == NM_SPARSE)
        return M;
    S = NM_create(NM_SPARSE, M->size0, M->size1);
    NM_copy_to_sparse(M, S, 0);
    return S;
}

/* each 0 if its reader took the file */
static int open_lcp(peer *b, const char *path)
{
    LinearComplementarityProblem *p = calloc(1, sizeof *p);

    /* what it returns is not what its manual says */
    if (!p)
        return 1;
    linearComplementarity_newFromFilename(p, path);
    if (!p->M || !p->q)
        return 1;
    take(b, p, lcp_methods, drive_lcp, 0, p->size);
    return 0;
}

static int open_mlcp(peer *b, const char *path)
{
    MixedLinearComplementarityProblem *p = mixedLinearComplementarity_new();

    if (mixedLinearComplementarity_newFromFilename(p, path))
        return 1;
    take(b, p, mlcp_methods, drive_mlcp, 0, p->n + p->m);
    return 0;
}

static int open_relay(peer *b, const char *path)
{
    RelayProblem *p = relay_new_from_filename(path);

    if (!p)
        return 1;
    take(b, p, relay_methods, drive_relay, 0, p->size);
    return 0;
}

static int open_friction(peer *b, const char *path)
{
    FrictionContactProblem *p = frictionContact_new_from_filename(path);

    if (!p)
        return 1;
    p->M = p->dimension == 2 ? as_dense(p->M) : as_blocks(p->M);
    take(b, p, p->dimension == 2 ? fc2d_methods : fc3d_methods,
         p->dimension == 2 ? drive_fc2d : drive_fc3d, 0,
         p->dimension * p->numberOfContacts);
    return 0;
}

static int open_global(peer *b, const char *path)
{
    GlobalFrictionContactProblem *p =
        globalFrictionContact_new_from_filename(path);

    if (!p)
        return 1;
    p->M = as_sparse(p->M);
    p->H = as_sparse(p->H);
    take(b, p, global_methods, drive_global, p->M->size0,
         p->dimension * p->numberOfContacts);
    return 0;
}

static int open_rolling(peer *b, const char *path)
{
    RollingFrictionContactProblem *p =
        rollingFrictionContact_new_from_filename(path);

    if (!p)
        return 1;
    take(b, p, rolling_methods, drive_rolling, 0,
         p->dimension * p->numberOfContacts);
    return 0;
}

static int open_global_rolling(peer *b, const char *path)
{
    GlobalRollingFrictionContactProblem *p =
        globalRollingFrictionContact_new_from_filename(path);

    if (!p)
        return 1;
    take(b, p, global_rolling_methods, drive_global_rolling, p->M->size0,
         p->dimension * p->numberOfContacts);
    return 0;
}

/* both structs begin with their order */
static int open_soclcp(peer *b, const char *path)
{
    SecondOrderConeLinearComplementarityProblem *p =
        secondOrderConeLinearComplementarityProblem_new();

    if (secondOrderConeLinearComplementarityProblem_newFromFilename(p, path))
        return 1;
    take(b, p, soclcp_methods, drive_soclcp, 0, *(int *)(void *)p);
    return 0;
}

static int open_generic(peer *b, const char *path)
{
    GenericMechanicalProblem *p = genericMechanical_new_from_filename(path);

    if (!p)
        return 1;
    take(b, p, generic_methods, drive_generic, 0, *(int *)(void *)p);
    return 0;
}

/* the classes by the names that Zeno gives them */
static const struct {
    const char *name;
    int (*open)(peer *b, const char *path);
} classes[] = {
    {"lcp", open_lcp},
    {"mlcp", open_mlcp},
    {"relay", open_relay},
    {"friction", open_friction},
    {"global-friction", open_global},
    {"rolling-friction", open_rolling},
    {"global-rolling-friction", open_global_rolling},
    {"soclcp", open_soclcp},
    {"generic-mechanical", open_generic},
};

static int open_problem(peer *b, const char *class, const char *path)
{
    size_t i = 0, n = sizeof classes / sizeof classes[0];

    while (i < n && strcmp(classes[i].name, class) != 0)
        i++;
    if (i == n || classes[i].open(b, path))
        return 1;
    b->z = calloc(b->nz + 1, sizeof *b->z);
    b->w = calloc(b->nw + 1, sizeof *b->w);
    return !b->z || !b->w;
}

/* ---- one solver ------------------------------------------------------------ */

/* Solvers adapt their parameters while they run: put back those given. */
static void restore(SolverOptions *to, const SolverOptions *from)
{
    memcpy(to->iparam, from->iparam, (size_t)from->iSize * sizeof(int));
    memcpy(to->dparam, from->dparam, (size_t)from->dSize * sizeof(double));
    for (size_t i = 0;
         i < from->numberOfInternalSolvers && i < to->numberOfInternalSolvers;
         i++)
        if (to->internalSolvers[i] && from->internalSolvers[i])
            restore(to->internalSolvers[i], from->internalSolvers[i]);
}

static SolverOptions *make_options(const method *m, double tol)
{
    SolverOptions *o = solver_options_create(m->id);

    if (!o)
        return NULL;
    if (m->id == 2000)
        o->iparam[2] = m->inner;
    else if (m->inner)
        solver_options_update_internal(o, 0, m->inner);
    if (m->iterations)
        o->iparam[SICONOS_IPARAM_MAX_ITER] = m->iterations;
    o->dparam[SICONOS_DPARAM_TOL] = tol;
    return o;
}

static long solve(void *user)
{
    peer *b = user;

    if (b->nv) {
        /* solvers of global problems do not run twice with the same options */
        solver_options_delete(b->options);
        b->options = make_options(b->chosen, b->tol);
    } else {
        restore(b->options, b->fresh);
    }
    memset(b->z, 0, b->nz * sizeof *b->z);
    memset(b->w, 0, b->nw * sizeof *b->w);
    return b->drive(b);
}

int main(int argc, char **argv)
{
    peer b = {0};
    bench_answer a = {0};
    const method *m;

    if (argc != 8 && !(argc == 4 && strcmp(argv[1], "list") == 0)) {
        fprintf(stderr,
                "usage: %s list CLASS FILE\n"
                "       %s CLASS FILE SOLVER TOL ENOUGH LIMIT ANSWER\n",
                argv[0], argv[0]);
        return 2;
    }
    numerics_set_verbose(0);
    if (argc == 4) {
        if (open_problem(&b, argv[2], argv[3]))
            return 1;
        for (m = b.methods; m->name; m++)
            printf("%s\n", m->name);
        return 0;
    }
    if (open_problem(&b, argv[1], argv[2])) {
        fprintf(stderr, "%s: not read as %s\n", argv[2], argv[1]);
        return 1;
    }
    for (m = b.methods; m->name && strcmp(m->name, argv[3]) != 0; m++)
        continue;
    if (!m->name)
        return 1;
    b.chosen = m;
    b.tol = strtod(argv[4], NULL);
    b.options = make_options(m, b.tol);
    b.fresh = make_options(m, b.tol);
    if (!b.options || !b.fresh)
        return 1;
    b.init = m->id == SICONOS_MLCP_ENUM || m->id == SICONOS_MLCP_DIRECT_ENUM ||
             m->id == SICONOS_MLCP_FB;
    bench_measure(solve, &b, strtod(argv[5], NULL), strtod(argv[6], NULL), &a);
    a.iterations = b.options->iparam[SICONOS_IPARAM_ITER_DONE];
    a.nz = (long)b.nz;
    return bench_leave(argv[7], &a, b.z);
}
