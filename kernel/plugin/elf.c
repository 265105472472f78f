/* elf.c - is a file a shared object that the loader can be trusted with?
 *
 * Every address that the loader follows has to lie in the part of a segment that
 * is in the file, every index in its table. What is not followed is not looked at.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/elf.h"

#include <link.h>
#include <stdalign.h>
#include <string.h>

#include "kernel/plugin/file.h"

typedef ElfW(Addr) addr;
typedef ElfW(Ehdr) file_header;
typedef ElfW(Phdr) segment;
typedef ElfW(Dyn) dynamic;
typedef ElfW(Sym) symbol;
typedef ElfW(Rela) relocation;

/* No plugin is as large. */
enum { MOST_BYTES = 1 << 30 };

typedef struct object {
    unsigned char *bytes;
    addr size;
    file_header head;
    const segment *seg; /* head.e_phnum of them */
    const char *wrong;  /* the first thing found, or NULL */

    const dynamic *dyn;
    addr ndyn;
    addr strings, nstrings; /* address and length */
    addr symbols, nsymbols;
} object;

static bool bad(object *o, const char *what)
{
    if (!o->wrong)
        o->wrong = what;
    return false;
}

static bool in_file(const object *o, addr offset, addr size)
{
    return offset <= o->size && size <= o->size - offset;
}

/* The segment that has these bytes in memory, with one of the flags. */
static const segment *holder(const object *o, addr at, addr size,
                             unsigned flags)
{
    for (int i = 0; i < o->head.e_phnum; i++) {
        const segment *s = &o->seg[i];
        if (s->p_type == PT_LOAD && (s->p_flags & flags) && at >= s->p_vaddr &&
            at - s->p_vaddr <= s->p_memsz &&
            size <= s->p_memsz - (at - s->p_vaddr))
            return s;
    }
    return NULL;
}

/* What is at an address, if the file has it, and where such things may stand: at
 * multiples of align. */
static const void *at(const object *o, addr place, addr size, addr align)
{
    const segment *s = holder(o, place, size, PF_R);

    if (!s || place - s->p_vaddr > s->p_filesz ||
        size > s->p_filesz - (place - s->p_vaddr) ||
        (s->p_offset + (place - s->p_vaddr)) % align != 0)
        return NULL;
    return o->bytes + s->p_offset + (place - s->p_vaddr);
}

static bool is_code(const object *o, addr place)
{
    return holder(o, place, 1, PF_X) != NULL;
}

/* ---- headers --------------------------------------------------------------- */

