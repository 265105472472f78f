/* xml.h - an XML document as elements that know their lines
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_XML_H
#define ZENO_KERNEL_SCENE_XML_H

#include "kernel/scene/tree.h"

/* An element. `attr` is a map of its attributes, and where it stands: zni_tree_get gives the
 * value of one, zni_complain takes either. What stands between tags is not kept. */
typedef struct zni_element {
    zni_node            attr;
    const char         *name;
    bool                seen; /* for readers: it was understood */
    struct zni_element *first, *last, *next;
} zni_element;

/* Most levels of elements. */
enum { ZNI_XML_DEEPEST = 64 };

/* Read it: elements, attributes, comments, the entities that XML itself has (XML 1.0, fifth
 * edition). A document type, whose entities would make text larger than what is written, is
 * refused. What is wrong is a finding, "file:line:column: what"; then *root is NULL. `file` is
 * kept by what is read, as long as that is looked at. */
zn_status zni_xml_read(zni_tree *t, const char *file, const char text[], size_t n,
                       zn_findings *f, zni_element **root);

#endif
