# check.sh - zeno check finds a wrong Jacobian and names it
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

cp "$ZENO_SRCDIR/samples/pendulum/"*.c .
run "$zeno" check -q pendulum.c
claim "right Jacobians agree" status_is 0
claim "each is in the table" has out "jac_f_int_q"
claim "none is wrong" has_not out "WRONG"

sed 's/cos(/1.01 * cos(/' PendulumPlugin.c >wrong.c
mv wrong.c PendulumPlugin.c
fails_with 1 "not the derivative of" "$zeno" check -q pendulum.c
claim "the wrong one is named" has out "WRONG"
claim "the run of the sample is not changed by it" \
    "$zeno" -q pendulum.c -- --quiet --set T=0.01

# all lists of functions of a Lagrangian system, gradients of its controller too
cp "$ZENO_SRCDIR/samples/two_link_arm/"*.c .
run "$zeno" check -q two_link_arm.c
claim "those of the arm agree" status_is 0
claim "its control is in the table" has out "jac_f_int_v"
rm -f two_link_arm.c ArmPlugin.c

# a function that writes beside its result: by check, with -g, with --guard
sed 's/^\( *\)f\[0\] =/\1f[3] = 1;\n&/' "$ZENO_SRCDIR/samples/pendulum/PendulumPlugin.c" >PendulumPlugin.c
claim "the mistake is in" grep -q 'f\[3\] = 1' PendulumPlugin.c
fails_with 1 "writes element [3] of its result" "$zeno" check -q pendulum.c
fails_with 1 "writes element [3] of its result" "$zeno" -q -g pendulum.c -- --quiet
fails_with 1 "writes element [3] of its result" "$zeno" -q pendulum.c -- --quiet --guard

fails_with 2 "no sample given" "$zeno" check

finish
