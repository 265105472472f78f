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
#include <SolverOptions.h>

#include <cmath>

#include "siconos_run.hpp"

#include "bodies.h"

namespace
{
struct Problem {
    double h = 0, theta = body_theta;
    int newton = 50;
    unsigned friction = 0; /* rows of a contact; 0: equations and impacts */
    SP::NonSmoothDynamicalSystem model;
    std::vector<SP::SecondOrderDS> systems;
};

void begin(Problem &p, double h, size_t steps)
{
    p.h = h;
    p.model = model_until(steps, h);
}

SP::NewtonEulerDS body(Problem &p, const double q[7], const double v[6],
                       double m, const double I[9])
{
    const double f[3] = {0, 0, -m * body_gravity};
    auto ds = std::make_shared<NewtonEulerDS>(vector(7, q), vector(6, v), m,
                                              matrix(3, 3, I));

    ds->setFExtPtr(vector(3, f));
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
            std::make_shared<KneeJointR>(vector(3, x), true, d1, d2);
        auto law = std::make_shared<EqualityConditionNSL>(3);
        p.model->link(std::make_shared<Interaction>(law, joint), d1, d2);
    }
    auto slider = std::make_shared<PrismaticJointR>(vector(3, up), true, ds[2]);
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
        vector(3, peck_q0), vector(3, peck_v0), matrix(3, 3, M),
        matrix(3, 3, K), matrix(3, 3, none));
    ds->setFExtPtr(vector(3, f));
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
    for (int k = 0; k < 3; k++) {
        const double e[2] = {gap[k], 0};
        auto law = std::make_shared<NewtonImpactFrictionNSL>(peck_e[k], 0.0,
                                                             peck_mu, 2);
        auto rel = std::make_shared<LagrangianLinearTIR>(matrix(2, 3, H[k]),
                                                         vector(2, e));
        p.model->link(std::make_shared<Interaction>(law, rel), ds);
    }
}

const struct {
    const char *name;
    void (*build)(Problem &, size_t n, size_t steps);
} problems[] = {
    {"ball-friction", ball}, {"beams", beams}, {"woodpecker", woodpecker}};

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
         int solver, Timing &t, std::vector<double> &q)
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

    time_steps(*sim, steps, t0, t);
    q.clear();
    for (auto &ds : p.systems)
        for (unsigned i = 0; i < ds->q()->size(); i++)
            q.push_back(ds->q()->getValue(i));
}
} // namespace

int main(int argc, char **argv)
{
    return run_problem(argc, argv, problems, run);
}
