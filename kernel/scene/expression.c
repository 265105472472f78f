/* expression.c - numbers of a scene: arithmetic with named parameters
 *
 * Recursive descent, one function per level of precedence. Depth is bounded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/expression.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/core/c_locale.h"
#include "solvers/core/hash.h"

/* PENDING: what may wait at each depth, an operand of each level and two arguments */
enum { DEEPEST = 64, PENDING = 6 };

typedef struct parser {
    zni_expression *e;
    const char *text, *p;
    int depth;
    bool wrong;
    zni_step *steps; /* NULL, or what is done, in order: nsteps */
    size_t nsteps;
    const char *free;
} parser;

static void step(parser *s, char op, int which, double x)
{
    if (s->steps && !s->wrong)
        s->steps[s->nsteps++] = (zni_step){op, (unsigned char)which, x};
}

static double wrong(parser *s, const char *p, const char *words)
{
    if (!s->wrong) {
        s->e->at = (size_t)(p - s->text);
        snprintf(s->e->words, sizeof s->e->words, "%s", words);
    }
    s->wrong = true;
    return 0;
}

static void blanks(parser *s)
{
    s->p += strspn(s->p, " \t\n");
}

/* Is this next? Then it is taken. */
static bool next(parser *s, const char *sign)
{
    const size_t n = strlen(sign);

    blanks(s);
    if (strncmp(s->p, sign, n) != 0)
        return false;
    s->p += n;
    return true;
}

static double comparison(parser *s);

/* ---- functions ---- */

/* the first number of splitmix64 from the bits of k */
static double noise(double k)
{
    uint64_t z;

    k += 0.0; /* one zero */
    memcpy(&z, &k, sizeof z);
    return (double)(zni_hash_mix(z + ZNI_GOLDEN) >> 11) * 0x1p-53;
}

static double mod(double a, double b)
{
    const double r = fmod(a, b);

    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static const struct {
    const char *name;
    double (*f)(double);
} unary[] = {{"abs", fabs},    {"sqrt", sqrt},   {"exp", exp},
             {"log", log},     {"sin", sin},     {"cos", cos},
             {"tan", tan},     {"asin", asin},   {"acos", acos},
             {"atan", atan},   {"floor", floor}, {"ceil", ceil},
             {"round", round}, {"noise", noise}};

static const struct {
    const char *name;
    double (*f)(double, double);
} binary[] = {{"min", fmin}, {"max", fmax}, {"mod", mod}, {"atan2", atan2}};

/* What stands in the parentheses; how many there are. */
static int arguments(parser *s, double a[3])
{
    int n = 0;

    do {
        const double x = comparison(s);
        if (n < 3)
            a[n] = x;
        n++;
    } while (!s->wrong && next(s, ","));
    if (!s->wrong && !next(s, ")"))
        wrong(s, s->p, "a ) is missing");
    return n;
}

static bool is(const char *name, size_t n, const char *word)
{
    return strlen(word) == n && strncmp(name, word, n) == 0;
}

static double count_wrong(parser *s, const char *name, int n, int must)
{
    char words[96];

    snprintf(words, sizeof words, "%s takes %d argument%s, there are %d", name,
             must, must == 1 ? "" : "s", n);
    return wrong(s, s->p, words);
}

static double call(parser *s, const char *name, size_t length)
{
    double a[3] = {0, 0, 0};
    const int n = arguments(s, a);
    char words[128];

    if (s->wrong)
        return 0;
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
        if (is(name, length, unary[i].name)) {
            step(s, 'f', (int)i, 0);
            return n == 1 ? unary[i].f(a[0])
                          : count_wrong(s, unary[i].name, n, 1);
        }
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (is(name, length, binary[i].name)) {
            step(s, 'g', (int)i, 0);
            return n == 2 ? binary[i].f(a[0], a[1])
                          : count_wrong(s, binary[i].name, n, 2);
        }
    if (is(name, length, "if")) {
        step(s, '?', 0, 0);
        return n == 3 ? (a[0] != 0 ? a[1] : a[2]) : count_wrong(s, "if", n, 3);
    }
    snprintf(words, sizeof words, "there is no function '%.*s'",
             (int)(length > 40 ? 40 : length), name);
    return wrong(s, name, words);
}

/* ---- operands ---- */

static size_t number_length(const char *p)
{
    size_t n = strspn(p, "0123456789.");

    if (n && (p[n] == 'e' || p[n] == 'E')) {
        const size_t sign = p[n + 1] == '-' || p[n + 1] == '+';
        const size_t digits = strspn(p + n + 1 + sign, "0123456789");
        if (digits)
            n += 1 + sign + digits;
    }
    return n;
}

static size_t name_length(const char *p)
{
    return strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
                     "TUVWXYZ_0123456789.");
}

