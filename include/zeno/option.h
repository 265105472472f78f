/** @file
 * Option tables. A class declares its options once, as a const table that maps
 * names to fields of its state; defaults, ranges, the command line, listings
 * and the manual are all made from that table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_OPTION_H
#define ZENO_OPTION_H

#include <zeno/ctx.h>

ZN_BEGIN_DECLS

/** What kind of field an option is stored in. */
typedef enum zn_option_kind {
    ZN_OPTION_END = 0,
    ZN_OPTION_REAL,   /**< double                                             */
    ZN_OPTION_INT,    /**< zn_index                                           */
    ZN_OPTION_BOOL,   /**< bool; "yes"/"no", "true"/"false", "1"/"0"          */
    ZN_OPTION_CHOICE, /**< int, the position in `choices` ("a|b|c"); the words
                           of a bool also stand for a "no" or "yes" in them    */
    ZN_OPTION_WORD,   /**< char[ZN_WORD_MAX], a name                          */
    ZN_OPTION_TEXT    /**< char[ZN_TEXT_MAX], a file name or a sentence       */
} zn_option_kind;

/** Room of a ZN_OPTION_WORD field, the terminating zero included. */
#define ZN_WORD_MAX 64
/** Likewise of a ZN_OPTION_TEXT field: as long as a path can be. */
#define ZN_TEXT_MAX 4096

/** One option: a row of a class's table. */
typedef struct zn_option {
    zn_option_kind kind;
    const char    *name;
    size_t         offset;  /**< of the field in the state                    */
    double         def;     /**< default (REAL, INT, BOOL 0/1, CHOICE index)  */
    double         min;     /**< smallest value allowed (REAL, INT)           */
    double         max;     /**< largest                                      */
    const char    *choices; /**< CHOICE: "a|b|c"; WORD, TEXT: the default     */
    const char    *unit;    /**< "-" when it has none                         */
    const char    *help;    /**< one line                                     */
} zn_option;

#define ZN_OPT_REAL(T, f, def, lo, hi, unit, help)                             \
    {ZN_OPTION_REAL, #f, offsetof(T, f), (def), (lo), (hi), NULL, (unit), (help)}
#define ZN_OPT_INT(T, f, def, lo, hi, unit, help)                              \
    {ZN_OPTION_INT, #f, offsetof(T, f), (def), (lo), (hi), NULL, (unit), (help)}
#define ZN_OPT_BOOL(T, f, def, help)                                           \
    {ZN_OPTION_BOOL, #f, offsetof(T, f), (def) ? 1.0 : 0.0, 0, 1, NULL, "-",   \
     (help)}
#define ZN_OPT_CHOICE(T, f, def, choices, help)                                \
    {ZN_OPTION_CHOICE, #f, offsetof(T, f), (def), 0, 0, (choices), "-", (help)}
#define ZN_OPT_WORD(T, f, def, help)                                           \
    {ZN_OPTION_WORD, #f, offsetof(T, f), 0, 0, 0, (def), "-", (help)}
#define ZN_OPT_TEXT(T, f, def, help)                                           \
    {ZN_OPTION_TEXT, #f, offsetof(T, f), 0, 0, 0, (def), "-", (help)}
#define ZN_OPT_END {ZN_OPTION_END, NULL, 0, 0, 0, 0, NULL, NULL, NULL}

/** Row of `table` with that name, or NULL. table may be NULL. */
ZN_API const zn_option *zn_option_find(const zn_option *table, const char *name);

/** Write the default of every option of the table into a state. */
ZN_API void zn_option_defaults(const zn_option *table, void *state);

/** Set one option from text, with range check.
 * @param[in] owner  who has the options, for the message ("solver 'pgs'")
 * @retval ZN_ENOENT  no such option; the message lists those there are
 * @retval ZN_EINVAL  not a number, out of range, not one of the choices */
ZN_API zn_status zn_option_set(zn_ctx *ctx, const char *owner,
                               const zn_option *table, void *state,
                               const char *name, const char *value);

/** Set several from "theta=0.5 gamma=0.5", with blanks or commas between them.
 * @retval ZN_EINVAL  not of that form, or as of zn_option_set */
ZN_API zn_status zn_option_set_words(zn_ctx *ctx, const char *owner,
                                     const zn_option *table, void *state,
                                     const char *words);

/** Set one REAL, INT or BOOL option from a number. */
ZN_API zn_status zn_option_set_real(zn_ctx *ctx, const char *owner,
                                    const zn_option *table, void *state,
                                    const char *name, double value);

/** Value of an option as text.
 * @param[out] buf  receives the text, cut to size */
ZN_API void zn_option_get(const zn_option *o, const void *state, char buf[],
                          size_t size);

/** Read one option by name, as text.
 * @retval ZN_ENOENT  no such option; the message lists those there are */
ZN_API zn_status zn_option_read(zn_ctx *ctx, const char *owner,
                                const zn_option *table, const void *state,
                                const char *name, char buf[], size_t size);

ZN_END_DECLS
#endif
