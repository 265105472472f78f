/* json_lint.c - is standard input one JSON value? (RFC 8259); 0 if it is
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 1 << 22, DEEPEST = 50 };

static char text[LONGEST + 1];
static const char *at = text;

static void blanks(void)
{
    at += strspn(at, " \t\r\n");
}

static bool literal(const char *word)
{
    size_t n = strlen(word);

    if (strncmp(at, word, n) != 0)
        return false;
    at += n;
    return true;
}

static bool digits(void)
{
    const char *start = at;

    at += strspn(at, "0123456789");
    return at > start;
}

/* no sign but minus, no zero in front, a digit on both sides of the point */
static bool number(void)
{
    at += *at == '-';
    if (*at == '0')
        at++;
    else if (!digits())
        return false;
    if (*at == '.') {
        at++;
        if (!digits())
            return false;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        return digits();
    }
    return true;
}

static bool string(void)
{
    if (*at++ != '"')
        return false;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return false;
        if (*at != '\\')
            continue;
        at++;
        if (*at == 'u') {
            for (int k = 1; k <= 4; k++)
                if (!isxdigit((unsigned char)at[k]))
                    return false;
            at += 4;
        } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
            return false;
        }
    }
    at++;
    return true;
}

static bool value(int depth);

/* { "name": value, ... } or [ value, ... ] */
static bool list(char end, int depth)
{
    at++;
    blanks();
    if (*at == end) {
        at++;
        return true;
    }
    for (;;) {
        blanks();
        if (end == '}') {
            if (!string())
                return false;
            blanks();
            if (*at++ != ':')
                return false;
        }
        if (!value(depth + 1))
            return false;
        blanks();
        if (*at == end) {
            at++;
            return true;
        }
        if (*at++ != ',')
            return false;
    }
}

static bool value(int depth)
{
    if (depth > DEEPEST)
        return false;
    blanks();
    switch (*at) {
    case '{':
        return list('}', depth);
    case '[':
        return list(']', depth);
    case '"':
        return string();
    case 't':
        return literal("true");
    case 'f':
        return literal("false");
    case 'n':
        return literal("null");
    default:
        return number();
    }
}

int main(void)
{
    size_t n = fread(text, 1, LONGEST, stdin);

    if (value(0)) {
        blanks();
        if (at == text + n)
            return 0;
    }
    fprintf(stderr, "not JSON at byte %td: '%.30s'\n", at - text, at);
    return 1;
}
