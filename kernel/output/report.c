/* report.c - what a run came to: for people, and as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zeno/output.h>
#include <zeno/simulation_kind.h>

#include "kernel/output/json.h"
#include "kernel/output/whole_file.h"
#include "kernel/simulation/simulation.h"
#include "solvers/core/c_locale.h"
#include "solvers/core/typed_file.h"

/* ---- for people ---- */

static void print_steps(const zn_simulation *s, const zn_run_info *r, FILE *out)
{
    const zn_index made = zn_simulation_step_number(s);
    const zn_index all = zn_simulation_step_count(s);

    fprintf(out, "steps        %td", made);
    if (zn_simulation_done(s)) {
        fprintf(out, ", to the end at t = %g s", zn_simulation_time(s));
    } else {
        if (all >= 0)
            fprintf(out, " of %td", all);
        fprintf(out, ", to t = %g s of %g s", zn_simulation_time(s),
                zn_simulation_end(s));
    }
    if (r->shortened)
        fprintf(out, "; %td shortened", r->shortened);
    if (r->rejected)
        fprintf(out, "; %td rejected, lengths %.3g ... %.3g s", r->rejected,
                r->least_step, r->largest_step);
    if (r->forced)
        fprintf(out, "; %td with too large an error", r->forced);
    fputc('\n', out);
    if (r->seconds > 0)
        fprintf(out,
                "time         %.4g s in the loop over time, %.3g steps/s\n",
                r->seconds, (double)r->steps / r->seconds);
}

static void print_solver(const zn_run_info *r, FILE *out)
{
    if (r->newton_iterations) {
        fprintf(out, "Newton       %td iterations", r->newton_iterations);
        if (r->newton_failures)
            fprintf(out, ", %td steps accepted without convergence",
                    r->newton_failures);
        fputc('\n', out);
    }
    if (r->projection_failures)
        fprintf(out, "projection   %td accepted with too large a violation\n",
                r->projection_failures);
    if (!r->solves)
        return;
    if (r->redundant)
        fprintf(out, "joints       %td rows follow from others, left out\n",
                r->redundant);
    fprintf(out,
            "problems     %td, formulation '%s', solver '%s', matrix %s\n"
            "solver       %td iterations, worst error %.3g",
            r->solves, r->formulation, r->solver, r->storage,
            r->solver_iterations, r->worst_error);
    if (r->retries)
        fprintf(out, ", %td solved by another solver", r->retries);
    if (r->solver_failures)
        fprintf(out, ", %td accepted unsolved", r->solver_failures);
    if (r->without_bounce)
        fprintf(out, ", %td without restitution", r->without_bounce);
    fputc('\n', out);
}

/* Has a system positions, so that what is active is a contact? */
static bool is_mechanical(const zn_simulation *s)
{
    const zn_model *m = zn_simulation_model(s);

    for (zn_index k = 0; k < zn_model_ds_places(m); k++) {
        const zn_ds *ds = zn_model_ds_at(m, k);
        if (ds && zn_ds_nq(ds))
            return true;
    }
    return false;
}

/* The interaction of the worst gap, if it is still there. */
static const zn_interaction *worst(const zn_simulation *s, const zn_run_info *r)
{
    return r->worst_gap_name ? zni_sim_at_row(s, s->worst_row) : NULL;
}

static void print_rows(const zn_simulation *s, const zn_run_info *r, FILE *out)
{
    const bool contacts = is_mechanical(s);
    const zn_interaction *a = worst(s, r);
    char who[160];

    if (contacts)
        fprintf(out, "contacts     %td impacts, at most %td active\n", r->impacts,
                r->max_active);
    else
        fprintf(out, "relations    at most %td of their rows active\n",
                r->max_active);
    if (r->worst_gap < 0)
        fprintf(out, "%s  %.3g at most, %s%sat t = %g s\n",
                contacts ? "penetration" : "violation  ", -r->worst_gap,
                a ? zni_interaction_words(a, sizeof who, who) : "", a ? " " : "",
                r->worst_gap_time);
}

/* What was said when the run began may have scrolled away, or not been shown. */
static void print_start(const zn_simulation *s, FILE *out)
{
    const zni_start_faults *f = &s->at_start;

    if (f->inside > 0)
        fprintf(out, "start        inside an obstacle: %s by %.3g\n", f->what_inside,
                f->inside);
    if (f->off > 0)
        fprintf(out, "start        off an equation: %s by %.3g\n", f->what_off, f->off);
}

static void print_energy(const zn_simulation *s, const zn_run_info *r, FILE *out)
{
    const zn_run_work *w = &r->work;

    if (!r->energy)
        return;
    if (!is_mechanical(s)) {
        fputs("energy       not kept: it is that of mechanical systems, and the model has "
              "none\n",
              out);
        return;
    }
    if (s->since > zn_simulation_t0(s))
        fprintf(out, "energy       kept since t = %g s, of what came then:\n", s->since);
    fprintf(
        out,
        "energy       kinetic %.6g J -> %.6g J, potential %.6g J -> %.6g J\n"
        "work         external %.6g J, damping %.6g J, internal %.6g J,\n"
        "             inertia %.6g J, impacts and contacts %.6g J, springs "
        "%.6g J,\n"
        "             prescribed %.6g J, projection %.6g J\n"
        "balance      %.3g J (change of energy minus work)\n",
        r->kinetic0, r->kinetic1, r->potential0, r->potential1, w->external,
        w->damping, w->internal, w->gyro, w->contact, w->springs, w->boundary,
        r->projected, r->balance);
}

