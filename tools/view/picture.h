/* picture.h - zeno view: a picture of the page, by a browser
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_VIEW_PICTURE_H
#define ZENO_TOOLS_VIEW_PICTURE_H

#include "tools/view/line.h"

enum { WORK_NAME = 4200 };

/* A folder of this run alone, and the names of what is made in it. */
typedef struct view_work {
    char folder[WORK_NAME], page[WORK_NAME + 16], shot[WORK_NAME + 16];
} view_work;

/* Made in TMPDIR, or in /tmp; a signal that ends the program, too, takes it away with what is in it. */
void view_work_begin(view_work *k);
void view_work_end(const view_work *k);

/* The picture of the page, whose last frame is at the given instant, under the name that was
 * typed: links are followed, a file is written over once there is what takes its place. Ends the
 * program where there is none. */
void view_take(const view_work *k, const wish *w, double last);

#endif
