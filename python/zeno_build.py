# zeno_build.py - compiles the module _zeno, which calls the libraries (cffi, API mode)
# SPDX-License-Identifier: Apache-2.0
#
# The declarations are those of include/zeno; the C compiler checks them against the
# headers. Where the libraries are is asked of pkg-config: the package "zeno", or the
# file in ZENO_PC (zeno-uninstalled.pc of a build folder).
import glob
import os
import re
import subprocess

from cffi import FFI


def ask(what):
    package = os.environ.get("ZENO_PC", "zeno")
    return subprocess.run(["pkg-config", what, package], check=True,
                          capture_output=True, text=True).stdout.split()


def libraries():
    words = [w for w in ask("--libs") if w != "-lzeno-sample"]
    return words + ["-Wl,-rpath," + folder for folder in ask("--variable=libdir")]


ffi = FFI()
ffi.cdef("""
typedef ptrdiff_t zn_index;
typedef enum { ZN_OK, ZN_RETRY, ZN_UNSOLVED, ZN_END, ZN_STOPPED,
    ZN_INCONSISTENT, ZN_INDETERMINATE, ZN_ENOMEM, ZN_ENOENT, ... } zn_status;
const char *zn_status_name(zn_status st);
const char *zn_version(void);
void zn_blas_threads(int n);
const char *zeno_doc(const char *function);

typedef struct zn_ctx zn_ctx;
zn_status zn_ctx_new(zn_ctx **out);
void zn_ctx_free(zn_ctx *ctx);
const char *zn_errmsg(const zn_ctx *ctx);
zn_status zn_kernel_register(zn_ctx *ctx);
typedef enum { ZN_LOG_WARN, ... } zn_log_level;
typedef void zn_log_fn(void *user, zn_log_level level, const char *line);
void zn_ctx_set_log(zn_ctx *ctx, zn_log_level level, zn_log_fn *fn, void *user);
extern "Python" void zeno_log(void *user, zn_log_level level, const char *line);
zn_status zn_plugin_load(zn_ctx *ctx, const char *name);

typedef enum { ZN_DENSE, ZN_CSC, ... } zn_storage;
typedef struct { zn_storage storage; zn_index rows, cols; const double *x;
                 const zn_index *p, *i; ...; } zn_matrix;
typedef struct { zn_index n; const zn_matrix *M; const double *q; ...; } zn_lcp;
typedef struct { zn_index n; const zn_matrix *M; const double *q;
                 const unsigned char *eq; ...; } zn_mlcp;
typedef struct { zn_index n; const zn_matrix *M; const double *q, *lb, *ub; ...;
               } zn_relay;
typedef struct { zn_index n, m; const zn_matrix *M; const double *q, *H, *K; ...;
               } zn_avi;
typedef struct { zn_index n; const zn_matrix *M; const double *q, *lb, *ub;
                 zn_index m; const zn_matrix *A; const double *b; ...; } zn_qp;
typedef struct { zn_index d, nc; const zn_matrix *M; const double *q, *mu; ...;
               } zn_friction;
typedef struct { zn_index d, nc; const zn_matrix *M; const double *q, *mu, *mu_r;
                 ...; } zn_rolling_friction;

typedef struct { zn_index n; const zn_matrix *M; const double *q; zn_index ncones;
                 const zn_index *cone; const double *tau; ...; } zn_soclcp;
typedef struct { zn_index d, nc, n; const zn_matrix *M, *H; const double *q, *b, *mu;
                 ...; } zn_global_friction;
typedef struct { zn_index d, nc, n; const zn_matrix *M, *H; const double *q, *b, *mu,
                 *mu_r; ...; } zn_global_rolling_friction;
typedef struct { zn_index n; const zn_matrix *M; const double *q; zn_index nb;
                 const zn_index *start; const unsigned char *kind;
                 const double *lb, *ub, *mu, *mu_r; ...; } zn_generic;
const char *zn_generic_kind_name(int kind);
typedef enum { ZN_DRUCKER_PRAGER, ZN_VON_MISES, ... } zn_yield;
typedef struct { zn_index nc; zn_yield model; const zn_matrix *M; const double *q,
                 *eta, *theta, *sigma_y; ...; } zn_plasticity;
typedef struct { double K, eta, e; ...; } zn_compliance;
typedef struct { zn_index n; const zn_matrix *M; const double *q;
                 const zn_compliance *of; const unsigned char *eq;
                 const double *mu; ...;
               } zn_multiple_impact;
typedef zn_status zn_map_fn(void *user, const double z[], double out[]);
typedef zn_status zn_project_fn(void *user, double x[]);
typedef zn_status zn_jacobian_fn(void *user, const double z[], double values[]);
typedef struct { zn_index n; zn_map_fn *F; zn_jacobian_fn *jacobian;
                 const zn_matrix *J; void *user; const double *z_size, *F_size;
                 ...; } zn_ncp;
typedef struct { zn_index n; zn_map_fn *F; zn_jacobian_fn *jacobian;
                 const zn_matrix *J; void *user; const double *lb, *ub;
                 const double *z_size, *F_size; ...; } zn_mcp;
typedef struct { zn_index n; zn_map_fn *F; zn_project_fn *project; void *user;
                 const double *lb, *ub; zn_jacobian_fn *jacobian;
                 const zn_matrix *J; ...; } zn_vi;
zn_status zeno_fail(zn_ctx *ctx, const char *words);
extern "Python" zn_status zeno_map(void *user, const double z[], double out[]);
extern "Python" zn_status zeno_project(void *user, double x[]);
extern "Python" zn_status zeno_jacobian(void *user, const double z[], double out[]);

typedef enum { ZN_SOLVED, ... } zn_outcome;
const char *zn_outcome_name(zn_outcome o);
typedef struct { zn_outcome outcome; double error; zn_index iterations;
                 const char *solver; ...; } zn_solve_info;
typedef struct zn_solver zn_solver;
zn_status zn_solver_new(zn_ctx *ctx, const char *problem, const char *name,
                        zn_solver **out);
void zn_solver_free(zn_solver *s);
zn_status zn_solver_set(zn_solver *s, const char *option, const char *value);
void zn_solver_set_time_limit(zn_solver *s, double seconds);
zn_status zn_solver_solve(zn_solver *s, const void *p, double z[], double w[],
                          zn_solve_info *info);

typedef struct zn_problem_file zn_problem_file;
zn_status zn_problem_file_read(zn_ctx *ctx, const char *path, const char *name,
                               zn_problem_file **out);
void zn_problem_file_free(zn_problem_file *f);
const char *zn_problem_file_class(const zn_problem_file *f);
const void *zn_problem_file_problem(const zn_problem_file *f);
zn_index zn_problem_file_nz(const zn_problem_file *f);
zn_index zn_problem_file_nw(const zn_problem_file *f);

typedef struct { double t; zn_index nq, nv, nx, nl, nu;
                 const double *q, *v, *x, *lambda, *u, *q0; zn_index rows, cols;
                 double *out; zn_index nz; double *z; ...; } zn_args;
typedef void zn_closure_fn(void *user, const zn_args *a);
void zeno_raise(const char *words);
extern "Python" void zeno_call(void *user, const zn_args *a);
typedef struct zn_operator zn_operator;
zn_status zn_operator_set_constant(zn_operator *op, zn_index rows, zn_index cols,
                                   const double values[]);
zn_status zn_operator_set_sparse(zn_operator *op, const zn_matrix *A);
zn_status zn_operator_set_closure(zn_operator *op, zn_closure_fn *f, void *user,
                                  void (*drop)(void *user));
zn_status zn_operator_set_name(zn_operator *op, const char *name);
typedef struct zn_ds zn_ds;
typedef struct zn_relation zn_relation;
typedef struct zn_law zn_law;
typedef struct zn_interaction zn_interaction;
typedef struct zn_model zn_model;
typedef struct zn_simulation zn_simulation;
zn_status zn_ds_new(zn_ctx *ctx, const char *cls, const char *name, zn_index n,
                    const double q0[], const double v0[], zn_ds **out);
zn_status zn_ds_new_first_order(zn_ctx *ctx, const char *cls, const char *name,
                                zn_index n, const double x0[], zn_ds **out);
void zn_ds_free(zn_ds *ds);
zn_index zn_ds_nq(const zn_ds *ds);
zn_index zn_ds_nv(const zn_ds *ds);
zn_index zn_ds_nx(const zn_ds *ds);
zn_status zn_ds_set(zn_ds *ds, const char *option, const char *value);
zn_operator *zn_ds_operator(zn_ds *ds, const char *name);
zn_status zn_ds_prescribe(zn_ds *ds, zn_index n, const zn_index index[],
                          const double values[]);
zn_status zn_ds_prescribe_closure(zn_ds *ds, zn_index n, const zn_index index[],
                                  zn_closure_fn *f, void *user,
                                  void (*drop)(void *user));
zn_status zn_ds_set_z(zn_ds *ds, zn_index nz, const double z[]);
zn_status zn_ds_set_u(zn_ds *ds, zn_index nu, const double u[]);
double *zn_ds_u(zn_ds *ds, zn_index *nu);
zn_status zn_relation_new(zn_ctx *ctx, const char *cls, const char *name,
                          zn_index ny, zn_index nq, zn_relation **out);
void zn_relation_free(zn_relation *r);
zn_index zn_relation_ny(const zn_relation *r);
zn_status zn_joint_between(zn_ctx *ctx, const char *cls, const char *name, const zn_ds *d1,
                           const zn_ds *d2, const double on1[3], const double on2[3],
                           zn_relation **out);
zn_status zn_planar_joint_new(zn_ctx *ctx, const char *cls, const char *name,
                              const zn_ds *d1, const zn_ds *d2, const double on1[2],
                              const double on2[2], const double axis[2],
                              zn_relation **out);
zn_status zn_joint_new(zn_ctx *ctx, const char *cls, const char *name, const zn_ds *d1,
                       const zn_ds *d2, const double point[3], const double axis[3],
                       zn_relation **out);
zn_operator *zn_relation_operator(zn_relation *r, const char *name);
zn_status zn_relation_set_z(zn_relation *r, zn_index nz, const double z[]);
zn_status zn_law_new(zn_ctx *ctx, const char *cls, zn_law **out);
void zn_law_free(zn_law *law);
zn_status zn_law_set(zn_law *law, const char *option, const char *value);
zn_operator *zn_law_operator(zn_law *law, const char *name);
zn_status zn_law_set_rows(zn_law *law, const char *option, zn_index n, const double x[]);
zn_status zn_law_relay(zn_ctx *ctx, zn_index n, const double lb[], const double ub[],
                       zn_law **out);
zn_status zn_law_spring(zn_ctx *ctx, zn_index n, const double stiffness[],
                        const double damping[], const double rest[], zn_law **out);
zn_status zn_law_normal_cone(zn_ctx *ctx, zn_index n, zn_index m, const double H[],
    const double K[], zn_law **out);
zn_status zn_model_new(zn_ctx *ctx, zn_model **out);
void zn_model_free(zn_model *m);
zn_status zn_model_add_ds(zn_model *m, zn_ds *ds);
zn_status zn_model_connect(zn_model *m, const char *name, zn_law *law,
                           zn_relation *rel, zn_ds *a, zn_ds *b,
                           zn_interaction **out);
zn_status zn_model_seal(zn_model *m);
zn_status zn_model_follow(zn_model *m, zn_ds *ds, const zn_ds *of);
zn_status zn_model_follow_relation(zn_model *m, zn_relation *r, const zn_ds *of);
void zn_model_reopen(zn_model *m);
zn_index zn_interaction_size(const zn_interaction *a);
void zn_simulation_free(zn_simulation *s);
zn_status zn_simulation_set(zn_simulation *s, const char *option, const char *value);
typedef struct zn_osi zn_osi;
zn_status zn_simulation_use(zn_simulation *s, const char *osi, const char *options,
                            zn_osi **out);
zn_status zn_osi_assign(zn_osi *osi, const zn_ds *ds);
zn_status zn_simulation_set_time(zn_simulation *s, double t0, double h, double T);
zn_status zn_simulation_set_instants(zn_simulation *s, zn_index n, const double t[]);
zn_status zn_simulation_init(zn_simulation *s);
zn_status zn_simulation_step(zn_simulation *s);
bool zn_simulation_done(const zn_simulation *s);
double zn_simulation_time(const zn_simulation *s);
const double *zn_simulation_q(const zn_simulation *s, const zn_ds *ds);
const double *zn_simulation_v(const zn_simulation *s, const zn_ds *ds);
const double *zn_simulation_x(const zn_simulation *s, const zn_ds *ds);
const double *zn_simulation_p(const zn_simulation *s, const zn_ds *ds);
const double *zn_simulation_bc(const zn_simulation *s, const zn_ds *ds);
const double *zn_simulation_r(const zn_simulation *s, const zn_ds *ds);
zn_status zn_simulation_touched(zn_simulation *s);
zn_status zn_simulation_solver_set(zn_simulation *s, const char *option,
                                   const char *value);
const double *zn_simulation_y(const zn_simulation *s, const zn_interaction *a,
                              int level);
const double *zn_simulation_lambda(const zn_simulation *s, const zn_interaction *a,
                                   int level);
int zn_simulation_level(const zn_simulation *s, const zn_interaction *a);
zn_status zn_simulation_new_class(zn_model *m, const char *cls, zn_simulation **out);
const char *zn_interaction_name(const zn_interaction *a);
typedef enum { ZN_EVENT_IMPACT, ... } zn_event_what;
typedef struct { double t; zn_event_what what; const zn_interaction *interaction;
                 zn_index row; double before, after, value, energy, limit, error; ...;
               } zn_event_record;
typedef void zn_event_record_fn(void *user, const zn_event_record *r);
extern "Python" void zeno_event(void *user, const zn_event_record *r);
zn_status zn_simulation_on_event(zn_simulation *s, zn_event_record_fn *fn, void *user);
const char *zn_event_name(zn_event_what what);
typedef struct { zn_status kind; double t; const zn_interaction *interaction;
                 zn_index row; double rate, mu, response, free; ...; } zn_paradox;
zn_status zn_simulation_paradox(const zn_simulation *s, zn_paradox *out);
typedef struct zn_control zn_control;
typedef struct zn_block zn_block;
zn_status zn_control_new(zn_simulation *s, zn_control **out);
zn_status zn_control_add(zn_control *c, const char *cls, const char *name, zn_ds *plant,
                         zn_block *source, zn_index n, zn_block **out);
zn_status zn_block_set(zn_block *b, const char *option, const char *value);
zn_status zn_block_set_constant(zn_block *b, const char *matrix, zn_index rows,
                                zn_index cols, const double values[]);
zn_status zn_block_set_output(zn_block *b, zn_index n, const double out[]);
zn_status zn_block_set_period(zn_block *b, double first, double period);
zn_status zn_block_set_instants(zn_block *b, zn_index n, const double t[]);
const double *zn_block_output(const zn_block *b, zn_index *n);
zn_ds *zn_model_ds(zn_model *m, const char *name);
zn_interaction *zn_model_interaction(zn_model *m, const char *name);
zn_law *zn_interaction_law(zn_interaction *a);
typedef struct zn_scene zn_scene;
typedef struct { const char *name; ...; } zn_scene_body;
typedef struct { const char *name; ...; } zn_scene_joint;
typedef struct { const char *name; double value; ...; } zn_scene_parameter;
zn_status zn_scene_read(zn_ctx *ctx, const char *path, zn_index nset,
                        const char *const set[], zn_scene **out);
zn_status zn_scene_read_text(zn_ctx *ctx, const char *path, const char text[], size_t n,
                             zn_index nset, const char *const set[], zn_scene **out);
void zn_scene_free(zn_scene *s);
zn_status zn_scene_write(const zn_scene *s, FILE *out);
zn_status zn_scene_set_simulation(zn_scene *s, double t0, double h, double T,
                                  const char *osi, const char *options);
zn_status zn_scene_simulation_class(const zn_scene *s, zn_ctx *ctx, const char *cls,
                                    zn_model **model, zn_simulation **sim);
const char *zn_scene_title(const zn_scene *s);
zn_index zn_scene_body_count(const zn_scene *s);
const zn_scene_body *zn_scene_body_at(const zn_scene *s, zn_index i);
zn_index zn_scene_joint_count(const zn_scene *s);
const zn_scene_joint *zn_scene_joint_at(const zn_scene *s, zn_index i);
void zn_scene_times(const zn_scene *s, double times[3]);
const char *zn_scene_own_options(const zn_scene *s);
zn_index zn_scene_parameter_count(const zn_scene *s);
const zn_scene_parameter *zn_scene_parameter_at(const zn_scene *s, zn_index i);
typedef struct zn_film zn_film;
zn_status zn_film_new(zn_simulation *s, const zn_scene *scene, const char *path,
                      zn_index every, zn_film **out);
zn_status zn_film_close(zn_film *f);
enum { ZN_FILM_CONTACT = ..., ZN_FILM_JOINT = ... };
typedef struct { zn_index n; zn_index *body; double *value, *mu; ...; } zn_film_contacts;
zn_status zn_film_contacts_now(const zn_scene *scene, const zn_simulation *s, double h,
                               zn_film_contacts *out);
void zn_film_contacts_free(zn_ctx *ctx, zn_film_contacts *c);
zn_status zn_film_joints_now(const zn_scene *scene, const zn_simulation *s, double h,
                             double out[]);
typedef struct zn_source zn_source;
zn_index zn_scene_dimension(const zn_scene *s);
typedef struct zn_state zn_state;
typedef struct { double from[3], along[3], reach; const zn_ds *ignore; ...; } zn_ray;
typedef struct { double distance, point[3], normal[3]; zn_ds *ds; const char *name; ...;
               } zn_hit;
const char *zn_ds_name(const zn_ds *ds);
zn_source *zn_simulation_source(const zn_simulation *s, zn_index i);
const zn_state *zn_simulation_state(const zn_simulation *s);
zn_status zn_collision_ray(zn_source *c, const zn_state *at, const zn_ray *ray, zn_hit *out);
zn_status zn_checkpoint_save(const zn_simulation *s, const char *path);
zn_status zn_checkpoint_load(zn_simulation *s, const char *path);
typedef struct zn_recorder zn_recorder;
zn_status zn_recorder_new(zn_simulation *s, const char *path, zn_index every,
                          zn_recorder **out);
zn_status zn_recorder_close(zn_recorder *r);
""")



