/* cplusplus.cpp - a file of C++ with functions as users have them
 * SPDX-License-Identifier: Apache-2.0 */
#include <cmath>
#include <string>

namespace {
// what C needs no loader support for, but C++ does: a constructor that runs
const std::string name("spring");
} // namespace

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
