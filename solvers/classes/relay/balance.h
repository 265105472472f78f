/* balance.h - relay problems in units of their rows
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_RELAY_BALANCE_H
#define ZN_RELAY_BALANCE_H

#include <zeno/relay.h>

#include "../../strategy/balance.h"

/* Where nothing else has solved it: in units of its rows (balance.c); as zni_balance_run. */
zn_status zni_relay_balanced(zni_turn *t);

/* Room for that, of so many rows. */
zn_status zni_relay_balance_reserve(zni_balance *s, zn_ctx *ctx, zn_index n);

#endif
