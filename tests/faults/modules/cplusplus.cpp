/* cplusplus.cpp - a file of C++ with functions as users have them
 * SPDX-License-Identifier: Apache-2.0 */
#include <cmath>
#include <string>

namespace {
// what C needs no loader support for, but C++ does: a constructor that runs
const std::string name("spring");

// a plugin of many files has as many functions that run before all others
int begun;
#define BEGINS(k)                                                              \
    __attribute__((constructor)) void begin##k() { begun++; }
BEGINS(0) BEGINS(1) BEGINS(2) BEGINS(3) BEGINS(4)
BEGINS(5) BEGINS(6) BEGINS(7) BEGINS(8) BEGINS(9)
} // namespace

extern "C" void begunForce(double, unsigned int, double *f, unsigned int,
                           double *)
{
    f[0] = begun;
}

extern "C" void springForce(double time, unsigned int size, double *f,
                            unsigned int sizeZ, double *z)
{
    for (unsigned int i = 0; i < size; ++i)
        f[i] = sizeZ ? z[0] * std::cos(time) : double(name.size());
}

// what is forgotten: without extern "C" the name is one of C++
void bareForce(double, unsigned int size, double *f, unsigned int, double *)
{
    for (unsigned int i = 0; i < size; ++i)
        f[i] = 0;
}
