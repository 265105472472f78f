/* test_plugin_damaged.c - plugins whose files are damaged
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin_load.h"

#include <link.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

/* Load it in a process of its own; true if that lives on. */
static bool survives(const char *path)
{
    int status = 0;
    const pid_t child = fork();

    ck_assert_int_ge(child, 0);
    if (child == 0) {
        zn_ctx *own = plugin_ctx(NULL);
        zn_fn *fn;
        alarm(60);
        if (own)
            zn_plugin_symbol(own, path, "weight", &fn, NULL);
        zn_ctx_free(own);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Where in the file the value of an entry of the dynamic section is; 0: there is none. */
static size_t of_entry(const unsigned char *file, ElfW(Sxword) tag)
{
    const ElfW(Ehdr) *head = (const void *)file;
    const ElfW(Phdr) *seg = (const void *)(file + head->e_phoff);

    for (int i = 0; i < head->e_phnum; i++)
        for (size_t k = 0; seg[i].p_type == PT_DYNAMIC && k < seg[i].p_filesz;
             k += sizeof(ElfW(Dyn))) {
            const ElfW(Dyn) *d = (const void *)(file + seg[i].p_offset + k);
            if (d->d_tag == tag)
                return seg[i].p_offset + k + offsetof(ElfW(Dyn), d_un);
        }
    return 0;
}

/* Is the byte part of the machine code, of where in it something begins, or of
 * which of its own places a relocation fills? Nobody can tell one from another. */
static bool is_code(const unsigned char *file, size_t at)
{
    const ElfW(Ehdr) *head = (const void *)file;
    const ElfW(Phdr) *seg = (const void *)(file + head->e_phoff);
    size_t table = 0, size = 0;

    for (int i = 0; i < head->e_phnum; i++) {
        const size_t from = seg[i].p_offset, to = from + seg[i].p_filesz;
        if (seg[i].p_type == PT_LOAD && (seg[i].p_flags & PF_X) && at >= from &&
            at < to)
            return true;
        for (size_t k = from; seg[i].p_type == PT_DYNAMIC && k < to;
             k += sizeof(ElfW(Dyn))) {
            const ElfW(Dyn) *d = (const void *)(file + k);
            if (d->d_tag == DT_RELA)
                table = d->d_un.d_ptr; /* where it is in the file, too */
            if (d->d_tag == DT_RELASZ)
                size = d->d_un.d_val;
            if ((d->d_tag == DT_INIT || d->d_tag == DT_FINI) && at >= k + 8 &&
                at < k + 16)
                return true;
        }
    }
    if (at < table || at >= table + size)
        return false;
    at = (at - table) % sizeof(ElfW(Rela)); /* offset, info, addend */
    return at < 2 || (at >= 8 && at < 13) || at >= 16;
}

/* Versions of a library that it does not need: the loader ends the process there. */
START_TEST(versions_of_a_library_that_is_not_needed_are_refused)
{
    static unsigned char file[1 << 17];
    const ElfW(Ehdr) *head = (const void *)file;
    const ElfW(Phdr) *part;
    size_t size, at = 0;
    FILE *f;

    copy_module("plain", in_folder("Versions.so"));
    f = fopen(in_folder("Versions.so"), "rb");
    ck_assert_ptr_nonnull(f);
    size = fread(file, 1, sizeof file, f);
    fclose(f);
    part = (const void *)(file + head->e_phoff);
    for (int k = 0; k < head->e_phnum; k++)
        if (part[k].p_type == PT_DYNAMIC) {
            const ElfW(Dyn) *d = (const void *)(file + part[k].p_offset);
            for (; d->d_tag != DT_NULL; d++)
                if (d->d_tag == DT_VERNEED)
                    at = d->d_un.d_ptr; /* where it is in the file, too */
        }
    ck_assert(at > 0 && at + sizeof(ElfW(Verneed)) < size);
    at += offsetof(ElfW(Verneed), vn_file);
    for (size_t bit = 0; bit < 32; bit++) {
        file[at + bit / 8] ^= (unsigned char)(1 << bit % 8);
        f = fopen(in_folder("Versions.so"), "wb");
        ck_assert_ptr_nonnull(f);
        ck_assert_uint_eq(fwrite(file, 1, size, f), size);
        ck_assert_int_eq(fclose(f), 0);
        file[at + bit / 8] ^= (unsigned char)(1 << bit % 8);
        ck_assert_msg(survives(in_folder("Versions.so")), "bit %zu", bit);
        refused(in_folder("Versions.so"), ZN_ENOENT);
    }
}
END_TEST

/* Where the value of that entry of the dynamic section is; it is there. */
static size_t value_of(const unsigned char *file, ElfW(Sxword) tag)
{
    const size_t at = of_entry(file, tag);

    ck_assert_uint_ne(at, 0);
    return (size_t)*(const ElfW(Addr) *)(const void *)(file + at);
}

/* A pointer of its data, of a table or a text, that a bit has sent gigabytes away. */
START_TEST(pointers_that_lead_out_of_it_are_refused)
{
    static const int bits[] = {32, 40, 46, 63};
    static _Alignas(16) unsigned char file[1 << 17];
    size_t size, table, count;
    FILE *f;

    copy_module("plain", in_folder("Pointers.so"));
    f = fopen(in_folder("Pointers.so"), "rb");
    ck_assert_ptr_nonnull(f);
    size = fread(file, 1, sizeof file, f);
    fclose(f);
    table = value_of(file, DT_RELA); /* where it is in the file, too */
    count = value_of(file, DT_RELACOUNT);
    ck_assert(count > 2 && table + count * sizeof(ElfW(Rela)) < size);
    for (size_t i = 0; i < 4 * count; i++) {
        ElfW(Rela) *r = (void *)(file + table + i / 4 * sizeof *r);
        const ElfW(Sxword) was = r->r_addend;

        r->r_addend ^= (ElfW(Sxword))((uint64_t)1 << bits[i % 4]);
        f = fopen(in_folder("Pointers.so"), "wb");
        ck_assert_ptr_nonnull(f);
        ck_assert_uint_eq(fwrite(file, 1, size, f), size);
        ck_assert_int_eq(fclose(f), 0);
        r->r_addend = was;
        ck_assert_msg(survives(in_folder("Pointers.so")), "pointer %zu, bit %d", i / 4,
                      bits[i % 4]);
        refused(in_folder("Pointers.so"), ZN_ENOENT);
    }
}
END_TEST

/* What the address sanitizer and gcov add to a module runs when it is loaded, over tables and
 * data of it that nobody can tell from others. */
#if defined __SANITIZE_ADDRESS__ || defined ZN_COVERAGE
enum { LOADED_BY_TOOL = true };
#else
enum { LOADED_BY_TOOL = false };
#endif

/* Valgrind reads the symbols of a module that is loaded, and ends itself over some that
 * are damaged; it puts libraries of its own before all others. */
static bool in_valgrind(void)
{
    const char *first = getenv("LD_PRELOAD");

    return first && strstr(first, "vgpreload");
}

START_TEST(a_damaged_file_does_not_end_the_process)
{
    static unsigned char file[1 << 17];
    unsigned seed = 20240601;
    size_t size;
    FILE *f;

    if (LOADED_BY_TOOL || in_valgrind()) {
        printf("SKIP: a tool that looks at modules itself fails on damaged ones\n");
        return;
    }
    copy_module("plain", in_folder("Damaged.so"));
    f = fopen(in_folder("Damaged.so"), "rb");
    ck_assert_ptr_nonnull(f);
    size = fread(file, 1, sizeof file, f);
    ck_assert(size > 1000 && size < sizeof file);
    fclose(f);
    ck_assert(survives(in_folder("Damaged.so")));
    for (int k = 0; k < 400; k++) {
        size_t at;
        int bit;
        do {
            seed = seed * 1664525u + 1013904223u;
            /* half of them where the headers and tables are */
            at = (seed >> 4) % (k % 2 ? size : 2000);
            bit = (int)(seed >> 29);
        } while (is_code(file, at));
        file[at] ^= (unsigned char)(1 << bit);
        f = fopen(in_folder("Damaged.so"), "wb");
        ck_assert_ptr_nonnull(f);
        ck_assert_uint_eq(fwrite(file, 1, size, f), size);
        ck_assert_int_eq(fclose(f), 0);
        file[at] ^= (unsigned char)(1 << bit);
        ck_assert_msg(survives(in_folder("Damaged.so")),
                      "bit %d of byte %zu of %zu", bit, at, size);
    }
    /* more relocations at the beginning that are taken for relative ones */
    for (int bit = 0; bit < 64; bit++) {
        const size_t place = of_entry(file, DT_RELACOUNT);
        ck_assert_uint_ne(place, 0);
        file[place + (size_t)bit / 8] ^= (unsigned char)(1 << bit % 8);
        f = fopen(in_folder("Damaged.so"), "wb");
        ck_assert_ptr_nonnull(f);
        ck_assert_uint_eq(fwrite(file, 1, size, f), size);
        ck_assert_int_eq(fclose(f), 0);
        file[place + (size_t)bit / 8] ^= (unsigned char)(1 << bit % 8);
        ck_assert_msg(survives(in_folder("Damaged.so")), "bit %d of RELACOUNT",
                      bit);
    }
    /* cut short anywhere */
    for (size_t left = 0; left < size; left += size / 40) {
        f = fopen(in_folder("Damaged.so"), "wb");
        ck_assert_uint_eq(fwrite(file, 1, left, f), left);
        ck_assert_int_eq(fclose(f), 0);
        ck_assert_msg(survives(in_folder("Damaged.so")), "%zu bytes", left);
        if (left < size / 4) /* its end is not for the loader */
            refused(in_folder("Damaged.so"), ZN_ENOENT);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("damaged plugins");
    TCase *tc = tcase_create("faults");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, versions_of_a_library_that_is_not_needed_are_refused);
    tcase_add_test(tc, pointers_that_lead_out_of_it_are_refused);
    tcase_add_test(tc, a_damaged_file_does_not_end_the_process);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
