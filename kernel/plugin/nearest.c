/* nearest.c - the functions of a module whose names are near to one that it has not
 *
 * The symbols are counted as the loader finds them: the last chain of the hash table ends
 * with the last symbol (System V ABI, chapter 5; DT_GNU_HASH). Which the loader follows is
 * looked at before, in elf.c.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "kernel/plugin/nearest.h"

#include <ctype.h>
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/plugin/guess.h"

typedef ElfW(Sym) symbol;

typedef struct table {
    const symbol *at;
    const char *strings;
    size_t n;
} table;

/* Buckets of the first symbol of a chain; a chain ends where the low bit is set. */
static size_t count_gnu(const uint32_t *hash)
{
    const uint32_t nbuckets = hash[0], first = hash[1];
    const uint32_t *buckets =
        hash + 4 + hash[2] * (sizeof(ElfW(Addr)) / sizeof *hash);
    const uint32_t *chains = buckets + nbuckets;
    uint32_t last = 0;

    for (uint32_t k = 0; k < nbuckets; k++)
        if (buckets[k] > last)
            last = buckets[k];
    if (last < first)
        return first;
    while (!(chains[last - first] & 1))
        last++;
    return (size_t)last + 1;
}

static table symbols_of(const struct link_map *map)
{
    table t = {0};

    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        /* some systems leave what the file says, without where it is in memory */
        const ElfW(Addr) base = d->d_un.d_ptr < map->l_addr ? map->l_addr : 0;
        const void *place = (const void *)(base + d->d_un.d_ptr);
        if (d->d_tag == DT_SYMTAB)
            t.at = place;
        else if (d->d_tag == DT_STRTAB)
            t.strings = place;
        else if (d->d_tag == DT_GNU_HASH)
            t.n = count_gnu(place);
        else if (d->d_tag == DT_HASH && !t.n)
            t.n = ((const uint32_t *)place)[1];
    }
    if (!t.at || !t.strings)
        t.n = 0;
    return t;
}

/* Is it what C++ makes of that name: _Z, its length, the name, its arguments? */
static bool is_mangled(const char *symbol_name, const char *name)
{
    char *end;

    if (strncmp(symbol_name, "_Z", 2) != 0 ||
        !isdigit((unsigned char)symbol_name[2]))
        return false;
    return strtoul(symbol_name + 2, &end, 10) == strlen(name) &&
           strncmp(end, name, strlen(name)) == 0;
}

void zni_nearest_words(const char *path, const char *name, char words[],
                       size_t size)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    zni_guess guess = {.wrong = name};
    struct link_map *map;

    words[0] = '\0';
    if (!handle)
        return;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) {
        const table t = symbols_of(map);
        for (size_t k = 0; k < t.n; k++) {
            const char *here = t.strings + t.at[k].st_name;
            if (t.at[k].st_shndx == SHN_UNDEF ||
                (t.at[k].st_info & 15) != STT_FUNC)
                continue;
            if (!words[0] && is_mangled(here, name))
                snprintf(words, size,
                         ", but '%s', as C++ calls it: declare it extern \"C\"",
                         here);
            zni_guess_offer(&guess, here);
        }
        if (!words[0])
            zni_guess_words(&guess, words, size);
    }
    dlclose(handle);
}
