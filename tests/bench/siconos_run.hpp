/* siconos_run.hpp - what the peer's drivers share: vectors, the clock, the loop over
 * runs, and what is printed
 * SPDX-License-Identifier: Apache-2.0
 *
 *     DRIVER PROBLEM N STEPS SECONDS FILE [SOLVER]
 *
 * runs a problem of size N again and again until SECONDS of steps have passed, writes
 * the final coordinates to FILE and prints the median. A driver gives its table of
 * problems and one run; everything else is the same for all. */
#ifndef ZENO_BENCH_SICONOS_RUN_HPP
#define ZENO_BENCH_SICONOS_RUN_HPP

#include <SiconosKernel.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <sys/resource.h>

inline SP::SiconosVector vector(size_t n, const double *x)
{
    auto v = std::make_shared<SiconosVector>((unsigned)n, 0.0);

    for (size_t i = 0; i < n; i++)
        v->setValue((unsigned)i, x[i]);
    return v;
}

inline SP::SiconosVector vector(std::initializer_list<double> x)
{
    return vector(x.size(), x.begin());
}

/* from columns */
inline SP::SimpleMatrix matrix(size_t m, size_t n, const double *x)
{
    auto a = std::make_shared<SimpleMatrix>((unsigned)m, (unsigned)n);

    for (unsigned j = 0; j < n; j++)
        for (unsigned i = 0; i < m; i++)
            a->setValue(i, j, x[i + j * m]);
    return a;
}

/* half a step more than asked for: the last one must not be cut off */
inline SP::NonSmoothDynamicalSystem model_until(size_t steps, double h)
{
    return std::make_shared<NonSmoothDynamicalSystem>(
        0.0, ((double)steps + 0.5) * h);
}

/* of processor time: what else runs on the machine counts less */
inline double seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

inline long peak_kb()
{
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

struct Timing {
    std::vector<double> loops; /* seconds */
    double setup = 0;          /* seconds, of the last run */
    double newton = 0;         /* iterations per step, where they are counted */
};

/* the steps of a simulation that was made from t0 on */
inline void time_steps(TimeStepping &sim, size_t steps, double t0, Timing &t)
{
    double t1 = seconds();

    for (size_t k = 0; k < steps; k++) {
        sim.computeOneStep();
        sim.nextStep();
    }
    t.loops.push_back(seconds() - t1);
    t.setup = t1 - t0;
    t.newton = (double)sim.getNewtonCumulativeNbIterations() / (double)steps;
}

inline bool write_final(const char *path, const std::vector<double> &x)
{
    FILE *f = fopen(path, "w");

    if (!f) {
        perror(path);
        return false;
    }
    for (double v : x)
        fprintf(f, "%.17g\n", v);
    return fclose(f) == 0;
}

/* main of a driver: problems have a name and a builder, run(build, n, steps, solver,
 * timing, x) is one run from the initial state that leaves the final x */
template <class Known, size_t COUNT, class Run>
int run_problem(int argc, char **argv, const Known (&problems)[COUNT], Run run)
{
    if (argc < 6) {
        fprintf(stderr, "usage: %s PROBLEM N STEPS SECONDS FILE [SOLVER]\n",
                argv[0]);
        return 2;
    }
    const std::string name = argv[1];
    size_t n = strtoul(argv[2], nullptr, 10);
    size_t steps = strtoul(argv[3], nullptr, 10);
    double enough = strtod(argv[4], nullptr), sum = 0;
    int solver = argc > 6 ? atoi(argv[6]) : 0;
    long base = peak_kb();
    std::vector<double> x;
    Timing t;

    for (const auto &known : problems) {
        if (name != known.name)
            continue;
        do {
            run(known.build, n, steps, solver, t, x);
            sum += t.loops.back();
        } while (sum < enough);
    }
    if (t.loops.empty()) {
        fprintf(stderr, "%s: no problem '%s'\n", argv[0], argv[1]);
        return 2;
    }
    if (!write_final(argv[5], x))
        return 1;
    std::sort(t.loops.begin(), t.loops.end());
    printf("ns_step=%.6g base_kb=%ld peak_kb=%ld setup_s=%.4g newton=%.3g\n",
           t.loops[t.loops.size() / 2] / (double)steps * 1e9, base, peak_kb(),
           t.setup, t.newton);
    return 0;
}

#endif
