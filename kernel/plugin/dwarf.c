/* dwarf.c - how the functions of a file were declared, by its debug information
 *
 * DWARF Debugging Information Format, versions 2 to 5 (version 5, 2017, chapter 7): entries
 * of one unit after another, each with a code that says, by a table of abbreviations, what it
 * is and which attributes follow. Only functions, their arguments and the types of these are
 * looked at; all that is read is read within bounds, and what is not understood ends a unit.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/dwarf.h"

#include <link.h>
#include <string.h>

#include "kernel/plugin/file.h"

enum { MOST_BYTES = 1 << 30, MOST_STEPS = 32 };

/* Tags, attributes, forms and encodings (sections 7.5 to 7.8) that we know by name. */
enum {
    TAG_enumeration = 0x04, TAG_formal_parameter = 0x05, TAG_pointer = 0x0f,
    TAG_typedef = 0x16,
    TAG_unspecified_parameters = 0x18, TAG_base = 0x24, TAG_const = 0x26,
    TAG_subprogram = 0x2e, TAG_volatile = 0x35, TAG_restrict = 0x37, TAG_atomic = 0x47,
    AT_name = 0x03, AT_byte_size = 0x0b, AT_prototyped = 0x27, AT_declaration = 0x3c,
    AT_encoding = 0x3e, AT_external = 0x3f, AT_type = 0x49, AT_linkage_name = 0x6e,
    AT_str_offsets_base = 0x72,
    ENCODING_float = 0x04
};

/* Bytes still to be read. */
typedef struct bytes {
    const unsigned char *p, *end;
    bool bad;
} bytes;

typedef struct abbreviation {
    uint64_t code, tag;
    bool children;
    bytes attributes;
} abbreviation;

typedef struct unit {
    bytes all;                  /* from its length to its end */
    const unsigned char *first; /* entry */
    unsigned version, address;  /* size of one */
    bytes names, offsets;       /* .debug_str, .debug_str_offsets */
    uint64_t offsets_base;
    zn_index nabbrev, cap;
    abbreviation *abbrev;
} unit;

/* One entry: what we want to know of it. */
typedef struct entry {
    uint64_t tag, type, size, encoding; /* type: within the unit, 0 none */
    bool children, external, declaration, prototyped, linkage;
    const char *name;
} entry;

/* ---- bytes ------------------------------------------------------------------- */

static void skip(bytes *b, uint64_t n)
{
    if (n > (uint64_t)(b->end - b->p)) {
        b->bad = true;
        b->p = b->end;
    } else {
        b->p += n;
    }
}

static uint64_t number(bytes *b, unsigned size)
{
    uint64_t x = 0;
    const unsigned char *p = b->p;

    skip(b, size);
    for (unsigned k = 0; !b->bad && k < size; k++)
        x |= (uint64_t)p[__BYTE_ORDER == __LITTLE_ENDIAN ? k : size - 1 - k] << 8 * k;
    return x;
}

/* LEB128, also of a sign that nobody asks for. */
static uint64_t packed(bytes *b)
{
    uint64_t x = 0;
    unsigned char c;
    unsigned shift = 0;

    do {
        c = (unsigned char)number(b, 1);
        x |= shift < 64 ? (uint64_t)(c & 0x7f) << shift : 0;
        shift += 7;
    } while (c & 0x80);
    return x;
}

static const char *text(bytes *b)
{
    const unsigned char *from = b->p;
    const unsigned char *zero = from < b->end ? memchr(from, 0, (size_t)(b->end - from)) : NULL;

    skip(b, zero ? (uint64_t)(zero - from) + 1 : UINT64_MAX);
    return b->bad ? NULL : (const char *)from;
}

static const char *text_at(bytes b, uint64_t offset)
{
    skip(&b, offset);
    return b.bad ? NULL : text(&b);
}

/* ---- attributes ---------------------------------------------------------------- */

static const char *indexed(const unit *u, uint64_t index)
{
    bytes b = u->offsets;

    skip(&b, u->offsets_base);
    skip(&b, index < UINT32_MAX ? 4 * index : UINT64_MAX);
    index = number(&b, 4);
    return b.bad ? NULL : text_at(u->names, index);
}

