/* h5_superblock.c - the first bytes of an HDF5 file, set by hand
 *
 * Versions 2 and 3 with addresses of 8 bytes (HDF5 File Format Specification 3.0,
 * II.A), little-endian:
 *     0 signature   8 version   9, 10 sizes   11 flags   12 base   20 extension
 *     28 end of file   36 root group   44 checksum of bytes 0..43
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/h5_superblock.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { LAYOUT = 8, OFFSETS = 9, FLAGS = 11, END = 28, SUM = 44, SIZE = 48 };

static uint32_t word(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static void put(unsigned char *p, uint64_t x, int bytes)
{
    for (int k = 0; k < bytes; k++)
        p[k] = (unsigned char)(x >> 8 * k);
}

static uint32_t rot(uint32_t x, int k)
{
    return x << k | x >> (32 - k);
}

/* The checksum of metadata in HDF5: Bob Jenkins' lookup3 (2006, public domain),
 * here for 44 bytes: three rounds of 12, then a last one of 8. */
static uint32_t checksum(const unsigned char p[SUM])
{
    uint32_t a = 0xdeadbeefu + SUM, b = a, c = a;
    int k = 0;

    for (; SUM - k > 12; k += 12) {
        a += word(p + k);
        b += word(p + k + 4);
        c += word(p + k + 8);
        a -= c, a ^= rot(c, 4), c += b;
        b -= a, b ^= rot(a, 6), a += c;
        c -= b, c ^= rot(b, 8), b += a;
        a -= c, a ^= rot(c, 16), c += b;
        b -= a, b ^= rot(a, 19), a += c;
        c -= b, c ^= rot(b, 4), b += a;
    }
    a += word(p + k);
    b += word(p + k + 4);
    c ^= b, c -= rot(b, 14);
    a ^= c, a -= rot(c, 11);
    b ^= a, b -= rot(a, 25);
    c ^= b, c -= rot(b, 16);
    a ^= c, a -= rot(c, 4);
    b ^= a, b -= rot(a, 14);
    c ^= b, c -= rot(b, 24);
    return c;
}

bool zni_h5_superblock_set(int fd, uint64_t end)
{
    static const unsigned char signature[] = "\211HDF\r\n\032\n";
    unsigned char b[SIZE];
    ssize_t n = pread(fd, b, SIZE, 0);

    if (n < 0)
        return false;
    if (n != SIZE || memcmp(b, signature, 8) || b[LAYOUT] < 2 ||
        b[LAYOUT] > 3 || b[OFFSETS] != 8 || word(b + SUM) != checksum(b)) {
        errno = EILSEQ;
        return false;
    }
    b[FLAGS] = 0;
    put(b + END, end, 8);
    put(b + SUM, checksum(b), 4);
    n = pwrite(fd, b, SIZE, 0); /* within one page, so all of it or nothing */
    if (n >= 0 && n < SIZE)
        errno = ENOSPC;
    return n == SIZE;
}