zn_status zn_report_print(const zn_simulation *s, FILE *out)
{
    const zni_c_locale locale = zni_c_locale_set();
    zn_run_info r;

    zn_simulation_run_info(s, &r);
    print_steps(s, &r, out);
    print_start(s, out);
    print_solver(&r, out);
    if (r.solves)
        print_rows(s, &r, out);
    print_energy(s, &r, out);
    zni_c_locale_restore(locale);
    if (fflush(out) || ferror(out))
        return zn_fail(zn_simulation_ctx(s), ZN_EIO, "report: %s",
                       strerror(errno));
    return ZN_OK;
}

/* ---- as JSON ---- */

static void write_run(zni_json *j, const zn_simulation *s, const zn_run_info *r)
{
    const zn_index made = zn_simulation_step_number(s);
    const zn_index all = zn_simulation_step_count(s);

    zni_json_bool(j, "complete", zn_simulation_done(s));
    zni_json_begin(j, "run", '{');
    zni_json_index(j, "steps", made);
    if (all >= 0)
        zni_json_index(j, "steps_planned", all);
    else
        zni_json_null(j, "steps_planned");
    zni_json_index(j, "steps_shortened", r->shortened);
    zni_json_index(j, "steps_rejected", r->rejected);
    zni_json_index(j, "steps_forced", r->forced);
    zni_json_index(j, "redundant_rows", r->redundant);
    zni_json_index(j, "projections_accepted", r->projection_failures);
    zni_json_real(j, "least_step", r->least_step);
    zni_json_real(j, "largest_step", r->largest_step);
    zni_json_real(j, "t0", zn_simulation_t0(s));
    zni_json_real(j, "t", zn_simulation_time(s));
    zni_json_real(j, "T", zn_simulation_end(s));
    zni_json_real(j, "seconds", r->seconds);
    zni_json_end(j, '}');

    zni_json_begin(j, "newton", '{');
    zni_json_index(j, "iterations", r->newton_iterations);
    zni_json_index(j, "failures_accepted", r->newton_failures);
    zni_json_end(j, '}');

    zni_json_begin(j, "solver", '{');
    zni_json_text(j, "formulation", r->formulation);
    zni_json_text(j, "name", r->solver);
    zni_json_text(j, "storage", r->storage);
    zni_json_index(j, "problems", r->solves);
    zni_json_index(j, "iterations", r->solver_iterations);
    zni_json_real(j, "worst_error", r->worst_error);
    zni_json_index(j, "failures_accepted", r->solver_failures);
    zni_json_index(j, "retries", r->retries);
    zni_json_index(j, "without_bounce", r->without_bounce);
    zni_json_end(j, '}');
}

/* null, or how far off and where. */
static void write_fault(zni_json *j, const char *key, double far, const char *what)
{
    if (!(far > 0)) {
        zni_json_null(j, key);
        return;
    }
    zni_json_begin(j, key, '{');
    zni_json_real(j, "by", far);
    zni_json_text(j, "where", what);
    zni_json_end(j, '}');
}

static void write_start(zni_json *j, const zn_simulation *s)
{
    const zni_start_faults *f = &s->at_start;

    zni_json_begin(j, "start", '{');
    write_fault(j, "inside_obstacle", f->inside, f->what_inside);
    write_fault(j, "off_equation", f->off, f->what_off);
    zni_json_end(j, '}');
}

static void write_worst(zni_json *j, const zn_simulation *s, const zn_run_info *r)
{
    const zn_interaction *a = worst(s, r);

    zni_json_begin(j, "worst_penetration", '{');
    zni_json_real(j, "depth", -r->worst_gap);
    if (a)
        zni_json_text(j, "interaction", zn_interaction_name(a));
    else
        zni_json_null(j, "interaction");
    zni_json_begin(j, "systems", '[');
    for (zn_index i = 0; a && i < a->nds; i++)
        zni_json_text(j, NULL, zn_ds_name(a->ds[i]));
    zni_json_end(j, ']');
    zni_json_real(j, "t", r->worst_gap_time);
    zni_json_end(j, '}');
}

static void write_contacts(zni_json *j, const zn_simulation *s,
                           const zn_run_info *r)
{
    zni_json_begin(j, "contacts", '{');
    zni_json_index(j, "impacts", r->impacts);
    zni_json_index(j, "max_active", r->max_active);
    if (r->worst_gap < 0)
        write_worst(j, s, r);
    else
        zni_json_null(j, "worst_penetration");
    zni_json_end(j, '}');
}

