/* zeno-schema.c - zeno schema: the JSON schema of scenes
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include <zeno/scene.h>

int main(int argc, char **argv)
{
    zn_ctx *ctx;
    zn_status st;

    if (argc > 1) {
        const int help =
            strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
        fputs("zeno schema - print the JSON schema of scenes, for editors\n",
              help ? stdout : stderr);
        return help ? 0 : 2;
    }
    st = zn_ctx_new(&ctx);
    if (st) {
        fprintf(stderr, "zeno schema: no context: %s\n", zn_status_name(st));
        return 1;
    }
    st = zn_scene_schema(ctx, stdout);
    if (st)
        fprintf(stderr, "zeno schema: %s\n", zn_errmsg(ctx));
    zn_ctx_free(ctx);
    return st != ZN_OK;
}