/* The value of an attribute: a number, or a name. */
static uint64_t value(const unit *u, bytes *b, uint64_t form, const char **name)
{
    static const unsigned char indices[] = {1, 2, 3, 4};

    switch (form) {
    case 0x01: /* addr */
        return number(b, u->address);
    case 0x0b: case 0x0c: case 0x11: case 0x29: /* data1, flag, ref1, addrx1 */
        return number(b, 1);
    case 0x05: case 0x12: case 0x2a: /* data2, ref2, addrx2 */
        return number(b, 2);
    case 0x2b: /* addrx3 */
        return number(b, 3);
    case 0x06: case 0x13: case 0x17: case 0x1c: case 0x1d: case 0x1f: case 0x2c:
        return number(b, 4); /* data4, ref4, sec_offset, of other files, line_strp, addrx4 */
    case 0x07: case 0x14: case 0x20: case 0x24: /* data8, ref8, ref_sig8, ref_sup8 */
        return number(b, 8);
    case 0x0d: case 0x0f: case 0x15: case 0x1b: case 0x22: case 0x23:
        return packed(b); /* sdata, udata, ref_udata, addrx, loclistx, rnglistx */
    case 0x0a: /* block1, 2, 4, block, exprloc */
        return skip(b, number(b, 1)), 0;
    case 0x03:
        return skip(b, number(b, 2)), 0;
    case 0x04:
        return skip(b, number(b, 4)), 0;
    case 0x09: case 0x18:
        return skip(b, packed(b)), 0;
    case 0x1e: /* data16 */
        return skip(b, 16), 0;
    case 0x10: /* ref_addr, into another unit */
        return skip(b, u->version == 2 ? u->address : 4), 0;
    case 0x19: /* flag_present */
        return 1;
    case 0x08: /* string, strp, strx, strx1 to 4 */
        *name = text(b);
        return 0;
    case 0x0e:
        *name = text_at(u->names, number(b, 4));
        return 0;
    case 0x1a:
        *name = indexed(u, packed(b));
        return 0;
    case 0x25: case 0x26: case 0x27: case 0x28:
        *name = indexed(u, number(b, indices[form - 0x25]));
        return 0;
    default:
        b->bad = true;
        return 0;
    }
}

static const abbreviation *find(const unit *u, uint64_t code)
{
    if (code - 1 < (uint64_t)u->nabbrev && u->abbrev[code - 1].code == code)
        return &u->abbrev[code - 1]; /* as compilers number them */
    for (zn_index k = 0; k < u->nabbrev; k++)
        if (u->abbrev[k].code == code)
            return &u->abbrev[k];
    return NULL;
}

/* Read an entry and go behind it; one of tag 0 ends a list. */
static entry next(unit *u, bytes *b)
{
    entry e = {0};
    const uint64_t code = packed(b);
    const abbreviation *a = code ? find(u, code) : NULL;
    bytes list;

    if (!a) {
        b->bad = b->bad || code;
        return e;
    }
    e.tag = a->tag;
    e.children = a->children;
    list = a->attributes;
    for (;;) {
        const uint64_t what = packed(&list), form = packed(&list);
        const char *name = NULL;
        uint64_t x;
        if (list.bad || b->bad || (!what && !form))
            break;
        x = form == 0x21 ? packed(&list) : value(u, b, form, &name); /* implicit_const */
        switch (what) {
        case AT_name: e.name = name; break;
        case AT_type: e.type = x; break;
        case AT_byte_size: e.size = x; break;
        case AT_encoding: e.encoding = x; break;
        case AT_external: e.external = x; break;
        case AT_declaration: e.declaration = x; break;
        case AT_prototyped: e.prototyped = x; break;
        case AT_linkage_name: e.linkage = true; break;
        case AT_str_offsets_base: u->offsets_base = x; break;
        }
    }
    b->bad = b->bad || list.bad;
    return e;
}

/* ---- types -------------------------------------------------------------------------- */

