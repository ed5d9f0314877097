/* SPDX-License-Identifier: MIT */
/* Owns the help of commands and their options as JSON. */
#include "cli/help_json.h"

#include "cli/rows.h"

static void
put_option(struct jw *json, const struct option_row *row)
{
    jw_object(json, NULL, JW_TIGHT);
    jw_string(json, "name", row->name);
    if (row->letter != 0)
        jw_format(json, "letter", "%c", row->letter);
    if (row->value != NULL)
        jw_string(json, "value", row->value);
    if (row->words != NULL) {
        jw_array(json, "words", JW_TIGHT);
        for (size_t i = 0; row->words[i] != NULL; i++)
            jw_string(json, NULL, row->words[i]);
        jw_close(json);
    }
    jw_string(json, "help", row->help);
    jw_close(json);
}

static void
put_options(struct jw *json, const struct option_row *const *table)
{
    for (size_t i = 0; table[i] != NULL; i++)
        put_option(json, table[i]);
}

static void
put_command(struct jw *json, const struct command *command)
{
    jw_object(json, NULL, JW_TIGHT);
    jw_string(json, "name", command->name);
    jw_string(json, "operands", command->operands);
    jw_string(json, "summary", command->summary);
    jw_array(json, "options", JW_TIGHT);
    put_options(json, command->options);
    put_options(json, common_options);
    jw_close(json);
    jw_close(json);
}

void
help_json(const struct command *command)
{
    struct jw *json = row_begin();

    jw_string(json, "version", loyd_version());
    jw_array(json, "commands", JW_TIGHT);
    if (command != NULL)
        put_command(json, command);
    else
        for (const struct command *c = commands; c->name != NULL; c++)
            put_command(json, c);
    jw_close(json);
    row_end(json);
}

void
version_json(void)
{
    struct jw *json = row_begin();

    jw_string(json, "version", loyd_version());
    row_end(json);
}
