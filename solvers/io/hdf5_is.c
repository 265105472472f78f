/* hdf5_is.c - recognises HDF5 files without HDF5
 *
 * They begin with a signature, or have it after a user block, whose length is 512 bytes times a
 * power of two (HDF5 File Format Specification 3.0, II.A).
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/io/hdf5.h"
#include "solvers/io/open.h"

#include <string.h>

enum { SIGNATURE = 8, FIRST_BLOCK = 512 };

bool zni_hdf5_is(const char *bytes, zn_index length)
{
    return length >= SIGNATURE &&
           memcmp(bytes, "\211HDF\r\n\032\n", SIGNATURE) == 0;
}

static bool is_at(int fd, off_t at)
{
    char bytes[SIGNATURE];
    const ssize_t n = pread(fd, bytes, SIGNATURE, at);

    return n == SIGNATURE && zni_hdf5_is(bytes, SIGNATURE);
}

bool zni_hdf5_is_file(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat about;
    bool is = false;

    if (fd < 0)
        return false;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
        for (off_t at = 0; !is && at < about.st_size; at = at ? 2 * at : FIRST_BLOCK)
            is = is_at(fd, at);
    close(fd);
    return is;
}
