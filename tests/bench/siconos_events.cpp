/* siconos_events.cpp - the benchmark's models from event to event, by Debian's siconos
 * packages
 * SPDX-License-Identifier: Apache-2.0
 *
 *     siconos_events PROBLEM N STEPS SECONDS FILE [DIGITS]
 *
 * Arguments, data and output are those of bench_events.c. 10^-DIGITS is the relative
 * tolerance of its integrator, and a tenth of it the absolute one; by default its own. Of the
 * chain it is the step of percussion (N s), 1e-4 by default. */

#include "siconos_run.hpp"

#include <MultipleImpact.hpp>
#include <MultipleImpactNSL.hpp>

#include "problems.h"

namespace
{
struct Problem {
    SP::NonSmoothDynamicalSystem model;
    std::vector<SP::LagrangianDS> systems;
};

/* what moves along one axis */
void add_mass(Problem &p, double m, double x, double v, double stiffness)
{
    const double zero = 0;
    auto ds = std::make_shared<LagrangianLinearTIDS>(
        vector({x}), vector({v}), matrix(1, 1, &m), matrix(1, 1, &stiffness),
        matrix(1, 1, &zero));
    if (stiffness == 0)
        ds->setFExtPtr(vector({-m * bench_gravity}));
    p.model->insertDynamicalSystem(ds);
    p.systems.push_back(ds);
}

/* of the last one, with the one before or the ground: y = C q + b */
void add_contact(Problem &p, double e, double b, bool chained)
{
    const double one = 1, pair[2] = {-1, 1};
    auto law = std::make_shared<NewtonImpactNSL>(e);
    auto rel = std::make_shared<LagrangianLinearTIR>(
        matrix(1, chained ? 2 : 1, chained ? pair : &one), vector({b}));
    auto contact = std::make_shared<Interaction>(law, rel);
    size_t n = p.systems.size();

    if (chained)
        p.model->link(contact, p.systems[n - 2], p.systems[n - 1]);
    else
        p.model->link(contact, p.systems[n - 1]);
}

void ball(Problem &p, size_t)
{
    add_mass(p, 1, 1, 0, 0);
    add_contact(p, ball_e, 0, false);
}

void cam(Problem &p, size_t)
{
    add_mass(p, cam_mass, cam_q0, cam_v0, cam_spring);
    p.systems[0]->setComputeFExtFunction(cam_f_ext);
    add_contact(p, cam_e, 0, false);
}

void column(Problem &p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        add_mass(p, 1, column_height(i), column_velocity(i), 0);
        add_contact(p, bead_e, i ? -2 * bead_radius : -bead_radius, i > 0);
    }
}

void chain(Problem &p, size_t n)
{
    const double pair[2] = {-1, 1}, one = 1, zero = 0;

    for (size_t i = 0; i < n; i++) {
        auto ds = std::make_shared<LagrangianLinearTIDS>(
            vector({i ? (double)i : -chain_way}), vector({i ? 0.0 : 1.0}),
            matrix(1, 1, &one), matrix(1, 1, &zero), matrix(1, 1, &zero));
        p.model->insertDynamicalSystem(ds);
        p.systems.push_back(ds);
        if (i == 0)
            continue;
        auto contact = std::make_shared<Interaction>(
            std::make_shared<MultipleImpactNSL>(chain_e, chain_K, chain_eta),
            std::make_shared<LagrangianLinearTIR>(matrix(1, 2, pair),
                                                  vector({-1.0})));
        p.model->link(contact, p.systems[i - 1], p.systems[i]);
    }
}

void balls(Problem &p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        add_mass(p, 1, event_height(i), 0, 0);
        add_contact(p, ball_e, -bead_radius, false);
    }
}

struct Known {
    const char *name;
    void (*build)(Problem &, size_t);
};

const Known problems[] = {{"ball", ball},
                          {"cam", cam},
                          {"column", column},
                          {"balls", balls},
                          {"chain", chain}};

/* the problem of impacts */
SP::OneStepNSProblem impacts(void (*build)(Problem &, size_t), int digits)
{
    if (build != chain)
        return std::make_shared<LCP>();
    auto lzb = std::make_shared<MultipleImpact>(
        "BiStiffness", std::pow(10.0, -(digits > 0 ? digits : 4)));
    lzb->SetNstepMax(2000000000u);
    return lzb;
}

void run(void (*build)(Problem &, size_t), size_t n, size_t steps, int digits,
         Timing &t, std::vector<double> &x)
{
    double t0 = seconds(), t1;
    Problem p;

    p.model = model_until(steps, event_h);
    build(p, n);
    auto grid = std::make_shared<TimeDiscretisation>(0.0, event_h);
    auto sim = std::make_shared<EventDriven>(p.model, grid);
    auto osi = std::make_shared<LsodarOSI>();
    sim->insertIntegrator(osi);
    sim->insertNonSmoothProblem(impacts(build, digits),
                                SICONOS_OSNSP_ED_IMPACT);
    sim->insertNonSmoothProblem(std::make_shared<LCP>(),
                                SICONOS_OSNSP_ED_SMOOTH_ACC);
    sim->initialize();
    if (digits > 0 && build != chain)
        osi->setTol(1, std::pow(10.0, -digits), std::pow(10.0, -digits - 1));
    t1 = seconds();
    while (sim->hasNextEvent() &&
           sim->startingTime() < ((double)steps - 0.5) * event_h) {
        sim->advanceToEvent();
        sim->processEvents();
    }
    t.loops.push_back(seconds() - t1);
    t.setup = t1 - t0;
    x.clear();
    for (const auto &ds : p.systems)
        x.push_back((*ds->q())(0));
}
} // namespace

int main(int argc, char **argv)
{
    return run_problem(argc, argv, problems, run);
}
