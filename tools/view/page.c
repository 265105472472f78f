/* page.c - the page that plays a film, as bytes of the program
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/view/page.h"

/* The assembler finds it in the folders of -I, as the preprocessor would. */
__asm__(".section .rodata\n"
        ".global zni_page\n"
        "zni_page: .incbin \"tools/view/page.html\"\n"
        ".byte 0\n"
        ".previous\n");