# ---- what the headers say, for docstrings -----------------------------------------


def comments(folder):
    """The comment before each function of the headers, without its stars."""
    words = {}
    for path in sorted(glob.glob(os.path.join(folder, "zeno", "*.h"))):
        with open(path, encoding="utf-8") as file:
            source = file.read()
        # one comment may be of several functions
        for group in re.finditer(r"/\*\*((?:[^*]|\*(?!/))*)\*/"
                                 r"((?:\s*(?:ZN_API|static inline)[^;{]*[;{])+)", source):
            lines = [re.sub(r"^\s*\* ?", "", line).rstrip()
                     for line in group.group(1).strip().split("\n")]
            for name in re.findall(r"(?:ZN_API|inline)[^;(]*?\b(zn_\w+)\(", group.group(2)):
                words[name] = "\n".join(lines)
    return words


def table(words):
    """... as initialisers of C."""
    def quoted(s):
        return '"' + "".join(c if c.isalnum() or c in " .,:;()" else f"\\{ord(c):03o}"
                             for c in s.encode().decode("latin-1")) + '"'
    return "\n".join(f"{{{quoted(k)}, {quoted(w)}}}," for k, w in sorted(words.items()))


def header_folder():
    for word in ask("--cflags-only-I") + ["-I/usr/include"]:
        if os.path.exists(os.path.join(word[2:], "zeno", "zeno.h")):
            return word[2:]
    raise FileNotFoundError("zeno/zeno.h is not where pkg-config says")


ffi.set_source("_zeno", """
#include <string.h>
#include <zeno/zeno.h>
/* the words are Python's, and no format */
static void zeno_raise(const char *words) { zn_raise("%s", words); }
static zn_status zeno_fail(zn_ctx *ctx, const char *words)
{
    return zn_fail(ctx, ZN_EUSER, "%s", words);
}
static const struct { const char *name, *words; } zeno_docs[] = {
""" + table(comments(header_folder())) + """
};
static const char *zeno_doc(const char *function)
{
    for (size_t i = 0; i < sizeof zeno_docs / sizeof *zeno_docs; i++)
        if (!strcmp(zeno_docs[i].name, function))
            return zeno_docs[i].words;
    return "";
}
""", extra_compile_args=ask("--cflags"), extra_link_args=libraries())

if __name__ == "__main__":
    ffi.compile(verbose=False)
