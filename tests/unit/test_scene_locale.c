/* test_scene_locale.c - a program whose user writes decimal commas reads, builds and describes
 * scenes as any other
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tests/unit/comma.h"
#include "tests/unit/scene_text.h"

/* Fractions where options are text: laws, the simulation, how near contacts touch. */
static const char yaml[] =
    "parameters: {r: 0.125}\n"
    "gravity: [0, 0, -9.81]\n"
    "laws: {mu: 0.35, e: 0.25}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  ball: {density: 1000, position: [0, 0, 1.5*r], velocity: [0.5, 0, 0],\n"
    "         shape: {type: sphere, radius: r}}\n"
    "simulation: {h: 2.5e-3, T: 0.25, theta: 0.75, solver_tol: 1.5e-9}\n";

static const char mjcf[] =
    "<mujoco><option timestep='0.0025'/><worldbody>\n"
    "<geom type='plane' size='0 0 1' friction='0.35'/>\n"
    "<body name='ball' pos='0 0 0.1875'><freejoint/>\n"
    "<geom type='sphere' size='0.125' density='1000' friction='0.35'/></body>\n"
    "</worldbody></mujoco>\n";

typedef struct answers {
    double yaml[7], mjcf[7];
    char *schema;
} answers;

static void run_text(const char *name, const char *text, const char *const set[], double q[7])
{
    zn_scene *s;

    ck_assert_msg(!zn_scene_read_text(ctx, name, text, strlen(text), set ? 1 : 0, set, &s), "%s",
                  zn_errmsg(ctx));
    run(s, "ball", q);
    zn_scene_free(s);
}

static answers ask(void)
{
    static const char *const set[] = {"r=0.25/2"};
    answers a = {.schema = NULL};
    size_t n;
    FILE *out = open_memstream(&a.schema, &n);

    run_text("x.yaml", yaml, set, a.yaml);
    run_text("x.xml", mjcf, NULL, a.mjcf);
    ck_assert(out && !zn_scene_schema(ctx, out) && !fclose(out));
    return a;
}

START_TEST(a_comma_changes_nothing)
{
    char folder[] = "/tmp/zeno-locale-XXXXXX", half[8];
    const answers want = ask();

    ck_assert_ptr_nonnull(mkdtemp(folder));
    if (comma_use(folder)) {
        const answers got = ask();
        ck_assert_mem_eq(got.yaml, want.yaml, sizeof want.yaml);
        ck_assert_mem_eq(got.mjcf, want.mjcf, sizeof want.mjcf);
        ck_assert_str_eq(got.schema, want.schema);
        free(got.schema);
        snprintf(half, sizeof half, "%g", 0.5);
        ck_assert_str_eq(half, "0,5"); /* the user has his own again */
        comma_drop(folder);
    }
    free(want.schema);
    rmdir(folder);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("scenes where numbers have commas");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_comma_changes_nothing);
    suite_add_tcase(s, t);
    return test_main(s);
}
