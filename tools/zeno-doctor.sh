# zeno-doctor.sh - part of zeno: is everything there, does it work, how fast?
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by zeno; locate has been called.

troubles=0

# good WHAT WORDS, bad WHAT WORDS REMEDY
good()
{
    printf '  ok       %-11s %s\n' "$1" "$2"
}

bad()
{
    printf '  MISSING  %-11s %s\n           %-11s %s\n' "$1" "$2" '' "$3"
    troubles=$((troubles + 1))
}

# have WHAT COMMAND PACKAGE USE: a command that is needed; optional: one that is not
have()
{
    set -- "$1" "${2%% *}" "$3" "$4"
    if command -v "$2" >/dev/null 2>&1; then
        good "$1" "$("$2" --version 2>/dev/null | head -n 1)"
    else
        bad "$1" "'$2' is not installed, wanted to $4" "on Debian: apt-get install $3"
    fi
}

optional()
{
    if command -v "$2" >/dev/null 2>&1; then
        good "$1" "$("$2" --version 2>/dev/null | head -n 1)"
    else
        printf '  -        %-11s not installed, wanted only to %s (apt-get install %s)\n' \
            "$1" "$4" "$3"
    fi
}

# a ball falls; its steps are counted
reference()
{
    cat <<'END'
#include <stdio.h>
#include <zeno/zeno.h>

int main(void)
{
    const double one = 1, q0 = 1, v0 = 0, g = -9.81;
    zn_run_info r;
    zn_ctx *ctx;
    zn_model *m;
    zn_ds *ball;
    zn_law *law;
    zn_relation *gap;
    zn_simulation *s;

    if (zn_ctx_new(&ctx) || zn_kernel_register(ctx) || zn_model_new(ctx, &m) ||
        zn_ds_new(ctx, "lagrangian-linear", "ball", 1, &q0, &v0, &ball) ||
        zn_ds_set_constant(ball, "mass", 1, 1, &one) ||
        zn_ds_set_constant(ball, "f_ext", 1, 1, &g) || zn_model_add_ds(m, ball) ||
        zn_law_newton_impact(ctx, 0.9, &law) ||
        zn_relation_new(ctx, "linear", "gap", 1, 1, &gap) ||
        zn_relation_set_constant(gap, "C", 1, 1, &one) ||
        zn_model_connect(m, "floor", law, gap, ball, NULL, NULL) ||
        zn_model_seal(m) || zn_simulation_new(m, &s) ||
        zn_simulation_use(s, "moreau-jean", NULL, NULL) ||
        zn_simulation_set_time(s, 0, 1e-4, 10) || zn_simulation_run(s)) {
        fprintf(stderr, "%s\n", zn_errmsg(ctx));
        return 1;
    }
    zn_simulation_run_info(s, &r);
    printf("%.3g million steps of a bouncing ball in a second\n",
           1e-6 * (double)r.steps / r.seconds);
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(ctx);
    return 0;
}
END
}

try_reference()
{
    dir=$(mktemp -d "${TMPDIR:-/tmp}/zeno-doctor-XXXXXX") || fail 'no folder can be made in /tmp'
    reference >"$dir/ball.c"
    if words=$("$self" -q "$dir/ball.c" 2>&1); then
        good 'a run' "$words"
    else
        bad 'a run' 'a small program does not build or run:' "$words"
    fi
    rm -rf -- "$dir"
}

doctor_usage()
{
    cat <<'END'
zeno doctor - is everything there, and how fast is it?

  zeno doctor        the compiler, the libraries, the plugins, what pictures
                     want; a small model is built and run

The exit status is 1 if something is missing that is needed.
END
}

doctor()
{
    case ${1-} in
    '') ;;
    -h | --help) doctor_usage; return ;;
    *) misuse "zeno doctor takes no '$1' (zeno doctor --help)" ;;
    esac
    echo "zeno $version, $self"
    have compiler "$cc" gcc 'build samples'
    have make make make 'build samples'
    have pkg-config pkg-config pkg-config 'find the libraries'
    if words=$(find_flags 2>&1 && find_flags && echo "$zeno_libdir"); then
        good libraries "${words##*
}"
        find_flags
        if [ -d "$zeno_plugindir" ]; then
            good plugins "$zeno_plugindir"
        else
            bad plugins "there is no folder '$zeno_plugindir'" 'reinstall zeno'
        fi
    else
        bad libraries 'pkg-config does not find them:' "$words"
    fi
    optional gnuplot gnuplot gnuplot-nox 'draw'
    optional gdb gdb gdb 'look for crashes'
    [ $troubles != 0 ] || try_reference
    if [ $troubles = 0 ]; then
        echo 'all is well'
        return 0
    fi
    echo "$troubles missing or wrong"
    return 1
}
