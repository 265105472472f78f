/* contacts.h - problems of contacts in files: what friction shares with rolling
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_IO_CONTACTS_H
#define ZENO_SOLVERS_IO_CONTACTS_H

#include <zeno/friction.h>
#include <zeno/global_friction.h>

#include "h5.h"

/* All that follows d, which is set. */
zn_status zni_friction_read(zni_text *t, zni_store *s, zn_friction *p);
zn_status zni_global_friction_read(zni_text *t, zni_store *s,
                                   zn_global_friction *p);
zn_status zni_global_friction_read_fclib(zni_h5 *h, zni_store *s,
                                         const char *group,
                                         zn_global_friction *p);

/* All, d too. */
void zni_friction_write(FILE *f, const zn_friction *p);
void zni_global_friction_write(FILE *f, const zn_global_friction *p);
zn_status zni_global_friction_write_fclib(zni_h5 *h, const char *group,
                                          const zn_global_friction *p);

#endif
