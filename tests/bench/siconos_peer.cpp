/* siconos_peer.cpp - the benchmark's models, run by Debian's siconos packages
 * SPDX-License-Identifier: Apache-2.0
 *
 *     siconos_peer PROBLEM N STEPS SECONDS FILE [SOLVER]
 *
 * Arguments, data, scheme and output are those of bench_zeno.c. SOLVER is a
 * number of lcp_cst.h; by default the library's own choice (Lemke). */


#include "siconos_run.hpp"

#include "problems.h"

namespace
{
struct Problem {
    double h;
    double gamma = bench_gamma;
    bool iterates = false; /* Newton's method does */
    SP::NonSmoothDynamicalSystem model;
    std::vector<SP::LagrangianDS> systems;
};

void begin(Problem &p, double h, size_t steps)
{
    p.h = h;
    p.model = model_until(steps, h);
}

/* a body (x, y, phi) of which x moves */
void add_body(Problem &p, double m, double R, double x, double v)
{
    auto M = std::make_shared<SimpleMatrix>(3, 3);
    M->setValue(0, 0, m);
    M->setValue(1, 1, m);
    M->setValue(2, 2, 0.4 * m * R * R);
    auto ds = std::make_shared<LagrangianLinearTIDS>(vector({x, 0, 0}),
                                                     vector({v, 0, 0}), M);
    ds->setFExtPtr(vector({-m * bench_gravity, 0, 0}));
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
}

void ball(Problem &p, size_t, size_t steps)
{
    begin(p, ball_h, steps);
    add_body(p, ball_mass, ball_radius, 1, 0);
    auto H = std::make_shared<SimpleMatrix>(1, 3);
    H->setValue(0, 0, 1);
    auto law = std::make_shared<NewtonImpactNSL>(ball_e);
    auto rel = std::make_shared<LagrangianLinearTIR>(H);
    p.model->link(std::make_shared<Interaction>(law, rel), p.systems[0]);
}

/* N beads and their contacts; chained: with the one below, else the ground */
void beads(Problem &p, size_t n, size_t steps, double (*height)(size_t),
           double (*velocity)(size_t), bool chained)
{
    auto law = std::make_shared<NewtonImpactNSL>(bead_e);
    auto ground = std::make_shared<SimpleMatrix>(1, 3);
    auto pair = std::make_shared<SimpleMatrix>(1, 6);

    ground->setValue(0, 0, 1);
    pair->setValue(0, 0, -1);
    pair->setValue(0, 3, 1);
    begin(p, bead_h, steps);
    for (size_t i = 0; i < n; i++) {
        add_body(p, 1, bead_radius, height(i), velocity ? velocity(i) : 0);
        if (i > 0 && chained) {
            auto rel = std::make_shared<LagrangianLinearTIR>(
                pair, vector({-2 * bead_radius}));
            p.model->link(std::make_shared<Interaction>(law, rel),
                          p.systems[i - 1], p.systems[i]);
        } else {
            auto rel = std::make_shared<LagrangianLinearTIR>(
                ground, vector({-bead_radius}));
            p.model->link(std::make_shared<Interaction>(law, rel),
                          p.systems[i]);
        }
    }
}

void column(Problem &p, size_t n, size_t steps)
{
    beads(p, n, steps, column_height, column_velocity, true);
}

void resting(Problem &p, size_t n, size_t steps)
{
    beads(p, n, steps, rest_height, nullptr, true);
}

void balls(Problem &p, size_t n, size_t steps)
{
    beads(p, n, steps, balls_height, nullptr, false);
}

void bar(Problem &p, size_t n, size_t steps)
{
    auto q0 = std::make_shared<SiconosVector>((unsigned)n, bar_q0);
    auto v0 = std::make_shared<SiconosVector>((unsigned)n, bar_v0);
    auto M = std::make_shared<SimpleMatrix>(n, n, Siconos::DENSE);
    auto K = std::make_shared<SimpleMatrix>(n, n, Siconos::DENSE);
    auto C = std::make_shared<SimpleMatrix>(n, n, Siconos::DENSE);

    begin(p, bar_h, steps);
    p.gamma = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i ? i - 1 : 0; j < n && j < i + 2; j++) {
            M->setValue(i, j, bar_mass(n, i, j));
            K->setValue(i, j, bar_stiffness(n, i, j));
        }
    }
    auto ds = std::make_shared<LagrangianLinearTIDS>(q0, v0, M, K, C);
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
    auto H = std::make_shared<SimpleMatrix>(1, n);
    H->setValue(0, 0, 1);
    auto law = std::make_shared<NewtonImpactNSL>(0);
    auto rel = std::make_shared<LagrangianLinearTIR>(H);
    p.model->link(std::make_shared<Interaction>(law, rel), ds);
}

/* the follower; forced: in coordinates that move with the cam */
void follower(Problem &p, size_t steps, bool forced, double q0, double v0,
              std::shared_ptr<Relation> rel)
{
    auto M = std::make_shared<SimpleMatrix>(1, 1);
    auto K = std::make_shared<SimpleMatrix>(1, 1);
    auto C = std::make_shared<SimpleMatrix>(1, 1);

    begin(p, cam_h, steps);
    M->setValue(0, 0, cam_mass);
    K->setValue(0, 0, cam_spring);
    auto ds = std::make_shared<LagrangianLinearTIDS>(vector({q0}), vector({v0}),
                                                     M, K, C);
    if (forced)
        ds->setComputeFExtFunction(cam_f_ext);
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
    auto law = std::make_shared<NewtonImpactNSL>(cam_e);
    p.model->link(std::make_shared<Interaction>(law, rel), ds);
}

