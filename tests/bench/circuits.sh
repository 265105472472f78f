# circuits.sh - the first-order part of the benchmark, read by run.sh
# SPDX-License-Identifier: Apache-2.0

# pivots, enumeration, Newton methods, sweeps; of relay_cst.h for relays
lcp="209 218 215 213 210 200"
relay="300 301 303 306"

solvers=$lcp
measure rlcd 1 5000
measure bridge 1 5000
solvers=$relay
measure relay 1 10000
# later the second product reaches its threshold too, where the peer ends with
# a state and multipliers that are not those of the law
measure gene 1 400

# enumeration is out of the question; the time is that of one clock period or less
solvers="210 208 200"
measure pump 10 500
measure pump 100 500
measure pump 1000 20
measure pump 10000 50
slow=
measure pump-one 10 500
measure pump-one 100 500
measure pump-one 1000 20
