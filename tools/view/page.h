/* page.h - the page that plays a film
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_PAGE_H
#define ZENO_TOOLS_PAGE_H

/* HTML with the places @TITLE@, @META@ and @DATA@. */
extern const char zni_page[];

#endif
