/* lines.h - which guards of a motion are polynomials, and how
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_LINES_H
#define ZENO_KERNEL_EVENT_LINES_H

#include "kernel/event/event.h"
#include "kernel/ode/ode.h"

/* Those of the last step of the isle at hand. */
zni_guard_lines zni_event_lines(const zni_event_driven *e);

#endif
