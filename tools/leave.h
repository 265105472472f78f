/* leave.h - how programs of Zeno end where memory is limited
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_LEAVE_H
#define ZENO_TOOLS_LEAVE_H

/* Where the address space is limited the program ends at once when it has written all. Programs that
 * leave.c is part of have it from their begin; a library calls it in the program's name, as what it
 * registers while it is loaded comes last. */
void zni_leave_at_once(void);

#endif
