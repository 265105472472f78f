/* test_scene_schema.c - the schema of scenes knows what each shape and joint has
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/scene.h>

#include "tests/output/json_check.h"
#include "zeno_test.h"

/* The schema without its blanks. */
static char *schema(void)
{
    char *text = NULL;
    size_t n = 0, k = 0;
    FILE *out = open_memstream(&text, &n);
    zn_ctx *ctx;

    ck_assert(out && !zn_ctx_new(&ctx));
    ck_assert(!zn_scene_schema(ctx, out) && !fclose(out));
    zn_ctx_free(ctx);
    ck_assert_msg(json_valid(text), "no JSON");
    for (size_t i = 0; i < n; i++)
        if (!isspace((unsigned char)text[i]))
            text[k++] = text[i];
    text[k] = 0;
    return text;
}

/* From the first `begin` to the `end` behind it, in place. */
static char *part(char *text, const char *begin, const char *end)
{
    char *from = strstr(text, begin), *to;

    ck_assert_msg(from, "no %s", begin);
    to = strstr(from + strlen(begin), end);
    ck_assert_msg(to, "no %s behind %s", end, begin);
    *to = 0;
    return from;
}

/* Its own sizes, what all shapes have, and nothing of others. */
START_TEST(a_shape_has_its_keys_and_no_others)
{
    static const struct {
        const char *form, *has, *not ;
    } known[] = {{"sphere", "\"radius\":", "\"length\":"},
                 {"capsule", "\"length\":", "\"points\":"},
                 {"hull", "\"points\":", "\"radius\":"}};

    for (int k = 0; k < 3; k++) {
        char *text = schema(), begin[64], *own;
        snprintf(begin, sizeof begin, "{\"const\":\"%s\"}", known[k].form);
        own = part(text, begin, "\"required\":");
        ck_assert_msg(strstr(own, known[k].has), "%s", own);
        ck_assert_msg(strstr(own, "\"group\":"), "%s", own);
        ck_assert_msg(!strstr(own, known[k].not ), "%s", own);
        free(text);
    }
}
END_TEST

START_TEST(joints_are_listed_with_what_they_need)
{
    char *text = schema(), *types;

    ck_assert(strstr(text, "\"const\":\"revolute\"}}},\"then\":{\"required\":["
                           "\"axis\"]"));
    ck_assert(strstr(text, "\"const\":\"spherical\"}}},\"then\":{\"required\":["
                           "\"point\"]"));
    types = part(text, "\"enum\":[\"spherical\"", "]");
    ck_assert(strstr(types, "\"revolute\"") && strstr(types, "\"gear\""));
    ck_assert(!strstr(types, "\"axis\""));
    free(text);
}
END_TEST

/* What says nothing of a value takes any, also where it is one of several. */
/* A list of keys begins by saying that it is one of an object: without that a number in its place would do. */
START_TEST(keys_are_those_of_objects)
{
    char *text = schema();

    ck_assert_ptr_nonnull(strstr(text, "\"turn\":{\"type\":\"object\","));
    ck_assert_ptr_null(strstr(text, "{\"additionalProperties\""));
    free(text);
}
END_TEST

START_TEST(nothing_takes_any_value)
{
    char *text = schema();

    ck_assert(strstr(text, "\"anyOf\":[{\"type\":\"string\"}"));
    ck_assert(!strstr(text, "[{}") && !strstr(text, ",{}"));
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("schema of scenes");
    TCase *tc = tcase_create("schema");

    tcase_add_test(tc, a_shape_has_its_keys_and_no_others);
    tcase_add_test(tc, joints_are_listed_with_what_they_need);
    tcase_add_test(tc, keys_are_those_of_objects);
    tcase_add_test(tc, nothing_takes_any_value);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