void cam(Problem &p, size_t, size_t steps)
{
    auto H = std::make_shared<SimpleMatrix>(1, 1);

    H->setValue(0, 0, 1);
    follower(p, steps, true, cam_q0, cam_v0,
             std::make_shared<LagrangianLinearTIR>(H));
}

struct CamR : LagrangianRheonomousR {
    CamR()
    {
        _hDot = std::make_shared<SiconosVector>(1);
        _jachq = std::make_shared<SimpleMatrix>(1, 1);
    }
    void computeh(double t, const BlockVector &q, BlockVector &,
                  SiconosVector &y) override
    {
        double x = q.getValue(0);
        cam_gap(1, &x, t, 1, y.getArray(), 0, nullptr);
    }
    void computehDot(double t, const BlockVector &, BlockVector &) override
    {
        cam_gap_dot(1, nullptr, t, 1, _hDot->getArray(), 0, nullptr);
    }
    void computeJachq(double t, const BlockVector &, BlockVector &) override
    {
        cam_gap_q(1, nullptr, t, 1, _jachq->getArray(), 0, nullptr);
    }
};

void cam_rheonomous(Problem &p, size_t, size_t steps)
{
    follower(p, steps, false, cam_q0 + cam_motion(0, 0),
             cam_v0 + cam_motion(0, 1), std::make_shared<CamR>());
    p.iterates = true;
}

template <
    void (*gap)(unsigned, double *, unsigned, double *, unsigned, double *),
    void (*gap_q)(unsigned, double *, unsigned, double *, unsigned, double *)>
struct WallR : LagrangianScleronomousR {
    void computeh(const BlockVector &q, BlockVector &,
                  SiconosVector &y) override
    {
        double x[2] = {q.getValue(0), q.getValue(1)};
        gap(2, x, 1, y.getArray(), 0, nullptr);
    }
    void computeJachq(const BlockVector &q, BlockVector &) override
    {
        double x[2] = {q.getValue(0), q.getValue(1)};
        gap_q(2, x, 1, _jachq->getArray(), 0, nullptr);
    }
};

void pendulum(Problem &p, size_t, size_t steps)
{
    auto ds = std::make_shared<LagrangianDS>(
        vector({pendulum_q0[0], pendulum_q0[1]}), vector({0, 0}));

    begin(p, pendulum_h, steps);
    p.iterates = true;
    ds->setComputeMassFunction(pendulum_mass);
    ds->setComputeFIntFunction(pendulum_f_int);
    ds->setComputeJacobianFIntqFunction(pendulum_f_int_q);
    ds->setComputeJacobianFIntqDotFunction(pendulum_f_int_v);
    ds->setComputeFGyrFunction(pendulum_f_gyr);
    ds->setComputeJacobianFGyrqFunction(pendulum_f_gyr_q);
    ds->setComputeJacobianFGyrqDotFunction(pendulum_f_gyr_v);
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
    auto link = [&](double e, SP::Relation rel) {
        auto law = std::make_shared<NewtonImpactNSL>(e);
        p.model->link(std::make_shared<Interaction>(law, rel), ds);
    };
    link(pendulum_e[0],
         std::make_shared<WallR<pendulum_gap1, pendulum_gap1_q>>());
    link(pendulum_e[1],
         std::make_shared<WallR<pendulum_gap2, pendulum_gap2_q>>());
}

const struct {
    const char *name;
    void (*build)(Problem &, size_t n, size_t steps);
} problems[] = {
    {"ball", ball},
    {"cam", cam},
    {"cam-rheonomous", cam_rheonomous},
    {"pendulum", pendulum},
    {"bar", bar},
    {"column", column},
    {"resting", resting},
    {"balls", balls},
};

/* one run from the initial state; keeps the final positions */
void run(void (*build)(Problem &, size_t, size_t), size_t n, size_t steps,
         int solver, Timing &t, std::vector<double> &q)
{
    Problem p;
    double t0 = seconds();

    build(p, n, steps);
    auto osi = std::make_shared<MoreauJeanOSI>(bench_theta, p.gamma);
    auto td = std::make_shared<TimeDiscretisation>(0.0, p.h);
    auto lcp = solver ? std::make_shared<LCP>(solver) : std::make_shared<LCP>();
    auto sim = std::make_shared<TimeStepping>(p.model, td, osi, lcp);
    if (p.iterates) {
        sim->setNewtonTolerance(bench_newton);
        sim->setNewtonMaxIteration(50);
    }
    sim->initialize();

    time_steps(*sim, steps, t0, t);
    q.clear();
    for (auto &ds : p.systems)
        for (unsigned i = 0; i < ds->dimension(); i++)
            q.push_back(ds->q()->getValue(i));
}
} // namespace

int main(int argc, char **argv)
{
    return run_problem(argc, argv, problems, run);
}