static bool header(object *o)
{
    static const unsigned char start[] = {0x7f, 'E', 'L', 'F'};
    const file_header *own = &o->head;

    if (o->size < sizeof *own)
        return bad(o, "file too short");
    if (memcmp(o->bytes, start, sizeof start) != 0)
        return bad(
            o, "it does not begin like a shared object (invalid ELF header)");
    memcpy(&o->head, o->bytes, sizeof o->head);
    if (own->e_ident[EI_CLASS] !=
            (sizeof(addr) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        own->e_ident[EI_DATA] !=
            (__BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB))
        return bad(o, "it is for another kind of machine");
    if (own->e_type != ET_DYN)
        return bad(o, "it is not a shared object, compile with -shared -fPIC");
    if (own->e_phentsize != sizeof(segment) || own->e_phnum == 0 ||
        own->e_phoff % sizeof(addr) != 0 ||
        !in_file(o, own->e_phoff, own->e_phnum * (addr)sizeof(segment)))
        return bad(o, "its table of segments is damaged");
    o->seg = (const segment *)(void *)(o->bytes + own->e_phoff);
    return true;
}

static bool power_of_two(addr x)
{
    return (x & (x - 1)) == 0;
}

/* Segments to be loaded come in ascending order and do not overlap. */
static bool segments(object *o)
{
    addr end = 0;

    for (int i = 0; i < o->head.e_phnum; i++) {
        const segment *s = &o->seg[i];
        const bool load = s->p_type == PT_LOAD;
        if (s->p_type == PT_NULL || s->p_type == PT_GNU_STACK)
            continue;
        if (!in_file(o, s->p_offset, s->p_filesz))
            return bad(o, "a segment reaches beyond the end of the file");
        if (load && (s->p_vaddr < end || s->p_memsz < s->p_filesz ||
                     s->p_vaddr + s->p_memsz < s->p_vaddr ||
                     s->p_memsz > MOST_BYTES || !power_of_two(s->p_align)))
            return bad(o, "its segments overlap or are damaged");
        /* what is beyond the file is cleared, in what cannot be written, too */
        if (load && !(s->p_flags & PF_W) && s->p_memsz != s->p_filesz)
            return bad(o, "a segment that is not written to is cut off");
        if (load)
            end = s->p_vaddr + s->p_memsz;
    }
    for (int i = 0; i < o->head.e_phnum; i++) {
        const segment *s = &o->seg[i];
        if ((s->p_type == PT_DYNAMIC || s->p_type == PT_GNU_RELRO ||
             s->p_type == PT_NOTE || s->p_type == PT_TLS) &&
            s->p_filesz && !at(o, s->p_vaddr, s->p_filesz, 1))
            return bad(o, "a segment lies outside of what is loaded");
        if ((s->p_type == PT_GNU_RELRO &&
             !holder(o, s->p_vaddr, s->p_memsz, PF_R)) ||
            (s->p_type == PT_TLS &&
             (s->p_memsz > MOST_BYTES || !power_of_two(s->p_align))))
            return bad(o, "a segment lies outside of what is loaded");
        if (s->p_type == PT_DYNAMIC) {
            o->dyn = at(o, s->p_vaddr, s->p_filesz, alignof(dynamic));
            o->ndyn = s->p_filesz / sizeof *o->dyn;
        }
    }
    return o->dyn ? true : bad(o, "it has no dynamic section");
}

/* ---- the dynamic section ----------------------------------------------------- */

static const dynamic *entry(const object *o, ElfW(Sxword) tag)
{
    for (addr i = 0; i < o->ndyn && o->dyn[i].d_tag != DT_NULL; i++)
        if (o->dyn[i].d_tag == tag)
            return &o->dyn[i];
    return NULL;
}

static addr value(const object *o, ElfW(Sxword) tag)
{
    const dynamic *d = entry(o, tag);

    return d ? d->d_un.d_val : 0;
}

/* Both entries or none. */
static bool together(const object *o, ElfW(Sxword) a, ElfW(Sxword) b)
{
    return !entry(o, a) == !entry(o, b);
}

static bool strings(object *o)
{
    const char *text;

    o->strings = value(o, DT_STRTAB);
    o->nstrings = value(o, DT_STRSZ);
    text = o->strings && o->nstrings ? at(o, o->strings, o->nstrings, 1) : NULL;
    if (!text || text[o->nstrings - 1] != '\0')
        return bad(o, "its table of names is damaged");
    for (addr i = 0; i < o->ndyn && o->dyn[i].d_tag != DT_NULL; i++) {
        const dynamic *d = &o->dyn[i];
        const bool name = d->d_tag == DT_NEEDED || d->d_tag == DT_SONAME ||
                          d->d_tag == DT_RPATH || d->d_tag == DT_RUNPATH;
        if (name && d->d_un.d_val >= o->nstrings)
            return bad(o, "a library it needs has no name");
    }
    return true;
}

/* Number of symbols by the table with chains, or by the last chain of GNU's. */
static bool gnu_hash(object *o, addr place)
{
    const uint32_t *h = at(o, place, 4 * sizeof *h, alignof(uint32_t));
    addr last = 0, buckets, chains;
    const uint32_t *bucket, *chain;

    if (!h || h[0] == 0 || h[2] == 0 || !power_of_two(h[2]) || h[3] > 63)
        return bad(o, "its hash table is damaged");
    buckets = place + 4 * sizeof *h + h[2] * (addr)sizeof(addr);
    bucket = at(o, buckets, h[0] * (addr)sizeof *bucket, alignof(uint32_t));
    if (!bucket)
        return bad(o, "its hash table is damaged");
    chains = buckets + h[0] * (addr)sizeof *bucket;
    for (uint32_t i = 0; i < h[0]; i++) {
        if (bucket[i] != 0 && bucket[i] < h[1])
            return bad(o, "its hash table is damaged");
        last = bucket[i] > last ? bucket[i] : last;
    }
    o->nsymbols = h[1];
    if (last == 0) { /* it exports nothing; linkers put the names behind */
        if (o->strings > o->symbols)
            o->nsymbols = (o->strings - o->symbols) / sizeof(symbol);
        return true;
    }
    do {
        chain = at(o, chains + (last - h[1]) * sizeof *chain, sizeof *chain,
                   alignof(uint32_t));
        last++;
    } while (chain && !(*chain & 1));
    o->nsymbols = last;
    return chain ? true : bad(o, "its hash table is damaged");
}

static bool old_hash(object *o, addr place)
{
    const uint32_t *h = at(o, place, 2 * sizeof *h, alignof(uint32_t));
    const uint32_t *all;

    if (!h || h[0] == 0)
        return bad(o, "its hash table is damaged");
    all =
        at(o, place, (2 + (addr)h[0] + h[1]) * sizeof *all, alignof(uint32_t));
    for (addr i = 2; all && i < 2 + (addr)h[0] + h[1]; i++)
        if (all[i] >= h[1])
            all = NULL;
    o->nsymbols = h[1] > o->nsymbols ? h[1] : o->nsymbols;
    return all ? true : bad(o, "its hash table is damaged");
}

static bool symbols(object *o)
{
    const dynamic *gnu = entry(o, DT_GNU_HASH), *old = entry(o, DT_HASH);
    const symbol *s;

    o->symbols = value(o, DT_SYMTAB);
    if (!o->symbols || value(o, DT_SYMENT) != sizeof *s || (!gnu && !old))
        return bad(o, "its table of symbols is damaged");
    if ((gnu && !gnu_hash(o, gnu->d_un.d_ptr)) ||
        (old && !old_hash(o, old->d_un.d_ptr)))
        return false;
    s = at(o, o->symbols, o->nsymbols * sizeof *s, alignof(symbol));
    if (!s)
        return bad(o, "its table of symbols is damaged");
    for (addr i = 0; i < o->nsymbols; i++) {
        const bool here =
            s[i].st_shndx != SHN_UNDEF && s[i].st_shndx != SHN_ABS;
        const unsigned type = s[i].st_info & 0xf;
        if (s[i].st_name >= o->nstrings)
            return bad(o, "a symbol has no name");
        if (here && (type == STT_FUNC || type == STT_GNU_IFUNC) &&
            !is_code(o, s[i].st_value))
            return bad(o, "a function lies outside of its code");
        if (here && type == STT_OBJECT && !holder(o, s[i].st_value, 1, PF_R))
            return bad(o, "a variable lies outside of its data");
    }
    return true;
}

/* One library's versions: a list that ends where next is 0. */
static bool versions_of(const object *o, addr place, unsigned *most)
{
    for (;;) {
        const ElfW(Vernaux) *a =
            at(o, place, sizeof *a, alignof(ElfW(Vernaux)));
        if (!a || a->vna_name >= o->nstrings)
            return false;
        if ((a->vna_other & 0x7fff) > *most)
            *most = a->vna_other & 0x7fff;
        if (a->vna_next == 0)
            return true;
        place += a->vna_next; /* forward: it ends */
    }
}

/* Is this the name of a library it needs? The loader looks for no other. */
static bool is_needed(const object *o, addr name)
{
    const char *text = at(o, o->strings, o->nstrings, 1);

    for (addr i = 0; i < o->ndyn && o->dyn[i].d_tag != DT_NULL; i++)
        if (o->dyn[i].d_tag == DT_NEEDED &&
            strcmp(text + o->dyn[i].d_un.d_val, text + name) == 0)
            return true;
    return false;
}

/* The versions it needs, by library. */
static bool needed(object *o, unsigned *most)
{
    addr place = value(o, DT_VERNEED);

    while (place) {
        const ElfW(Verneed) *need =
            at(o, place, sizeof *need, alignof(ElfW(Verneed)));
        if (!need || need->vn_version != 1 || need->vn_file >= o->nstrings ||
            !is_needed(o, need->vn_file) ||
            !versions_of(o, place + need->vn_aux, most))
            return bad(o, "its table of versions is damaged");
        place = need->vn_next ? place + need->vn_next : 0;
    }
    return true;
}

/* The versions it has itself. */
static bool defined(object *o, unsigned *most)
{
    addr place = value(o, DT_VERDEF);

    while (place) {
        const ElfW(Verdef) *d = at(o, place, sizeof *d, alignof(ElfW(Verdef)));
        const ElfW(Verdaux) *a =
            d ? at(o, place + d->vd_aux, sizeof *a, alignof(ElfW(Verdaux)))
              : NULL;
        if (!a || d->vd_version != 1 || a->vda_name >= o->nstrings)
            return bad(o, "its table of versions is damaged");
        if ((d->vd_ndx & 0x7fff) > *most)
            *most = d->vd_ndx & 0x7fff;
        place = d->vd_next ? place + d->vd_next : 0;
    }
    return true;
}

/* Each symbol has the number of a version. */
static bool versions(object *o)
{
    const bool some = entry(o, DT_VERSYM) != NULL;
    const uint16_t *number =
        at(o, value(o, DT_VERSYM), o->nsymbols * sizeof *number,
           alignof(uint16_t));
    unsigned most = 1;

    if (!needed(o, &most) || !defined(o, &most))
        return false;
    if (!together(o, DT_VERNEED, DT_VERNEEDNUM) ||
        !together(o, DT_VERDEF, DT_VERDEFNUM) ||
        (!some && (entry(o, DT_VERNEED) || entry(o, DT_VERDEF))))
        return bad(o, "its table of versions is damaged");
    for (addr i = 0; some && number && i < o->nsymbols; i++)
        if ((number[i] & 0x7fff) > most)
            number = NULL;
    return !some || number ? true : bad(o, "its table of versions is damaged");
}

/* ---- what is written and run ----------------------------------------------------- */

/* Functions that run when it is loaded or left. */
static bool in_array(const object *o, addr place)
{
    return (place >= value(o, DT_INIT_ARRAY) &&
            place - value(o, DT_INIT_ARRAY) < value(o, DT_INIT_ARRAYSZ)) ||
           (place >= value(o, DT_FINI_ARRAY) &&
            place - value(o, DT_FINI_ARRAY) < value(o, DT_FINI_ARRAYSZ));
}

static bool relocations(object *o, addr place, addr bytes)
{
    const relocation *r =
        bytes ? at(o, place, bytes, alignof(relocation)) : NULL;

    if (bytes && (!r || bytes % sizeof *r != 0))
        return bad(o, "its table of relocations is damaged");
    for (addr i = 0; i < bytes / sizeof *r; i++) {
        const addr sym = sizeof(addr) == 8 ? (addr)(r[i].r_info >> 32)
                                           : (addr)(r[i].r_info >> 8);
        if (!holder(o, r[i].r_offset, sizeof(addr), PF_W) &&
            !entry(o, DT_TEXTREL))
            return bad(o, "a relocation writes outside of its data");
        if (sym >= o->nsymbols && sym != 0)
            return bad(o, "a relocation names a symbol that is not there");
        /* without a symbol the addend is where to go: what is run must be code */
        if (sym == 0 && in_array(o, r[i].r_offset) &&
            !is_code(o, (addr)r[i].r_addend))
            return bad(o, "what it runs when loaded lies outside of its code");
#ifdef __x86_64__
        if ((r[i].r_info & 0xffffffff) == R_X86_64_IRELATIVE &&
            !is_code(o, (addr)r[i].r_addend))
            return bad(o, "what it runs when loaded lies outside of its code");
#endif
    }
    return true;
}

/* The loader takes so many relocations at the beginning for ones that only add where the object
 * lies, and ends the process at another. */
static bool relative(object *o)
{
    const addr count = value(o, DT_RELACOUNT);
    const addr n = value(o, DT_RELASZ) / sizeof(relocation);
    const relocation *r =
        count ? at(o, value(o, DT_RELA), count * sizeof *r, alignof(relocation))
              : NULL;

    if (count > n || (count && !r))
        return bad(o, "its table of relocations is damaged");
    for (addr i = 0; i < count; i++) {
#ifdef __x86_64__
        const addr wanted = R_X86_64_RELATIVE;
#else
        const addr wanted = r[0].r_info;
#endif
        if (r[i].r_info != wanted)
            return bad(o, "its table of relocations is damaged");
        /* one beyond the last byte is a place, too */
        if (!holder(o, (addr)r[i].r_addend, 0, PF_R | PF_W | PF_X))
            return bad(o, "a pointer in its data leads out of it");
    }
    return true;
}

/* Each of these functions has to be given its address. */
static bool array(object *o, ElfW(Sxword) tag, ElfW(Sxword) size_tag)
{
    const addr from = value(o, tag), bytes = value(o, size_tag);
    const addr table = value(o, DT_RELA), size = value(o, DT_RELASZ);
    const relocation *r = size ? at(o, table, size, alignof(relocation)) : NULL;

#ifdef DT_RELR /* addresses in short form, which glibc checks by itself */
    if (entry(o, DT_RELR))
        return !bytes || at(o, from, bytes, 1);
#endif
    if (bytes && !at(o, from, bytes, alignof(addr)))
        return false;
    for (addr k = 0; k < bytes / sizeof(addr); k++) {
        addr i = 0;
        while (r && i < size / sizeof *r &&
               r[i].r_offset != from + k * sizeof(addr))
            i++;
        if (!r || i == size / sizeof *r)
            return false;
    }
    return true;
}

static bool written(object *o)
{
    const dynamic *init = entry(o, DT_INIT), *fini = entry(o, DT_FINI);

    if (!together(o, DT_INIT_ARRAY, DT_INIT_ARRAYSZ) ||
        !together(o, DT_FINI_ARRAY, DT_FINI_ARRAYSZ) ||
        (init && !is_code(o, init->d_un.d_ptr)) ||
        (fini && !is_code(o, fini->d_un.d_ptr)) ||
        !array(o, DT_INIT_ARRAY, DT_INIT_ARRAYSZ) ||
        !array(o, DT_FINI_ARRAY, DT_FINI_ARRAYSZ))
        return bad(o, "what it runs when loaded lies outside of its code");
    if (!together(o, DT_RELA, DT_RELASZ) || !together(o, DT_RELA, DT_RELAENT) ||
        !together(o, DT_JMPREL, DT_PLTRELSZ) ||
        !together(o, DT_JMPREL, DT_PLTREL) ||
        (entry(o, DT_RELA) && value(o, DT_RELAENT) != sizeof(relocation)))
        return bad(o, "its table of relocations is damaged");
    if (entry(o, DT_PLTGOT) &&
        !holder(o, value(o, DT_PLTGOT), 3 * sizeof(addr), PF_R))
        return bad(o, "its table of addresses is damaged");
    return relocations(o, value(o, DT_RELA), value(o, DT_RELASZ)) &&
           relative(o) &&
           (value(o, DT_PLTREL) != DT_RELA ||
            relocations(o, value(o, DT_JMPREL), value(o, DT_PLTRELSZ)));
}

/* ---- the file ------------------------------------------------------------------ */

zn_status zni_elf_check(zn_ctx *ctx, const char *path)
{
    object o = {0};
    uint64_t size = 0;
    zn_status st = zni_file_read(ctx, path, MOST_BYTES, &o.bytes, &size);

    if (st == ZN_ENOMEM)
        return st;
    if (st)
        return zn_note(ctx, ZN_ENOENT, "%s", path);
    o.size = size;
    if (!(header(&o) && segments(&o) && strings(&o) && symbols(&o) &&
          versions(&o) && written(&o)))
        st = zn_fail(ctx, ZN_ENOENT,
                     "%s is there but cannot be loaded as a shared object: %s",
                     path, o.wrong);
    zn_free_array(ctx, o.bytes);
    return st;
}
