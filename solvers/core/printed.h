/* printed.h - names and messages without control characters
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PRINTED_H
#define ZENO_SOLVERS_PRINTED_H

#include <string.h>

#include <zeno/ctx.h>

/* The control character at s: C0 (U+0000 aside), DEL, or C1 as UTF-8 has it
 * (U+0080 to U+009F: c2 80 to c2 9f); 0 if there is none. */
static inline unsigned zni_control(const unsigned char *s)
{
    if ((*s && *s < 0x20) || *s == 0x7f)
        return *s;
    return s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0 ? s[1] : 0;
}

/* Text from files may have control characters, which a terminal would obey: each becomes '?', except those in `but`. */
static inline void zni_make_printed(char text[], const char *but)
{
    for (unsigned char *s = (unsigned char *)text; *s; s++) {
        const unsigned c = zni_control(s);
        if (!c || (c < 0x80 && strchr(but, (int)c)))
            continue;
        *s = '?';
        if (c >= 0x80)
            *++s = '?';
    }
}

/* Names are printed on terminals and in the heads of tables: ZN_EINVAL if one has a control character; the message says
 * which and where. */
static inline zn_status zni_check_printed(zn_ctx *ctx, const char *name)
{
    const unsigned char *s = (const unsigned char *)name;

    for (size_t i = 0; s[i]; i++) {
        const unsigned c = zni_control(s + i);
        if (c)
            return zn_fail(ctx, ZN_EINVAL,
                           "the name '%s' has a control character, U+%04X, as "
                           "byte %zu; names are of printed characters",
                           name, c, i + 1);
    }
    return ZN_OK;
}

#endif
