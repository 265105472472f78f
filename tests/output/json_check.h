/* json_check.h - is a text valid JSON (RFC 8259)? Shares nothing with the writer
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_JSON_CHECK_H
#define ZENO_TESTS_JSON_CHECK_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Each takes what it is named after from the text, or gives NULL. */

static inline const char *json_space(const char *s)
{
    return s ? s + strspn(s, " \t\r\n") : NULL;
}

static inline const char *json_string(const char *s)
{
    if (!s || *s++ != '"')
        return NULL;
    for (; *s != '"'; s++) {
        if ((unsigned char)*s < 0x20)
            return NULL;
        if (*s != '\\')
            continue;
        s++;
        if (*s == 'u') {
            for (int i = 1; i <= 4; i++)
                if (!isxdigit((unsigned char)s[i]))
                    return NULL;
            s += 4;
        } else if (!*s || !strchr("\"\\/bfnrt", *s)) {
            return NULL;
        }
    }
    return s + 1;
}

static inline const char *json_digits(const char *s)
{
    const size_t n = s ? strspn(s, "0123456789") : 0;

    return n ? s + n : NULL;
}

static inline const char *json_number(const char *s)
{
    s += *s == '-';
    s = *s == '0' ? s + 1 : json_digits(s);
    if (s && *s == '.')
        s = json_digits(s + 1);
    if (s && (*s == 'e' || *s == 'E')) {
        s++;
        s += *s == '+' || *s == '-';
        s = json_digits(s);
    }
    return s;
}

static inline const char *json_value(const char *s)
{
    static const char *const words[] = {"true", "false", "null"};
    const char end = s && *s == '{' ? '}' : ']';
    const bool object = end == '}';

    if (!s)
        return NULL;
    if (*s == '"')
        return json_string(s);
    for (int i = 0; i < 3; i++)
        if (strncmp(s, words[i], strlen(words[i])) == 0)
            return s + strlen(words[i]);
    if (*s != '{' && *s != '[')
        return json_number(s);
    s = json_space(s + 1);
    if (*s == end)
        return s + 1;
    for (;; s = json_space(s + 1)) {
        if (object) {
            s = json_space(json_string(s));
            if (!s || *s != ':')
                return NULL;
            s = json_space(s + 1);
        }
        s = json_space(json_value(s));
        if (!s || (*s != ',' && *s != end))
            return NULL;
        if (*s == end)
            return s + 1;
    }
}

static inline bool json_valid(const char *text)
{
    const char *end = json_space(json_value(json_space(text)));

    return end && *end == 0;
}

#endif