static void write_energy(zni_json *j, const zn_simulation *s,
                         const zn_run_info *r)
{
    if (!r->energy || !is_mechanical(s)) {
        zni_json_null(j, "energy");
        return;
    }
    zni_json_begin(j, "energy", '{');
    zni_json_text(j, "unit", "J");
    zni_json_real(j, "since", s->since);
    zni_json_real(j, "kinetic_start", r->kinetic0);
    zni_json_real(j, "kinetic_end", r->kinetic1);
    zni_json_real(j, "potential_start", r->potential0);
    zni_json_real(j, "potential_end", r->potential1);
    zni_json_real(j, "work_external", r->work.external);
    zni_json_real(j, "work_damping", r->work.damping);
    zni_json_real(j, "work_internal", r->work.internal);
    zni_json_real(j, "work_inertia", r->work.gyro);
    zni_json_real(j, "work_contact", r->work.contact);
    zni_json_real(j, "work_springs", r->work.springs);
    zni_json_real(j, "work_prescribed", r->work.boundary);
    zni_json_real(j, "projection", r->projected);
    zni_json_real(j, "balance", r->balance);
    zni_json_end(j, '}');
}

static void write_options(zni_json *j, const zn_simulation *s)
{
    const zn_solver *solver = zn_simulation_solver(s);
    const void *state = NULL;
    const zn_option *table = zn_simulation_options(s, &state);

    zni_json_begin(j, "options", '{');
    zni_json_options(j, "simulation", table, state);
    zni_json_begin(j, "class", '{');
    zni_json_text(j, "name", zn_simulation_class(s)->type.name);
    zni_json_options(j, "options", zn_simulation_class(s)->type.options,
                     zn_simulation_class_state(s));
    zni_json_end(j, '}');
    zni_json_begin(j, "integrators", '[');
    for (zn_index i = 0; i < zn_simulation_osi_count(s); i++) {
        const zn_osi *osi = zn_simulation_osi(s, i);
        const zn_type *type = &zn_osi_class(osi)->type;
        zni_json_begin(j, NULL, '{');
        zni_json_text(j, "class", type->name);
        zni_json_options(j, "options", type->options, zn_osi_state(osi));
        zni_json_end(j, '}');
    }
    zni_json_end(j, ']');
    if (solver) {
        const zn_type *type = &zn_solver_class(solver)->type;
        zni_json_begin(j, "solver", '{');
        zni_json_text(j, "name", type->name);
        zni_json_options(j, "options", type->options, zn_solver_state(solver));
        zni_json_end(j, '}');
    } else {
        zni_json_null(j, "solver");
    }
    zni_json_end(j, '}');
}

static void write_all(const zn_simulation *s, const zn_report_extra *extra,
                      FILE *out)
{
    const zni_c_locale locale = zni_c_locale_set();
    zni_json j = {.out = out};
    zn_run_info r;

    zn_simulation_run_info(s, &r);
    zni_json_begin(&j, NULL, '{');
    zni_json_text(&j, "zeno", zn_version());
    if (extra && extra->title)
        zni_json_text(&j, "title", extra->title);
    if (extra && extra->failure)
        zni_json_text(&j, "failure", extra->failure);
    write_run(&j, s, &r);
    write_start(&j, s);
    write_contacts(&j, s, &r);
    write_energy(&j, s, &r);
    if (extra && extra->table)
        zni_json_options(&j, "parameters", extra->table, extra->params);
    write_options(&j, s);
    zni_json_end(&j, '}');
    zni_c_locale_restore(locale);
}

static zn_status finish(zn_ctx *ctx, FILE *out)
{
    int error = 0;

    if (fflush(out) || ferror(out))
        error = errno ? errno : EIO;
    if (fclose(out) && !error)
        error = errno ? errno : EIO;
    return error ? zn_fail(ctx, ZN_EIO, "write: %s", strerror(error)) : ZN_OK;
}

/* Beside a file, then renamed: a report that was is not lost to one that fails. A
 * terminal, a pipe or a link is written to. */
static zn_status write_file(const zn_simulation *s,
                            const zn_report_extra *extra, const char *path)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    zni_whole_file p = {.fd = -1};
    struct stat about;
    zn_status st = ZN_OK;
    FILE *out;

    if (lstat(path, &about) || S_ISREG(about.st_mode))
        st = zni_whole_file_begin(&p, ctx, path);
    if (st)
        return st;
    out = p.fd < 0 ? zni_typed_file(path) : fdopen(dup(p.fd), "w");
    if (out) {
        write_all(s, extra, out);
        st = finish(ctx, out);
    } else {
        st = zn_fail(ctx, ZN_EIO, "cannot be written: %s",
                     zni_typed_words(path));
    }
    return zni_whole_file_end(&p, st);
}

zn_status zn_report_write_with(const zn_simulation *s,
                               const zn_report_extra *extra, const char *path)
{
    const zn_status st = write_file(s, extra, path);

    return st ? zn_note(zn_simulation_ctx(s), st, "report '%.200s'", path)
              : ZN_OK;
}

zn_status zn_report_write(const zn_simulation *s, const char *path)
{
    return zn_report_write_with(s, NULL, path);
}
