/* schema.h - the parts of the JSON schema of scenes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_SCHEMA_H
#define ZENO_KERNEL_SCENE_SCHEMA_H

#include "kernel/output/json.h"

/* Under the key: {"$ref": to}. */
void zni_schema_reference(zni_json *j, const char *key, const char *to);
/* The next three are written within the braces of what they describe.
 * Such a reference, where there may be words besides: */
void zni_schema_as(zni_json *j, const char *to);
/* A number, or an expression of one. */
void zni_schema_number(zni_json *j);
/* A list of least to most of these, of any length if most = 0. */
void zni_schema_list(zni_json *j, const char *of, zn_index least, zn_index most);
/* Under the key, one of a scene: its words and what its value must be. */
void zni_schema_property(zni_json *j, const char *key);

/* The same as far as it is narrower in space than in the plane; nothing if it is not. */
void zni_schema_in_space(zni_json *j, const char *key);

#endif
