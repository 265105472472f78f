/* words.c - "name=value name=value ..."
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <string.h>

bool zni_word_is_of(const char *word, const char *const list[])
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

bool zni_word_next(const char **words, char name[ZN_WORD_MAX],
                   char value[ZN_TEXT_MAX])
{
    const char *w = *words + strspn(*words, " ,");
    const size_t n = strcspn(w, " ,"), eq = strcspn(w, "= ,");

    *words = w;
    if (!n || eq == 0 || eq >= n || eq >= ZN_WORD_MAX || n - eq > ZN_TEXT_MAX)
        return false;
    memcpy(name, w, eq);
    name[eq] = 0;
    memcpy(value, w + eq + 1, n - eq - 1);
    value[n - eq - 1] = 0;
    *words = w + n + strspn(w + n, " ,");
    return true;
}
