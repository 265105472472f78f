/* dwarf.c - how the functions of a file were declared, by its debug information
 *
 * libdw of elfutils reads it: all versions of DWARF, compressed sections, units that are split
 * off. Only functions, their arguments and the types of these are looked at, section 3.3 and
 * chapter 5 of DWARF Debugging Information Format, version 5, 2017.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/dwarf.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <setjmp.h>
#include <string.h>
#include <unistd.h>

/* Names and qualifiers before a type; more are a circle, of a damaged file. */
enum { MOST_STEPS = 32 };

typedef struct functions {
    zn_ctx *ctx;
    zni_declared *all;
    zn_index n, cap;
    zn_status st;
} functions;

/* ---- memory ---------------------------------------------------------------------- */

/* Without memory libdw ends the program, unless we jump out of it; its handler is told
 * nothing, so the place to return to is one of the thread. */
static _Thread_local jmp_buf no_memory;

static _Noreturn void jump(void)
{
    longjmp(no_memory, 1);
}

/* ---- attributes ------------------------------------------------------------------ */

static bool flag(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute a;
    bool set = false;

    return dwarf_attr(die, name, &a) && !dwarf_formflag(&a, &set) && set;
}

static uint64_t number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute a;
    Dwarf_Word x = 0;

    return dwarf_attr(die, name, &a) && !dwarf_formudata(&a, &x) ? x : 0;
}

/* ---- types ----------------------------------------------------------------------- */

/* Go from an argument or a pointer to its type behind names and qualifiers; false: none, or
 * one that cannot be followed. (dwarf_peel_type goes in circles for ever.) */
static bool follow(Dwarf_Die *die)
{
    for (int k = 0; k < MOST_STEPS; k++) {
        Dwarf_Attribute a;
        if (!dwarf_attr(die, DW_AT_type, &a) || !dwarf_formref_die(&a, die))
            return false;
        switch (dwarf_tag(die)) {
        case DW_TAG_typedef: case DW_TAG_const_type: case DW_TAG_volatile_type:
        case DW_TAG_restrict_type: case DW_TAG_atomic_type:
            break;
        default:
            return true;
        }
    }
    return false;
}

static bool is_float(Dwarf_Die *type)
{
    return number(type, DW_AT_encoding) == DW_ATE_float;
}

static bool is_double(Dwarf_Die *type)
{
    return is_float(type) && number(type, DW_AT_byte_size) == sizeof(double);
}

static char letter(Dwarf_Die die)
{
    if (!follow(&die))
        return '?';
    switch (dwarf_tag(&die)) {
    case DW_TAG_base_type:
        return is_double(&die) ? 'd' : is_float(&die) ? 'f' : 'u';
    case DW_TAG_enumeration_type:
        return 'u';
    case DW_TAG_pointer_type:
        if (!follow(&die) || is_double(&die))
            return 'p';
        return dwarf_tag(&die) == DW_TAG_base_type || dwarf_tag(&die) == DW_TAG_pointer_type
                   ? '*'
                   : 'p';
    default:
        return '?';
    }
}

/* ---- functions ------------------------------------------------------------------- */

/* Arguments of a function; false: it does not say. */
static bool arguments(Dwarf_Die *function, char out[ZNI_DWARF_ROOM])
{
    Dwarf_Die die;
    int n = 0, more = dwarf_child(function, &die);

    for (; more == 0; more = dwarf_siblingof(&die, &die)) {
        const int tag = dwarf_tag(&die);
        if (tag == DW_TAG_unspecified_parameters)
            return false;
        if (tag == DW_TAG_formal_parameter && n < ZNI_DWARF_MOST)
            out[n++] = letter(die);
    }
    out[n] = '\0';
    return more > 0 && (n || flag(function, DW_AT_prototyped));
}

static zn_status keep(functions *f, const char *name, const char letters[])
{
    const size_t length = strlen(name) + 1;
    char *copy = zn_alloc(f->ctx, (zn_index)length, 1);

    if (!copy || zn_grow(f->ctx, &f->all, &f->cap, f->n + 1, sizeof *f->all)) {
        zn_free_array(f->ctx, copy);
        return ZN_ENOMEM;
    }
    memcpy(copy, name, length);
    f->all[f->n].name = copy;
    memcpy(f->all[f->n].arguments, letters, ZNI_DWARF_ROOM);
    f->n++;
    return ZN_OK;
}

/* Of C, or extern "C": what has no name for the linker but its own, which is not that of
 * another entry (dwarf_diename would take it from there: copies for one caller have it, too). */
static int take(Dwarf_Die *die, void *user)
{
    functions *f = user;
    char letters[ZNI_DWARF_ROOM] = "";
    Dwarf_Attribute a;
    const char *name = dwarf_attr(die, DW_AT_name, &a) ? dwarf_formstring(&a) : NULL;

    if (name && flag(die, DW_AT_external) && !flag(die, DW_AT_declaration) &&
        !dwarf_hasattr(die, DW_AT_linkage_name) && arguments(die, letters))
        f->st = keep(f, name, letters);
    return f->st ? DWARF_CB_ABORT : DWARF_CB_OK;
}

/* ---- the file -------------------------------------------------------------------- */

static void units(Dwarf *file, functions *f)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die whole, split;

    while (!f->st && !dwarf_get_units(file, unit, &unit, NULL, NULL, &whole, &split)) {
        /* what was split off is a file of its own, if it is there; libdw opens it, and only
         * then it can be told what to do without memory */
        Dwarf_Die *const root = dwarf_tag(&split) == DW_TAG_compile_unit ? &split : &whole;
        if (dwarf_tag(root) != DW_TAG_compile_unit)
            continue; /* of types, or of no kind that there is */
        dwarf_new_oom_handler(dwarf_cu_getdwarf(root->cu), jump);
        dwarf_getfuncs(root, take, f, 0);
    }
}

static void read_file(Dwarf *file, functions *f)
{
    dwarf_new_oom_handler(file, jump);
    if (!setjmp(no_memory))
        units(file, f);
    else
        f->st = zn_fail(f->ctx, ZN_ENOMEM, "no memory for debug information");
}

zn_status zni_dwarf_functions(zn_ctx *ctx, const char *path, zni_declared **out, zn_index *n)
{
    functions f = {.ctx = ctx};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    Dwarf *file = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);

    if (file)
        read_file(file, &f);
    dwarf_end(file);
    if (fd >= 0)
        close(fd);
    if (f.st) {
        zni_dwarf_free(ctx, f.all, f.n);
        f.all = NULL;
        f.n = 0;
    }
    *out = f.all;
    *n = f.n;
    return f.st;
}

void zni_dwarf_free(zn_ctx *ctx, zni_declared *all, zn_index n)
{
    for (zn_index k = 0; k < n; k++)
        zn_free_array(ctx, all[k].name);
    zn_free_array(ctx, all);
}
