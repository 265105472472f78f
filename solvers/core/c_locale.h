/* c_locale.h - text of numbers that does not depend on the user's locale
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_C_LOCALE_H
#define ZENO_SOLVERS_C_LOCALE_H

#include <locale.h>

/* While this is set, printf and strtod of this thread use "." in numbers. newlocale returns the C library's own "C"
 * locale, which takes no memory; if it fails the user's locale stays. */
typedef struct zni_c_locale {
    locale_t c, before;
} zni_c_locale;

static inline zni_c_locale zni_c_locale_set(void)
{
    zni_c_locale l = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};

    if (l.c)
        l.before = uselocale(l.c);
    return l;
}

static inline void zni_c_locale_restore(zni_c_locale l)
{
    if (!l.c)
        return;
    uselocale(l.before);
    freelocale(l.c);
}

#endif