/* The type behind names and qualifiers; false: none, or one that we cannot follow. */
static bool follow(unit *u, uint64_t type, entry *out)
{
    for (int k = 0; type && k < MOST_STEPS; k++) {
        bytes b = u->all;
        skip(&b, type);
        *out = next(u, &b);
        if (b.bad)
            return false;
        switch (out->tag) {
        case TAG_typedef: case TAG_const: case TAG_volatile: case TAG_restrict: case TAG_atomic:
            type = out->type;
            break;
        default:
            return true;
        }
    }
    return false;
}

static bool is_double(const entry *t)
{
    return t->encoding == ENCODING_float && t->size == sizeof(double);
}

static char letter(unit *u, uint64_t type)
{
    entry t;

    if (!follow(u, type, &t))
        return '?';
    if (t.tag == TAG_base)
        return is_double(&t) ? 'd' : t.encoding == ENCODING_float ? 'f' : 'u';
    if (t.tag == TAG_enumeration)
        return 'u';
    if (t.tag != TAG_pointer)
        return '?';
    if (!follow(u, t.type, &t) || is_double(&t))
        return 'p';
    return t.tag == TAG_base || t.tag == TAG_pointer ? '*' : 'p';
}

/* ---- functions ---------------------------------------------------------------------- */

/* Arguments of a function, whose list begins at b; false: it does not say. */
static bool arguments(unit *u, const entry *f, bytes b, char out[ZNI_DWARF_ROOM])
{
    int n = 0, depth = f->children;

    while (depth > 0 && !b.bad && b.p < b.end) {
        const entry e = next(u, &b);
        if (depth == 1 && e.tag == TAG_unspecified_parameters)
            return false;
        if (depth == 1 && e.tag == TAG_formal_parameter && n < ZNI_DWARF_MOST)
            out[n++] = letter(u, e.type);
        depth += e.tag ? e.children : -1;
    }
    out[n] = '\0';
    return !b.bad && (n || f->prototyped);
}

static zn_status keep(zn_ctx *ctx, const char *name, const char letters[], zni_declared **all,
                      zn_index *n, zn_index *cap)
{
    const size_t length = strlen(name) + 1;
    char *copy = zn_alloc(ctx, (zn_index)length, 1);

    if (!copy || zn_grow(ctx, all, cap, *n + 1, sizeof **all)) {
        zn_free_array(ctx, copy);
        return ZN_ENOMEM;
    }
    memcpy(copy, name, length);
    (*all)[*n].name = copy;
    memcpy((*all)[*n].arguments, letters, ZNI_DWARF_ROOM);
    ++*n;
    return ZN_OK;
}

/* The table of abbreviations of a unit; it ends with code 0. */
static zn_status abbreviations(zn_ctx *ctx, unit *u, bytes b)
{
    u->nabbrev = 0;
    for (;;) {
        abbreviation a = {.code = packed(&b)};
        if (!a.code || b.bad)
            return ZN_OK;
        a.tag = packed(&b);
        a.children = number(&b, 1);
        a.attributes = b;
        for (uint64_t what = 1, form = 1; (what || form) && !b.bad;) {
            what = packed(&b);
            form = packed(&b);
            if (form == 0x21)
                packed(&b);
        }
        if (b.bad)
            return ZN_OK;
        if (zn_grow(ctx, &u->abbrev, &u->cap, u->nabbrev + 1, sizeof *u->abbrev))
            return ZN_ENOMEM;
        u->abbrev[u->nabbrev++] = a;
    }
}

static zn_status functions(zn_ctx *ctx, unit *u, zni_declared **all, zn_index *n, zn_index *cap)
{
    bytes b = u->all;
    zn_status st = ZN_OK;

    skip(&b, (uint64_t)(u->first - b.p));
    while (!st && !b.bad && b.p < b.end) {
        char letters[ZNI_DWARF_ROOM] = "";
        const entry e = next(u, &b);
        /* of C, or extern "C": its name is that of the symbol */
        if (!b.bad && e.tag == TAG_subprogram && e.name && e.external && !e.declaration &&
            !e.linkage && arguments(u, &e, b, letters))
            st = keep(ctx, e.name, letters, all, n, cap);
    }
    return st;
}

