# zeno-new.sh - zeno new: a scene or a model to begin with; read by zeno
# SPDX-License-Identifier: Apache-2.0

new_usage()
{
    cat <<'END'
zeno new - something to begin with, that runs

  zeno new NAME      NAME.yaml: a scene, bodies with shapes, without C
  zeno new NAME.c    NAME.c, a model, and NAMEPlugin.c beside it, its functions in C:
                     forces, a gap, and their Jacobians
END
}

# What is there is never written over, not even by somebody who is quicker.
write_new()
{
    (set -C; cat >"$1") 2>/dev/null ||
        if [ -e "$1" ]; then
            fail "'$1' is there already; give another name"
        else
            fail "'$1' cannot be written"
        fi
}

new_scene()
{
    new=${1%.yaml}.yaml
    write_new "$new" <<'END'
# Run it:   zeno run THIS.yaml --output film.h5 && zeno view film.h5
# All keys: the page doc/scenes.md of the manual. Units are SI, angles radians.
title: a box and a ball

parameters:                       # --set mu=0.5 gives another value
  mu: {value: 0.4, unit: "-", help: friction}
  v: {value: 3, unit: m/s, help: speed of the ball}

gravity: [0, 0, -9.81]
laws: {mu: mu, e: 0.2}            # what holds where shapes meet

bodies:
  ground: {fixed: yes, shape: {type: plane}}
  box:
    density: 600                  # mass and inertia come from the shape
    position: [0, 0, 0.1]
    shape: {type: box, size: [0.2, 0.2, 0.2]}
  ball:
    density: 1000
    position: [-1, 0, 0.1]
    velocity: [v, 0, 0]
    shape: {type: sphere, radius: 0.1, colour: "#c03020"}

simulation: {h: 2e-3, T: 2, projection: direct} # positions are corrected: nothing sinks in
END
    quote "$new"
    typed=$quoted
    quote "${new%.yaml}.h5"
    echo "$new: zeno run $typed --output $quoted && zeno view $quoted"
}

# Its name is part of names in C and of a plugin.
new_model()
{
    name=${1##*/}
    name=${name%.c}
    case $name in
    [A-Za-z]*) ;;
    *) misuse "zeno new '$1': the name of a model begins with a letter" ;;
    esac
    case $name in
    *[!A-Za-z0-9_]*) misuse "zeno new '$1': the name of a model has letters, digits and _ only" ;;
    *lugin*) misuse "zeno new '$1': that is how plugins are called; NAMEPlugin.c is written beside NAME.c" ;;
    esac
    plugin=${1%.c}Plugin.c
    for new in "$1" "$plugin"; do
        [ ! -e "$new" ] || fail "'$new' is there already; give another name"
    done
    model_text | sed "s/@NAME@/$name/g" | write_new "$1" || exit
    plugin_text | sed "s/@NAME@/$name/g" | write_new "$plugin" || exit
    quote "$1"
    echo "$1, $plugin:"
    echo "  zeno check $quoted                           # are the Jacobians right?"
    echo "  zeno $quoted -- --output $name.csv && zeno plot $name.csv"
}