static double constant(parser *s, double x)
{
    step(s, '0', 0, x);
    return x;
}

static double number(parser *s)
{
    const size_t n = number_length(s->p);
    char *end;
    double x;

    x = strtod(s->p, &end);
    if (end != s->p + n)
        return wrong(s, s->p, "this is no number");
    s->p = end;
    if (strspn(s->p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
        return wrong(s, s->p,
                     "an operator is missing here; units are not written, all "
                     "numbers are in SI units");
    return constant(s, x);
}

static double name(parser *s)
{
    const char *const from = s->p;
    const size_t n = name_length(s->p);
    zni_expression *e = s->e;
    char words[96];
    double x;

    s->p += n;
    if (next(s, "("))
        return call(s, from, n);
    if (s->free && n == 1 && strchr(s->free, *from)) {
        step(s, 'x', (int)(strchr(s->free, *from) - s->free), 0);
        return 0.5; /* any number: its value comes later */
    }
    if (e->lookup && e->lookup(e->user, from, n, &x))
        return constant(s, x);
    if (is(from, n, "pi"))
        return constant(s, acos(-1));
    if (is(from, n, "deg"))
        return constant(s, acos(-1) / 180);
    if (!s->wrong) {
        e->unknown = true;
        snprintf(e->name, sizeof e->name, "%.*s", (int)n, from);
    }
    snprintf(words, sizeof words, "there is no parameter '%.*s'",
             (int)(n > 60 ? 60 : n), from);
    return wrong(s, from, words);
}

static double operand(parser *s)
{
    double x;

    blanks(s);
    if (next(s, "(")) {
        x = comparison(s);
        if (!s->wrong && !next(s, ")"))
            wrong(s, s->p, "a ) is missing");
        return x;
    }
    if ((*s->p >= '0' && *s->p <= '9') || *s->p == '.')
        return number(s);
    if ((*s->p >= 'a' && *s->p <= 'z') || (*s->p >= 'A' && *s->p <= 'Z') ||
        *s->p == '_')
        return name(s);
    return wrong(s, s->p,
                 *s->p ? "a number or a name is expected here"
                       : "it ends where a number or a name is expected");
}

/* ---- operators ---- */

static const struct {
    const char *sign; /* the longer first */
    char op;
} relations[] = {{"<=", 'l'}, {">=", 'u'}, {"==", '='}, {"!=", '!'}, {"<", '<'}, {">", '>'}};

static double apply(char op, double x, double y)
{
    switch (op) {
    case '^':
        return pow(x, y);
    case '*':
        return x * y;
    case '/':
        return x / y;
    case '+':
        return x + y;
    case '-':
        return x - y;
    case 'l':
        return x <= y;
    case 'u':
        return x >= y;
    case '=':
        return x == y;
    case '!':
        return x != y;
    case '<':
        return x < y;
    default:
        return x > y;
    }
}

static double both(parser *s, char op, double x, double y)
{
    step(s, op, 0, 0);
    return apply(op, x, y);
}

static double sign(parser *s);

static double power(parser *s)
{
    const double x = operand(s);

    return next(s, "^") ? both(s, '^', x, sign(s)) : x;
}

/* All recursion comes through here. */
static double sign(parser *s)
{
    double x;

    if (++s->depth > DEEPEST)
        x = wrong(s, s->p, "nested too deep");
    else if (next(s, "-")) {
        x = -sign(s);
        step(s, '~', 0, 0);
    } else if (next(s, "+"))
        x = sign(s);
    else
        x = power(s);
    s->depth--;
    return x;
}

static double product(parser *s)
{
    double x = sign(s);

    while (!s->wrong)
        if (next(s, "*"))
            x = both(s, '*', x, sign(s));
        else if (next(s, "/"))
            x = both(s, '/', x, sign(s));
        else
            break;
    return x;
}

static double sum(parser *s)
{
    double x = product(s);

    while (!s->wrong)
        if (next(s, "+"))
            x = both(s, '+', x, product(s));
        else if (next(s, "-"))
            x = both(s, '-', x, product(s));
        else
            break;
    return x;
}

static double comparison(parser *s)
{
    const double x = sum(s);

    if (s->wrong)
        return x;
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (next(s, relations[i].sign))
            return both(s, relations[i].op, x, sum(s));
    return x;
}

static void parse(parser *s, double *out)
{
    const zni_c_locale l = zni_c_locale_set();

    s->e->unknown = s->e->undefined = false;
    *out = comparison(s);
    blanks(s);
    if (!s->wrong && *s->p)
        wrong(s, s->p,
              "an operator is expected here (numbers have no units: all "
              "is in m, kg, s, rad)");
    zni_c_locale_restore(l);
}

bool zni_expression_value(zni_expression *e, const char *text, double *out)
{
    parser s = {.e = e, .text = text, .p = text};

    parse(&s, out);
    e->undefined = !s.wrong && !isfinite(*out);
    if (e->undefined)
        wrong(&s, text,
              isnan(*out) ? "its value is not a number (NaN)"
                          : "its value is infinite");
    return !s.wrong;
}

size_t zni_expression_steps(const char *text, const char *free, zni_step steps[])
{
    zni_expression e = {0};
    parser s = {.e = &e, .text = text, .p = text, .steps = steps, .free = free};
    double x;

    parse(&s, &x);
    return s.wrong ? 0 : s.nsteps;
}

double zni_steps_value(const zni_step steps[], size_t n, const double x[])
{
    double waiting[DEEPEST * PENDING], *top = waiting - 1;

    for (size_t i = 0; i < n; i++) {
        const zni_step *k = steps + i;

        switch (k->op) {
        case '0':
            *++top = k->x;
            break;
        case 'x':
            *++top = x[k->which];
            break;
        case '~':
            *top = -*top;
            break;
        case 'f':
            *top = unary[k->which].f(*top);
            break;
        case 'g':
            top--;
            *top = binary[k->which].f(*top, top[1]);
            break;
        case '?':
            top -= 2;
            *top = *top != 0 ? top[1] : top[2];
            break;
        default:
            top--;
            *top = apply(k->op, *top, top[1]);
        }
    }
    return n > 0 ? *top : NAN;
}

/* ---- names ---- */

static bool in(const char *const list[], const char *name, size_t n)
{
    for (; *list; list++)
        if (is(name, n, *list))
            return true;
    return false;
}

bool zni_expression_bind(const zni_expression *e, const char *text,
                         const char *const free[], size_t size, char out[])
{
    const zni_c_locale l = zni_c_locale_set();
    size_t used = 0;

    for (const char *p = text; *p && used < size;) {
        size_t n = number_length(p);
        const bool word = n == 0 && (n = name_length(p)) > 0;
        double x;
        if (word && p[n + strspn(p + n, " \t\n")] != '(' && !in(free, p, n) &&
            e->lookup(e->user, p, n, &x)) {
            used += (size_t)snprintf(out + used, size - used, "(%.17g)", x);
        } else {
            n = n > 0 ? n : 1;
            used +=
                (size_t)snprintf(out + used, size - used, "%.*s", (int)n, p);
        }
        p += n;
    }
    zni_c_locale_restore(l);
    return used < size;
}