/* ---- the file --------------------------------------------------------------------------- */

static bytes section(bytes file, const char *name)
{
    ElfW(Ehdr) head;
    bytes none = {0}, b = file;

    if ((size_t)(file.end - file.p) < sizeof head)
        return none;
    memcpy(&head, file.p, sizeof head);
    skip(&b, head.e_shoff);
    if (head.e_shentsize != sizeof(ElfW(Shdr)) || head.e_shstrndx >= head.e_shnum)
        return none;
    for (unsigned k = 0; !b.bad && k < head.e_shnum; k++) {
        bytes strings = file, names = b, found = file;
        ElfW(Shdr) s, t;
        if ((size_t)(b.end - b.p) < (head.e_shnum - k) * sizeof s)
            break;
        memcpy(&s, b.p, sizeof s);
        names.p = file.p + head.e_shoff;
        memcpy(&t, names.p + head.e_shstrndx * sizeof t, sizeof t);
        skip(&b, sizeof s);
        skip(&strings, t.sh_offset);
        skip(&found, s.sh_offset);
        if (strings.bad || found.bad || s.sh_size > (uint64_t)(found.end - found.p) ||
            s.sh_flags & SHF_COMPRESSED || s.sh_type != SHT_PROGBITS)
            continue;
        const char *own = text_at(strings, s.sh_name);
        if (!own || strcmp(own, name) != 0)
            continue;
        found.end = found.p + s.sh_size;
        return found;
    }
    return none;
}

/* Its header; false: of a kind that is not read. What follows the unit is left in *info. */
static bool header(unit *u, bytes *info, uint64_t *abbrev)
{
    bytes b = *info;
    const uint64_t length = number(&b, 4);
    unsigned type = 1; /* a compiled one */

    skip(info, length < 0xfffffff0 ? 4 + length : UINT64_MAX); /* not of 2^32 bytes and more */
    if (info->bad)
        return false;
    u->all = *info;
    u->all.p = b.p - 4;
    u->all.end = info->p;
    b.end = info->p;
    u->version = (unsigned)number(&b, 2);
    if (u->version >= 5) {
        type = (unsigned)number(&b, 1);
        u->address = (unsigned)number(&b, 1);
        *abbrev = number(&b, 4);
    } else {
        *abbrev = number(&b, 4);
        u->address = (unsigned)number(&b, 1);
    }
    u->first = b.p;
    u->offsets_base = 8;
    return !b.bad && u->version >= 2 && u->version <= 5 && type == 1 && u->address <= 8;
}

zn_status zni_dwarf_functions(zn_ctx *ctx, const char *path, zni_declared **out, zn_index *n)
{
    unsigned char *file = NULL;
    uint64_t size = 0, offset = 0;
    zn_index cap = 0;
    unit u = {0};
    zn_status st = zni_file_read(ctx, path, MOST_BYTES, &file, &size);

    *out = NULL;
    *n = 0;
    if (st)
        return st == ZN_ENOMEM ? st : ZN_OK;
    const bytes all = {.p = file, .end = file + size};
    bytes info = section(all, ".debug_info"), abbrev = section(all, ".debug_abbrev");
    u.names = section(all, ".debug_str");
    u.offsets = section(all, ".debug_str_offsets");
    while (!st && info.p < info.end) {
        bytes table = abbrev;
        if (!header(&u, &info, &offset))
            continue;
        skip(&table, offset);
        st = table.bad ? ZN_OK : abbreviations(ctx, &u, table);
        st = st ? st : functions(ctx, &u, out, n, &cap);
    }
    zn_free_array(ctx, u.abbrev);
    zn_free_array(ctx, file);
    if (st) {
        zni_dwarf_free(ctx, *out, *n);
        *out = NULL;
        *n = 0;
    }
    return st;
}

void zni_dwarf_free(zn_ctx *ctx, zni_declared *all, zn_index n)
{
    for (zn_index k = 0; k < n; k++)
        zn_free_array(ctx, all[k].name);
    zn_free_array(ctx, all);
}
