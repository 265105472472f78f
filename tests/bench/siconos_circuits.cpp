/* siconos_circuits.cpp - the benchmark's first-order models, run by Debian's
 * siconos packages
 * SPDX-License-Identifier: Apache-2.0
 *
 *     siconos_circuits PROBLEM N STEPS SECONDS FILE [SOLVER]
 *
 * Arguments, data, scheme and output are those of bench_circuits. SOLVER is a
 * number of lcp_cst.h or relay_cst.h; by default the library's own choice. */
#include <SolverOptions.h>


#include "siconos_run.hpp"

#include "circuits.h"

namespace
{
struct Problem {
    double h;
    double newton = 0; /* tolerance of Newton's method, if it iterates */
    bool relay = false;
    SP::NonSmoothDynamicalSystem model;
    std::vector<SP::FirstOrderNonLinearDS> systems;
};

void begin(Problem &p, double h, size_t steps)
{
    p.h = h;
    p.model = model_until(steps, h);
}

void add(Problem &p, size_t n, const double *A, const double *x0)
{
    auto ds =
        std::make_shared<FirstOrderLinearTIDS>(vector(n, x0), matrix(n, n, A));

    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
}

void link(Problem &p, SP::NonSmoothLaw law, SP::Relation rel)
{
    p.model->link(std::make_shared<Interaction>(law, rel), p.systems[0]);
}

void rlcd(Problem &p, size_t, size_t steps)
{
    const double B[2] = {-1 / oscillator_C, 0}, C[2] = {-1, 0};
    double A[4];

    oscillator_A(A);
    begin(p, oscillator_h, steps);
    add(p, 2, A, oscillator_x0);
    auto rel = std::make_shared<FirstOrderLinearTIR>(matrix(1, 2, C),
                                                     matrix(2, 1, B));
    rel->setDPtr(matrix(1, 1, &oscillator_R));
    link(p, std::make_shared<ComplementarityConditionNSL>(1), rel);
}

void bridge(Problem &p, size_t, size_t steps)
{
    double A[4], B[8], C[8], D[16];

    oscillator_A(A);
    bridge_matrices(C, D, B);
    begin(p, oscillator_h, steps);
    add(p, 2, A, oscillator_x0);
    auto rel = std::make_shared<FirstOrderLinearTIR>(matrix(4, 2, C),
                                                     matrix(2, 4, B));
    rel->setDPtr(matrix(4, 4, D));
    link(p, std::make_shared<ComplementarityConditionNSL>(4), rel);
}

void relay(Problem &p, size_t, size_t steps)
{
    begin(p, relay_h, steps);
    p.relay = true;
    add(p, 3, relay_A, relay_x0);
    link(p, std::make_shared<RelayNSL>(1, -1.0, 1.0),
         std::make_shared<FirstOrderLinearTIR>(matrix(1, 3, relay_C),
                                               matrix(3, 1, relay_B)));
}

/* the steps of the genes */
struct Steps : FirstOrderType2R {
    Steps()
    {
        const double D[16] = {0};
        setCPtr(matrix(4, 2, gene_C));
        setDPtr(matrix(4, 4, D));
    }
    void computeh(double, const BlockVector &x, const SiconosVector &l,
                  SiconosVector &y) override
    {
        double v[2] = {x.getValue(0), x.getValue(1)};
        gene_h_(2, v, 4, l.getArray(), 4, y.getArray());
    }
    void computeg(double, const SiconosVector &l, BlockVector &r) override
    {
        double v[2];
        gene_g(4, l.getArray(), 2, v);
        r.setValue(0, v[0]);
        r.setValue(1, v[1]);
    }
    void computeJacglambda(double, const SiconosVector &l,
                           SimpleMatrix &B) override
    {
        gene_g_l(4, l.getArray(), 2, B.getArray());
    }
    void computeJachx(double, const BlockVector &, const SiconosVector &,
                      SimpleMatrix &) override
    {
    }
    void computeJachlambda(double, const BlockVector &, const SiconosVector &,
                           SimpleMatrix &) override
    {
    }
};

void gene(Problem &p, size_t, size_t steps)
{
    const double A[4] = {-gene_decay[0], 0, 0, -gene_decay[1]};

    begin(p, gene_h, steps);
    p.relay = true;
    p.newton = gene_newton;
    add(p, 2, A, gene_x0);
    link(p, std::make_shared<RelayNSL>(4, 0.0, 1.0),
         std::make_shared<Steps>());
}

/* ---- charge pump ------------------------------------------------------------- */

struct Diode : FirstOrderLinearR {
    Diode(SP::SimpleMatrix C, SP::SimpleMatrix D, SP::SimpleMatrix B, FOVecPtr fn)
        : FirstOrderLinearR(C, B)
    {
        setDPtr(D);
        _e = std::make_shared<SiconosVector>(C->size(0), 0.0);
        _plugine->setComputeFunction((void *)fn);
    }
};

void pump(Problem &p, size_t n, size_t steps)
{
    const double c = 1 / pump_C, zero = 0, leak = -c / pump_load;
    const double C[2] = {-1, 1}, B[2] = {-c, c};
    auto law = std::make_shared<ComplementarityConditionNSL>(1);
    SP::SimpleMatrix D = matrix(1, 1, &pump_R);

    begin(p, pump_h, steps);
    for (size_t i = 0; i < n; i++) {
        add(p, 1, i + 1 == n ? &leak : &zero, &zero);
        if (i == 0)
            link(p, law,
                 std::make_shared<Diode>(matrix(1, 1, C + 1), D,
                                         matrix(1, 1, B + 1), pump_first));
        else
            p.model->link(std::make_shared<Interaction>(
                              law, std::make_shared<Diode>(
                                       matrix(1, 2, C), D, matrix(2, 1, B),
                                       i % 2 ? pump_odd : pump_even)),
                          p.systems[i - 1], p.systems[i]);
    }
}

void pump_one(Problem &p, size_t n, size_t steps)
{
    const double c = 1 / pump_C;
    std::vector<double> A(n * n), B(n * n), C(n * n), D(n * n), x0(n);

    begin(p, pump_h, steps);
    A[n * n - 1] = -c / pump_load;
    for (size_t i = 0; i < n; i++) {
        C[i + i * n] = 1;
        D[i + i * n] = pump_R;
        B[i + i * n] = c;
        if (i > 0) {
            C[i + (i - 1) * n] = -1;
            B[i - 1 + i * n] = -c;
        }
    }
    add(p, n, A.data(), x0.data());
    link(p, std::make_shared<ComplementarityConditionNSL>((unsigned)n),
         std::make_shared<Diode>(matrix(n, n, C.data()), matrix(n, n, D.data()),
                                 matrix(n, n, B.data()), pump_all));
}

const struct {
    const char *name;
    void (*build)(Problem &, size_t n, size_t steps);
} problems[] = {
    {"rlcd", rlcd}, {"bridge", bridge}, {"relay", relay},
    {"gene", gene}, {"pump", pump},     {"pump-one", pump_one},
};

SP::LinearOSNS one_step_problem(const Problem &p, int solver)
{
    SP::LinearOSNS o;

    if (p.relay)
        o = solver ? std::make_shared<Relay>(solver)
                   : std::make_shared<Relay>();
    else
        o = solver ? std::make_shared<LCP>(solver) : std::make_shared<LCP>();
    o->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = circuit_tol;
    return o;
}

/* one run from the initial state; keeps the final states */
void run(void (*build)(Problem &, size_t, size_t), size_t n, size_t steps,
         int solver, Timing &t, std::vector<double> &x)
{
    Problem p;
    double t0 = seconds();

    build(p, n, steps);
    auto sim = std::make_shared<TimeStepping>(
        p.model, std::make_shared<TimeDiscretisation>(0.0, p.h),
        std::make_shared<EulerMoreauOSI>(circuit_theta),
        one_step_problem(p, solver));
    if (p.newton > 0) {
        sim->setNewtonTolerance(p.newton);
        sim->setNewtonMaxIteration(50);
        sim->setComputeResiduY(true);
        sim->setComputeResiduR(true);
    }
    sim->initialize();

    time_steps(*sim, steps, t0, t);
    x.clear();
    for (auto &ds : p.systems)
        for (unsigned i = 0; i < ds->dimension(); i++)
            x.push_back(ds->x()->getValue(i));
}
} // namespace

int main(int argc, char **argv)
{
    return run_problem(argc, argv, problems, run);
}
