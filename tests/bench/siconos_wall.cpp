/* siconos_wall.cpp - the wall of bench_piles, run by Debian's siconos packages
 * SPDX-License-Identifier: Apache-2.0
 *
 *     siconos_wall TOLERANCE STEPS
 *
 * 10 x 10 boxes in running bond on 724 points of contact, which are fixed to both boxes of a bed, as those
 * of bench_piles: the same places, law, push, scheme and steps. Printed: processor time of a step after
 * the first one, and how far the wall has moved. */
#include <SolverOptions.h>

#include <array>
#include <cmath>

#include "siconos_run.hpp"

namespace
{
const double w = 0.4, d = 0.2, h = 0.2, gravity = 9.81;

using Point = std::array<double, 3>;

/* x of point p of the body whose coordinates begin at `at` of q */
void carry(const BlockVector &q, unsigned at, const Point &p, SiconosVector &x)
{
    const double s = q.getValue(at + 3);
    const Point u = {q.getValue(at + 4), q.getValue(at + 5), q.getValue(at + 6)};
    Point c;

    for (unsigned i = 0; i < 3; i++)
        c[i] = 2 * (u[(i + 1) % 3] * p[(i + 2) % 3] - u[(i + 2) % 3] * p[(i + 1) % 3]);
    for (unsigned i = 0; i < 3; i++)
        x.setValue(i, q.getValue(at + i) + p[i] + s * c[i] + u[(i + 1) % 3] * c[(i + 2) % 3] -
                          u[(i + 2) % 3] * c[(i + 1) % 3]);
}

/* Points fixed to the bodies, or the second to the world; the normal is up. */
struct PointsR : NewtonEuler3DR {
    Point p1, p2;

    PointsR(const Point &a, const Point &b) : p1(a), p2(b)
    {
    }

    void computeh(double, const BlockVector &q, SiconosVector &y) override
    {
        carry(q, 0, p1, *_Pc1);
        if (q.size() > 7)
            carry(q, 7, p2, *_Pc2);
        else
            for (unsigned i = 0; i < 3; i++)
                _Pc2->setValue(i, p2[i]);
        for (unsigned i = 0; i < 3; i++)
            _Nc->setValue(i, i == 2);
        y.setValue(0, _Pc1->getValue(2) - _Pc2->getValue(2));
    }
};

struct Wall {
    SP::NonSmoothDynamicalSystem model;
    SP::NonSmoothLaw law = std::make_shared<NewtonImpactFrictionNSL>(0.0, 0.0, 0.3, 3);
    std::vector<SP::NewtonEulerDS> box;
    std::vector<Point> x;
    int contacts = 0;
};

void box(Wall &s, const Point &x, bool pushed)
{
    const double I[9] = {(d * d + h * h) / 12, 0, 0, 0, (w * w + h * h) / 12, 0, 0, 0, (w * w + d * d) / 12};
    const double q[7] = {x[0], x[1], x[2], 1, 0, 0, 0}, v[6] = {0};
    const double f[3] = {pushed ? 0.2 * gravity : 0, 0, -gravity};
    auto ds = std::make_shared<NewtonEulerDS>(vector(7, q), vector(6, v), 1.0, matrix(3, 3, I));

    ds->setFExtPtr(vector(3, f));
    s.model->insertDynamicalSystem(ds);
    s.box.push_back(ds);
    s.x.push_back(x);
}

/* The four corners of the bed between two boxes, or a box and the ground. */
void bed(Wall &s, size_t upper, size_t lower, bool ground, double z)
{
    const Point a = s.x[upper], none = {0, 0, 0}, b = ground ? none : s.x[lower];
    const double left = std::fmax(a[0], ground ? -1e9 : b[0]) - w / 2,
                 right = std::fmin(a[0], ground ? 1e9 : b[0]) + w / 2;

    for (int i = 0; left < right && i < 4; i++) {
        const Point p = {i & 1 ? left : right, i & 2 ? d / 2 : -d / 2, z};
        auto relation = std::make_shared<PointsR>(Point{p[0] - a[0], p[1] - a[1], p[2] - a[2]},
                                                  Point{p[0] - b[0], p[1] - b[1], p[2] - b[2]});

        s.model->link(std::make_shared<Interaction>(s.law, relation), s.box[upper],
                      ground ? SP::NewtonEulerDS() : s.box[lower]);
        s.contacts++;
    }
}

void build(Wall &s)
{
    for (int row = 0; row < 10; row++)
        for (int k = 0; k < 10; k++)
            box(s, Point{w * (k + (row % 2) / 2.0), 0, h * (row + 0.5)}, row == 9 && k == 9);
    for (size_t i = 0; i < s.box.size(); i++) {
        if (i < 10)
            bed(s, i, 0, true, 0);
        for (size_t j = i < 10 ? i : i - i % 10 - 10; i >= 10 && j < i - i % 10; j++)
            if (std::fabs(s.x[i][0] - s.x[j][0]) < 0.99 * w)
                bed(s, i, j, false, h * (double)(i / 10));
    }
}

double moved(const Wall &s)
{
    double most = 0;

    for (size_t i = 0; i < s.box.size(); i++)
        for (unsigned k = 0; k < 3; k++)
            most = std::fmax(most, std::fabs(s.box[i]->q()->getValue(k) - s.x[i][k]));
    return most;
}
} // namespace

int main(int argc, char **argv)
{
    const double tol = argc > 1 ? atof(argv[1]) : 1e-6;
    const size_t steps = argc > 2 ? strtoul(argv[2], nullptr, 10) : 10;
    Wall s;

    s.model = model_until(steps + 1, 1e-3);
    build(s);
    auto osi = std::make_shared<MoreauJeanOSI>(0.5);
    osi->setConstraintActivationThreshold(1e-3);
    auto problem = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
    problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = tol;
    problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    problem->setMaxSize(20000);
    problem->setMStorageType(NM_SPARSE_BLOCK);
    problem->setKeepLambdaAndYState(true); // warm start, as ours
    auto clock = std::make_shared<TimeDiscretisation>(0.0, 1e-3);
    auto sim = std::make_shared<TimeStepping>(s.model, clock, osi, problem);

    sim->setNewtonTolerance(10 * tol);
    sim->setNewtonMaxIteration(20);
    double begin = 0;
    for (size_t k = 0; k <= steps; k++) {
        if (k == 1) // the first one finds the reactions from nothing
            begin = seconds();
        sim->computeOneStep();
        sim->nextStep();
    }
    printf("wall %d contacts tol %.0e %.3f ms a step newton %.3g moved %.9g m\n", s.contacts, tol,
           1e3 * (seconds() - begin) / (double)steps,
           (double)sim->getNewtonCumulativeNbIterations() / (double)(steps + 1), moved(s));
    return 0;
}