model_text()
{
    cat <<'END'
/* @NAME@.c - a mass on a spring over hilly ground, to begin with
 *
 *     m v' = weight(t) - spring(q) + G(q)' r,    q = (x, z)
 *     0 <= gap(q)  _|_  r >= 0,    u+ = -e u-  at impact
 *
 * The functions are in @NAME@Plugin.c; here they are put together.
 *
 *   zeno @NAME@.c -- --list              parameters and options, --set NAME=VALUE changes them
 *   zeno @NAME@.c -- --output @NAME@.csv    a recording
 *   zeno check @NAME@.c                  compares the Jacobians with differences
 *   zeno list lagrangian scleronomous    what functions these classes take
 */
#include <zeno/sample.h>
#include <zeno/zeno.h>

#define PLUGIN "@NAME@Plugin:"

typedef struct params {
    double m, g, k, e, hill, x, z;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e3, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, k, 5, 0, 1e9, "N/m^3", "of the spring, k |q|^2 q"),
    ZN_OPT_REAL(params, e, 0.7, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, hill, 0.1, 0, 1e3, "m", "height of the hills"),
    ZN_OPT_REAL(params, x, 1, -1e3, 1e3, "m", "where it starts"),
    ZN_OPT_REAL(params, z, 1, -1e3, 1e3, "m", "how high it starts"),
    ZN_OPT_END,
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a mass on a spring over hilly ground", table, &p);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[2] = {p.x, p.z}, v0[2] = {0, 0};
    const double mass[4] = {p.m, 0, 0, p.m}, none[4] = {0};
    zn_model *model;
    zn_ds *body;
    zn_relation *gap;
    zn_law *law;

    /* the system */
    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "body", 2, q0, v0, &body));
    zn_must(ctx, zn_ds_set_constant(body, "mass", 2, 2, mass));
    zn_must(ctx, zn_ds_set_name(body, "f_ext", PLUGIN "weight"));
    zn_must(ctx, zn_ds_set_name(body, "f_int", PLUGIN "spring"));
    zn_must(ctx, zn_ds_set_name(body, "jac_f_int_q", PLUGIN "spring_q"));
    zn_must(ctx, zn_ds_set_constant(body, "jac_f_int_v", 2, 2, none));
    zn_must(ctx, zn_ds_set_z(body, 3, (double[]){p.m, p.g, p.k}));
    zn_must(ctx, zn_model_add_ds(model, body));

    /* the contact: relation, law, and who they are for */
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "gap", 1, 2, &gap));
    zn_must(ctx, zn_relation_set_name(gap, "h", PLUGIN "gap"));
    zn_must(ctx, zn_relation_set_name(gap, "jac_h_q", PLUGIN "gap_q"));
    zn_must(ctx, zn_relation_set_z(gap, 1, &p.hill));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_model_connect(model, "ground", law, gap, body, NULL, NULL));

    /* t0 (s), step (s), end (s), integrator */
    zn_sample_defaults(s, 0, 1e-3, 5, "moreau-jean", "theta=0.5");
    zn_sample_simulation(s, model);
    return zn_sample_run(s);
}
END
}

plugin_text()
{
    cat <<'END'
/* @NAME@Plugin.c - the functions of @NAME@.c, q = (x, z) in metres
 *
 * Matrices are stored by columns and are zero when a function is called. A function that
 * cannot answer calls zn_raise("why"). `zeno list lagrangian scleronomous` has all argument lists.
 */
#include <math.h>

#include <zeno/operator.h>

ZN_API zn_fn_s2 weight;
ZN_API zn_fn_s6 spring, spring_q;
ZN_API zn_fn_s9 gap, gap_q;

enum { M, G, K, NZ }; /* parameters z of the body: kg, m/s^2, N/m^3 */

/* Force from outside (N): weight. */
void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n;
    if (nz < NZ) {
        zn_raise("weight needs m, g and k, got %u parameters", nz);
        return;
    }
    f[1] = -z[M] * z[G];
}

/* Force from inside (N), on the left of m v' + f_int = ...: k |q|^2 q. */
void spring(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    const double s = nz < NZ ? 0 : z[K] * (q[0] * q[0] + q[1] * q[1]);

    (void)t, (void)n, (void)v;
    f[0] = s * q[0];
    f[1] = s * q[1];
}

/* d spring / dq, 2 x 2 (N/m). */
void spring_q(double t, unsigned n, double *q, double *v, double *J, unsigned nz, double *z)
{
    const double k = nz < NZ ? 0 : z[K], s = k * (q[0] * q[0] + q[1] * q[1]);

    (void)t, (void)n, (void)v;
    J[0] = s + 2 * k * q[0] * q[0];
    J[1] = J[2] = 2 * k * q[0] * q[1];
    J[3] = s + 2 * k * q[1] * q[1];
}

/* Gap over the hills (m); z = their height (m). */
void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz;
    y[0] = q[1] - z[0] * cos(4 * q[0]);
}

/* d gap / dq, 1 x 2. */
void gap_q(unsigned nq, double *q, unsigned ny, double *G, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz;
    G[0] = 4 * z[0] * sin(4 * q[0]);
    G[1] = 1;
}
END
}

new_file()
{
    case ${1-} in
    -h | --help) new_usage; exit 0 ;;
    esac
    [ $# = 1 ] && [ -n "$1" ] ||
        misuse "zeno new NAME writes NAME.yaml, a scene; zeno new NAME.c a model (zeno new --help)"
    case $1 in
    -*) misuse "zeno new: unknown option '$1' (zeno new --help)" ;;
    *[[:cntrl:]]*) misuse "zeno new: the name has a control character in it" ;;
    *.c) new_model "$1" ;;
    *) new_scene "$1" ;;
    esac
}
