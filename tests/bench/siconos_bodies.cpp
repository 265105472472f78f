/* siconos_bodies.cpp - the benchmark's bodies with friction and joints, run by Debian's
 * siconos packages
 * SPDX-License-Identifier: Apache-2.0
 *
 *     siconos_bodies PROBLEM N STEPS SECONDS FILE [SOLVER]
 *
 * Arguments, data, scheme and output are those of bench_bodies.c. SOLVER is a number of
 * Friction_cst.h or mlcp_cst.h. */
#include <KneeJointR.hpp>
#include <PrismaticJointR.hpp>
#include <SiconosKernel.hpp>
#include <SolverOptions.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "bodies.h"

namespace
{
using Vector = SP::SiconosVector;

struct Problem {
    double h = 0, theta = body_theta;
    int newton = 50;
    unsigned friction = 0; /* rows of a contact; 0: equations and impacts */
    SP::NonSmoothDynamicalSystem model;
    std::vector<SP::SecondOrderDS> systems;
};

Vector vector(const double *x, unsigned n)
{
    auto v = std::make_shared<SiconosVector>(n, 0.0);

    for (unsigned i = 0; i < n; i++)
        v->setValue(i, x[i]);
    return v;
}

SP::SimpleMatrix matrix(const double *x, unsigned rows, unsigned cols)
{
    auto M = std::make_shared<SimpleMatrix>(rows, cols);

    for (unsigned j = 0; j < cols; j++)
        for (unsigned i = 0; i < rows; i++)
            M->setValue(i, j, x[i + j * rows]);
    return M;
}

void begin(Problem &p, double h, size_t steps)
{
    p.h = h;
    p.model = std::make_shared<NonSmoothDynamicalSystem>(
        0.0, ((double)steps + 0.5) * h);
}

SP::NewtonEulerDS body(Problem &p, const double q[7], const double v[6],
                       double m, const double I[9])
{
    const double f[3] = {0, 0, -m * body_gravity};
    auto ds = std::make_shared<NewtonEulerDS>(vector(q, 7), vector(v, 6), m,
                                              matrix(I, 3, 3));

    ds->setFExtPtr(vector(f, 3));
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
    return ds;
}

/* a sphere on the plane z = 0 */
struct FloorR : NewtonEuler3DR {
    void computeh(double, const BlockVector &q, SiconosVector &y) override
    {
        y.setValue(0, q.getValue(2) - roll_radius);
        for (unsigned i = 0; i < 3; i++) {
            _Nc->setValue(i, i == 2);
            _Pc1->setValue(i, q.getValue(i) - (i == 2 ? roll_radius : 0));
            _Pc2->setValue(i, i == 2 ? 0 : q.getValue(i));
        }
    }
};

void ball(Problem &p, size_t n, size_t steps)
{
    const double I[9] = {roll_inertia, 0, 0, 0, roll_inertia, 0, 0, 0,
                         roll_inertia};
    auto law =
        std::make_shared<NewtonImpactFrictionNSL>(roll_e, 0.0, roll_mu, 3);

    begin(p, roll_h, steps);
    p.friction = 3;
    for (size_t i = 0; i < n; i++) {
        auto ds = body(p, roll_q0, roll_v0, roll_mass, I);
        p.model->link(
            std::make_shared<Interaction>(law, std::make_shared<FloorR>()), ds);
    }
}

void beams(Problem &p, size_t, size_t steps)
{
    const double v[6] = {0}, up[3] = {0, 0, 1};
    SP::NewtonEulerDS ds[3];
    double x[3];

    begin(p, beam_h, steps);
    p.theta = 1;
    p.newton = 1;
    for (int i = 0; i < 3; i++) {
        double q[7] = {0};
        beam_centre(i, q);
        q[3] = std::cos(beam_turn[i] / 2);
        q[5] = std::sin(beam_turn[i] / 2);
        ds[i] = body(p, q, v, 1, beam_inertia);
    }
    for (int i = 0; i < 3; i++) {
        beam_knee(i, x);
        auto d1 = ds[i ? i - 1 : 0], d2 = i ? ds[i] : SP::NewtonEulerDS();
        auto joint =
            std::make_shared<KneeJointR>(vector(x, 3), true, d1, d2);
        auto law = std::make_shared<EqualityConditionNSL>(3);
        p.model->link(std::make_shared<Interaction>(law, joint), d1, d2);
    }
    auto slider = std::make_shared<PrismaticJointR>(vector(up, 3), true, ds[2]);
    auto law = std::make_shared<EqualityConditionNSL>(
        slider->numberOfConstraints());
    p.model->link(std::make_shared<Interaction>(law, slider), ds[2]);
}

void woodpecker(Problem &p, size_t, size_t steps)
{
    double M[9], K[9], f[3], H[3][6], gap[3];
    const double none[9] = {0};

    begin(p, peck_h, steps);
    p.friction = 2;
    woodpecker_matrices(M, K, f, H, gap);
    auto ds = std::make_shared<LagrangianLinearTIDS>(
        vector(peck_q0, 3), vector(peck_v0, 3), matrix(M, 3, 3),
        matrix(K, 3, 3), matrix(none, 3, 3));
    ds->setFExtPtr(vector(f, 3));
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
    for (int k = 0; k < 3; k++) {
        const double e[2] = {gap[k], 0};
        auto law = std::make_shared<NewtonImpactFrictionNSL>(peck_e[k], 0.0,
                                                             peck_mu, 2);
        auto rel = std::make_shared<LagrangianLinearTIR>(matrix(H[k], 2, 3),
                                                         vector(e, 2));
        p.model->link(std::make_shared<Interaction>(law, rel), ds);
    }
}

const struct {
    const char *name;
    void (*build)(Problem &, size_t n, size_t steps);
} problems[] = {
    {"ball-friction", ball}, {"beams", beams}, {"woodpecker", woodpecker}};

/* of processor time: what else runs on the machine counts less */
double seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

long peak_kb()
{
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

SP::LinearOSNS one_step_problem(const Problem &p, int solver)
{
    SP::LinearOSNS osnsp;

    if (p.friction)
        osnsp = solver ? std::make_shared<FrictionContact>(p.friction, solver)
                       : std::make_shared<FrictionContact>(p.friction);
    else
        osnsp = solver ? std::make_shared<MLCP>(solver)
                       : std::make_shared<MLCP>();
    if (osnsp->numericsSolverOptions())
        osnsp->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-12;
    return osnsp;
}

/* one run from the initial state; keeps the final positions */
void run(void (*build)(Problem &, size_t, size_t), size_t n, size_t steps,
         int solver, std::vector<double> &loops, double &setup,
         std::vector<double> &q)
{
    Problem p;
    double t0 = seconds();

    build(p, n, steps);
    auto osi = std::make_shared<MoreauJeanOSI>(p.theta, 0.5);
    auto td = std::make_shared<TimeDiscretisation>(0.0, p.h);
    auto sim = std::make_shared<TimeStepping>(p.model, td, osi,
                                              one_step_problem(p, solver));
    sim->setNewtonTolerance(1e-12);
    sim->setNewtonMaxIteration(p.newton);
    sim->initialize();

    double t1 = seconds();
    for (size_t k = 0; k < steps; k++) {
        sim->computeOneStep();
        sim->nextStep();
    }
    loops.push_back(seconds() - t1);
    setup = t1 - t0;
    q.clear();
    for (auto &ds : p.systems)
        for (unsigned i = 0; i < ds->q()->size(); i++)
            q.push_back(ds->q()->getValue(i));
}
} // namespace

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: %s PROBLEM N STEPS SECONDS FILE [SOLVER]\n",
                argv[0]);
        return 2;
    }
    std::string name = argv[1];
    size_t n = strtoul(argv[2], nullptr, 10);
    size_t steps = strtoul(argv[3], nullptr, 10);
    double enough = strtod(argv[4], nullptr), sum = 0, setup = 0;
    int solver = argc > 6 ? atoi(argv[6]) : 0;
    long base = peak_kb();
    std::vector<double> loops, q;

    for (const auto &known : problems) {
        if (name != known.name)
            continue;
        do {
            run(known.build, n, steps, solver, loops, setup, q);
            sum += loops.back();
        } while (sum < enough);
    }
    if (loops.empty()) {
        fprintf(stderr, "%s: no problem '%s'\n", argv[0], argv[1]);
        return 2;
    }
    FILE *f = fopen(argv[5], "w");
    if (!f) {
        perror(argv[5]);
        return 1;
    }
    for (double x : q)
        fprintf(f, "%.17g\n", x);
    fclose(f);
    std::sort(loops.begin(), loops.end());
    printf("ns_step=%.6g base_kb=%ld peak_kb=%ld setup_s=%.4g newton=0\n",
           loops[loops.size() / 2] / (double)steps * 1e9, base, peak_kb(),
           setup);
    return 0;
}
