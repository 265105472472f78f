/* test_event_log.c - the log of events: any name, any locale, a disk that is full
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>

#include "tests/analytic/events.h"
#include "tests/unit/comma.h"

static char folder[] = "/tmp/zeno-logXXXXXX", path[64];

static void setup(void)
{
    scene_setup();
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/log.csv", folder);
}

static void teardown(void)
{
    scene_teardown();
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static zn_ds *ball_over(const char *name)
{
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -grav);

    join(name, newton(0.5), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

/* the whole file; to be freed */
static char *whole(const char *name)
{
    FILE *f = fopen(name, "r");
    char *text = (char *)calloc(1, 100000);

    ck_assert(f && text);
    ck_assert_uint_lt(fread(text, 1, 99999, f), 99999);
    fclose(f);
    return text;
}

/* The next field of RFC 4180 from *s on, which is moved past it; returns what ended it. */
static char field(const char **s, char out[256])
{
    const bool quoted = **s == '"';
    char end;

    *s += quoted;
    while (**s && (quoted ? **s != '"' || (*s)[1] == '"' : !strchr(",\n", **s))) {
        *s += quoted && **s == '"';
        *out++ = *(*s)++;
    }
    *out = '\0';
    *s += quoted;
    end = *(*s)++;
    return end;
}

/* After the head the lines are what was told, to the bit. */
static void is_what_was_told(const char *name)
{
    char *text = whole(path), f[256];
    const char *s = strchr(text, '\n') + 1;

    ck_assert_int_ge(events.n, 3);
    for (int i = 0; i < events.n; i++) {
        const zn_event_record *r = &events.at[i];
        const double numbers[] = {r->before, r->after, r->value,
                                  r->energy, r->limit, r->error};

        ck_assert_int_eq(field(&s, f), ',');
        ck_assert(strtod(f, NULL) == r->t);
        ck_assert_int_eq(field(&s, f), ',');
        ck_assert_str_eq(f, zn_event_name(r->what));
        ck_assert_int_eq(field(&s, f), ',');
        /* no formula to a spreadsheet */
        ck_assert_int_eq(*f, *name == '=' ? '\'' : *name);
        ck_assert_str_eq(f + (*name == '='), name);
        ck_assert_int_eq(field(&s, f), ',');
        ck_assert_str_eq(f, "0");
        for (int k = 0; k < 6; k++) {
            ck_assert_int_eq(field(&s, f), k < 5 ? ',' : '\n');
            ck_assert_msg(strtod(f, NULL) == numbers[k], "%s, not %.17g", f,
                          numbers[k]);
        }
    }
    ck_assert_int_eq(*s, '\0');
    free(text);
}

/* what is no printed character is refused in names */
static const char *const names[] = {
    "floor",  "a,b", "say \"no\"", "=1+1; rm -rf %s | $(x)", "\"begins and",
    "%n%s%d", ",",   "\"",
};

START_TEST(a_name_is_one_field)
{
    ball_over(names[_i]);
    event_driven(0, 0.1, 1.5);
    MUST(zn_simulation_set(sim, "events", path));
    MUST(zn_simulation_run(sim));
    is_what_was_told(names[_i]);
}
END_TEST

START_TEST(numbers_have_a_point)
{
    if (!comma_use(folder))
        return;
    ball_over("floor");
    event_driven(0, 0.1, 1.5);
    MUST(zn_simulation_set(sim, "events", path));
    MUST(zn_simulation_run(sim));
    comma_drop(folder);
    is_what_was_told("floor");
}
END_TEST

/* At the start, with the name and the reason; what was there before stays. */
START_TEST(a_log_that_cannot_be_written_is_said)
{
    static const struct {
        const char *path, *words;
    } at[] = {{"/nowhere/log.csv", "log of events '/nowhere/log.csv': cannot be made: No such"},
              {"/tmp", "log of events '/tmp': cannot be made: Is a directory"},
              {"/dev/full", "log of events '/dev/full': cannot be written: No space left"}};

    if (access(at[_i].path, W_OK) && _i == 2)
        return; /* not on this system */
    ball_over("floor");
    event_driven(0, 0.1, 1.5);
    MUST(zn_simulation_set(sim, "events", at[_i].path));
    REFUSED(zn_simulation_init(sim), ZN_EIO, at[_i].words);
}
END_TEST

/* The name goes, the rest of the log with it; the run ends as if there were none. */
START_TEST(a_log_that_is_removed_stops_nothing)
{
    zn_ds *ds = ball_over("floor");
    double q;

    event_driven(0, 0.1, 1.5);
    MUST(zn_simulation_advance_to(sim, 0.7));
    MUST(zn_simulation_run(sim));
    q = q_of(ds, 0);
    scene_again();
    ds = ball_over("floor");
    event_driven(0, 0.1, 1.5);
    MUST(zn_simulation_set(sim, "events", path));
    MUST(zn_simulation_advance_to(sim, 0.7));
    ck_assert_int_eq(unlink(path), 0);
    MUST(zn_simulation_run(sim));
    ck_assert(q_of(ds, 0) == q && access(path, F_OK));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("log of events");
    TCase *tc = tcase_create("log of events");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, a_name_is_one_field, 0, sizeof names / sizeof *names);
    tcase_add_test(tc, numbers_have_a_point);
    tcase_add_loop_test(tc, a_log_that_cannot_be_written_is_said, 0, 3);
    tcase_add_test(tc, a_log_that_is_removed_stops_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
