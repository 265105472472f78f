/* expression.h - numbers of a scene: arithmetic with named parameters
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_EXPRESSION_H
#define ZENO_KERNEL_SCENE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

/* The value of a name of n characters; false: there is none such. */
typedef bool zni_lookup_fn(void *user, const char *name, size_t n, double *out);

typedef struct zni_expression {
    zni_lookup_fn *lookup; /* NULL: no names but pi and deg */
    void          *user;
    size_t         at;     /* where it went wrong, in characters */
    char           words[192];
    bool           undefined; /* it can be read, its value is not finite */
    bool           unknown; /* what is wrong is a name; */
    char           name[64]; /* this one */
} zni_expression;

/* The value of a text, false with words otherwise.
 *
 *     a < b, <=, >, >=, ==, !=    1 or 0
 *     + - * / ^                   ^ to the right, before the sign: -2^2 = -4
 *     abs sqrt exp log sin cos tan asin acos atan floor ceil round
 *     min(a, b) max(a, b) mod(a, b) atan2(y, x) if(c, a, b)
 *     noise(k): a number in [0, 1) that looks random, the same for the same k
 *     pi, deg = pi/180 */
bool zni_expression_value(zni_expression *e, const char *text, double *out);

/* The text with the values of the names that `e` knows in their place, but for those of
 * `free` (ended by NULL): what is left can be evaluated without it. False: it has more
 * than `size` characters. */
bool zni_expression_bind(const zni_expression *e, const char *text,
                         const char *const free[], size_t size, char out[]);

/* A formula that was read once: steps of a machine that holds what waits for its operator. */
typedef struct zni_step {
    char op;
    unsigned char which; /* function or variable */
    double x;            /* of a number          */
} zni_step;

/* Those of an expression of variables with one letter each, `free`, and of nothing else; room for as many as text has
 * letters. How many; 0: it is none. */
size_t zni_expression_steps(const char *text, const char *free, zni_step steps[]);
/* With values of these variables: the bits of zni_expression_value, what is not finite too. Threads may share them. */
double zni_steps_value(const zni_step steps[], size_t n, const double x[]);

#endif
